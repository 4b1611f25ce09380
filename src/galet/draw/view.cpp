#include "galet/draw/view.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace galet {
namespace {

// Of few bodies each counts.
constexpr std::size_t few_bodies = 20;

// A body belongs to the bulk when each of its coordinates lies within three times the spread of the
// middle half, thirty times where there are few.
template <int D>
struct Fence {
  Vec<D> low = Vec<D>::Constant(-std::numeric_limits<double>::infinity());
  Vec<D> high = Vec<D>::Constant(std::numeric_limits<double>::infinity());

  explicit Fence(const Bodies<D>& bodies) {
    for (int k = 0; k < D; ++k) {
      std::vector<double> x;
      double largest = 0.0;
      for (std::size_t b = 0; b < bodies.size(); ++b) {
        if (!bodies.position[b].allFinite()) continue;
        x.push_back(bodies.position[b][k]);
        largest = std::max(largest, bodies.radius[b]);
      }
      if (x.size() < 4) return;
      const auto quantile = [&](std::size_t quarter) {
        const auto place = x.begin() + static_cast<std::ptrdiff_t>(x.size() * quarter / 4);
        std::nth_element(x.begin(), place, x.end());
        return *place;
      };
      const double first = quantile(1);
      const double third = quantile(3);
      const double spread = third - first + 2.0 * largest;
      const double reach = (x.size() < few_bodies ? 30.0 : 3.0) * spread;
      low[k] = first - reach;
      high[k] = third + reach;
    }
  }

  bool contains(const Vec<D>& x) const {
    return x.allFinite() && (x - low).minCoeff() >= 0.0 && (high - x).minCoeff() >= 0.0;
  }
};

}  // namespace

template <int D>
std::vector<Vec<D>> ring(const Drum<D>& drum, double r, double along, int points) {
  std::vector<Vec<D>> out;
  Vec<D> e1 = Vec<D>::Unit(0);
  Vec<D> e2 = Vec<D>::Unit(1);
  Vec<D> center = Vec<D>::Zero();
  if constexpr (D == 3) {
    const Mat<3> frame = contact_frame<3>(drum.axis);
    e1 = frame.row(1).transpose();
    e2 = frame.row(2).transpose();
    center = along * drum.axis;
  }
  for (int k = 0; k < points; ++k) {
    const double angle = 2.0 * std::numbers::pi * k / points;
    out.push_back(center + r * (std::cos(angle) * e1 + std::sin(angle) * e2));
  }
  return out;
}

template <int D>
std::vector<Vec<D>> ring(const Revolved<D>& s, const Vec<2>& place, int points) {
  const Mat<D> frame = contact_frame<D>(s.axis);
  const Vec<D> center = place[0] * s.axis;
  const Vec<D> e1 = place[1] * frame.row(1).transpose();
  if constexpr (D == 2) {
    return {center + e1, center - e1};
  } else {
    const Vec<D> e2 = place[1] * frame.row(2).transpose();
    std::vector<Vec<D>> out;
    for (int k = 0; k < points; ++k) {
      const double angle = 2.0 * std::numbers::pi * k / points;
      out.push_back(center + std::cos(angle) * e1 + std::sin(angle) * e2);
    }
    return out;
  }
}

namespace {

template <int D>
std::vector<Vec<D>> own_points(const HalfSpace<D>&) {
  return {};
}

template <int D>
std::vector<Vec<D>> own_points(const Stick<D>& stick) {
  std::vector<Vec<D>> points;
  for (const Vec<D>& end : {stick.start, stick.end}) {
    points.push_back(end - Vec<D>::Constant(stick.radius));
    points.push_back(end + Vec<D>::Constant(stick.radius));
  }
  return points;
}

template <int D>
std::vector<Vec<D>> own_points(const Plate<D>& s) {
  return {s.center - s.a - s.b, s.center + s.a - s.b, s.center + s.a + s.b, s.center - s.a + s.b};
}

template <int D>
std::vector<Vec<D>> own_points(const Revolved<D>& s) {
  constexpr int sides = 64;
  std::vector<Vec<D>> points = ring<D>(s, s.start, sides);
  const std::vector<Vec<D>> other = ring<D>(s, s.end, sides);
  points.insert(points.end(), other.begin(), other.end());
  return points;
}

template <int D>
std::vector<Vec<D>> own_points(const Drum<D>& drum) {
  constexpr int sides = 64;
  const double half = std::isfinite(drum.length) ? 0.5 * drum.length : 0.0;
  std::vector<Vec<D>> points = ring<D>(drum, drum.radius, half, sides);
  const std::vector<Vec<D>> other = ring<D>(drum, drum.radius, -half, sides);
  points.insert(points.end(), other.begin(), other.end());
  return points;
}

template <int D>
std::vector<Vec<D>> own_points(const BoxInside<D>& box) {
  std::vector<Vec<D>> points;
  for (int corner = 0; corner < (1 << D); ++corner) {
    Vec<D> x;
    for (int k = 0; k < D; ++k) x[k] = (corner >> k & 1) != 0 ? box.high[k] : box.low[k];
    points.push_back(x);
  }
  return points;
}

}  // namespace

template <int D>
std::vector<Vec<D>> finite_points(const Obstacle<D>& shape, const Placement<D>& at) {
  std::vector<Vec<D>> points = std::visit([](const auto& s) { return own_points<D>(s); }, shape);
  for (Vec<D>& x : points) x = at.to_world(x);
  std::erase_if(points, [](const Vec<D>& x) { return !x.allFinite(); });
  return points;
}

template <int D>
std::vector<std::size_t> bulk_of(const Bodies<D>& bodies) {
  std::vector<std::size_t> bulk;
  const Fence<D> fence(bodies);
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    if (fence.contains(bodies.position[k])) bulk.push_back(k);
  }
  return bulk;
}

template <int D>
ShownPart<D> shown_part(const Frame<D>& frame) {
  const Bodies<D>& bodies = frame.state.bodies;
  Vec<D> low = Vec<D>::Constant(std::numeric_limits<double>::infinity());
  Vec<D> high = -low;
  double largest = 0.0;
  const auto include = [&](const Vec<D>& x, double radius) {
    low = low.cwiseMin(x - Vec<D>::Constant(radius));
    high = high.cwiseMax(x + Vec<D>::Constant(radius));
  };
  for (const std::size_t k : bulk_of(bodies)) {
    include(bodies.position[k], bodies.radius[k]);
    largest = std::max(largest, bodies.radius[k]);
  }
  for (const Boundary<D>& boundary : frame.world.boundaries) {
    const Placement<D> at = boundary.placement(frame.state.time);
    if (!at.present) continue;
    for (const Vec<D>& x : finite_points(boundary.shape, at)) include(x, 0.0);
  }
  if (!(low.array() <= high.array()).all()) include(Vec<D>::Zero(), 0.5);
  // A periodic cell is shown once, with the whole of the bodies on its seams.
  for (int k = 0; k < D; ++k) {
    if (!frame.world.cell.repeats(k)) continue;
    low[k] = frame.world.cell.low[k] - largest;
    high[k] = frame.world.cell.high()[k] + largest;
  }
  // A single body, or bodies on a line, get some room around them.
  const double least = largest > 0.0 ? 6.0 * largest : 1e-3 * (high - low).maxCoeff();
  for (int k = 0; k < D; ++k) {
    const double lack = 0.5 * (least - (high[k] - low[k]));
    if (lack > 0.0) {
      low[k] -= lack;
      high[k] += lack;
    }
  }
  return {low, high};
}

template <int D>
View<D>::View(const Frame<D>& frame, const ShownPart<D>& window, int width)
    : width_(std::clamp(width, 64, 16384)),
      unit_(std::max(0.5, width_ / 1200.0)),
      legend_height_(static_cast<int>(std::lround(48.0 * unit_))),
      low_(window.low),
      high_(window.high) {
  choose_axes(frame);

  // A tall or flat scene is shown whole in a picture of bearable proportions.
  const double margin = 30.0 * unit_;
  const double across = high_[right_] - low_[right_];
  const double upward = high_[up_] - low_[up_];
  const double inner_width = std::max(width_ - 2.0 * margin, 0.5 * width_);
  const double inner_height =
      std::clamp(inner_width * upward / across, 0.2 * width_, 1.25 * width_);
  drawing_height_ = static_cast<int>(std::lround(inner_height + 2.0 * margin));
  scale_ = std::min(inner_width / across, inner_height / upward);
}

template <int D>
void View<D>::choose_axes(const Frame<D>& frame) {
  if constexpr (D == 3) {
    const Vec<3> gravity = frame.world.gravity_at(frame.state.time);
    up_ = 2;
    if (gravity.squaredNorm() > 0.0) gravity.cwiseAbs().maxCoeff(&up_);
    const int a = (up_ + 1) % 3;
    const int b = (up_ + 2) % 3;
    const bool a_is_longer = high_[a] - low_[a] >= high_[b] - low_[b];
    right_ = a_is_longer ? a : b;
    towards_ = a_is_longer ? b : a;
    // right × up points to the viewer; it is −b for right = a, since a × up = −b.
    towards_sign_ = a_is_longer ? -1.0 : 1.0;
  }
}

template <int D>
Pixel View<D>::direction(const Vec<D>& v) const {
  return {scale_ * v[right_], -scale_ * v[up_]};
}

template <int D>
Pixel View<D>::to_pixel(const Vec<D>& x) const {
  const Vec<D> middle = 0.5 * (low_ + high_);
  return Pixel(0.5 * width_, 0.5 * drawing_height_) + direction(x - middle);
}

template <int D>
double View<D>::depth(const Vec<D>& x) const {
  if constexpr (D == 2) return 0.0;
  return towards_sign_ * x[towards_];
}

template <int D>
bool View<D>::shows(const Vec<D>& x, double radius) const {
  if (!x.allFinite()) return false;
  const Pixel p = to_pixel(x);
  const double r = radius * scale_;
  return p.x() > -r && p.x() < width_ + r && p.y() > -r && p.y() < drawing_height_ + r;
}

#define GALET_INSTANTIATE(D)                                                              \
  template class View<D>;                                                                 \
  template std::vector<std::size_t> bulk_of<D>(const Bodies<D>&);                         \
  template ShownPart<D> shown_part<D>(const Frame<D>&);                                   \
  template std::vector<Vec<D>> finite_points<D>(const Obstacle<D>&, const Placement<D>&); \
  template std::vector<Vec<D>> ring<D>(const Revolved<D>&, const Vec<2>&, int);           \
  template std::vector<Vec<D>> ring<D>(const Drum<D>&, double, double, int)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
