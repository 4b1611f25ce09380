// The stages of a step whose contacts act by impulses, as the schemes moreau-jean, convex and
// first-order share them. In the order of the words: predict, list, detect, recall, pose, solve,
// remember, advance, accept, account. A scheme is the order in which it calls them; a step on gaps
// stands here, since all have it.
//
// A step on gaps: contacts and frames at qⁿ, every pair that its free motion may bring into
// contact; û_n = u_n + g/h (assembly/pose.hpp); qⁿ⁺¹ = qⁿ + h vⁿ⁺¹. Pairs that overlap at the end
// although they were not listed are listed and the step is solved again.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "galet/assembly/gluey_contacts.hpp"
#include "galet/assembly/pose.hpp"
#include "galet/base/timer.hpp"
#include "galet/scheme/account.hpp"
#include "galet/scheme/loaded_planes.hpp"
#include "galet/scheme/slab_scaling.hpp"
#include "galet/scheme/step.hpp"
#include "galet/solver/nlgs_settings.hpp"

namespace galet {

// From t to t + h; forces by the rule, positions by θ.
struct StepTime {
  double t = 0.0;
  double h = 0.0;
  double theta = 1.0;
  ForceRule forces = ForceRule::ends;
};

struct GapRules {
  double feedback = 1.0;         // of GapFeedback
  double feedback_limit = 0.01;  // of GapFeedback
  double touching = 0.0;         // gap, over the smaller radius, of contacts that touch
  // How often a step is solved again because pairs that were not listed overlap; none: until there
  // are no more.
  std::optional<int> repeats = {};
  // Whether velocities go on into the next step. What takes overlaps back must then be little; if
  // not, an overlap is taken back at once, as far as feedback and its limit allow.
  bool inertia = true;
  // Pairs are listed as far as this times the free motion; without inertia, the motion with the
  // impulses of the last step. In a jam some bodies are squeezed out faster than they would go, and
  // a pair that is missing costs a solve, while every pair makes solves slower.
  double reach = 1.0;
};

template <int D>
class ImpulseStages {
 public:
  // Boundaries as they were before the step, and as they are at its end without contacts.
  struct Walls {
    std::vector<Placement<D>> before;
    std::vector<Placement<D>> free;
  };

  ImpulseStages(const World<D>& world, const SolverSettings& solver, const StepTime& time,
                StepTools<D>& tools, Bodies<D>& bodies, ContactMemory<D>& memory,
                std::vector<LoadedMotion>& loaded);

  // A whole step.
  StepOutcome<D> step_on_gaps(const GapRules& rules);

  // ---- The stages ----
  // Positions of the start are kept at `start`.
  void begin(std::span<const Vec<D>> start) { start_ = start; }
  void predict();
  PoseInput<D> pose_input(std::span<const Vec<D>> position, const Walls& walls) const;
  void recall_contacts();
  // `touching`: gaps, over the smaller radius, of contacts that touch.
  void solve(const PoseInput<D>& input, const SolverSettings& settings, double touching);
  // Positions; velocities, spins and orientations follow when the step is accepted.
  void advance();
  void accept();
  // The work of the step, from the impulses and velocities themselves.
  void account(const PoseInput<D>& input, const GapFeedback* feedback);
  void measure_overlap();

  // ---- What they work on ----
  StepOutcome<D>& outcome() { return out_; }
  const LoadedPlanes<D>& planes() const { return planes_; }
  const KnownStates& states_at_start() const { return before_; }
  Stopwatch& watch() { return watch_; }

 private:
  Vec<D> v_free(std::size_t i) const;
  void set_margins(double reach);
  bool widen_margins(double reach);
  void detect(std::span<const Placement<D>> walls);
  void list_held(std::span<const Placement<D>> walls);
  ContactColumns<D> columns() { return {out_.impulses, out_.moments, out_.states, out_.solids}; }
  ContactProblem<D> problem_at(const PoseInput<D>& input) const;
  void solve_further(const PoseInput<D>& input, const SolverSettings& settings, NodeMotion& change);
  bool carries_slabs() const;
  WarmStart<D> warm_start(const PoseInput<D>& input);
  void carry_slabs(const PoseInput<D>& input, const SolverSettings& settings, NodeMotion& change);
  void settle_slabs(const PoseInput<D>& input, const SolverSettings& settings, NodeMotion& change);
  bool carry_across_gaps(const PoseInput<D>& input, const SolverSettings& settings,
                         NodeMotion& change);
  void close_gaps(double speed);
  double speed_against_overlap(const PoseInput<D>& input) const;
  double deepest_overlap() const;
  void forgive_squeeze();
  void take_back(const GapRules& rules);
  std::vector<Placement<D>> walls_at_end() const;
  bool check_list(std::span<const Placement<D>> walls);
  Account<D> account_bodies(std::size_t begin, std::size_t end) const;

  const World<D>& world_;
  double t_;
  double h_;
  double theta_;
  StepTools<D>& tools_;
  std::span<const Vec<D>> start_;  // positions at the start of the step
  Bodies<D>& bodies_;
  ContactMemory<D>& memory_;
  std::vector<ContactPlace> known_;  // with an impulse at the start, where restitution asks for it
  KnownStates before_;               // of laws, at the start
  std::vector<double> pulls_;        // N s, of the bonds in this step; empty without cohesion
  StepForces<D> forces_;
  LoadedPlanes<D> planes_;
  SolverSettings solver_;  // with the tolerance of the step
  bool with_moments_;      // rolling or twisting friction, anywhere
  bool cohesive_;          // anywhere
  bool gluey_;             // anywhere
  bool jumped_;            // the load did, a few steps ago
  bool on_gaps_ = false;   // the condition is posed on gaps
  Stopwatch watch_;
  StepOutcome<D> out_;
};

}  // namespace galet
