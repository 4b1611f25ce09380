// Scene files.
#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "galet/base/error.hpp"
#include "galet/scene/scene.hpp"

namespace galet {

struct TomlValue;

// Where each key stands, by its path ("bodies[2].radius"). Overrides stand in "--set KEY=VALUE".
class SourceMap {
 public:
  void set(const std::string& key, SourceLocation where) { places_[key] = std::move(where); }
  // The place of the key, or of the nearest table around it.
  SourceLocation find(std::string key) const;

 private:
  std::map<std::string, SourceLocation> places_;
};

struct SceneFile {
  Scene scene;
  SourceMap sources;
};

// Reads a scene; each override is "solver.tolerance=1e-8" (the value in TOML syntax; a bare word is
// taken as a string; arrays of tables by index: "bodies[0].radius=0.01"). The states of earlier
// runs that it takes up are read too. Throws InputError.
SceneFile load_scene(const std::filesystem::path& file,
                     std::span<const std::string> overrides = {});

// The same of a document from elsewhere; files that it names stand relative to the folder.
SceneFile make_scene(const TomlValue& document, const std::filesystem::path& folder);

// Files and folders that a scene reads beside its own.
std::vector<std::filesystem::path> inputs_of(const Scene& scene);

// Adds the file, line and column to an error that only knows its key.
InputError located(const InputError& error, const SourceMap& sources);

// The scene as TOML with every setting written out; reading it back gives the same scene.
std::string to_toml(const Scene& scene);

// docs/scene-reference.md: all keys with type, unit, default and meaning, from the settings' own
// lists.
std::string scene_reference();

}  // namespace galet
