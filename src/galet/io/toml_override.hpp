// Settings from the command line that replace those of a scene file.
#pragma once

#include <string>

#include "galet/io/toml_document.hpp"

namespace galet {

// Puts "solver.tolerance=1e-8" into the document: keys joined by dots, entries of lists by index
// ("bodies[0].radius"), a value in TOML syntax or a bare word that is taken as a string. Tables on
// the way are made when missing; entries of lists must exist. Throws InputError.
void apply_override(TomlValue& document, const std::string& override_text);

}  // namespace galet
