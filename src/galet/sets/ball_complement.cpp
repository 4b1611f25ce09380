#include "galet/sets/ball_complement.hpp"

#include "galet/base/error.hpp"
#include "galet/sets/ball.hpp"

namespace galet::sets {

BallComplement::BallComplement(Matrix centers, Vector radii)
    : centers_(std::move(centers)), radii_(std::move(radii)) {
  GALET_ASSERT(centers_.cols() == radii_.size() && radii_.size() > 0 && radii_.minCoeff() > 0.0);
  for (Eigen::Index j = 0; j < radii_.size(); ++j) {
    for (Eigen::Index k = 0; k < j; ++k) {
      if ((centers_.col(j) - centers_.col(k)).norm() <= radii_[j] + radii_[k]) separated_ = false;
    }
  }
}

double BallComplement::length() const {
  return centers_.colwise().norm().maxCoeff() + radii_.maxCoeff();
}

Projection BallComplement::project(const Vector& x) const {
  Projection result{x};
  for (int pass = 0; pass < 100; ++pass) {
    bool moved = false;
    for (Eigen::Index k = 0; k < radii_.size(); ++k) {
      const Vector arm = result.point - centers_.col(k);
      // What rounding leaves inside is on the sphere.
      if (arm.norm() >= radii_[k] * (1.0 - 8.0 * kEpsilon)) continue;
      result.point = centers_.col(k) + radii_[k] * unit_or_axis(arm);
      moved = true;
    }
    result.iterations = pass;
    if (!moved) return result;
  }
  result.converged = false;
  return result;
}

std::optional<ConeGenerators> BallComplement::normal_generators(const Vector& x,
                                                                double tolerance) const {
  std::vector<Vector> rays;
  for (Eigen::Index k = 0; k < radii_.size(); ++k) {
    const Vector arm = x - centers_.col(k);
    if (arm.norm() <= radii_[k] + tolerance * (length() + x.norm())) {
      rays.push_back(-unit_or_axis(arm));
    }
  }
  ConeGenerators cone = zero_cone(dimension());
  cone.rays.resize(x.size(), static_cast<Eigen::Index>(rays.size()));
  for (std::size_t j = 0; j < rays.size(); ++j)
    cone.rays.col(static_cast<Eigen::Index>(j)) = rays[j];
  return cone;
}

std::optional<double> BallComplement::prox_radius() const {
  if (!separated_) return std::nullopt;
  return radii_.minCoeff();
}

std::optional<Constraints> BallComplement::constraints(const Vector& x) const {
  Constraints c{Vector(radii_.size()), Matrix(x.size(), radii_.size())};
  for (Eigen::Index k = 0; k < radii_.size(); ++k) {
    const Vector arm = x - centers_.col(k);
    c.value[k] = radii_[k] - arm.norm();
    c.gradient.col(k) = -unit_or_axis(arm);
  }
  return c;
}

}  // namespace galet::sets
