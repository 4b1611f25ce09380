#include "galet/draw/picture.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "galet/draw/belt.hpp"
#include "galet/draw/images.hpp"
#include "galet/draw/legend.hpp"
#include "galet/draw/palette.hpp"
#include "galet/draw/quantile.hpp"
#include "galet/draw/space_picture.hpp"
#include "galet/draw/walls.hpp"

namespace galet {
namespace {

constexpr double smallest_mark = 2.0;  // pixels of radius, below which a body gets no mark

// Forces that push, N.
template <int D>
std::vector<double> normal_forces(const Frame<D>& frame) {
  std::vector<double> forces;
  for (std::size_t c = 0; c < frame.contacts.size(); ++c) {
    const double normal = frame.impulses[c].dot(frame.contacts[c].n);
    if (normal > 0.0 && std::isfinite(normal)) forces.push_back(normal / frame.step_length);
  }
  return forces;
}

// Pixels of the thickest line: as wide as the grains allow.
template <int D>
double thickest_line(const Frame<D>& frame, const View<D>& view) {
  const double radius = quantile(frame.state.bodies.radius, 0.5) * view.scale();
  return std::clamp(0.8 * radius, 2.0 * view.unit(), 16.0 * view.unit());
}

template <int D>
void draw_forces(Canvas& canvas, const View<D>& view, const Frame<D>& frame,
                 const PictureScale<D>& scale, double thickest) {
  const Bodies<D>& bodies = frame.state.bodies;
  for (std::size_t c = 0; c < frame.contacts.size(); ++c) {
    const Contact<D>& contact = frame.contacts[c];
    const double force = frame.impulses[c].dot(contact.n) / frame.step_length;
    const double thickness = thickest * std::min(force / scale.force, 1.5);
    if (!(thickness > 0.1) || force < scale.weakest) continue;  // thinner would not be seen
    const Color& kind = frame.status[c] == ContactStatus::slip ? palette::slip : palette::force;
    const Color color = kind.faded(D == 2 ? 0.85 : 0.6);
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

// Discs with a line that turns with them. Returns how many are out of view.
std::size_t draw_bodies(Canvas& canvas, const View<2>& view, const Frame<2>& frame,
                        const std::vector<Color>& colors, bool marks) {
  const Bodies<2>& bodies = frame.state.bodies;
  std::size_t hidden = 0;
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    if (!view.shows(bodies.position[k], bodies.radius[k])) {
      ++hidden;
      continue;
    }
    const Color& fill = colors[k];
    // A body is never less than a visible dot.
    const double radius = std::max(bodies.radius[k] * view.scale(), 0.6);
    for_each_ball(frame, k, [&](const Vec<2>& x) {
      const Pixel center = view.to_pixel(x);
      canvas.disc(center, radius, fill);
      if (radius < smallest_mark) return;
      const double line = std::min(view.unit(), 0.2 * radius);
      canvas.circle(center, radius - 0.5 * line, mix(fill, palette::ink, 0.6), line);
      if (!marks) return;
      const Vec<2> arm = bodies.rotation[k].apply(Vec<2>(bodies.radius[k], 0.0));
      canvas.line(center + 0.35 * view.direction(arm), center + 0.85 * view.direction(arm),
                  palette::line_on(fill), std::min(1.6 * view.unit(), 0.3 * radius));
    });
  }
  return hidden;
}

// Balls from the far end to the near one, paler in the distance.
std::size_t draw_bodies(Canvas& canvas, const View<3>& view, const Frame<3>& frame,
                        const std::vector<Color>& colors, bool) {
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
    const Color& fill = colors[k];
    const double distance = std::clamp((near - depth) / (near - far), 0.0, 1.0);
    canvas.ball(view.to_pixel(center), std::max(bodies.radius[k] * view.scale(), 0.6),
                mix(fill, palette::paper, 0.45 * distance));
  }
  return bodies.size() - shown;
}

// Calls draw(boundary, placement) for every boundary, and for those images of sticks that reach
// into a periodic cell.
template <int D, class F>
void for_each_boundary(const Frame<D>& frame, F&& draw) {
  for (std::size_t k = 0; k < frame.world.boundaries.size(); ++k) {
    const Boundary<D>& boundary = frame.world.boundaries[k];
    const Placement<D> at = boundary.placement(frame.state.time, frame.state.loaded_motion(k));
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
}

}  // namespace

template <int D>
void PictureScale<D>::include(const PictureScale& other) {
  window.low = window.low.cwiseMin(other.window.low);
  window.high = window.high.cwiseMax(other.window.high);
  color = std::max(color, other.color);
  force = std::max(force, other.force);
  weakest = std::max(weakest, other.weakest);
  outermost.insert(outermost.end(), other.outermost.begin(), other.outermost.end());
}

template <int D>
PictureScale<D> picture_scale(const Frame<D>& frame, const PictureOptions& options) {
  PictureScale<D> scale{.window = shown_part(frame), .color = color_scale(frame, options.color_by)};
  if constexpr (D == 3) scale.outermost = outermost_balls(frame);
  if (!options.shows_forces<D>()) return scale;
  std::vector<double> forces = normal_forces(frame);
  if (forces.empty()) return scale;
  // Seen flat, lines at all depths fall on each other: show the strong part, above the mean, only.
  if (D == 3 && options.flat) {
    scale.weakest = std::reduce(forces.begin(), forces.end()) / static_cast<double>(forces.size());
  }
  // A single shock should not hide the chains.
  scale.force = round_number_above(quantile(std::move(forces), 0.995));
  return scale;
}

template <int D>
std::string picture_bytes(const Frame<D>& frame, PictureFormat format,
                          const PictureOptions& options, const PictureScale<D>& scale) {
  if constexpr (D == 3) {
    if (!options.flat) return space_picture_bytes(frame, format, options, scale);
  }
  const View<D> view(frame, scale.window, options.width);
  Canvas canvas(view.width(), view.height(), palette::paper, format);
  Legend legend{.time = frame.state.time,
                .color = color_key(frame, options.color_by, scale.color),
                .scale = view.scale()};

  canvas.clip(0.0, 0.0, view.width(), view.drawing_height());
  for_each_boundary(frame, [&](const Boundary<D>& boundary, const Placement<D>& at) {
    draw_behind(canvas, view, boundary, at);
    if constexpr (D == 3) draw_outline(canvas, view, boundary, at);
  });
  const std::vector<Color> colors = body_colors(frame, options.color_by, legend.color);
  legend.out_of_view = draw_bodies(canvas, view, frame, colors, options.marks);
  // In 3D the near edges pass before the bodies; drawn faintly they hide nothing.
  constexpr double strength = D == 2 ? 1.0 : 0.35;
  for_each_boundary(frame, [&](const Boundary<D>& boundary, const Placement<D>& at) {
    draw_outline(canvas, view, boundary, at, strength);
    draw_belt(canvas, view, boundary, at);
  });
  draw_seams(canvas, view, frame.world.cell);
  if (scale.force > 0.0) {
    legend.force = scale.force;
    legend.force_thickness = thickest_line(frame, view);
    draw_forces(canvas, view, frame, scale, legend.force_thickness);
  }
  canvas.release_clip();
  draw_legend(canvas, legend, view.drawing_height(), view.unit());
  return canvas.finish();
}

template <int D>
void draw_picture(const Frame<D>& frame, const std::filesystem::path& path,
                  const PictureOptions& options) {
  put_picture(path,
              picture_bytes(frame, picture_format(path), options, picture_scale(frame, options)));
}

#define GALET_INSTANTIATE(D)                                                                   \
  template struct PictureScale<D>;                                                             \
  template PictureScale<D> picture_scale<D>(const Frame<D>&, const PictureOptions&);           \
  template std::string picture_bytes<D>(const Frame<D>&, PictureFormat, const PictureOptions&, \
                                        const PictureScale<D>&);                               \
  template void draw_picture<D>(const Frame<D>&, const std::filesystem::path&,                 \
                                const PictureOptions&)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
