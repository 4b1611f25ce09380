#include "galet/base/tidy_time.hpp"

#include <cstdlib>

#include <fmt/format.h>

namespace galet {

double tidy_time(double t) { return std::strtod(fmt::format("{:.15g}", t).c_str(), nullptr); }

}  // namespace galet
