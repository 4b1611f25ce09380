#include "galet/scheme/impulse_stages.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "galet/assembly/bonds.hpp"
#include "galet/base/memory_policy.hpp"
#include "galet/base/reduce.hpp"
#include "galet/scheme/default_tolerance.hpp"
#include "galet/scheme/impulse_account.hpp"
#include "galet/scheme/load_jump.hpp"
#include "galet/scheme/position_stage.hpp"
#include "galet/scheme/unlisted_pairs.hpp"
#include "galet/solver/tolerance.hpp"

namespace galet {
namespace {

// Tolerances after a jump of the load, as a factor.
constexpr double kTighter = 0.1;
// Iterations that a repeat may always make, whatever the first try took of those of the step.
constexpr std::int64_t kIterationsOfRepeat = 50;
// Part of the free motion that pairs are always listed for.
constexpr double kLeastReach = 0.7;
// After a jump of the load: how often slabs are scaled, and the sweeps between.
constexpr int kRoundsAfterJump = 10;
constexpr std::int64_t kSweepsOfRound = 10;
// After a start without impulses. Gaps that count as closed, over what the tolerance leaves open,
// and the tolerance that is then asked for; together less than 1, so that the impulses nearly solve
// the step.
constexpr double kClosedGaps = 0.5;
constexpr double kToleranceAcrossGaps = 0.3;
// How often slabs are scaled then, and the sweeps after it, or where nothing was scaled.
constexpr int kRoundsAcrossGaps = 30;
constexpr std::int64_t kSweepsOfScaled = 20;
constexpr std::int64_t kSweepsOfCarried = 100;
// What slabs that stay at rest lack at most, seen after so many rounds.
constexpr double kStillCarried = 0.1;
constexpr int kRoundsToCarry = 3;

}  // namespace

template <int D>
ImpulseStages<D>::ImpulseStages(const World<D>& world, const SolverSettings& solver,
                                const StepTime& time, StepTools<D>& tools, Bodies<D>& bodies,
                                ContactMemory<D>& memory, std::vector<LoadedMotion>& loaded)
    : world_(world),
      t_(time.t),
      h_(time.h),
      theta_(time.theta),
      tools_(tools),
      bodies_(bodies),
      memory_(memory),
      forces_(world, time.t, time.h, time.theta, time.forces),
      planes_(world, time.t, time.h, time.theta, forces_.gravity, loaded, 0.5, time.forces),
      solver_(solver),
      with_moments_(world.pairs.any_moment()),
      cohesive_(world.pairs.any_cohesion()),
      gluey_(world.pairs.any_gluey()),
      jumped_(load_jumped(world, bodies, time.t, time.h)),
      out_(recycled_outcome(tools)) {
  if (!names_tolerance(solver_)) {
    solver_ = with_tolerance_of_loads(
        solver_, speed_of_loads(forces_, planes_, theta_, h_, bodies_, tools_.workers));
  }
  // Repeats of the step start from other impulses, but from the same contacts and states.
  if (world.pairs.any_tangential_restitution()) known_ = memory.places;
  if ((cohesive_ || gluey_) && !memory.states.empty()) {
    before_ = {memory.places, memory.states, memory.solids};
  }
}

template <int D>
StepOutcome<D> ImpulseStages<D>::step_on_gaps(const GapRules& rules) {
  out_.detected_at = bodies_.position;
  begin(out_.detected_at);
  on_gaps_ = true;
  predict();
  set_margins(rules.inertia ? rules.reach : kLeastReach);
  const std::vector<Placement<D>> mean = mean_placements(world_, t_, h_);
  const Walls walls{planes_.put(mean), planes_.put_free(mean)};
  if (gluey_) list_held(walls.free);
  GapFeedback feedback{rules.feedback, rules.feedback_limit};
  // Where slabs are carried the start has the new load; elsewhere more sweeps must find it.
  const SolverSettings solver =
      jumped_ && !carries_slabs() ? tightened(solver_, kTighter) : solver_;
  out_.seconds.predict = watch_.lap();

  for (int repeat = 0;; ++repeat) {
    detect(walls.free);
    recall_contacts();
    if (!rules.inertia && repeat == 0 && widen_margins(rules.reach)) {
      remember<D>(out_.contacts, columns(), tools_.workers, memory_, tools_.posed);
      detect(walls.free);
      recall_contacts();
    }
    const PoseInput<D> input = pose_input(start_, walls);
    feedback.way = h_ * speed_against_overlap(input);
    if (!rules.inertia) feedback.way = std::max(feedback.way, deepest_overlap());
    pose_on_gap(input, h_, feedback, tools_.workers, tools_.posed);
    out_.seconds.pose += watch_.lap();
    solve(input, with_fewer_iterations(solver, out_.solve.iterations, kIterationsOfRepeat),
          rules.touching);
    if (h_ * out_.solve.squeeze.speed <= 2.0 * feedback.way) forgive_squeeze();
    advance();
    if (check_list(walls.free) || repeat == rules.repeats) {
      accept();
      account(input, &feedback);
      if (rules.inertia && out_.overlap.relative > kDeepOverlap) take_back(rules);
      return std::move(out_);
    }
    predict();
  }
}

template <int D>
void ImpulseStages<D>::detect(std::span<const Placement<D>> walls) {
  out_.seconds.pose += watch_.lap();
  tools_.list_pairs(bodies_, start_, tools_.margin);
  detect_contacts(world_, bodies_, {start_, walls}, tools_.pairs.pairs(),
                  {.margin = tools_.margin, .seconds = h_}, tools_.workers, out_.contacts);
  out_.seconds.detect += watch_.lap();
}

template <int D>
void ImpulseStages<D>::predict() {
  tools_.motion.predict(bodies_, tools_.workers, [&](std::size_t i) { return v_free(i); });
}
template <int D>
Vec<D> ImpulseStages<D>::v_free(std::size_t i) const {
  return bodies_.velocity[i] + h_ * bodies_.inverse_mass[i].cwiseProduct(forces_.on(bodies_, i));
}

// Contacts are listed as far as `reach` times the free motion goes.
template <int D>
void ImpulseStages<D>::set_margins(double reach) {
  const std::span<const NodeRow<double>> free = tools_.motion.free();
  tools_.margin.resize(bodies_.size());
  tools_.workers.for_range(bodies_.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i) {
      tools_.margin[i] = reach * h_ * velocity_of<D>(free[i]).norm();
    }
  });
}

// Where bodies move by contacts alone most of a jam stands, while some are squeezed out: `reach`
// times the way that the impulses of the last step would push a body, as contacts lie now, and no
// farther than a diameter or that many times its free motion. Whether there is anything new.
template <int D>
bool ImpulseStages<D>::widen_margins(double reach) {
  if (cohesive_ || gluey_) return false;
  const std::span<const NodeRow<double>> free = tools_.motion.free();
  std::vector<Vec<D>>& v = tools_.velocity;
  v.resize(bodies_.size());
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = velocity_of<D>(free[i]);
  for (std::size_t c = 0; c < out_.contacts.size(); ++c) {
    const Vec<D>& p = out_.impulses[c];
    if (p.isZero(0.0)) continue;
    const std::size_t b = out_.contacts[c].b().body();
    v[b] += bodies_.inverse_mass[b].cwiseProduct(p);
    if (out_.contacts[c].a().is_boundary()) continue;
    const std::size_t a = out_.contacts[c].a().body();
    v[a] -= bodies_.inverse_mass[a].cwiseProduct(p);
  }
  bool any = false;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const double most =
        std::max(2.0 * bodies_.radius[i], reach * h_ * velocity_of<D>(free[i]).norm());
    const double way = std::min(reach * h_ * v[i].norm(), most);
    any = any || way > tools_.margin[i];
    tools_.margin[i] = std::max(tools_.margin[i], way);
  }
  return any;
}

// Those that are held across a gap, because faces bend away from each other, farther than free
// motion goes.
template <int D>
void ImpulseStages<D>::list_held(std::span<const Placement<D>> walls) {
  for (std::size_t k = 0; k < before_.places.size(); ++k) {
    if (before_.states[k] == 0.0) continue;
    widen_for<D>({world_, bodies_, start_, walls, h_}, before_.places[k], tools_.margin);
  }
}

template <int D>
PoseInput<D> ImpulseStages<D>::pose_input(std::span<const Vec<D>> position,
                                          const Walls& walls) const {
  return {world_,       bodies_,    out_.contacts, position, tools_.motion.free(),
          walls.before, walls.free, known_};
}

template <int D>
void ImpulseStages<D>::recall_contacts() {
  recall<D>(memory_, out_.contacts, with_moments_, tools_.workers, columns(), tools_.posed);
}

template <int D>
void ImpulseStages<D>::solve(const PoseInput<D>& input, const SolverSettings& settings,
                             double touching) {
  std::optional<Bonds<D>> bonds;
  std::optional<GlueyContacts<D>> held;
  if (cohesive_) {
    bonds.emplace(input, states_before<D>(before_, out_.contacts), h_, touching);
    bonds->pose(problem_at(input), out_.impulses, tools_.posed);
  }
  if (gluey_) {
    held.emplace(input, before_);
    held->pose(tools_.posed);
  }
  NodeMotion& change = tools_.motion.begin_change();
  if (carries_slabs()) carry_slabs(input, settings, change);
  solve_further(input, settings, change);
  if (jumped_ && carries_slabs()) settle_slabs(input, settings, change);
  if (bonds) {
    out_.states.resize(out_.contacts.size());
    bonds->finish(out_.impulses, out_.states, change);
    pulls_.assign(bonds->pulls().begin(), bonds->pulls().end());
  }
  if (held) held->finish(out_.impulses, out_.states, out_.solids);
  if (out_.solve.status != SolveStatus::no_solution && is_met(solver_, out_.solve)) {
    out_.solve.status = SolveStatus::solved;
  }
  remember<D>(out_.contacts, columns(), tools_.workers, memory_, tools_.posed);
  out_.seconds.solve += watch_.lap();
}

// A bed that is not carried although the step is solved may be about to move, or the impulses are
// not yet those of the load, which a small residual does not tell. After a start without impulses
// it stays where it can within the tolerance; else it moves, and does as when solved further.
template <int D>
void ImpulseStages<D>::settle_slabs(const PoseInput<D>& input, const SolverSettings& settings,
                                    NodeMotion& change) {
  const auto is_carried = [&] {
    return lacking_share(warm_start(input), kAfterJump, tools_.workers) <= kAfterJump.lacking;
  };
  if (out_.solve.status != SolveStatus::solved || is_carried()) return;
  if (!tools_.cold_start || t_ >= kJumpSteps * h_ || !carry_across_gaps(input, settings, change)) {
    solve_further(input, tightened(settings, kTighter), change);
    return;
  }
  solve_further(input, with_iterations(settings, 1), change);
  if (out_.solve.status != SolveStatus::solved) solve_further(input, settings, change);
}

// Impulses that carry the slabs at rest where gaps and overlaps that the tolerance leaves open are
// closed. A bed settles through them, layer by layer, if its impulses do not tell which contacts
// bear it. False where slabs move all the same.
template <int D>
bool ImpulseStages<D>::carry_across_gaps(const PoseInput<D>& input, const SolverSettings& settings,
                                         NodeMotion& change) {
  const WarmStart<D> start = warm_start(input);
  const auto stays = [&] {
    return lacking_share(start, kAfterJump, tools_.workers) <= kStillCarried;
  };
  const SolverSettings closer = tightened(settings, kToleranceAcrossGaps);
  const std::vector<Vec<D>> q = tools_.posed.q;
  close_gaps(kClosedGaps * speed_against_overlap(input));
  for (int round = 0; round < kRoundsAcrossGaps; ++round) {
    const bool scaled = scale_by_slabs(start, kAfterJump, tools_.workers);
    if (!scaled && round > 0 && out_.solve.status == SolveStatus::solved) break;
    solve_further(input, with_iterations(closer, scaled ? kSweepsOfScaled : kSweepsOfCarried),
                  change);
    if (round == kRoundsToCarry && !stays()) break;
  }
  tools_.posed.q = q;
  return stays();
}

// Gaps and overlaps that are passed at this speed in the step.
template <int D>
void ImpulseStages<D>::close_gaps(double speed) {
  if (!on_gaps_) return;
  for (std::size_t c = 0; c < out_.contacts.size(); ++c) {
    const Contact<D>& contact = out_.contacts[c];
    tools_.posed.q[c] -= std::clamp(contact.gap / h_, -speed, speed) * contact.n;
  }
}

// From the impulses that there are; sweeps are added to those of the step.
template <int D>
void ImpulseStages<D>::solve_further(const PoseInput<D>& input, const SolverSettings& settings,
                                     NodeMotion& change) {
  const int before = out_.solve.iterations;
  const SweepCounts sweeps_before = out_.solve.sweeps;
  out_.solve = galet::solve<D>(problem_at(input), settings, tools_.solver, out_.impulses, change,
                               out_.moments);
  out_.solve.iterations += before;
  out_.solve.sweeps += sweeps_before;
}

// Impulses of bonds and gluey contacts are not in proportion to the load.
template <int D>
bool ImpulseStages<D>::carries_slabs() const {
  return starts_warm(solver_) && !forces_.gravity.isZero(0.0) && !cohesive_ && !gluey_;
}

template <int D>
WarmStart<D> ImpulseStages<D>::warm_start(const PoseInput<D>& input) {
  return {bodies_,        world_.cell,   forces_,       h_,
          input.position, out_.contacts, out_.impulses, out_.moments};
}

// The start of the solve: slabs of a bed at rest that do not carry their weight. After a jump of
// the load the sweeps spread the new one, and what they spread is scaled again.
template <int D>
void ImpulseStages<D>::carry_slabs(const PoseInput<D>& input, const SolverSettings& settings,
                                   NodeMotion& change) {
  const WarmStart<D> start = warm_start(input);
  if (!jumped_) {
    scale_by_slabs(start, SlabScaling{}, tools_.workers);
    return;
  }
  if (t_ == 0.0 && tools_.cold_start) guess_hydrostatic(start, tools_.workers);
  for (int round = 0; round < kRoundsAfterJump && scale_by_slabs(start, kAfterJump, tools_.workers);
       ++round) {
    solve_further(input, with_iterations(settings, kSweepsOfRound), change);
    if (out_.solve.status == SolveStatus::solved) break;
  }
}

template <int D>
ContactProblem<D> ImpulseStages<D>::problem_at(const PoseInput<D>& input) const {
  return problem_of(input, tools_.posed, planes_.nodes(), planes_.node_of());
}

// At which overlaps may be taken back, since it leaves momentum: what the tolerance left open in
// the last step, judged by its impulses.
template <int D>
double ImpulseStages<D>::speed_against_overlap(const PoseInput<D>& input) const {
  const ContactProblem<D> problem = problem_at(input);
  return speed_left_open(solver_, largest_speed<D>(std::get<BodiesOperator<D>>(problem.W),
                                                   out_.impulses, tools_.workers));
}

// Of the contacts at the start, m.
template <int D>
double ImpulseStages<D>::deepest_overlap() const {
  double depth = 0.0;
  for (const Contact<D>& contact : out_.contacts) depth = std::max(depth, -contact.gap);
  return depth;
}

// Bodies that find no room are squeezed by the push against overlaps alone; nothing drives them.
template <int D>
void ImpulseStages<D>::forgive_squeeze() {
  if (out_.solve.status == SolveStatus::no_solution) {
    out_.solve.status = SolveStatus::iteration_limit;
  }
}

// Deep overlaps, by positions alone. What contacts remember is in the outcome, too: in large scenes
// its memory is lent meanwhile.
template <int D>
void ImpulseStages<D>::take_back(const GapRules& rules) {
  const bool is_large = bodies_.size() >= kLargeScene;
  if (is_large) memory_ = {};
  out_.work.correction -=
      correct_positions<D>(world_, h_, forces_.gravity, {rules.feedback, rules.feedback_limit},
                           tools_, planes_, walls_at_end(), bodies_);
  if (is_large) remember<D>(out_.contacts, columns(), tools_.workers, memory_, tools_.posed);
  out_.seconds.solve += watch_.lap();
  measure_overlap();
}

template <int D>
void ImpulseStages<D>::measure_overlap() {
  tools_.list_pairs(bodies_, bodies_.position, 0.0);
  out_.overlap = largest_overlap<D>(world_, bodies_, {bodies_.position, walls_at_end()},
                                    tools_.pairs.pairs(), tools_.workers);
  out_.seconds.detect += watch_.lap();
}

template <int D>
void ImpulseStages<D>::advance() {
  planes_.advance(tools_.motion.change_of_planes());
  tools_.motion.advance(
      tools_.workers, [&](std::size_t i) { return v_free(i); },
      [&](std::size_t i, const Vec<D>& v_after) {
        bodies_.position[i] =
            start_[i] + h_ * (theta_ * v_after + (1.0 - theta_) * bodies_.velocity[i]);
      });
  out_.seconds.advance += watch_.lap();
}

template <int D>
void ImpulseStages<D>::accept() {
  tools_.motion.accept(bodies_, tools_.workers, h_, theta_);
  out_.seconds.advance += watch_.lap();
}

template <int D>
std::vector<Placement<D>> ImpulseStages<D>::walls_at_end() const {
  return planes_.put_end(placements(world_, t_ + h_));
}

// The largest overlap at the end of a step on gaps; whether everything that overlaps had been
// listed. If not, margins are wider now.
template <int D>
bool ImpulseStages<D>::check_list(std::span<const Placement<D>> walls) {
  tools_.list_pairs(bodies_, bodies_.position, 0.0);
  const std::span<const NodeRow<double>> end_rows = tools_.motion.end();
  std::vector<std::uint8_t>& went_far = tools_.went_far;
  went_far.resize(bodies_.size());
  tools_.workers.for_range(bodies_.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    constexpr double rounding = 1.0 - 1e-9;
    for (std::size_t i = begin; i < end; ++i) {
      const double way2 = h_ * h_ * velocity_of<D>(end_rows[i]).squaredNorm();
      went_far[i] = way2 > rounding * tools_.margin[i] * tools_.margin[i];
    }
  });
  const UnlistedPairs found =
      widen_for_unlisted<D>({world_, bodies_, start_, walls, h_}, walls_at_end(),
                            tools_.pairs.pairs(), went_far, tools_.workers, tools_.margin);
  out_.overlap = found.overlap;
  out_.seconds.detect += watch_.lap();
  return found.all_listed;
}

template <int D>
void ImpulseStages<D>::account(const PoseInput<D>& input, const GapFeedback* feedback) {
  resize_anew(out_.status, out_.contacts.size());
  const std::vector<Placement<D>> walls_after = planes_.with_end_velocity(input.walls_free);
  Account<D> all = ImpulseAccount<D>{world_,
                                     bodies_,
                                     out_.contacts,
                                     out_.impulses,
                                     out_.moments,
                                     pulls_,
                                     laws_of(input, tools_.posed),
                                     tools_.posed.law,
                                     input.position,
                                     tools_.motion.sum(),
                                     input.walls_before,
                                     walls_after,
                                     feedback,
                                     h_}
                       .sum(tools_.workers, out_.status);
  all += sum_over<Account<D>>(
      tools_.workers, bodies_.size(),
      [&](std::size_t begin, std::size_t end) { return account_bodies(begin, end); });
  out_.work = all.work;
  out_.momentum = all.momentum;
  out_.opening = h_ * all.slip_opening;
  out_.seconds.observe += watch_.lap();
}

template <int D>
Account<D> ImpulseStages<D>::account_bodies(std::size_t begin, std::size_t end) const {
  Account<D> sum;
  const BodyAccount<D> account(world_, bodies_, t_, h_, forces_);
  const std::span<const NodeRow<double>> motion_sum = tools_.motion.sum();
  for (std::size_t i = begin; i < end; ++i) {
    const Vec<D> v_after = bodies_.velocity[i];
    const Vec<D> v_sum = velocity_of<D>(motion_sum[i]);
    const Vec<D> v_before = v_sum - v_after;
    const Vec<D> mean = 0.5 * h_ * v_sum;
    const Vec<D> moved = h_ * (theta_ * v_after + (1.0 - theta_) * v_before);
    account.add(i, {mean, v_before, v_after}, sum);
    // Kinetic energy receives weight·mean, potential energy gives weight·moved.
    sum.work.correction += account.weight(i).dot(mean - moved);
    if (account.gravity_varies()) {
      const Vec<D> gone = world_.cell.offset(bodies_.image_of(i));
      account.add_gravity(i, moved, start_[i] + gone, bodies_.position[i] + gone, sum);
    }
  }
  return sum;
}

template class ImpulseStages<2>;
template class ImpulseStages<3>;

}  // namespace galet
