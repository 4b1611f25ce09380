#include "galet/scheme/first_order.hpp"

#include <limits>

#include "galet/base/reduce.hpp"
#include "galet/scheme/impulse_stages.hpp"

namespace galet {
namespace {

// Bodies take the velocities that they want, in the directions in which they can move; returns the
// kinetic energy that this gives them, J.
template <int D>
double want(const World<D>& world, double t, double h, Workers& workers, Bodies<D>& bodies) {
  return sum_over<double>(workers, bodies.size(), [&](std::size_t begin, std::size_t end) {
    double sum = 0.0;
    for (std::size_t i = begin; i < end; ++i) {
      const Desire<D>* desire = world.desire_of(bodies, i);
      Vec<D> wanted = Vec<D>::Zero();
      if (desire) {
        const Vec<D> free = bodies.mass[i] * bodies.inverse_mass[i];
        wanted = free.cwiseProduct(desire->velocity_at(bodies.position[i], t, h));
      }
      sum += bodies.mass[i] * (wanted.squaredNorm() - bodies.velocity[i].squaredNorm());
      bodies.velocity[i] = wanted;
    }
    return 0.5 * sum;
  });
}

}  // namespace

template <int D>
StepOutcome<D> step_first_order(const World<D>& world, const SolverSettings& solver, double t,
                                double h, StepTools<D>& tools, Bodies<D>& bodies,
                                ContactMemory<D>& memory, std::vector<LoadedMotion>& loaded) {
  const double put_in = want(world, t, h, tools.workers, bodies);
  const StepTime time{.t = t, .h = h, .theta = 1.0, .forces = ForceRule::mean};
  StepOutcome<D> out = ImpulseStages<D>(world, solver, time, tools, bodies, memory, loaded)
                           .step_on_gaps({.feedback = 1.0,
                                          .feedback_limit = std::numeric_limits<double>::infinity(),
                                          .inertia = false,
                                          .reach = 2.0});
  out.work.external += put_in;
  return out;
}

template StepOutcome<2> step_first_order(const World<2>&, const SolverSettings&, double, double,
                                         StepTools<2>&, Bodies<2>&, ContactMemory<2>&,
                                         std::vector<LoadedMotion>&);
template StepOutcome<3> step_first_order(const World<3>&, const SolverSettings&, double, double,
                                         StepTools<3>&, Bodies<3>&, ContactMemory<3>&,
                                         std::vector<LoadedMotion>&);

}  // namespace galet
