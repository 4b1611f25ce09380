// Where a body of a group wants to go: the velocity that it would have alone, U(q) of the scheme
// "first-order".
#pragma once

#include <cmath>
#include <variant>
#include <vector>

#include "galet/geometry/geodesic.hpp"
#include "galet/model/series.hpp"

namespace galet {

// The same everywhere, constant or in time.
struct SteadyDesire {
  VectorSeries velocity;  // m/s
};

// Straight to a point, and to rest there.
template <int D>
struct PointDesire {
  Vec<D> point;
  double speed = 0.0;  // m/s
};

// A segment through which bodies leave the scene, on the way over its whole width. Centres aim at
// the part of it that has room for them.
struct Exit {
  Segment whole;
  Segment narrowed;
};

// The shortest way to the exits (2D).
struct ExitDesire {
  std::vector<Exit> exits;
  double speed = 0.0;  // m/s
  Geodesic ways;

  // Unit vector, zero where no way leads.
  Vec<2> direction_at(const Vec<2>& x) const {
    // Directions of the nodes point to the exit from both sides: next to it the side counts.
    const double near = ways.grid().spacing;
    for (const Exit& exit : exits) {
      const double side = exit.whole.side(x);
      const double share = exit.whole.share(x);
      if (std::abs(side) > near || share < 0.0 || share > 1.0) continue;
      return (side > 0.0 ? -1.0 : 1.0) * exit.whole.normal();
    }
    return ways.direction_at(x);
  }
};

template <int D>
struct Desire {
  std::variant<SteadyDesire, PointDesire<D>, ExitDesire> aim;

  // Of a body at x in the step from t to t + h.
  Vec<D> velocity_at(const Vec<D>& x, double t, double h) const {
    return std::visit([&](const auto& own) { return velocity_of(own, x, t, h); }, aim);
  }
  // Whether a body that went straight from one point to the other left the scene.
  bool is_left_on(const Vec<D>& from, const Vec<D>& to) const {
    if constexpr (D == 2) {
      const auto* own = std::get_if<ExitDesire>(&aim);
      if (own == nullptr) return false;
      for (const Exit& exit : own->exits) {
        if (exit.whole.is_met_by(from, to)) return true;
      }
    }
    return false;
  }
  bool has_exits() const { return std::holds_alternative<ExitDesire>(aim); }

 private:
  static Vec<D> velocity_of(const SteadyDesire& own, const Vec<D>&, double t, double h) {
    Vec<D> velocity;
    for (int k = 0; k < D; ++k) {
      velocity[k] = own.velocity.mean(t, h, static_cast<std::size_t>(k));
    }
    return velocity;
  }
  static Vec<D> velocity_of(const PointDesire<D>& own, const Vec<D>& x, double, double h) {
    const Vec<D> way = own.point - x;
    const double length = way.norm();
    // No farther than the point.
    return length <= h * own.speed ? Vec<D>(way / h) : Vec<D>(own.speed / length * way);
  }
  static Vec<D> velocity_of(const ExitDesire& own, const Vec<D>& x, double, double) {
    if constexpr (D == 2) {
      return own.speed * own.direction_at(x);
    } else {
      return Vec<D>::Zero();
    }
  }
};

}  // namespace galet
