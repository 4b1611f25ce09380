#include "galet/sweep/frictionless_system.hpp"

#include <cmath>

#include "galet/base/error.hpp"

namespace galet::sweep {

MovingPlane MovingPlane::at_rest(const Vector& normal, double offset) {
  const auto zero = [](double) { return 0.0; };
  return {normal.normalized(), [offset](double) { return offset; }, zero, zero};
}

FrictionlessSystem BallsAndPlanes::system() const {
  const auto n = masses.size();
  const int d = dimension;
  GALET_ASSERT(radii.size() == n && gravity.size() == d);
  FrictionlessSystem s;
  s.mass = Matrix::Zero(n * d, n * d);
  Vector weight(n * d);
  for (Eigen::Index i = 0; i < n; ++i) {
    s.mass.block(i * d, i * d, d, d) = masses[i] * Matrix::Identity(d, d);
    weight.segment(i * d, d) = masses[i] * gravity;
  }
  s.length = radii.maxCoeff();
  s.force = [weight](double, const Vector&, const Vector&) { return weight; };
  s.contacts = [balls = *this, n, d](double t, const Vector& q, const Vector& u) {
    const auto plane_count = static_cast<Eigen::Index>(balls.planes.size());
    const auto count = n * (n - 1) / 2 + n * plane_count;
    Contacts c{Vector(count), Matrix::Zero(n * d, count), Vector::Zero(count), Vector::Zero(count)};
    Eigen::Index k = 0;
    for (Eigen::Index i = 0; i < n; ++i) {
      for (const MovingPlane& plane : balls.planes) {
        c.value[k] = plane.offset(t) + balls.radii[i] - plane.normal.dot(q.segment(i * d, d));
        c.gradient.col(k).segment(i * d, d) = -plane.normal;
        c.rate[k] = plane.velocity(t);
        c.curvature[k] = plane.acceleration(t);
        ++k;
      }
      for (Eigen::Index j = i + 1; j < n; ++j) {
        const Vector x = q.segment(j * d, d) - q.segment(i * d, d);
        const Vector v = u.segment(j * d, d) - u.segment(i * d, d);
        const double distance = x.norm();
        const Vector normal = x / distance;
        const double along = normal.dot(v);
        c.value[k] = balls.radii[i] + balls.radii[j] - distance;
        c.gradient.col(k).segment(i * d, d) = normal;
        c.gradient.col(k).segment(j * d, d) = -normal;
        // d²|x|/dt² = (|v|² − (n·v)²)/|x| + n·x''
        c.curvature[k] = -(v.squaredNorm() - along * along) / distance;
        ++k;
      }
    }
    return c;
  };
  return s;
}

}  // namespace galet::sweep
