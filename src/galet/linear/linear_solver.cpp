#include "galet/linear/linear_solver.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include <Eigen/Dense>
#include <Eigen/SparseCholesky>
#include <Eigen/SparseLU>
#include <Eigen/SuperLUSupport>
#include <unsupported/Eigen/IterativeSolvers>

#include "galet/base/error.hpp"

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

// Below this many unknowns a full matrix is the fastest.
constexpr Eigen::Index kDenseUpTo = 24;
// From here on conjugate gradients are faster than a factorisation.
constexpr Eigen::Index kIterativeFrom = 2000;
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

// The factorisations of Eigen and its wrapper of SuperLU have one interface.
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
  return std::make_unique<DirectMethod<Eigen::SuperLU<SparseMatrix>>>();
}
std::unique_ptr<LinearSolver::Method> make(const SparseLu&) {
  return std::make_unique<DirectMethod<Eigen::SparseLU<SparseMatrix>>>();
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

LinearSettings choose_linear(const LinearSettings& settings, bool symmetric, Eigen::Index size) {
  if (!std::holds_alternative<AutoLinear>(settings)) return settings;
  if (size <= kDenseUpTo) return DenseLu{};
  if (!symmetric) return SparseLu{};
  if (size < kIterativeFrom) return SparseCholesky{};
  return PcgJacobi{};
}

LinearSolver::LinearSolver(const LinearSettings& settings, bool symmetric)
    : settings_(settings), symmetric_(symmetric) {
  GALET_ASSERT(symmetric || !needs_symmetry(settings));
}
LinearSolver::LinearSolver(LinearSolver&&) noexcept = default;
LinearSolver& LinearSolver::operator=(LinearSolver&&) noexcept = default;
LinearSolver::~LinearSolver() = default;

LinearSolver::Method& LinearSolver::method_for(Eigen::Index size) {
  const LinearSettings wanted = choose_linear(settings_, symmetric_, size);
  if (!method_ || wanted.index() != chosen_.index()) {
    method_ = std::visit([](const auto& s) { return make(s); }, wanted);
    chosen_ = wanted;
    outer_.clear();
    inner_.clear();
  }
  return *method_;
}

LinearReport LinearSolver::solve(const SparseMatrix& A, const Vector& b, Vector& x) {
  GALET_ASSERT(A.isCompressed() && A.rows() == A.cols() && A.rows() == b.size());
  Method& method = method_for(A.cols());
  const std::span outer(A.outerIndexPtr(), static_cast<std::size_t>(A.outerSize() + 1));
  const std::span inner(A.innerIndexPtr(), static_cast<std::size_t>(A.nonZeros()));
  if (!std::ranges::equal(outer, outer_) || !std::ranges::equal(inner, inner_)) {
    outer_.assign(outer.begin(), outer.end());
    inner_.assign(inner.begin(), inner.end());
    method.analyse(A);
    ++analyses_;
  }
  int iterations = 0;
  const bool worked = method.solve(A, b, x, iterations);
  return judge(A, b, x, worked, method.tolerance(), iterations);
}

LinearReport LinearSolver::solve(const Eigen::MatrixXd& A, const Vector& b, Vector& x) {
  Method& method = method_for(A.cols());
  auto* dense = dynamic_cast<DenseMethod*>(&method);
  if (dense == nullptr) return solve(SparseMatrix(A.sparseView()), b, x);
  int iterations = 0;
  const bool worked = dense->solve_dense(A, b, x, iterations);
  return judge(A, b, x, worked, method.tolerance(), iterations);
}

}  // namespace galet
