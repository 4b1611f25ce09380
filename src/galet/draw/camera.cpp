#include "galet/draw/camera.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace galet {
namespace {

constexpr double half_field = 0.30;     // tangent of half the horizontal angle of view
constexpr double margin_share = 0.04;   // of the width, free on every side
constexpr double flattest_view = 0.45;  // height over width
constexpr double tallest_view = 1.1;

// The pyramid of sight is bounded by planes through the eye. How far back the eye must stand for
// the balls to lie inside, and where across, along one axis of the picture: between the two planes
// ±x cos − z sin <= 0 a ball of radius r touches where ±x cos − z sin = −r.
struct Fit {
  double high = -std::numeric_limits<double>::infinity();  // largest of  x + (r/cos) − z tan
  double low = -std::numeric_limits<double>::infinity();   // largest of −x + (r/cos) − z tan
  double tangent;

  explicit Fit(double t) : tangent(t) {}
  void take(double x, double z, double r) {
    const double reach = r * std::sqrt(1.0 + tangent * tangent);
    high = std::max(high, x + reach - z * tangent);
    low = std::max(low, -x + reach - z * tangent);
  }
  double center() const { return 0.5 * (high - low); }
  double distance() const { return 0.5 * (high + low) / tangent; }
};

Mat<3> axes_of(const Vec<3>& up, const Vec<3>& front, const ViewAngles& angles) {
  const Vec<3> side = up.cross(front);
  const Vec<3> level = std::cos(angles.azimuth) * front + std::sin(angles.azimuth) * side;
  const Vec<3> towards = std::cos(angles.elevation) * level + std::sin(angles.elevation) * up;
  Mat<3> axes;
  axes.row(2) = -towards.transpose();
  axes.row(0) = up.cross(level).transpose();
  axes.row(1) = towards.cross(up.cross(level)).transpose();
  return axes;
}

}  // namespace

Camera Camera::finer(int factor) const {
  Camera camera = *this;
  camera.focal *= factor;
  camera.width *= factor;
  camera.height *= factor;
  return camera;
}

Camera framed_camera(std::span<const Ball> balls, const Vec<3>& up, const Vec<3>& front,
                     const ViewAngles& angles, int width) {
  Camera camera;
  camera.axes = axes_of(up, front, angles);
  camera.width = width;
  const double inner = half_field * (1.0 - 2.0 * margin_share);
  const auto fit = [&](double tan_x, double tan_y) {
    std::pair<Fit, Fit> fits{Fit(tan_x), Fit(tan_y)};
    for (const Ball& ball : balls) {
      const Vec<3> own = camera.axes * ball.center;
      fits.first.take(own.x(), own.z(), ball.radius);
      fits.second.take(own.y(), own.z(), ball.radius);
    }
    return fits;
  };
  // As high as asked for by what is seen from where the width just fits.
  const double distance = fit(inner, inner).first.distance();
  double tan_y = 0.0;
  double centre_y = fit(inner, inner).second.center();
  for (const Ball& ball : balls) {
    const Vec<3> own = camera.axes * ball.center;
    const double depth = std::max(own.z() + distance, 1e-9 * (1.0 + std::abs(distance)));
    tan_y = std::max(tan_y, (std::abs(own.y() - centre_y) + ball.radius) / depth);
  }
  const double wanted = tan_y / half_field + 2.0 * margin_share;
  const double proportion = std::clamp(wanted, flattest_view, tallest_view);
  camera.height = static_cast<int>(std::lround(proportion * width));
  camera.focal = 0.5 * width / half_field;
  const double inner_y = half_field * (proportion - 2.0 * margin_share);
  const auto [x, y] = fit(inner, inner_y);
  const double back = std::max(x.distance(), y.distance());
  camera.eye = camera.axes.transpose() * Vec<3>(x.center(), y.center(), -back);
  return camera;
}

}  // namespace galet
