// Lines of KEY=VALUE, as after --set, upon a scene with tables, lists of tables and lists.
#include <algorithm>

#include "fuzz/targets.hpp"

#include "galet/io/scene_reader.hpp"
#include "galet/io/toml_document.hpp"
#include "galet/io/toml_override.hpp"

namespace galet::fuzz {
namespace {

constexpr std::string_view kOverridden = R"(
title = "few"
dimension = 2
gravity = [0, -9.81]
[[material]]
name = "glass"
density = 2600
[[bodies]]
kind = "lattice"
origin = [0.1, 0.1]
pitch = 0.11
count = [4, 3]
radius = 0.05
[time]
step = 1e-3
end = 0.2
)";

}  // namespace

void read_overrides(Bytes input) {
  const std::string text = text_of(input);
  accepts([&] {
    TomlValue document = parse_toml(kOverridden, "scene");
    for (std::size_t from = 0; from < text.size();) {
      const std::size_t end = std::min(text.find('\n', from), text.size());
      apply_override(document, text.substr(from, end - from));
      from = end + 1;
    }
    static_cast<void>(galet::read_scene(document));
  });
}

}  // namespace galet::fuzz
