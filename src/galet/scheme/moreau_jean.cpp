#include "galet/scheme/moreau_jean.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "galet/assembly/pose.hpp"
#include "galet/base/timer.hpp"
#include "galet/collision/narrow_phase.hpp"
#include "galet/solver/nlgs.hpp"

namespace galet {
namespace {

// How often a step is solved again because pairs that were not listed overlap.
constexpr int kRepeats = 5;

// θ-weighted forces of a step: gravity (an acceleration) and the forces of the groups.
template <int D>
struct StepForces {
  Vec<D> gravity;
  std::vector<Vec<D>> group_force;  // N, by group

  StepForces(const World<D>& world, double t, double h, double theta)
      : gravity(weighted(world.gravity, t, h, theta)),
        group_force(world.groups.size(), Vec<D>::Zero()) {
    for (const GroupForce& f : world.forces) {
      group_force[static_cast<std::size_t>(f.group)] += weighted(f.force, t, h, theta);
    }
  }
  static Vec<D> weighted(const VectorSeries& series, double t, double h, double theta) {
    return theta * World<D>::value_at(series, t + h) +
           (1.0 - theta) * World<D>::value_at(series, t);
  }
};

// One step, in the order of the words: predict, detect, pose, solve, advance, account.
template <int D>
class Step {
 public:
  Step(const World<D>& world, const SolverSettings& solver, double t, double h, double theta,
       StepTools<D>& tools, Bodies<D>& bodies, ContactMemory<D>& memory)
      : world_(world),
        solver_(solver),
        t_(t),
        h_(h),
        theta_(theta),
        tools_(tools),
        bodies_(bodies),
        memory_(memory),
        forces_(world, t, h, theta),
        position_(bodies.position),
        rotation_(bodies.rotation),
        velocity_(bodies.velocity),
        spin_(bodies.spin) {}

  StepOutcome<D> on_velocity(const MoreauJeanSettings& scheme) {
    predict();
    std::vector<Vec<D>> q_mid(bodies_.size());
    for (std::size_t i = 0; i < q_mid.size(); ++i)
      q_mid[i] = position_[i] + 0.5 * h_ * velocity_[i];
    out_.seconds.predict = watch_.lap();

    const double largest = bodies_.radius.empty() ? 0.0 : *std::ranges::max_element(bodies_.radius);
    tools_.pairs.update(q_mid, bodies_.radius, scheme.activation * largest, tools_.workers);
    out_.contacts =
        detect_contacts(world_, bodies_, {q_mid, placements(world_, t_ + 0.5 * h_)},
                        tools_.pairs.pairs(), {.activation = scheme.activation}, tools_.workers);
    out_.seconds.detect = watch_.lap();

    set_velocities(placements(world_, t_), placements(world_, t_ + h_));
    problem_ =
        pose_on_velocity<D>(world_, bodies_, out_.contacts, std::move(graph_), u_free_, u_before_);
    correction_.assign(out_.contacts.size(), 0.0);
    out_.seconds.pose = watch_.lap();
    solve();
    advance();
    account();
    return std::move(out_);
  }

  StepOutcome<D> on_gap(const MoreauJeanSettings& scheme) {
    predict();
    std::vector<double> margin(bodies_.size());
    for (std::size_t i = 0; i < margin.size(); ++i) margin[i] = h_ * v_free_[i].norm();
    const std::vector<Placement<D>> walls = mean_placements(world_, t_, h_);
    out_.seconds.predict = watch_.lap();

    for (int repeat = 0;; ++repeat) {
      tools_.pairs.update(position_, bodies_.radius, margin, tools_.workers);
      out_.contacts = detect_contacts(world_, bodies_, {position_, walls}, tools_.pairs.pairs(),
                                      {.margin = margin, .seconds = h_}, tools_.workers);
      out_.seconds.detect += watch_.lap();

      set_velocities(walls, walls);
      problem_ =
          pose_on_gap<D>(world_, bodies_, out_.contacts, std::move(graph_), u_free_, u_before_, h_,
                         {scheme.feedback, scheme.feedback_limit}, correction_);
      out_.seconds.pose += watch_.lap();
      solve();
      advance();
      if (repeat == kRepeats || !widen(walls, margin)) break;
    }
    account();
    return std::move(out_);
  }

 private:
  void predict() {
    v_free_.resize(bodies_.size());
    tools_.workers.for_range(bodies_.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t i = begin; i < end; ++i) {
        const auto group = static_cast<std::size_t>(bodies_.group[i]);
        const Vec<D> force = bodies_.mass[i] * forces_.gravity + forces_.group_force[group];
        v_free_[i] = velocity_[i] + h_ * bodies_.inverse_mass[i].cwiseProduct(force);
      }
    });
  }

  // The graph, and relative velocities before the step and free of contact.
  void set_velocities(std::span<const Placement<D>> before, std::span<const Placement<D>> after) {
    surface_before_ = surface_velocities<D>(world_, before, out_.contacts);
    surface_after_ = surface_velocities<D>(world_, after, out_.contacts);
    graph_ = make_graph(bodies_, out_.contacts);
    u_before_ =
        relative_velocities<D>(graph_, node_velocities<D>(velocity_, spin_), surface_before_);
    u_free_ = relative_velocities<D>(graph_, node_velocities<D>(v_free_, spin_), surface_after_);
  }

  void solve() {
    const int before = out_.solve.iterations;
    out_.impulses = recall(memory_, out_.contacts);
    out_.solve = galet::solve<D>(problem_, solver_, out_.impulses);
    out_.solve.iterations += before;
    memory_ = remember<D>(out_.contacts, out_.impulses);
    out_.seconds.solve += watch_.lap();
  }

  void advance() {
    const std::vector<Twist<D>> change =
        std::get<DelassusGraph<D>>(problem_.W).node_velocities(out_.impulses);
    tools_.workers.for_range(bodies_.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t i = begin; i < end; ++i) {
        bodies_.velocity[i] = v_free_[i] + change[i].linear;
        bodies_.spin[i] = spin_[i] + change[i].angular;
        bodies_.position[i] =
            position_[i] + h_ * (theta_ * bodies_.velocity[i] + (1.0 - theta_) * velocity_[i]);
        bodies_.rotation[i] =
            rotation_[i].turned(h_ * (theta_ * bodies_.spin[i] + (1.0 - theta_) * spin_[i]));
      }
    });
    out_.seconds.advance += watch_.lap();
  }

  // Widens the margins so that pairs that overlap now but were not listed will be; tells whether
  // there were any.
  bool widen(std::span<const Placement<D>> walls, std::vector<double>& margin) {
    bool any = false;
    tools_.pairs.update(bodies_.position, bodies_.radius, 0.0, tools_.workers);
    for (const BodyPair& pair : tools_.pairs.pairs()) {
      const auto a = static_cast<std::size_t>(pair.a);
      const auto b = static_cast<std::size_t>(pair.b);
      const double touch = bodies_.radius[a] + bodies_.radius[b];
      if ((bodies_.position[b] - bodies_.position[a]).squaredNorm() >= touch * touch) continue;
      const double gap = (position_[b] - position_[a]).norm() - touch;
      const double missing = gap - margin[a] - margin[b];
      if (missing <= 0.0) continue;
      margin[a] += missing;  // generously, since rounding may not leave it out again
      margin[b] += missing;
      any = true;
    }
    const std::vector<Placement<D>> end = placements(world_, t_ + h_);
    for (std::size_t k = 0; k < end.size(); ++k) {
      if (!walls[k].present) continue;
      std::visit(
          [&](const auto& shape) {
            for (std::size_t i = 0; i < bodies_.size(); ++i) {
              const double listed =
                  bodies_.radius[i] + margin[i] + h_ * walls[k].velocity_at(position_[i]).norm();
              double missing = 0.0;
              for_each_face(shape, end[k], bodies_.position[i],
                            [&](int face, double now, const Vec<D>&) {
                              if (now >= bodies_.radius[i]) return;
                              for_each_face(shape, walls[k], position_[i],
                                            [&](int same, double before, const Vec<D>&) {
                                              if (same == face)
                                                missing = std::max(missing, before - listed);
                                            });
                            });
              if (missing <= 0.0) continue;
              margin[i] += 2.0 * missing;
              any = true;
            }
          },
          world_.boundaries[k].shape);
    }
    out_.seconds.detect += watch_.lap();
    return any;
  }

  // The work of the step, from the impulses and velocities themselves.
  void account() {
    const auto& graph = std::get<DelassusGraph<D>>(problem_.W);
    const std::vector<Vec<D>> u_after = relative_velocities<D>(
        graph, node_velocities<D>(bodies_.velocity, bodies_.spin), surface_after_);
    out_.status.resize(out_.contacts.size());
    for (std::size_t c = 0; c < out_.contacts.size(); ++c) {
      const Vec<D>& p = out_.impulses[c];
      const Vec<D> surface = graph.edges[c].frame * (surface_before_[c] + surface_after_[c]);
      const double pushed = 0.5 * p[0] * correction_[c];
      out_.work.boundaries += 0.5 * p.dot(surface);
      out_.work.correction += pushed;
      out_.work.dissipated += pushed - 0.5 * p.dot(u_before_[c] + u_after[c]);
      out_.status[c] = coulomb_status<D>(p, problem_.mu[c]);
    }

    const Vec<D> g_before = world_.gravity_at(t_);
    const Vec<D> g_after = world_.gravity_at(t_ + h_);
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      // 1 where the body can move, 0 where it is locked.
      const Vec<D> free = bodies_.mass[i] * bodies_.inverse_mass[i];
      const Vec<D> mean = 0.5 * h_ * (velocity_[i] + bodies_.velocity[i]);
      const Vec<D> moved = h_ * (theta_ * bodies_.velocity[i] + (1.0 - theta_) * velocity_[i]);
      const Vec<D> weight = bodies_.mass[i] * free.cwiseProduct(forces_.gravity);
      const auto group = static_cast<std::size_t>(bodies_.group[i]);
      out_.work.external += forces_.group_force[group].dot(mean);
      // Kinetic energy receives weight·mean, potential energy gives weight·moved.
      out_.work.correction += weight.dot(mean - moved);
      if (!world_.gravity.is_constant()) {
        out_.work.external +=
            bodies_.mass[i] *
            (forces_.gravity.dot(moved) - free.cwiseProduct(g_after).dot(bodies_.position[i]) +
             free.cwiseProduct(g_before).dot(position_[i]));
      }
    }
    out_.seconds.observe = watch_.lap();
  }

  const World<D>& world_;
  const SolverSettings& solver_;
  double t_;
  double h_;
  double theta_;
  StepTools<D>& tools_;
  Bodies<D>& bodies_;
  ContactMemory<D>& memory_;
  StepForces<D> forces_;
  Stopwatch watch_;

  // At the start of the step.
  std::vector<Vec<D>> position_;
  std::vector<Rotation<D>> rotation_;
  std::vector<Vec<D>> velocity_;
  std::vector<Spin<D>> spin_;

  std::vector<Vec<D>> v_free_;
  DelassusGraph<D> graph_;  // until it moves into the problem
  ContactProblem<D> problem_;
  std::vector<Vec<D>> surface_before_;
  std::vector<Vec<D>> surface_after_;
  std::vector<Vec<D>> u_before_;
  std::vector<Vec<D>> u_free_;
  std::vector<double> correction_;  // m/s, speed at which an overlap is taken back
  StepOutcome<D> out_;
};

}  // namespace

template <int D>
StepOutcome<D> step_moreau_jean(const World<D>& world, const MoreauJeanSettings& scheme,
                                const SolverSettings& solver, double t, double h,
                                StepTools<D>& tools, Bodies<D>& bodies, ContactMemory<D>& memory) {
  const bool on_gap = scheme.normal == NormalContact::gap;
  const double theta = on_gap ? 1.0 : scheme.theta.value_or(0.5);
  Step<D> step(world, solver, t, h, theta, tools, bodies, memory);
  return on_gap ? step.on_gap(scheme) : step.on_velocity(scheme);
}

template StepOutcome<2> step_moreau_jean(const World<2>&, const MoreauJeanSettings&,
                                         const SolverSettings&, double, double, StepTools<2>&,
                                         Bodies<2>&, ContactMemory<2>&);
template StepOutcome<3> step_moreau_jean(const World<3>&, const MoreauJeanSettings&,
                                         const SolverSettings&, double, double, StepTools<3>&,
                                         Bodies<3>&, ContactMemory<3>&);

}  // namespace galet
