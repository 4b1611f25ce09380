// The law of a contact as data: contacts carry it by index; kernels, residual, memory, accounts and
// files ask it and nothing else. What the numbers mean stands in one file each:
//   friction                law/coulomb.hpp, set and shift
//   rolling, twisting       law/rolling.hpp
// A law that is a plain force of known size (law/cohesion.hpp) is posed, and never seen by a
// solver.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "galet/base/fields.hpp"

namespace galet {

// What slip does to the normal velocity that the law acts on.
//   coulomb  s = mu |û_t|: the impulse stays across the gap, as friction does;
//   convex   s = 0: the problem is a convex program, and a contact that slips opens.
enum class FrictionModel : std::int32_t { coulomb, convex };

template <>
struct EnumNames<FrictionModel> {
  static constexpr std::array<std::string_view, 2> names{"coulomb", "convex"};
};

// Which impulses a contact can have.
//   pushes  the friction cone {|p_t| <= mu p_n};
//   holds   the cone, and pulls without friction: {p_n < 0, p_t = 0} besides.
enum class ImpulseSet : std::int32_t { pushes, holds };

struct ContactLaw {
  double friction = 0.0;  // mu
  double rolling = 0.0;   // mu_r
  double twisting = 0.0;  // mu_tw, 3D
  FrictionModel model = FrictionModel::coulomb;
  ImpulseSet set = ImpulseSet::pushes;

  // Whether it is Signorini's and Coulomb's law between forces and velocities, with or without a
  // law of moments besides: what batches know.
  bool is_coulomb() const { return model == FrictionModel::coulomb && set == ImpulseSet::pushes; }
  // What every local solver knows.
  bool is_plain() const { return is_coulomb() && !has_moment(); }
  bool has_moment() const { return rolling > 0.0 || twisting > 0.0; }
};

}  // namespace galet
