// Where bodies can be, for the refusal of observers that look elsewhere.
#pragma once

#include <optional>
#include <string>

#include "galet/model/world.hpp"
#include "galet/observe/window.hpp"

namespace galet {

// Why no body can be in the window, "" if one may. With boundaries: the window lies behind one of
// those that stay in their places. Without: it is farther from the bodies than they can get until
// the end of the run, at their speeds and under gravity (not decided where forces act on groups or
// gravity changes).
template <int D>
std::string out_of_reach(double end, const World<D>& world, const Bodies<D>& bodies,
                         const Window<D>& window);

}  // namespace galet
