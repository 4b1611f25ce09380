#include "galet/io/scene_file.hpp"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "galet/io/earlier_run_reader.hpp"
#include "galet/io/scene_reader.hpp"
#include "galet/io/toml_document.hpp"
#include "galet/io/toml_override.hpp"
#include "galet/scene/settings_check.hpp"

namespace galet {
namespace {

// Files that a scene names stand relative to it; from here on they are found from anywhere.
void resolve_files(Scene& scene, const std::filesystem::path& folder) {
  const auto resolve = [&](std::string& file) {
    if (file.empty()) return;
    file = (folder / file).lexically_normal().string();
  };
  for (BodiesSettings& bodies : scene.bodies) {
    if (auto* csv = std::get_if<CsvBodies>(&bodies)) resolve(csv->file);
    if (auto* run = std::get_if<RunBodies>(&bodies)) resolve(run->folder);
  }
}

void read_earlier_runs(Scene& scene) {
  for (std::size_t k = 0; k < scene.bodies.size(); ++k) {
    auto* run = std::get_if<RunBodies>(&scene.bodies[k]);
    if (run == nullptr) continue;
    run->state = read_earlier_run(fmt::format("bodies[{}]", k), run->folder, run->frame);
  }
}

}  // namespace

SourceLocation SourceMap::find(std::string key) const {
  while (true) {
    if (const auto found = places_.find(key); found != places_.end()) return found->second;
    if (key.empty()) return {};
    const std::size_t end = key.find_last_of(".[");
    key.erase(end == std::string::npos ? 0 : end);
  }
}

SceneFile load_scene(const std::filesystem::path& file, std::span<const std::string> overrides) {
  TomlValue document = read_toml(file);
  for (const std::string& text : overrides) apply_override(document, text);
  return make_scene(document, std::filesystem::absolute(file).parent_path());
}

SceneFile make_scene(const TomlValue& document, const std::filesystem::path& folder) {
  SceneFile scene_file = read_scene(document);
  std::vector<InputError> errors;
  for (const InputError& error : check_ranges(scene_file.scene)) {
    errors.push_back(located(error, scene_file.sources));
  }
  if (!errors.empty()) throw joined(std::move(errors));
  resolve_files(scene_file.scene, folder);
  try {
    read_earlier_runs(scene_file.scene);
  } catch (const InputError& error) {
    throw located(error, scene_file.sources);
  }
  return scene_file;
}

std::vector<std::filesystem::path> inputs_of(const Scene& scene) {
  std::vector<std::filesystem::path> inputs;
  for (const BodiesSettings& bodies : scene.bodies) {
    if (const auto* csv = std::get_if<CsvBodies>(&bodies)) inputs.emplace_back(csv->file);
    if (const auto* run = std::get_if<RunBodies>(&bodies)) inputs.emplace_back(run->folder);
  }
  return inputs;
}

InputError located(const InputError& error, const SourceMap& sources) {
  if (!error.where().file.empty()) return error;
  return InputError(sources.find(error.key()), error.key(), error.message());
}

}  // namespace galet
