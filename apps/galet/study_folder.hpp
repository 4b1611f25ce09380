// What the commands that run a scene several times share.
#pragma once

#include <filesystem>
#include <string>

namespace galet {

// The scene file of that name; refuses sweeping processes.
std::filesystem::path find_scene_of_bodies(const std::string& name, const std::string& command);

// The folder for <command>.csv and <command>.md: `output`, or results/<command>-<scene> with a
// number if that exists. Throws InputError if `output` holds such a table already.
std::filesystem::path study_folder(const std::string& command, const std::filesystem::path& scene,
                                   const std::string& output, bool overwrite);

}  // namespace galet
