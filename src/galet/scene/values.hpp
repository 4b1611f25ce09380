// Values with a short and a long form in TOML.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "galet/base/fields.hpp"
#include "galet/model/series.hpp"

namespace galet {

// A number, or a list of numbers.
struct Numbers {
  std::vector<double> values;
  bool empty() const { return values.empty(); }
};

// One row [..], or a list of rows [[..], ..]; a number or a list of numbers where rows have
// length 1.
struct Rows {
  std::vector<std::vector<double>> rows;
  bool nested = false;  // given as a list of rows
  bool empty() const { return rows.empty(); }
};

// A radius: 0.01, or {min = .., max = ..} uniform, or {values = [..], weights = [..]}.
struct RadiusDistribution {
  Numbers values;             // one: constant; several: drawn with the weights
  Numbers weights;            // empty: equal
  std::optional<double> min;  // both or none
  std::optional<double> max;
};

template <class V>
void fields_of(RadiusDistribution& s, V&& visit) {
  auto& [values, weights, min, max] = s;
  visit(Field{"values", "m", "Radii to draw from.", Range::positive()}, values);
  visit(Field{"weights", "", "Relative frequencies of the values; equal by default.",
              Range::at_least(0.0)},
        weights);
  visit(Field{"min", "m", "Smallest radius of a uniform distribution.", Range::positive()}, min);
  visit(Field{"max", "m", "Largest radius of a uniform distribution.", Range::positive()}, max);
}

// Moment of inertia: "shape" (of the homogeneous solid), "mass" (its number equal to the mass), or
// a value in kg m².
struct InertiaRule {
  enum class Kind { shape, mass, value } kind = Kind::shape;
  double value = 0.0;
};

// The kinds that are given by name; a value is given as a number.
template <>
struct EnumNames<InertiaRule::Kind> {
  static constexpr std::array<std::string_view, 2> names{"shape", "mass"};
};

// The table form of a VectorSeries.
struct SeriesTable {
  Numbers t;
  Rows value;
  Interpolation interpolation = Interpolation::linear;
};

template <class V>
void fields_of(SeriesTable& s, V&& visit) {
  auto& [t, value, interpolation] = s;
  visit(Field{"t", "s", "Times, increasing.", {}, true}, t);
  visit(Field{"value", "", "The vector at each of the times.", {}, true}, value);
  visit(Field{"interpolation", "",
              "Between the times: linear, or the value of the time before, with jumps. The scheme "
              "\"convex\" uses the exact mean over each step, other schemes the values at its "
              "ends."},
        interpolation);
}

}  // namespace galet
