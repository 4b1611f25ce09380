// Random sets and points of any dimension for tests.
#pragma once

#include <memory>
#include <vector>

#include <Eigen/QR>

#include "galet/base/random.hpp"
#include "galet/sets/affine_subspace.hpp"
#include "galet/sets/ball.hpp"
#include "galet/sets/box.hpp"
#include "galet/sets/ellipsoid.hpp"
#include "galet/sets/half_space.hpp"
#include "galet/sets/inflated.hpp"
#include "galet/sets/intersection.hpp"
#include "galet/sets/moved.hpp"
#include "galet/sets/point.hpp"
#include "galet/sets/polyhedron.hpp"
#include "galet/sets/second_order_cone.hpp"

namespace galet::test {

using sets::Matrix;
using sets::SetPtr;
using sets::Vector;

inline Vector random_normal(Random& random, int n, double scale = 1.0) {
  Vector x(n);
  for (double& v : x) v = scale * random.normal();
  return x;
}

inline Vector random_positive(Random& random, int n, double low, double high) {
  Vector x(n);
  for (double& v : x) v = low * std::pow(high / low, random.uniform());
  return x;
}

inline Matrix random_rotation(Random& random, int n) {
  Matrix A(n, n);
  for (double& v : A.reshaped()) v = random.normal();
  return Eigen::HouseholderQR<Matrix>(A).householderQ() * Matrix::Identity(n, n);
}

// {Ax <= b} with a known interior point; rows of different lengths, one of them twice.
inline sets::Set::HalfSpaces random_half_spaces(Random& random, int n, int m) {
  sets::Set::HalfSpaces h{Matrix(m, n), Vector(m)};
  const Vector inside = random_normal(random, n);
  for (int k = 0; k < m; ++k) {
    h.A.row(k) = random_normal(random, n, std::exp(random.normal())).transpose();
    h.b[k] = h.A.row(k).dot(inside) + h.A.row(k).norm() * random.uniform(0.1, 1.0);
  }
  if (m > 2) {
    h.A.row(m - 1) = 3.0 * h.A.row(0);
    h.b[m - 1] = 3.0 * h.b[0];
  }
  return h;
}

template <class S, class... Args>
SetPtr make(Args&&... args) {
  return std::make_shared<const S>(std::forward<Args>(args)...);
}

// One convex set of every kind, at random places, in dimension n >= 2.
inline std::vector<SetPtr> random_convex_sets(Random& random, int n) {
  const auto x = [&] { return random_normal(random, n); };
  const auto moved = [&](SetPtr base) {
    return make<sets::Moved>(
        std::move(base), sets::Placing{x(), random_rotation(random, n), random.uniform(0.5, 2.0)});
  };
  const auto h = random_half_spaces(random, n, n + 4);
  const Vector low = x();
  const SetPtr ellipsoid = make<sets::Ellipsoid>(x(), random_positive(random, n, 0.1, 3.0));
  Matrix directions(n, 1);
  directions.col(0) = x();
  return {make<sets::Point>(x()),
          make<sets::Ball>(x(), random.uniform(0.1, 2.0)),
          make<sets::HalfSpace>(x(), random.normal()),
          make<sets::AffineSubspace>(x(), directions),
          make<sets::Box>(low, Vector(low + random_positive(random, n, 0.1, 2.0))),
          ellipsoid,
          moved(ellipsoid),
          make<sets::SecondOrderCone>(n, random.uniform(0.0, 2.0)),
          moved(make<sets::SecondOrderCone>(n, random.uniform(0.1, 2.0))),
          make<sets::Polyhedron>(h.A, h.b),
          moved(make<sets::Polyhedron>(h.A, h.b)),
          make<sets::Inflated>(make<sets::Polyhedron>(h.A, h.b), random.uniform(0.1, 1.0)),
          make<sets::Inflated>(moved(ellipsoid), random.uniform(0.1, 1.0)),
          make<sets::Intersection>(std::vector<SetPtr>{
              make<sets::Ball>(Vector(Vector::Unit(n, 0)), 1.3),
              make<sets::HalfSpace>(Vector(Vector::Unit(n, 1)), random.uniform(-0.5, 0.5)),
              make<sets::Ellipsoid>(Vector(Vector::Zero(n)), Vector(Vector::Constant(n, 1.5)))})};
}

}  // namespace galet::test
