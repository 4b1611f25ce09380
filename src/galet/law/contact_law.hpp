// The law of a contact as data: contacts carry it by index; kernels, residual, memory, accounts and
// files ask it and nothing else. What the numbers mean stands in one file each:
//   friction, model, pull   law/coulomb.hpp, set and shift
//   rolling, twisting       law/rolling.hpp
// Laws with a memory (law/gluey.hpp) are, in a step, one of these with numbers of their own.
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

struct ContactLaw {
  double friction = 0.0;  // mu
  double rolling = 0.0;   // mu_r
  double twisting = 0.0;  // mu_tw, 3D
  FrictionModel model = FrictionModel::coulomb;
  // N s: beside the friction cone {|p_t| <= mu p_n} the contact has pulls without friction,
  // {−pull <= p_n < 0, p_t = 0}; it then holds, û_n = 0, until it takes the whole pull.
  double pull = 0.0;

  // Whether it is Signorini's and Coulomb's law between forces and velocities, as batches know it.
  bool is_plain() const { return !has_moment() && model == FrictionModel::coulomb && !holds(); }
  bool holds() const { return pull > 0.0; }
  bool has_moment() const { return rolling > 0.0 || twisting > 0.0; }
};

}  // namespace galet
