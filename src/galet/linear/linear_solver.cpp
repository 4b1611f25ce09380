#include "galet/linear/linear_solver.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include <Eigen/Dense>
#include <Eigen/SparseCholesky>
#include <Eigen/SparseLU>
#include <unsupported/Eigen/IterativeSolvers>

#include "galet/base/error.hpp"
#include "galet/linear/minimum_degree.hpp"
#include "galet/linear/superlu.hpp"

namespace galet {

using Vector = Eigen::VectorXd;

class LinearSolver::Method {
 public:
  virtual ~Method() = default;
  virtual void analyse(const SparseMatrix& A) = 0;
  // Whether it worked; the residual is not its concern. `iterations` is counted up.
  virtual bool solve(const SparseMatrix& A, const Vector& b, Vector& x, int& iterations) = 0;
  // Largest relative residual of a solve that counts as solved.
  virtual double tolerance() const { return 1e-6; }
};

namespace {

// Up to so many unknowns a full matrix is the fastest (bench/newmark_bench.cpp).
constexpr Eigen::Index kDenseSymmetric = 12;
constexpr Eigen::Index kDenseUnsymmetric = 48;
// The iterations of Krylov methods grow with the square root of the contrast; from here on a
// factorisation is faster, but for very large systems.
constexpr double kLargeContrast = 1e4;
constexpr int kGmresRepeats = 3;

class DenseMethod final : public LinearSolver::Method {
 public:
  void analyse(const SparseMatrix&) override {}
  bool solve(const SparseMatrix& A, const Vector& b, Vector& x, int& iterations) override {
    return solve_dense(Eigen::MatrixXd(A), b, x, iterations);
  }
  bool solve_dense(const Eigen::MatrixXd& A, const Vector& b, Vector& x, int& iterations) {
    ++iterations;
    lu_.compute(A);
    x = lu_.solve(b);
    return true;
  }

 private:
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
};

// The factorisations of Eigen and that of SuperLU have one interface.
template <class Factorisation>
class DirectMethod final : public LinearSolver::Method {
 public:
  void analyse(const SparseMatrix& A) override { factors_.analyzePattern(A); }
  bool solve(const SparseMatrix& A, const Vector& b, Vector& x, int& iterations) override {
    ++iterations;
    factors_.factorize(A);
    if (factors_.info() != Eigen::Success) return false;
    x = factors_.solve(b);
    return true;
  }

 private:
  Factorisation factors_;
};

template <class Preconditioner>
class PcgMethod final : public LinearSolver::Method {
 public:
  PcgMethod(double tolerance, std::int64_t max_iterations) : tolerance_(tolerance) {
    cg_.setTolerance(tolerance);
    cg_.setMaxIterations(static_cast<Eigen::Index>(max_iterations));
  }
  void analyse(const SparseMatrix& A) override { cg_.analyzePattern(A); }
  bool solve(const SparseMatrix& A, const Vector& b, Vector& x, int& iterations) override {
    cg_.factorize(A);
    if (cg_.preconditioner().info() != Eigen::Success) return false;
    x = cg_.solve(b);
    iterations += static_cast<int>(cg_.iterations());
    return true;
  }
  double tolerance() const override { return 2.0 * tolerance_; }

 private:
  double tolerance_;
  Eigen::ConjugateGradient<SparseMatrix, Eigen::Lower | Eigen::Upper, Preconditioner> cg_;
};

class GmresMethod final : public LinearSolver::Method {
 public:
  explicit GmresMethod(const GmresIlut& settings) : settings_(settings) {
    gmres_.setTolerance(settings.tolerance);
    gmres_.set_restart(static_cast<Eigen::Index>(settings.restart));
    gmres_.setMaxIterations(static_cast<Eigen::Index>(settings.max_iterations));
    gmres_.preconditioner().setDroptol(settings.drop);
    gmres_.preconditioner().setFillfactor(static_cast<int>(settings.fill));
  }
  void analyse(const SparseMatrix& A) override { gmres_.analyzePattern(A); }
  bool solve(const SparseMatrix& A, const Vector& b, Vector& x, int& iterations) override {
    gmres_.factorize(A);
    if (gmres_.preconditioner().info() != Eigen::Success) return false;
    x.setZero(b.size());
    for (int k = 0; k < kGmresRepeats; ++k) {
      x = gmres_.solveWithGuess(b, x);
      iterations += static_cast<int>(gmres_.iterations());
      if ((b - A * x).norm() <= settings_.tolerance * b.norm()) break;
    }
    return true;
  }
  double tolerance() const override { return 2.0 * settings_.tolerance; }

 private:
  GmresIlut settings_;
  Eigen::GMRES<SparseMatrix, Eigen::IncompleteLUT<double>> gmres_;
};

std::unique_ptr<LinearSolver::Method> make(const AutoLinear&) {
  GALET_ASSERT(false && "auto stands for another method");
  return nullptr;
}
std::unique_ptr<LinearSolver::Method> make(const DenseLu&) {
  return std::make_unique<DenseMethod>();
}
std::unique_ptr<LinearSolver::Method> make(const SuperLu&) {
  return std::make_unique<DirectMethod<SuperLuFactors>>();
}
std::unique_ptr<LinearSolver::Method> make(const SparseLu&) {
  return std::make_unique<DirectMethod<Eigen::SparseLU<SparseMatrix, MinimumDegree>>>();
}
std::unique_ptr<LinearSolver::Method> make(const SparseCholesky&) {
  return std::make_unique<DirectMethod<Eigen::SimplicialLLT<SparseMatrix>>>();
}
std::unique_ptr<LinearSolver::Method> make(const GmresIlut& settings) {
  return std::make_unique<GmresMethod>(settings);
}
std::unique_ptr<LinearSolver::Method> make(const PcgIc& settings) {
  return std::make_unique<PcgMethod<Eigen::IncompleteCholesky<double>>>(settings.tolerance,
                                                                        settings.max_iterations);
}
std::unique_ptr<LinearSolver::Method> make(const PcgJacobi& settings) {
  return std::make_unique<PcgMethod<Eigen::DiagonalPreconditioner<double>>>(
      settings.tolerance, settings.max_iterations);
}

template <class Matrix>
LinearReport judge(const Matrix& A, const Vector& b, Vector& x, bool worked, double tolerance,
                   int iterations) {
  if (!worked) x.setZero(b.size());
  const double size = b.norm();
  LinearReport report;
  report.iterations = iterations;
  report.residual = size > 0.0 ? (b - A * x).norm() / size : 0.0;
  report.solved = worked && report.residual <= tolerance;  // false for NaN
  return report;
}

}  // namespace

LinearSettings choose_linear(const LinearSettings& settings, const LinearSystemKind& kind) {
  if (!std::holds_alternative<AutoLinear>(settings)) return settings;
  if (kind.size <= (kind.symmetric ? kDenseSymmetric : kDenseUnsymmetric)) return DenseLu{};
  const bool direct = kind.contrast > kLargeContrast;
  if (kind.symmetric) return direct ? LinearSettings(SparseCholesky{}) : PcgJacobi{};
  return direct ? LinearSettings(SparseLu{}) : GmresIlut{};
}

LinearSolver::LinearSolver(const LinearSettings& settings, bool symmetric)
    : settings_(settings), symmetric_(symmetric) {
  GALET_ASSERT(symmetric || !needs_symmetry(settings));
}
LinearSolver::LinearSolver(LinearSolver&&) noexcept = default;
LinearSolver& LinearSolver::operator=(LinearSolver&&) noexcept = default;
LinearSolver::~LinearSolver() = default;

LinearSolver::Kept& LinearSolver::kept_for(const LinearSettings& method) {
  Kept& kept = kept_[method.index()];
  if (!kept.method) kept.method = std::visit([](const auto& s) { return make(s); }, method);
  return kept;
}

LinearReport LinearSolver::solve_with(const LinearSettings& settings, const SparseMatrix& A,
                                      const Vector& b, Vector& x) {
  Kept& kept = kept_for(settings);
  const std::span outer(A.outerIndexPtr(), static_cast<std::size_t>(A.outerSize() + 1));
  const std::span inner(A.innerIndexPtr(), static_cast<std::size_t>(A.nonZeros()));
  if (!std::ranges::equal(outer, kept.outer) || !std::ranges::equal(inner, kept.inner)) {
    kept.outer.assign(outer.begin(), outer.end());
    kept.inner.assign(inner.begin(), inner.end());
    kept.method->analyse(A);
    ++analyses_;
  }
  int iterations = 0;
  const bool worked = kept.method->solve(A, b, x, iterations);
  return judge(A, b, x, worked, kept.method->tolerance(), iterations);
}

LinearReport LinearSolver::solve(const SparseMatrix& A, const Vector& b, Vector& x) {
  GALET_ASSERT(A.isCompressed() && A.rows() == A.cols() && A.rows() == b.size());
  LinearSystemKind kind{symmetric_, A.cols(), 1.0};
  if (std::holds_alternative<AutoLinear>(settings_) && A.cols() > 0) {
    const Vector diagonal = A.diagonal().cwiseAbs();
    kind.contrast = diagonal.maxCoeff() / diagonal.minCoeff();
  }
  const LinearSettings chosen = choose_linear(settings_, kind);
  const LinearReport report = solve_with(chosen, A, b, x);
  if (report.solved || !std::holds_alternative<AutoLinear>(settings_)) return report;
  if (std::holds_alternative<PcgJacobi>(chosen)) return solve_with(SparseCholesky{}, A, b, x);
  if (std::holds_alternative<GmresIlut>(chosen)) return solve_with(SparseLu{}, A, b, x);
  return report;
}

LinearReport LinearSolver::solve(const Eigen::MatrixXd& A, const Vector& b, Vector& x) {
  if (!std::holds_alternative<DenseLu>(settings_)) {
    return solve(SparseMatrix(A.sparseView()), b, x);
  }
  auto& dense = static_cast<DenseMethod&>(*kept_for(settings_).method);
  int iterations = 0;
  const bool worked = dense.solve_dense(A, b, x, iterations);
  return judge(A, b, x, worked, dense.tolerance(), iterations);
}

}  // namespace galet
