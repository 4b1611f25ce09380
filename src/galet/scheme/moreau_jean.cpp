#include "galet/scheme/moreau_jean.hpp"

#include <algorithm>
#include <utility>

#include "galet/scheme/impulse_stages.hpp"

namespace galet {
namespace {

// How often a step on gaps is solved again because pairs that were not listed overlap.
constexpr int kRepeats = 5;
// Gap, over the smaller radius, up to which bonds last where contacts are held by velocities.
constexpr double kDrift = 1e-2;

// Contacts that the velocities hold drift apart by the tolerance of their solves: bonds last
// across a gap that only they are listed for.
template <int D>
void leave_out_gaps(const Bodies<D>& bodies, const KnownStates& before, double activation,
                    ContactSet<D>& contacts) {
  const std::vector<double> states = states_before<D>(before, contacts);
  std::size_t c = 0;
  std::erase_if(contacts, [&](const Contact<D>& contact) {
    return states[c++] == 0.0 && contact.gap > activation * contact_length(bodies, contact);
  });
}

template <int D>
StepOutcome<D> step_on_velocity(const World<D>& world, const MoreauJeanSettings& scheme,
                                const SolverSettings& solver, const StepTime& time,
                                StepTools<D>& tools, Bodies<D>& bodies, ContactMemory<D>& memory,
                                std::vector<LoadedMotion>& loaded) {
  const auto [t, h, theta, forces] = time;
  ImpulseStages<D> stages(world, solver, time, tools, bodies, memory, loaded);
  StepOutcome<D>& out = stages.outcome();
  tools.position = bodies.position;
  stages.begin(tools.position);
  std::vector<Vec<D>>& q_mid = out.detected_at;
  q_mid.resize(bodies.size());
  for (std::size_t i = 0; i < q_mid.size(); ++i)
    q_mid[i] = tools.position[i] + 0.5 * h * bodies.velocity[i];
  stages.predict();
  const typename ImpulseStages<D>::Walls walls{stages.planes().put(placements(world, t)),
                                               stages.planes().put_free(placements(world, t + h))};
  out.seconds.predict = stages.watch().lap();

  const double largest = bodies.radius.empty() ? 0.0 : *std::ranges::max_element(bodies.radius);
  const bool cohesive = world.pairs.any_cohesion();
  const double activation = cohesive ? std::max(scheme.activation, kDrift) : scheme.activation;
  tools.list_pairs(bodies, q_mid, activation * largest);
  detect_contacts(world, bodies,
                  {q_mid, stages.planes().put(placements(world, t + 0.5 * h), 0.5 * h)},
                  tools.pairs.pairs(), {.activation = activation}, tools.workers, out.contacts);
  if (cohesive) {
    leave_out_gaps(bodies, stages.states_at_start(), scheme.activation, out.contacts);
  }
  out.seconds.detect = stages.watch().lap();

  const PoseInput<D> input = stages.pose_input(q_mid, walls);
  stages.recall_contacts();
  pose_on_velocity(input, tools.workers, tools.posed);
  out.seconds.pose = stages.watch().lap();
  stages.solve(input, solver, scheme.activation);
  stages.advance();
  stages.accept();
  stages.account(input, nullptr);
  stages.measure_overlap();
  return std::move(out);
}

}  // namespace

template <int D>
StepOutcome<D> step_moreau_jean(const World<D>& world, const MoreauJeanSettings& scheme,
                                const SolverSettings& solver, double t, double h,
                                StepTools<D>& tools, Bodies<D>& bodies, ContactMemory<D>& memory,
                                std::vector<LoadedMotion>& loaded) {
  if (scheme.normal == NormalContact::velocity) {
    const StepTime time{.t = t, .h = h, .theta = scheme.theta.value_or(0.5)};
    return step_on_velocity(world, scheme, solver, time, tools, bodies, memory, loaded);
  }
  return ImpulseStages<D>(world, solver, {.t = t, .h = h}, tools, bodies, memory, loaded)
      .step_on_gaps({scheme.feedback, scheme.feedback_limit, scheme.activation, kRepeats});
}

template StepOutcome<2> step_moreau_jean(const World<2>&, const MoreauJeanSettings&,
                                         const SolverSettings&, double, double, StepTools<2>&,
                                         Bodies<2>&, ContactMemory<2>&, std::vector<LoadedMotion>&);
template StepOutcome<3> step_moreau_jean(const World<3>&, const MoreauJeanSettings&,
                                         const SolverSettings&, double, double, StepTools<3>&,
                                         Bodies<3>&, ContactMemory<3>&, std::vector<LoadedMotion>&);

}  // namespace galet
