#include "galet/scheme/convex.hpp"

#include "galet/scheme/impulse_stages.hpp"

namespace galet {

template <int D>
StepOutcome<D> step_convex(const World<D>& world, const ConvexSettings& scheme,
                           const SolverSettings& solver, double t, double h, StepTools<D>& tools,
                           Bodies<D>& bodies, ContactMemory<D>& memory,
                           std::vector<LoadedMotion>& loaded) {
  const StepTime time{.t = t, .h = h, .theta = 1.0, .forces = ForceRule::mean};
  return ImpulseStages<D>(world, solver, time, tools, bodies, memory, loaded)
      .step_on_gaps({.feedback = scheme.feedback, .feedback_limit = scheme.feedback_limit});
}

template StepOutcome<2> step_convex(const World<2>&, const ConvexSettings&, const SolverSettings&,
                                    double, double, StepTools<2>&, Bodies<2>&, ContactMemory<2>&,
                                    std::vector<LoadedMotion>&);
template StepOutcome<3> step_convex(const World<3>&, const ConvexSettings&, const SolverSettings&,
                                    double, double, StepTools<3>&, Bodies<3>&, ContactMemory<3>&,
                                    std::vector<LoadedMotion>&);

}  // namespace galet
