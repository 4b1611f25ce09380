// What settings there are, for those who write them in Python.
#pragma once

#include <string>

namespace galet::python {

// As JSON: a list of tables, each {path, tag_key, tag, fields}, tag_key and tag being null where
// there are no kinds to choose from; fields are {key, type, kind, unit, range, doc, default,
// required, path}, `path` being that of a table within, or null. All from the settings' own lists.
std::string scene_schema();
std::string sweep_schema();

}  // namespace galet::python
