// Factors and solves of a matrix with the pattern of a crowd: 10⁴ discs in rows, each in the
// hollows of the one below, three pairs for each, blocks of 2.

#include <algorithm>
#include <cmath>
#include <vector>

#include <Eigen/SparseCholesky>
#include <benchmark/benchmark.h>

#include "galet/base/random.hpp"
#include "galet/linear/block_cholesky.hpp"

namespace galet {
namespace {

constexpr std::int32_t kSide = 100;

std::vector<BlockEdge> pairs_of_crowd() {
  std::vector<BlockEdge> edges;
  for (std::int32_t k = 0; k < kSide * kSide; ++k) {
    const std::int32_t j = k % kSide;
    const bool last_row = k + kSide >= kSide * kSide;
    if (j + 1 < kSide) edges.push_back({k, k + 1});
    if (!last_row && j > 0) edges.push_back({k, k + kSide - 1});
    if (!last_row) edges.push_back({k, k + kSide});
  }
  std::ranges::sort(edges);
  return edges;
}

// 1 + Σ w G Gᵀ, w over six orders.
void fill_crowd(const std::vector<BlockEdge>& edges, BlockCholesky<2>& factors) {
  factors.set_pattern(kSide * kSide, edges);
  Random random(1);
  const auto column = [&] {
    const double a = random.uniform() - 0.5;
    return Eigen::Vector2d(a, random.uniform() - 0.5);
  };
  for (auto& block : factors.diagonal) block.setIdentity();
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const double w = std::pow(10.0, 6.0 * random.uniform() - 3.0);
    const Eigen::Vector2d a = column();
    const Eigen::Vector2d b = column();
    factors.diagonal[static_cast<std::size_t>(edges[e].i)] += w * a * a.transpose();
    factors.diagonal[static_cast<std::size_t>(edges[e].j)] += w * b * b.transpose();
    factors.below[e] = w * b * a.transpose();
  }
}

void cholesky_analyse(benchmark::State& state) {
  const std::vector<BlockEdge> edges = pairs_of_crowd();
  for (auto _ : state) benchmark::DoNotOptimize(FrontTree(kSide * kSide, edges).blocks());
}
BENCHMARK(cholesky_analyse)->Unit(benchmark::kMillisecond);

void cholesky_factorise(benchmark::State& state) {
  const std::vector<BlockEdge> edges = pairs_of_crowd();
  BlockCholesky<2> factors;
  fill_crowd(edges, factors);
  Workers workers(static_cast<int>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(factors.factorise(workers));
  double operations = 0.0;
  for (const Front& f : factors.tree().fronts) {
    for (int j = 0; j < 2 * f.columns; ++j) operations += std::pow(2 * (f.columns + f.rows) - j, 2);
  }
  state.counters["operations"] = operations;
  state.counters["rate"] =
      benchmark::Counter(operations, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(cholesky_factorise)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

void cholesky_solve(benchmark::State& state) {
  const std::vector<BlockEdge> edges = pairs_of_crowd();
  BlockCholesky<2> factors;
  fill_crowd(edges, factors);
  Workers workers(static_cast<int>(state.range(0)));
  static_cast<void>(factors.factorise(workers));
  Eigen::VectorXd z = Eigen::VectorXd::Ones(2 * kSide * kSide);
  for (auto _ : state) {
    z.setOnes();
    factors.solve(workers, z);
    benchmark::DoNotOptimize(z.data());
  }
}
BENCHMARK(cholesky_solve)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

// The same by Eigen: number by number, ordered by minimum degree.
void cholesky_factorise_eigen(benchmark::State& state) {
  const std::vector<BlockEdge> edges = pairs_of_crowd();
  BlockCholesky<2> factors;
  fill_crowd(edges, factors);
  Workers workers;
  static_cast<void>(factors.factorise(workers));
  const Eigen::SparseMatrix<double> L = factors.lower();
  Eigen::SparseMatrix<double> A = (L * L.transpose()).pruned(1.0, 1e-9);
  Eigen::SimplicialLLT<Eigen::SparseMatrix<double>> eigen;
  eigen.analyzePattern(A);
  for (auto _ : state) {
    eigen.factorize(A);
    benchmark::DoNotOptimize(eigen.info());
  }
}
BENCHMARK(cholesky_factorise_eigen)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace galet
