#include "galet/draw/picture.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "galet/draw/canvas.hpp"
#include "galet/draw/legend.hpp"
#include "galet/draw/palette.hpp"
#include "galet/draw/view.hpp"
#include "galet/draw/walls.hpp"

namespace galet {
namespace {

constexpr double smallest_mark = 2.0;  // pixels of radius, below which a body gets no mark

// The smallest of the values that a share of them does not exceed (of few values the largest); 0
// without values.
double quantile(std::vector<double> values, double share) {
  std::erase_if(values, [](double x) { return !std::isfinite(x); });
  if (values.empty()) return 0.0;
  const double rank = std::ceil(share * static_cast<double>(values.size() - 1));
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(rank);
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

// Speed of the darkest colour. Bodies much slower than a fall from their own height count as at
// rest, so that a settled heap does not show its rounding errors.
template <int D>
double speed_scale(const Frame<D>& frame) {
  const Bodies<D>& bodies = frame.state.bodies;
  std::vector<double> speeds;
  speeds.reserve(bodies.size());
  for (const Vec<D>& v : bodies.velocity) speeds.push_back(v.norm());
  const double gravity = frame.world.gravity_at(frame.state.time).norm();
  const double fall = std::sqrt(4.0 * gravity * quantile(bodies.radius, 0.5));
  const double scale = std::max(quantile(std::move(speeds), 0.98), 0.2 * fall);
  return scale > 0.0 && std::isfinite(scale) ? round_number_above(scale) : 0.0;
}

struct ForceScale {
  double force = 0.0;      // N of the thickest line
  double thickness = 0.0;  // pixels of it
  double weakest = 0.0;    // N of the weakest line that is drawn
};

template <int D>
ForceScale force_scale(const Frame<D>& frame, const View<D>& view) {
  std::vector<double> forces;
  for (std::size_t c = 0; c < frame.contacts.size(); ++c) {
    const double normal = frame.impulses[c].dot(frame.contacts[c].n);
    if (normal > 0.0) forces.push_back(normal / frame.step_length);
  }
  // In 3D lines at all depths fall on each other: show the strong part, above the mean, only.
  const double weakest =
      D == 2 ? 0.0 : std::reduce(forces.begin(), forces.end()) / static_cast<double>(forces.size());
  // A single shock should not hide the chains.
  const double large = quantile(std::move(forces), 0.995);
  if (!(large > 0.0) || !std::isfinite(large)) return {};
  const double radius = quantile(frame.state.bodies.radius, 0.5) * view.scale();
  return {round_number_above(large),
          std::clamp(0.8 * radius, 2.0 * view.unit(), 16.0 * view.unit()), weakest};
}

// Calls f(shift) for all shifts that bring some of the box into the periodic cell; once, with zero,
// where nothing repeats.
template <int D, class F>
void for_each_image(const Frame<D>& frame, const Vec<D>& low, const Vec<D>& high, F&& f) {
  const PeriodicCell<D>& cell = frame.world.cell;
  cell.for_each_shift(low, high, cell.low, cell.high(), f);
}

// Calls f(centre) for a body and those of its images that reach into the periodic cell.
template <int D, class F>
void for_each_ball(const Frame<D>& frame, std::size_t k, F&& f) {
  const Vec<D>& x = frame.state.bodies.position[k];
  const Vec<D> r = Vec<D>::Constant(frame.state.bodies.radius[k]);
  for_each_image(frame, Vec<D>(x - r), Vec<D>(x + r), [&](const Vec<D>& shift) { f(x + shift); });
}

template <int D>
void draw_forces(Canvas& canvas, const View<D>& view, const Frame<D>& frame,
                 const ForceScale& scale) {
  const Bodies<D>& bodies = frame.state.bodies;
  const Color color = palette::force.faded(D == 2 ? 0.85 : 0.6);
  for (std::size_t c = 0; c < frame.contacts.size(); ++c) {
    const Contact<D>& contact = frame.contacts[c];
    const double force = frame.impulses[c].dot(contact.n) / frame.step_length;
    const double thickness = scale.thickness * std::min(force / scale.force, 1.5);
    if (!(thickness > 0.1) || force < scale.weakest) continue;  // thinner would not be seen
    // From b backwards, since a may be on the other side of a periodic cell.
    const Vec<D>& b = bodies.position[contact.b().body()];
    double length = bodies.radius[contact.b().body()] + contact.gap;
    if (!contact.a().is_boundary()) length += bodies.radius[contact.a().body()];
    const Vec<D> a = b - length * contact.n;
    for_each_image(frame, Vec<D>(a.cwiseMin(b)), Vec<D>(a.cwiseMax(b)), [&](const Vec<D>& shift) {
      if (!view.shows(a + shift, 0.0) && !view.shows(b + shift, 0.0)) return;
      canvas.line(view.to_pixel(a + shift), view.to_pixel(b + shift), color, thickness);
    });
  }
}

Color body_color(bool fixed, double speed, double scale) {
  if (fixed) return palette::fixed_body;
  return palette::speed(scale > 0.0 ? speed / scale : 0.0);
}

// Discs with a line that turns with them. Returns how many are out of view.
std::size_t draw_bodies(Canvas& canvas, const View<2>& view, const Frame<2>& frame, double speed) {
  const Bodies<2>& bodies = frame.state.bodies;
  std::size_t hidden = 0;
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    if (!view.shows(bodies.position[k], bodies.radius[k])) {
      ++hidden;
      continue;
    }
    const Color fill =
        body_color(bodies.inverse_mass[k].isZero(0.0), bodies.velocity[k].norm(), speed);
    // A body is never less than a visible dot.
    const double radius = std::max(bodies.radius[k] * view.scale(), 0.6);
    for_each_ball(frame, k, [&](const Vec<2>& x) {
      const Pixel center = view.to_pixel(x);
      canvas.disc(center, radius, fill);
      if (radius < smallest_mark) return;
      const double line = std::min(view.unit(), 0.2 * radius);
      canvas.circle(center, radius - 0.5 * line, mix(fill, palette::ink, 0.6), line);
      const Vec<2> arm = bodies.rotation[k].apply(Vec<2>(bodies.radius[k], 0.0));
      canvas.line(center + 0.35 * view.direction(arm), center + 0.85 * view.direction(arm),
                  palette::line_on(fill), std::min(1.6 * view.unit(), 0.3 * radius));
    });
  }
  return hidden;
}

// Balls from the far end to the near one, paler in the distance.
std::size_t draw_bodies(Canvas& canvas, const View<3>& view, const Frame<3>& frame, double speed) {
  const Bodies<3>& bodies = frame.state.bodies;
  struct Ball {
    double depth;
    std::size_t body;
    Vec<3> center;
  };
  std::vector<Ball> balls;
  std::size_t shown = 0;
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    if (!view.shows(bodies.position[k], bodies.radius[k])) continue;
    ++shown;
    for_each_ball(frame, k, [&](const Vec<3>& x) { balls.push_back({view.depth(x), k, x}); });
  }
  std::ranges::sort(balls, {}, [](const Ball& ball) { return std::pair(ball.depth, ball.body); });
  const double near = std::max(view.depth(view.low()), view.depth(view.high()));
  const double far = std::min(view.depth(view.low()), view.depth(view.high()));
  for (const auto& [depth, k, center] : balls) {
    const Color fill =
        body_color(bodies.inverse_mass[k].isZero(0.0), bodies.velocity[k].norm(), speed);
    const double distance = std::clamp((near - depth) / (near - far), 0.0, 1.0);
    canvas.ball(view.to_pixel(center), std::max(bodies.radius[k] * view.scale(), 0.6),
                mix(fill, palette::paper, 0.45 * distance));
  }
  return bodies.size() - shown;
}

}  // namespace

template <int D>
void draw_picture(const Frame<D>& frame, const std::filesystem::path& png,
                  const PictureOptions& options) {
  const View<D> view(frame, options.width);
  const double time = frame.state.time;
  Canvas canvas(view.width(), view.height(), palette::paper);
  Legend legend{.time = time, .speed = speed_scale(frame), .scale = view.scale()};

  canvas.clip(0.0, 0.0, view.width(), view.drawing_height());
  const auto for_each_boundary = [&](auto&& draw) {
    for (std::size_t k = 0; k < frame.world.boundaries.size(); ++k) {
      const Boundary<D>& boundary = frame.world.boundaries[k];
      const Placement<D> at = boundary.placement(time, frame.state.loaded_motion(k));
      const auto* stick = std::get_if<Stick<D>>(&boundary.shape);
      if (stick == nullptr) {
        draw(boundary, at);
        continue;
      }
      const Vec<D> a = at.to_world(stick->start);
      const Vec<D> b = at.to_world(stick->end);
      const Vec<D> r = Vec<D>::Constant(stick->radius);
      for_each_image(frame, Vec<D>(a.cwiseMin(b) - r), Vec<D>(a.cwiseMax(b) + r),
                     [&](const Vec<D>& shift) {
                       Placement<D> image = at;
                       image.position += shift;
                       draw(boundary, image);
                     });
    }
  };
  for_each_boundary([&](const Boundary<D>& boundary, const Placement<D>& at) {
    draw_behind(canvas, view, boundary, at);
    if constexpr (D == 3) draw_outline(canvas, view, boundary, at);
  });
  legend.out_of_view = draw_bodies(canvas, view, frame, legend.speed);
  // In 3D the near edges pass before the bodies; drawn faintly they hide nothing.
  constexpr double strength = D == 2 ? 1.0 : 0.35;
  for_each_boundary([&](const Boundary<D>& boundary, const Placement<D>& at) {
    draw_outline(canvas, view, boundary, at, strength);
  });
  draw_seams(canvas, view, frame.world.cell);
  if (options.force_chains) {
    const ForceScale scale = force_scale(frame, view);
    if (scale.force > 0.0) draw_forces(canvas, view, frame, scale);
    legend.force = scale.force;
    legend.force_thickness = scale.thickness;
  }
  canvas.release_clip();
  draw_legend(canvas, legend, view.drawing_height(), view.unit());
  canvas.write(png);
}

template void draw_picture<2>(const Frame<2>&, const std::filesystem::path&, const PictureOptions&);
template void draw_picture<3>(const Frame<3>&, const std::filesystem::path&, const PictureOptions&);

}  // namespace galet
