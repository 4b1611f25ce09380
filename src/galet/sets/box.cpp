#include "galet/sets/box.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "galet/base/error.hpp"

namespace galet::sets {

Box::Box(Vector low, Vector high) : low_(std::move(low)), high_(std::move(high)) {
  GALET_ASSERT(low_.size() == high_.size() && (low_.array() <= high_.array()).all());
}

double Box::length() const {
  double largest = 0.0;
  for (const Vector& side : {low_, high_}) {
    for (const double x : side) {
      if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
    }
  }
  return largest;
}

Projection Box::project(const Vector& x) const { return {x.cwiseMax(low_).cwiseMin(high_)}; }

std::optional<Vector> Box::farthest(const Vector& x) const {
  if (!low_.allFinite() || !high_.allFinite()) return std::nullopt;
  Vector y(x.size());
  for (Eigen::Index k = 0; k < x.size(); ++k) {
    y[k] = x[k] - low_[k] > high_[k] - x[k] ? low_[k] : high_[k];
  }
  return y;
}

std::optional<double> Box::support(const Vector& d) const {
  double sum = 0.0;
  for (Eigen::Index k = 0; k < d.size(); ++k) {
    if (d[k] != 0.0) sum += d[k] * (d[k] > 0.0 ? high_[k] : low_[k]);
  }
  return sum;
}

std::optional<ConeGenerators> Box::normal_generators(const Vector& x, double tolerance) const {
  const double slack = tolerance * (length() + x.norm());
  std::vector<Vector> rays;
  for (Eigen::Index k = 0; k < x.size(); ++k) {
    if (x[k] >= high_[k] - slack) rays.push_back(Vector::Unit(x.size(), k));
    if (x[k] <= low_[k] + slack) rays.push_back(-Vector::Unit(x.size(), k));
  }
  ConeGenerators cone = zero_cone(dimension());
  cone.rays.resize(x.size(), static_cast<Eigen::Index>(rays.size()));
  for (std::size_t j = 0; j < rays.size(); ++j)
    cone.rays.col(static_cast<Eigen::Index>(j)) = rays[j];
  return cone;
}

std::optional<double> Box::strong_convexity_radius() const {
  if (dimension() != 1 || !std::isfinite(high_[0] - low_[0])) return std::nullopt;
  return 0.5 * (high_[0] - low_[0]);
}

std::optional<Constraints> Box::constraints(const Vector& x) const {
  const HalfSpaces h = *half_spaces();
  return Constraints{h.A * x - h.b, h.A.transpose()};
}

std::optional<Set::HalfSpaces> Box::half_spaces() const {
  const auto n = low_.size();
  HalfSpaces h{Matrix::Zero(2 * n, n), Vector(2 * n)};
  Eigen::Index rows = 0;
  for (Eigen::Index k = 0; k < n; ++k) {
    if (std::isfinite(high_[k])) {
      h.A(rows, k) = 1.0;
      h.b[rows++] = high_[k];
    }
    if (std::isfinite(low_[k])) {
      h.A(rows, k) = -1.0;
      h.b[rows++] = -low_[k];
    }
  }
  h.A.conservativeResize(rows, n);
  h.b.conservativeResize(rows);
  return h;
}

}  // namespace galet::sets
