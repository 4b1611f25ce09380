#include "galet/draw/belt.hpp"

#include <array>
#include <cmath>

#include "galet/draw/palette.hpp"

namespace galet {
namespace {

template <int D>
void arrow_head(Canvas& canvas, const View<D>& view, const Pixel& tip, const Pixel& along) {
  const double size = 7.0 * view.unit();
  const Pixel across(-along.y(), along.x());
  const std::array<Pixel, 3> head{tip + size * along, tip - size * along + 0.8 * size * across,
                                  tip - size * along - 0.8 * size * across};
  canvas.fill_polygon(head, palette::ink);
}

// At whole multiples of the spacing from a point of the belt, so that heads of a still belt do not
// move from picture to picture.
template <int D>
void arrow_heads(Canvas& canvas, const View<D>& view, const Pixel& from, const Pixel& along,
                 double low, double high) {
  const double spacing = 90.0 * view.unit();
  for (double k = std::ceil(low / spacing); k * spacing <= high; k += 1.0) {
    arrow_head(canvas, view, from + k * spacing * along, along);
  }
}

}  // namespace

template <int D>
void draw_belt(Canvas& canvas, const View<D>& view, const Boundary<D>& boundary,
               const Placement<D>& at) {
  const Pixel run = view.direction(at.slide);
  if (!at.present || !(run.norm() > 0.0)) return;
  const Pixel along = run.normalized();
  if (const auto* plane = std::get_if<HalfSpace<D>>(&boundary.shape)) {
    const Pixel from = view.to_pixel(at.to_world(plane->point));
    const Pixel center(0.5 * view.width(), 0.5 * view.drawing_height());
    const double reach = 0.5 * (view.width() + view.drawing_height());
    const double middle = (center - from).dot(along);
    arrow_heads(canvas, view, from, along, middle - reach, middle + reach);
  }
  if (const auto* stick = std::get_if<Stick<D>>(&boundary.shape)) {
    const Pixel middle = view.to_pixel(at.to_world(0.5 * (stick->start + stick->end)));
    const double half =
        0.5 *
        std::abs(along.dot(view.direction(at.rotation.apply(Vec<D>(stick->end - stick->start)))));
    arrow_heads(canvas, view, middle, along, -half, half);
  }
}

#define GALET_INSTANTIATE(D) \
  template void draw_belt<D>(Canvas&, const View<D>&, const Boundary<D>&, const Placement<D>&)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
