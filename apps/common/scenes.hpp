// Where scenes are found.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace galet {

// The folder of scenes that belongs to this program: $GALET_SCENES, or scenes/ in the working
// folder or in a folder above the program. Throws InputError when there is none.
std::filesystem::path scenes_folder();

// A scene by its file, or by its name below the folder of scenes ("gallery/rotating-drum").
std::filesystem::path find_scene(const std::string& name);

// The same for a command that takes bodies only: a file for `galet sweep` is refused.
std::filesystem::path find_scene_of_bodies(const std::string& name, const std::string& command);

// All scene files below the folder, sorted.
std::vector<std::filesystem::path> all_scenes(const std::filesystem::path& folder);

}  // namespace galet
