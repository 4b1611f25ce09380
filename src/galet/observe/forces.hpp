// Statistics of the contact forces that press (p_n > 0). Cost: O(contacts), for the chains plus
// O(bodies).
#pragma once

#include <cstdint>
#include <vector>

#include "galet/observe/look.hpp"

namespace galet {

// Histogram of normal forces and of the magnitudes of tangential forces, each over its own mean
// [Radjai1996].
struct ForceDistribution {
  struct Component {
    double mean = 0.0;                // N
    std::int64_t total = 0;           // forces
    std::vector<std::int64_t> count;  // by bin; the last one holds all from the limit on
    // Probability density of force/mean in a bin, such that Σ density · width = the part of the
    // forces below the limit. Zero in the last bin, which has no end.
    double density(std::size_t bin) const;
    double width = 0.0;  // of a bin
  };
  std::int64_t contacts = 0;
  Component normal;
  Component tangential;
};

template <int D>
ForceDistribution compute_force_distribution(const Look<D>& look, const Part<D>& part,
                                             std::int64_t bins, double limit);

// Force chains as the strong network [Radjai1998]: the contacts whose normal force is above the
// mean. A chain is a set of at least 3 bodies that hang together by such contacts (boundaries do
// not join chains).
struct ForceChains {
  std::int64_t contacts = 0;
  std::int64_t strong = 0;      // contacts of the strong network
  double mean_force = 0.0;      // N, normal
  double pressure_share = 0.0;  // of the trace of the contact stress that strong contacts carry
  std::int64_t chains = 0;
  std::int64_t bodies = 0;   // in chains
  std::int64_t largest = 0;  // bodies in the largest one
};

template <int D>
ForceChains compute_force_chains(const Look<D>& look, const Part<D>& part);

}  // namespace galet
