// Observers of a scene: names, times of their rows, and what is refused.
#include "galet/observe/observers.hpp"

#include <algorithm>
#include <map>

#include "support/scenes.hpp"
#include <gtest/gtest.h>

#include "galet/base/field_kinds.hpp"
#include "galet/sim/simulation.hpp"

namespace galet::observers_test {
namespace {

// A box with a ball of the group "beads" in it, observed.
template <class... Observers>
Scene observed(int dimension, Observers... observers) {
  Scene scene = empty_scene(dimension);
  const auto d = static_cast<std::size_t>(dimension);
  ListBodies balls = balls_at({std::vector<double>(d, 0.5)}, 0.1);
  balls.common.group = "beads";
  scene.bodies.emplace_back(balls);
  BoxBoundary box;
  box.common.name = "cage";
  box.low = std::vector<double>(d, 0.0);
  box.high = std::vector<double>(d, 1.0);
  scene.boundary.emplace_back(box);
  scene.time = {0.01, 0.1};
  (scene.observe.emplace_back(std::move(observers)), ...);
  return scene;
}

GridSettings grid_of(int dimension) {
  const auto d = static_cast<std::size_t>(dimension);
  return {std::vector<double>(d, 0.0), std::vector<double>(d, 1.0),
          std::vector<std::int64_t>(d, 2)};
}

// One of every kind.
std::vector<ObserverSettings> all_kinds(int dimension) {
  std::vector<ObserverSettings> all;
  for_each_alternative<ObserverSettings>([&]<class S>(const S&) {
    S s{};
    if constexpr (requires { s.grid; }) s.grid = grid_of(dimension);
    if constexpr (requires { s.field; }) s.field.grid = grid_of(dimension);
    if constexpr (std::is_same_v<S, ObserveFlow>) {
      s.point = std::vector<double>(static_cast<std::size_t>(dimension), 0.3);
      s.normal = std::vector<double>(static_cast<std::size_t>(dimension), -1.0);
    }
    if constexpr (std::is_same_v<S, ObserveSegregation>) s.radius = 0.05;
    if constexpr (std::is_same_v<S, ObserveBodies>) s.ids = {0};
    all.emplace_back(s);
  });
  return all;
}

// Steps at which each table has rows.
template <int D>
std::map<std::string, std::vector<std::int64_t>> row_steps(const Scene& scene) {
  Simulation<D> simulation(scene, build<D>(scene));
  const std::vector<ObserverTable> tables = simulation.observers().tables();
  std::map<std::string, std::vector<std::int64_t>> steps;
  RunHooks<D> hooks;
  hooks.on_rows = [&](std::size_t k, std::span<const double> rows) {
    const std::size_t columns = tables[k].columns.size();
    ASSERT_EQ(rows.size() % columns, 0u) << tables[k].name;
    for (std::size_t i = 0; i < rows.size(); i += columns) {
      EXPECT_NEAR(rows[i + 1], rows[i] * scene.time.step, 1e-12);
      const auto step = static_cast<std::int64_t>(rows[i]);
      auto& known = steps[tables[k].name];
      if (known.empty() || known.back() != step) known.push_back(step);
    }
  };
  run(simulation, hooks);
  return steps;
}

template <int D>
void expect_all_kinds_run() {
  Scene scene = observed(D);
  scene.observe = all_kinds(D);
  std::vector<double> gravity(D, 0.0);
  gravity.back() = -9.81;
  scene.gravity = VectorSeries::constant(gravity);
  scene.output.every = 0.05;
  const auto steps = row_steps<D>(scene);
  EXPECT_EQ(steps.size(), std::variant_size_v<ObserverSettings>);
  for (const char* name : {"energy", "packing", "profile", "surface", "runout", "displacement",
                           "segregation", "bodies"}) {
    EXPECT_EQ(steps.at(name), (std::vector<std::int64_t>{0, 5, 10})) << name;
  }
  for (const char* name :
       {"coordination", "fabric", "stress", "stress-profile", "wall-forces", "force-distribution",
        "force-chains", "flow", "unbalanced", "inertial-number"}) {
    EXPECT_EQ(steps.at(name), (std::vector<std::int64_t>{5, 10})) << name;
  }
}

TEST(Observers, all_kinds_run_in_2d) { expect_all_kinds_run<2>(); }
TEST(Observers, all_kinds_run_in_3d) { expect_all_kinds_run<3>(); }

TEST(Observers, rows_after_each_interval_and_at_the_end) {
  ObserveEnergy often, seldom;
  often.common = {"often", 0.02};
  seldom.common = {"seldom", 0.03};
  ObserveDisplacement later;
  later.common.every = 0.01;
  later.start = 0.07;
  const auto steps = row_steps<2>(observed(2, often, seldom, later));
  EXPECT_EQ(steps.at("often"), (std::vector<std::int64_t>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(steps.at("seldom"), (std::vector<std::int64_t>{0, 3, 6, 9, 10}));
  EXPECT_EQ(steps.at("displacement"), (std::vector<std::int64_t>{7, 8, 9, 10}));
}

// The state does not depend on being observed.
TEST(Observers, do_not_disturb) {
  Scene scene = observed(3);
  scene.gravity = VectorSeries::constant({0.0, 0.0, -9.81});
  scene.time = {0.01, 0.6};
  const auto end = [](const Scene& s) {
    Simulation<3> simulation(s, build<3>(s));
    RunHooks<3> hooks;
    hooks.on_rows = [](std::size_t, std::span<const double>) {};
    return run(simulation, hooks).state_hash;
  };
  const std::string alone = end(scene);
  scene.observe = all_kinds(3);
  EXPECT_EQ(end(scene), alone);
}

TEST(Observers, names) {
  ObservePacking named;
  named.common.name = "energy";
  const Scene scene = observed(2, ObserveEnergy{}, named, ObserveEnergy{}, ObserveEnergy{});
  std::vector<std::string> names;
  const auto setup = build<2>(scene);
  for (const ObserverTable& table : setup.observers.tables()) names.push_back(table.name);
  EXPECT_EQ(names, (std::vector<std::string>{"energy-2", "energy", "energy-3", "energy-4"}));
  EXPECT_EQ(build_error<2>(observed(2, named, named)),
            "observe[1].name: \"energy\" is the name of another observer");
  named.common.name = "../energy";
  EXPECT_EQ(build_error<2>(observed(2, named)),
            "observe[0].name: \"../energy\" is not a file name; expected letters, digits, - and _");
}

TEST(Observers, intervals_are_refused) {
  ObserveEnergy s;
  s.common.every = 0.005;
  EXPECT_EQ(build_error<2>(observed(2, s)),
            "observe[0].every: must be at least the time step (0.01), got 0.005");
  s.common.every = 0.0;
  EXPECT_EQ(build_error<2>(observed(2, s)), "observe[0].every: must be positive, got 0");
  s.common.every = -1.0;
  EXPECT_EQ(build_error<2>(observed(2, s)), "observe[0].every: must be positive, got -1");
}

TEST(Observers, unknown_names_are_refused_with_a_hint) {
  ObserveStress stress;
  stress.part.group = "baeds";
  EXPECT_EQ(build_error<2>(observed(2, stress)),
            "observe[0].group: unknown group \"baeds\"; did you mean \"beads\"?");
  ObserveWallForces wall;
  wall.boundary = "cag";
  EXPECT_EQ(build_error<2>(observed(2, wall)),
            "observe[0].boundary: unknown boundary \"cag\"; did you mean \"cage\"?");
  ObserveSegregation species;
  species.grid = grid_of(2);
  species.groups = {"beads", "sand"};
  EXPECT_EQ(build_error<2>(observed(2, species)),
            "observe[0].groups: unknown group \"sand\"; expected one of \"beads\"");
  Scene bare = observed(2, ObserveWallForces{});
  bare.boundary.clear();
  EXPECT_EQ(build_error<2>(bare), "observe[0]: the scene has no boundaries to observe");
  Scene groupless = observed(2, stress);
  std::get<ListBodies>(groupless.bodies[0]).common.group.clear();
  EXPECT_EQ(build_error<2>(groupless),
            "observe[0].group: unknown group \"baeds\"; no bodies of this scene have a group");
}

TEST(Observers, regions_are_checked) {
  ObservePacking s;
  const auto error = [&](const WindowSettings& region) {
    s.part.region = region;
    return build_error<2>(observed(2, s));
  };
  EXPECT_EQ(error({}), "observe[0].region: expected either {low, high} or {center, radius}");
  EXPECT_EQ(error({{0.0, 0.0}, {1.0, 1.0}, {0.0, 0.0}, {}}),
            "observe[0].region: expected either {low, high} or {center, radius}");
  EXPECT_EQ(error({{0.0, 0.0}, {1.0, 0.0}, {}, {}}),
            "observe[0].region.high: must be above `low` in every direction");
  EXPECT_EQ(error({{0.0}, {1.0, 1.0}, {}, {}}), "observe[0].region.low: expected 2 numbers, got 1");
  EXPECT_EQ(error({{}, {}, {0.5, 0.5}, {}}),
            "observe[0].region.radius: missing; a round region needs its radius");
  EXPECT_EQ(error({{}, {}, {0.5, 0.5}, 0.0}), "observe[0].region.radius: must be positive, got 0");
  EXPECT_EQ(error({{}, {}, {0.5, 0.5}, 0.2}), "");
}

TEST(Observers, grids_and_fits_are_checked) {
  ObserveProfile s;
  s.field.grid = grid_of(3);
  s.field.grid.cells = {4, 0, 4};
  EXPECT_EQ(build_error<3>(observed(3, s)),
            "observe[0].grid.cells[1]: must be between 1 and 1000000, got 0");
  s.field.grid.cells = {};
  EXPECT_EQ(build_error<3>(observed(3, s)),
            "observe[0].grid.cells: expected 3 numbers, one for each direction, got 0");
  s.field.grid.cells = {1000000, 1000000, 1000000};
  EXPECT_NE(build_error<3>(observed(3, s)).find("observe[0]: "), std::string::npos);
  ObserveSegregation species;
  species.grid = grid_of(2);
  EXPECT_EQ(build_error<2>(observed(2, species)),
            "observe[0]: expected either `groups`, two of them, or `radius` to tell the species");
  ObserveSurface surface;
  surface.apex = {0.5, 0.5};
  EXPECT_EQ(build_error<2>(observed(2, surface)), "observe[0].apex: is for shape = \"heap\"");
  ObserveFlow flow;
  flow.point = {0.5, 0.5};
  flow.normal = {0.0, 0.0};
  EXPECT_EQ(build_error<2>(observed(2, flow)),
            "observe[0].normal: must not be zero; expected a direction");
  ObserveDisplacement late;
  late.start = 2.0;
  EXPECT_EQ(build_error<2>(observed(2, late)),
            "observe[0].start: must be at most the end of the run (0.1), got 2");
}

// Regions behind boundaries that stay in their places; those that move may give way.
TEST(Observers, regions_out_of_reach_are_refused) {
  ObservePacking s;
  s.part.region = WindowSettings{{1.1, 0.0}, {2.0, 1.0}, {}, {}};
  const std::string behind =
      "observe[0].region: lies behind boundary \"cage\", where no body can be";
  EXPECT_EQ(build_error<2>(observed(2, s)), behind);
  s.part.region = WindowSettings{{0.9, 0.0}, {2.0, 1.0}, {}, {}};
  EXPECT_EQ(build_error<2>(observed(2, s)), "");
  s.part.region = WindowSettings{{}, {}, {0.5, -0.3}, 0.2};
  EXPECT_EQ(build_error<2>(observed(2, s)), behind);
  Scene open = observed(2, s);
  std::get<BoxBoundary>(open.boundary[0]).open = {"y-"};
  EXPECT_EQ(build_error<2>(open), "");
  Scene moving = observed(2, s);
  MotionSettings down;
  down.velocity = VectorSeries::constant({0.0, -1.0});
  std::get<BoxBoundary>(moving.boundary[0]).common.motion = down;
  EXPECT_EQ(build_error<2>(moving), "");

  Scene plane = observed(2, s);
  PlaneBoundary floor;
  floor.common.name = "floor";
  floor.point = {0.0, 0.0};
  floor.normal = {0.0, 1.0};
  plane.boundary = {floor};
  EXPECT_EQ(build_error<2>(plane),
            "observe[0].region: lies behind boundary \"floor\", where no body can be");

  ObserveProfile profile;
  profile.field.grid = {{2.0, 2.0, 0.0}, {3.0, 3.0, 1.0}, {1, 1, 1}};
  Scene round = observed(3, profile);
  DrumBoundary drum;
  drum.common.name = "drum";
  drum.center = {0.5, 0.5, 0.5};
  drum.radius = 0.7;
  drum.axis = {0.0, 0.0, 1.0};
  drum.common.motion.emplace().rpm = VectorSeries::constant({10.0});
  round.boundary = {drum};
  EXPECT_EQ(build_error<3>(round),
            "observe[0].grid: lies behind boundary \"drum\", where no body can be");
}

// Without boundaries: 0.1 s at 2 m/s, and half of 10 m/s² times 0.01 s², from the disc's edge at
// 0.6.
TEST(Observers, regions_too_far_are_refused) {
  ObservePacking s;
  const auto error = [&](double low) {
    s.part.region = WindowSettings{{low, 0.0}, {2.0, 1.0}, {}, {}};
    Scene scene = observed(2, s);
    scene.boundary.clear();
    scene.gravity = VectorSeries::constant({0.0, -10.0});
    std::get<ListBodies>(scene.bodies[0]).velocity = {{{2.0, 0.0}}, false};
    return build_error<2>(scene);
  };
  EXPECT_EQ(error(0.84), "");
  EXPECT_EQ(error(0.86).find("observe[0].region: is out of reach"), 0u);
}

// A disc falls through a gate: at 0.1 s it has fallen by 0.05 m of 10 m/s².
TEST(Observers, measure) {
  ObserveFlow flow;
  flow.point = {0.0, 0.48};
  flow.normal = {0.0, -1.0};
  ObserveRunout runout;
  runout.direction = {0.0, -1.0};
  Scene scene = observed(2, flow, runout, ObserveEnergy{});
  MoreauJeanSettings exact_flight;
  exact_flight.normal = NormalContact::velocity;
  scene.scheme = exact_flight;
  scene.gravity = VectorSeries::constant({0.0, -10.0});
  scene.output.every = 0.1;
  Simulation<2> simulation(scene, build<2>(scene));
  std::vector<std::vector<double>> last(3);
  RunHooks<2> hooks;
  hooks.on_rows = [&](std::size_t k, std::span<const double> rows) {
    last[k].assign(rows.begin(), rows.end());
  };
  const RunSummary summary = run(simulation, hooks);
  const double mass = simulation.state().bodies.mass[0];
  const std::vector<double> crossed{10.0, 0.1, 1.0, 0.0, mass, 10.0, mass / 0.1};
  ASSERT_EQ(last[0].size(), crossed.size());
  for (std::size_t j = 0; j < crossed.size(); ++j) EXPECT_NEAR(last[0][j], crossed[j], 1e-9 * mass);
  EXPECT_NEAR(last[1][4], 0.05, 1e-12);  // runout
  EXPECT_EQ(last[2][2], summary.energy.kinetic);
}

}  // namespace
}  // namespace galet::observers_test
