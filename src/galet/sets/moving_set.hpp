// Sets that move in time.
#pragma once

#include <functional>
#include <vector>

#include "galet/sets/constrained_projection.hpp"
#include "galet/sets/moved.hpp"

namespace galet::sets {

// C(t), continuous from the right. Outside its jumps it is smooth in time as far as it matters.
class MovingSet {
 public:
  virtual ~MovingSet() = default;
  virtual int dimension() const = 0;
  virtual SetPtr at(double t) const = 0;
  // The limit from the left.
  SetPtr before(double t) const;

  // c(t, x) with gradients; nothing if the set is not given by smooth functions.
  std::optional<Constraints> constraints(double t, const Vector& x) const {
    return at(t)->constraints(x);
  }
  // ∂c/∂t by differences of fourth order with the spacing `spacing`, inside [low, high], where the
  // motion is smooth: central where there is room, else one-sided.
  Vector constraint_rates(double t, const Vector& x, double low, double high, double spacing) const;
};

using MovingSetPtr = std::shared_ptr<const MovingSet>;

// A set that rests.
MovingSetPtr at_rest(SetPtr set);

// {a(t) + s(t) Q(t) y : y in C}
MovingSetPtr moved_by(SetPtr base, std::function<Placing(double)> motion);
MovingSetPtr translated_by(SetPtr base, std::function<Vector(double)> translation);

// Whatever a function gives.
MovingSetPtr moving(int dimension, std::function<SetPtr(double)> set);

// {x : c_k(t, x) <= 0}; arguments as for SublevelSet.
using MovingConstraintsAt = std::function<Constraints(double t, const Vector& x)>;
MovingSetPtr moving_sublevel(int dimension, MovingConstraintsAt constraints, double length,
                             std::optional<double> prox_radius);

MovingSetPtr moving_intersection(std::vector<MovingSetPtr> parts);

// Turns by `angle` in the plane of two coordinates.
Matrix plane_rotation(int dimension, int from, int to, double angle);

}  // namespace galet::sets
