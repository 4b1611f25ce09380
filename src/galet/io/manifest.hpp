// manifest.json: that a folder holds a run of galet, written before any other file of it.
#pragma once

#include <filesystem>
#include <string>

#include "galet/base/version.hpp"

namespace galet {

struct Manifest {
  std::string program{version()};  // its version
};

void write_manifest(const std::filesystem::path& folder, const Manifest& manifest);
bool has_manifest(const std::filesystem::path& folder);

}  // namespace galet
