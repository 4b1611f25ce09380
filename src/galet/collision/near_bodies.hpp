// Broad phase for boundaries: which bodies may be near a finite one.
//
// Bodies are sorted into cubes of space by a hash; a boundary asks the cubes that its box meets. So
// the cost of all finite boundaries of a scene is O(bodies + boundaries + pairs that are near), not
// O(bodies · boundaries). A boundary whose box meets more cubes than there are bodies, which is
// then as large as the scene, asks all bodies.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "galet/model/world.hpp"

namespace galet {

template <int D>
class NearBodies {
 public:
  // Bodies with their centres at `position` that reach at most `reach` (m, of the farthest).
  NearBodies(std::span<const Vec<D>> position, double reach, const PeriodicCell<D>& cell);

  // The places of all bodies, in order, that may be within their reach of something in the box, in
  // any image; and perhaps some more.
  void find(const Vec<D>& low, const Vec<D>& high, std::vector<std::int32_t>& found) const;

 private:
  using Cube = std::array<std::int64_t, D>;

  Cube cube_of(const Vec<D>& x) const;
  std::size_t slot_of(const Cube& cube) const;  // of a hash table
  void find_shifted(const Vec<D>& low, const Vec<D>& high, std::vector<std::int32_t>& found) const;

  std::span<const Vec<D>> position_;
  double reach_;
  double side_;  // m, of a cube
  PeriodicCell<D> cell_;
  Vec<D> low_ = Vec<D>::Zero();  // around the centres of all bodies
  Vec<D> high_ = Vec<D>::Zero();
  std::uint64_t mask_;
  std::vector<std::int32_t> start_;   // of each slot in `sorted_`, and the end
  std::vector<std::int32_t> sorted_;  // bodies by slot, in order within it
};

// For the finite boundaries among those that are there, if they are so many that it pays.
template <int D>
std::optional<NearBodies<D>> near_bodies(const World<D>& world,
                                         std::span<const Placement<D>> places,
                                         std::span<const Vec<D>> position, double reach);

}  // namespace galet
