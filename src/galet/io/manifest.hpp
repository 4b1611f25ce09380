// manifest.json: that a folder holds a run of galet, and the checksums of its files. It is written
// before any other file of the run and outlives it.
//
// While a run goes on it lists scene.toml, the closed segments of the trajectory and the first part
// of the tables, as of the last checkpoint; when it has ended, everything but files for ParaView,
// checkpoints and plots, which `galet plot` draws anew from what is listed. At every moment,
// whenever the process is killed, what it lists is there.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "galet/base/version.hpp"
#include "galet/io/file_sum.hpp"

namespace galet {

struct ManifestFile {
  std::string name;  // relative to the folder
  FileSum sum;
  bool grows = false;  // the sum is of its first bytes
};

struct Manifest {
  std::string program{version()};  // its version
  bool vtk = false;
  bool finished = false;
  std::vector<ManifestFile> files = {};
};

void write_manifest(const std::filesystem::path& folder, const Manifest& manifest);
// Nothing where there is no such file. Throws DamagedFile when it is not readable.
std::optional<Manifest> find_manifest(const std::filesystem::path& folder);
// Whether there is one that galet wrote.
bool has_manifest(const std::filesystem::path& folder);

// Throws DamagedFile when the manifest lists the file and it is not what it was.
void check_listed(const std::filesystem::path& folder, const std::string& name);

}  // namespace galet
