// scene_reference: the manual of the scene file, from the settings' own lists.
#include "galet/io/settings_reference.hpp"

namespace galet {

std::string scene_reference() {
  return SettingsReference().write(
      "# Scene reference\n\n"
      "Every key of a scene file, with its type, unit, default and meaning. Units are SI. A "
      "*vector* is a list of 2 or 3 numbers, as many as the scene has dimensions; a *row* is a "
      "vector in a list of vectors, one for each body. An integer may be given wherever a number "
      "is expected. A dash in the column of defaults means that the key may be left out. Unknown "
      "keys are errors.\n",
      Scene{});
}

}  // namespace galet
