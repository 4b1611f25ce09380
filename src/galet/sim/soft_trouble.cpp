#include "galet/sim/soft_trouble.hpp"

#include <fmt/format.h>

namespace galet {

std::vector<Warning> soft_trouble(const SchemeSettings& scheme, double overlap, double travel) {
  std::vector<Warning> found;
  if (has_rigid_contacts(scheme)) return found;
  if (overlap > kLargeSoftOverlap) {
    found.push_back({WarningCode::overlap,
                     fmt::format("soft bodies overlap by up to {:.3g} % of the smaller radius. "
                                 "Stiffen their contacts or reduce time.step",
                                 100.0 * overlap)});
  }
  // Contacts are looked for where bodies are, once a step.
  if (std::holds_alternative<DemSettings>(scheme) && travel > 1.0) {
    found.push_back(
        {WarningCode::long_step,
         fmt::format("a body goes {:.3g} of its radii in one step, and may pass through "
                     "others unseen. Reduce time.step to {:.2g} of itself",
                     travel, 1.0 / travel)});
  }
  return found;
}

}  // namespace galet
