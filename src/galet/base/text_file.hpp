// Reading of input files as a whole.
#pragma once

#include <filesystem>
#include <string>

namespace galet {

// The content of a file. Throws InputError naming the file and `key`, the setting that asked for it
// (may be empty), when it is missing, not a regular file, not readable or beyond 2 GiB.
std::string read_text_file(const std::filesystem::path& file, const std::string& key = {});

}  // namespace galet
