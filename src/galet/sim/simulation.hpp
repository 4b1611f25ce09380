// One run of a scene: the loop of steps, with what it reports.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "galet/base/workers.hpp"
#include "galet/build/build.hpp"
#include "galet/scene/scene.hpp"
#include "galet/scene/step_count.hpp"
#include "galet/sim/records.hpp"
#include "galet/sim/state.hpp"

namespace galet {

// What run() has counted so far, beside what the state and the observers hold.
struct RunProgress {
  std::int64_t outputs = 0;
  std::int64_t contacts_sum = 0;
  std::int64_t contacts_max = 0;
  std::int64_t active_sum = 0;
  std::int64_t active_max = 0;
  SeriesRow total;               // over the whole run
  SeriesRow row;                 // since the last output
  std::int64_t quiet_steps = 0;  // of the stop condition
  double wall_seconds = 0.0;
  double cpu_seconds = 0.0;
  // m², by boundary: under a plane under load when it first carried half of its load; 0 before.
  std::vector<double> carried_area = {};

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.outputs, self.contacts_sum, self.contacts_max, self.active_sum, self.active_max,
      self.total, self.row, self.quiet_steps, self.wall_seconds, self.cpu_seconds,
      self.carried_area);
  }
};

template <int D>
class Simulation {
 public:
  // The scene must have passed build().
  Simulation(const Scene& scene, Setup<D> setup, int threads = 1);

  // One step. Trouble is: numbers end (something is infinite or undefined); bodies are driven
  // together and have nowhere to go; and, where steps are halved, overlaps above kLargeOverlap
  // (kLargeSoftOverlap) that are larger than before the step. Where time.on_trouble says so, a step
  // with trouble is undone and made in 2, 4, … parts, up to kMostParts; nothing of that is
  // remembered in later steps. Throws NumericalError, which names the body or contact, in the first
  // two cases when they cannot be mended.
  StepRecord advance();
  static constexpr std::int64_t kMostParts = 64;

  const State<D>& state() const { return state_; }
  // For whoever drives the run from outside: between steps velocities, spins and applied forces may
  // be set, and nothing else. take_changes() is to be called before the next step.
  Bodies<D>& bodies() { return state_.bodies; }
  // Bodies stay at rest in their locked directions; the kinetic energy that was put in counts as
  // external work. Nothing changes where nothing was set.
  void take_changes();
  const World<D>& world() const { return world_; }
  const Scene& scene() const { return scene_; }
  // What was known before the run.
  const std::vector<Warning>& foreseen() const { return foreseen_; }
  // The box that holds the bodies of the start, the feeds and all boundaries that are finite.
  const Vec<D>& low() const { return low_; }
  const Vec<D>& high() const { return high_; }
  const Exchange<D>& exchange() const { return exchange_; }
  // Contacts and impulses of the last step, or of its last part, whose length this is (s).
  double step_length() const { return step_length_; }
  const StepOutcome<D>& last() const { return last_; }
  int threads() const { return static_cast<int>(workers_->count()); }
  Frame<D> frame(std::int64_t number) const;
  // Gives back memory that only steps need, for those who write frames.
  void release();
  Look<D> look() const;
  // Driven by run(); steps do not depend on them.
  Observers<D>& observers() { return observers_; }
  const Observers<D>& observers() const { return observers_; }

  // All that a run needs to go on from here, as bytes for the same program and scene.
  std::vector<std::byte> save(const RunProgress& progress) const;
  // Goes there: all further steps and rows have the bits that they would have had without a break.
  // Throws SystemError when the bytes are not of a run that began with these bodies.
  RunProgress restore(std::span<const std::byte> saved);

 private:
  // Lets bodies in and out, and renumbers.
  void prepare_step();
  // To the end of the step, in so many parts.
  StepRecord advance_in(std::int64_t parts);
  // One part of h seconds that ends at the time `end`.
  StepRecord advance_by(double h, std::int64_t number, double end);
  StepRecord record_of_last() const;
  // As often as it takes to make the step without trouble.
  StepRecord advance_halving();
  bool has_large_overlap(const StepRecord& record) const;
  // Over the smaller radius, in the state as it is.
  double largest_overlap_now();
  // What the next step finds of the last one was impulses of steps of another length.
  void scale_memory(double factor);
  // To before the step.
  void undo_step();
  // Puts bodies that left a periodic cell on one side in on the other.
  void wrap_bodies();
  // The last step had no solution.
  [[noreturn]] void throw_squeezed() const;
  // In compliant contacts, J.
  double stored_energy_now();
  void find_extent();

  Scene scene_;
  World<D> world_;
  State<D> state_;
  Observers<D> observers_;
  State<D> start_;  // of the step, where it may have to be undone
  StepOutcome<D> last_;
  double step_length_;  // s, of the last part of the last step
  Exchange<D> exchange_;
  std::unique_ptr<Workers> workers_;
  StepTools<D> tools_;
  std::uint64_t start_hash_;  // of the state that the run began with
  std::vector<Warning> foreseen_;
  Vec<D> low_;
  Vec<D> high_;
};

// Places where a run can be saved: everything up to there has been given to the hooks.
enum class SavePoint {
  start,      // after the output at the start
  output,     // after an output that is not the last
  requested,  // after a step at which save_requested() said so
  stop,       // asked to stop, before the rows and the output that end the run
  end,        // the same at its end: a longer run goes on from here
  condition,  // the same where a stop condition has ended it
};

// What a run calls while it goes on; any may be empty.
template <int D>
struct RunHooks {
  std::function<void(const StepRecord&)> on_step;
  std::function<void(const Frame<D>&, const SeriesRow&)> on_output;  // at t = 0, …, and at the end
  // Rows of observer k, one after the other, when they are due.
  std::function<void(std::size_t k, std::span<const double> rows)> on_rows;
  std::function<bool()> stop_requested;  // asked after every step, after on_step
  std::function<bool()> save_requested;  // asked after every step but the last
  std::function<void(const RunProgress&, SavePoint)> on_save;
};

// Runs to the end (or until asked to stop, or until a stop condition of the scene is met), with an
// output at the start, at the scene's interval and at the end; or goes on from where a restored
// simulation was.
template <int D>
RunSummary run(Simulation<D>& simulation, const RunHooks<D>& hooks = {}, RunProgress progress = {});

}  // namespace galet
