// The distribution of radii of a scene, ready to draw from.
//
// A share u of all bodies is smaller than the radius of u; radii are drawn by inverting that with
// one random number each. A distribution by mass says which share of the mass lies below a radius:
// in numbers, bodies of mass ∝ r^k have the density f_mass(r)/r^k. So a power law stays one, its
// exponent higher by k, and a log-normal law stays one, its median divided by exp(k σ²)
// [Hatch1929]. A grading curve is a straight line over ln d between its points, as on the sheet of
// a sieve analysis: by mass a power law of exponent 1, by number one of 1 + k.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "galet/base/random.hpp"
#include "galet/geometry/mass_properties.hpp"
#include "galet/scene/scene.hpp"

namespace galet {

class RadiusLaw {
 public:
  // `solid` says how the mass grows with the radius. Throws InputError for `key` when the
  // distribution makes no sense.
  RadiusLaw(const std::string& key, const RadiusDistribution& distribution, BallSolid solid);

  // One random number each (also where all radii are equal, so that the numbers drawn after them
  // do not depend on the distribution).
  double draw(Random& random) const;
  std::vector<double> draw(std::size_t count, Random& random) const;

  // m, that may be drawn.
  double smallest() const { return smallest_; }
  double largest() const { return largest_; }

 private:
  // Density ∝ r^−exponent between the ends; a single radius where they are equal.
  struct PowerPiece {
    double low = 0.0;
    double high = 0.0;
    double exponent = 0.0;
    double at(double share) const;
  };
  // ln(r/median)/sigma is normal and lies between the ends.
  struct LogNormalPiece {
    double median = 0.0;
    double sigma = 0.0;
    double low = 0.0;
    double high = 0.0;
    double at(double share) const;
  };
  using Piece = std::variant<PowerPiece, LogNormalPiece>;

  void add(double weight, const Piece& piece);
  void add_grading(const RadiusDistribution& distribution, double shift);
  void add_log_normal(const std::string& key, const RadiusDistribution& distribution, double shift);

  std::vector<Piece> pieces_;
  std::vector<double> sums_;  // of the numbers of bodies up to the end of each piece, any scale
  double smallest_ = 0.0;
  double largest_ = 0.0;
};

// The solid that the bodies of an entry are.
template <int D>
BallSolid solid_of(const BodyCommon& common) {
  return common.shape.value_or(D == 2 ? BallSolid::disc : BallSolid::sphere);
}

}  // namespace galet
