#include "galet/linear/block_matrix.hpp"

#include <gtest/gtest.h>

#include "galet/base/random.hpp"

namespace galet::block_matrix_test {
namespace {

// The blocks land where a full matrix has them, for graphs with isolated and with crowded nodes.
template <int B>
void expect_as_dense(std::int32_t blocks, const std::vector<BlockEdge>& edges) {
  using Block = typename BlockMatrix<B>::Block;
  Random random(3);
  const auto random_block = [&] {
    return Block(Block::NullaryExpr([&](Eigen::Index, Eigen::Index) { return random.uniform(); }));
  };
  BlockMatrix<B> matrix;
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(B * blocks, B * blocks);
  matrix.set_pattern(blocks, edges);
  matrix.set_zero();
  for (std::int32_t i = 0; i < blocks; ++i) {
    const Block block = random_block();
    matrix.add_diagonal(static_cast<std::size_t>(i), block);
    dense.block<B, B>(B * i, B * i) += block;
  }
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto [i, j] = edges[e];
    const Block upper = random_block();
    const Block lower = random_block();
    matrix.add_upper(e, upper);
    matrix.add_lower(e, lower);
    matrix.add_lower(e, lower);  // adds, does not set
    dense.block<B, B>(B * i, B * j) += upper;
    dense.block<B, B>(B * j, B * i) += 2.0 * lower;
  }
  EXPECT_TRUE(matrix.matrix().isCompressed());
  EXPECT_EQ(Eigen::MatrixXd(matrix.matrix()), dense);
  // Rows of a column increase, as the solvers want it.
  for (int c = 0; c < matrix.matrix().outerSize(); ++c) {
    int before = -1;
    for (SparseMatrix::InnerIterator it(matrix.matrix(), c); it; ++it) {
      EXPECT_GT(it.row(), before);
      before = static_cast<int>(it.row());
    }
  }
}

TEST(BlockMatrix, holds_the_blocks_of_a_graph) {
  const std::vector<BlockEdge> edges{{0, 2}, {0, 5}, {1, 5}, {2, 3}, {2, 5}};
  expect_as_dense<2>(7, edges);
  expect_as_dense<3>(7, edges);
  expect_as_dense<6>(7, edges);
  expect_as_dense<2>(1, {});
  expect_as_dense<3>(0, {});
}

TEST(BlockMatrix, takes_a_new_pattern) {
  BlockMatrix<2> matrix;
  const std::vector<BlockEdge> first{{0, 1}};
  const std::vector<BlockEdge> second{{0, 2}, {1, 2}};
  matrix.set_pattern(2, first);
  EXPECT_EQ(matrix.matrix().nonZeros(), 4 * 4);
  matrix.set_pattern(3, second);
  EXPECT_EQ(matrix.matrix().nonZeros(), 4 * 7);
}

}  // namespace
}  // namespace galet::block_matrix_test
