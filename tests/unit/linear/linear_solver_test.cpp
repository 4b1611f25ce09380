#include "galet/linear/linear_solver.hpp"

#include <cmath>
#include <vector>

#include <Eigen/SparseLU>
#include <gtest/gtest.h>

#include "galet/base/random.hpp"
#include "galet/linear/minimum_degree.hpp"

namespace galet::linear_solver_test {
namespace {

const std::vector<LinearSettings> kAll{AutoLinear{},     DenseLu{},   SuperLu{}, SparseLu{},
                                       SparseCholesky{}, GmresIlut{}, PcgIc{},   PcgJacobi{}};

std::string name(const LinearSettings& settings) {
  return std::visit([](const auto& s) { return std::string(s.tag); }, settings);
}

double uniform(Random& random) { return 2.0 * random.uniform() - 1.0; }

// A chain of springs with random stiffnesses on a diagonal, as the systems of a step have; `skew`
// makes it unsymmetric. Diagonally dominant for |skew| <= 0.5, so regular.
SparseMatrix chain(int n, double skew, std::uint64_t seed) {
  Random random(seed);
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < n; ++i) entries.emplace_back(i, i, 1.0 + random.uniform());
  for (int i = 0; i < n; ++i) {
    const int j = (i * 7 + 3) % n;
    if (i == j) continue;
    const double k = 1.0 + random.uniform();
    entries.emplace_back(i, i, k);
    entries.emplace_back(j, j, k);
    entries.emplace_back(i, j, -k * (1.0 + skew));
    entries.emplace_back(j, i, -k * (1.0 - skew));
  }
  SparseMatrix A(n, n);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

Eigen::VectorXd random_vector(int n, std::uint64_t seed) {
  Random random(seed);
  Eigen::VectorXd b(n);
  for (double& x : b) x = uniform(random);
  return b;
}

// All methods give the same x. The condition number of the chain is below 20 (Gershgorin: between 1
// and 2 + 2·(2 + 2)), so a relative residual of 1e-10 means an error below 2e-9.
TEST(LinearSolver, every_method_solves_a_symmetric_system) {
  for (const int n : {1, 5, 40, 300}) {
    const SparseMatrix A = chain(n, 0.0, 5);
    const Eigen::VectorXd x = random_vector(n, 6);
    const Eigen::VectorXd b = A * x;
    for (const LinearSettings& settings : kAll) {
      LinearSolver solver(settings, true);
      Eigen::VectorXd y;
      const LinearReport sparse = solver.solve(A, b, y);
      EXPECT_TRUE(sparse.solved) << name(settings) << n;
      EXPECT_LT((y - x).norm(), 2e-9 * x.norm()) << name(settings) << n;
      EXPECT_EQ(sparse.residual, (b - A * y).norm() / b.norm()) << name(settings);
      const LinearReport dense = solver.solve(Eigen::MatrixXd(A), b, y);
      EXPECT_TRUE(dense.solved) << name(settings) << n;
      EXPECT_LT((y - x).norm(), 2e-9 * x.norm()) << name(settings) << n;
    }
  }
}

TEST(LinearSolver, methods_without_need_of_symmetry_solve_unsymmetric_systems) {
  const SparseMatrix A = chain(200, 0.3, 7);
  const Eigen::VectorXd x = random_vector(200, 8);
  const Eigen::VectorXd b = A * x;
  for (const LinearSettings& settings : kAll) {
    if (needs_symmetry(settings)) continue;
    LinearSolver solver(settings, false);
    Eigen::VectorXd y;
    EXPECT_TRUE(solver.solve(A, b, y).solved) << name(settings);
    EXPECT_LT((y - x).norm(), 2e-9 * x.norm()) << name(settings);
  }
}

TEST(LinearSolver, symmetric_methods_are_the_ones_that_say_so) {
  for (const LinearSettings& settings : kAll) {
    const bool symmetric = name(settings) == "sparse-cholesky" || name(settings) == "pcg-ic" ||
                           name(settings) == "pcg-jacobi";
    EXPECT_EQ(needs_symmetry(settings), symmetric) << name(settings);
  }
}

// The matrix of a grid of n × n points with neighbours in four directions. Nested dissection would
// fill 31/4 n² log₂ n entries of a factor, a band 2n³ and a random order far more; minimum degree
// is near the first, and COLAMD, which orders for AᵀA, between.
TEST(LinearSolver, minimum_degree_fills_little) {
  const int n = 40;
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < n * n; ++i) {
    entries.emplace_back(i, i, 4.1);
    for (const int j : {i % n + 1 < n ? i + 1 : i, i + n < n * n ? i + n : i}) {
      if (i == j) continue;
      entries.emplace_back(i, j, -1.0);
      entries.emplace_back(j, i, -1.0);
    }
  }
  SparseMatrix A(n * n, n * n);
  A.setFromTriplets(entries.begin(), entries.end());
  Eigen::SparseLU<SparseMatrix, MinimumDegree> least;
  Eigen::SparseLU<SparseMatrix> columns;
  least.compute(A);
  columns.compute(A);
  EXPECT_LT(least.nnzL(), 31.0 / 4.0 * n * n * std::log2(n));
  EXPECT_LT(1.3 * static_cast<double>(least.nnzL()), static_cast<double>(columns.nnzL()));
}

// By size, symmetry and contrast; other names stand for themselves.
TEST(LinearSolver, auto_chooses) {
  const auto chosen = [](bool symmetric, Eigen::Index size, double contrast) {
    return name(choose_linear(AutoLinear{}, {symmetric, size, contrast}));
  };
  EXPECT_EQ(chosen(true, 4, 1.0), "dense-lu");
  EXPECT_EQ(chosen(false, 4, 1.0), "dense-lu");
  EXPECT_EQ(chosen(true, 1000, 10.0), "pcg-jacobi");
  EXPECT_EQ(chosen(false, 1000, 10.0), "gmres-ilut");
  EXPECT_EQ(chosen(true, 1000, 1e6), "sparse-cholesky");
  EXPECT_EQ(chosen(false, 1000, 1e6), "sparse-lu");
  EXPECT_EQ(name(choose_linear(SuperLu{}, {true, 4, 1.0})), "superlu");
}

// A chain of springs 1e4 times stiffer than the masses, whose diagonal does not show it: conjugate
// gradients need more iterations than allowed, and auto turns to a factorisation.
TEST(LinearSolver, auto_turns_to_a_factorisation) {
  const int n = 4000;
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < n; ++i) {
    entries.emplace_back(i, i, 2.0 + 1e-9);
    if (i + 1 < n) {
      entries.emplace_back(i, i + 1, -1.0);
      entries.emplace_back(i + 1, i, -1.0);
    }
  }
  SparseMatrix A(n, n);
  A.setFromTriplets(entries.begin(), entries.end());
  const Eigen::VectorXd b = random_vector(n, 1);
  Eigen::VectorXd x;
  LinearSolver iterative(PcgJacobi{}, true);
  EXPECT_FALSE(iterative.solve(A, b, x).solved);
  LinearSolver automatic(AutoLinear{}, true);
  EXPECT_TRUE(automatic.solve(A, b, x).solved);
}

// The pattern is analysed once as long as it stays, and what was kept does not change the bits.
TEST(LinearSolver, pattern_is_analysed_once) {
  const SparseMatrix first = chain(100, 0.0, 1);
  const SparseMatrix same_pattern = chain(100, 0.0, 2);
  const SparseMatrix other = chain(90, 0.0, 2);
  const Eigen::VectorXd b = random_vector(100, 3);
  for (const LinearSettings& settings : kAll) {
    LinearSolver kept(settings, true);
    Eigen::VectorXd x;
    EXPECT_TRUE(kept.solve(first, b, x).solved);
    EXPECT_TRUE(kept.solve(same_pattern, b, x).solved);
    EXPECT_EQ(kept.analyses(), 1) << name(settings);
    LinearSolver fresh(settings, true);
    Eigen::VectorXd y;
    EXPECT_TRUE(fresh.solve(same_pattern, b, y).solved);
    EXPECT_EQ(x, y) << name(settings);
    EXPECT_TRUE(kept.solve(other, b.head(90), x).solved);
    EXPECT_EQ(kept.analyses(), 2) << name(settings);
  }
}

// A matrix with an empty row has no inverse. No method may call such a system solved.
TEST(LinearSolver, singular_systems_are_not_solved) {
  SparseMatrix A = chain(30, 0.0, 4);
  A.prune([](int i, int j, double) { return i != 11 && j != 11; });
  A.makeCompressed();
  const Eigen::VectorXd b = random_vector(30, 9);
  for (const LinearSettings& settings : kAll) {
    LinearSolver solver(settings, true);
    Eigen::VectorXd x;
    EXPECT_FALSE(solver.solve(A, b, x).solved) << name(settings);
  }
}

// A preconditioner that is far off makes Eigen's GMRES stop at its own, preconditioned residual.
// Ours is the true one, so "solved" always means a small b − A x.
TEST(LinearSolver, gmres_is_judged_by_the_true_residual) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    std::vector<Eigen::Triplet<double>> entries;
    for (int i = 0; i < 60; ++i) {
      entries.emplace_back(i, i, 1e-3 * uniform(random));
      for (int k = 0; k < 5; ++k) {
        entries.emplace_back(i, static_cast<int>(60.0 * random.uniform()), uniform(random));
      }
    }
    SparseMatrix A(60, 60);
    A.setFromTriplets(entries.begin(), entries.end());
    const Eigen::VectorXd b = random_vector(60, seed + 100);
    GmresIlut coarse;
    coarse.drop = 0.5;
    coarse.fill = 1;
    LinearSolver solver(coarse, false);
    Eigen::VectorXd x;
    const LinearReport report = solver.solve(A, b, x);
    const double residual = (b - A * x).norm() / b.norm();
    EXPECT_EQ(report.solved, residual <= 2.0 * coarse.tolerance) << residual;
  }
}

TEST(LinearSolver, zero_right_hand_side_has_zero_solution) {
  for (const LinearSettings& settings : kAll) {
    LinearSolver solver(settings, true);
    Eigen::VectorXd x;
    const LinearReport report = solver.solve(chain(50, 0.0, 1), Eigen::VectorXd::Zero(50), x);
    EXPECT_TRUE(report.solved) << name(settings);
    EXPECT_EQ(x, Eigen::VectorXd::Zero(50)) << name(settings);
  }
}

}  // namespace
}  // namespace galet::linear_solver_test
