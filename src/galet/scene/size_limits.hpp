// Refusal of scenes that cannot fit, before anything is allocated.
#pragma once

#include <string>

namespace galet {

// Throws InputError for `key` when that many bodies cannot be numbered or need more memory than the
// machine has. The count is a double so that absurd products do not overflow.
template <int D>
void check_body_count(const std::string& key, double count);

// Throws InputError for `key` when the table of all pairs of that many materials would not fit.
void check_material_count(const std::string& key, double count);

}  // namespace galet
