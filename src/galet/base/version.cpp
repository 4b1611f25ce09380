#include "galet/base/version.hpp"

namespace galet {

std::string_view version() { return GALET_VERSION; }

}  // namespace galet
