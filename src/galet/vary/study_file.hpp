// Files of parameter studies (docs/study-reference.md).
#pragma once

#include <filesystem>
#include <string>

#include "galet/io/scene_file.hpp"
#include "galet/vary/study_settings.hpp"

namespace galet {

struct StudyFile {
  StudySettings settings;
  SourceMap sources;
  std::string text;  // as it was read
};

// Reads and checks what a study says by itself. Throws InputError.
StudyFile load_study(const std::filesystem::path& file);

// The name of the column of a parameter or figure: its own, or what its key ends with.
std::string name_of_parameter(const ParameterSettings& parameter);
std::string name_of_figure(const FigureSettings& figure);
std::string unit_of_parameter(const ParameterSettings& parameter);
// Whether its values are numbers.
bool has_numbers(const ParameterSettings& parameter);

// All keys, from the settings' own lists.
std::string study_reference();

}  // namespace galet
