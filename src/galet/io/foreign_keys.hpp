// Keys that other programs have.
#pragma once

#include <string_view>

namespace galet {

// What to use instead of a key that galet does not know and other programs do ("young", "damping");
// empty for all others.
std::string_view advice_on_foreign_key(std::string_view key);

}  // namespace galet
