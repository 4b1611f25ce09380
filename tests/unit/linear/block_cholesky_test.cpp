// Cholesky factors by fronts, on graphs of all kinds, with the kernels of every instruction set
// that this machine can run.
#include "galet/linear/block_cholesky.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <Eigen/Dense>
#include <Eigen/SparseCholesky>
#include <gtest/gtest.h>

#include "galet/base/random.hpp"
#include "galet/linear/dissection.hpp"

namespace galet::block_cholesky_test {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

struct Pattern {
  const char* name;
  std::int32_t nodes;
  std::vector<BlockEdge> edges;
};

void sort_unique(std::vector<BlockEdge>& edges) {
  std::ranges::sort(edges);
  edges.erase(std::ranges::unique(edges).begin(), edges.end());
}

Pattern chain(std::int32_t nodes) {
  Pattern p{"chain", nodes, {}};
  for (std::int32_t i = 0; i + 1 < nodes; ++i) p.edges.push_back({i, i + 1});
  return p;
}
// The hub has the number in the middle.
Pattern star(std::int32_t nodes) {
  Pattern p{"star", nodes, {}};
  const std::int32_t hub = nodes / 2;
  for (std::int32_t i = 0; i < nodes; ++i) {
    if (i != hub) p.edges.push_back({std::min(i, hub), std::max(i, hub)});
  }
  sort_unique(p.edges);
  return p;
}
Pattern dense(std::int32_t nodes) {
  Pattern p{"dense", nodes, {}};
  for (std::int32_t i = 0; i < nodes; ++i) {
    for (std::int32_t j = i + 1; j < nodes; ++j) p.edges.push_back({i, j});
  }
  return p;
}
// Rows of discs, each in the hollows of the one below.
Pattern crystal(std::int32_t side) {
  Pattern p{"crystal", side * side, {}};
  for (std::int32_t i = 0; i < side; ++i) {
    for (std::int32_t j = 0; j < side; ++j) {
      const std::int32_t k = i * side + j;
      if (j + 1 < side) p.edges.push_back({k, k + 1});
      if (i + 1 < side) p.edges.push_back({k, k + side});
      if (i + 1 < side && j > 0) p.edges.push_back({k, k + side - 1});
    }
  }
  sort_unique(p.edges);
  return p;
}
// Where its discs are.
std::vector<GraphPoint> places_in_crystal(std::int32_t side) {
  std::vector<GraphPoint> points;
  for (std::int32_t i = 0; i < side; ++i) {
    for (std::int32_t j = 0; j < side; ++j) {
      points.push_back({j + 0.5 * i, std::sqrt(0.75) * i, 0.0});
    }
  }
  return points;
}
Pattern random_graph(std::int32_t nodes, int edges) {
  Pattern p{"random", nodes, {}};
  Random random(7);
  const auto node = [&] { return static_cast<std::int32_t>(random.uniform() * nodes); };
  for (int k = 0; k < edges; ++k) {
    const std::int32_t i = node();
    const std::int32_t j = node();
    if (i != j) p.edges.push_back({std::min(i, j), std::max(i, j)});
  }
  sort_unique(p.edges);
  return p;
}
// Two crystals whose nodes take turns, and as many nodes without neighbours.
Pattern disconnected() {
  const Pattern one = crystal(9);
  Pattern p{"disconnected", 3 * one.nodes, {}};
  for (const BlockEdge& e : one.edges) {
    p.edges.push_back({3 * e.i, 3 * e.j});
    p.edges.push_back({3 * e.i + 2, 3 * e.j + 2});
  }
  sort_unique(p.edges);
  return p;
}

std::vector<Pattern> patterns() {
  return {{"none", 0, {}}, {"single", 1, {}},    chain(300),     star(100),
          dense(40),       random_graph(60, 90), disconnected(), crystal(40)};
}

// 1 + Σ w G Gᵀ over the edges, as the normal equations of contacts are, w over six orders.
template <int B>
void fill(const Pattern& pattern, BlockCholesky<B>& factors) {
  Random random(3);
  const auto column = [&] {
    return Eigen::Matrix<double, B, 1>(Eigen::Matrix<double, B, 1>::NullaryExpr(
        [&](Eigen::Index) { return 2.0 * random.uniform() - 1.0; }));
  };
  for (auto& block : factors.diagonal) block.setIdentity();
  for (std::size_t e = 0; e < pattern.edges.size(); ++e) {
    const double w = std::pow(10.0, 6.0 * random.uniform() - 3.0);
    const auto a = column();
    const auto b = column();
    factors.diagonal[static_cast<std::size_t>(pattern.edges[e].i)] += w * a * a.transpose();
    factors.diagonal[static_cast<std::size_t>(pattern.edges[e].j)] += w * b * b.transpose();
    factors.below[e] = w * b * a.transpose();
  }
}

// The whole matrix, node i at place[i].
template <int B>
Eigen::SparseMatrix<double> matrix(const Pattern& pattern, const BlockCholesky<B>& factors,
                                   const std::vector<std::int32_t>& place) {
  std::vector<Eigen::Triplet<double>> entries;
  const auto add = [&](std::int32_t i, std::int32_t j, const Eigen::Matrix<double, B, B>& block) {
    for (int r = 0; r < B; ++r) {
      for (int c = 0; c < B; ++c) {
        entries.emplace_back(B * place[static_cast<std::size_t>(i)] + r,
                             B * place[static_cast<std::size_t>(j)] + c, block(r, c));
      }
    }
  };
  for (std::int32_t i = 0; i < pattern.nodes; ++i) {
    add(i, i, factors.diagonal[static_cast<std::size_t>(i)]);
  }
  for (std::size_t e = 0; e < pattern.edges.size(); ++e) {
    const auto [i, j] = pattern.edges[e];
    add(j, i, factors.below[e]);
    add(i, j, factors.below[e].transpose());
  }
  Eigen::SparseMatrix<double> A(B * pattern.nodes, B * pattern.nodes);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

std::vector<const FrontKernels*> kernels_of_this_machine() {
  std::vector<const FrontKernels*> all{&baseline_front_kernels()};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    all.push_back(&avx2_front_kernels());
  }
  if (&front_kernels() == &avx512_front_kernels()) all.push_back(&avx512_front_kernels());
  return all;
}

// |A − L Lᵀ| <= (n + 5) ε |L| |L|ᵀ entry by entry [Higham2002, theorem 10.3]: of n + 1 roundings,
// and four more since the diagonal is kept as 1/L_jj.
template <int B>
void expect_factors(const Pattern& pattern, const FrontKernels& kernels) {
  BlockCholesky<B> factors(kernels);
  Workers workers(2);
  factors.set_pattern(pattern.nodes, pattern.edges);
  fill(pattern, factors);
  ASSERT_TRUE(factors.factorise(workers)) << pattern.name;
  const Eigen::MatrixXd A = matrix(pattern, factors, factors.tree().place);
  const Eigen::MatrixXd L = factors.lower();
  EXPECT_TRUE(L.isLowerTriangular(0.0));
  const Eigen::MatrixXd error = (A - L * L.transpose()).cwiseAbs();
  const Eigen::MatrixXd bound =
      (static_cast<double>(A.rows()) + 5.0) * kEpsilon * L.cwiseAbs() * L.cwiseAbs().transpose();
  EXPECT_TRUE((error.array() <= bound.array()).all()) << pattern.name << ' ' << kernels.name;
}

TEST(BlockCholesky, factors_times_their_transpose_are_the_matrix) {
  for (const FrontKernels* kernels : kernels_of_this_machine()) {
    for (const Pattern& pattern : patterns()) {
      if (pattern.nodes > 1000) continue;  // full matrices
      expect_factors<2>(pattern, *kernels);
      if (pattern.nodes < 200) expect_factors<3>(pattern, *kernels);
      if (pattern.nodes < 110) expect_factors<6>(pattern, *kernels);
    }
  }
}

// |x − y| <= cond(A) (…) ε |x| for two backward stable solutions; residuals need no condition:
// |b − A x| <= (3n + …) ε |L| |Lᵀ| |x| [Higham2002, theorem 10.4], and |L| |Lᵀ| <= n max A_ii.
TEST(BlockCholesky, solves_as_eigen_does) {
  for (const FrontKernels* kernels : kernels_of_this_machine()) {
    for (const Pattern& pattern : patterns()) {
      if (pattern.nodes == 0) continue;
      BlockCholesky<2> factors(*kernels);
      Workers workers;
      factors.set_pattern(pattern.nodes, pattern.edges);
      fill(pattern, factors);
      ASSERT_TRUE(factors.factorise(workers));
      std::vector<std::int32_t> in_place(static_cast<std::size_t>(pattern.nodes));
      for (std::size_t i = 0; i < in_place.size(); ++i) in_place[i] = static_cast<std::int32_t>(i);
      const Eigen::SparseMatrix<double> A = matrix(pattern, factors, in_place);
      const Eigen::VectorXd b = Eigen::VectorXd::LinSpaced(A.rows(), -1.0, 2.0);
      Eigen::VectorXd x = b;
      factors.solve(workers, x);
      const Eigen::SimplicialLLT<Eigen::SparseMatrix<double>> eigen(A);
      const Eigen::VectorXd y = eigen.solve(b);
      const double largest = A.diagonal().maxCoeff();
      const double n = static_cast<double>(A.rows());
      const double residual = 3.0 * n * kEpsilon * n * largest * x.norm();
      EXPECT_LE((b - A * x).norm(), residual) << pattern.name;
      // The smallest eigenvalue is 1 at least.
      EXPECT_LE((x - y).norm(), 2.0 * residual) << pattern.name;
    }
  }
}

// 1600 nodes make tasks of their own and fronts above them, 8100 also some that are done by tiles.
TEST(BlockCholesky, has_the_same_bits_for_any_number_of_threads) {
  for (const Pattern& pattern : {crystal(40), crystal(90), dense(180), disconnected()}) {
    std::vector<Eigen::VectorXd> solutions;
    for (const int threads : {1, 2, 3}) {
      Workers workers(threads);
      BlockCholesky<2> factors;
      factors.set_pattern(pattern.nodes, pattern.edges);
      fill(pattern, factors);
      ASSERT_TRUE(factors.factorise(workers));
      Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(2 * pattern.nodes, -1.0, 2.0);
      factors.solve(workers, x);
      solutions.push_back(x);
    }
    EXPECT_EQ(solutions[0], solutions[1]) << pattern.name;
    EXPECT_EQ(solutions[0], solutions[2]) << pattern.name;
  }
}

// Fronts above the tasks, and those done by tiles: by residuals, as in solves_as_eigen_does.
TEST(BlockCholesky, solves_where_fronts_are_shared) {
  const Pattern pattern = crystal(90);
  Workers workers(3);
  BlockCholesky<2> factors;
  factors.set_pattern(pattern.nodes, pattern.edges, places_in_crystal(90));
  fill(pattern, factors);
  ASSERT_TRUE(factors.factorise(workers));
  std::vector<std::int32_t> in_place(static_cast<std::size_t>(pattern.nodes));
  std::iota(in_place.begin(), in_place.end(), 0);
  const Eigen::SparseMatrix<double> A = matrix(pattern, factors, in_place);
  const Eigen::VectorXd b = Eigen::VectorXd::LinSpaced(A.rows(), -1.0, 2.0);
  // More solves than one, since the way down remembers who did what.
  for (int k = 0; k < 3; ++k) {
    Eigen::VectorXd x = b;
    factors.solve(workers, x);
    const double n = static_cast<double>(A.rows());
    EXPECT_LE((b - A * x).norm(), 3.0 * n * kEpsilon * n * A.diagonal().maxCoeff() * x.norm());
  }
}

// An order is that of the places given last, as if there had been no others: a run that goes on
// from a state has the bits of one that was never interrupted.
TEST(BlockCholesky, forgets_earlier_places) {
  const Pattern pattern = crystal(20);
  std::vector<GraphPoint> turned = places_in_crystal(20);
  for (GraphPoint& x : turned) x = {-x[1], 3.0 * x[0], 1.0};
  BlockCholesky<2> kept;
  kept.set_pattern(pattern.nodes, pattern.edges, places_in_crystal(20));
  kept.set_pattern(pattern.nodes, pattern.edges, turned);
  BlockCholesky<2> fresh;
  fresh.set_pattern(pattern.nodes, pattern.edges, turned);
  EXPECT_EQ(kept.tree().place, fresh.tree().place);
}

TEST(BlockCholesky, takes_other_patterns_and_numbers) {
  Workers workers;
  BlockCholesky<3> kept;
  for (const Pattern& pattern : {crystal(8), chain(300), star(40), crystal(8)}) {
    BlockCholesky<3> fresh;
    for (BlockCholesky<3>* factors : {&kept, &fresh}) {
      factors->set_pattern(pattern.nodes, pattern.edges);
      fill(pattern, *factors);
    }
    for (const double diagonal : {0.0, 5.0}) {
      Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(3 * pattern.nodes, -1.0, 2.0);
      Eigen::VectorXd y = x;
      for (BlockCholesky<3>* factors : {&kept, &fresh}) {
        factors->diagonal.front().diagonal().array() += diagonal;
        ASSERT_TRUE(factors->factorise(workers));
        factors->solve(workers, factors == &kept ? x : y);
      }
      EXPECT_EQ(x, y);
    }
  }
}

TEST(BlockCholesky, refuses_what_is_not_positive_definite) {
  Workers workers(2);
  for (const Pattern& pattern : {Pattern{"single", 1, {}}, chain(50), dense(180)}) {
    BlockCholesky<2> factors;
    factors.set_pattern(pattern.nodes, pattern.edges);
    fill(pattern, factors);
    factors.diagonal.back()(1, 1) = -1.0;
    EXPECT_FALSE(factors.factorise(workers)) << pattern.name;
    factors.diagonal.back()(1, 1) = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(factors.factorise(workers)) << pattern.name;
  }
}

// A crystal of n nodes is a planar grid: its separators have some √n nodes, and factors about
// (31/4) n log₂ n entries [George1973], of which only the rate is asked for here: four times the
// nodes, and little more than four times the blocks, where a band has eight times as many.
TEST(NestedDissection, fills_little) {
  const auto blocks = [](std::int32_t side) {
    const Pattern p = crystal(side);
    return static_cast<double>(FrontTree(p.nodes, p.edges).blocks());
  };
  EXPECT_LE(blocks(80) / blocks(40), 6.0);
}

// The shortest cuts of a square run along its sides, those between two corners are longer by √2.
TEST(NestedDissection, fills_less_where_places_are_known) {
  for (const std::int32_t side : {30, 60, 90}) {
    const Pattern p = crystal(side);
    EXPECT_LT(FrontTree(p.nodes, p.edges, places_in_crystal(side)).blocks(),
              FrontTree(p.nodes, p.edges).blocks());
  }
}

// Wherever nodes are: all in one place, far from each other, or not where their neighbours are.
TEST(NestedDissection, needs_no_sensible_places) {
  Random random(5);
  const auto anywhere = [&](double size) {
    return GraphPoint{size * random.uniform(), size * random.uniform(), size * random.uniform()};
  };
  for (const Pattern& pattern : patterns()) {
    for (const double size : {0.0, 1e-300, 1.0, 1e300}) {
      std::vector<GraphPoint> points;
      for (std::int32_t i = 0; i < pattern.nodes; ++i) points.push_back(anywhere(size));
      std::vector<std::int32_t> order =
          nested_dissection(Graph(pattern.nodes, pattern.edges), points);
      std::ranges::sort(order);
      ASSERT_EQ(order.size(), static_cast<std::size_t>(pattern.nodes));
      for (std::size_t k = 0; k < order.size(); ++k) {
        EXPECT_EQ(order[k], static_cast<std::int32_t>(k)) << pattern.name;
      }
    }
  }
}

TEST(NestedDissection, orders_every_node_once) {
  for (const Pattern& pattern : patterns()) {
    std::vector<std::int32_t> order = nested_dissection(Graph(pattern.nodes, pattern.edges));
    std::ranges::sort(order);
    ASSERT_EQ(order.size(), static_cast<std::size_t>(pattern.nodes));
    for (std::size_t k = 0; k < order.size(); ++k) {
      EXPECT_EQ(order[k], static_cast<std::int32_t>(k)) << pattern.name;
    }
  }
}

}  // namespace
}  // namespace galet::block_cholesky_test
