// What a step of any scheme needs and gives.
#pragma once

#include <vector>

#include "galet/base/workers.hpp"
#include "galet/collision/broad_phase.hpp"
#include "galet/collision/contact_set.hpp"
#include "galet/law/coulomb.hpp"
#include "galet/model/world.hpp"
#include "galet/solver/report.hpp"

namespace galet {

// Energy terms of one step, in J.
struct EnergyWork {
  double external = 0.0;    // forces on groups; changes of gravity in time
  double boundaries = 0.0;  // by moving boundaries on the bodies
  double dissipated = 0.0;  // by the contacts
  double correction = 0.0;  // by the scheme itself: gravity for theta ≠ 1/2
  double exchanged = 0.0;   // energy of bodies put in, less that of bodies taken out

  EnergyWork& operator+=(const EnergyWork& other) {
    external += other.external;
    boundaries += other.boundaries;
    dissipated += other.dissipated;
    correction += other.correction;
    exchanged += other.exchanged;
    return *this;
  }
};

// Wall-clock seconds by phase.
struct PhaseSeconds {
  double predict = 0.0;
  double detect = 0.0;
  double pose = 0.0;
  double solve = 0.0;
  double advance = 0.0;
  double observe = 0.0;

  PhaseSeconds& operator+=(const PhaseSeconds& other) {
    predict += other.predict;
    detect += other.detect;
    pose += other.pose;
    solve += other.solve;
    advance += other.advance;
    observe += other.observe;
    return *this;
  }
};

// Tools a scheme keeps between steps; they hold no state of the simulation.
template <int D>
struct StepTools {
  Workers& workers;
  PairList<D> pairs;
};

template <int D>
struct StepOutcome {
  ContactSet<D> contacts;
  std::vector<Vec<D>> impulses;  // contact components, N s
  std::vector<ContactStatus> status;
  SolveReport solve;
  EnergyWork work;
  PhaseSeconds seconds;
};

}  // namespace galet
