#include "galet/build/build.hpp"

#include <algorithm>
#include <iterator>

#include "galet/build/build_bodies.hpp"
#include "galet/build/build_boundaries.hpp"
#include "galet/build/build_cell.hpp"
#include "galet/build/build_desires.hpp"
#include "galet/build/build_materials.hpp"
#include "galet/build/check_compliance.hpp"
#include "galet/build/check_first_order.hpp"
#include "galet/build/check_laws.hpp"
#include "galet/build/check_loads.hpp"
#include "galet/build/check_stop.hpp"
#include "galet/build/foresee.hpp"
#include "galet/build/initial_overlap.hpp"
#include "galet/model/known_group.hpp"
#include "galet/scene/series_check.hpp"
#include "galet/scene/settings_check.hpp"
#include "galet/scene/step_count.hpp"
#include "galet/scene/vectors.hpp"

namespace galet {
namespace {

void check_time(const Scene& scene) {
  const TimeSettings& time = scene.time;
  if (time.end < time.step) {
    refuse("time.end", fmt::format("must be at least one step ({}), got {}", time.step, time.end));
  }
  constexpr double most = 1e12;
  const double steps = time.end / time.step;
  if (steps > most) {
    refuse("time.step", fmt::format("makes {:.3g} steps; at most {:.0e} are allowed", steps, most));
  }
  if (scene.output.every && *scene.output.every < time.step) {
    refuse("output.every", fmt::format("must be at least the time step ({}), got {}", time.step,
                                       *scene.output.every));
  }
}

void check_scheme(const Scene& scene) {
  const auto* scheme = std::get_if<MoreauJeanSettings>(&scene.scheme);
  if (scheme && scheme->normal == NormalContact::gap && scheme->theta) {
    refuse("scheme.theta",
           "is for normal = \"velocity\"; on gaps it is always 1: leave it out, or choose "
           "normal = \"velocity\"");
  }
}

template <int D>
VectorSeries build_gravity(const Scene& scene) {
  if (scene.gravity.values.empty()) return VectorSeries::constant(std::vector<double>(D, 0.0));
  check_series<D>("gravity", scene.gravity);
  return scene.gravity;
}

template <int D>
std::vector<GroupForce> build_forces(const Scene& scene, const std::vector<std::string>& groups) {
  std::vector<GroupForce> forces;
  for (std::size_t k = 0; k < scene.force.size(); ++k) {
    const ForceSettings& settings = scene.force[k];
    const std::string key = fmt::format("force[{}]", k);
    check_series<D>(key + ".force", settings.force);
    for (const GroupIndex g : groups_meant(key + ".group", groups, settings.group)) {
      forces.push_back({g, settings.force});
    }
  }
  return forces;
}

// Of the bodies at the start and of those that feeds may put in.
template <int D>
double largest_diameter(const Bodies<D>& bodies, const Exchange<D>& exchange) {
  double radius = 0.0;
  for (const double r : bodies.radius) radius = std::max(radius, r);
  for (const Feed<D>& feed : exchange.feeds) radius = std::max(radius, feed.radius.largest());
  return 2.0 * radius;
}

ObservedSteps observed_steps(const Scene& scene) {
  return {scene.time.step, scene.time.end, count_steps(scene.time), output_stride(scene)};
}

}  // namespace

template <int D>
Setup<D> build(const Scene& scene) {
  Scene shared = scene;
  return build_giving_up_runs<D>(shared);
}

template <int D>
Setup<D> build_giving_up_runs(Scene& scene) {
  GALET_ASSERT(scene.dimension == D);
  if (const auto errors = check_ranges(scene); !errors.empty()) throw errors.front();
  check_time(scene);
  check_scheme(scene);
  check_laws(scene);
  check_first_order(scene);
  Setup<D> setup;
  World<D>& world = setup.world;
  const MaterialList materials(scene);
  world.materials = materials.names();
  world.pairs = build_pairs(scene, materials);
  world.gravity = build_gravity<D>(scene);
  world.cell = build_cell<D>(scene.periodic);
  world.boundaries = build_boundaries<D>(scene, materials);
  refuse_broken_periods<D>(world.cell, world.boundaries);
  BuiltBodies<D> built = build_bodies<D>(scene, materials, world.boundaries, world.cell);
  setup.exchange =
      build_exchange<D>(scene, materials, built.bodies.size(), world.cell, built.groups);
  world.groups = std::move(built.groups);
  world.forces = build_forces<D>(scene, world.groups);
  setup.bodies = std::move(built.bodies);
  setup.memory = std::move(built.memory);
  setup.loaded = std::move(built.loaded);
  if (setup.bodies.size() == 0 && setup.exchange.feeds.empty()) {
    refuse("bodies", "a scene needs at least one body, or a feed");
  }
  complete_loads<D>(scene, setup.bodies, setup.loaded, world);
  check_periods<D>(world.cell, world.boundaries, largest_diameter(setup.bodies, setup.exchange));
  if (!wrap(world.cell, setup.bodies)) {
    refuse("bodies", "a body is more periods away from the periodic cell than can be counted");
  }
  build_desires<D>(scene, setup.bodies, setup.exchange, world);
  check_compliance(scene, world, setup.bodies, setup.exchange);
  check_thresholds(world, with_feeds(setup.bodies, setup.exchange));
  std::vector<Warning> overlaps =
      check_overlaps(world, setup.bodies, setup.loaded, built.entries, scene.overlap_tolerance);
  check_stop<D>(scene);
  setup.warnings = foresee<D>(scene, setup);
  // Contacts that are not rigid overlap by their law.
  if (has_rigid_contacts(scene.scheme))
    std::ranges::move(overlaps, std::back_inserter(setup.warnings));
  setup.observers = Observers<D>(scene.observe, observed_steps(scene), world, setup.bodies);
  return setup;
}

template Setup<2> build(const Scene&);
template Setup<3> build(const Scene&);
template Setup<2> build_giving_up_runs(Scene&);
template Setup<3> build_giving_up_runs(Scene&);

}  // namespace galet
