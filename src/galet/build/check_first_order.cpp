#include "galet/build/check_first_order.hpp"

#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "galet/base/refuse.hpp"

namespace galet {
namespace {

// Of bodies with inertia alone.
void refuse_forces(const Scene& scene) {
  constexpr std::string_view remedy =
      "has no place in scheme = \"first-order\", where bodies have no inertia and go as they want: "
      "say where by [[desire]] (a steady drift is kind = \"velocity\"), or use scheme = \"convex\"";
  if (!scene.gravity.is_zero()) refuse("gravity", fmt::format("{}", remedy));
  if (!scene.force.empty()) refuse("force[0]", fmt::format("{}", remedy));
  for (std::size_t k = 0; k < scene.boundary.size(); ++k) {
    const auto* plane = std::get_if<PlaneBoundary>(&scene.boundary[k]);
    if (plane && plane->load) {
      refuse(
          fmt::format("boundary[{}].load", k),
          "has no place in scheme = \"first-order\", where nothing has inertia; give the plane a "
          "motion, or use scheme = \"convex\"");
    }
  }
}

}  // namespace

void check_first_order(const Scene& scene) {
  if (std::holds_alternative<FirstOrderSettings>(scene.scheme)) return refuse_forces(scene);
  if (scene.desire.empty()) return;
  refuse(
      "desire[0]",
      fmt::format("is for scheme = \"first-order\", got \"{}\", where bodies move by forces: use "
                  "[[force]], or scheme = \"first-order\"",
                  std::visit([](const auto& s) { return s.tag; }, scene.scheme)));
}

}  // namespace galet
