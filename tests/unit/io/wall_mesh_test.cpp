// Finite walls are drawn where bodies touch them.
#include "galet/io/wall_mesh.hpp"

#include "unit/io/sample.hpp"
#include <gtest/gtest.h>

namespace galet::wall_mesh_test {
namespace {

// Every point of the mesh lies on the middle surface of its wall, which turns and moves.
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
        double nearest = 1.0;
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

}  // namespace
}  // namespace galet::wall_mesh_test
