// How far two species of bodies are separated, by number, from their parts in the cells of a grid.
//
// With p the part of the first species among all N bodies in the grid, p_c that among the n_c
// bodies of cell c, and K cells in use,
//   σ² = Σ_c n_c (p_c − p)² / N,
// intensity of segregation [Danckwerts1952]:  σ² / (p (1 − p)), 1 when no cell holds both species,
//   0 when all cells have the same composition;
// mixing index [Lacey1954]:  (σ_0² − σ²) / (σ_0² − σ_r²) with σ_0² = p (1 − p) of the separated and
//   σ_r² = p (1 − p) K/N of a random mixture: 0 separated, 1 random on average.
// Differs from the papers: cells count by their bodies, since their numbers differ; σ_r² is the
// expectation for that. In a periodic cell all images of a body in the grid count. Cost: O(N +
// cells).
#pragma once

#include <cstdint>
#include <functional>

#include "galet/observe/grid.hpp"

namespace galet {

template <int D>
struct Segregation {
  std::int64_t first = 0;          // bodies of the first species in the grid
  std::int64_t second = 0;         // and of the second
  double intensity = 0.0;          // not a number unless both species are there
  double mixing_index = 0.0;       // not a number either where every cell holds one body
  Vec<D> offset = Vec<D>::Zero();  // m, mean centre of the first species minus that of the second
};

enum class Species { first, second, neither };

// `species_of(place)` tells them apart.
template <int D>
Segregation<D> compute_segregation(const Bodies<D>& bodies, const Grid<D>& grid,
                                   const std::function<Species(std::size_t)>& species_of,
                                   const PeriodicCell<D>& periodic = {});

}  // namespace galet
