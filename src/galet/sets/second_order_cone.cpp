#include "galet/sets/second_order_cone.hpp"

#include <cmath>

#include "galet/base/error.hpp"
#include "galet/math/cones.hpp"
#include "galet/sets/ball.hpp"

namespace galet::sets {
namespace {

Vec<2> meridian(const Vector& x) { return {x[0], x.tail(x.size() - 1).norm()}; }

}  // namespace

SecondOrderCone::SecondOrderCone(int dimension, double mu) : dimension_(dimension), mu_(mu) {
  GALET_ASSERT(dimension >= 2 && mu >= 0.0);
}

// The nearest point lies in the half plane through x and the axis, where the cone is that of 2D.
Projection SecondOrderCone::project(const Vector& x) const {
  const Vec<2> m = meridian(x);
  const Vec<2> p = project_friction_cone<2>(m, mu_);
  Vector y = x;
  y[0] = p[0];
  if (m[1] > 0.0) y.tail(x.size() - 1) *= std::abs(p[1]) / m[1];
  return {y};
}

bool SecondOrderCone::polar_contains(const Vector& d, double tolerance) const {
  const Vec<2> m = meridian(d);
  return m[0] + mu_ * m[1] <= tolerance * (1.0 + mu_) * d.norm();
}

std::optional<double> SecondOrderCone::support(const Vector& d) const {
  return polar_contains(d) ? 0.0 : kInfinity;
}

std::optional<ConeGenerators> SecondOrderCone::normal_generators(const Vector& x,
                                                                 double tolerance) const {
  const Vec<2> m = meridian(x);
  const double slack = tolerance * x.norm();
  if (m[1] < mu_ * m[0] - slack) return zero_cone(dimension_);
  if (m[1] <= slack) return std::nullopt;  // the apex, or anywhere on the half line of mu = 0
  Vector normal = x;
  normal[0] = -mu_;
  normal.tail(x.size() - 1) /= m[1];
  return single_ray(normal.normalized());
}

std::optional<Vector> SecondOrderCone::project_normal_cone(const Vector& x, const Vector& v,
                                                           double tolerance) const {
  if (x.norm() == 0.0) return Vector(v - project(v).point);
  if (mu_ == 0.0) {  // {x_n > 0, x_t = 0}: all transverse directions
    Vector w = v;
    w[0] = 0.0;
    return w;
  }
  return Set::project_normal_cone(x, v, tolerance);
}

std::optional<Constraints> SecondOrderCone::constraints(const Vector& x) const {
  const Vec<2> m = meridian(x);
  const double scale = 1.0 / std::hypot(1.0, mu_);
  Vector gradient(x.size());
  gradient[0] = -mu_ * scale;
  gradient.tail(x.size() - 1) = scale * (m[1] > 0.0 ? Vector(x.tail(x.size() - 1) / m[1])
                                                    : Vector(Vector::Zero(x.size() - 1)));
  return Constraints{Vector::Constant(1, scale * (m[1] - mu_ * m[0])), gradient};
}

}  // namespace galet::sets
