#include "galet/observe/runout.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace galet {
namespace {

// The least coordinate along d such that bodies wholly below it hold the fraction of the mass.
template <int D>
double quantile(const Bodies<D>& bodies, const PeriodicCell<D>& cell,
                const std::vector<std::size_t>& chosen, const Vec<D>& d, double wanted_mass) {
  struct End {
    double coordinate;
    double mass;
  };
  std::vector<End> ends;
  ends.reserve(chosen.size());
  for (const std::size_t i : chosen) {
    ends.push_back({bodies.path(i, cell).dot(d) + bodies.radius[i], bodies.mass[i]});
  }
  std::ranges::stable_sort(ends, {}, &End::coordinate);
  double mass = 0.0;
  for (const End& end : ends) {
    mass += end.mass;
    if (mass >= wanted_mass) return end.coordinate;
  }
  return ends.back().coordinate;  // where rounding leaves the sum below the whole
}

}  // namespace

template <int D>
Spread<D> compute_spread(const Bodies<D>& bodies, const Part<D>& part, const Vec<D>& direction,
                         const Vec<D>& up, double fraction) {
  std::vector<std::size_t> chosen;
  double mass = 0.0;
  Spread<D> spread;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!part.has(bodies, i)) continue;
    chosen.push_back(i);
    mass += bodies.mass[i];
    spread.center += bodies.mass[i] * bodies.path(i, part.cell);
  }
  spread.center /= mass;
  if (chosen.empty()) {
    spread.front = spread.back = spread.top = std::numeric_limits<double>::quiet_NaN();
    return spread;
  }
  // A whole is every body, whatever the rounding of the sums.
  const double wanted = fraction < 1.0 ? fraction * mass : std::numeric_limits<double>::infinity();
  spread.front = quantile<D>(bodies, part.cell, chosen, direction, wanted);
  spread.back = -quantile<D>(bodies, part.cell, chosen, -direction, wanted);
  spread.top = quantile<D>(bodies, part.cell, chosen, up, wanted);
  return spread;
}

template Spread<2> compute_spread(const Bodies<2>&, const Part<2>&, const Vec<2>&, const Vec<2>&,
                                  double);
template Spread<3> compute_spread(const Bodies<3>&, const Part<3>&, const Vec<3>&, const Vec<3>&,
                                  double);

}  // namespace galet
