// The loops over contacts between balls: the data and the functions, which exist once per
// instruction set (ball_sweep.inc: sweeps, ball_passes.inc: what surrounds them) and are chosen at
// run time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "galet/law/friction_model.hpp"
#include "galet/problem/node_row.hpp"

namespace galet {

// Contacts in a batch touch no common ball that can move, so they can be treated at the same time.
// The number of lanes does not depend on the instruction set: the order of the sweep, hence the
// result, is the same on every machine.
template <class T>
inline constexpr int kLanes = static_cast<int>(64 / sizeof(T));

// Where a row begins, in bytes from the first: the kernels need not multiply.
using RowOffset = std::uint32_t;
template <class T>
RowOffset row_offset(std::size_t row) {
  return static_cast<RowOffset>(row * sizeof(NodeRow<T>));
}

template <class T>
struct alignas(64) BallBatch {
  RowOffset a[kLanes<T>];
  RowOffset b[kLanes<T>];
  T n[3][kLanes<T>];
  T q[3][kLanes<T>];
  T p[3][kLanes<T>];         // impulse
  T p_before[3][kLanes<T>];  // impulse one sweep earlier
  T mu[kLanes<T>];
  T k_n[kLanes<T>];  // 1/w_n, 0 in an empty lane
  T k_t[kLanes<T>];  // 1/w_t, 0 in an empty lane
};

// What contacts with moments have besides (solver/local_rolling.hpp), of the batch at the same
// place: M = m/ℓ and ℓ ω, with s = r ω of the rows, ℓ ω = ρ_b s_b − ρ_a s_a, ρ = ℓ/r. A boundary
// has ρ = 0, so that the row that stands for a plane does not turn it.
template <class T>
struct alignas(64) RollingBatch {
  T q[3][kLanes<T>];  // ℓ q_spin
  T M[3][kLanes<T>];
  T M_before[3][kLanes<T>];  // one sweep earlier
  T rho_a[kLanes<T>];
  T rho_b[kLanes<T>];
  T mu_r[kLanes<T>];
  T mu_tw[kLanes<T>];
  T w_t[kLanes<T>];
  T w_r[kLanes<T>];
  T c[kLanes<T>];        // the coupling of p_t and M
  T k_r[kLanes<T>];      // 1/w_r, 0 where nothing turns
  T k_stick[kLanes<T>];  // 1/(w_t − c²/w_r), 0 in an empty lane
};

template <class T>
struct SweepResult {
  T largest_change2 = 0;  // max of (w_n |Δp|)²
  T alignment = 0;  // −Σ (p_new − y)·(p_new − p_old): positive when momentum overshoots
};

// One Gauss–Seidel sweep with momentum beta: every impulse starts from y = p + beta (p − p_before).
// With convex friction a contact goes to the nearest impulse of the cone to its free optimum x, in
// the metric of W: where that is not inside, p_n = x_n + σ (|x_t| − μ x_n), σ = μ w_t/(w_n + μ²
// w_t).
template <class T>
using SweepFunction = SweepResult<T> (*)(BallBatch<T>* batches, std::size_t count, NodeRow<T>* rows,
                                         T beta);

// The same with moments.
template <class T>
using RollingSweepFunction = SweepResult<T> (*)(BallBatch<T>* batches, RollingBatch<T>* rolling,
                                                std::size_t count, NodeRow<T>* rows, T beta);

// The columns of a ContactProblem<D> of balls, as the passes in double precision read them.
struct BallData {
  const std::int32_t* sides;  // of contact c: a and b at [c · side_stride]; a < 0 is a boundary
  std::size_t side_stride;
  const double* n;  // at [c · n_stride]
  std::size_t n_stride;
  const double* q;          // at [c · D]
  const std::int32_t* law;  // of contact c
  const double* friction;   // of law k at [k · law_stride]
  std::size_t law_stride;
  const std::int32_t* plane_of;  // of boundary k < boundaries: which plane, −1 for none
  std::size_t boundaries;
  std::int32_t bodies;  // rows are bodies, planes, the ground
  std::int32_t ground;  // the row of all that cannot move
  FrictionModel model;  // of all laws with friction
};

// Largest over contacts of the residual rho and of the scale v_ref, squared (problem/residual.hpp).
struct ResidualSquares {
  double velocity2 = 0.0;
  double reference2 = 0.0;
  bool finite = true;  // all numbers are
};

// The passes around the sweeps, in D dimensions. Rows and impulses are in any coherent units.
struct BallPasses {
  // impulse[plan[k]] = unit × the impulse in lane k, brought into the cone, for all lanes in use.
  void (*unload_single)(const BallBatch<float>* batches, const std::int32_t* plan,
                        std::size_t count, const BallData& data, double unit, double* impulse);
  void (*unload_double)(const BallBatch<double>* batches, const std::int32_t* plan,
                        std::size_t count, const BallData& data, double unit, double* impulse);
  // rows += M⁻¹ H of the impulses of the contacts in `order`.
  void (*accumulate)(const BallData& data, const std::int32_t* order, std::size_t count,
                     const double* impulse, NodeRow<double>* rows);
  // Over the contacts [begin, end), with the rows that belong to their impulses.
  ResidualSquares (*residual)(const BallData& data, std::size_t begin, std::size_t end,
                              const double* impulse, const NodeRow<double>* rows);
};

// now += beta (now − before), before = the old now, for all numbers of the rows (inverse masses are
// the same in both and stay).
template <class T>
using ExtrapolateFunction = void (*)(NodeRow<T>* now, NodeRow<T>* before, std::size_t count,
                                     T beta);

// Largest residual of the impulses in the lanes, squared, as the rows have it: an estimate in the
// precision of T, without moments. tangents: (D − 1)/D.
template <class T>
using MissFunction = T (*)(const BallBatch<T>* batches, std::size_t count, const NodeRow<T>* rows,
                           T tangents);

template <class T>
struct SweepKernels {
  SweepFunction<T> sweep;
  SweepFunction<T> sweep_convex;
  RollingSweepFunction<T> sweep_rolling;
  ExtrapolateFunction<T> extrapolate;
  MissFunction<T> miss2;
  MissFunction<T> miss2_convex;
};

struct BallKernels {
  std::string_view name;
  SweepKernels<float> single;
  SweepKernels<double> double_;
  BallPasses in_2d;
  BallPasses in_3d;
};

const BallKernels& baseline_ball_kernels();
const BallKernels& avx2_ball_kernels();
const BallKernels& avx512_ball_kernels();

// The best one this machine can run.
const BallKernels& ball_kernels();

}  // namespace galet
