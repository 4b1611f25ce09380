#include "galet/observe/observer_domain.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace galet {
namespace {

// Greatest n·x over the window.
template <int D>
double support(const BoxWindow<D>& box, const Vec<D>& n) {
  return n.cwiseProduct(0.5 * (box.low + box.high)).sum() +
         n.cwiseAbs().dot(0.5 * (box.high - box.low));
}
template <int D>
double support(const BallWindow<D>& ball, const Vec<D>& n) {
  return n.dot(ball.center) + ball.radius * n.norm();
}

// The ball around the window.
template <int D>
BallWindow<D> ball_around(const BoxWindow<D>& box) {
  return {0.5 * (box.low + box.high), 0.5 * (box.high - box.low).norm()};
}
template <int D>
BallWindow<D> ball_around(const BallWindow<D>& ball) {
  return ball;
}

// Least distance from x to the window; for boxes in 3D, around a line, to the ball around it.
template <int D>
double distance_to(const BoxWindow<D>& box, const Vec<D>& x) {
  return (x - x.cwiseMax(box.low).cwiseMin(box.high)).norm();
}
template <int D>
double distance_to(const BallWindow<D>& ball, const Vec<D>& x) {
  return std::max(0.0, (x - ball.center).norm() - ball.radius);
}

template <int D, class W>
bool is_behind(const HalfSpace<D>& s, const Boundary<D>& boundary, const W& window) {
  if (!boundary.motion.spin.isZero(0.0)) return false;
  return support<D>(window, s.normal) <= s.normal.dot(boundary.origin + s.point);
}

// Walls with two sides have nothing behind them.
template <int D, class W>
bool is_behind(const Stick<D>&, const Boundary<D>&, const W&) {
  return false;
}
template <int D, class W>
bool is_behind(const Plate<D>&, const Boundary<D>&, const W&) {
  return false;
}
template <int D, class W>
bool is_behind(const Revolved<D>&, const Boundary<D>&, const W&) {
  return false;
}

template <int D, class W>
bool is_behind(const BoxInside<D>& s, const Boundary<D>& boundary, const W& window) {
  if (!boundary.motion.spin.isZero(0.0)) return false;
  for (int k = 0; k < D; ++k) {
    const Vec<D> axis = Vec<D>::Unit(k);
    if (s.closed[2 * k] && support<D>(window, axis) <= boundary.origin[k] + s.low[k]) return true;
    if (s.closed[2 * k + 1] && -support<D>(window, -axis) >= boundary.origin[k] + s.high[k]) {
      return true;
    }
  }
  return false;
}

template <int D, class W>
bool is_behind(const Drum<D>& s, const Boundary<D>& boundary, const W& window) {
  if constexpr (D == 2) {
    return distance_to<D>(window, boundary.origin) >= s.radius;
  } else {
    const Vec<3> spin = boundary.motion.spin.largest();
    if ((spin - spin.dot(s.axis) * s.axis).norm() > 1e-9 * spin.norm()) return false;
    const double center = s.axis.dot(boundary.origin);
    if (support<D>(window, s.axis) <= center - 0.5 * s.length) return true;
    if (-support<D>(window, -s.axis) >= center + 0.5 * s.length) return true;
    const BallWindow<D> ball = ball_around(window);
    const Vec<D> away = ball.center - boundary.origin;
    return (away - away.dot(s.axis) * s.axis).norm() - ball.radius >= s.radius;
  }
}

template <int D>
std::string behind_a_boundary(const World<D>& world, const Window<D>& window) {
  for (const Boundary<D>& boundary : world.boundaries) {
    const Motion<D>& motion = boundary.motion;
    if (!motion.velocity.isZero(0.0) || !motion.amplitude.isZero(0.0)) continue;
    const bool behind = std::visit(
        [&](const auto& shape, const auto& w) { return is_behind<D>(shape, boundary, w); },
        boundary.shape, window);
    if (behind)
      return fmt::format("lies behind boundary \"{}\", where no body can be", boundary.name);
  }
  return "";
}

template <int D>
std::string too_far(double end, const World<D>& world, const Bodies<D>& bodies,
                    const Window<D>& window) {
  if (!world.forces.empty() || !world.gravity.is_constant()) return "";
  const auto box = box_around(bodies, [](std::size_t) { return true; });
  if (!box) return "";
  double speed = 0.0;
  for (const Vec<D>& v : bodies.velocity) speed = std::max(speed, v.norm());
  const double way = speed * end + 0.5 * world.gravity_at(0.0).norm() * end * end;
  const BoxWindow<D> reached{box->low - Vec<D>::Constant(way), box->high + Vec<D>::Constant(way)};
  for (int k = 0; k < D; ++k) {
    if (world.cell.repeats(k)) continue;
    const Vec<D> axis = Vec<D>::Unit(k);
    const double low = std::visit([&](const auto& w) { return -support<D>(w, -axis); }, window);
    const double high = std::visit([&](const auto& w) { return support<D>(w, axis); }, window);
    if (high < reached.low[k] || low > reached.high[k]) {
      return fmt::format(
          "is out of reach: until the end the bodies stay between {} and {} along {}",
          reached.low[k], reached.high[k], "xyz"[k]);
    }
  }
  return "";
}

}  // namespace

template <int D>
std::string out_of_reach(double end, const World<D>& world, const Bodies<D>& bodies,
                         const Window<D>& window) {
  return world.boundaries.empty() ? too_far(end, world, bodies, window)
                                  : behind_a_boundary(world, window);
}

template std::string out_of_reach(double, const World<2>&, const Bodies<2>&, const Window<2>&);
template std::string out_of_reach(double, const World<3>&, const Bodies<3>&, const Window<3>&);

}  // namespace galet
