// Exact solutions that the experiments of [Maury2006] compare with.
#pragma once

#include <cstdint>
#include <vector>

namespace galet::maury_2006 {

// ---- §6.1: one point on the half line q >= 0
//
// Unit mass, at rest at 0 at t = 0, under
//   f = 1 on (s, 3s/2),  −α on (3s/2, 2s)   for s = 2^k, every integer k,   α = 1.8.
// The load repeats itself on the scale 2: f(2t) = f(t). A point that is at rest at 0 at a time s =
// 2^k
//   leaves:         at 3s/2   v = s/2,         q = s²/8,
//                   at 2s     v = −0.4 s,      q = (1/8 + 1/4 − α/8) s² = 0.15 s²,
//   stays away:     the pull of the next interval turns it back at 2.4 s, q = 0.07 s²,
//                   at 3s     v = 0.6 s,       q = 0.25 s²,
//   turns:          at 10s/3                   q = 0.35 s², its largest until then,
//   and lands:      0.25 + 0.6 τ − 0.9 τ² = 0 at t = (3 + τ) s, τ = (2 + √14)/6 < 1.
// So it is at rest again at 4s, and all repeats itself on the scale 4: from s = 4^k one solution,
// from s = 2·4^k another, q_B(t) = 4 q_A(t/2), both from rest at t = 0.
struct PointState {
  double q = 0.0;
  double v = 0.0;
};

// At t > 0, of the solution that is at rest at 0 at the times s 4^k.
PointState non_unique_solution(double s, double t);

// What the scheme gives at t = h, 2h, …, `steps` h for the step h = 2^-n. With Q = 5q/h² and U =
// 5u/h the scheme is U⁺ = max(U + F, −Q), Q⁺ = Q + U⁺ with whole numbers F: 5 where f is 1 in the
// step, −9 where it is −α, −2 in the first two steps, where it is neither (the mean of f over (0,
// s) is (1 − α)/2 = −0.4). So it is exact here.
//   From t = 256 h on the point starts as above, at s = 256 h 4^j; earlier it lands in the last
//   step
// before s and loses the first one of its flight. In flight q_h = q + (h/2) v, since a step moves
// by h v⁺ and not by the mean of v and v⁺. Hence the solution from 4^k for even n and the other one
// for odd n.
std::vector<double> non_unique_scheme(int n, std::int64_t steps);

// ---- §6.2: sticky particles
//
// Equal masses on a line that keep their order. The exact solution is the nearest point of {q_1 <=
// q_2 <= …} to the free motion q0 + t u0: particles that meet move on with their common momentum.
//   The scheme has these positions at the ends of its steps, for every step: let it have them at
//   tⁿ,
// and let velocities in a cluster not increase with the number and have the right mean. Clusters
// then stay together in the projection, which sees only their means, so that q^{n+1} is right; and
// u^{n+1} = (q^{n+1} − qⁿ)/h does not increase in a new cluster because qⁿ does not decrease, and
// has the right mean because impulses between particles are opposite.

// The nondecreasing sequence nearest to z, by pooling neighbours that are in the wrong order.
std::vector<double> nearest_increasing(const std::vector<double>& z);

}  // namespace galet::maury_2006
