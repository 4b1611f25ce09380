#include "galet/sets/constrained_projection.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "galet/sets/nearest_point.hpp"

namespace galet::sets {
namespace {

constexpr int kMostSteps = 300;
constexpr double kSufficient = 1e-4;  // part of the predicted decrease that a step must bring
constexpr double kSmallestHessian =
    0.05;  // 1 + s is kept above: z would lie at the edge of the tube

double violation(const Constraints& c) { return c.value.cwiseMax(0.0).sum(); }

}  // namespace

Projection project_on_constraints(const ConstraintsAt& constraints, const Vector& z,
                                  double length) {
  Projection result{z};
  Vector& p = result.point;
  Constraints c = constraints(p);
  if (c.value.size() == 0 || c.value.maxCoeff() <= 0.0) return result;
  const double scale = length + z.norm();
  double hessian = 1.0;
  double penalty = 0.0;
  for (result.iterations = 1; result.iterations <= kMostSteps; ++result.iterations) {
    const Matrix A = c.gradient.transpose();
    const Vector target = p - (p - z) / hessian;
    const NearestPoint qp = nearest_point(A, A * p - c.value, target);
    if (!qp.feasible || !qp.point.allFinite()) break;
    const Vector lambda = hessian * qp.multipliers;
    const Vector step = qp.point - p;
    if (step.norm() <= 4.0 * kEpsilon * scale) {
      p = qp.point;
      return result;
    }
    penalty = std::max(penalty, 2.0 * lambda.maxCoeff());
    const double distance = (p - z).norm();
    const double merit = 0.5 * distance * distance + penalty * violation(c);
    const double slope = (p - z).dot(step) - penalty * violation(c);
    const double noise =
        16.0 * kEpsilon * scale * (distance + penalty * static_cast<double>(c.value.size()));
    double part = 1.0;
    Constraints next;
    Vector y;
    while (true) {
      y = p + part * step;
      next = constraints(y);
      const double merit_next = 0.5 * (y - z).squaredNorm() + penalty * violation(next);
      if (merit_next <= merit + kSufficient * part * slope + noise || part < 1e-10) break;
      part *= 0.5;
    }
    // Secant: what the step changes in Σ λ ∇c, per length of the step.
    const Vector moved = y - p;
    const double curvature =
        ((next.gradient - c.gradient) * lambda).dot(moved) / moved.squaredNorm();
    if (std::isfinite(curvature)) hessian = std::max(kSmallestHessian, 1.0 + curvature);
    p = y;
    c = std::move(next);
  }
  // Stagnation at the level of rounding is as good as it gets; anything else is not.
  const Matrix A = c.gradient.transpose();
  const NearestPoint qp = nearest_point(A, A * p - c.value, z);
  result.converged = qp.feasible && violation(c) <= 1e-9 * scale &&
                     (c.gradient * qp.multipliers + p - z).norm() <= 1e-6 * scale;
  return result;
}

ConeGenerators active_gradients(const Constraints& constraints, double slack) {
  std::vector<Eigen::Index> active;
  for (Eigen::Index k = 0; k < constraints.value.size(); ++k) {
    if (constraints.value[k] >= -slack) active.push_back(k);
  }
  ConeGenerators cone = zero_cone(static_cast<int>(constraints.gradient.rows()));
  cone.rays.resize(constraints.gradient.rows(), static_cast<Eigen::Index>(active.size()));
  for (std::size_t j = 0; j < active.size(); ++j) {
    cone.rays.col(static_cast<Eigen::Index>(j)) = constraints.gradient.col(active[j]).normalized();
  }
  return cone;
}

}  // namespace galet::sets
