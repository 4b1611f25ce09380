#include "galet/build/check_stop.hpp"

#include <fmt/format.h>

#include "galet/base/refuse.hpp"
#include "galet/build/build_cell.hpp"
#include "galet/build/fill_region.hpp"

namespace galet {

template <int D>
void check_stop(const Scene& scene) {
  const StopSettings& s = scene.stop;
  if (s.empty) Region<D>("stop.empty", *s.empty, build_cell<D>(scene.periodic));
  const bool rest = s.kinetic_energy || s.kinetic_energy_per_body || s.unbalanced;
  if (s.lasting > 0.0 && !rest) {
    refuse("stop.kinetic_energy", "missing; `lasting` says for how long it must be low");
  }
  if (s.after > 0.0 && !rest && !s.empty) {
    refuse("stop.after",
           "needs a condition: kinetic_energy, kinetic_energy_per_body, unbalanced or empty");
  }
  if (s.unbalanced && std::holds_alternative<FirstOrderSettings>(scene.scheme)) {
    refuse("stop.unbalanced",
           "has no place in scheme = \"first-order\", where bodies have no inertia and nothing "
           "balances forces");
  }
  if (s.after >= scene.time.end) {
    refuse("stop.after",
           fmt::format("must be before the end of the run ({}), got {}", scene.time.end, s.after));
  }
}

template void check_stop<2>(const Scene&);
template void check_stop<3>(const Scene&);

}  // namespace galet
