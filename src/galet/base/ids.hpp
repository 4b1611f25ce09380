// Persistent names of bodies and contacts. They survive renumbering of arrays, output and restart.
#pragma once

#include <compare>
#include <cstdint>

namespace galet {

// Bodies count from 0 in the order of creation; boundary k is −1 − k.
struct BodyId {
  std::int32_t value = 0;

  static constexpr BodyId body(std::int32_t k) { return {k}; }
  static constexpr BodyId boundary(std::int32_t k) { return {-1 - k}; }
  constexpr bool is_boundary() const { return value < 0; }
  constexpr std::int32_t boundary_index() const { return -1 - value; }

  friend constexpr auto operator<=>(BodyId, BodyId) = default;
};

// A contact between a and b, a < b (a boundary is always a); `feature` tells several contacts of
// one pair apart (the face of a box, later the vertex of a polyhedron).
struct ContactKey {
  BodyId a;
  BodyId b;
  std::int32_t feature = 0;

  friend constexpr auto operator<=>(const ContactKey&, const ContactKey&) = default;
};

}  // namespace galet
