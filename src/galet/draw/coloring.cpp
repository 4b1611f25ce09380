#include "galet/draw/coloring.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "galet/draw/legend.hpp"
#include "galet/draw/palette.hpp"
#include "galet/draw/quantile.hpp"

namespace galet {
namespace {

double signed_spin(const Spin<2>& w) { return w[0]; }
double signed_spin(const Spin<3>& w) { return w.norm(); }

template <int D>
double ball_volume(double r) {
  return D == 2 ? std::numbers::pi * r * r : 4.0 / 3.0 * std::numbers::pi * r * r * r;
}

// Calls f(place of a body, normal force on it) for both sides of every contact that pushes.
template <int D, class F>
void for_each_push(const Frame<D>& frame, F&& f) {
  for (std::size_t c = 0; c < frame.contacts.size(); ++c) {
    const Contact<D>& contact = frame.contacts[c];
    const double normal = frame.impulses[c].dot(contact.n) / frame.step_length;
    if (!(normal > 0.0)) continue;
    f(contact.b().body(), normal);
    if (!contact.a().is_boundary()) f(contact.a().body(), normal);
  }
}

template <int D>
double slow(const Frame<D>& frame, ColorBy by) {
  const double radius = quantile(frame.state.bodies.radius, 0.5);
  const double fall = std::sqrt(4.0 * frame.world.gravity_at(frame.state.time).norm() * radius);
  if (by == ColorBy::speed) return 0.2 * fall;
  return by == ColorBy::spin && radius > 0.0 ? 0.2 * fall / radius : 0.0;
}

}  // namespace

Color ColorKey::of(double value) const {
  if (!names.empty()) return palette::category(static_cast<std::size_t>(std::max(0.0, value)));
  if (!(high > low)) return low < 0.0 ? palette::diverging(0.0) : palette::sequential(0.0);
  const double place = (value - low) / (high - low);
  return low < 0.0 ? palette::diverging(2.0 * place - 1.0) : palette::sequential(place);
}

template <int D>
std::vector<double> color_values(const Frame<D>& frame, ColorBy by) {
  const Bodies<D>& bodies = frame.state.bodies;
  std::vector<double> values(bodies.size(), 0.0);
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    if (by == ColorBy::speed) values[k] = bodies.velocity[k].norm();
    if (by == ColorBy::spin) values[k] = signed_spin(bodies.spin[k]);
    if (by == ColorBy::material) values[k] = bodies.material[k];
  }
  if (by == ColorBy::pressure) {
    for_each_push(frame, [&](std::size_t k, double force) {
      const double r = bodies.radius[k];
      values[k] += force * r / (D * ball_volume<D>(r));
    });
  }
  if (by == ColorBy::contacts) {
    for_each_push(frame, [&](std::size_t k, double) { values[k] += 1.0; });
  }
  return values;
}

template <int D>
double color_scale(const Frame<D>& frame, ColorBy by) {
  std::vector<double> values = color_values(frame, by);
  for (double& x : values) x = std::abs(x);
  if (by == ColorBy::contacts) return std::max(1.0, quantile(std::move(values), 1.0));
  const double scale = std::max(quantile(std::move(values), 0.98), slow(frame, by));
  return scale > 0.0 && std::isfinite(scale) ? round_number_above(scale) : 0.0;
}

template <int D>
ColorKey color_key(const Frame<D>& frame, ColorBy by, double scale) {
  switch (by) {
    case ColorBy::speed:
      return {"speed", "m/s", 0.0, scale, {}};
    case ColorBy::spin:
      return {"spin", "rad/s", D == 2 ? -scale : 0.0, scale, {}};
    case ColorBy::pressure:
      return {"pressure", D == 2 ? "N/m" : "Pa", 0.0, scale, {}};
    case ColorBy::contacts:
      return {"contacts", "", 0.0, scale, {}};
    case ColorBy::material:
      break;
  }
  return {"", "", 0.0, 0.0, frame.world.materials};
}

template <int D>
std::vector<Color> body_colors(const Frame<D>& frame, ColorBy by, const ColorKey& key) {
  const Bodies<D>& bodies = frame.state.bodies;
  const std::vector<double> values = color_values(frame, by);
  std::vector<Color> colors(bodies.size());
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const bool fixed = bodies.inverse_mass[k].isZero(0.0);
    colors[k] = fixed ? palette::fixed_body : key.of(values[k]);
  }
  return colors;
}

#define GALET_INSTANTIATE(D)                                              \
  template std::vector<double> color_values<D>(const Frame<D>&, ColorBy); \
  template double color_scale<D>(const Frame<D>&, ColorBy);               \
  template ColorKey color_key<D>(const Frame<D>&, ColorBy, double);       \
  template std::vector<Color> body_colors<D>(const Frame<D>&, ColorBy, const ColorKey&)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
