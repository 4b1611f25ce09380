#include "galet/io/wall_mesh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "galet/base/error.hpp"
#include "galet/math/vec.hpp"

namespace galet {
namespace {

constexpr int kRoundSides = 72;
constexpr int kRimSides = 8;  // of the half circle at the edge of a thick wall
// Of a rectangle, around it, in half edges.
constexpr std::array<std::array<double, 2>, 4> kCorners{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};

template <int D>
struct Extent {
  Vec<D> low = Vec<D>::Constant(std::numeric_limits<double>::infinity());
  Vec<D> high = -low;

  void cover(const Vec<D>& x, double radius = 0.0) {
    low = low.cwiseMin(x - Vec<D>::Constant(radius));
    high = high.cwiseMax(x + Vec<D>::Constant(radius));
  }
  bool empty() const { return !(low.array() <= high.array()).all(); }
  Vec<D> middle() const { return empty() ? Vec<D>(Vec<D>::Zero()) : Vec<D>(0.5 * (low + high)); }
  double diagonal() const { return empty() ? 1.0 : (high - low).norm(); }
};

template <int D>
class MeshBuilder {
 public:
  explicit MeshBuilder(const Extent<D>& extent) : extent_(extent) {}

  void add(std::int32_t number, const Obstacle<D>& shape, const Placement<D>& at) {
    number_ = number;
    at_ = &at;
    std::visit([this](const auto& s) { draw(s); }, shape);
  }
  WallMesh take() {
    line_of_.insert(line_of_.end(), polygon_of_.begin(), polygon_of_.end());
    mesh_.boundary = std::move(line_of_);
    return std::move(mesh_);
  }

 private:
  // Points in the frame of the boundary.
  std::int64_t point(const Vec<D>& x) {
    const Vec<D> world = at_->to_world(x);
    for (int k = 0; k < 3; ++k) mesh_.points.push_back(k < D ? world[k] : 0.0);
    return static_cast<std::int64_t>(mesh_.points.size()) / 3 - 1;
  }
  void line(std::vector<std::int64_t> cell) {
    mesh_.lines.push_back(std::move(cell));
    line_of_.push_back(number_);
  }
  void polygon(std::vector<std::int64_t> cell) {
    mesh_.polygons.push_back(std::move(cell));
    polygon_of_.push_back(number_);
  }
  // Where an endless boundary is drawn, in its own frame.
  Vec<D> middle() const {
    return at_->rotation.matrix().transpose() * (extent_.middle() - at_->position);
  }

  void draw(const HalfSpace<D>& s) {
    const Vec<D> center = middle() - (middle() - s.point).dot(s.normal) * s.normal;
    const Mat<D> frame = contact_frame<D>(s.normal);
    const double reach = 0.6 * extent_.diagonal();
    const Vec<D> t = reach * frame.row(1).transpose();
    if constexpr (D == 2) {
      line({point(center - t), point(center + t)});
    } else {
      const Vec<D> b = reach * frame.row(2).transpose();
      polygon({point(center - t - b), point(center + t - b), point(center + t + b),
               point(center - t + b)});
    }
  }

  void draw(const Stick<D>& s) {
    const Vec<D> along = (s.end - s.start).normalized();
    if (s.radius == 0.0) return line({point(s.start), point(s.end)});
    const Mat<D> frame = contact_frame<D>(along);
    if constexpr (D == 2) {
      // Two half circles and the sides between them.
      std::vector<std::int64_t> outline;
      const Vec<D> side = frame.row(1).transpose();
      for (int k = 0; k <= kRoundSides; ++k) {
        const double angle = 2.0 * std::numbers::pi * k / kRoundSides;
        const Vec<D>& end = 2 * k < kRoundSides ? s.end : s.start;
        outline.push_back(
            point(end + s.radius * (std::sin(angle) * along + std::cos(angle) * side)));
      }
      line(std::move(outline));
    } else {
      tube(s.start, s.end, s.radius, frame);
    }
  }

  void draw(const Drum<D>& s) {
    if constexpr (D == 2) {
      std::vector<std::int64_t> circle;
      for (int k = 0; k < kRoundSides; ++k) {
        const double angle = 2.0 * std::numbers::pi * k / kRoundSides;
        circle.push_back(point(s.radius * Vec<D>(std::cos(angle), std::sin(angle))));
      }
      circle.push_back(circle.front());
      line(std::move(circle));
    } else {
      const bool closed = std::isfinite(s.length);
      const Vec<D> center = closed ? Vec<D>(Vec<D>::Zero()) : Vec<D>(middle().dot(s.axis) * s.axis);
      const double half = closed ? 0.5 * s.length : 0.6 * extent_.diagonal();
      const auto [low, high] =
          tube(center - half * s.axis, center + half * s.axis, s.radius, contact_frame<D>(s.axis));
      if (closed) {
        polygon(low);
        polygon(high);
      }
    }
  }

  // Both faces of a thick plate with its round rim, which is made of rings around it from face to
  // face.
  void draw(const Plate<D>& s) {
    std::vector<std::int64_t> face;
    if (s.radius == 0.0) {
      for (const auto& [u, v] : kCorners) face.push_back(point(s.center + u * s.a + v * s.b));
      return polygon(std::move(face));
    }
    if constexpr (D == 3) {
      const Vec<D> n = s.a.cross(s.b).normalized();
      std::vector<std::vector<std::int64_t>> rings;
      for (int k = 0; k <= kRimSides; ++k) {
        const double angle = std::numbers::pi * k / kRimSides;
        std::vector<std::int64_t> around;
        for (std::size_t c = 0; c < kCorners.size(); ++c) {
          const auto& [u, v] = kCorners[c];
          for (int j = 0; j <= kRimSides; ++j) {
            // From the direction of one edge to that of the next.
            const double turn =
                std::numbers::pi * (0.5 * j / kRimSides + 0.5 * static_cast<double>(c));
            const Vec<D> out =
                -std::sin(turn) * s.b.normalized() + -std::cos(turn) * s.a.normalized();
            around.push_back(point(s.center + u * s.a + v * s.b +
                                   s.radius * (std::cos(angle) * n + std::sin(angle) * out)));
          }
        }
        rings.push_back(std::move(around));
      }
      for (const auto& around : {rings.front(), rings.back()}) {
        face.clear();
        for (std::size_t c = 0; c < kCorners.size(); ++c)
          face.push_back(around[c * (kRimSides + 1)]);
        polygon(face);
      }
      for (std::size_t k = 1; k < rings.size(); ++k) join(rings[k - 1], rings[k]);
    }
  }

  void draw(const Revolved<D>& s) {
    const Mat<D> frame = contact_frame<D>(s.axis);
    const std::vector<Vec<2>> profile = profile_of(s);
    if constexpr (D == 2) {
      for (const double sign : {1.0, -1.0}) {
        const Vec<D> out = sign * frame.row(1).transpose();
        std::vector<std::int64_t> outline;
        for (const Vec<2>& at : profile) outline.push_back(point(at[0] * s.axis + at[1] * out));
        line(std::move(outline));
      }
    } else {
      std::vector<std::int64_t> before;
      for (const Vec<2>& at : profile) {
        std::vector<std::int64_t> now = ring(at[0] * s.axis, at[1], frame);
        if (!before.empty()) join(before, now);
        before = std::move(now);
      }
    }
  }
  // What turns about the axis: the segment, or the line around it at half the thickness, as far as
  // it is on this side of the axis.
  static std::vector<Vec<2>> profile_of(const Revolved<D>& s) {
    if (s.thickness == 0.0) return {s.start, s.end};
    const bool outwards = s.end[1] >= s.start[1];  // begins and ends at the axis, if it gets there
    const Vec<2>& inner = outwards ? s.start : s.end;
    const Vec<2>& outer = outwards ? s.end : s.start;
    const Vec<2> along = (outer - inner).normalized();
    const Vec<2> across(-along[1], along[0]);
    std::vector<Vec<2>> profile;
    // By quarters of turns from the direction of −along on.
    const auto arc = [&](const Vec<2>& center, int from, int to) {
      for (int k = from * kRimSides / 2; k <= to * kRimSides / 2; ++k) {
        const double angle = std::numbers::pi * k / kRimSides;
        const Vec<2> at =
            center + s.thickness * (std::sin(angle) * across - std::cos(angle) * along);
        if (at[1] > -1e-9 * s.thickness) profile.emplace_back(at[0], std::max(at[1], 0.0));
      }
    };
    arc(inner, 0, 1);
    arc(outer, 1, 3);
    arc(inner, 3, 4);
    return profile;
  }

  void draw(const BoxInside<D>& s) {
    for (int face = 0; face < 2 * D; ++face) {
      if (!s.closed[static_cast<std::size_t>(face)]) continue;
      const int k = face / 2;
      Vec<D> a = s.low;
      Vec<D> c = s.high;
      a[k] = c[k] = face % 2 == 0 ? s.low[k] : s.high[k];
      if constexpr (D == 2) {
        line({point(a), point(c)});
      } else {
        Vec<D> b = a;
        Vec<D> d = c;
        b[(k + 1) % 3] = c[(k + 1) % 3];
        d[(k + 1) % 3] = a[(k + 1) % 3];
        polygon({point(a), point(b), point(c), point(d)});
      }
    }
  }

  std::vector<std::int64_t> ring(const Vec<D>& center, double radius, const Mat<D>& frame) {
    std::vector<std::int64_t> points;
    for (int k = 0; k < kRoundSides; ++k) {
      const double angle = 2.0 * std::numbers::pi * k / kRoundSides;
      points.push_back(point(
          center +
          radius *
              (std::cos(angle) * frame.row(1) + std::sin(angle) * frame.row(D - 1)).transpose()));
    }
    return points;
  }
  // The strip between two rings.
  void join(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b) {
    for (std::size_t k = 0; k < a.size(); ++k) {
      const std::size_t next = (k + 1) % a.size();
      polygon({a[k], a[next], b[next], b[k]});
    }
  }

  // The side of a cylinder; gives the rings at its two ends.
  std::array<std::vector<std::int64_t>, 2> tube(const Vec<D>& start, const Vec<D>& end,
                                                double radius, const Mat<D>& frame) {
    std::array<std::vector<std::int64_t>, 2> rings{ring(start, radius, frame),
                                                   ring(end, radius, frame)};
    join(rings[0], rings[1]);
    return rings;
  }

  const Extent<D>& extent_;
  std::int32_t number_ = 0;
  const Placement<D>* at_ = nullptr;
  WallMesh mesh_;
  std::vector<std::int32_t> line_of_;
  std::vector<std::int32_t> polygon_of_;
};

Rotation<2> boundary_rotation(const StoredFrame& frame, std::size_t k, Rotation<2>) {
  return Rotation<2>(frame.boundary_orientation[k]);
}
Rotation<3> boundary_rotation(const StoredFrame& frame, std::size_t k, Rotation<3>) {
  const double* q = &frame.boundary_orientation[4 * k];
  return Rotation<3>(Eigen::Quaterniond(q[0], q[1], q[2], q[3]));
}

template <int D>
Placement<D> boundary_placement(const StoredFrame& frame, std::size_t k) {
  Placement<D> at;
  at.position = Eigen::Map<const Vec<D>>(&frame.boundary_position[k * D]);
  at.rotation = boundary_rotation(frame, k, Rotation<D>());
  at.present = frame.boundary_present[k] != 0;
  return at;
}

template <int D>
Extent<D> extent_of(const StoredFrame& frame, std::span<const Boundary<D>> walls) {
  Extent<D> extent;
  for (std::size_t i = 0; i < frame.bodies(); ++i) {
    extent.cover(Eigen::Map<const Vec<D>>(&frame.position[i * D]), frame.radius[i]);
  }
  for (std::size_t k = 0; k < walls.size(); ++k) {
    const Placement<D> at = boundary_placement<D>(frame, k);
    if (const ObstacleBox<D> bounds = bounds_of<D>(walls[k].shape, at)) {
      extent.cover(bounds->first);
      extent.cover(bounds->second);
    }
    if (const auto* box = std::get_if<BoxInside<D>>(&walls[k].shape)) {
      extent.cover(at.to_world(box->low));
      extent.cover(at.to_world(box->high));
    }
    if (const auto* drum = std::get_if<Drum<D>>(&walls[k].shape)) {
      extent.cover(at.position, drum->radius);
    }
  }
  return extent;
}

}  // namespace

WallMesh wall_mesh(const StoredFrame& frame, const Walls& walls) {
  return std::visit(
      [&]<int D>(std::span<const Boundary<D>> boundaries) {
        GALET_ASSERT(frame.dimension == D && frame.boundaries() == boundaries.size());
        const Extent<D> extent = extent_of<D>(frame, boundaries);
        MeshBuilder<D> builder(extent);
        for (std::size_t k = 0; k < boundaries.size(); ++k) {
          const Placement<D> at = boundary_placement<D>(frame, k);
          if (at.present) builder.add(static_cast<std::int32_t>(k), boundaries[k].shape, at);
        }
        return builder.take();
      },
      walls);
}

}  // namespace galet
