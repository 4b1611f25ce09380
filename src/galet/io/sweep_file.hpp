// Files that describe a sweeping process (see docs/sweep-reference.md).
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "galet/io/scene_file.hpp"
#include "galet/sweep/scene.hpp"

namespace galet {

struct SweepFile {
  sweep::SweepScene scene;
  SourceMap sources;
};

// Whether the file describes a sweeping process: it has a table [sweep]. Throws InputError if it is
// no TOML.
bool is_sweep_file(const std::filesystem::path& file);

// As load_scene (io/scene_file.hpp). Throws InputError.
SweepFile load_sweep(const std::filesystem::path& file,
                     std::span<const std::string> overrides = {});

// The same of a document from elsewhere.
SweepFile make_sweep(const TomlValue& document);

// All keys, from the settings' own lists.
std::string sweep_reference();

}  // namespace galet
