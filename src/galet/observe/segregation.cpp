#include "galet/observe/segregation.hpp"

#include <array>
#include <vector>

namespace galet {

template <int D>
Segregation<D> compute_segregation(const Bodies<D>& bodies, const Grid<D>& grid,
                                   const std::function<Species(std::size_t)>& species_of,
                                   const PeriodicCell<D>& periodic) {
  Segregation<D> result;
  std::vector<std::array<double, 2>> count(grid.size(), {0.0, 0.0});
  std::array<Vec<D>, 2> center{Vec<D>::Zero(), Vec<D>::Zero()};
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Species species = species_of(i);
    if (species == Species::neither) continue;
    const Vec<D>& place = bodies.position[i];
    periodic.for_each_shift(place, place, grid.low, grid.high, [&](const Vec<D>& shift) {
      const Vec<D> x = place + shift;
      const auto cell = grid.cell_of(x);
      if (!cell) return;
      const std::size_t k = species == Species::first ? 0 : 1;
      count[*cell][k] += 1.0;
      center[k] += x;
      ++(k == 0 ? result.first : result.second);
    });
  }
  const auto first = static_cast<double>(result.first);
  const auto second = static_cast<double>(result.second);
  const double all = first + second;
  const double p = first / all;
  double variance = 0.0;
  double used = 0.0;
  for (const auto& [a, b] : count) {
    if (a + b == 0.0) continue;
    const double off = a / (a + b) - p;
    variance += (a + b) * off * off / all;
    used += 1.0;
  }
  const double separated = p * (1.0 - p);
  result.intensity = variance / separated;
  result.mixing_index = (separated - variance) / (separated - separated * used / all);
  result.offset = center[0] / first - center[1] / second;
  return result;
}

template Segregation<2> compute_segregation(const Bodies<2>&, const Grid<2>&,
                                            const std::function<Species(std::size_t)>&,
                                            const PeriodicCell<2>&);
template Segregation<3> compute_segregation(const Bodies<3>&, const Grid<3>&,
                                            const std::function<Species(std::size_t)>&,
                                            const PeriodicCell<3>&);

}  // namespace galet
