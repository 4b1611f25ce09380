#include "galet/sets/ellipsoid.hpp"

#include <algorithm>
#include <cmath>

#include "galet/base/error.hpp"

namespace galet::sets {
namespace {

// The root t in [low, high] of |w/(s + t)| = 1, s + t > 0 componentwise, which decreases in t.
struct SecularRoot {
  double t;
  int iterations;
};

SecularRoot secular_root(const Vector& w, const Vector& s, double low, double high) {
  double t = low;
  int iterations = 0;
  while (iterations < 200) {
    ++iterations;
    const Vector p = w.cwiseQuotient((s.array() + t).matrix());
    const double norm = p.norm();
    (norm > 1.0 ? low : high) = t;
    // d/dt (1/|p|) = Σ p²/(s + t) / |p|³
    const double slope =
        p.cwiseAbs2().cwiseQuotient((s.array() + t).matrix()).sum() / (norm * norm * norm);
    double next = t + (1.0 - 1.0 / norm) / slope;
    // Written so that an undefined step (norm infinite or zero) is refused, too.
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (std::abs(next - t) <= kEpsilon * std::abs(next) || next == t) break;
    t = next;
  }
  return {t, iterations};
}

}  // namespace

Ellipsoid::Ellipsoid(Vector center, Vector semi_axes)
    : center_(std::move(center)), axes_(std::move(semi_axes)) {
  GALET_ASSERT(center_.size() == axes_.size() && axes_.minCoeff() > 0.0);
}

Projection Ellipsoid::project(const Vector& x) const {
  const Vector y = x - center_;
  if (gauge(y) <= 1.0) return {x};
  const Vector squares = axes_.cwiseAbs2();
  const Vector w = axes_.cwiseProduct(y);
  // One term alone reaches 1 at the lower end; all terms with the smallest denominator at the
  // upper.
  const double low = std::max(0.0, (w.cwiseAbs() - squares).maxCoeff());
  const double high = std::max(low, w.norm() - squares.minCoeff());
  const SecularRoot root = secular_root(w, squares, low, high);
  Vector z = squares.cwiseProduct(y).cwiseQuotient((squares.array() + root.t).matrix());
  z /= std::max(1.0, gauge(z));
  return {center_ + z, root.iterations};
}

std::optional<Vector> Ellipsoid::farthest(const Vector& x) const {
  const Vector y = x - center_;
  Eigen::Index longest = 0;
  const double a = axes_.maxCoeff(&longest);
  const Vector squares = axes_.cwiseAbs2();
  const Vector w = axes_.cwiseProduct(y);
  // With T = t − a²: Σ (w_k/(a² − a_k² + T))² = 1, T >= 0.
  const Vector rest = (a * a - squares.array()).matrix();
  Vector z = Vector::Zero(y.size());
  double norm_at_zero = 0.0;
  for (Eigen::Index k = 0; k < y.size(); ++k) {
    if (w[k] != 0.0) norm_at_zero = std::hypot(norm_at_zero, w[k] / rest[k]);
  }
  if (norm_at_zero > 1.0) {
    const double T = secular_root(w, rest, 0.0, w.norm()).t;
    for (Eigen::Index k = 0; k < y.size(); ++k) {
      if (w[k] != 0.0) z[k] = -axes_[k] * w[k] / (rest[k] + T);
    }
    z /= gauge(z);
  } else {
    for (Eigen::Index k = 0; k < y.size(); ++k) {
      if (w[k] != 0.0) z[k] = -axes_[k] * w[k] / rest[k];
    }
    z[longest] = a * std::sqrt(std::max(0.0, 1.0 - std::pow(gauge(z), 2)));
  }
  return Vector(center_ + z);
}

std::optional<double> Ellipsoid::support(const Vector& d) const {
  return d.dot(center_) + axes_.cwiseProduct(d).norm();
}

std::optional<ConeGenerators> Ellipsoid::normal_generators(const Vector& x,
                                                           double tolerance) const {
  const Vector y = x - center_;
  const double slack = tolerance * (length() + x.norm()) / axes_.minCoeff();
  if (gauge(y) < 1.0 - slack) return zero_cone(dimension());
  return single_ray(y.cwiseQuotient(axes_.cwiseAbs2()).normalized());
}

std::optional<double> Ellipsoid::strong_convexity_radius() const {
  return std::pow(axes_.maxCoeff(), 2) / axes_.minCoeff();
}

std::optional<Constraints> Ellipsoid::constraints(const Vector& x) const {
  const Vector y = x - center_;
  const double g = gauge(y);
  const double a = axes_.minCoeff();
  const Vector gradient = g > 0.0 ? Vector(a / g * y.cwiseQuotient(axes_.cwiseAbs2()))
                                  : Vector(Vector::Unit(y.size(), 0));
  return Constraints{Vector::Constant(1, a * (g - 1.0)), gradient};
}

}  // namespace galet::sets
