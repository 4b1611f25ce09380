// The stages of a step of Newmark's scheme, which scheme/newmark.cpp calls in turn.
#pragma once

#include <vector>

#include "galet/base/timer.hpp"
#include "galet/scheme/account.hpp"
#include "galet/scheme/forces.hpp"
#include "galet/scheme/loaded_planes.hpp"
#include "galet/scheme/near_contacts.hpp"
#include "galet/scheme/newmark_motion.hpp"
#include "galet/scheme/settings.hpp"
#include "galet/scheme/step.hpp"
#include "galet/solver/newton.hpp"

namespace galet {

// Kept between steps; the result of a step does not depend on it.
template <int D>
struct NewmarkTools {
  NewtonTools<D> newton;
  // Written anew in every step.
  NearContacts<D> near;
  ComplianceProblem<D> problem;
  ComplianceSolution<D> solution;
  NewmarkMotion<D> motion;
  std::vector<double> margin;
  std::vector<LoadedMotion> near_by;
};

template <int D>
class NewmarkStages {
 public:
  NewmarkStages(const World<D>& world, const NewmarkSettings& scheme, double t, double h,
                StepTools<D>& tools, NewmarkTools<D>& own, Bodies<D>& bodies,
                std::vector<LoadedMotion>& loaded);

  // Forces, and how far bodies and planes may go before the contacts must be listed again.
  void predict();
  void list_contacts();
  void solve();
  // Widens the margins of bodies and planes that moved further; tells whether there were any.
  bool widen();
  void report();
  // Bodies and planes to the end of the step, with what it did to their energy.
  void advance();
  void measure_overlap();
  StepOutcome<D> outcome();

 private:
  void predict_bodies();
  void predict_planes();

  const World<D>& world_;
  const NewmarkSettings& scheme_;
  double t_;
  double h_;
  StepTools<D>& tools_;
  NewmarkTools<D>& own_;
  Bodies<D>& bodies_;
  std::vector<LoadedMotion>& loaded_;
  NewmarkMotion<D>& motion_;
  StepForces<D> forces_;
  LoadedPlanes<D> planes_;
  std::vector<double> plane_reach_;  // m, that a plane may move before contacts are listed again
  double speed_ = 0.0;               // largest velocity in the step, m/s
  Account<D> account_;
  Stopwatch watch_;
  StepOutcome<D> out_;
};

}  // namespace galet
