#include "galet/sets/moving_set.hpp"

#include <array>
#include <cmath>

#include "galet/base/error.hpp"
#include "galet/sets/intersection.hpp"
#include "galet/sets/sublevel_set.hpp"

namespace galet::sets {
namespace {

class ByFunction final : public MovingSet {
 public:
  ByFunction(int dimension, std::function<SetPtr(double)> set)
      : dimension_(dimension), set_(std::move(set)) {}
  int dimension() const override { return dimension_; }
  SetPtr at(double t) const override { return set_(t); }

 private:
  int dimension_;
  std::function<SetPtr(double)> set_;
};

}  // namespace

SetPtr MovingSet::before(double t) const { return at(std::nextafter(t, -kInfinity)); }

Vector MovingSet::constraint_rates(double t, const Vector& x, double low, double high,
                                   double spacing) const {
  spacing = std::min(spacing, 0.25 * (high - low));
  // Five equidistant points around t, moved into [low, high]; weights of the derivative at their
  // m-th point.
  static constexpr std::array<std::array<double, 5>, 5> weights{{{-25, 48, -36, 16, -3},
                                                                 {-3, -10, 18, -6, 1},
                                                                 {1, -8, 0, 8, -1},
                                                                 {-1, 6, -18, 10, 3},
                                                                 {3, -16, 36, -48, 25}}};
  std::size_t place = 2;
  while (place > 0 && t - static_cast<double>(place) * spacing < low) --place;
  while (place < 4 && t + static_cast<double>(4 - place) * spacing > high) ++place;
  Vector rate;
  for (std::size_t k = 0; k < 5; ++k) {
    const double weight = weights[place][k];
    if (weight == 0.0) continue;
    double s = t + (static_cast<double>(k) - static_cast<double>(place)) * spacing;
    // At the end of a smooth piece the set on the left counts.
    if (s >= high && high > low) s = std::nextafter(high, low);
    const auto c = constraints(s, x);
    GALET_ASSERT(c.has_value());
    if (rate.size() == 0) rate = Vector::Zero(c->value.size());
    rate += weight / (12.0 * spacing) * c->value;
  }
  return rate;
}

MovingSetPtr at_rest(SetPtr set) {
  const int dimension = set->dimension();
  return moving(dimension, [set = std::move(set)](double) { return set; });
}

MovingSetPtr moved_by(SetPtr base, std::function<Placing(double)> motion) {
  const int dimension = base->dimension();
  return moving(dimension, [base = std::move(base), motion = std::move(motion)](double t) {
    return std::make_shared<const Moved>(base, motion(t));
  });
}

MovingSetPtr translated_by(SetPtr base, std::function<Vector(double)> translation) {
  return moved_by(std::move(base), [translation = std::move(translation)](double t) {
    return Placing::translated(translation(t));
  });
}

MovingSetPtr moving(int dimension, std::function<SetPtr(double)> set) {
  return std::make_shared<const ByFunction>(dimension, std::move(set));
}

MovingSetPtr moving_sublevel(int dimension, MovingConstraintsAt constraints, double length,
                             std::optional<double> prox_radius) {
  return moving(dimension, [=](double t) {
    return std::make_shared<const SublevelSet>(
        dimension, [constraints, t](const Vector& x) { return constraints(t, x); }, length,
        prox_radius);
  });
}

MovingSetPtr moving_intersection(std::vector<MovingSetPtr> parts) {
  GALET_ASSERT(!parts.empty());
  if (parts.size() == 1) return parts.front();
  const int dimension = parts.front()->dimension();
  return moving(dimension, [parts = std::move(parts)](double t) {
    std::vector<SetPtr> sets;
    for (const MovingSetPtr& part : parts) sets.push_back(part->at(t));
    return std::make_shared<const Intersection>(std::move(sets));
  });
}

Matrix plane_rotation(int dimension, int from, int to, double angle) {
  Matrix Q = Matrix::Identity(dimension, dimension);
  Q(from, from) = std::cos(angle);
  Q(to, to) = std::cos(angle);
  Q(from, to) = -std::sin(angle);
  Q(to, from) = std::sin(angle);
  return Q;
}

}  // namespace galet::sets
