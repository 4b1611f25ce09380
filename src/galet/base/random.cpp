#include "galet/base/random.hpp"

#include <cmath>
#include <numbers>

#include "galet/base/error.hpp"

namespace galet {

std::uint64_t Random::bits() {
  state_ += 0x9e3779b97f4a7c15ULL;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

double Random::uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

double Random::uniform(double low, double high) { return low + (high - low) * uniform(); }

std::uint64_t Random::below(std::uint64_t n) {
  GALET_ASSERT(n > 0);
  // Draws beyond the largest multiple of n would favour small results: draw again.
  const std::uint64_t excess = (UINT64_MAX % n + 1) % n;
  std::uint64_t x = bits();
  while (x > UINT64_MAX - excess) x = bits();
  return x % n;
}

double Random::normal() {
  // Box–Muller, one of the two values; 1 − u lies in (0, 1], so the logarithm is finite.
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
  return radius * std::cos(2.0 * std::numbers::pi * uniform());
}

}  // namespace galet
