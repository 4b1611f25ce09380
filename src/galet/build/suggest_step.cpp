#include "galet/build/suggest_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <variant>

#include <fmt/format.h>

#include "galet/scheme/default_tolerance.hpp"

namespace galet {
namespace {

constexpr double kFallOfRadius = 1e-3;
constexpr double kDrivenOfRadius = 0.04;
constexpr double kOwnOfRadius = 0.25;

// Of bodies that can move, present or fed; infinite without any.
template <int D>
double smallest_radius(const Setup<D>& setup) {
  const Bodies<D> all = with_feeds(setup.bodies, setup.exchange);
  double radius = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all.is_fixed(i)) radius = std::min(radius, all.radius[i]);
  }
  return radius;
}

// m/s², that the loads of the start would give the bodies as a whole; gravity alone where bodies
// are still to come.
template <int D>
double acceleration_of_loads(const Scene& scene, const Setup<D>& setup) {
  const double h = scene.time.step;
  const StepForces<D> forces(setup.world, 0.0, h, 0.0);
  std::vector<LoadedMotion> loaded = setup.loaded;
  const LoadedPlanes<D> planes(setup.world, 0.0, h, 0.0, forces.gravity, loaded);
  Workers workers(1);
  const double speed = speed_of_loads(forces, planes, 0.0, h, setup.bodies, workers);
  return speed > 0.0 ? speed / h : forces.gravity.norm();
}

// Of the surfaces of boundaries, at the body farthest from where they turn; m/s.
template <int D>
double driven_speed(const Setup<D>& setup) {
  double speed = 0.0;
  for (const Boundary<D>& boundary : setup.world.boundaries) {
    const Motion<D>& m = boundary.motion;
    double arm = 0.0;
    if (!m.spin.isZero(0.0)) {
      for (std::size_t i = 0; i < setup.bodies.size(); ++i) {
        arm = std::max(
            arm, (setup.bodies.position[i] - boundary.origin).norm() + setup.bodies.radius[i]);
      }
    }
    double driven = 0.0;  // of a plane that is under load at other times
    if (boundary.load) {
      for (const Drive& drive : boundary.load->drives) {
        driven = std::max(driven, drive.velocity.largest().norm());
      }
    }
    speed =
        std::max(speed, driven + m.velocity.largest().norm() + m.surface_velocity.largest().norm() +
                            arm * m.spin.largest().norm() +
                            2.0 * std::numbers::pi * m.frequency * m.amplitude.norm());
  }
  return speed;
}

// That bodies have, or want; m/s.
template <int D>
double own_speed(const Setup<D>& setup) {
  const Bodies<D>& bodies = setup.bodies;
  double speed = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    speed = std::max(speed, bodies.velocity[i].norm());
    const Desire<D>* desire = setup.world.desire_of(bodies, i);
    if (desire) speed = std::max(speed, desire->velocity_at(bodies.position[i], 0.0, 0.0).norm());
  }
  return speed;
}

// The largest of 1, 2, 5 × 10^k that is not above.
double rounded_down(double seconds) {
  const double decade = std::pow(10.0, std::floor(std::log10(seconds)));
  for (const double digit : {5.0, 2.0}) {
    if (digit * decade <= seconds * (1.0 + 1e-9)) return digit * decade;
  }
  return decade;
}

}  // namespace

template <int D>
std::optional<StepAdvice> suggest_step(const Scene& scene, const Setup<D>& setup) {
  if (!has_rigid_contacts(scene.scheme)) return {};
  const double r = smallest_radius(setup);
  StepAdvice advice{std::numeric_limits<double>::infinity(), {}};
  const auto limit = [&](double seconds, std::string reason) {
    if (seconds < advice.seconds) advice = {seconds, std::move(reason)};
  };
  const double a = acceleration_of_loads(scene, setup);
  limit(std::sqrt(kFallOfRadius * r / a),
        fmt::format(
            "loads of {:.3g} m/s² move a body of radius {:.3g} m by a thousandth of its radius", a,
            r));
  const double driven = driven_speed(setup);
  limit(kDrivenOfRadius * r / driven,
        fmt::format("what is driven at {:.3g} m/s moves by 1/25 of the smallest radius, {:.3g} m",
                    driven, r));
  const double own = own_speed(setup);
  limit(kOwnOfRadius * r / own,
        fmt::format("a body at {:.3g} m/s moves by a quarter of the smallest radius, {:.3g} m", own,
                    r));
  if (!std::isfinite(advice.seconds)) return {};
  advice.seconds = rounded_down(advice.seconds);
  return advice;
}

template std::optional<StepAdvice> suggest_step(const Scene&, const Setup<2>&);
template std::optional<StepAdvice> suggest_step(const Scene&, const Setup<3>&);

}  // namespace galet
