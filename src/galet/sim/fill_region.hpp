// The places where a fill may put bodies, and other regions that a scene names.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "galet/base/random.hpp"
#include "galet/math/vec.hpp"
#include "galet/sim/scene.hpp"

namespace galet {

template <int D>
class Region {
 public:
  // Throws InputError unless the settings give exactly one kind of region.
  Region(const std::string& key, const FillRegion& settings);

  // Radius of the largest ball that fits, and the volume (area in 2D).
  double largest_radius() const;
  double volume() const;

  bool contains(const Vec<D>& x) const;
  // How a ball at x must be moved to lie inside (if it fits); zero when it does.
  Vec<D> way_inside(const Vec<D>& x, double radius) const;
  // Corners of the box around it.
  std::pair<Vec<D>, Vec<D>> bounds() const;

  // A centre, uniform among those for which a ball of the radius lies inside; it must fit.
  Vec<D> draw(double radius, Random& random) const;

 private:
  struct Box {
    Vec<D> low;
    Vec<D> high;
  };
  struct Ball {
    Vec<D> center;
    double radius = 0.0;
  };
  struct Cylinder {  // 3D only
    Vec<D> center;
    double radius = 0.0;
    Mat<D> frame;  // rows: axis, and two directions across it
    double length = 0.0;
  };
  using Kind = std::variant<Box, Ball, Cylinder>;

  static Kind kind_of(const std::string& key, const FillRegion& settings);
  static Box box(const std::string& key, const FillRegion& settings);
  static Kind round(const std::string& key, const FillRegion& settings);

  Kind kind_;
};

}  // namespace galet
