// Friction as Coulomb has it, or made convex.
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

}  // namespace galet
