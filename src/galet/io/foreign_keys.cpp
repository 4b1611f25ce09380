#include "galet/io/foreign_keys.hpp"

#include <array>
#include <utility>

namespace galet {
namespace {

constexpr std::string_view kSoft =
    "bodies are rigid. For soft contacts use `hertz = {young, poisson}` or `spring` (scheme "
    "\"dem\"), or `compliance` (scheme \"newmark\") of a [[pair]]";
constexpr std::string_view kDamping =
    "use `restitution` of a [[pair]], or `damping` of its `spring` (scheme \"dem\")";
constexpr std::string_view kAdhesion =
    "use `cohesion` (N) or, in 3D, `adhesion_energy` (J/m²) of a [[pair]]";
constexpr std::string_view kFriction = "use `friction` of a [[pair]]";
constexpr std::string_view kRestitution = "use `restitution` of a [[pair]]";
constexpr std::string_view kStep = "use `step` of [time]";

constexpr auto kForeignKeys = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"young", kSoft},
     {"youngs_modulus", kSoft},
     {"young_modulus", kSoft},
     {"poisson", kSoft},
     {"poisson_ratio", kSoft},
     {"poissons_ratio", kSoft},
     {"kn", kSoft},
     {"kt", kSoft},
     {"damping", kDamping},
     {"viscous_damping", kDamping},
     {"adhesion", kAdhesion},
     {"surface_energy", kAdhesion},
     {"mu", kFriction},
     {"friction_coefficient", kFriction},
     {"cor", kRestitution},
     {"coefficient_of_restitution", kRestitution},
     {"dt", kStep},
     {"timestep", kStep},
     {"time_step", kStep},
     {"diameter", "use `radius`"}});

}  // namespace

std::string_view advice_on_foreign_key(std::string_view key) {
  for (const auto& [foreign, advice] : kForeignKeys) {
    if (foreign == key) return advice;
  }
  return {};
}

}  // namespace galet
