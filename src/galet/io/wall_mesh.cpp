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

  // Its middle surface.
  void draw(const Plate<D>& s) {
    polygon({point(s.center - s.a - s.b), point(s.center + s.a - s.b), point(s.center + s.a + s.b),
             point(s.center - s.a + s.b)});
  }

  void draw(const Revolved<D>& s) {
    const Mat<D> frame = contact_frame<D>(s.axis);
    if constexpr (D == 2) {
      for (const double sign : {1.0, -1.0}) {
        const Vec<D> out = sign * frame.row(1).transpose();
        line({point(s.start[0] * s.axis + s.start[1] * out),
              point(s.end[0] * s.axis + s.end[1] * out)});
      }
    } else {
      band(s.start[0] * s.axis, s.start[1], s.end[0] * s.axis, s.end[1], frame);
    }
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

  // The side of a cylinder; gives the rings at its two ends.
  std::array<std::vector<std::int64_t>, 2> tube(const Vec<D>& start, const Vec<D>& end,
                                                double radius, const Mat<D>& frame) {
    return band(start, radius, end, radius, frame);
  }
  // The same between rings of two radii.
  std::array<std::vector<std::int64_t>, 2> band(const Vec<D>& start, double start_radius,
                                                const Vec<D>& end, double end_radius,
                                                const Mat<D>& frame) {
    std::array<std::vector<std::int64_t>, 2> rings;
    for (int k = 0; k < kRoundSides; ++k) {
      const double angle = 2.0 * std::numbers::pi * k / kRoundSides;
      const Vec<D> out =
          (std::cos(angle) * frame.row(1) + std::sin(angle) * frame.row(D - 1)).transpose();
      rings[0].push_back(point(start + start_radius * out));
      rings[1].push_back(point(end + end_radius * out));
    }
    for (std::size_t k = 0; k < kRoundSides; ++k) {
      const std::size_t next = (k + 1) % kRoundSides;
      polygon({rings[0][k], rings[0][next], rings[1][next], rings[1][k]});
    }
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
