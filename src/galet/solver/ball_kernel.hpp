// Sweeps over batches of contacts between balls: the data and the functions, which exist once per
// instruction set and precision (ball_kernel.inc) and are chosen at run time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace galet {

// Contacts in a batch touch no common ball that can move, so they can be treated at the same time.
// The number of lanes does not depend on the instruction set: the order of the sweep, hence the
// result, is the same on every machine.
template <class T>
inline constexpr int kLanes = static_cast<int>(64 / sizeof(T));

// Motion and inverse masses of one ball (2D: in the plane z = 0). The last row stands for all that
// cannot move and for empty lanes.
template <class T>
struct alignas(8 * sizeof(T)) BallRow {
  T v[3];
  T inverse_mass;
  T s[3];  // r ω
  T inverse_inertia;
};

template <class T>
struct alignas(64) BallBatch {
  std::int32_t a[kLanes<T>];
  std::int32_t b[kLanes<T>];
  T n[3][kLanes<T>];
  T q[3][kLanes<T>];
  T p[3][kLanes<T>];         // impulse
  T p_before[3][kLanes<T>];  // impulse one sweep earlier
  T mu[kLanes<T>];
  T k_n[kLanes<T>];  // 1/w_n, 0 in an empty lane
  T k_t[kLanes<T>];  // 1/w_t, 0 in an empty lane
};

template <class T>
struct SweepResult {
  T largest_change2 = 0;  // max of (w_n |Δp|)²
  T alignment = 0;  // −Σ (p_new − y)·(p_new − p_old): positive when momentum overshoots
};

// One Gauss–Seidel sweep with momentum beta: every impulse starts from y = p + beta (p − p_before).
template <class T>
using SweepFunction = SweepResult<T> (*)(BallBatch<T>* batches, std::size_t count, BallRow<T>* rows,
                                         T beta);

struct BallKernels {
  std::string_view name;
  SweepFunction<float> sweep_single;
  SweepFunction<double> sweep_double;
};

const BallKernels& baseline_ball_kernels();
const BallKernels& avx2_ball_kernels();
const BallKernels& avx512_ball_kernels();

// The best one this machine can run.
const BallKernels& ball_kernels();

}  // namespace galet
