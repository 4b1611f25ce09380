// Finite walls are drawn where bodies touch them.
#include "galet/io/wall_mesh.hpp"

#include <numbers>

#include "unit/io/sample.hpp"
#include <gtest/gtest.h>

namespace galet::wall_mesh_test {
namespace {

// Every point of the mesh lies on the surface of its wall, which turns and moves.
template <int D>
void expect_on_the_walls(const std::vector<Obstacle<D>>& shapes) {
  Sample<D> sample;
  sample.add_body(Vec<D>::Zero(), 0.1);
  Motion<D> motion;
  motion.velocity = Vec<D>(Vec<D>::Constant(0.3));
  motion.spin = Spin<D>(Spin<D>::Constant(0.4));
  for (const Obstacle<D>& shape : shapes) {
    sample.add_boundary(shape, Vec<D>::Constant(1.0), motion);
  }
  sample.state.time = 0.5;
  const StoredFrame frame = stored(sample.frame());
  const WallMesh mesh = wall_mesh(frame, std::span<const Boundary<D>>(sample.world.boundaries));
  std::size_t cell = 0;
  for (const auto* cells : {&mesh.lines, &mesh.polygons}) {
    for (const std::vector<std::int64_t>& points : *cells) {
      const Boundary<D>& wall =
          sample.world.boundaries[static_cast<std::size_t>(mesh.boundary[cell++])];
      for (const std::int64_t p : points) {
        const Vec<D> x = Eigen::Map<const Vec<D>>(&mesh.points[static_cast<std::size_t>(3 * p)]);
        double nearest = 10.0;
        std::visit(
            [&](const auto& shape) {
              for_each_face(shape, wall.placement(0.5), x, [&](int, double distance, const auto&) {
                nearest = std::min(nearest, distance);
              });
            },
            wall.shape);
        EXPECT_NEAR(nearest, 0.0, 1e-14);
      }
    }
  }
  EXPECT_EQ(cell, mesh.boundary.size());
  EXPECT_GE(cell, shapes.size());
}

TEST(WallMesh, finite_walls_are_drawn_where_they_act) {
  expect_on_the_walls<3>({Plate<3>{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, 0.0},
                          Revolved<3>{{0, 0, 1}, {-1, 0.5}, {2, 1}, 0.0},
                          Revolved<3>{{0, 1, 0}, {0, 0.5}, {0, 1}, 0.0}});
  expect_on_the_walls<2>({Revolved<2>{{0, 1}, {-1, 0.5}, {2, 1}, 0.0}});
}

// A disc without a hole and a funnel that ends in a tip reach the axis.
TEST(WallMesh, thick_walls_are_drawn_at_their_surfaces) {
  expect_on_the_walls<3>({Plate<3>{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, 0.3},
                          Revolved<3>{{0, 0, 1}, {-1, 0.5}, {2, 1}, 0.2},
                          Revolved<3>{{0, 0, 1}, {-1, 0.5}, {2, 0.5}, 0.2},
                          Revolved<3>{{0, 1, 0}, {0, 0}, {0, 1}, 0.2}});
  expect_on_the_walls<2>(
      {Revolved<2>{{0, 1}, {-1, 0.5}, {2, 1}, 0.2}, Revolved<2>{{0, 1}, {0, 0.4}, {0, 1}, 0.2}});
}

// The volume within a closed mesh by Gauss' theorem, 1/6 Σ x·(y × z) over triangles.
double volume_within(const Obstacle<3>& shape) {
  Sample<3> sample;
  sample.add_body(Vec<3>::Zero(), 0.1);
  sample.add_boundary(shape, Vec<3>::Zero(), {});
  const WallMesh mesh =
      wall_mesh(stored(sample.frame()), std::span<const Boundary<3>>(sample.world.boundaries));
  const auto at = [&](std::int64_t p) -> Vec<3> {
    return Eigen::Map<const Vec<3>>(&mesh.points[static_cast<std::size_t>(3 * p)]);
  };
  double volume = 0.0;
  for (const std::vector<std::int64_t>& face : mesh.polygons) {
    // Whichever way it goes around: outwards from the middle of these convex walls.
    double cone = 0.0;
    for (std::size_t k = 2; k < face.size(); ++k) {
      cone += at(face[0]).dot(at(face[k - 1]).cross(at(face[k]))) / 6.0;
    }
    volume += std::abs(cone);
  }
  return volume;
}

// A rectangle A × B with everything within t of it has the volume 2t A B + π t² (A + B) + 4π t³/3;
// a disc of radius R likewise 2π R² t + π² R t² + 4π t³/3 (Steiner). Polygons within circles of 16
// and 72 corners have 0.974 and 0.9987 of their areas.
TEST(WallMesh, thick_walls_are_closed) {
  const double pi = std::numbers::pi;
  const double t = 0.3;
  const auto expect_volume = [](const Obstacle<3>& shape, double flat, double round) {
    const double volume = volume_within(shape);
    EXPECT_LT(volume, flat + round);
    EXPECT_GT(volume, 0.998 * flat + 0.97 * round);
  };
  expect_volume(Plate<3>{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, t}, 2 * t * 8,
                pi * t * t * 6 + 4 * pi * t * t * t / 3);
  expect_volume(Revolved<3>{{0, 0, 1}, {0, 0}, {0, 2}, t}, 2 * pi * 4 * t,
                pi * pi * 2 * t * t + 4 * pi * t * t * t / 3);
}

}  // namespace
}  // namespace galet::wall_mesh_test
