// What goes with the scheme "first-order", which has no inertia, and what with it alone.
#pragma once

#include "galet/scene/scene.hpp"

namespace galet {

// Throws InputError: forces, gravity, planes under load under "first-order"; desires under other
// schemes. Laws of contact: build/check_laws.hpp.
void check_first_order(const Scene& scene);

}  // namespace galet
