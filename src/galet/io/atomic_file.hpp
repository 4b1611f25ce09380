// Files that are there whole or not at all, whenever the process or the machine stops.
#pragma once

#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <span>
#include <string_view>

#include "galet/base/error.hpp"

namespace galet {

// "cannot <action> <path>: <text of errno>".
SystemError file_error(std::string_view action, const std::filesystem::path& path, int error);

// Makes the folder and those above it, and brings their names to the disk; nothing to do where they
// exist.
void make_folder(const std::filesystem::path& folder);

// Brings the names in a folder ("": the working folder) to the disk.
void sync_folder(const std::filesystem::path& folder);

// Writes `path` + ".part", brings it to the disk, gives it its name and brings the name to the
// disk. A file of that name is replaced, and so is a link: what it points to is never touched.
// Throws SystemError, in which case the old file is untouched.
void write_atomically(const std::filesystem::path& path, std::span<const std::byte> content);
// The same with content that stands in several places.
void write_atomically(const std::filesystem::path& path,
                      std::initializer_list<std::span<const std::byte>> pieces);
void write_atomically(const std::filesystem::path& path, std::string_view text);

}  // namespace galet
