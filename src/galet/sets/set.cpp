#include "galet/sets/set.hpp"

#include "galet/base/error.hpp"
#include "galet/sets/nearest_point.hpp"

namespace galet::sets {

bool Set::contains(const Vector& x, double tolerance) const {
  // A projection that failed ended somewhere, perhaps near x: that says nothing.
  const Projection p = project(x);
  return p.converged && (x - p.point).norm() <= tolerance * (length() + x.norm());
}

std::optional<double> Set::farthest_distance(const Vector& x) const {
  const auto y = farthest(x);
  if (!y) return std::nullopt;
  return (x - *y).norm();
}

std::optional<Vector> Set::project_normal_cone(const Vector& x, const Vector& v,
                                               double tolerance) const {
  const auto cone = normal_generators(x, tolerance);
  if (!cone) return std::nullopt;
  return project_cone(*cone, v);
}

std::optional<Vector> Set::project_tangent_cone(const Vector& x, const Vector& v,
                                                double tolerance) const {
  const auto normal = project_normal_cone(x, v, tolerance);
  if (!normal) return std::nullopt;
  return Vector(v - *normal);
}

std::optional<bool> Set::in_normal_cone(const Vector& x, const Vector& v, double tolerance) const {
  if (!contains(x, tolerance)) return false;
  const auto tangent = project_tangent_cone(x, v, tolerance);
  if (!tangent) return std::nullopt;
  return tangent->norm() <= tolerance * v.norm();
}

// The polar of the cone is {w : r·w <= 0 for rays, l·w = 0 for lines}; what is left of v after
// projecting on the polar is the projection on the cone itself [Moreau1999, eq. 5].
Vector project_cone(const ConeGenerators& cone, const Vector& v) {
  const auto rays = cone.rays.cols();
  const auto lines = cone.lines.cols();
  Matrix A(rays + 2 * lines, v.size());
  A.topRows(rays) = cone.rays.transpose();
  A.middleRows(rays, lines) = cone.lines.transpose();
  A.bottomRows(lines) = -cone.lines.transpose();
  const NearestPoint polar = nearest_point(A, Vector::Zero(A.rows()), v);
  GALET_ASSERT(polar.feasible);  // the polar cone contains 0
  return v - polar.point;
}

ConeGenerators zero_cone(int dimension) { return {Matrix(dimension, 0), Matrix(dimension, 0)}; }

ConeGenerators single_ray(const Vector& direction) {
  return {direction, Matrix(direction.size(), 0)};
}

}  // namespace galet::sets
