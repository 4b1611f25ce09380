#include "galet/scheme/newmark_stages.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "galet/collision/narrow_phase.hpp"
#include "galet/scheme/newmark_outcome.hpp"

namespace galet {
namespace {

// Contacts are listed up to this part of the radii beyond the free motion; a wider list changes
// less often, and with it the pattern of the matrix.
constexpr double kSkin = 0.02;

NewtonSettings newton_settings(const NewmarkSettings& scheme) {
  return {.variant = scheme.variant,
          .linear = scheme.linear,
          .assembly = scheme.assembly,
          .tolerance = scheme.tolerance,
          .step_norm = scheme.step_norm,
          .max_iterations = scheme.max_iterations};
}

}  // namespace

template <int D>
NewmarkStages<D>::NewmarkStages(const World<D>& world, const NewmarkSettings& scheme, double t,
                                double h, StepTools<D>& tools, NewmarkTools<D>& own,
                                Bodies<D>& bodies, std::vector<LoadedMotion>& loaded)
    : world_(world),
      scheme_(scheme),
      t_(t),
      h_(h),
      tools_(tools),
      own_(own),
      bodies_(bodies),
      loaded_(loaded),
      motion_(own.motion),
      forces_(world, t, h, 0.5),
      planes_(world, t, h, 0.5, forces_.gravity, loaded, 0.0),
      out_(recycled_outcome(tools)) {
  motion_.rates = NewmarkRates::of(scheme.beta, scheme.gamma, h);
}

template <int D>
void NewmarkStages<D>::predict_bodies() {
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

template <int D>
void NewmarkStages<D>::predict_planes() {
  for (const LoadedPlane<D>& plane : planes_.planes()) {
    const double speed = std::abs(plane.start.velocity);
    const double fallen = h_ * std::abs(plane.force(0.5, forces_.gravity)) / plane.mass;
    plane_reach_.push_back(h_ * (speed + fallen));
    speed_ = std::max({speed_, speed, fallen});
  }
}

template <int D>
void NewmarkStages<D>::predict() {
  predict_bodies();
  predict_planes();
  out_.seconds.predict = watch_.lap();
}

template <int D>
void NewmarkStages<D>::list_contacts() {
  own_.near_by = loaded_;
  for (std::size_t j = 0; j < plane_reach_.size(); ++j) {
    own_.near_by[planes_.planes()[j].boundary].velocity = plane_reach_[j] / h_;
  }
  own_.near.list(world_, bodies_, t_, h_, own_.margin, own_.near_by, tools_);
  out_.seconds.detect += watch_.lap();
}

template <int D>
void NewmarkStages<D>::solve() {
  pose_compliance<D>({world_, bodies_, own_.near, motion_.force, planes_.planes(), forces_.gravity,
                      t_, motion_.rates, scheme_.friction_velocity, speed_},
                     own_.problem);
  out_.seconds.pose += watch_.lap();
  const int before = out_.solve.iterations;
  const NewtonReport report = solve_newton(own_.problem, newton_settings(scheme_), tools_.workers,
                                           own_.newton, own_.solution);
  out_.solve = report.solve;
  out_.solve.iterations += before;
  out_.seconds.solve += watch_.lap() - report.other_seconds;
  out_.seconds.pose += report.other_seconds;
}

template <int D>
bool NewmarkStages<D>::widen() {
  bool any = false;
  for (std::size_t k = 0; k < own_.near.unknowns; ++k) {
    const double moved = own_.solution.dx[k].norm();
    double& margin = own_.margin[own_.near.body_of[k]];
    if (moved <= margin) continue;
    margin = 2.0 * moved;
    any = true;
  }
  for (std::size_t j = 0; j < plane_reach_.size(); ++j) {
    const double moved = std::abs(own_.solution.plane[j]);
    if (moved <= plane_reach_[j]) continue;
    plane_reach_[j] = 2.0 * moved;
    any = true;
  }
  return any;
}

template <int D>
void NewmarkStages<D>::report() {
  report_contacts(own_.near, own_.problem, own_.solution, out_, account_);
  out_.detected_at = bodies_.position;
}

template <int D>
void NewmarkStages<D>::advance() {
  motion_.set(bodies_, own_.near, own_.problem, own_.solution);
  const BodyAccount<D> account(world_, bodies_, t_, h_, forces_);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Vec<D> v = motion_.velocity_end(bodies_, i);
    const Vec<D>& dx = motion_.dx[i];
    account.add(i, {dx, bodies_.velocity[i], v}, account_);
    if (!motion_.rates.midpoint) account_.work.correction += motion_.own_work(bodies_, i);
    if (account.gravity_varies()) {
      const Vec<D> start = bodies_.path(i, world_.cell);
      account.add_gravity(i, dx, start, start + dx, account_);
    }
    bodies_.spin[i] = motion_.spin_end(bodies_, i);
    bodies_.velocity[i] = v;
    bodies_.position[i] += dx;
    bodies_.rotation[i] = bodies_.rotation[i].turned(motion_.dr[i]);
  }
  for (std::size_t j = 0; j < own_.problem.planes.size(); ++j) {
    const PlaneUnknown<D>& plane = own_.problem.planes[j];
    const double increment = own_.solution.plane[j];
    planes_.set_end(j, increment,
                    motion_.rates.velocity_end(plane.velocity, increment, plane.a_start));
  }
}

template <int D>
void NewmarkStages<D>::measure_overlap() {
  tools_.pairs.update(bodies_.position, bodies_.radius, 0.0, tools_.workers);
  out_.overlap =
      largest_overlap<D>(world_, bodies_, {bodies_.position, placements(world_, t_ + h_, loaded_)},
                         tools_.pairs.pairs(), tools_.workers);
}

template <int D>
StepOutcome<D> NewmarkStages<D>::outcome() {
  out_.work = account_.work;
  out_.momentum = account_.momentum;
  out_.stored = account_.stored;
  out_.seconds.advance = watch_.lap();
  return std::move(out_);
}

template class NewmarkStages<2>;
template class NewmarkStages<3>;

}  // namespace galet
