// One interface to the linear solvers: A x = b for a sequence of matrices whose pattern often stays
// the same.
//
// The methods come from Eigen and SuperLU [Demmel1999]. What is kept while the pattern of A stays:
// orderings and elimination trees (sparse-lu, superlu, sparse-cholesky, pcg-ic). Both LU order by
// minimum degree (linear/minimum_degree.hpp) and pivot in full, so that nothing is lost where the
// diagonal is weak but time.
// The result does not depend on what was kept. Every solve is judged by the true residual b − A x.
// Eigen's GMRES judges itself by the preconditioned residual and may call a wrong answer right; it
// is therefore started again from its answer until the true residual is small, at most three times.
// `auto` solves by factorisation what its iterative method did not.
// Cost per solve with n unknowns: dense-lu 2n³/3; the sparse factorisations about n^1.5 for a
// planar graph of contacts; the iterative methods n times their iterations.
// Fails: singular matrices; the symmetric methods on matrices that are not symmetric positive
// definite (only the lower triangle is read).
#pragma once

#include <array>
#include <memory>
#include <vector>

#include <Eigen/Core>
#include <Eigen/SparseCore>

#include "galet/linear/settings.hpp"

namespace galet {

using SparseMatrix = Eigen::SparseMatrix<double>;  // compressed columns

struct [[nodiscard]] LinearReport {
  bool solved = false;    // factorised, and the residual within the tolerance of the method
  int iterations = 0;     // 1 for a direct method
  double residual = 0.0;  // |b − A x|/|b|, 0 for b = 0
};

// What is known of a system before it is solved.
struct LinearSystemKind {
  bool symmetric = false;  // and positive definite
  Eigen::Index size = 0;   // unknowns
  double contrast = 1.0;   // largest over smallest entry of the diagonal
};

// What `auto` stands for: small systems dense; otherwise conjugate gradients with the diagonal, or
// GMRES without symmetry; with a contrast above 1e4, where these take long, sparse factorisations.
// Other settings stand for themselves.
LinearSettings choose_linear(const LinearSettings& settings, const LinearSystemKind& kind);

class LinearSolver {
 public:
  // `symmetric`: all matrices will be symmetric positive definite.
  LinearSolver(const LinearSettings& settings, bool symmetric);
  LinearSolver(LinearSolver&&) noexcept;
  LinearSolver& operator=(LinearSolver&&) noexcept;
  ~LinearSolver();

  LinearReport solve(const SparseMatrix& A, const Eigen::VectorXd& b, Eigen::VectorXd& x);
  // A full matrix: dense-lu takes it as it is, the others compress it first.
  LinearReport solve(const Eigen::MatrixXd& A, const Eigen::VectorXd& b, Eigen::VectorXd& x);

  // How often the pattern was analysed.
  int analyses() const { return analyses_; }

  // A method with what it keeps between solves.
  class Method;

 private:
  // A method and the pattern it has analysed.
  struct Kept {
    std::unique_ptr<Method> method;
    std::vector<int> outer;
    std::vector<int> inner;
  };

  LinearReport solve_with(const LinearSettings& method, const SparseMatrix& A,
                          const Eigen::VectorXd& b, Eigen::VectorXd& x);
  Kept& kept_for(const LinearSettings& method);

  LinearSettings settings_;
  bool symmetric_;
  std::array<Kept, std::variant_size_v<LinearSettings>> kept_;  // by alternative
  int analyses_ = 0;
};

}  // namespace galet
