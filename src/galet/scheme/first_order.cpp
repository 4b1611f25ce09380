#include "galet/scheme/first_order.hpp"

#include <algorithm>
#include <limits>

#include "galet/base/reduce.hpp"
#include "galet/scheme/default_tolerance.hpp"
#include "galet/scheme/impulse_stages.hpp"

namespace galet {
namespace {

struct Wanted {
  double energy = 0.0;  // J, that taking the velocities gives
  double speed = 0.0;   // m/s, of all bodies together
  Wanted& operator+=(const Wanted& other) {
    energy += other.energy;
    speed += other.speed;
    return *this;
  }
};

// Bodies take the velocities that they want, in the directions in which they can move.
template <int D>
Wanted want(const World<D>& world, double t, double h, Workers& workers, Bodies<D>& bodies) {
  return sum_over<Wanted>(workers, bodies.size(), [&](std::size_t begin, std::size_t end) {
    Wanted sum;
    for (std::size_t i = begin; i < end; ++i) {
      const Desire<D>* desire = world.desire_of(bodies, i);
      Vec<D> wanted = Vec<D>::Zero();
      if (desire) {
        const Vec<D> free = bodies.mass[i] * bodies.inverse_mass[i];
        wanted = free.cwiseProduct(desire->velocity_at(bodies.position[i], t, h));
      }
      sum.energy +=
          0.5 * bodies.mass[i] * (wanted.squaredNorm() - bodies.velocity[i].squaredNorm());
      sum.speed += wanted.norm();
      bodies.velocity[i] = wanted;
    }
    return sum;
  });
}

SolverSettings with_tolerance_of_desires(const SolverSettings& settings, double mean_speed) {
  if (mean_speed == 0.0) return settings;
  return with_tolerance(settings, kRelativeTolerance, kPartOfDesires * mean_speed);
}

}  // namespace

template <int D>
StepOutcome<D> step_first_order(const World<D>& world, const SolverSettings& solver, double t,
                                double h, StepTools<D>& tools, Bodies<D>& bodies,
                                ContactMemory<D>& memory, std::vector<LoadedMotion>& loaded) {
  const Wanted wanted = want(world, t, h, tools.workers, bodies);
  const SolverSettings asked = with_tolerance_of_desires(
      solver, wanted.speed / std::max(1.0, static_cast<double>(bodies.size())));
  const StepTime time{.t = t, .h = h, .theta = 1.0, .forces = ForceRule::mean};
  StepOutcome<D> out = ImpulseStages<D>(world, asked, time, tools, bodies, memory, loaded)
                           .step_on_gaps({.feedback = 1.0,
                                          .feedback_limit = std::numeric_limits<double>::infinity(),
                                          .inertia = false,
                                          .reach = 2.0});
  out.work.external += wanted.energy;
  return out;
}

template StepOutcome<2> step_first_order(const World<2>&, const SolverSettings&, double, double,
                                         StepTools<2>&, Bodies<2>&, ContactMemory<2>&,
                                         std::vector<LoadedMotion>&);
template StepOutcome<3> step_first_order(const World<3>&, const SolverSettings&, double, double,
                                         StepTools<3>&, Bodies<3>&, ContactMemory<3>&,
                                         std::vector<LoadedMotion>&);

}  // namespace galet
