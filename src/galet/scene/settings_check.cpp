#include "galet/scene/settings_check.hpp"

#include "galet/scene/range_check.hpp"

namespace galet {

std::vector<InputError> check_ranges(const Scene& scene) { return range_errors(scene); }

}  // namespace galet
