#include "galet/io/scene_reader.hpp"

#include "galet/io/settings_reader.hpp"

namespace galet {
namespace {

void add_places(const TomlValue& value, const std::string& path, SourceMap& sources) {
  if (const auto* table = value.table()) {
    for (const TomlEntry& entry : *table) {
      const std::string key = joined_path(path, entry.key);
      sources.set(key, entry.place.location());
      add_places(entry.value, key, sources);
    }
  }
  if (const auto* array = value.array()) {
    for (std::size_t k = 0; k < array->size(); ++k) {
      const TomlValue& child = (*array)[k];
      // The many numbers of a list are found by the list.
      if (child.table() == nullptr && child.array() == nullptr) continue;
      const std::string key = fmt::format("{}[{}]", path, k);
      sources.set(key, child.place.location());
      add_places(child, key, sources);
    }
  }
}

}  // namespace

SourceMap places_of(const TomlValue& document) {
  SourceMap sources;
  sources.set("", document.place.location());
  add_places(document, "", sources);
  return sources;
}

SceneFile read_scene(const TomlValue& document) {
  SceneFile file;
  file.sources = places_of(document);
  SettingsReader reader;
  reader.read_document(document, file.scene);
  reader.throw_errors();
  return file;
}

InputError joined(std::vector<InputError> errors) {
  std::ranges::stable_sort(errors, {}, [](const InputError& e) { return e.where().line; });
  constexpr std::size_t most = 20;
  std::string message = errors.front().message();
  for (std::size_t k = 1; k < errors.size() && k < most; ++k) {
    message += fmt::format("\n{}", errors[k].what());
  }
  if (errors.size() > most) message += fmt::format("\nand {} more", errors.size() - most);
  return InputError(errors.front().where(), errors.front().key(), message);
}

}  // namespace galet
