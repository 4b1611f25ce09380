#include "galet/scheme/dem_stages.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "galet/base/reduce.hpp"
#include "galet/scheme/spring_forces.hpp"

namespace galet {

template <int D>
DemStages<D>::DemStages(const World<D>& world, const DemSettings& scheme, double t, double h,
                        StepTools<D>& tools, DemTools<D>& own, Bodies<D>& bodies,
                        ContactMemory<D>& memory, std::vector<LoadedMotion>& loaded)
    : world_(world),
      t_(t),
      h_(h),
      late_(scheme.update == DemUpdate::velocity_verlet ? 0.5 : 0.0),
      dashpots_(has_tangential_dashpots(world)),
      moments_(world.pairs.any_moment()),
      tools_(tools),
      own_(own),
      bodies_(bodies),
      memory_(memory),
      loaded_(loaded),
      forces_(world, t, h, 0.0),
      forces_end_(world, t, h, 1.0),
      planes_(world, t, h, 0.0, forces_.gravity, loaded),
      out_(recycled_outcome(tools)) {}

template <int D>
void DemStages<D>::set_start() {
  SpringContacts<D>& start = own_.start;
  const bool known = start.position == bodies_.position && start.contacts.size() == memory_.size();
  if (known && !dashpots_) return;
  const std::vector<Placement<D>> walls = placements(world_, t_, loaded_);
  if (!known) {
    recover<D>(world_, bodies_, walls, h_, memory_, tools_, start);
    if (dashpots_) start.held = start.impulses;
    out_.seconds.detect += watch_.lap();
  }
  if (dashpots_) add_dashpots<D>(world_, bodies_, walls, h_, tools_.workers, start);
  own_.sums.compute(bodies_, start.contacts, start.impulses, start.moments, tools_.workers);
}

template <int D>
void DemStages<D>::drift() {
  tools_.velocity = bodies_.velocity;
  own_.v_half.resize(bodies_.size());
  own_.w_half.resize(bodies_.size());
  tools_.workers.for_range(bodies_.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i) {
      const Vec<D> dv = velocity_change(i, forces_);
      const Spin<D> dw = bodies_.inverse_inertia[i] * own_.sums[i].angular;
      own_.v_half[i] = bodies_.velocity[i] + 0.5 * dv;
      own_.w_half[i] = bodies_.spin[i] + 0.5 * dw;
      bodies_.velocity[i] += dv;
      bodies_.spin[i] += dw;
      bodies_.position[i] += h_ * own_.v_half[i];
      bodies_.rotation[i] = bodies_.rotation[i].turned(h_ * own_.w_half[i]);
    }
  });
}

// The contacts of the end are those of the next start, to the last bit, only if they are found
// where the bodies will be then. Periods too many to count are for the caller to notice, who
// wraps the bodies again.
template <int D>
void DemStages<D>::wrap_bodies() {
  static_cast<void>(wrap(world_.cell, bodies_));
}

// In the whole step, by the sums of the contacts and these forces.
template <int D>
Vec<D> DemStages<D>::velocity_change(std::size_t i, const StepForces<D>& forces) const {
  return bodies_.inverse_mass[i].cwiseProduct(
      Vec<D>(own_.sums[i].linear + h_ * forces.on(bodies_, i)));
}

template <int D>
void DemStages<D>::drift_planes() {
  std::vector<LoadedMotion> middle = loaded_;
  for (std::size_t j = 0; j < planes_.planes().size(); ++j) {
    const LoadedPlane<D>& plane = planes_.planes()[j];
    const double dv =
        plane.change(h_, 0.0, forces_.gravity, own_.start.contacts, own_.start.impulses);
    const double half = plane.start.velocity + 0.5 * dv;
    plane_half_.push_back(half);
    middle[plane.boundary] = {plane.start.displacement + 0.5 * h_ * half, half};
    planes_.set_end(j, h_ * half, plane.start.velocity + dv);
  }
  walls_mid_ = placements(world_, t_ + 0.5 * h_, middle);
  // Of the very time that the next step starts at, n h: it goes on with the contacts found here.
  walls_end_ = placements(world_, std::round(t_ / h_ + 1.0) * h_, loaded_);
}

template <int D>
void DemStages<D>::detect() {
  out_.seconds.predict = watch_.lap();
  tools_.pairs.update(bodies_.position, bodies_.radius, 0.0, tools_.workers);
  detect_contacts(world_, bodies_, {bodies_.position, walls_end_}, tools_.pairs.pairs(), {},
                  tools_.workers, out_.contacts);
  out_.seconds.detect += watch_.lap();
}

template <int D>
void DemStages<D>::evaluate() {
  const SpringForces<D> springs({world_, bodies_, h_, late_, dashpots_, moments_, own_.v_half,
                                 own_.w_half, walls_mid_, walls_end_},
                                own_.start);
  account_ = springs.evaluate(tools_.workers, out_, own_.held_end, own_.lasts);
  account_ += springs.account_start(tools_.workers, own_.lasts);
  out_.seconds.solve = watch_.lap();
  own_.sums.compute(bodies_, out_.contacts, out_.impulses, out_.moments, tools_.workers);
}

template <int D>
void DemStages<D>::kick() {
  if (late_ == 0.0) return;
  tools_.workers.for_range(bodies_.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i) {
      bodies_.velocity[i] = own_.v_half[i] + 0.5 * velocity_change(i, forces_end_);
      bodies_.spin[i] = own_.w_half[i] + 0.5 * bodies_.inverse_inertia[i] * own_.sums[i].angular;
    }
  });
}

template <int D>
void DemStages<D>::kick_planes() {
  if (late_ == 0.0) return;
  for (std::size_t j = 0; j < planes_.planes().size(); ++j) {
    const double dv =
        planes_.planes()[j].change(h_, 1.0, forces_end_.gravity, out_.contacts, out_.impulses);
    planes_.set_end(j, h_ * plane_half_[j], plane_half_[j] + 0.5 * dv);
  }
}

template <int D>
void DemStages<D>::account_bodies() {
  const StepForces<D> mean = mean_of(forces_, forces_end_, late_);
  const BodyAccount<D> account(world_, bodies_, t_, h_, mean);
  account_ +=
      sum_over<Account<D>>(tools_.workers, bodies_.size(), [&](std::size_t begin, std::size_t end) {
        Account<D> sum;
        for (std::size_t i = begin; i < end; ++i) {
          const Vec<D> moved = h_ * own_.v_half[i];
          account.add(i, {moved, tools_.velocity[i], bodies_.velocity[i]}, sum);
          if (!account.gravity_varies()) continue;
          const Vec<D> end_place = bodies_.path(i, world_.cell);
          account.add_gravity(i, moved, end_place - moved, end_place, sum);
        }
        return sum;
      });
}

template <int D>
void DemStages<D>::keep() {
  SpringContacts<D>& start = own_.start;
  start.position = bodies_.position;
  start.contacts = out_.contacts;
  std::vector<Vec<D>>& held = dashpots_ ? start.held : start.impulses;
  if (dashpots_) {
    std::swap(start.held, own_.held_end);
  } else {
    start.impulses = out_.impulses;
  }
  out_.detected_at = bodies_.position;
  memory_.places.resize(out_.contacts.size());
  std::ranges::transform(out_.contacts, memory_.places.begin(), &Contact<D>::place);
  memory_.impulses = held;
  start.moments = out_.moments;
  memory_.moments = out_.moments;
  memory_.states.clear();
}

template <int D>
StepOutcome<D> DemStages<D>::outcome() {
  out_.work = account_.work;
  out_.momentum = account_.momentum;
  out_.stored = account_.stored;
  out_.overlap = account_.overlap;
  out_.seconds.advance = watch_.lap();
  return std::move(out_);
}

template class DemStages<2>;
template class DemStages<3>;

}  // namespace galet
