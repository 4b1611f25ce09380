// Refusal of what cannot fit into memory, before anything is allocated.
#pragma once

#include <string>

namespace galet {

// Throws InputError for `key` when `what` (in the plural) needs more memory than the machine has.
// The size is a double so that absurd products do not overflow.
void check_memory(const std::string& key, const std::string& what, double bytes);

}  // namespace galet
