#include "galet/build/radius_law.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "galet/scene/vectors.hpp"

namespace galet {
namespace {

void check_weights(const std::string& key, const RadiusDistribution& d) {
  if (d.weights.empty()) return;
  if (d.weights.values.size() != d.values.values.size()) {
    refuse(key + ".weights", fmt::format("expected one per value ({}), got {}",
                                         d.values.values.size(), d.weights.values.size()));
  }
  if (std::ranges::all_of(d.weights.values, [](double w) { return w == 0.0; })) {
    refuse(key + ".weights", "must not all be zero");
  }
}

void check_grading(const std::string& key, const RadiusDistribution& d) {
  const std::vector<double>& diameter = d.diameter;
  const std::vector<double>& passing = d.passing;
  if (diameter.size() < 2) refuse(key + ".diameter", "a grading curve needs two points or more");
  if (passing.size() != diameter.size()) {
    refuse(key + ".passing",
           fmt::format("expected one per diameter ({}), got {}", diameter.size(), passing.size()));
  }
  for (std::size_t k = 1; k < diameter.size(); ++k) {
    if (!(diameter[k] > diameter[k - 1])) {
      refuse(
          fmt::format("{}.diameter[{}]", key, k),
          fmt::format("must be above the one before ({}), got {}", diameter[k - 1], diameter[k]));
    }
    if (passing[k] < passing[k - 1]) {
      refuse(
          fmt::format("{}.passing[{}]", key, k),
          fmt::format("must not be below the one before ({}), got {}", passing[k - 1], passing[k]));
    }
  }
  if (passing.front() != 0.0 || passing.back() != 100.0) {
    refuse(key + ".passing",
           fmt::format("must go from 0 to 100 %, goes from {} to {}; the first diameter is that of "
                       "the smallest body, the last that of the largest",
                       passing.front(), passing.back()));
  }
}

// Which keys go together.
void check_forms(const std::string& key, const RadiusDistribution& d) {
  if (d.min.has_value() != d.max.has_value()) refuse(key, "min and max belong together");
  const bool grading = !d.diameter.empty() || !d.passing.empty();
  const int forms = (d.min ? 1 : 0) + (d.values.empty() ? 0 : 1) + (grading ? 1 : 0);
  if (forms != 1) {
    refuse(key,
           "expected a number, {min, max}, {values, weights}, {diameter, passing}, {median, "
           "sigma, min, max} or {exponent, min, max}");
  }
  if (d.median.has_value() != d.sigma.has_value()) refuse(key, "median and sigma belong together");
  if (d.median && d.exponent) {
    refuse(key + ".exponent", "a distribution is log-normal or a power law; leave one of them out");
  }
  if (!d.min && (d.median || d.exponent)) {
    refuse(key + ".min", fmt::format("missing; a {} needs the smallest and the largest radius",
                                     d.median ? "log-normal distribution" : "power law"));
  }
  if (d.min && *d.min > *d.max) refuse(key + ".max", "must not be below min");
}

double normal_share(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

}  // namespace

double RadiusLaw::PowerPiece::at(double share) const {
  if (exponent == 0.0) return low + (high - low) * share;
  // The distribution function is linear in r^a; each form is free of overflow and cancellation.
  const double a = 1.0 - exponent;
  const double log_ratio = std::log(high / low);
  double r = 0.0;
  if (a == 0.0) {
    r = low * std::exp(share * log_ratio);
  } else if (a < 0.0) {
    r = low * std::exp(std::log1p(share * std::expm1(a * log_ratio)) / a);
  } else {
    r = high * std::exp(std::log1p((1.0 - share) * std::expm1(-a * log_ratio)) / a);
  }
  return std::clamp(r, low, high);
}

double RadiusLaw::LogNormalPiece::at(double share) const {
  // In the half where shares are small numbers, which have all their digits.
  const bool mirrored = low + high > 0.0;
  double a = mirrored ? -high : low;
  double b = mirrored ? -low : high;
  const double s = mirrored ? 1.0 - share : share;
  const double wanted = normal_share(a) + s * (normal_share(b) - normal_share(a));
  double middle = 0.5 * (a + b);
  while (a < middle && middle < b) {
    (normal_share(middle) < wanted ? a : b) = middle;
    middle = 0.5 * (a + b);
  }
  return median * std::exp(sigma * (mirrored ? -middle : middle));
}

RadiusLaw::RadiusLaw(const std::string& key, const RadiusDistribution& d, BallSolid solid) {
  check_forms(key, d);
  check_weights(key, d);
  const bool grading = !d.diameter.empty() || !d.passing.empty();
  if (grading) check_grading(key, d);
  // Masses grow with this power of the radius.
  const double power = solid == BallSolid::disc ? 2.0 : 3.0;
  const SizeShare by = d.by.value_or(grading ? SizeShare::mass : SizeShare::number);
  const double shift = by == SizeShare::mass ? power : 0.0;
  if (grading) {
    add_grading(d, shift);
  } else if (d.median) {
    add_log_normal(key, d, shift);
  } else if (d.min) {
    add(1.0, PowerPiece{*d.min, *d.max, d.exponent.value_or(0.0) + shift});
    smallest_ = *d.min;
    largest_ = *d.max;
  } else {
    const std::vector<double>& values = d.values.values;
    smallest_ = std::ranges::min(values);
    largest_ = std::ranges::max(values);
    for (std::size_t k = 0; k < values.size(); ++k) {
      const double weight = d.weights.empty() ? 1.0 : d.weights.values[k];
      const double scale = by == SizeShare::mass ? std::pow(smallest_ / values[k], power) : 1.0;
      add(weight * scale, PowerPiece{values[k], values[k], 0.0});
    }
  }
}

void RadiusLaw::add(double weight, const Piece& piece) {
  if (weight == 0.0) return;
  sums_.push_back((sums_.empty() ? 0.0 : sums_.back()) + weight);
  pieces_.push_back(piece);
}

void RadiusLaw::add_grading(const RadiusDistribution& d, double shift) {
  smallest_ = 0.5 * d.diameter.front();
  largest_ = 0.5 * d.diameter.back();
  for (std::size_t k = 1; k < d.diameter.size(); ++k) {
    const double low = 0.5 * d.diameter[k - 1];
    const double high = 0.5 * d.diameter[k];
    // The number of bodies in the piece: the integral of r^−shift over ln r, per that of 1.
    double scale = 1.0;
    if (shift > 0.0) {
      const double log_ratio = std::log(high / low);
      scale =
          std::pow(smallest_ / low, shift) * -std::expm1(-shift * log_ratio) / (shift * log_ratio);
    }
    add((d.passing[k] - d.passing[k - 1]) * scale, PowerPiece{low, high, 1.0 + shift});
  }
}

void RadiusLaw::add_log_normal(const std::string& key, const RadiusDistribution& d, double shift) {
  smallest_ = *d.min;
  largest_ = *d.max;
  const double sigma = *d.sigma;
  const double log_median = std::log(*d.median) - shift * sigma * sigma;
  const LogNormalPiece piece{std::exp(log_median), sigma, (std::log(*d.min) - log_median) / sigma,
                             (std::log(*d.max) - log_median) / sigma};
  // Beyond that, a tail has fewer digits than a double.
  constexpr double farthest = 30.0;
  if (piece.low > farthest || piece.high < -farthest) {
    refuse(key + (piece.low > farthest ? ".min" : ".max"),
           fmt::format("is {:.3g} standard deviations from the median of the numbers ({:.4g}); at "
                       "most {} make sense",
                       piece.low > farthest ? piece.low : -piece.high, piece.median, farthest));
  }
  add(1.0, piece);
}

double RadiusLaw::draw(Random& random) const {
  // The piece whose sum is the first above the number.
  const double x = random.uniform() * sums_.back();
  const auto found = std::min(std::ranges::upper_bound(sums_, x), sums_.end() - 1);
  const auto k = static_cast<std::size_t>(found - sums_.begin());
  const double before = k == 0 ? 0.0 : sums_[k - 1];
  const double share = std::min((x - before) / (sums_[k] - before), 1.0);
  const double r = std::visit([share](const auto& piece) { return piece.at(share); }, pieces_[k]);
  return std::clamp(r, smallest_, largest_);
}

std::vector<double> RadiusLaw::draw(std::size_t count, Random& random) const {
  std::vector<double> radii(count);
  for (double& r : radii) r = draw(random);
  return radii;
}

}  // namespace galet
