// Convex polygons in space.
#pragma once

#include <vector>

#include <Eigen/Geometry>

#include "galet/math/vec.hpp"

namespace galet {

// Across the polygon, as long as twice its area; zero where it is degenerate. Corners may coincide.
inline Vec<3> area_vector(const std::vector<Vec<3>>& polygon) {
  Vec<3> sum = Vec<3>::Zero();
  for (std::size_t k = 2; k < polygon.size(); ++k) {
    sum += (polygon[k - 1] - polygon[0]).cross(polygon[k] - polygon[0]);
  }
  return sum;
}

// The part inside a box: what lies outside each face is cut off in turn (Sutherland–Hodgman).
inline std::vector<Vec<3>> cut_to_box(std::vector<Vec<3>> polygon, const Vec<3>& low,
                                      const Vec<3>& high) {
  for (int face = 0; face < 6 && !polygon.empty(); ++face) {
    const int k = face / 2;
    const auto inside = [&](const Vec<3>& x) {
      return face % 2 == 0 ? x[k] - low[k] : high[k] - x[k];
    };
    std::vector<Vec<3>> kept;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Vec<3>& p = polygon[i];
      const Vec<3>& q = polygon[(i + 1) % polygon.size()];
      const double at_p = inside(p);
      const double at_q = inside(q);
      if (at_p >= 0.0) kept.push_back(p);
      if ((at_p < 0.0) != (at_q < 0.0)) kept.push_back(p + at_p / (at_p - at_q) * (q - p));
    }
    polygon = std::move(kept);
  }
  return polygon;
}

}  // namespace galet
