// The residual of the laws of friction (law/coulomb.hpp) and the scale it is compared with, for a
// number or for a vector of numbers per argument: every solver is judged by these lines. Tangential
// parts are given by K components, D − 1 along tangents or D in the world.
#pragma once

#include "galet/law/friction_model.hpp"
#include "galet/math/cone_formulas.hpp"

namespace galet {

// (w |p − P_K(p − (û + s n)/w)|)², from w p and û; s = mu |û_t|, or 0 where the law is convex. K
// being a cone, w P_K(x) = P_K(w x).
template <int K, FrictionModel kModel, class V>
GALET_LANES V friction_miss2(V mu, V wp_n, const V (&wp_t)[K], V u_n, const V (&u_t)[K]) {
  V slip2{};
  V x_t2{};
  V x_t[K];
  for (int d = 0; d < K; ++d) {
    x_t[d] = wp_t[d] - u_t[d];
    slip2 += u_t[d] * u_t[d];
    x_t2 += x_t[d] * x_t[d];
  }
  const V x_n =
      kModel == FrictionModel::coulomb ? wp_n - u_n - mu * square_root(slip2) : wp_n - u_n;
  const ConePoint<V> y = project_friction_cone<V>(x_n, square_root(x_t2), mu);
  const V off_n = wp_n - y.n;
  V rho2 = off_n * off_n;
  for (int d = 0; d < K; ++d) {
    const V off = wp_t[d] - y.tangent_factor * x_t[d];
    rho2 += off * off;
  }
  return rho2;
}

// (v_ref)² of one contact: max([−q_n]₊, |q_t| where q_n < 0 or p ≠ 0, w|p|), squared.
template <class V>
GALET_LANES V contact_scale2(V q_n, V q_t2, V p2, V w) {
  const V zero{};
  const auto approaches = q_n < zero;
  const V approach2 = approaches ? q_n * q_n : zero;
  const V slip2 = (approaches | (p2 > zero)) ? q_t2 : zero;
  return larger(larger(approach2, w * w * p2), slip2);
}

}  // namespace galet
