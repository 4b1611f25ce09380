// Frictionless contact problems by an interior point, with a factorisation in every step.
//
// Without friction the impulses along the normals, x >= 0, minimise ½ x·W x + q·x, so that
//   u = W x + q,   x >= 0,   u >= 0,   x_c u_c = 0.
// Steps solve these equations with x_c u_c = σ μ instead, linearised at the present x, u > 0, μ
// being the mean of x_c u_c: Mehrotra's predictor and corrector [Mehrotra1992], in variables in
// which W has ones on its diagonal, so that nothing depends on units. A step ends short of the
// boundary, x and u having the same length.
//   (W + diag(u/x)) dx = r
// is solved by the unknowns of the bodies (solver/normal_equations.hpp), where it stays well posed
// however singular W is.
// The end is decided by the common residual of the impulses as they are given, that is without
// those of contacts with x_c < u_c; the best of them are kept. The start is far from the boundary,
// with the same product x_c u_c for all contacts and the differences x_c − u_c that the impulses of
// the last step give.
// Differs from the paper: one length for x and u, since both appear in the same equation; up to
// four more correctors with the same factors [Gondzio1996], each taken as far as it makes the step
// longer [Colombo2008].
// Cost: some twelve steps, however long force chains are; a step is a sparse Cholesky
// factorisation with a block for every body (D unknowns, with its spin for others than balls;
// linear/block_cholesky.hpp), six solves and some passes over the contacts. In the plane some
// 1.3e8 operations for 10⁴ discs, growing like N^1.5; in space like N², so that sweeps are faster
// from some thousand balls on.
// Fails: with friction and pulls, which it does not know; on problems without a solution
// (solver/growth_watch.hpp); near 1e-12, where x/u exceeds what double precision can hold.
#pragma once

#include <memory>
#include <span>

#include "galet/base/workers.hpp"
#include "galet/problem/contact_problem.hpp"
#include "galet/solver/interior_settings.hpp"
#include "galet/solver/report.hpp"

namespace galet {

template <int D>
class InteriorPointSolver {
 public:
  explicit InteriorPointSolver(Workers& workers);
  ~InteriorPointSolver();
  InteriorPointSolver(InteriorPointSolver&&) noexcept;

  // Gives back memory, which the next solve takes again.
  void release();

  // p: the start, then the solution, in the components of the operator. motion: M⁻¹ H of it, for a
  // problem of bodies.
  SolveReport solve(const ContactProblem<D>& problem, const InteriorPointSettings& settings,
                    std::span<Vec<D>> p, NodeMotion& motion);

 private:
  struct Memory;
  Workers& workers_;
  std::unique_ptr<Memory> memory_;
};

}  // namespace galet
