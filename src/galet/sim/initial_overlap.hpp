// Overlaps at the start of a run.
#pragma once

#include <span>

#include "galet/model/world.hpp"

namespace galet {

// Throws InputError, naming the worst of them, when bodies overlap each other or a boundary by more
// than `tolerance` times the smaller radius. entry_ends[k] is the number of bodies up to the end of
// the k-th [[bodies]]; the error has the key of the later of the two bodies. Bodies fixed in space
// may overlap what does not move either: such contacts have no law to obey.
// Cost: O(N) plus N times the number of boundaries.
template <int D>
void refuse_overlaps(const World<D>& world, const Bodies<D>& bodies,
                     std::span<const std::size_t> entry_ends, double tolerance);

}  // namespace galet
