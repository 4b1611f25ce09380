// What a step of any scheme needs and gives.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "galet/assembly/pose.hpp"
#include "galet/base/lean.hpp"
#include "galet/base/memory_policy.hpp"
#include "galet/base/workers.hpp"
#include "galet/collision/broad_phase.hpp"
#include "galet/collision/contact_set.hpp"
#include "galet/collision/narrow_phase.hpp"
#include "galet/law/coulomb.hpp"
#include "galet/model/world.hpp"
#include "galet/scheme/motion_rows.hpp"
#include "galet/solver/nlgs.hpp"

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

// Impulses of one step on all bodies together, N s: what the boundaries gave, what gravity gave,
// and how the momentum changed.
template <int D>
struct MomentumBalance {
  Vec<D> support = Vec<D>::Zero();
  Vec<D> weight = Vec<D>::Zero();
  Vec<D> change = Vec<D>::Zero();

  MomentumBalance& operator+=(const MomentumBalance& other) {
    support += other.support;
    weight += other.weight;
    change += other.change;
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

// Of scheme/newmark.cpp alone.
template <int D>
struct NewmarkTools;
// Of scheme/dem.cpp alone.
template <int D>
struct DemTools;

template <int D>
struct StepOutcome {
  ContactSet<D> contacts;
  std::vector<Vec<D>> detected_at;  // centres of the bodies where the contacts were found
  std::vector<Vec<D>> impulses;     // on b, world components, N s
  std::vector<Spin<D>> moments;     // on b, N m s; empty where no law of the scene has any
  std::vector<double> states;       // of the laws, at the end; empty where no law has any
  std::vector<double> solids;       // N s, β of gluey laws, at the end; empty where there are none
  std::vector<ContactStatus> status;
  SolveReport solve;
  EnergyWork work;
  MomentumBalance<D> momentum;
  Overlap overlap;       // at the end of the step, in the true geometry
  double opening = 0.0;  // m, largest gap µ h |u_t| that convex friction opens where bodies push
  double stored = 0.0;   // J, energy stored in compliant contacts at the end of the step
  PhaseSeconds seconds;
};

// Tools a scheme keeps between steps; they hold no state of the simulation.
template <int D>
struct StepTools {
  explicit StepTools(Workers& threads) : workers(threads), solver(threads) {}

  Workers& workers;
  bool cold_start = true;  // the run began without impulses
  PairList<D> pairs;
  SolverTools<D> solver;
  // Memory of earlier steps, to be filled anew.
  StepOutcome<D> recycled;
  PosedContacts<D> posed;
  std::vector<Vec<D>> position;
  std::vector<Vec<D>> velocity;
  MotionRows<D> motion;
  std::vector<double> margin;
  std::vector<std::uint8_t> went_far;  // by body, whether it moved by more than its margin
  std::shared_ptr<NewmarkTools<D>> newmark;
  std::shared_ptr<DemTools<D>> dem;

  // Lists the pairs of bodies within their margins (by body, or one for all), unless the list does.
  // In large scenes the solver lends its memory to the search.
  template <class M>
  void list_pairs(const Bodies<D>& bodies, std::span<const Vec<D>> at, const M& reach) {
    if (pairs.covers(at, reach, workers)) return;
    if (bodies.size() >= kLargeScene) solver.release();
    pairs.build(at, bodies.radius, reach, workers);
  }

  // Gives back memory, which the next step takes again.
  void release() {
    solver.release();
    posed = {};
    give_back(position);
    give_back(velocity);
    motion.release();
    give_back(margin);
    give_back(went_far);
  }
};

// An outcome to fill, with the arrays of the last step: their memory is used again, what they hold
// is of no meaning.
template <int D>
StepOutcome<D> recycled_outcome(StepTools<D>& tools) {
  StepOutcome<D> out;
  out.contacts = std::move(tools.recycled.contacts);
  out.detected_at = std::move(tools.recycled.detected_at);
  out.impulses = std::move(tools.recycled.impulses);
  out.moments = std::move(tools.recycled.moments);
  out.states = std::move(tools.recycled.states);
  out.solids = std::move(tools.recycled.solids);
  out.status = std::move(tools.recycled.status);
  return out;
}

}  // namespace galet
