#include "galet/scheme/moreau_jean.hpp"

#include <span>
#include <utility>

#include "galet/assembly/pose.hpp"
#include "galet/base/timer.hpp"
#include "galet/collision/narrow_phase.hpp"
#include "galet/solver/nlgs.hpp"

namespace galet {
namespace {

// θ-weighted forces of a step: gravity (an acceleration) and the forces of the groups.
template <int D>
struct StepForces {
  Vec<D> gravity;
  std::vector<Vec<D>> group_force;  // N, by group

  StepForces(const World<D>& world, double t, double h, double theta)
      : gravity(weighted(world.gravity, t, h, theta)),
        group_force(world.groups.size(), Vec<D>::Zero()) {
    for (const GroupForce& f : world.forces) {
      group_force[static_cast<std::size_t>(f.group)] += weighted(f.force, t, h, theta);
    }
  }
  static Vec<D> weighted(const VectorSeries& series, double t, double h, double theta) {
    return theta * World<D>::value_at(series, t + h) +
           (1.0 - theta) * World<D>::value_at(series, t);
  }
};

// The work of a step, from the impulses and velocities themselves.
template <int D>
EnergyWork compute_work(const World<D>& world, const StepForces<D>& forces, double t, double h,
                        double theta, const Bodies<D>& before, const Bodies<D>& after) {
  EnergyWork work;
  const Vec<D> g_before = world.gravity_at(t);
  const Vec<D> g_after = world.gravity_at(t + h);
  for (std::size_t i = 0; i < after.size(); ++i) {
    // 1 where the body can move, 0 where it is locked.
    const Vec<D> free = after.mass[i] * after.inverse_mass[i];
    const Vec<D> mean = 0.5 * h * (before.velocity[i] + after.velocity[i]);
    const Vec<D> moved = h * (theta * after.velocity[i] + (1.0 - theta) * before.velocity[i]);
    const Vec<D> weight = after.mass[i] * free.cwiseProduct(forces.gravity);
    const auto group = static_cast<std::size_t>(after.group[i]);
    work.external += forces.group_force[group].dot(mean);
    // Kinetic energy receives weight·mean, potential energy gives weight·moved.
    work.correction += weight.dot(mean - moved);
    if (!world.gravity.is_constant()) {
      work.external += after.mass[i] * (forces.gravity.dot(moved) -
                                        free.cwiseProduct(g_after).dot(after.position[i]) +
                                        free.cwiseProduct(g_before).dot(before.position[i]));
    }
  }
  return work;
}

}  // namespace

template <int D>
StepOutcome<D> step_moreau_jean(const World<D>& world, const MoreauJeanSettings& scheme,
                                const SolverSettings& solver, double t, double h,
                                StepTools<D>& tools, Bodies<D>& bodies, ContactMemory<D>& memory) {
  StepOutcome<D> out;
  Stopwatch watch;
  const double theta = scheme.theta;
  const std::size_t n = bodies.size();

  // predict
  const Bodies<D> start = bodies;
  const StepForces<D> forces(world, t, h, theta);
  std::vector<Vec<D>> q_mid(n);
  tools.workers.for_range(n, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i) {
      q_mid[i] = start.position[i] + 0.5 * h * start.velocity[i];
      const auto group = static_cast<std::size_t>(bodies.group[i]);
      const Vec<D> force = bodies.mass[i] * forces.gravity + forces.group_force[group];
      bodies.velocity[i] += h * bodies.inverse_mass[i].cwiseProduct(force);  // v_free
    }
  });
  out.seconds.predict = watch.lap();

  // detect
  const double largest = bodies.radius.empty() ? 0.0 : *std::ranges::max_element(bodies.radius);
  tools.pairs.update(q_mid, bodies.radius, scheme.activation * largest, tools.workers);
  const std::vector<Placement<D>> walls_mid = placements(world, t + 0.5 * h);
  out.contacts = detect_contacts(world, bodies, {q_mid, walls_mid}, tools.pairs.pairs(),
                                 scheme.activation, tools.workers);
  out.seconds.detect = watch.lap();

  // pose
  const std::vector<Vec<D>> surface_before =
      surface_velocities<D>(world, placements(world, t), out.contacts);
  const std::vector<Vec<D>> surface_after =
      surface_velocities<D>(world, placements(world, t + h), out.contacts);
  DelassusGraph<D> graph = make_graph(bodies, out.contacts);
  const std::vector<Vec<D>> u_before =
      relative_velocities<D>(graph, node_velocities<D>(start.velocity, start.spin), surface_before);
  const std::vector<Vec<D>> u_free = relative_velocities<D>(
      graph, node_velocities<D>(bodies.velocity, bodies.spin), surface_after);
  const ContactProblem<D> problem =
      pose_on_velocity<D>(world, bodies, out.contacts, std::move(graph), u_free, u_before);
  out.impulses = recall(memory, out.contacts);
  out.seconds.pose = watch.lap();

  // solve
  out.solve = solve<D>(problem, solver, out.impulses);
  out.seconds.solve = watch.lap();

  // advance
  const auto& posed = std::get<DelassusGraph<D>>(problem.W);
  const std::vector<Twist<D>> change = posed.node_velocities(out.impulses);
  tools.workers.for_range(n, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i) {
      bodies.velocity[i] += change[i].linear;
      bodies.spin[i] += change[i].angular;
      bodies.position[i] =
          q_mid[i] + h * (theta * bodies.velocity[i] + (0.5 - theta) * start.velocity[i]);
      bodies.rotation[i] =
          start.rotation[i].turned(h * (theta * bodies.spin[i] + (1.0 - theta) * start.spin[i]));
    }
  });
  memory = remember<D>(out.contacts, out.impulses);
  out.seconds.advance = watch.lap();

  // account
  out.work = compute_work(world, forces, t, h, theta, start, bodies);
  const std::vector<Vec<D>> u_after = relative_velocities<D>(
      posed, node_velocities<D>(bodies.velocity, bodies.spin), surface_after);
  out.status.resize(out.contacts.size());
  for (std::size_t c = 0; c < out.contacts.size(); ++c) {
    const Vec<D>& p = out.impulses[c];
    const Vec<D> surface = posed.edges[c].frame * (surface_before[c] + surface_after[c]);
    out.work.boundaries += 0.5 * p.dot(surface);
    out.work.dissipated -= 0.5 * p.dot(u_before[c] + u_after[c]);
    out.status[c] = coulomb_status<D>(p, problem.mu[c]);
  }
  out.seconds.observe = watch.lap();
  return out;
}

template StepOutcome<2> step_moreau_jean(const World<2>&, const MoreauJeanSettings&,
                                         const SolverSettings&, double, double, StepTools<2>&,
                                         Bodies<2>&, ContactMemory<2>&);
template StepOutcome<3> step_moreau_jean(const World<3>&, const MoreauJeanSettings&,
                                         const SolverSettings&, double, double, StepTools<3>&,
                                         Bodies<3>&, ContactMemory<3>&);

}  // namespace galet
