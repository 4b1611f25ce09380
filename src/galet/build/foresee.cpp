#include "galet/build/foresee.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "galet/collision/narrow_phase.hpp"
#include "galet/model/pressed_area.hpp"
#include "galet/model/pressure_drift.hpp"
#include "galet/model/travel.hpp"
#include "galet/model/way_out.hpp"
#include "galet/scene/step_count.hpp"

namespace galet {
namespace {

using MaterialPair = std::pair<MaterialIndex, MaterialIndex>;

MaterialPair ordered(MaterialIndex a, MaterialIndex b) { return std::minmax(a, b); }

// Bodies meet each other and boundaries; what is fixed meets only what moves.
template <int D>
std::set<MaterialPair> pairs_that_can_meet(const Setup<D>& setup) {
  const Bodies<D>& bodies = setup.bodies;
  std::set<MaterialIndex> standing;
  for (const Boundary<D>& boundary : setup.world.boundaries) standing.insert(boundary.material);
  std::vector<std::size_t> moving(setup.world.materials.size(), 0);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies.is_fixed(i)) {
      standing.insert(bodies.material[i]);
    } else {
      ++moving[static_cast<std::size_t>(bodies.material[i])];
    }
  }
  // A feed is good for more than one.
  const Bodies<D> fed = with_feeds(Bodies<D>(), setup.exchange);
  for (const MaterialIndex m : fed.material) moving[static_cast<std::size_t>(m)] += 2;

  std::set<MaterialPair> pairs;
  for (std::size_t a = 0; a < moving.size(); ++a) {
    if (moving[a] == 0) continue;
    const auto material = static_cast<MaterialIndex>(a);
    for (const MaterialIndex b : standing) pairs.insert(ordered(material, b));
    for (std::size_t b = 0; b < moving.size(); ++b) {
      if (moving[b] < (a == b ? 2U : 1U)) continue;
      pairs.insert(ordered(material, static_cast<MaterialIndex>(b)));
    }
  }
  return pairs;
}

// Schemes whose contacts need a compliance or a spring refuse pairs without; without inertia there
// is no law to give.
template <int D>
void foresee_missing_laws(const Scene& scene, const Setup<D>& setup, std::vector<Warning>& found) {
  if (!has_rigid_contacts(scene.scheme) ||
      std::holds_alternative<FirstOrderSettings>(scene.scheme)) {
    return;
  }
  const std::vector<std::string>& names = setup.world.materials;
  std::set<MaterialPair> missing = pairs_that_can_meet(setup);
  for (const PairSettings& pair : scene.pair) {
    const auto place = [&](const std::string& name) {
      return static_cast<MaterialIndex>(std::ranges::find(names, name) - names.begin());
    };
    missing.erase(ordered(place(pair.materials[0]), place(pair.materials[1])));
  }
  if (missing.empty()) return;
  std::string list;
  for (const auto& [a, b] : missing) {
    list += fmt::format("{}[\"{}\", \"{}\"]", list.empty() ? "" : ", ",
                        names[static_cast<std::size_t>(a)], names[static_cast<std::size_t>(b)]);
  }
  found.push_back(
      {WarningCode::no_law,
       fmt::format("no [[pair]] gives a law for {}: their contacts are frictionless and inelastic. "
                   "If that is intended, add a [[pair]] with friction = 0",
                   list)});
}

template <int D>
bool moves(const Boundary<D>& boundary) {
  const Motion<D>& m = boundary.motion;
  return !m.velocity.isZero(0.0) || !m.spin.isZero(0.0) || !m.amplitude.isZero(0.0) ||
         !m.surface_velocity.isZero(0.0) || boundary.load.has_value();
}

template <int D>
void foresee_rest(const Scene& scene, const Setup<D>& setup, std::vector<Warning>& found) {
  const World<D>& world = setup.world;
  const auto is_still = [](const auto& v) { return v.isZero(0.0); };
  // A scene of one step only places its bodies.
  if (count_steps(scene.time) == 1) return;
  // Soft contacts may push from the start, where bodies overlap.
  const bool still =
      has_rigid_contacts(scene.scheme) && world.gravity.is_zero() &&
      std::ranges::all_of(world.forces, [](const GroupForce& f) { return f.force.is_zero(); }) &&
      std::ranges::none_of(world.boundaries, moves<D>) && world.desires.empty() &&
      setup.exchange.feeds.empty() && std::ranges::all_of(setup.bodies.velocity, is_still) &&
      std::ranges::all_of(setup.bodies.spin, is_still);
  if (!still) return;
  found.push_back({WarningCode::nothing_moves,
                   "there is no gravity, no force and no motion: nothing will happen. Give "
                   "gravity, a velocity of bodies or a motion of a boundary"});
}

// The open faces of a box that a direction points out of, by their names.
template <int D>
std::string open_faces_along(const BoxInside<D>& box, const Placement<D>& at, const Vec<D>& d) {
  std::string names;
  for (int k = 0; k < D; ++k) {
    const double along = at.rotation.apply(Vec<D>(Vec<D>::Unit(k))).dot(d);
    const bool high = along > 0.0;
    if (std::abs(along) < kTowardsFace || box.closed[2 * k + (high ? 1 : 0)]) continue;
    names += fmt::format("{}\"{}{}\"", names.empty() ? "" : ", ", "xyz"[k], high ? '+' : '-');
  }
  return names;
}

// How many bodies gravity leads past everything that ever stands.
template <int D>
std::size_t count_unstopped(const Setup<D>& setup, const Vec<D>& gravity) {
  std::vector<Placement<D>> at = placements(setup.world, 0.0, setup.loaded);
  for (Placement<D>& placement : at) placement.present = true;
  std::size_t count = 0;
  for (std::size_t i = 0; i < setup.bodies.size(); ++i) {
    const Vec<D> weight = setup.bodies.inverse_mass[i].cwiseProduct(gravity);
    if (weight.isZero(0.0)) continue;
    count += is_stopped<D>(setup.world, at, setup.bodies, i, weight) ? 0 : 1;
  }
  return count;
}

template <int D>
void foresee_falls(const Setup<D>& setup, std::vector<Warning>& found) {
  const World<D>& world = setup.world;
  // Who takes bodies out means them to leave.
  if (!setup.exchange.removals.empty()) return;
  // Gravity that turns later is meant to.
  const Vec<D> gravity = world.gravity_at(0.0);
  if (gravity.isZero(0.0)) return;
  for (const Boundary<D>& boundary : world.boundaries) {
    const auto* box = std::get_if<BoxInside<D>>(&boundary.shape);
    if (box == nullptr) continue;
    const std::string faces =
        open_faces_along<D>(*box, boundary.placement(0.0), gravity.normalized());
    if (faces.empty()) continue;
    const std::size_t count = count_unstopped(setup, gravity);
    if (count == 0) continue;
    found.push_back({WarningCode::open_side,
                     fmt::format("gravity points out of the open side {} of boundary \"{}\", and "
                                 "{} of {} bodies have nothing below them. Close that side, put a "
                                 "boundary below it or take the bodies out with [[remove]]",
                                 faces, boundary.name, count, setup.bodies.size())});
    return;
  }
}

template <int D>
void foresee_long_step(const Scene& scene, const Setup<D>& setup, std::vector<Warning>& found) {
  if (!looks_at_places_alone(scene.scheme)) return;
  const double radii = largest_travel(setup.bodies, scene.time.step);
  if (radii > 1.0) found.push_back(long_step_warning(radii, has_rigid_contacts(scene.scheme)));
}

// By prescribed motions alone; what pistons do is seen at the end of the run.
template <int D>
void foresee_pressures(const Scene& scene, const Setup<D>& setup, std::vector<Warning>& found) {
  const World<D>& world = setup.world;
  for (std::size_t k = 0; k < world.boundaries.size(); ++k) {
    const Boundary<D>& plane = world.boundaries[k];
    if (!plane.load || !plane.load->force.is_constant()) continue;
    const auto area_at = [&](double t) {
      return pressed_area<D>(world, placements(world, t, setup.loaded), k);
    };
    const auto warning = pressure_drift(plane.name, plane.load->force_at(0.0), area_at(plane.from),
                                        area_at(scene.time.end));
    if (warning) found.push_back(*warning);
  }
}

}  // namespace

template <int D>
std::vector<Warning> foresee(const Scene& scene, const Setup<D>& setup) {
  std::vector<Warning> found;
  foresee_missing_laws(scene, setup, found);
  foresee_rest(scene, setup, found);
  foresee_falls(setup, found);
  foresee_long_step(scene, setup, found);
  foresee_pressures(scene, setup, found);
  return found;
}

template std::vector<Warning> foresee(const Scene&, const Setup<2>&);
template std::vector<Warning> foresee(const Scene&, const Setup<3>&);

}  // namespace galet
