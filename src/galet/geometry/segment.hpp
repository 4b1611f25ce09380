// A straight piece of a line in the plane.
#pragma once

#include <algorithm>

#include "galet/math/vec.hpp"

namespace galet {

struct Segment {
  Vec<2> start;
  Vec<2> end;

  double length() const { return (end - start).norm(); }
  Vec<2> direction() const { return (end - start).normalized(); }
  // To the left of the way from start to end.
  Vec<2> normal() const {
    const Vec<2> along = direction();
    return {-along.y(), along.x()};
  }
  // Positive on the side of the normal, m.
  double side(const Vec<2>& x) const { return (x - start).dot(normal()); }
  // Of the foot of x on the line: 0 at the start, 1 at the end.
  double share(const Vec<2>& x) const {
    return (x - start).dot(end - start) / (end - start).squaredNorm();
  }
  Vec<2> nearest(const Vec<2>& x) const {
    return start + std::clamp(share(x), 0.0, 1.0) * (end - start);
  }
  double distance(const Vec<2>& x) const { return (x - nearest(x)).norm(); }

  // Less `by` at both ends; it must be longer than that.
  Segment narrowed(double by) const { return {start + by * direction(), end - by * direction()}; }

  // Whether the straight way between two points meets it; a way that ends on it does.
  bool is_met_by(const Vec<2>& from, const Vec<2>& to) const {
    const double before = side(from);
    const double after = side(to);
    if (before * after > 0.0 || (before == 0.0 && after != 0.0)) return false;
    const double part = before == after ? 1.0 : before / (before - after);
    const double at = share(from + part * (to - from));
    return at >= 0.0 && at <= 1.0;
  }
};

}  // namespace galet
