#include "galet/build/check_loads.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "galet/base/refuse.hpp"
#include "galet/collision/narrow_phase.hpp"
#include "galet/model/pressed_area.hpp"

namespace galet {
namespace {

template <int D>
double moving_mass(const Bodies<D>& bodies) {
  double mass = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!bodies.is_fixed(i)) mass += bodies.mass[i];
  }
  return mass;
}

// When the walls beside a plane may be others than before.
template <int D>
std::vector<double> times_of_change(const World<D>& world, double end) {
  std::vector<double> times{0.0, end};
  for (const Boundary<D>& boundary : world.boundaries) {
    times.push_back(boundary.from);
    if (std::isfinite(boundary.until)) times.push_back(boundary.until);
  }
  std::ranges::sort(times);
  return times;
}

template <int D>
void check_area(const std::string& key, const World<D>& world, std::size_t k, double end,
                std::span<const LoadedMotion> loaded) {
  const Boundary<D>& plane = world.boundaries[k];
  if (!plane.load->pressure || plane.load->area) return;
  for (const double t : times_of_change(world, end)) {
    if (t > end || !plane.is_present(t)) continue;
    if (pressed_area<D>(world, placements(world, t, loaded), k)) continue;
    refuse(key + ".pressure",
           fmt::format("the area that \"{}\" presses is not known at t = {} s: there must be walls "
                       "on both sides of it in every direction, planes or boxes normal to the "
                       "axes, or periods, or one tube around it; give load.area, or a force",
                       plane.name, t));
  }
}

}  // namespace

template <int D>
void complete_loads(const Scene& scene, const Bodies<D>& bodies,
                    std::span<const LoadedMotion> loaded, World<D>& world) {
  for (std::size_t k = 0; k < world.boundaries.size(); ++k) {
    Boundary<D>& plane = world.boundaries[k];
    if (!plane.load) continue;
    const std::string key = fmt::format("boundary[{}].load", k);
    if (plane.load->mass == 0.0) plane.load->mass = moving_mass(bodies);
    if (!(plane.load->mass > 0.0)) {
      refuse(key + ".mass",
             "missing; the mass of the bodies at the start stands for it only if "
             "there are any that can move");
    }
    if (!plane.load->drives.empty() && std::holds_alternative<NewmarkSettings>(scene.scheme)) {
      refuse(key + ".drive",
             "is not for scheme = \"newmark\"; use two boundaries, one with a load "
             "and one with a motion, or another scheme");
    }
    check_area(key, world, k, scene.time.end, loaded);
  }
}

template void complete_loads(const Scene&, const Bodies<2>&, std::span<const LoadedMotion>,
                             World<2>&);
template void complete_loads(const Scene&, const Bodies<3>&, std::span<const LoadedMotion>,
                             World<3>&);

}  // namespace galet
