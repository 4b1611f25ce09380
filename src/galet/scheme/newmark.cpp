#include "galet/scheme/newmark.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "galet/base/timer.hpp"
#include "galet/collision/narrow_phase.hpp"
#include "galet/scheme/account.hpp"
#include "galet/scheme/loaded_planes.hpp"
#include "galet/scheme/newmark_newton.hpp"

namespace galet {

// Kept between steps; the result of a step does not depend on it.
template <int D>
struct NewmarkTools {
  bool friction = false;
  std::optional<LinearSolver> linear;
  NewmarkSystem<D> translations;                     // unknowns without friction
  NewmarkSystem<D + spin_dimension<D>> all_motions;  // unknowns with friction
  // Written anew in every step.
  NearContacts<D> near;
  NewmarkMotion<D> motion;
  std::vector<double> margin;
  std::vector<LoadedMotion> near_by;
};

namespace {

// Contacts are listed up to this part of the radii beyond the free motion; a wider list changes
// less often, and with it the pattern of the matrix.
constexpr double kSkin = 0.02;
// How often a step is done again because bodies moved further than the list of contacts allows.
constexpr int kRepeats = 8;

template <int D>
bool has_friction(const World<D>& world) {
  const auto n = static_cast<MaterialIndex>(world.materials.size());
  for (MaterialIndex a = 0; a < n; ++a) {
    for (MaterialIndex b = a; b < n; ++b) {
      if (world.pairs(a, b).friction > 0.0) return true;
    }
  }
  return false;
}

template <int D>
class Step {
 public:
  static constexpr int S = spin_dimension<D>;

  Step(const World<D>& world, const NewmarkSettings& scheme, double t, double h,
       StepTools<D>& tools, NewmarkTools<D>& own, Bodies<D>& bodies,
       std::vector<LoadedMotion>& loaded)
      : world_(world),
        scheme_(scheme),
        t_(t),
        h_(h),
        tools_(tools),
        own_(own),
        bodies_(bodies),
        loaded_(loaded),
        near_(own.near),
        motion_(own.motion),
        forces_(world, t, h, 0.5),
        planes_(world, t, h, 0.5, forces_.gravity, loaded, 0.0),
        out_(recycled_outcome(tools)) {
    motion_.set_rates(scheme.beta, scheme.gamma, h);
    out_.contacts.clear();
    out_.impulses.clear();
    out_.status.clear();
  }

  StepOutcome<D> run() {
    predict();
    predict_planes();
    out_.seconds.predict = watch_.lap();
    for (int repeat = 0;; ++repeat) {
      list_contacts();
      out_.seconds.detect += watch_.lap();
      if (!motion_.midpoint) set_start_acceleration();
      motion_.set_free(bodies_, scheme_.beta);
      const int before = out_.solve.iterations;
      out_.solve = own_.friction ? solve<D + S>(own_.all_motions) : solve<D>(own_.translations);
      out_.solve.iterations += before;
      out_.seconds.solve += watch_.lap() - pose_seconds_;
      out_.seconds.pose += std::exchange(pose_seconds_, 0.0);
      if (repeat == kRepeats || !widen()) break;
    }
    report_contacts();
    out_.detected_at = bodies_.position;
    advance();
    out_.work = all_.work;
    out_.momentum = all_.momentum;
    out_.stored = all_.stored;
    tools_.pairs.update(bodies_.position, bodies_.radius, 0.0, tools_.workers);
    out_.overlap = largest_overlap<D>(world_, bodies_,
                                      {bodies_.position, placements(world_, t_ + h_, loaded_)},
                                      tools_.pairs.pairs(), tools_.workers);
    out_.seconds.advance = watch_.lap();
    return std::move(out_);
  }

 private:
  void predict() {
    const std::size_t n = bodies_.size();
    motion_.force.resize(n);
    own_.margin.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      const Vec<D> a = bodies_.inverse_mass[i].cwiseProduct(forces_.on(bodies_, i));
      motion_.force[i] = bodies_.mass[i] * a;  // without the locked directions
      const double moved = h_ * bodies_.velocity[i].norm();
      const double fallen = h_ * h_ * a.norm();
      own_.margin[i] = moved + fallen + kSkin * bodies_.radius[i];
      speed_ =
          std::max({speed_, moved / h_, fallen / h_, bodies_.radius[i] * bodies_.spin[i].norm()});
    }
  }

  void predict_planes() {
    motion_.planes.clear();
    motion_.plane_of.assign(world_.boundaries.size(), -1);
    for (const LoadedPlane<D>& loaded : planes_.planes()) {
      MovedPlane<D> plane;
      plane.boundary = loaded.boundary;
      plane.normal = loaded.normal;
      plane.mass = loaded.mass;
      plane.force = loaded.force(0.5, forces_.gravity);
      plane.velocity = loaded.start.velocity;
      const double fallen = h_ * std::abs(plane.force) / plane.mass;
      plane.reach = h_ * (std::abs(plane.velocity) + fallen);
      speed_ = std::max({speed_, std::abs(plane.velocity), fallen});
      motion_.plane_of[plane.boundary] = static_cast<std::int32_t>(motion_.planes.size());
      motion_.planes.push_back(plane);
    }
  }

  void list_contacts() {
    own_.near_by = loaded_;
    for (const MovedPlane<D>& plane : motion_.planes) {
      own_.near_by[plane.boundary].velocity = plane.reach / h_;
    }
    near_.list(world_, bodies_, t_, h_, scheme_.friction_velocity, own_.margin, own_.near_by,
               motion_.plane_of, tools_);
  }

  // M a = F + Q at the start.
  void set_start_acceleration() {
    const std::size_t n = bodies_.size();
    motion_.a_start.assign(n, Vec<D>::Zero());
    motion_.w_start.assign(n, Spin<D>::Zero());
    for (std::size_t i = 0; i < n; ++i) motion_.a_start[i] = motion_.force[i] / bodies_.mass[i];
    for (MovedPlane<D>& plane : motion_.planes) plane.a_start = plane.force / plane.mass;
    for (std::size_t k = 0; k < near_.contacts.size(); ++k) {
      const CompliantContact<D>& contact = near_.contacts[k];
      if (contact.overlap <= 0.0) continue;
      const Contact<D>& c = near_.found[k];
      const MovedPlane<D>* plane_there = near_.plane_at(k, motion_.planes);
      RelativeMotion<D> motion;
      const std::size_t b = c.b().body();
      motion.V = bodies_.velocity[b];
      motion.W = contact.share_b * bodies_.spin[b];
      if (!c.a().is_boundary()) {
        motion.V -= bodies_.velocity[c.a().body()];
        motion.W += contact.share_a * bodies_.spin[c.a().body()];
      } else {
        motion.V -= near_.faces[k].surface;
        if (plane_there != nullptr) motion.V -= plane_there->velocity * plane_there->normal;
      }
      ContactForce<D> f;
      evaluate<D>(*near_.laws[k], contact, motion, {contact.overlap, c.n, c.n}, {}, f, nullptr);
      if (!c.a().is_boundary()) {
        const std::size_t a = c.a().body();
        motion_.a_start[a] -= bodies_.inverse_mass[a].cwiseProduct(f.force);
        motion_.w_start[a] += bodies_.inverse_inertia[a] * contact.share_a * f.moment;
      } else if (plane_there != nullptr) {
        MovedPlane<D>& plane =
            motion_.planes[static_cast<std::size_t>(motion_.plane_of[c.a().boundary()])];
        plane.a_start -= plane.normal.dot(f.force) / plane.mass;
      }
      motion_.a_start[b] += bodies_.inverse_mass[b].cwiseProduct(f.force);
      motion_.w_start[b] += bodies_.inverse_inertia[b] * contact.share_b * f.moment;
    }
  }

  // r(Δq) = 0 by Newton's method.
  template <int B>
  SolveReport solve(NewmarkSystem<B>& system) {
    NewmarkEquation<D, B> equation(world_, scheme_, bodies_, near_, motion_, tools_.workers,
                                   *own_.linear, system);
    const NewtonScale scale{speed_, scheme_.tolerance * h_ * speed_ + near_.position_round_off};
    SolveReport report;
    if (scheme_.variant == NewmarkVariant::thesis) {
      motion_.set_unforced(bodies_, near_.body_of);
      report = solve_as_thesis(scheme_, scale, equation);
    } else {
      // Of what auto stands for, the dense method alone takes the full tangent.
      const LinearSystemKind kind{!own_.friction, equation.size(), 1.0};
      const bool symmetric = !own_.friction && needs_symmetry(choose_linear(scheme_.linear, kind));
      report = solve_exactly(scheme_, scale, symmetric, near_, equation);
    }
    pose_seconds_ += equation.seconds();
    return report;
  }

  // Widens the margins of bodies that moved further; tells whether there were any.
  bool widen() {
    bool any = false;
    for (const std::size_t i : near_.body_of) {
      const double moved = motion_.dx[i].norm();
      if (moved <= own_.margin[i]) continue;
      own_.margin[i] = 2.0 * moved;
      any = true;
    }
    for (MovedPlane<D>& plane : motion_.planes) {
      if (std::abs(plane.increment) <= plane.reach) continue;
      plane.reach = 2.0 * std::abs(plane.increment);
      any = true;
    }
    return any;
  }

  void report_contacts() {
    for (std::size_t k = 0; k < near_.contacts.size(); ++k) {
      const CompliantContact<D>& contact = near_.contacts[k];
      const Compliance& law = near_.laws[k]->compliance;
      const ContactForce<D>& now = near_.forces[k];
      const double stored = stored_energy(law, now.overlap);
      all_.stored += stored;
      if (!now.acts) continue;
      Contact<D> c = near_.found[k];
      const std::size_t b = c.b().body();
      double work = now.force.dot(motion_.dx[b]) + contact.share_b * now.moment.dot(motion_.dr[b]);
      if (c.a().is_boundary()) {
        double by_boundary = h_ * now.force.dot(near_.faces[k].surface);
        if (const MovedPlane<D>* plane = near_.plane_at(k, motion_.planes)) {
          by_boundary += plane->increment * now.force.dot(plane->normal);
        }
        all_.work.boundaries += by_boundary;
        work -= by_boundary;
      } else {
        const std::size_t a = c.a().body();
        work += contact.share_a * now.moment.dot(motion_.dr[a]) - now.force.dot(motion_.dx[a]);
      }
      all_.work.dissipated += stored_energy(law, contact.overlap) - stored - work;

      const double length = now.direction.norm();
      if (length > 0.0) c.n = now.direction / length;
      c.gap = -now.overlap;
      out_.contacts.push_back(c);
      out_.impulses.push_back(h_ * now.force);
      if (c.a().is_boundary()) all_.momentum.support += h_ * now.force;
      out_.status.push_back(now.status);
    }
  }

  void advance() {
    const BodyAccount<D> account(world_, bodies_, t_, h_, forces_);
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const Vec<D> v = motion_.velocity_end(bodies_, i);
      const Spin<D> w = motion_.spin_end(bodies_, i);
      if (!motion_.midpoint) all_.work.correction += own_work(i, v, w);
      account.add(i, {motion_.dx[i], bodies_.velocity[i], v}, all_);
      if (account.gravity_varies()) {
        const Vec<D> start = bodies_.path(i, world_.cell);
        account.add_gravity(i, motion_.dx[i], start, start + motion_.dx[i], all_);
      }
      bodies_.velocity[i] = v;
      bodies_.spin[i] = w;
      bodies_.position[i] += motion_.dx[i];
      bodies_.rotation[i] = bodies_.rotation[i].turned(motion_.dr[i]);
    }
    for (std::size_t j = 0; j < motion_.planes.size(); ++j) {
      const MovedPlane<D>& plane = motion_.planes[j];
      planes_.set_end(j, plane.increment, motion_.velocity_end(plane));
    }
  }

  // What the scheme itself does: kinetic energy receives more or less than M a⁺·Δq.
  double own_work(std::size_t i, const Vec<D>& v, const Spin<D>& w) const {
    return 0.5 * bodies_.mass[i] * (v - bodies_.velocity[i]).dot(v + bodies_.velocity[i]) +
           0.5 * bodies_.inertia[i] * (w - bodies_.spin[i]).dot(w + bodies_.spin[i]) -
           bodies_.mass[i] * motion_.acceleration(bodies_, i).dot(motion_.dx[i]) -
           bodies_.inertia[i] * motion_.angular_acceleration(bodies_, i).dot(motion_.dr[i]);
  }

  const World<D>& world_;
  const NewmarkSettings& scheme_;
  double t_;
  double h_;
  StepTools<D>& tools_;
  NewmarkTools<D>& own_;
  Bodies<D>& bodies_;
  std::vector<LoadedMotion>& loaded_;
  NearContacts<D>& near_;
  NewmarkMotion<D>& motion_;
  StepForces<D> forces_;
  LoadedPlanes<D> planes_;
  double speed_ = 0.0;  // largest velocity in the step, m/s
  Stopwatch watch_;
  double pose_seconds_ = 0.0;
  Account<D> all_;
  StepOutcome<D> out_;
};

}  // namespace

template <int D>
StepOutcome<D> step_newmark(const World<D>& world, const NewmarkSettings& scheme, double t,
                            double h, StepTools<D>& tools, Bodies<D>& bodies,
                            std::vector<LoadedMotion>& loaded) {
  if (!tools.newmark) {
    tools.newmark = std::make_shared<NewmarkTools<D>>();
    tools.newmark->friction = has_friction(world);
    tools.newmark->linear.emplace(scheme.linear, !tools.newmark->friction);
  }
  return Step<D>(world, scheme, t, h, tools, *tools.newmark, bodies, loaded).run();
}

template <int D>
double stored_contact_energy(const World<D>& world, const Bodies<D>& bodies, double t,
                             std::span<const LoadedMotion> loaded, StepTools<D>& tools) {
  tools.pairs.update(bodies.position, bodies.radius, 0.0, tools.workers);
  const std::vector<Placement<D>> walls = placements(world, t, loaded);
  double sum = 0.0;
  for (const Contact<D>& c : detect_contacts(world, bodies, {bodies.position, walls},
                                             tools.pairs.pairs(), {}, tools.workers)) {
    sum += stored_energy(law_of(world, bodies, c).compliance, -c.gap);
  }
  return sum;
}

#define GALET_INSTANTIATE(D)                                                                    \
  template StepOutcome<D> step_newmark(const World<D>&, const NewmarkSettings&, double, double, \
                                       StepTools<D>&, Bodies<D>&, std::vector<LoadedMotion>&);  \
  template double stored_contact_energy(const World<D>&, const Bodies<D>&, double,              \
                                        std::span<const LoadedMotion>, StepTools<D>&)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
