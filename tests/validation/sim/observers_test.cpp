// Observers in runs, against balances that hold whatever the motion, and against statics.
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "galet/sim/simulation.hpp"

namespace galet::observers_test {
namespace {

constexpr double kGravity = 9.81;

// The rows of all observers of a run.
struct Observed {
  std::vector<ObserverTable> tables;
  std::vector<std::vector<double>> values;

  std::size_t rows(std::size_t k) const { return values[k].size() / tables[k].columns.size(); }
  double at(std::size_t k, std::size_t row, const std::string& column) const {
    const auto& columns = tables[k].columns;
    for (std::size_t j = 0; j < columns.size(); ++j) {
      if (columns[j].name == column) return values[k].at(row * columns.size() + j);
    }
    ADD_FAILURE() << "no column " << column;
    return 0.0;
  }
  double last(std::size_t k, const std::string& column) const { return at(k, rows(k) - 1, column); }
};

template <int D>
Observed observe(Simulation<D>& simulation, RunHooks<D> hooks = {}) {
  Observed observed{simulation.observers().tables(), {}};
  observed.values.resize(observed.tables.size());
  hooks.on_rows = [&](std::size_t k, std::span<const double> rows) {
    observed.values[k].insert(observed.values[k].end(), rows.begin(), rows.end());
  };
  run(simulation, hooks);
  return observed;
}

MoreauJeanSettings moreau_jean(NormalContact normal) {
  MoreauJeanSettings scheme;
  scheme.normal = normal;
  return scheme;
}

// Discs or spheres of radius 0.8 to 1 cm fall into a box of 0.2 m (in 3D as deep) without lid.
template <int D>
Scene box_scene(double friction, std::vector<std::int64_t> count, double end) {
  Scene scene;
  scene.title = "box";
  scene.dimension = D;
  scene.seed = 4;
  std::vector<double> gravity(D, 0.0);
  gravity.back() = -kGravity;
  scene.gravity = VectorSeries::constant(gravity);
  scene.material = {{"glass", 2600.0}};
  scene.pair = {{{"glass", "glass"}, friction, 0.0, 0.0, {}}};
  LatticeBodies bodies;
  bodies.common.group = "beads";
  bodies.origin = std::vector<double>(D, 0.013);
  bodies.pitch.values = {0.0249};
  bodies.count = std::move(count);
  bodies.jitter.values = {0.002};
  bodies.radius.min = 0.008;
  bodies.radius.max = 0.01;
  scene.bodies.emplace_back(bodies);
  BoxBoundary box;
  box.common.name = "box";
  box.low = std::vector<double>(D, 0.0);
  box.high = std::vector<double>(D, 0.2);
  box.high.back() = 0.5;
  box.open = {D == 2 ? "y+" : "z+"};
  scene.boundary.emplace_back(box);
  scene.time = {1e-3, end};
  scene.scheme = moreau_jean(NormalContact::gap);
  NlgsSettings solver;
  solver.tolerance = 1e-6;
  scene.solver = solver;
  return scene;
}

// In every interval, falling or at rest: change of momentum = (weight − force on the walls) · time.
// Contacts between bodies cancel to rounding, so nothing else is missing.
template <int D>
void expect_momentum_balance(Scene scene) {
  ObserveWallForces walls;
  scene.observe = {walls};
  scene.output.every = 0.02;
  Simulation<D> simulation(scene, build<D>(scene));
  std::vector<Vec<D>> momenta;
  double mass = 0.0;
  RunHooks<D> hooks;
  hooks.on_output = [&](const Frame<D>& frame, const SeriesRow&) {
    Vec<D> p = Vec<D>::Zero();
    mass = 0.0;
    for (std::size_t i = 0; i < frame.state.bodies.size(); ++i) {
      p += frame.state.bodies.mass[i] * frame.state.bodies.velocity[i];
      mass += frame.state.bodies.mass[i];
    }
    momenta.push_back(p);
  };
  const Observed observed = observe(simulation, hooks);
  ASSERT_EQ(observed.rows(0) + 1, momenta.size());
  bool touched = false;
  for (std::size_t k = 0; k < observed.rows(0); ++k) {
    Vec<D> force;
    for (int j = 0; j < D; ++j) {
      force[j] = observed.at(0, k, std::string("force_") + "xyz"[j]);
    }
    touched |= force.norm() > 0.0;
    const Vec<D> weight = -mass * kGravity * Vec<D>::Unit(D - 1);
    // Round-off of some hundred terms.
    EXPECT_NEAR(((momenta[k + 1] - momenta[k]) / 0.02 - weight + force).norm(), 0.0,
                1e-11 * (weight.norm() + force.norm()));
  }
  EXPECT_TRUE(touched);
}

TEST(ObservedRun, momentum_balance_2d) {
  expect_momentum_balance<2>(box_scene<2>(0.4, {7, 6}, 0.3));
}
TEST(ObservedRun, momentum_balance_3d) {
  expect_momentum_balance<3>(box_scene<3>(0.4, {4, 3, 3}, 0.3));
}
TEST(ObservedRun, momentum_balance_on_velocities) {
  Scene scene = box_scene<2>(0.4, {7, 6}, 0.3);
  scene.scheme = moreau_jean(NormalContact::velocity);
  expect_momentum_balance<2>(scene);
}

// Frictionless discs at rest in a box of width W. Multiplying the balance of each body by its place
// and summing,
//   V σ = Σ_walls (force on the wall) ⊗ (point) − Σ m g ⊗ x,
// the contacts between bodies giving V σ. Without friction each wall has its normal force only, so
//   V σ_xx = W F(x+),   V σ_yy = Σ m G y,   F(y−) = M G,   F(x−) = F(x+).
// What moves still is missing: over the interval T at most momentum times length over T.
TEST(ObservedRun, stress_by_contacts_is_stress_by_walls) {
  constexpr double W = 0.2, H = 0.5, T = 0.2;
  Scene scene = box_scene<2>(0.0, {7, 10}, 1.2);
  ObserveWallForces walls;
  walls.faces = true;
  walls.common.every = T;
  ObserveStress stress;
  stress.part.region = WindowSettings{{0.0, 0.0}, {W, H}, {}, {}};
  stress.common.every = T;
  ObserveRunout place;  // the centre of mass
  scene.observe = {walls, stress, place};
  Simulation<2> simulation(scene, build<2>(scene));
  const Observed observed = observe(simulation);
  const Bodies<2>& bodies = simulation.state().bodies;
  double mass = 0.0;
  for (const double m : bodies.mass) mass += m;
  const double weight = mass * kGravity;
  const double left =
      mass * std::sqrt(2.0 * simulation.state().energy.kinetic / mass);  // momentum, at most
  const double error = left / T + 1e-5 * weight;                         // and the solver's
  ASSERT_LT(error, 0.01 * weight);

  const std::size_t faces = 3;  // x−, x+, y−
  const std::size_t row = observed.rows(0) - faces;
  ASSERT_EQ(observed.at(0, row, "face"), 0.0);
  const double on_left = -observed.at(0, row, "force_x");
  const double on_right = observed.at(0, row + 1, "force_x");
  const double on_floor = -observed.at(0, row + 2, "force_y");
  EXPECT_NEAR(on_floor, weight, error);
  EXPECT_NEAR(on_left, on_right, error);
  EXPECT_GT(on_right, 0.05 * weight);
  EXPECT_NEAR(observed.last(1, "stress_xx") * W * H, W * on_right, W * error);
  EXPECT_NEAR(observed.last(1, "stress_yy") * W * H, weight * observed.last(2, "center_y"),
              H * error);
  // Forces along the branches make it symmetric.
  EXPECT_NEAR(observed.last(1, "stress_xy"), observed.last(1, "stress_yx"),
              1e-12 * observed.last(1, "pressure"));
}

// The same packing: the coarse-grained pressure under its own weight. ∂σ_yy/∂y = −ρ G holds exactly
// for the fields of one kernel at rest, so that σ_yy of a cell is the weight of the cells above
// plus half of its own, up to the curvature of ρ within a cell of height Δ: ρ' Δ²/8 of the
// weight of a cell, with ρ' Δ ~ ρ Δ/w below half of ρ: a twentieth of the weight of a cell.
TEST(ObservedRun, pressure_under_a_frictionless_packing) {
  constexpr double W = 0.2, T = 0.2, width = 0.01;
  constexpr std::int64_t cells = 80;
  Scene scene = box_scene<2>(0.0, {7, 10}, 1.2);
  ObserveStressProfile stress;
  // 6 widths wider than the box on all sides: all that the kernels spread is counted.
  stress.field.grid = {{-0.06, 0.06}, {W + 0.06, 0.46}, {1, cells}};
  stress.field.width = width;
  stress.common.every = T;
  ObserveProfile density;
  density.field.grid = stress.field.grid;
  density.field.width = width;
  density.field.average = true;
  density.common.every = T;
  scene.observe = {stress, density};
  Simulation<2> simulation(scene, build<2>(scene));
  const Observed observed = observe(simulation);
  const double cell_height = 0.4 / static_cast<double>(cells);
  const std::size_t first = observed.rows(0) - cells;
  double mass = 0.0;
  for (const double m : simulation.state().bodies.mass) mass += m;
  const double whole = mass * kGravity / (W + 0.12);
  double above = 0.0;
  for (std::size_t k = cells; k-- > 0;) {
    const double own = kGravity * cell_height * observed.at(1, first + k, "density");
    EXPECT_NEAR(observed.at(0, first + k, "stress_yy"), above + 0.5 * own,
                0.05 * own + 0.002 * whole)
        << "at height " << observed.at(0, first + k, "y");
    above += own;
  }
  EXPECT_GT(above, 0.4 * whole);  // much of the packing is above 6 widths from the floor
}

// Janssen's silo [Janssen1895]: side walls with friction µ whose surfaces move upwards carry part
// of the weight. With K = σ_xx/σ_yy, the same everywhere, the pressure on the floor under the
// height H is that of the height λ (1 − exp(−H/λ)), λ = W/(2 µ K). K is measured by contacts, in
// the middle; it varies with the height by a tenth. The discs do not turn, since they would roll
// along the walls.
TEST(ObservedRun, silo_of_janssen) {
  constexpr double W = 0.13, mu = 0.5, T = 0.25;
  Scene scene = box_scene<2>(0.05, {5, 24}, 2.0);
  scene.material.push_back({"wall", {}});
  scene.pair.push_back({{"glass", "wall"}, mu, 0.0, 0.0, {}});
  auto& bodies = std::get<LatticeBodies>(scene.bodies[0]);
  bodies.common.material = "glass";
  bodies.common.rotation = false;
  scene.boundary.clear();
  for (const double side : {0.0, 1.0}) {
    PlaneBoundary wall;
    wall.common.name = side == 0.0 ? "left" : "right";
    wall.common.material = "wall";
    wall.common.motion.emplace().surface_velocity = VectorSeries::constant({0.0, 0.05});
    wall.point = {W * side, 0.0};
    wall.normal = {1.0 - 2.0 * side, 0.0};
    scene.boundary.emplace_back(wall);
  }
  PlaneBoundary floor;
  floor.common.name = "floor";
  floor.common.material = "glass";
  floor.point = {0.0, 0.0};
  floor.normal = {0.0, 1.0};
  scene.boundary.emplace_back(floor);
  NlgsSettings solver;
  solver.tolerance = 1e-4;
  scene.solver = solver;
  ObserveWallForces walls;
  walls.common.every = T;
  ObserveStress stress;
  stress.part.region = WindowSettings{{0.0, 0.05}, {W, 0.25}, {}, {}};
  stress.common.every = T;
  ObserveRunout place;
  place.direction = {0.0, 1.0};
  scene.observe = {walls, stress, place};
  Simulation<2> simulation(scene, build<2>(scene));
  const Observed observed = observe(simulation);
  double mass = 0.0;
  for (const double m : simulation.state().bodies.mass) mass += m;
  const double weight = mass * kGravity;

  const std::size_t row = observed.rows(0) - 3;
  const double normal = 0.5 * (observed.at(0, row + 1, "force_x") - observed.at(0, row, "force_x"));
  const double friction = -observed.at(0, row, "force_y") - observed.at(0, row + 1, "force_y");
  const double on_floor = -observed.at(0, row + 2, "force_y");
  EXPECT_NEAR(on_floor + friction, weight, 1e-3 * weight);    // at rest but for 1 mm/s or so
  EXPECT_NEAR(friction, 2.0 * mu * normal, 1e-3 * friction);  // the walls slip everywhere

  const double K = observed.last(1, "stress_xx") / observed.last(1, "stress_yy");
  const double H = 2.0 * observed.last(2, "center_y");
  const double lambda = W / (2.0 * mu * K);
  const double janssen = weight * lambda / H * (1.0 - std::exp(-H / lambda));
  EXPECT_LT(janssen, 0.5 * weight);
  EXPECT_NEAR(on_floor, janssen, 0.1 * janssen);
}

// Bodies in a drum: the power of the wall, summed, is the work of the boundaries in the budget. For
// a rotation about a fixed centre both are the same sums.
TEST(ObservedRun, power_of_a_drum_is_its_work) {
  for (const NormalContact normal : {NormalContact::gap, NormalContact::velocity}) {
    Scene scene = box_scene<2>(0.5, {5, 5}, 0.4);
    scene.scheme = moreau_jean(normal);
    DrumBoundary drum;
    drum.common.name = "drum";
    drum.center = {0.063, 0.063};
    drum.radius = 0.12;
    drum.common.motion.emplace().rpm = VectorSeries::constant({60.0});
    scene.boundary = {drum};
    ObserveWallForces walls;
    walls.boundary = "drum";
    walls.common.every = 0.05;
    ObserveEnergy energy;
    energy.common.every = 0.05;
    scene.observe = {walls, energy};
    Simulation<2> simulation(scene, build<2>(scene));
    const Observed observed = observe(simulation);
    double work = 0.0;
    for (std::size_t k = 0; k < observed.rows(0); ++k) work += 0.05 * observed.at(0, k, "power");
    const double expected = observed.last(1, "work_boundaries");
    EXPECT_GT(expected, 0.0);
    EXPECT_NEAR(work, expected, 1e-10 * expected);
    // The torque on the drum times its spin is the power it loses.
    for (std::size_t k = 0; k < observed.rows(0); ++k) {
      EXPECT_NEAR(observed.at(0, k, "power"), -2.0 * std::numbers::pi * observed.at(0, k, "torque"),
                  1e-10 * expected / 0.05);
    }
  }
}

// Discs fall through a gap in the floor: what has crossed is what is below.
TEST(ObservedRun, flow_is_what_has_passed) {
  Scene scene = box_scene<2>(0.3, {7, 6}, 0.5);
  std::get<BoxBoundary>(scene.boundary[0]).open = {"y-", "y+"};
  for (const double side : {0.0, 1.0}) {
    SegmentBoundary shelf;
    shelf.start = {side == 0.0 ? -0.1 : 0.145, -0.005};
    shelf.end = {side == 0.0 ? 0.055 : 0.3, -0.005};
    shelf.radius = 0.005;
    scene.boundary.emplace_back(shelf);
  }
  ObserveFlow flow;
  flow.point = {0.1, -0.02};
  flow.normal = {0.0, -1.0};
  flow.common.every = 0.01;
  scene.observe = {flow};
  Simulation<2> simulation(scene, build<2>(scene));
  const Observed observed = observe(simulation);
  double below = 0.0, mass = 0.0;
  const Bodies<2>& bodies = simulation.state().bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies.position[i][1] > -0.02) continue;
    below += 1.0;
    mass += bodies.mass[i];
  }
  EXPECT_GT(below, 5.0);
  EXPECT_EQ(observed.last(0, "forward") - observed.last(0, "backward"), below);
  EXPECT_NEAR(observed.last(0, "mass"), mass, 1e-12 * mass);
  double sum = 0.0;
  for (std::size_t k = 0; k < observed.rows(0); ++k) sum += 0.01 * observed.at(0, k, "rate");
  EXPECT_NEAR(sum, below, 1e-9);
}

}  // namespace
}  // namespace galet::observers_test
