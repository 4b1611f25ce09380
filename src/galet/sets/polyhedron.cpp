#include "galet/sets/polyhedron.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <Eigen/LU>

#include "galet/base/error.hpp"
#include "galet/sets/nearest_point.hpp"

namespace galet::sets {
namespace {

constexpr double kMostChoices = 1e5;

double choices(Eigen::Index m, Eigen::Index n) {
  double count = 1.0;
  for (Eigen::Index k = 0; k < n; ++k) {
    count *= static_cast<double>(m - k) / static_cast<double>(k + 1);
  }
  return count;
}

// The next choice of n of m numbers in increasing order; false after the last.
bool next_choice(std::vector<Eigen::Index>& rows, Eigen::Index m) {
  const auto n = static_cast<Eigen::Index>(rows.size());
  for (Eigen::Index k = n - 1; k >= 0; --k) {
    auto& row = rows[static_cast<std::size_t>(k)];
    if (row >= m - n + k) continue;
    ++row;
    for (Eigen::Index j = k + 1; j < n; ++j) {
      rows[static_cast<std::size_t>(j)] = rows[static_cast<std::size_t>(j - 1)] + 1;
    }
    return true;
  }
  return false;
}

}  // namespace

Polyhedron::Polyhedron(const Matrix& A, const Vector& b) : A_(A), b_(b) {
  GALET_ASSERT(A.rows() == b.size());
  for (Eigen::Index k = 0; k < A_.rows(); ++k) {
    const double norm = A_.row(k).norm();
    GALET_ASSERT(norm > 0.0);
    A_.row(k) /= norm;
    b_[k] /= norm;
  }
  length_ = b_.size() > 0 ? b_.cwiseAbs().maxCoeff() : 0.0;
}

Polyhedron Polyhedron::polygon(const Matrix& corners) {
  GALET_ASSERT(corners.rows() == 2 && corners.cols() >= 3);
  const auto m = corners.cols();
  Matrix A(m, 2);
  Vector b(m);
  for (Eigen::Index k = 0; k < m; ++k) {
    const Eigen::Vector2d from = corners.col(k);
    const Eigen::Vector2d along = Eigen::Vector2d(corners.col((k + 1) % m)) - from;
    A.row(k) << along.y(), -along.x();  // to the right of the way round: outwards
    b[k] = A.row(k).dot(from);
  }
  return Polyhedron(A, b);
}

bool Polyhedron::is_feasible(const Matrix& A, const Vector& b) {
  return nearest_point(A, b, Vector::Zero(A.cols())).feasible;
}

Projection Polyhedron::project(const Vector& x) const {
  NearestPoint nearest = nearest_point(A_, b_, x);
  return {std::move(nearest.point), nearest.iterations, nearest.feasible};
}

std::optional<Vector> Polyhedron::farthest(const Vector& x) const {
  const auto n = A_.cols();
  const auto m = A_.rows();
  if (m < n + 1 || choices(m, n) > kMostChoices) return std::nullopt;
  // Bounded if and only if no direction of the recession cone is left in any axis direction.
  for (Eigen::Index k = 0; k < n; ++k) {
    for (const double sign : {1.0, -1.0}) {
      const Vector axis = sign * Vector::Unit(n, k);
      if (nearest_point(A_, Vector::Zero(m), axis).point.norm() > kTouching) return std::nullopt;
    }
  }
  std::vector<Eigen::Index> rows(static_cast<std::size_t>(n));
  for (Eigen::Index k = 0; k < n; ++k) rows[static_cast<std::size_t>(k)] = k;
  std::optional<Vector> best;
  do {
    Matrix N(n, n);
    Vector rhs(n);
    for (Eigen::Index k = 0; k < n; ++k) {
      N.row(k) = A_.row(rows[static_cast<std::size_t>(k)]);
      rhs[k] = b_[rows[static_cast<std::size_t>(k)]];
    }
    const Eigen::FullPivLU<Matrix> lu(N);
    if (!lu.isInvertible()) continue;
    const Vector vertex = lu.solve(rhs);
    if ((A_ * vertex - b_).maxCoeff() > kTouching * (length_ + vertex.norm())) continue;
    if (!best || (vertex - x).squaredNorm() > (*best - x).squaredNorm()) best = vertex;
  } while (next_choice(rows, m));
  return best;
}

std::optional<double> Polyhedron::support(const Vector& d) const {
  if (d.norm() == 0.0) return 0.0;
  const Vector unit = d / d.norm();
  const Vector recession = nearest_point(A_, Vector::Zero(A_.rows()), unit).point;
  if (recession.norm() > kTouching) return kInfinity;
  const Vector start = project(Vector::Zero(A_.cols())).point;
  double reach = length_ + start.norm() + std::numeric_limits<double>::min();
  for (int k = 0; k < 60; ++k, reach *= 4.0) {
    const Vector x = project(start + reach * unit).point;
    if (project_tangent_cone(x, unit)->norm() <= 1e-7) return d.dot(x);
  }
  return std::nullopt;
}

std::optional<ConeGenerators> Polyhedron::normal_generators(const Vector& x,
                                                            double tolerance) const {
  const Vector slack = b_ - A_ * x;
  std::vector<Eigen::Index> active;
  for (Eigen::Index k = 0; k < slack.size(); ++k) {
    if (slack[k] <= tolerance * (length_ + x.norm())) active.push_back(k);
  }
  ConeGenerators cone = zero_cone(dimension());
  cone.rays.resize(A_.cols(), static_cast<Eigen::Index>(active.size()));
  for (std::size_t j = 0; j < active.size(); ++j) {
    cone.rays.col(static_cast<Eigen::Index>(j)) = A_.row(active[j]).transpose();
  }
  return cone;
}

std::optional<Constraints> Polyhedron::constraints(const Vector& x) const {
  return Constraints{A_ * x - b_, A_.transpose()};
}

}  // namespace galet::sets
