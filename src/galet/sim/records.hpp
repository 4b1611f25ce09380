// What a run reports: a record per step, a frame per output, a summary at the end. Plain data that
// the writers of io/ and the command line turn into files and lines; sim/record_fields.hpp lists
// the fields with units and meanings.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "galet/base/fields.hpp"
#include "galet/base/version.hpp"
#include "galet/base/warning.hpp"
#include "galet/collision/contact_set.hpp"
#include "galet/law/coulomb.hpp"
#include "galet/model/world.hpp"
#include "galet/observe/energy.hpp"
#include "galet/scheme/step.hpp"
#include "galet/sim/state.hpp"
#include "galet/solver/report.hpp"

namespace galet {

struct StepRecord {
  std::int64_t step = 0;             // number of the step just done, from 1
  double time = 0.0;                 // s, at its end
  std::int64_t contacts = 0;         // listed in the contact problem
  std::int64_t contacts_active = 0;  // with an impulse
  SolveReport solve;
  double penetration = 0.0;           // m, largest overlap at the end of the step
  double penetration_relative = 0.0;  // largest overlap over the smaller radius of its pair
  double opening = 0.0;               // m, largest gap that convex friction opens
  double travel = 0.0;                // largest way of a body over its radius, where it is watched
  std::int64_t parts = 1;             // that the step was made in
  bool troubled = false;              // it went on in spite of trouble
  // Impulses on all bodies against the direction of gravity, N s: of gravity itself (with the sign
  // changed), of the boundaries, and the change of momentum.
  double weight = 0.0;
  double support = 0.0;
  double momentum = 0.0;
  PhaseSeconds seconds;  // of this step

  // Takes in the next part of the same step.
  void add(const StepRecord& part);
};

// One row of series.csv: the state at an output time and what happened since the previous row.
struct SeriesRow {
  std::int64_t step = 0;
  double time = 0.0;
  std::int64_t bodies = 0;
  std::int64_t inserted = 0;  // bodies since the start
  std::int64_t removed = 0;
  EnergyBudget energy;
  std::int64_t contacts = 0;         // of the last step
  std::int64_t contacts_active = 0;  // of the last step
  std::int64_t iterations = 0;       // sum since the previous row
  std::int64_t iterations_max = 0;
  SweepCounts sweeps;  // sums since the previous row
  double residual_velocity_max = 0.0;
  double residual_relative_max = 0.0;
  std::int64_t unconverged_steps = 0;
  double penetration_max = 0.0;
  double penetration_relative_max = 0.0;
  double opening_max = 0.0;
  double travel_max = 0.0;
  std::int64_t halved_steps = 0;
  std::int64_t parts_max = 1;
  std::int64_t troubled_steps = 0;
  double weight = 0.0;  // sums since the previous row, as in StepRecord
  double support = 0.0;
  double momentum = 0.0;
  PhaseSeconds seconds;

  // Means since the previous row; 0 without gravity.
  double support_ratio() const { return weight > 0.0 ? support / weight : 0.0; }
  double momentum_ratio() const { return weight > 0.0 ? momentum / weight : 0.0; }
  void add(const StepRecord& record);
};

// A look at the run at an output time; valid only during the call it is passed to. Contacts and
// impulses are those of the step that ended here (none at the start).
template <int D>
struct Frame {
  std::int64_t number = 0;  // of the output, from 0
  const State<D>& state;
  const World<D>& world;
  std::span<const Contact<D>> contacts;
  std::span<const Vec<D>> detected_at;  // centres of the bodies where the contacts were found
  std::span<const Vec<D>> impulses;     // on b, world components, N s
  std::span<const ContactStatus> status;
  double step_length = 0.0;            // s; force = impulse / step_length
  std::span<const Spin<D>> moments{};  // on b, N m s; empty where no law has any
  std::span<const double> states{};    // of the laws; empty where no law has any
  std::span<const double> solids{};    // N s, β of gluey laws; empty where there are none
};

// Why a run ended.
enum class EndedBy { time, kinetic_energy, empty_region, interruption, unbalanced };

template <>
struct EnumNames<EndedBy> {
  static constexpr std::array<std::string_view, 5> names{"time", "kinetic_energy", "empty_region",
                                                         "interruption", "unbalanced"};
};

struct RunSummary {
  std::string title;
  int dimension = 0;
  std::int64_t bodies = 0;  // at the end
  std::int64_t inserted = 0;
  std::int64_t removed = 0;
  std::int64_t steps = 0;
  double time_end = 0.0;
  double wall_seconds = 0.0;
  double cpu_seconds = 0.0;
  std::int64_t peak_memory_bytes = 0;  // of the process; 0 where it is not known
  PhaseSeconds phases;
  double contacts_mean = 0.0;  // listed
  std::int64_t contacts_max = 0;
  std::int64_t contacts_last = 0;
  double active_mean = 0.0;  // with an impulse
  std::int64_t active_max = 0;
  std::int64_t active_last = 0;
  std::string solver_name;
  std::int64_t iterations_total = 0;
  std::int64_t iterations_max = 0;
  SweepCounts sweeps;
  double residual_velocity_max = 0.0;
  double residual_relative_max = 0.0;
  std::int64_t unconverged_steps = 0;
  EnergyBudget energy;
  double penetration_max = 0.0;
  double penetration_relative_max = 0.0;
  double opening_max = 0.0;
  std::int64_t halved_steps = 0;
  std::int64_t parts_max = 1;
  std::int64_t troubled_steps = 0;
  std::string state_hash;
  std::string program{version()};  // its version
  int threads = 1;
  EndedBy ended_by = EndedBy::time;
  bool interrupted = false;
  std::vector<Warning> warnings;
};

}  // namespace galet
