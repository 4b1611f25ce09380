// The places where a fill may put bodies, and other regions that a scene names.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "galet/base/random.hpp"
#include "galet/geometry/periodic_cell.hpp"
#include "galet/math/vec.hpp"
#include "galet/scene/scene.hpp"

namespace galet {

// In a periodic cell a region stands in every period. A box, or a cylinder along its axis, that is
// as long as the period is endless: bodies lie across the seam too.
template <int D>
class Region {
 public:
  // Throws InputError unless the settings give exactly one kind of region.
  Region(const std::string& key, const FillRegion& settings, const PeriodicCell<D>& cell = {});

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
    Vec<D> ends = Vec<D>::Ones();  // 0 in directions in which it is endless
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
    double ends = 1.0;  // 0 if it is endless
  };
  using Kind = std::variant<Box, Ball, Cylinder>;

  Kind kind_of(const std::string& key, const FillRegion& settings) const;
  Box box(const std::string& key, const FillRegion& settings) const;
  Kind round(const std::string& key, const FillRegion& settings) const;
  bool has_image(const Vec<D>& x) const;

  PeriodicCell<D> cell_;
  Kind kind_;
};

}  // namespace galet
