// A saved simulation goes on as if it had never stopped: the same bits of the state and of every
// row of every observer.
#include <map>

#include "support/scenes.hpp"
#include <gtest/gtest.h>

#include "galet/base/field_kinds.hpp"
#include "galet/sim/simulation.hpp"

namespace galet::resume_test {
namespace {

// Balls that fall into a box under a lid, with bodies that come and go, and observers of every
// kind that remembers something between rows.
template <int D>
Scene lively_scene(const SchemeSettings& scheme, const PairSettings& law = {}) {
  Scene scene = empty_scene(D);
  scene.scheme = scheme;
  std::vector<double> gravity(D, 0.0);
  gravity.back() = -9.81;
  scene.gravity = VectorSeries::constant(gravity);
  PairSettings pair = law;
  pair.materials = {"glass", "glass"};
  pair.friction = 0.3;
  if (std::holds_alternative<NewmarkSettings>(scheme)) {
    pair.compliance.emplace();
    pair.compliance->stiffness = 1e6;
    pair.compliance->c_t = 1e3;
  }
  if (std::holds_alternative<FirstOrderSettings>(scheme)) {
    pair.friction = 0.0;
    scene.gravity = {};
    gravity.back() = -4.0;
    scene.desire.emplace_back(VelocityDesire{"", VectorSeries::constant(gravity)});
  }
  scene.pair = {pair};

  ListBodies balls = balls_at({}, 0.1);
  balls.common.group = "first";
  for (int k = 0; k < 8; ++k) {
    std::vector<double> x(D, 0.45 + 0.003 * k);
    x[0] = k % 2 == 0 ? 0.3 : 0.7;
    x.back() = 0.11 + 0.11 * k;
    balls.position.rows.push_back(x);
  }
  scene.bodies.emplace_back(balls);
  BoxBoundary box;
  box.low = std::vector<double>(D, 0.0);
  box.high = std::vector<double>(D, 1.0);
  box.high.back() = 3.0;
  scene.boundary.emplace_back(box);

  FeedSettings feed;
  feed.region.low = std::vector<double>(D, 0.2);
  feed.region.high = std::vector<double>(D, 0.8);
  feed.region.low.back() = 1.3;
  feed.region.high.back() = 1.8;
  feed.rate = 40.0;
  feed.radius.min = 0.04;
  feed.radius.max = 0.06;
  scene.feed = {feed};
  RemoveSettings removal;
  removal.region.low = std::vector<double>(D, 0.0);
  removal.region.high = std::vector<double>(D, 1.0);
  removal.region.low.back() = 1.2;  // where fed bodies fall through
  removal.region.high.back() = 1.28;
  removal.where = RegionSide::inside;
  scene.remove = {removal};
  scene.stop.kinetic_energy = 1e-30;
  scene.stop.lasting = 10.0;

  const GridSettings grid{std::vector<double>(D, 0.0), std::vector<double>(D, 1.0),
                          std::vector<std::int64_t>(D, 2)};
  for_each_alternative<ObserverSettings>([&]<class S>(const S&) {
    S s{};
    s.common.every = 0.013;  // not the interval of the outputs
    if constexpr (requires { s.grid; }) s.grid = grid;
    if constexpr (requires { s.field; }) {
      s.field.grid = grid;
      s.field.average = true;
    }
    if constexpr (requires { s.average; }) s.average = true;
    if constexpr (std::is_same_v<S, ObserveFlow>) {
      s.point = std::vector<double>(D, 0.5);
      s.normal = std::vector<double>(D, 0.0);
      s.normal.back() = -1.0;
    }
    if constexpr (std::is_same_v<S, ObserveSegregation>) s.radius = 0.055;
    if constexpr (std::is_same_v<S, ObserveBodies>) s.ids = {5, 0};
    scene.observe.emplace_back(s);
  });
  scene.time = {1e-3, 0.2};
  scene.output.every = 0.02;
  return scene;
}

template <int D>
struct Outcome {
  std::string state_hash;
  std::map<std::size_t, std::vector<double>> rows;  // by observer
  std::vector<std::int64_t> frames;                 // their numbers
  std::int64_t iterations = 0;

  // Keeps what comes; tells how.
  RunHooks<D> hooks() {
    RunHooks<D> hooks;
    hooks.on_rows = [this](std::size_t k, std::span<const double> values) {
      rows[k].insert(rows[k].end(), values.begin(), values.end());
    };
    hooks.on_output = [this](const Frame<D>& frame, const SeriesRow& row) {
      frames.push_back(frame.number);
      iterations += row.iterations;
    };
    return hooks;
  }
};

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

template <int D>
void expect_same_after_break(const Scene& scene, std::int64_t stop_after) {
  Outcome<D> whole;
  {
    Simulation<D> simulation(scene, build<D>(scene));
    whole.state_hash = run(simulation, whole.hooks()).state_hash;
    EXPECT_EQ(simulation.state().inserted > 0, !scene.feed.empty());
    EXPECT_EQ(simulation.state().removed > 0, !scene.remove.empty());
  }

  Outcome<D> parts;
  std::vector<std::byte> saved;
  {
    Simulation<D> simulation(scene, build<D>(scene));
    RunHooks<D> hooks = parts.hooks();
    Outcome<D> kept;  // of the time before the end of the first part
    hooks.stop_requested = [&] { return simulation.state().step == stop_after; };
    hooks.on_save = [&](const RunProgress& progress, SavePoint where) {
      if (where != SavePoint::stop) return;
      saved = simulation.save(progress);
      kept = parts;
    };
    EXPECT_EQ(run(simulation, hooks).ended_by, EndedBy::interruption);
    parts = kept;
  }
  Simulation<D> simulation(scene, build<D>(scene), 2);
  const RunProgress progress = simulation.restore(saved);
  EXPECT_EQ(simulation.state().step, stop_after);
  const RunSummary summary = run(simulation, parts.hooks(), progress);

  EXPECT_EQ(summary.state_hash, whole.state_hash);
  EXPECT_EQ(parts.frames, whole.frames);
  EXPECT_EQ(parts.iterations, whole.iterations);
  EXPECT_EQ(summary.iterations_total, whole.iterations);
  ASSERT_EQ(parts.rows.size(), scene.observe.size());
  for (std::size_t k = 0; k < scene.observe.size(); ++k) {
    EXPECT_TRUE(same_bits(parts.rows[k], whole.rows[k])) << simulation.observers().tables()[k].name;
  }
}

template <int D>
void expect_same_after_break(const SchemeSettings& scheme, std::int64_t stop_after,
                             const PairSettings& law = {}) {
  expect_same_after_break<D>(lively_scene<D>(scheme, law), stop_after);
}

TEST(Resume, moreau_jean_2d) {
  MoreauJeanSettings scheme;
  scheme.normal = NormalContact::gap;
  expect_same_after_break<2>(scheme, 37);   // between outputs
  expect_same_after_break<2>(scheme, 100);  // at one
}
TEST(Resume, moreau_jean_3d) { expect_same_after_break<3>(MoreauJeanSettings{}, 55); }
// Moments and bonds are part of the state.
TEST(Resume, cohesive_and_rolling_contacts) {
  PairSettings law;
  law.cohesion = 5.0;
  law.rolling_friction = 0.2;
  expect_same_after_break<2>(MoreauJeanSettings{}, 37, law);
  law.twisting_friction = 0.1;
  expect_same_after_break<3>(MoreauJeanSettings{}, 55, law);
}
TEST(Resume, first_order_2d) { expect_same_after_break<2>(FirstOrderSettings{}, 37); }
TEST(Resume, first_order_3d) { expect_same_after_break<3>(FirstOrderSettings{}, 55); }
TEST(Resume, newmark_2d) { expect_same_after_break<2>(NewmarkSettings{}, 55); }
TEST(Resume, newmark_3d) { expect_same_after_break<3>(NewmarkSettings{}, 55); }

// A dense cloud that drifts through a periodic cell: in every step some bodies leave it on one side
// and come in on the other.
template <int D>
Scene drifting_scene() {
  Scene scene = empty_scene(D);
  scene.scheme = DemSettings{};
  PairSettings pair;
  pair.materials = {"glass", "glass"};
  pair.friction = 0.3;
  pair.spring.emplace();
  pair.spring->normal = 1e5;
  pair.spring->tangential = 5e4;
  pair.spring->damping = 5.0;
  scene.pair = {pair};
  const int side = D == 2 ? 8 : 4;
  scene.periodic.x = {0.0, 0.2 * side};
  scene.periodic.y = {0.0, 0.2 * side};
  ListBodies balls = balls_at({}, 0.0998);
  balls.velocity.nested = true;
  Random random(5);
  for (int i = 0; i < side * side * (D == 2 ? 1 : side); ++i) {
    std::vector<double> x = {0.2 * (i % side), 0.2 * (i / side % side)};
    if (D == 3) x.push_back(0.2 * (i / (side * side)));
    for (double& c : x) c += 0.1 + 1e-4 * random.uniform(-1.0, 1.0);
    balls.position.rows.push_back(x);
    std::vector<double> v = {7.0, 3.0};
    v.resize(D);
    for (double& c : v) c += random.uniform(-0.5, 0.5);
    balls.velocity.rows.push_back(v);
  }
  scene.bodies.emplace_back(balls);
  scene.time = {2e-4, 1.0};
  return scene;
}

// A run that is stopped and taken up again after every step has the bits of one that is not: the
// contacts that a step leaves to the next are those that it would find itself.
template <int D>
void expect_same_with_breaks(const Scene& scene, int steps, int contacts_per_step = 10) {
  Simulation<D> whole(scene, build<D>(scene));
  std::size_t contacts = 0;
  for (int s = 0; s < steps; ++s) {
    const std::vector<std::byte> saved = whole.save({});
    whole.advance();
    contacts += whole.state().memory.size();
    Simulation<D> resumed(scene, build<D>(scene));
    resumed.restore(saved);
    resumed.advance();
    ASSERT_EQ(hash_of(resumed.state()).value(), hash_of(whole.state()).value()) << "step " << s;
  }
  EXPECT_GT(contacts, static_cast<std::size_t>(steps * contacts_per_step));
}

TEST(Resume, dem_in_a_periodic_cell_2d) { expect_same_with_breaks<2>(drifting_scene<2>(), 300); }
TEST(Resume, dem_in_a_periodic_cell_3d) { expect_same_with_breaks<3>(drifting_scene<3>(), 100); }

// Springs against rolling and twisting are remembered as moments.
TEST(Resume, dem_with_rolling_friction) {
  Scene flat = drifting_scene<2>();
  flat.pair.at(0).rolling_friction = 0.2;
  expect_same_with_breaks<2>(flat, 100);
  Scene solid = drifting_scene<3>();
  solid.pair.at(0).rolling_friction = 0.2;
  solid.pair.at(0).twisting_friction = 0.1;
  expect_same_with_breaks<3>(solid, 50);
}

// On a plate that comes up, whose places are functions of the time.
template <int D>
Scene lifted_scene() {
  Scene scene = drifting_scene<D>();
  scene.periodic = {};
  PlaneBoundary plate;
  plate.point = std::vector<double>(D, 0.0);
  plate.normal = std::vector<double>(D, 0.0);
  plate.normal.back() = 1.0;
  plate.common.motion.emplace();
  std::vector<double> up(D, 0.0);
  up.back() = 3.7;
  plate.common.motion->velocity = VectorSeries::constant(up);
  scene.boundary.emplace_back(plate);
  return scene;
}

// The same with a table in time whose rows lie between the steps.
template <int D>
Scene rocked_scene() {
  Scene scene = lifted_scene<D>();
  MotionSettings& motion = *std::get<PlaneBoundary>(scene.boundary.back()).common.motion;
  const std::vector<double> up = motion.velocity.values.front();
  const std::vector<double> still(D, 0.0);
  const double h = scene.time.step;
  motion.velocity = {{0.0, 20.3 * h, 33.7 * h, 90.1 * h}, {still, up, still, up}};
  return scene;
}
TEST(Resume, dem_at_a_moving_boundary_2d) { expect_same_with_breaks<2>(lifted_scene<2>(), 150); }
TEST(Resume, dem_at_a_boundary_that_moves_by_a_table) {
  expect_same_with_breaks<2>(rocked_scene<2>(), 150);
}
TEST(Resume, dem_at_a_moving_boundary_3d) { expect_same_with_breaks<3>(lifted_scene<3>(), 100); }

// Walls under pressure beside each other, one of them driven for a time: their places are part of
// the state, areas and drives follow from it.
template <int D>
Scene pressed_scene(const SchemeSettings& scheme) {
  Scene scene = lively_scene<D>(scheme);
  scene.feed.clear();
  scene.remove.clear();
  scene.boundary.clear();
  for (int k = 0; k < D; ++k) {
    for (const double side : {1.0, -1.0}) {
      PlaneBoundary plane;
      plane.point = std::vector<double>(D, side > 0.0 ? 0.0 : 1.2);
      plane.normal = std::vector<double>(D, 0.0);
      plane.normal[static_cast<std::size_t>(k)] = side;
      if (side < 0.0) {
        plane.load.emplace();
        plane.load->pressure = {{0.0, 0.1}, {{10.0}, {300.0}}};
      }
      if (side < 0.0 && k == D - 1) {
        plane.load->drive = {{0.05, 0.15, {{0.05, 0.1}, {{0.3}, {0.1}}}}};
      }
      scene.boundary.emplace_back(plane);
    }
  }
  return scene;
}
TEST(Resume, planes_under_pressure_and_driven) {
  expect_same_with_breaks<2>(pressed_scene<2>(MoreauJeanSettings{}), 200, 2);
  expect_same_with_breaks<3>(pressed_scene<3>(MoreauJeanSettings{}), 200, 1);
}

// Elastic spheres remember forces along the tangent and moments, whose springs change with the
// overlap.
PairSettings elastic(double young) {
  PairSettings law;
  law.restitution = 0.6;
  law.rolling_friction = 0.1;
  law.hertz.emplace();
  law.hertz->young.values = {young};
  law.hertz->poisson.values = {0.3};
  law.hertz->tangential_damping = 0.1;
  return law;
}
TEST(Resume, elastic_spheres) {
  Scene scene = drifting_scene<3>();
  PairSettings law = elastic(1e6);
  law.materials = scene.pair.at(0).materials;
  law.friction = scene.pair.at(0).friction;
  law.twisting_friction = 0.05;
  scene.pair = {law};
  expect_same_with_breaks<3>(scene, 100);
}
TEST(Resume, elastic_spheres_under_pressure_and_driven) {
  Scene scene = pressed_scene<3>(DemSettings{});
  const PairSettings law = elastic(2e6);
  scene.pair.at(0).restitution = law.restitution;
  scene.pair.at(0).rolling_friction = law.rolling_friction;
  scene.pair.at(0).hertz = law.hertz;
  scene.time.step = 5e-4;
  expect_same_with_breaks<3>(scene, 320, 1);
}

// Feeds by gradings, walls that turn by tables, gravity in time: what each remembers between steps.
class ResumeSizes : public testing::TestWithParam<RadiusDistribution> {};

RadiusDistribution sizes(SizeShare by) {
  RadiusDistribution radius;
  radius.min = 0.03;
  radius.max = 0.06;
  radius.by = by;
  return radius;
}
RadiusDistribution grading() {
  RadiusDistribution radius;
  radius.diameter = {0.06, 0.08, 0.12};
  radius.passing = {0.0, 30.0, 100.0};
  return radius;
}
RadiusDistribution log_normal() {
  RadiusDistribution radius = sizes(SizeShare::number);
  radius.median = 0.04;
  radius.sigma = 0.3;
  return radius;
}
RadiusDistribution power_law() {
  RadiusDistribution radius = sizes(SizeShare::mass);
  radius.exponent = 2.5;
  return radius;
}
INSTANTIATE_TEST_SUITE_P(, ResumeSizes, testing::Values(grading(), log_normal(), power_law()));

TEST_P(ResumeSizes, between_walls_that_turn) {
  Scene scene = lively_scene<3>(MoreauJeanSettings{});
  scene.feed.at(0).radius = GetParam();
  scene.gravity = {{0.0, 0.2}, {{0.0, 0.0, -9.81}, {3.0, 0.0, -9.0}}};
  const auto turning = [](auto wall, double rpm) {
    wall.common.motion.emplace();
    wall.common.motion->rpm = {{0.0, 0.07, 0.13}, {{0.0}, {rpm}, {-rpm}}};
    return wall;
  };
  DiscBoundary disc;
  disc.center = {0.5, 0.5, 0.005};
  disc.axis = {0.0, 0.0, 1.0};
  disc.radius = 0.45;
  disc.hole = 0.05;
  scene.boundary.emplace_back(turning(disc, 60.0));
  ConeBoundary cone;
  cone.start = {0.5, 0.5, 1.0};
  cone.end = {0.5, 0.5, 1.2};
  cone.start_radius = 0.3;
  cone.end_radius = 0.45;
  scene.boundary.emplace_back(turning(cone, 30.0));
  expect_same_after_break<3>(scene, 83);
}

// A run is at rest when it has been so for a time, which begins before the break.
TEST(Resume, the_time_at_rest) {
  Scene scene = lively_scene<2>(MoreauJeanSettings{});
  scene.feed.clear();
  scene.remove.clear();
  scene.stop = {};
  scene.stop.unbalanced = 10.0;  // met by any forces
  scene.stop.lasting = 0.05;
  Simulation<2> simulation(scene, build<2>(scene));
  const RunSummary summary = run(simulation);
  ASSERT_EQ(summary.ended_by, EndedBy::unbalanced);
  expect_same_after_break<2>(scene, simulation.state().step - 20);
}

TEST(Resume, other_bodies_are_refused) {
  Scene scene = lively_scene<2>(MoreauJeanSettings{});
  const Simulation<2> simulation(scene, build<2>(scene));
  const std::vector<std::byte> saved = simulation.save({});
  std::get<ListBodies>(scene.bodies[0]).position.rows[0][0] += 1e-9;
  Simulation<2> other(scene, build<2>(scene));
  EXPECT_THROW(other.restore(saved), SystemError);
  Simulation<2> cut(scene, build<2>(scene));
  EXPECT_THROW(cut.restore(std::span(saved).first(saved.size() / 2)), SystemError);
}

}  // namespace
}  // namespace galet::resume_test
