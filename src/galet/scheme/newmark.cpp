#include "galet/scheme/newmark.hpp"

#include <memory>
#include <span>
#include <vector>

#include "galet/collision/narrow_phase.hpp"
#include "galet/scheme/newmark_stages.hpp"

namespace galet {
namespace {

// How often a step is done again because bodies moved further than the list of contacts allows.
constexpr int kNewmarkRepeats = 8;

}  // namespace

template <int D>
StepOutcome<D> step_newmark(const World<D>& world, const NewmarkSettings& scheme, double t,
                            double h, StepTools<D>& tools, Bodies<D>& bodies,
                            std::vector<LoadedMotion>& loaded) {
  if (!tools.newmark) tools.newmark = std::make_shared<NewmarkTools<D>>();
  NewmarkStages<D> step(world, scheme, t, h, tools, *tools.newmark, bodies, loaded);
  step.predict();
  for (int repeat = 0;; ++repeat) {
    step.list_contacts();
    step.solve();
    if (repeat == kNewmarkRepeats || !step.widen()) break;
  }
  step.report();
  step.advance();
  step.measure_overlap();
  return step.outcome();
}

template <int D>
double stored_contact_energy(const World<D>& world, const Bodies<D>& bodies, double t,
                             std::span<const LoadedMotion> loaded, StepTools<D>& tools) {
  tools.pairs.update(bodies.position, bodies.radius, 0.0, tools.workers);
  const std::vector<Placement<D>> walls = placements(world, t, loaded);
  double sum = 0.0;
  for (const Contact<D>& c : detect_contacts(world, bodies, {bodies.position, walls},
                                             tools.pairs.pairs(), {}, tools.workers)) {
    sum += stored_energy(law_of(world, bodies, c).compliance, -c.gap);
  }
  return sum;
}

#define GALET_INSTANTIATE(D)                                                                    \
  template StepOutcome<D> step_newmark(const World<D>&, const NewmarkSettings&, double, double, \
                                       StepTools<D>&, Bodies<D>&, std::vector<LoadedMotion>&);  \
  template double stored_contact_energy(const World<D>&, const Bodies<D>&, double,              \
                                        std::span<const LoadedMotion>, StepTools<D>&)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
