// Random numbers that are the same on every machine: own generator, own distributions
// (the distributions of the standard library differ between implementations).
#pragma once

#include <cstdint>

namespace galet {

// SplitMix64 [Steele2014]: a counter stepped by the golden ratio, then mixed. The whole state is
// one word, so that a stream is saved, hashed and restored as a number.
class Random {
 public:
  explicit Random(std::uint64_t seed = 0) : state_(seed) {}

  std::uint64_t bits();
  double uniform();                         // in [0, 1), 53 bits
  double uniform(double low, double high);  // in [low, high)
  std::uint64_t below(std::uint64_t n);     // in {0, …, n − 1}, without bias; n > 0
  double normal();                          // mean 0, variance 1

  std::uint64_t state() const { return state_; }

 private:
  std::uint64_t state_;
};

}  // namespace galet
