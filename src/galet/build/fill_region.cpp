#include "galet/build/fill_region.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <type_traits>

#include "galet/geometry/mass_properties.hpp"
#include "galet/scene/vectors.hpp"

namespace galet {
namespace {

// Uniform in the unit ball of dimension N, by rejection from the cube around it.
template <int N>
Eigen::Matrix<double, N, 1> draw_in_unit_ball(Random& random) {
  Eigen::Matrix<double, N, 1> x;
  do {
    for (int k = 0; k < N; ++k) x[k] = random.uniform(-1.0, 1.0);
  } while (x.squaredNorm() > 1.0);
  return x;
}

template <class... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

// Whether a length fills a period; one that misses it by round-off does.
bool fills(double length, double period) { return period > 0.0 && length >= (1.0 - 1e-9) * period; }

}  // namespace

template <int D>
Region<D>::Region(const std::string& key, const FillRegion& settings, const PeriodicCell<D>& cell)
    : cell_(cell), kind_(kind_of(key, settings)) {}

template <int D>
typename Region<D>::Kind Region<D>::kind_of(const std::string& key, const FillRegion& s) const {
  const bool is_box = !s.low.empty() || !s.high.empty();
  const bool is_round = !s.center.empty() || s.radius || !s.axis.empty() || s.length;
  if (is_box == is_round) {
    refuse(key, D == 2 ? "expected either {low, high} or {center, radius}"
                       : "expected one of {low, high}, {center, radius} and {center, radius, axis, "
                         "length}");
  }
  return is_box ? Kind(box(key, s)) : round(key, s);
}

template <int D>
typename Region<D>::Box Region<D>::box(const std::string& key, const FillRegion& s) const {
  Box box{fixed_vector<D>(key + ".low", s.low), fixed_vector<D>(key + ".high", s.high)};
  if (!((box.high - box.low).array() > 0.0).all()) {
    refuse(key + ".high", "must be above `low` in every direction");
  }
  for (int k = 0; k < D; ++k) {
    if (!fills(box.high[k] - box.low[k], cell_.period[k])) continue;
    box.low[k] = cell_.low[k];
    box.high[k] = cell_.low[k] + cell_.period[k];
    box.ends[k] = 0.0;
  }
  return box;
}

template <int D>
typename Region<D>::Kind Region<D>::round(const std::string& key, const FillRegion& s) const {
  const Vec<D> center = fixed_vector<D>(key + ".center", s.center);
  if (!s.radius) refuse(key + ".radius", "missing; a round region needs its radius");
  if constexpr (D == 2) {
    if (!s.axis.empty() || s.length) refuse(key, "axis and length are for 3D");
    return Ball{center, *s.radius};
  } else {
    if (s.axis.empty() != !s.length) refuse(key, "a cylinder needs both axis and length");
    if (s.axis.empty()) return Ball{center, *s.radius};
    const Vec<D> axis = direction<D>(key + ".axis", s.axis);
    Cylinder cylinder{center, *s.radius, contact_frame<D>(axis), *s.length};
    for (int k = 0; k < D; ++k) {
      if (std::abs(axis[k]) != 1.0 || !fills(*s.length, cell_.period[k])) continue;
      cylinder.length = cell_.period[k];
      cylinder.ends = 0.0;
    }
    return cylinder;
  }
}

template <int D>
double Region<D>::largest_radius() const {
  return std::visit(Overloaded{[](const Box& box) {
                                 double width = std::numeric_limits<double>::infinity();
                                 for (int k = 0; k < D; ++k) {
                                   if (box.ends[k] > 0.0)
                                     width = std::min(width, box.high[k] - box.low[k]);
                                 }
                                 return 0.5 * width;
                               },
                               [](const Ball& ball) { return ball.radius; },
                               [](const Cylinder& c) {
                                 return c.ends > 0.0 ? std::min(c.radius, 0.5 * c.length)
                                                     : c.radius;
                               }},
                    kind_);
}

template <int D>
double Region<D>::volume() const {
  return std::visit(
      Overloaded{
          [](const Box& box) { return (box.high - box.low).prod(); },
          [](const Ball& ball) {
            return ball_volume(D == 2 ? BallSolid::disc : BallSolid::sphere, ball.radius);
          },
          [](const Cylinder& c) { return std::numbers::pi * c.radius * c.radius * c.length; }},
      kind_);
}

template <int D>
bool Region<D>::contains(const Vec<D>& x) const {
  if (!cell_.any()) return has_image(x);
  const auto [low, high] = bounds();
  bool found = false;
  cell_.for_each_shift(x, x, low, high,
                       [&](const Vec<D>& shift) { found = found || has_image(x + shift); });
  return found;
}

template <int D>
bool Region<D>::has_image(const Vec<D>& x) const {
  return std::visit(
      Overloaded{[&](const Box& box) {
                   return (x.array() >= box.low.array()).all() &&
                          (x.array() <= box.high.array()).all();
                 },
                 [&](const Ball& ball) {
                   return (x - ball.center).squaredNorm() <= ball.radius * ball.radius;
                 },
                 [&](const Cylinder& c) {
                   const Vec<D> local = c.frame * (x - c.center);
                   return std::abs(local[0]) <= 0.5 * c.length &&
                          local.template tail<D - 1>().squaredNorm() <= c.radius * c.radius;
                 }},
      kind_);
}

template <int D>
Vec<D> Region<D>::way_inside(const Vec<D>& x, double radius) const {
  // Towards the centre of a ball of the given radius, by what lies outside.
  const auto inward = [radius](const auto& from_center, double outer) {
    using V = std::decay_t<decltype(from_center)>;
    const double distance = from_center.norm();
    const double excess = distance - (outer - radius);
    return excess > 0.0 && distance > 0.0 ? V(-excess / distance * from_center) : V(V::Zero());
  };
  return std::visit(
      Overloaded{[&](const Box& box) {
                   const Vec<D> r = Vec<D>::Constant(radius);
                   return Vec<D>(box.ends.cwiseProduct((box.low + r - x).cwiseMax(0.0) -
                                                       (x + r - box.high).cwiseMax(0.0)));
                 },
                 [&](const Ball& ball) { return inward(Vec<D>(x - ball.center), ball.radius); },
                 [&](const Cylinder& c) {
                   const Vec<D> local = c.frame * (x - c.center);
                   Vec<D> way;
                   const double excess = std::abs(local[0]) - (0.5 * c.length - radius);
                   way[0] = excess > 0.0 ? -c.ends * std::copysign(excess, local[0]) : 0.0;
                   way.template tail<D - 1>() = inward(
                       Eigen::Matrix<double, D - 1, 1>(local.template tail<D - 1>()), c.radius);
                   return Vec<D>(c.frame.transpose() * way);
                 }},
      kind_);
}

template <int D>
std::pair<Vec<D>, Vec<D>> Region<D>::bounds() const {
  return std::visit(
      Overloaded{[](const Box& box) { return std::pair(box.low, box.high); },
                 [](const Ball& ball) {
                   const Vec<D> reach = Vec<D>::Constant(ball.radius);
                   return std::pair<Vec<D>, Vec<D>>(ball.center - reach, ball.center + reach);
                 },
                 [](const Cylinder& c) {
                   // Half the axis along each direction, and the disc across it.
                   const Vec<D> axis = c.frame.row(0).transpose();
                   const Vec<D> across =
                       (Vec<D>::Ones() - axis.cwiseProduct(axis)).cwiseMax(0.0).cwiseSqrt();
                   const Vec<D> reach = 0.5 * c.length * axis.cwiseAbs() + c.radius * across;
                   return std::pair<Vec<D>, Vec<D>>(c.center - reach, c.center + reach);
                 }},
      kind_);
}

template <int D>
Vec<D> Region<D>::draw(double radius, Random& random) const {
  return std::visit(
      Overloaded{
          [&](const Box& box) {
            Vec<D> x;
            for (int k = 0; k < D; ++k) {
              const double inset = box.ends[k] * radius;
              x[k] = random.uniform(box.low[k] + inset, box.high[k] - inset);
            }
            return x;
          },
          [&](const Ball& ball) {
            return Vec<D>(ball.center + (ball.radius - radius) * draw_in_unit_ball<D>(random));
          },
          [&](const Cylinder& c) {
            Vec<D> local;
            local.template tail<D - 1>() = (c.radius - radius) * draw_in_unit_ball<D - 1>(random);
            local[0] = (0.5 * c.length - c.ends * radius) * random.uniform(-1.0, 1.0);
            return Vec<D>(c.center + c.frame.transpose() * local);
          }},
      kind_);
}

template class Region<2>;
template class Region<3>;

}  // namespace galet
