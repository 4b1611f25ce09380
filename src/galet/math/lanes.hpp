// Operations on a number or on a vector of numbers (GCC's vector types), for formulas that are
// written once and used by both. All are inlined in every build: sources compiled for one
// instruction set share no function with others.
#pragma once

#include <type_traits>

#define GALET_LANES [[gnu::always_inline]] inline

namespace galet {

template <class V>
GALET_LANES V square_root(V x) {
  if constexpr (std::is_same_v<V, double>) {
    return __builtin_sqrt(x);
  } else if constexpr (std::is_same_v<V, float>) {
    return __builtin_sqrtf(x);
  } else {
    V y;
    for (unsigned k = 0; k < sizeof(V) / sizeof(x[0]); ++k) y[k] = square_root(x[k]);
    return y;
  }
}

template <class V>
GALET_LANES V ones() {
  if constexpr (std::is_floating_point_v<V>) {
    return V(1);
  } else {
    const V zero{};
    return zero + static_cast<std::remove_cvref_t<decltype(zero[0])>>(1);
  }
}

template <class V>
GALET_LANES V larger(V x, V y) {
  return x > y ? x : y;
}

}  // namespace galet
