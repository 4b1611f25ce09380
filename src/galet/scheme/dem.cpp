#include "galet/scheme/dem.hpp"

#include <memory>
#include <vector>

#include "galet/scheme/dem_stages.hpp"

namespace galet {

template <int D>
StepOutcome<D> step_dem(const World<D>& world, const DemSettings& scheme, double t, double h,
                        StepTools<D>& tools, Bodies<D>& bodies, ContactMemory<D>& memory,
                        std::vector<LoadedMotion>& loaded) {
  if (!tools.dem) tools.dem = std::make_shared<DemTools<D>>();
  DemStages<D> step(world, scheme, t, h, tools, *tools.dem, bodies, memory, loaded);
  step.set_start();
  step.drift();
  step.wrap_bodies();
  step.drift_planes();
  step.detect();
  step.evaluate();
  step.kick();
  step.kick_planes();
  step.account_bodies();
  step.keep();
  return step.outcome();
}

template StepOutcome<2> step_dem(const World<2>&, const DemSettings&, double, double, StepTools<2>&,
                                 Bodies<2>&, ContactMemory<2>&, std::vector<LoadedMotion>&);
template StepOutcome<3> step_dem(const World<3>&, const DemSettings&, double, double, StepTools<3>&,
                                 Bodies<3>&, ContactMemory<3>&, std::vector<LoadedMotion>&);

}  // namespace galet
