#include "galet/observe/window.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "galet/geometry/mass_properties.hpp"

namespace galet {
namespace {

constexpr double pi = std::numbers::pi;

template <int D>
double ball_volume(double radius) {
  return galet::ball_volume(D == 2 ? BallSolid::disc : BallSolid::sphere, radius);
}

// Area of the part of the unit disc with x >= a.
double segment_area(double a) {
  a = std::clamp(a, -1.0, 1.0);
  return std::acos(a) - a * std::sqrt(1.0 - a * a);
}

// Area of the part of the unit disc with x <= a and y <= b.
double corner_area(double a, double b) {
  a = std::clamp(a, -1.0, 1.0);
  b = std::clamp(b, -1.0, 1.0);
  if (a * a + b * b >= 1.0) {  // the corner is outside: at most two separate segments are cut off
    if (a >= 0.0 && b >= 0.0) return pi - segment_area(a) - segment_area(b);
    if (a >= 0.0) return segment_area(-b);
    if (b >= 0.0) return segment_area(-a);
    return 0.0;
  }
  return a * b + 0.5 * (a * std::sqrt(1.0 - a * a) + b * std::sqrt(1.0 - b * b) + std::asin(a) +
                        std::asin(b) + 0.5 * pi);
}

// Area of the disc of that radius around the origin that lies in a rectangle.
double disc_in_rectangle(double radius, const Vec<2>& low, const Vec<2>& high) {
  if (!(radius > 0.0)) return 0.0;
  const Vec<2> a = low / radius;
  const Vec<2> b = high / radius;
  const double area = corner_area(b[0], b[1]) - corner_area(a[0], b[1]) - corner_area(b[0], a[1]) +
                      corner_area(a[0], a[1]);
  return radius * radius * std::max(area, 0.0);
}

// Volume of the part of a ball within `depth` of the tangent plane at its top; a sphere's cap.
double cap_volume(double radius, double depth) {
  return pi * depth * depth * (radius - depth / 3.0);
}

// Nodes in (0, 1) and weights of Gauss's quadrature with 16 points on [−1, 1].
constexpr std::array<std::array<double, 2>, 8> gauss{{{0.09501250983763745, 0.18945061045506859},
                                                      {0.2816035507792589, 0.1826034150449236},
                                                      {0.45801677765722737, 0.16915651939500262},
                                                      {0.6178762444026438, 0.14959598881657676},
                                                      {0.755404408355003, 0.12462897125553403},
                                                      {0.8656312023878318, 0.09515851168249259},
                                                      {0.9445750230732326, 0.062253523938647706},
                                                      {0.9894009349916499, 0.027152459411754037}}};

// ∫ f over [a, b] for a function that is smooth in between but may behave like half powers at the
// ends: z = a + (b − a)(3 s² − 2 s³) makes whole powers of them.
template <class F>
double integrate(double a, double b, F&& f) {
  double sum = 0.0;
  for (const auto& [x, weight] : gauss) {
    for (const double node : {-x, x}) {
      const double s = 0.5 * (1.0 + node);
      sum += 0.5 * weight * 6.0 * s * (1.0 - s) * f(a + (b - a) * s * s * (3.0 - 2.0 * s));
    }
  }
  return (b - a) * sum;
}

// A sphere around the origin in a box that cuts it.
double sphere_in_box(double radius, const Vec<3>& low, const Vec<3>& high) {
  int cuts = 0;
  double depth = 0.0;  // of what the last cutting face leaves
  for (int k = 0; k < 3; ++k) {
    if (low[k] > -radius) ++cuts, depth = radius - low[k];
    if (high[k] < radius) ++cuts, depth = radius + high[k];
  }
  if (cuts == 0) return ball_volume<3>(radius);
  if (cuts == 1) return cap_volume(radius, depth);

  // Heights at which the circle of the cross-section meets an edge or a corner of the rectangle.
  const double bottom = std::max(low[2], -radius);
  const double top = std::min(high[2], radius);
  std::array<double, 18> heights{bottom, top};
  std::size_t count = 2;
  const auto add = [&](double distance2) {
    const double z2 = radius * radius - distance2;
    if (z2 <= 0.0) return;
    for (const double z : {-std::sqrt(z2), std::sqrt(z2)}) {
      if (z > bottom && z < top) heights[count++] = z;
    }
  };
  for (const double x : {low[0], high[0]}) {
    add(x * x);
    for (const double y : {low[1], high[1]}) add(x * x + y * y);
  }
  for (const double y : {low[1], high[1]}) add(y * y);
  std::sort(heights.begin(), heights.begin() + static_cast<std::ptrdiff_t>(count));
  double volume = 0.0;
  for (std::size_t k = 0; k + 1 < count; ++k) {
    volume += integrate(heights[k], heights[k + 1], [&](double z) {
      return disc_in_rectangle(std::sqrt(std::max(0.0, radius * radius - z * z)),
                               low.template head<2>(), high.template head<2>());
    });
  }
  return volume;
}

// Part of one ball within another, their centres being `distance` apart, neither inside the other.
double lens(Vec<2> radii, double distance, std::integral_constant<int, 2>) {
  double area = 0.0;
  for (const double side : {0.0, 1.0}) {
    const double r = side == 0.0 ? radii[0] : radii[1];
    const double other = side == 0.0 ? radii[1] : radii[0];
    const double to_chord = (distance * distance + r * r - other * other) / (2.0 * distance);
    area += r * r * segment_area(to_chord / r);
  }
  return area;
}
double lens(Vec<2> radii, double distance, std::integral_constant<int, 3>) {
  const double sum = radii[0] + radii[1];
  const double difference = radii[0] - radii[1];
  const double depth = sum - distance;
  return pi * depth * depth *
         (distance * distance + 2.0 * distance * sum - 3.0 * difference * difference) /
         (12.0 * distance);
}

template <int D>
double ball_in(const BoxWindow<D>& box, const Vec<D>& center, double radius) {
  const Vec<D> low = box.low - center;
  const Vec<D> high = box.high - center;
  if ((low.array() >= radius).any() || (high.array() <= -radius).any()) return 0.0;
  if ((low.array() <= -radius).all() && (high.array() >= radius).all()) {
    return ball_volume<D>(radius);
  }
  if constexpr (D == 2) {
    return disc_in_rectangle(radius, low, high);
  } else {
    return sphere_in_box(radius, low, high);
  }
}

template <int D>
double ball_in(const BallWindow<D>& ball, const Vec<D>& center, double radius) {
  const double distance = (center - ball.center).norm();
  if (distance >= ball.radius + radius) return 0.0;
  if (distance <= std::abs(ball.radius - radius)) {
    return ball_volume<D>(std::min(radius, ball.radius));
  }
  return lens(Vec<2>(ball.radius, radius), distance, std::integral_constant<int, D>{});
}

template <int D>
double segment_in(const BoxWindow<D>& box, const Vec<D>& x, const Vec<D>& y) {
  double from = 0.0;
  double to = 1.0;
  for (int k = 0; k < D; ++k) {
    const double run = y[k] - x[k];
    if (run == 0.0) {
      if (x[k] < box.low[k] || x[k] > box.high[k]) return 0.0;
      continue;
    }
    const double s = (box.low[k] - x[k]) / run;
    const double t = (box.high[k] - x[k]) / run;
    from = std::max(from, std::min(s, t));
    to = std::min(to, std::max(s, t));
  }
  return std::max(0.0, to - from);
}

template <int D>
double segment_in(const BallWindow<D>& ball, const Vec<D>& x, const Vec<D>& y) {
  const Vec<D> run = y - x;
  const Vec<D> away = x - ball.center;
  const double a = run.squaredNorm();
  if (a == 0.0) return away.norm() <= ball.radius ? 1.0 : 0.0;
  const double b = away.dot(run) / a;
  const double root2 = b * b - (away.squaredNorm() - ball.radius * ball.radius) / a;
  if (root2 <= 0.0) return 0.0;
  const double root = std::sqrt(root2);
  return std::max(0.0, std::min(1.0, root - b) - std::max(0.0, -root - b));
}

}  // namespace

template <int D>
bool contains(const Window<D>& window, const Vec<D>& x) {
  if (const auto* box = std::get_if<BoxWindow<D>>(&window)) {
    return (x.array() >= box->low.array()).all() && (x.array() <= box->high.array()).all();
  }
  const auto& ball = std::get<BallWindow<D>>(window);
  return (x - ball.center).squaredNorm() <= ball.radius * ball.radius;
}

template <int D>
BoxWindow<D> bounds_of(const Window<D>& window) {
  if (const auto* box = std::get_if<BoxWindow<D>>(&window)) return *box;
  const auto& ball = std::get<BallWindow<D>>(window);
  const Vec<D> r = Vec<D>::Constant(ball.radius);
  return {ball.center - r, ball.center + r};
}

template <int D>
double volume_of(const Window<D>& window) {
  if (const auto* box = std::get_if<BoxWindow<D>>(&window)) return (box->high - box->low).prod();
  return ball_volume<D>(std::get<BallWindow<D>>(window).radius);
}

template <int D>
double fraction_inside(const Window<D>& window, const Vec<D>& x, const Vec<D>& y) {
  return std::visit([&](const auto& w) { return segment_in<D>(w, x, y); }, window);
}

template <int D>
double ball_inside(const Window<D>& window, const Vec<D>& center, double radius) {
  return std::visit([&](const auto& w) { return ball_in<D>(w, center, radius); }, window);
}

#define GALET_INSTANTIATE(D)                                                          \
  template bool contains<D>(const Window<D>&, const Vec<D>&);                         \
  template BoxWindow<D> bounds_of<D>(const Window<D>&);                               \
  template double volume_of<D>(const Window<D>&);                                     \
  template double fraction_inside<D>(const Window<D>&, const Vec<D>&, const Vec<D>&); \
  template double ball_inside<D>(const Window<D>&, const Vec<D>&, double)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
