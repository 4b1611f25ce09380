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

// What the shares of a distribution of sizes count.
enum class SizeShare { number, mass };

template <>
struct EnumNames<SizeShare> {
  static constexpr std::array<std::string_view, 2> names{"number", "mass"};
};

// A radius: 0.01, or a table: {values, weights}; {min, max} uniform, {median, sigma, min, max}
// log-normal, {exponent, min, max} a power law; {diameter, passing} a grading curve.
struct RadiusDistribution {
  Numbers values;             // one: constant; several: drawn with the weights
  Numbers weights;            // empty: equal
  std::optional<double> min;  // both or none
  std::optional<double> max;
  std::optional<double> median = {};
  std::optional<double> sigma = {};
  std::optional<double> exponent = {};
  std::vector<double> diameter = {};
  std::vector<double> passing = {};
  std::optional<SizeShare> by = {};

  bool is_constant() const {
    return values.values.size() == 1 && weights.empty() && !min && !max && !median && !sigma &&
           !exponent && diameter.empty() && passing.empty() && !by;
  }
};

template <class V>
void fields_of(RadiusDistribution& s, V&& visit) {
  auto& [values, weights, min, max, median, sigma, exponent, diameter, passing, by] = s;
  visit(Field{"values", "m", "Radii to draw from.", Range::positive()}, values);
  visit(Field{"weights", "", "Relative frequencies of the values; equal by default.",
              Range::at_least(0.0)},
        weights);
  visit(Field{"min", "m",
              "Smallest radius, of a distribution that is uniform unless `median` or `exponent` is "
              "given.",
              Range::positive()},
        min);
  visit(Field{"max", "m", "Largest radius likewise.", Range::positive()}, max);
  visit(Field{"median", "m",
              "Median of a log-normal distribution, which is cut off at `min` and `max`; its "
              "median before the cut.",
              Range::positive()},
        median);
  visit(Field{"sigma", "", "Standard deviation of ln(radius) of a log-normal distribution.",
              Range::between(1e-6, 10.0)},
        sigma);
  visit(Field{"exponent", "",
              "Power law between `min` and `max`: shares per radius go with r^(−exponent).",
              Range::between(-100.0, 100.0)},
        exponent);
  visit(Field{"diameter", "m",
              "Grading curve: diameters (not radii), increasing, from the smallest body to the "
              "largest; between them the curve is straight over the logarithm of the diameter.",
              Range::positive()},
        diameter);
  visit(Field{"passing", "%",
              "Grading curve: the share of the bodies below each of the diameters, from 0 to 100.",
              Range::between(0.0, 100.0)},
        passing);
  visit(Field{"by", "",
              "Whether shares and weights count bodies or their mass (of one density); by default "
              "the mass for a grading curve, bodies for all others."},
        by);
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
