// The stages of a step of soft spheres, which scheme/dem.cpp calls in turn.
#pragma once

#include <cstdint>
#include <vector>

#include "galet/base/timer.hpp"
#include "galet/scheme/account.hpp"
#include "galet/scheme/contact_sums.hpp"
#include "galet/scheme/forces.hpp"
#include "galet/scheme/loaded_planes.hpp"
#include "galet/scheme/settings.hpp"
#include "galet/scheme/spring_contacts.hpp"
#include "galet/scheme/step.hpp"

namespace galet {

// Kept between steps; the result of a step does not depend on it.
template <int D>
struct DemTools {
  // Of the start of a step: left by the step before, and right as long as the bodies are where it
  // left them.
  SpringContacts<D> start;
  ContactSums<D> sums;
  // Written anew in every step.
  std::vector<Vec<D>> held_end;
  std::vector<Vec<D>> v_half;
  std::vector<Spin<D>> w_half;
  std::vector<std::uint8_t> lasts;  // whether a contact of the start is there at the end
};

template <int D>
class DemStages {
 public:
  DemStages(const World<D>& world, const DemSettings& scheme, double t, double h,
            StepTools<D>& tools, DemTools<D>& own, Bodies<D>& bodies, ContactMemory<D>& memory,
            std::vector<LoadedMotion>& loaded);

  // Contacts, impulses and their sums at the start.
  void set_start();
  // Positions and orientations of the end; velocities become those that the start foresees.
  void drift();
  // Puts bodies that left a periodic cell back into it.
  void wrap_bodies();
  // Planes under load move as bodies do; then the boundaries of the middle and of the end.
  void drift_planes();
  // Contacts of the end.
  void detect();
  // Their forces, and the sums of these by body.
  void evaluate();
  // Velocities of the end.
  void kick();
  void kick_planes();
  void account_bodies();
  // For the next step.
  void keep();
  StepOutcome<D> outcome();

 private:
  Vec<D> velocity_change(std::size_t i, const StepForces<D>& forces) const;

  const World<D>& world_;
  double t_;
  double h_;
  double late_;    // weight of the end of the step: 1/2, or 0 for update = "thesis"
  bool dashpots_;  // along the tangent, anywhere
  bool moments_;   // of rolling or twisting friction, anywhere
  StepTools<D>& tools_;
  DemTools<D>& own_;
  Bodies<D>& bodies_;
  ContactMemory<D>& memory_;
  std::vector<LoadedMotion>& loaded_;
  StepForces<D> forces_;      // at the start
  StepForces<D> forces_end_;  // at the end
  LoadedPlanes<D> planes_;
  std::vector<double> plane_half_;  // their velocities in the middle of the step
  std::vector<Placement<D>> walls_mid_;
  std::vector<Placement<D>> walls_end_;
  Account<D> account_;
  Stopwatch watch_;
  StepOutcome<D> out_;
};

}  // namespace galet
