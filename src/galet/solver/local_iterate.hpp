// Repeats a map of one contact, p⁺ = step(p, û), with û carried along by W_cc dp, until it changes
// nothing beyond round-off or the count is reached. A step that overflows is not taken, so that a
// badly chosen parameter cannot turn the impulses of the neighbours into NaN.
#pragma once

#include <cstdint>
#include <limits>

#include "galet/math/vec.hpp"

namespace galet {

template <int D, class Step>
Vec<D> iterate_local(const Mat<D>& W, std::int64_t count, Vec<D> p, Vec<D> u, const Step& step) {
  constexpr double round_off = 4.0 * std::numeric_limits<double>::epsilon();
  for (std::int64_t k = 0; k < count; ++k) {
    const Vec<D> next = step(p, u);
    if (!next.allFinite()) break;
    const Vec<D> dp = next - p;
    p = next;
    if (k + 1 == count || dp.norm() <= round_off * next.norm()) break;
    u += W * dp;
  }
  return p;
}

}  // namespace galet
