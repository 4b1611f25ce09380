// Settings as Python has them, dicts and lists, and TOML documents.
#pragma once

#include <string>

#include "bindings.hpp"

#include "galet/io/toml_document.hpp"

namespace galet::python {

// Dicts, lists, texts and numbers; None for a date, which no setting takes.
py::object to_python(const TomlValue& value);

// Where keys stand: path to (line and column of the key, line and column of its value).
py::dict places_in(const TomlValue& document);

// The other way. `places`: as places_in() gave them, of what is still as it was in the source.
// Throws py::type_error with the path of what is no setting.
TomlValue to_toml_value(const py::object& value, const py::dict& places, const std::string& source);

}  // namespace galet::python
