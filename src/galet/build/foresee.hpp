// Warnings that a scene earns before its first step.
#pragma once

#include <vector>

#include "galet/base/warning.hpp"
#include "galet/build/build.hpp"

namespace galet {

// Of a scene that has been built, all but its warnings and observers: pairs of materials without a
// law, nothing that moves, bodies with nothing below them, a first step that is too long, pressures
// that prescribed motions change.
template <int D>
std::vector<Warning> foresee(const Scene& scene, const Setup<D>& setup);

}  // namespace galet
