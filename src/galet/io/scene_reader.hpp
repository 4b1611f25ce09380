// From a TOML document to a scene, driven by the lists of settings (fields_of).
#pragma once

#include <vector>

#include "galet/io/scene_file.hpp"
#include "galet/io/toml_document.hpp"

namespace galet {

// Unknown keys, wrong types and missing keys are errors; all of them are reported in one
// InputError, the first as itself and the others on the lines after it. Ranges are not checked
// here.
SceneFile read_scene(const TomlValue& document);

// Where each key of the document stands.
SourceMap places_of(const TomlValue& document);

// The first error in the order of the file, with the others on the lines after it; there must be
// one.
InputError joined(std::vector<InputError> errors);

}  // namespace galet
