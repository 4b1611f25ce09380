// Closed sets of a finite-dimensional Euclidean space.
//
// A set answers what makes sense for it; std::nullopt is "no answer": the operation is not defined
// for this set or not computed (a farthest point of an unbounded set, the support function of a
// union). All tolerances are relative to lengths of the set and of the point.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string_view>

#include <Eigen/Core>

namespace galet::sets {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// Relative tolerance of "on the boundary" and "in the set" where none is given.
inline constexpr double kTouching = 1e-9;

// Outcome of a projection. `point` is the best found also when `converged` is false.
struct Projection {
  Vector point;
  int iterations = 0;
  bool converged = true;
};

// A set as {c_k <= 0}: values and gradients (columns) at a point. The values are lengths up to a
// factor near 1.
struct Constraints {
  Vector value;
  Matrix gradient;
};

// The cone of all nonnegative combinations of the columns of `rays` plus all combinations of the
// columns of `lines`.
struct ConeGenerators {
  Matrix rays;
  Matrix lines;
};

class Set {
 public:
  virtual ~Set() = default;

  virtual std::string_view kind() const = 0;
  virtual int dimension() const = 0;

  // A length that goes with the set: its tolerances are relative to it.
  virtual double length() const = 0;

  // A nearest point, prox(C, x) of [Moreau1999, §2.2]; the only one when the set is convex, or
  // prox-regular with x inside the tube.
  virtual Projection project(const Vector& x) const = 0;
  virtual double distance(const Vector& x) const { return (x - project(x).point).norm(); }

  // distance <= tolerance · (length() + |x|); false when the nearest point was not found, which
  // only happens for points outside
  bool contains(const Vector& x, double tolerance = kTouching) const;

  // A farthest point of a bounded set, and its distance (far_C and dfar_C of [Nguyen2024, §5.1]).
  virtual std::optional<Vector> farthest(const Vector&) const { return std::nullopt; }
  std::optional<double> farthest_distance(const Vector& x) const;

  // sup {d·x : x in C}; infinity where C is unbounded in that direction.
  virtual std::optional<double> support(const Vector&) const { return std::nullopt; }

  // Generators of the normal cone at a point of the set (none in the interior). Points within the
  // tolerance of a boundary count as lying on it.
  virtual std::optional<ConeGenerators> normal_generators(const Vector&,
                                                          double /*tolerance*/ = kTouching) const {
    return std::nullopt;
  }
  // Nearest point to v of the normal cone, and of the tangent cone, its polar, at x in C:
  // v is their sum and they are orthogonal [Moreau1999, eqs. 4–5].
  virtual std::optional<Vector> project_normal_cone(const Vector& x, const Vector& v,
                                                    double tolerance = kTouching) const;
  std::optional<Vector> project_tangent_cone(const Vector& x, const Vector& v,
                                             double tolerance = kTouching) const;
  // x in C and |v − prox(N_C(x), v)| <= tolerance · |v|
  std::optional<bool> in_normal_cone(const Vector& x, const Vector& v,
                                     double tolerance = kTouching) const;

  // The set is r-prox-regular; infinity for convex sets [Nguyen2024, Def. 5.4].
  virtual std::optional<double> prox_radius() const = 0;
  bool is_convex() const { return prox_radius() == kInfinity; }

  // The set is an intersection of balls of this radius [Nguyen2024, Def. 5.1].
  virtual std::optional<double> strong_convexity_radius() const { return std::nullopt; }

  virtual std::optional<Constraints> constraints(const Vector&) const { return std::nullopt; }

  // {Ax <= b} with rows of length 1, if the set is one.
  struct HalfSpaces {
    Matrix A;
    Vector b;
  };
  virtual std::optional<HalfSpaces> half_spaces() const { return std::nullopt; }
};

using SetPtr = std::shared_ptr<const Set>;

// Nearest point of a finitely generated cone.
Vector project_cone(const ConeGenerators& cone, const Vector& v);

// No generators: the cone {0}.
ConeGenerators zero_cone(int dimension);
ConeGenerators single_ray(const Vector& direction);

}  // namespace galet::sets
