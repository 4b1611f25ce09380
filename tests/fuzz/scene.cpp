// A scene that is read is written, and read again as the same.
#include "fuzz/targets.hpp"

#include "galet/io/scene_file.hpp"
#include "galet/io/scene_reader.hpp"
#include "galet/io/toml_document.hpp"

namespace galet::fuzz {

void read_scene_file(Bytes input) {
  const std::filesystem::path file = put("scene.toml", input);
  SceneFile read;
  if (!accepts([&] { read = load_scene(file); })) return;
  const std::string written = to_toml(read.scene);
  Scene again;
  expect(accepts([&] { again = read_scene(parse_toml(written, "written")).scene; }),
         "what to_toml() writes can be read");
  expect(to_toml(again) == written, "a scene that is written and read is the same");
}

}  // namespace galet::fuzz
