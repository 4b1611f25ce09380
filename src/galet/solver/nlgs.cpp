#include "galet/solver/nlgs.hpp"

#include <algorithm>

#include "galet/base/error.hpp"
#include "galet/solver/finisher.hpp"

namespace galet {
namespace {

bool in_batches(const NlgsSettings& s) {
  return s.batches && std::holds_alternative<ExactLocal>(s.local) && s.order == SweepOrder::fixed &&
         s.criterion == NlgsCriterion::residual;
}

template <int D>
SolveReport solve_by(const ContactProblem<D>& problem, const NlgsSettings& settings,
                     SolverTools<D>& tools, std::span<Vec<D>> p, NodeMotion& motion,
                     std::span<Spin<D>> m) {
  SolveReport report = in_batches(settings) && BallSolver<D>::accepts(problem)
                           ? tools.balls.solve(problem, settings, p, motion, m)
                           : tools.blocks.solve(problem, settings, p, motion, m);
  const bool unsolved =
      report.status == SolveStatus::iteration_limit || report.status == SolveStatus::stalled;
  if (settings.finisher && settings.criterion == NlgsCriterion::residual && unsolved &&
      can_finish(problem)) {
    finish<D>(problem, settings, p, motion, report);
  }
  return report;
}

// The others know no moments.
template <int D>
SolveReport solve_by(const ContactProblem<D>& problem, const InteriorPointSettings& settings,
                     SolverTools<D>& tools, std::span<Vec<D>> p, NodeMotion& motion,
                     std::span<Spin<D>>) {
  return tools.interior.solve(problem, settings, p, motion);
}
template <int D, class Settings>
SolveReport solve_by(const ContactProblem<D>& problem, const Settings& settings,
                     SolverTools<D>& tools, std::span<Vec<D>> p, NodeMotion& motion,
                     std::span<Spin<D>>) {
  return tools.gradient.solve(problem, GradientMethod::of(settings), p, motion);
}

}  // namespace

template <int D>
SolveReport solve(const ContactProblem<D>& problem, const SolverSettings& settings,
                  SolverTools<D>& tools, std::span<Vec<D>> p, NodeMotion& motion,
                  std::span<Spin<D>> m) {
  GALET_ASSERT(p.size() == problem.contacts() && problem.law.size() == p.size());
  GALET_ASSERT(m.size() == problem.q_spin.size());
  return std::visit(
      [&](const auto& s) {
        if (!s.warm_start) {
          std::ranges::fill(p, Vec<D>(Vec<D>::Zero()));
          std::ranges::fill(m, Spin<D>(Spin<D>::Zero()));
        }
        return solve_by<D>(problem, s, tools, p, motion, m);
      },
      settings);
}

template <int D>
SolveReport solve(const ContactProblem<D>& problem, const SolverSettings& settings,
                  std::span<Vec<D>> p, std::span<Spin<D>> m) {
  Workers workers;
  SolverTools<D> tools(workers);
  NodeMotion motion;
  return solve<D>(problem, settings, tools, p, motion, m);
}

#define GALET_INSTANTIATE(D)                                                                     \
  template SolveReport solve(const ContactProblem<D>&, const SolverSettings&, SolverTools<D>&,   \
                             std::span<Vec<D>>, NodeMotion&, std::span<Spin<D>>);                \
  template SolveReport solve(const ContactProblem<D>&, const SolverSettings&, std::span<Vec<D>>, \
                             std::span<Spin<D>>)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
