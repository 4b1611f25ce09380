#include "galet/sim/settings_check.hpp"

#include "galet/sim/range_check.hpp"

namespace galet {

std::vector<InputError> check_ranges(const Scene& scene) { return range_errors(scene); }

}  // namespace galet
