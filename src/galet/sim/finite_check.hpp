// Whether a step left the numbers: nothing that is infinite or undefined becomes data.
#pragma once

#include <string>

#include "galet/base/workers.hpp"
#include "galet/model/world.hpp"
#include "galet/scheme/step.hpp"
#include "galet/sim/state.hpp"

namespace galet {

// Names the contact, body or boundary whose values are not finite after a step, in that order, for
// a contact tells more than the bodies that it moved; "" when all are. Reads every number of the
// bodies once, shared by the threads, and of the contacts if `last` is given: where sums over the
// step are finite they are.
template <int D>
std::string find_not_finite(const World<D>& world, const State<D>& state,
                            const StepOutcome<D>* last, Workers& workers);

// "body 7 at (0.1, 0.2), moving at 3e+09 m/s".
template <int D>
std::string describe_body(const Bodies<D>& bodies, std::size_t place);

// "bodies 3 and 7" or "body 7 and the boundary "floor"".
template <int D>
std::string describe_sides(const World<D>& world, const Bodies<D>& bodies,
                           const ContactPlace& place);

}  // namespace galet
