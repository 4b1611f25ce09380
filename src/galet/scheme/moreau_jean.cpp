#include "galet/scheme/moreau_jean.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "galet/base/lean.hpp"
#include "galet/base/memory_policy.hpp"
#include "galet/base/reduce.hpp"
#include "galet/base/timer.hpp"
#include "galet/scheme/forces.hpp"
#include "galet/scheme/loaded_planes.hpp"

namespace galet {
namespace {

// How often a step is solved again because pairs that were not listed overlap.
constexpr int kRepeats = 5;
// After a jump of the load (relative change of gravity in a step, or the start) so many steps are
// solved with a tolerance smaller by the factor.
constexpr int kJumpSteps = 10;
constexpr double kLoadJump = 0.1;
constexpr double kTighter = 0.1;

// Whether the tolerance of the settings is met, even if a smaller one was asked for in vain.
bool good_enough(const SolverSettings& settings, const SolveReport& report) {
  return std::visit(
      [&](const auto& s) {
        return s.criterion == NlgsCriterion::residual &&
               (report.residual_relative <= s.tolerance ||
                report.residual_velocity <= s.tolerance_velocity.value_or(-1.0));
      },
      settings);
}

SolverSettings tightened(SolverSettings settings) {
  std::visit(
      [](auto& s) {
        s.tolerance *= kTighter;
        if (s.tolerance_velocity) *s.tolerance_velocity *= kTighter;
      },
      settings);
  return settings;
}

// One step, in the order of the words: predict, detect, pose, solve, advance, account.
template <int D>
class Step {
 public:
  Step(const World<D>& world, const SolverSettings& solver, double t, double h, double theta,
       StepTools<D>& tools, Bodies<D>& bodies, ContactMemory<D>& memory,
       std::vector<LoadedMotion>& loaded)
      : world_(world),
        solver_(solver),
        t_(t),
        h_(h),
        theta_(theta),
        tools_(tools),
        bodies_(bodies),
        memory_(memory),
        forces_(world, t, h, theta),
        planes_(world, t, h, theta, forces_.gravity, loaded) {
    out_.contacts = std::move(tools.recycled.contacts);
    out_.detected_at = std::move(tools.recycled.detected_at);
    out_.impulses = std::move(tools.recycled.impulses);
    out_.status = std::move(tools.recycled.status);
  }

  StepOutcome<D> on_velocity(const MoreauJeanSettings& scheme) {
    tools_.position = bodies_.position;
    start_ = tools_.position;
    predict();
    std::vector<Vec<D>>& q_mid = out_.detected_at;
    q_mid.resize(bodies_.size());
    for (std::size_t i = 0; i < q_mid.size(); ++i)
      q_mid[i] = start_[i] + 0.5 * h_ * bodies_.velocity[i];
    const std::vector<Placement<D>> walls_before = planes_.put(placements(world_, t_));
    const std::vector<Placement<D>> walls_after = planes_.put_free(placements(world_, t_ + h_));
    out_.seconds.predict = watch_.lap();

    const double largest = bodies_.radius.empty() ? 0.0 : *std::ranges::max_element(bodies_.radius);
    list_pairs(q_mid, scheme.activation * largest);
    detect_contacts(
        world_, bodies_, {q_mid, planes_.put(placements(world_, t_ + 0.5 * h_), 0.5 * h_)},
        tools_.pairs.pairs(), {.activation = scheme.activation}, tools_.workers, out_.contacts);
    out_.seconds.detect = watch_.lap();

    const PoseInput<D> input = pose_input(q_mid, walls_before, walls_after);
    recall_impulses();
    pose_on_velocity(input, tools_.workers, tools_.posed);
    out_.seconds.pose = watch_.lap();
    solve(input, solver_);
    advance();
    accept();
    account(input, {});
    list_pairs(bodies_.position, 0.0);
    out_.overlap = largest_overlap<D>(world_, bodies_, {bodies_.position, walls_at_end()},
                                      tools_.pairs.pairs(), tools_.workers);
    out_.seconds.detect += watch_.lap();
    return std::move(out_);
  }

  StepOutcome<D> on_gap(const MoreauJeanSettings& scheme) {
    out_.detected_at = bodies_.position;
    start_ = out_.detected_at;
    predict();
    tools_.margin.resize(bodies_.size());
    tools_.workers.for_range(bodies_.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t i = begin; i < end; ++i) {
        tools_.margin[i] = h_ * velocity_of<D>(tools_.motion[i]).norm();
      }
    });
    const std::vector<Placement<D>> mean = mean_placements(world_, t_, h_);
    const std::vector<Placement<D>> walls_before = planes_.put(mean);
    const std::vector<Placement<D>> walls = planes_.put_free(mean);
    const GapFeedback feedback{scheme.feedback, scheme.feedback_limit};
    const SolverSettings solver = load_jumped() ? tightened(solver_) : solver_;
    out_.seconds.predict = watch_.lap();

    for (int repeat = 0;; ++repeat) {
      list_pairs(start_, tools_.margin);
      detect_contacts(world_, bodies_, {start_, walls}, tools_.pairs.pairs(),
                      {.margin = tools_.margin, .seconds = h_}, tools_.workers, out_.contacts);
      out_.seconds.detect += watch_.lap();

      const PoseInput<D> input = pose_input(start_, walls_before, walls);
      recall_impulses();
      pose_on_gap(input, h_, feedback, tools_.workers, tools_.posed);
      out_.seconds.pose += watch_.lap();
      solve(input, solver);
      advance();
      if (check_overlaps(walls) || repeat == kRepeats) {
        accept();
        account(input, feedback);
        return std::move(out_);
      }
      predict();
    }
  }

 private:
  // The rows become the motion free of contact.
  void predict() {
    resize_anew(tools_.motion, bodies_.size());
    tools_.workers.for_range(bodies_.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t i = begin; i < end; ++i) {
        set_motion<D>(free_velocity(i), bodies_.radius[i] * bodies_.spin[i], tools_.motion[i]);
      }
    });
  }
  Vec<D> free_velocity(std::size_t i) const {
    const auto group = static_cast<std::size_t>(bodies_.group[i]);
    const Vec<D> force = bodies_.mass[i] * forces_.gravity + forces_.group_force[group];
    return bodies_.velocity[i] + h_ * bodies_.inverse_mass[i].cwiseProduct(force);
  }

  // Whether the load changed abruptly a few steps ago: at a start without impulses, in gravity, or
  // because a boundary came or went. The impulses of smooth loads are then far from what they must
  // become, and the residual alone says little about them.
  bool load_jumped() const {
    if (tools_.cold_start && t_ < kJumpSteps * h_) return true;
    const auto recent = [&](double time) {
      return time > 0.0 && time > t_ - kJumpSteps * h_ && time <= t_ + h_;
    };
    for (const Boundary<D>& boundary : world_.boundaries) {
      if (recent(boundary.from) || recent(boundary.until)) return true;
    }
    for (int k = 0; k < kJumpSteps; ++k) {
      const Vec<D> after = world_.gravity_at(t_ + h_ - k * h_);
      const Vec<D> before = world_.gravity_at(t_ - k * h_);
      if ((after - before).norm() > kLoadJump * std::max(after.norm(), before.norm())) return true;
    }
    return false;
  }

  PoseInput<D> pose_input(std::span<const Vec<D>> position, std::span<const Placement<D>> before,
                          std::span<const Placement<D>> after) const {
    return {
        world_, bodies_, out_.contacts, position, std::span(tools_.motion).first(bodies_.size()),
        before, after};
  }

  // The memory is empty until the impulses are known: its room serves q.
  void recall_impulses() {
    recall<D>(memory_, out_.contacts, tools_.workers, out_.impulses);
    tools_.posed.q.swap(memory_.impulses);
  }

  void solve(const PoseInput<D>& input, const SolverSettings& settings) {
    const int before = out_.solve.iterations;
    out_.solve = galet::solve<D>(planes_.add_to(problem_of(input, tools_.posed)), settings,
                                 tools_.solver, out_.impulses, tools_.motion);
    if (good_enough(solver_, out_.solve)) out_.solve.status = SolveStatus::solved;
    out_.solve.iterations += before;
    tools_.posed.q.swap(memory_.impulses);
    remember<D>(out_.contacts, out_.impulses, tools_.workers, memory_);
    out_.seconds.solve += watch_.lap();
  }

  // Positions; from here on the rows hold the velocities at the end, and still the changes of r ω.
  // Velocities, spins and orientations follow when the step is accepted.
  void advance() {
    tools_.workers.for_range(bodies_.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t i = begin; i < end; ++i) {
        BallRow<double>& row = tools_.motion[i];
        const Vec<D> v_after = free_velocity(i) + velocity_of<D>(row);
        bodies_.position[i] =
            start_[i] + h_ * (theta_ * v_after + (1.0 - theta_) * bodies_.velocity[i]);
        set_motion<D>(v_after, rim_velocity_of<D>(row), row);
      }
    });
    planes_.advance(std::span(tools_.motion).subspan(bodies_.size()));
    out_.seconds.advance += watch_.lap();
  }

  // Velocities, spins and orientations. From here on the rows hold v⁻ + v⁺ and r (ω⁻ + ω⁺).
  void accept() {
    tools_.workers.for_range(bodies_.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t i = begin; i < end; ++i) {
        BallRow<double>& row = tools_.motion[i];
        const Vec<D> v_before = bodies_.velocity[i];
        const Vec<D> v_after = velocity_of<D>(row);
        const double r = bodies_.radius[i];
        const Spin<D> w_before = bodies_.spin[i];
        const Spin<D> w_after = w_before + rim_velocity_of<D>(row) / r;
        bodies_.velocity[i] = v_after;
        bodies_.spin[i] = w_after;
        bodies_.rotation[i] =
            bodies_.rotation[i].turned(h_ * (theta_ * w_after + (1.0 - theta_) * w_before));
        set_motion<D>(v_before + v_after, r * (w_before + w_after), row);
      }
    });
    out_.seconds.advance += watch_.lap();
  }

  // Margins by body, or one for all. In large scenes the solver lends its memory to the search.
  template <class M>
  void list_pairs(std::span<const Vec<D>> position, const M& margin) {
    if (tools_.pairs.covers(position, margin, tools_.workers)) return;
    if (bodies_.size() >= kLargeScene) tools_.solver.release();
    tools_.pairs.build(position, bodies_.radius, margin, tools_.workers);
  }

  std::vector<Placement<D>> walls_at_end() const {
    return planes_.put_end(placements(world_, t_ + h_));
  }

  // The largest overlap at the end of a step on gaps. What overlaps although it was beyond the
  // reach of the list of contacts, with the `walls` of the start, gets wider margins, so that it
  // will be listed. Returns whether everything had been listed. Two bodies that both went no
  // farther than their margins cannot overlap without having been listed.
  bool check_overlaps(std::span<const Placement<D>> walls) {
    using Unlisted = std::vector<std::pair<ContactPlace, double>>;
    std::vector<Unlisted> parts(tools_.workers.count());
    list_pairs(bodies_.position, 0.0);
    std::vector<std::uint8_t>& went_far = tools_.went_far;
    went_far.resize(bodies_.size());
    tools_.workers.for_range(bodies_.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
      constexpr double rounding = 1.0 - 1e-9;
      for (std::size_t i = begin; i < end; ++i) {
        const double way2 = h_ * h_ * velocity_of<D>(tools_.motion[i]).squaredNorm();
        went_far[i] = way2 > rounding * tools_.margin[i] * tools_.margin[i];
      }
    });
    out_.overlap = find_overlaps<D>(
        world_, bodies_, {bodies_.position, walls_at_end()}, tools_.pairs.pairs(), tools_.workers,
        [far = went_far.data()](std::size_t i) { return far[i] != 0; },
        [&](const ContactPlace& place, std::size_t part) {
          const double distance = distance_beyond_list(place, walls);
          if (distance > 0.0) parts[part].emplace_back(place, distance);
        });
    bool all_listed = true;
    for (const Unlisted& part : parts) {
      for (const auto& [place, distance] : part) {
        // Generously, since rounding may not leave it out again.
        if (!place.a.is_boundary()) tools_.margin[place.a.body()] += distance;
        tools_.margin[place.b.body()] += place.a.is_boundary() ? 2.0 * distance : distance;
        all_listed = false;
      }
    }
    out_.seconds.detect += watch_.lap();
    return all_listed;
  }

  double distance_beyond_list(const ContactPlace& place,
                              std::span<const Placement<D>> walls) const {
    const std::size_t b = place.b.body();
    const Vec<D>& x_b = start_[b];
    const double listed_b = bodies_.radius[b] + tools_.margin[b];
    if (!place.a.is_boundary()) {
      const std::size_t a = place.a.body();
      const double listed = listed_b + bodies_.radius[a] + tools_.margin[a];
      const double distance2 = world_.cell.nearest(x_b - start_[a]).squaredNorm();
      return distance2 <= listed * listed ? 0.0 : std::sqrt(distance2) - listed;
    }
    const std::size_t k = place.a.boundary();
    if (!walls[k].present) return 0.0;  // it is felt from the next step on
    const Vec<D> x = world_.image_at(k, walls[k], x_b);
    const double listed = listed_b + h_ * walls[k].velocity_at(x).norm();
    double missing = 0.0;
    std::visit(
        [&](const auto& shape) {
          for_each_face(shape, walls[k], x, [&](int face, double distance, const Vec<D>&) {
            if (face == place.feature) missing = std::max(missing, distance - listed);
          });
        },
        world_.boundaries[k].shape);
    return missing;
  }

  // The work of the step, from the impulses and velocities themselves.
  void account(const PoseInput<D>& input, const std::optional<GapFeedback>& feedback) {
    resize_anew(out_.status, out_.contacts.size());
    walls_after_ = planes_.with_end_velocity(input.walls_free);
    Account all = sum_over<Account>(tools_.workers, out_.contacts.size(),
                                    [&](std::size_t begin, std::size_t end) {
                                      return account_contacts(input, feedback, begin, end);
                                    });
    all += sum_over<Account>(
        tools_.workers, bodies_.size(),
        [&](std::size_t begin, std::size_t end) { return account_bodies(begin, end); });
    out_.work = all.work;
    out_.momentum = all.momentum;
    out_.seconds.observe += watch_.lap();
  }

  struct Account {
    EnergyWork work;
    MomentumBalance<D> momentum;

    Account& operator+=(const Account& other) {
      work += other.work;
      momentum += other.momentum;
      return *this;
    }
  };

  Account account_contacts(const PoseInput<D>& input, const std::optional<GapFeedback>& feedback,
                           std::size_t begin, std::size_t end) {
    Account sum;
    for (std::size_t c = begin; c < end; ++c) {
      const Contact<D>& contact = out_.contacts[c];
      const Vec<D>& p = out_.impulses[c];
      if (p.isZero(0.0)) {
        out_.status[c] = ContactStatus::gap;
        continue;
      }
      Vec<D> velocity = relative_velocity<D>(contact, tools_.motion);
      if (contact.a().is_boundary()) {
        const Vec<D>& x = input.position[contact.b().body()];
        const Vec<D> surface = boundary_velocity(world_, bodies_, contact, x, input.walls_before) +
                               boundary_velocity<D>(world_, bodies_, contact, x, walls_after_);
        sum.work.boundaries += 0.5 * p.dot(surface);
        sum.momentum.support += p;
        velocity -= surface;
      }
      const double p_n = p.dot(contact.n);
      const double pushed =
          feedback
              ? 0.5 * p_n * feedback->taken_back(contact.gap, contact_length(bodies_, contact)) / h_
              : 0.0;
      sum.work.correction += pushed;
      sum.work.dissipated += pushed - 0.5 * p.dot(velocity);
      out_.status[c] = coulomb_status(p_n, (p - p_n * contact.n).norm(), tools_.posed.mu[c]);
    }
    return sum;
  }

  Account account_bodies(std::size_t begin, std::size_t end) const {
    Account sum;
    const Vec<D> g_before = world_.gravity_at(t_);
    const Vec<D> g_after = world_.gravity_at(t_ + h_);
    for (std::size_t i = begin; i < end; ++i) {
      // 1 where the body can move, 0 where it is locked.
      const Vec<D> free = bodies_.mass[i] * bodies_.inverse_mass[i];
      const Vec<D> v_after = bodies_.velocity[i];
      const Vec<D> v_sum = velocity_of<D>(tools_.motion[i]);
      const Vec<D> v_before = v_sum - v_after;
      const Vec<D> mean = 0.5 * h_ * v_sum;
      const Vec<D> moved = h_ * (theta_ * v_after + (1.0 - theta_) * v_before);
      const Vec<D> weight = bodies_.mass[i] * free.cwiseProduct(forces_.gravity);
      const auto group = static_cast<std::size_t>(bodies_.group[i]);
      sum.momentum.weight += h_ * weight;
      sum.momentum.change += bodies_.mass[i] * (v_after - v_before);
      sum.work.external += forces_.group_force[group].dot(mean);
      // Kinetic energy receives weight·mean, potential energy gives weight·moved.
      sum.work.correction += weight.dot(mean - moved);
      if (!world_.gravity.is_constant()) {
        const Vec<D> gone = world_.cell.offset(bodies_.image_of(i));
        sum.work.external +=
            bodies_.mass[i] * (forces_.gravity.dot(moved) -
                               free.cwiseProduct(g_after).dot(bodies_.position[i] + gone) +
                               free.cwiseProduct(g_before).dot(start_[i] + gone));
      }
    }
    return sum;
  }

  const World<D>& world_;
  const SolverSettings& solver_;
  double t_;
  double h_;
  double theta_;
  StepTools<D>& tools_;
  std::span<const Vec<D>> start_;  // positions at the start of the step
  Bodies<D>& bodies_;
  ContactMemory<D>& memory_;
  StepForces<D> forces_;
  LoadedPlanes<D> planes_;
  std::vector<Placement<D>> walls_after_;  // with the velocities at the end of the step
  Stopwatch watch_;
  StepOutcome<D> out_;
};

}  // namespace

template <int D>
StepOutcome<D> step_moreau_jean(const World<D>& world, const MoreauJeanSettings& scheme,
                                const SolverSettings& solver, double t, double h,
                                StepTools<D>& tools, Bodies<D>& bodies, ContactMemory<D>& memory,
                                std::vector<LoadedMotion>& loaded) {
  const bool on_gap = scheme.normal == NormalContact::gap;
  const double theta = on_gap ? 1.0 : scheme.theta.value_or(0.5);
  Step<D> step(world, solver, t, h, theta, tools, bodies, memory, loaded);
  return on_gap ? step.on_gap(scheme) : step.on_velocity(scheme);
}

template StepOutcome<2> step_moreau_jean(const World<2>&, const MoreauJeanSettings&,
                                         const SolverSettings&, double, double, StepTools<2>&,
                                         Bodies<2>&, ContactMemory<2>&, std::vector<LoadedMotion>&);
template StepOutcome<3> step_moreau_jean(const World<3>&, const MoreauJeanSettings&,
                                         const SolverSettings&, double, double, StepTools<3>&,
                                         Bodies<3>&, ContactMemory<3>&, std::vector<LoadedMotion>&);

}  // namespace galet
