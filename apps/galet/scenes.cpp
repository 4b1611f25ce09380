#include "scenes.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "galet/base/error.hpp"

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
                   "no such scene; expected a TOML file or a name that `galet list` shows");
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
