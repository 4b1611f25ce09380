#include "galet/study/nscd_run.hpp"

#include <algorithm>

#include "galet/base/timer.hpp"

namespace galet {

// The law is solved up to the residual ρ of the step, |p û| <= ρ max(p, û/w), with û <= 4 v for
// velocities up to v and 1/w <= m; v is the velocity of one body that has all the energy.
NscdRun run_nscd(Simulation<2>& simulation) {
  NscdRun run;
  const Bodies<2>& bodies = simulation.state().bodies;
  const EnergyBudget& energy = simulation.state().energy;
  const double mass = *std::ranges::max_element(bodies.mass);
  const double diameter = 2.0 * *std::ranges::max_element(bodies.radius);
  run.energy_first = energy.kinetic;
  run.total_first = energy.kinetic + energy.potential;
  for (const Vec<2>& v : bodies.velocity) run.speed = std::max(run.speed, v.norm());
  const double cpu_first = process_cpu_seconds();
  advance_to_end(simulation, [&](const Simulation<2>& s, const StepRecord& record) {
    for (const Contact<2>& c : s.last().contacts) run.mid = std::max(run.mid, -c.gap / diameter);
    run.end = std::max(run.end, record.penetration / diameter);
    for (const Vec<2>& v : bodies.velocity) run.speed = std::max(run.speed, v.norm());
    run.residual = std::max(run.residual, record.solve.residual_relative);
    run.contacts += record.contacts;
    run.iterations += record.solve.iterations;
    run.iterations_max = std::max<std::int64_t>(run.iterations_max, record.solve.iterations);
    if (record.solve.status != SolveStatus::solved) ++run.unsolved;
    if (record.contacts == 0) return;
    double impulses = 0.0;
    for (const Vec<2>& p : s.last().impulses) impulses += p.norm();
    const double open =
        static_cast<double>(record.contacts) * 4.0 * std::sqrt(2.0 * energy.kinetic * mass);
    run.energy_bound += record.solve.residual_velocity * (impulses + open) +
                        8.0 * kEpsilon * static_cast<double>(bodies.size()) * energy.kinetic;
  });
  run.cpu = process_cpu_seconds() - cpu_first;
  run.energy_last = energy.kinetic;
  run.total_last = energy.kinetic + energy.potential;
  run.dissipated = energy.work.dissipated;
  return run;
}

}  // namespace galet
