#include "galet/sets/nearest_point.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <Eigen/QR>

#include "galet/base/error.hpp"

namespace galet::sets {
namespace {

// A row counts as a combination of the working rows when less than this part of it is left over.
constexpr double kDependent = 1e-12;

class DualActiveSet {
 public:
  DualActiveSet(const Matrix& A, const Vector& b, const Vector& z)
      : A_(A),
        b_(b),
        z_(z),
        lengths_(A.rowwise().norm()),
        x_(z),
        multipliers_(Vector::Zero(b.size())) {}

  NearestPoint run() {
    NearestPoint result;
    // Every pass adds a row for good or drops some; the objective grows, so no working set returns.
    const auto most = 100 + 50 * (A_.rows() + A_.cols());
    while (true) {
      const auto row = most_violated();
      if (row < 0) break;
      if (++result.iterations > most || !add(row)) {
        result.feasible = false;
        break;
      }
    }
    if (result.feasible) recompute();
    result.point = x_;
    result.multipliers = multipliers_;
    return result;
  }

 private:
  bool works(Eigen::Index row) const { return std::ranges::find(working_, row) != working_.end(); }

  // Rounding of a·x − b, and of the x that earlier steps left.
  double rounding(Eigen::Index row) const {
    const double scale = std::max({x_.lpNorm<Eigen::Infinity>(), z_.lpNorm<Eigen::Infinity>()});
    return 16.0 * kEpsilon *
           (lengths_[row] * scale * static_cast<double>(x_.size()) + std::abs(b_[row]));
  }

  Eigen::Index most_violated() const {
    Eigen::Index found = -1;
    double largest = 0.0;
    for (Eigen::Index k = 0; k < A_.rows(); ++k) {
      const double excess = A_.row(k).dot(x_) - b_[k];
      if (excess <= rounding(k) || works(k)) continue;
      // A row of zeros with a negative bound excludes everything: add() says so.
      const double violation = lengths_[k] > 0.0 ? excess / lengths_[k] : kInfinity;
      if (violation > largest) {
        largest = violation;
        found = k;
      }
    }
    return found;
  }

  Matrix working_normals() const {
    Matrix N(A_.cols(), static_cast<Eigen::Index>(working_.size()));
    for (std::size_t j = 0; j < working_.size(); ++j) {
      N.col(static_cast<Eigen::Index>(j)) = A_.row(working_[j]).transpose();
    }
    return N;
  }

  // False when no point satisfies the row together with the working ones.
  bool add(Eigen::Index row) {
    const Vector normal = A_.row(row).transpose();
    while (true) {
      // normal = N r + d with d orthogonal to the working normals.
      Vector d = normal;
      Vector r(static_cast<Eigen::Index>(working_.size()));
      if (!working_.empty()) {
        const Matrix N = working_normals();
        r = N.colPivHouseholderQr().solve(normal);
        d -= N * r;
      }
      const bool independent = d.norm() > kDependent * lengths_[row];
      const double excess = normal.dot(x_) - b_[row];
      double step = independent ? std::max(excess, 0.0) / d.squaredNorm() : kInfinity;
      std::size_t blocking = working_.size();
      for (std::size_t j = 0; j < working_.size(); ++j) {
        const double rate = r[static_cast<Eigen::Index>(j)];
        if (rate <= 0.0) continue;
        const double until = multipliers_[working_[j]] / rate;
        if (until < step) {
          step = until;
          blocking = j;
        }
      }
      if (!std::isfinite(step)) return false;
      for (std::size_t j = 0; j < working_.size(); ++j) {
        multipliers_[working_[j]] -= step * r[static_cast<Eigen::Index>(j)];
      }
      multipliers_[row] += step;
      if (independent) x_ -= step * d;
      if (blocking == working_.size()) {
        working_.push_back(row);
        return true;
      }
      multipliers_[working_[blocking]] = 0.0;
      working_.erase(working_.begin() + static_cast<std::ptrdiff_t>(blocking));
    }
  }

  // x = z − Nλ with Nᵀx = b: removes the rounding that the path has collected.
  void recompute() {
    if (working_.empty()) return;
    const Matrix N = working_normals();
    Vector rhs(N.cols());
    for (std::size_t j = 0; j < working_.size(); ++j) {
      rhs[static_cast<Eigen::Index>(j)] = A_.row(working_[j]).dot(z_) - b_[working_[j]];
    }
    // With N P = Q R: NᵀN λ = rhs by two triangular solutions.
    const Eigen::ColPivHouseholderQR<Matrix> qr(N);
    const auto k = N.cols();
    const auto R = qr.matrixR().topLeftCorner(k, k).template triangularView<Eigen::Upper>();
    const Vector half = R.transpose().solve(Vector(qr.colsPermutation().transpose() * rhs));
    const Vector lambda = qr.colsPermutation() * Vector(R.solve(half));
    if (!lambda.allFinite()) return;
    Vector along = Vector::Zero(N.rows());
    along.head(k) = half;
    const Vector x = z_ - Vector(qr.householderQ() * along);
    for (std::size_t j = 0; j < working_.size(); ++j) {
      multipliers_[working_[j]] = std::max(0.0, lambda[static_cast<Eigen::Index>(j)]);
    }
    x_ = x;
  }

  const Matrix& A_;
  const Vector& b_;
  const Vector& z_;
  Vector lengths_;
  Vector x_;
  Vector multipliers_;
  std::vector<Eigen::Index> working_;
};

}  // namespace

NearestPoint nearest_point(const Matrix& A, const Vector& b, const Vector& z) {
  GALET_ASSERT(A.rows() == b.size() && A.cols() == z.size());
  return DualActiveSet(A, b, z).run();
}

}  // namespace galet::sets
