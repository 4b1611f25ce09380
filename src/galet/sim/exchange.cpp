#include "galet/sim/exchange.hpp"

#include <algorithm>
#include <limits>

#include "galet/base/error.hpp"
#include "galet/build/ball_grid.hpp"
#include "galet/build/fill.hpp"
#include "galet/collision/narrow_phase.hpp"

namespace galet {
namespace {

template <int D>
double energy_of(const Body<D>& body, const Vec<D>& gravity) {
  return 0.5 * (body.mass * body.velocity.squaredNorm() + body.inertia * body.spin.squaredNorm()) -
         body.mass * body.free.cwiseProduct(gravity).dot(body.position);
}

// Whether the last step led body i through an exit; without inertia its way was h v.
template <int D>
bool passed_exit(const World<D>& world, const Bodies<D>& bodies, std::size_t i, double h) {
  const Desire<D>* desire = world.desire_of(bodies, i);
  const Vec<D>& x = bodies.position[i];
  return desire && desire->is_left_on(x - h * bodies.velocity[i], x);
}

template <int D>
bool take_out(const Exchange<D>& exchange, const World<D>& world, double h, State<D>& state) {
  const Vec<D> gravity = world.gravity_at(state.time);
  Bodies<D>& bodies = state.bodies;
  const auto leaves = [&](std::size_t i) {
    return !bodies.is_fixed(i) &&
           (is_removed(exchange, bodies, i) || passed_exit(world, bodies, i, h));
  };
  const std::size_t count = bodies.size();
  std::vector<std::int32_t> kept;
  kept.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (!leaves(i)) {
      kept.push_back(static_cast<std::int32_t>(i));
      continue;
    }
    state.energy.work.exchanged -=
        0.5 * (bodies.mass[i] * bodies.velocity[i].squaredNorm() +
               bodies.inertia[i] * bodies.spin[i].squaredNorm()) -
        bodies.mass[i] * bodies.mass[i] *
            bodies.inverse_mass[i].cwiseProduct(gravity).dot(bodies.path(i, world.cell));
  }
  if (kept.size() == count) return false;
  state.removed += static_cast<std::int64_t>(count - kept.size());
  std::vector<std::int32_t> new_place(count, -1);
  for (std::size_t k = 0; k < kept.size(); ++k) {
    new_place[static_cast<std::size_t>(kept[k])] = static_cast<std::int32_t>(k);
  }
  rearrange<D>(bodies, kept);
  rearrange<D>(state.memory, new_place);
  return true;
}

// The bodies that a new one in the region might touch.
template <int D>
BallGrid<D> neighbourhood(const Feed<D>& feed, const PeriodicCell<D>& cell,
                          const Bodies<D>& bodies) {
  BallGrid<D> grid(cell);
  const auto [low, high] = feed.region.bounds();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const double reach = bodies.radius[i] + feed.separation;
    const Vec<D> range = Vec<D>::Constant(reach);
    bool near = false;
    cell.for_each_shift(bodies.position[i] - range, bodies.position[i] + range, low, high,
                        [&](const Vec<D>& shift) {
                          const Vec<D> x = bodies.position[i] + shift;
                          const Vec<D> nearest = x.cwiseMax(low).cwiseMin(high);
                          near = near || (x - nearest).squaredNorm() <= reach * reach;
                        });
    if (near) grid.add(bodies.position[i], bodies.radius[i]);
  }
  return grid;
}

template <int D>
bool put_in(const Feed<D>& feed, const World<D>& world, double h, FeedState& own, State<D>& state) {
  const std::int64_t due = feed.due(state.time + h);
  if (own.inserted >= due) return false;
  const std::int64_t before = own.inserted;
  BallGrid<D> grid = neighbourhood(feed, world.cell, state.bodies);
  const Vec<D> gravity = world.gravity_at(state.time);
  const std::vector<Placement<D>> places = placements(world, state.time, state.loaded);
  while (own.inserted < due) {
    if (!own.radius) own.radius = feed.radius.draw(own.random);
    BodySeed<D> seed;
    seed.radius = *own.radius;
    bool placed = false;
    for (std::int64_t attempt = 0; attempt < feed.attempts && !placed; ++attempt) {
      seed.position = feed.region.draw(seed.radius, own.random);
      placed =
          grid.is_free(seed.position, seed.radius, feed.separation) &&
          clears_boundaries<D>(world.cell, world.boundaries, places, seed.position, seed.radius);
    }
    if (!placed) break;
    seed.velocity = feed.velocity + draw_jitter<D>(feed.velocity_jitter, own.random);
    grid.add(seed.position, seed.radius);
    const Body<D> body = feed.maker.make(seed, 0, 1);
    if (state.next_id == std::numeric_limits<std::int32_t>::max()) {
      throw NumericalError("a feed has used up all body ids");
    }
    state.bodies.add(body, BodyId::body(state.next_id++));
    state.energy.work.exchanged += energy_of(body, gravity);
    own.radius.reset();
    ++own.inserted;
    ++state.inserted;
  }
  return own.inserted > before;
}

}  // namespace

template <int D>
bool exchange_bodies(const Exchange<D>& exchange, const World<D>& world, double h,
                     State<D>& state) {
  const bool may_leave =
      !exchange.removals.empty() || std::ranges::any_of(world.desires, &Desire<D>::has_exits);
  bool changed = may_leave && take_out<D>(exchange, world, h, state);
  for (std::size_t k = 0; k < exchange.feeds.size(); ++k) {
    changed |= put_in<D>(exchange.feeds[k], world, h, state.feeds[k], state);
  }
  return changed;
}

template bool exchange_bodies(const Exchange<2>&, const World<2>&, double, State<2>&);
template bool exchange_bodies(const Exchange<3>&, const World<3>&, double, State<3>&);

}  // namespace galet
