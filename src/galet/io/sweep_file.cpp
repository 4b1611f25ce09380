#include "galet/io/sweep_file.hpp"

#include "galet/io/settings_reader.hpp"
#include "galet/io/settings_reference.hpp"
#include "galet/io/toml_override.hpp"
#include "galet/scene/range_check.hpp"

namespace galet {

bool is_sweep_file(const std::filesystem::path& file) {
  const TomlValue document = read_toml(file);
  const TomlEntry* entry = find_entry(*document.table(), "sweep");
  return entry != nullptr && entry->value.table() != nullptr;
}

SweepFile load_sweep(const std::filesystem::path& file, std::span<const std::string> overrides) {
  TomlValue document = read_toml(file);
  for (const std::string& text : overrides) apply_override(document, text);
  return make_sweep(document);
}

SweepFile make_sweep(const TomlValue& document) {
  SweepFile result;
  result.sources = places_of(document);
  SettingsReader reader;
  reader.read_document(document, result.scene);
  reader.throw_errors();
  std::vector<InputError> errors;
  for (const InputError& error : range_errors(result.scene)) {
    errors.push_back(located(error, result.sources));
  }
  if (!errors.empty()) throw joined(errors);
  return result;
}

std::string sweep_reference() {
  return SettingsReference().write(
      "# Reference of sweep files\n\n"
      "Every key of a file for `galet sweep`, with its type, unit, default and meaning. Lengths "
      "and "
      "times may be in any units. A *vector* is a list of as many numbers as the space has "
      "dimensions. Formulas are strings such as `\"0.5*sin(2*pi*t)\"`: `+ - * / ^`, comparisons, "
      "`a ? b : c`, `sin cos tan asin acos atan atan2 sinh cosh tanh exp ln log sqrt abs sign rint "
      "min max sum avg`, the constants `pi` and `e`. A dash in the column of defaults means that "
      "the key may be left out. Unknown keys are errors.\n",
      sweep::SweepScene{});
}

}  // namespace galet
