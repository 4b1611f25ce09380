#include "scenes.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/base/near_miss.hpp"
#include "galet/io/sweep_file.hpp"

namespace galet {
namespace fs = std::filesystem;

fs::path scenes_folder() {
  if (const char* given = std::getenv("GALET_SCENES")) return given;
  std::error_code ignored;
  std::vector<fs::path> starts{fs::current_path(ignored)};
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  for (fs::path p = program.parent_path(); !p.empty() && p != p.root_path(); p = p.parent_path()) {
    starts.push_back(p);
  }
  for (const fs::path& start : starts) {
    if (fs::is_directory(start / "scenes" / "gallery", ignored)) return start / "scenes";
  }
  throw InputError("", "no folder of scenes found; set GALET_SCENES to it");
}

namespace {

// A hint at the scene that a name may stand for: its folder left out, or misspelt.
std::string scene_meant_by(const std::string& name) {
  std::vector<std::string> names;
  std::vector<std::string> stems;
  try {
    const fs::path folder = scenes_folder();
    for (const fs::path& file : all_scenes(folder)) {
      names.push_back(fs::relative(file, folder).replace_extension().string());
      stems.push_back(file.stem().string());
    }
  } catch (const InputError&) {
    return "";
  }
  const std::string wanted =
      fs::path(name).extension() == ".toml" ? name.substr(0, name.size() - 5) : name;
  const auto hint = [](const std::string& scene) {
    return fmt::format("did you mean \"{}\"? ", scene);
  };
  for (const auto* list : {&names, &stems}) {
    const std::vector<std::string_view> candidates(list->begin(), list->end());
    const auto near =
        near_miss(list == &names ? wanted : fs::path(wanted).filename().string(), candidates);
    if (!near) continue;
    return hint(
        names[static_cast<std::size_t>(std::ranges::find(candidates, *near) - candidates.begin())]);
  }
  return "";
}

}  // namespace

fs::path find_scene(const std::string& name) {
  std::error_code ignored;
  if (fs::exists(name, ignored)) return name;
  if (fs::path(name).is_relative()) {
    try {
      const fs::path below = scenes_folder() / (name + ".toml");
      if (fs::exists(below, ignored)) return below;
    } catch (const InputError&) {
      // Without a folder of scenes the name can only be a file, which is reported missing below.
    }
  }
  throw InputError({name, 0, 0}, "",
                   fmt::format("no such scene; {}expected a TOML file or a name that `galet list` "
                               "shows",
                               scene_meant_by(name)));
}

fs::path find_scene_of_bodies(const std::string& name, const std::string& command) {
  fs::path scene = find_scene(name);
  if (is_sweep_file(scene)) {
    throw InputError({scene.string(), 0, 0}, "",
                     fmt::format("describes a sweeping process, and `galet {}` takes scenes of "
                                 "bodies; use `galet sweep {}`",
                                 command, name));
  }
  return scene;
}

std::vector<fs::path> all_scenes(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace galet
