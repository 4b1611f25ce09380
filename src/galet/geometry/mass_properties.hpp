// Mass and inertia of homogeneous balls.
#pragma once

#include <array>
#include <numbers>
#include <string_view>

#include "galet/base/fields.hpp"

namespace galet {

// What a round body is as a solid. In 2D a disc is a slice of unit thickness; a sphere rolling in a
// plane is a sphere (as in [Abide2021, §6]).
enum class BallSolid { disc, sphere };

template <>
struct EnumNames<BallSolid> {
  static constexpr std::array<std::string_view, 2> names{"disc", "sphere"};
};

inline double ball_volume(BallSolid solid, double radius) {
  constexpr double pi = std::numbers::pi;
  return solid == BallSolid::disc ? pi * radius * radius
                                  : 4.0 / 3.0 * pi * radius * radius * radius;
}

// About an axis through the centre (for the disc: perpendicular to its plane).
inline double ball_inertia(BallSolid solid, double mass, double radius) {
  return (solid == BallSolid::disc ? 0.5 : 0.4) * mass * radius * radius;
}

}  // namespace galet
