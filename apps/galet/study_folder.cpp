#include "study_folder.hpp"

#include "scenes.hpp"
#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/io/sweep_file.hpp"

namespace galet {

namespace fs = std::filesystem;

fs::path find_scene_of_bodies(const std::string& name, const std::string& command) {
  fs::path scene = find_scene(name);
  if (is_sweep_file(scene)) {
    throw InputError(
        {scene.string(), 0, 0}, "",
        fmt::format("describes a sweeping process; {} takes scenes of bodies", command));
  }
  return scene;
}

fs::path study_folder(const std::string& command, const fs::path& scene, const std::string& output,
                      bool overwrite) {
  if (!output.empty()) {
    const std::string table = command + ".csv";
    if (fs::exists(fs::path(output) / table) && !overwrite) {
      throw InputError({output, 0, 0}, "",
                       fmt::format("holds a {} already; choose another folder with -o or add "
                                   "--overwrite",
                                   table));
    }
    return output;
  }
  const std::string base = fmt::format("results/{}-{}", command, scene.stem().string());
  fs::path folder = base;
  for (int k = 2; fs::exists(folder) && !overwrite; ++k) folder = fmt::format("{}-{}", base, k);
  return folder;
}

}  // namespace galet
