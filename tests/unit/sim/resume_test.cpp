// A saved simulation goes on as if it had never stopped: the same bits of the state and of every
// row of every observer, for every scheme, law and boundary that remembers something.
#include <functional>
#include <map>

#include <fmt/format.h>

#include "support/scenes.hpp"
#include <gtest/gtest.h>

#include "galet/base/field_kinds.hpp"
#include "galet/sim/simulation.hpp"

namespace galet::resume_test {
namespace {

// What the scheme asks of a pair of materials.
PairSettings pair_for(const SchemeSettings& scheme, PairSettings pair = {}) {
  pair.materials = {"glass", "glass"};
  if (!std::holds_alternative<FirstOrderSettings>(scheme)) pair.friction = 0.3;
  if (std::holds_alternative<NewmarkSettings>(scheme)) {
    pair.compliance.emplace();
    pair.compliance->stiffness = 1e6;
    pair.compliance->c_t = 1e3;
  }
  if (std::holds_alternative<DemSettings>(scheme) && !pair.hertz) {
    pair.spring.emplace();
    pair.spring->normal = 5e4;
    pair.spring->tangential = 2e4;
    pair.spring->damping = 5.0;
  }
  return pair;
}

std::vector<double> along_last(int d, double value) {
  std::vector<double> v(static_cast<std::size_t>(d), 0.0);
  v.back() = value;
  return v;
}

// Observers of every kind.
void observe_all(Scene& scene) {
  const auto d = static_cast<std::size_t>(scene.dimension);
  const GridSettings grid{std::vector<double>(d, 0.0), std::vector<double>(d, 1.0),
                          std::vector<std::int64_t>(d, 2)};
  for_each_alternative<ObserverSettings>([&]<class S>(const S&) {
    S s{};
    s.common.every = 13.0 * scene.time.step;  // not the interval of the outputs
    if constexpr (requires { s.grid; }) s.grid = grid;
    if constexpr (requires { s.field; }) {
      s.field.grid = grid;
      s.field.average = true;
    }
    if constexpr (requires { s.average; }) s.average = true;
    if constexpr (std::is_same_v<S, ObserveFlow>) {
      s.point = std::vector<double>(d, 0.5);
      s.normal = along_last(static_cast<int>(scene.dimension), -1.0);
    }
    if constexpr (std::is_same_v<S, ObserveSegregation>) s.radius = 0.055;
    if constexpr (std::is_same_v<S, ObserveBodies>) s.ids = {5, 0};
    scene.observe.emplace_back(s);
  });
}

// Balls that fall into a box under a lid, with bodies that come and go, and observers of every
// kind.
Scene lively_scene(int d, const SchemeSettings& scheme, const PairSettings& law = {}) {
  Scene scene = empty_scene(d);
  scene.scheme = scheme;
  scene.pair = {pair_for(scheme, law)};
  if (std::holds_alternative<FirstOrderSettings>(scheme)) {
    scene.desire.emplace_back(VelocityDesire{"", VectorSeries::constant(along_last(d, -4.0))});
  } else {
    scene.gravity = VectorSeries::constant(along_last(d, -9.81));
  }

  ListBodies balls = balls_at({}, 0.1);
  balls.common.group = "first";
  balls.common.shape = BallSolid::sphere;
  for (int k = 0; k < 8; ++k) {
    std::vector<double> x(static_cast<std::size_t>(d), 0.45 + 0.003 * k);
    x[0] = k % 2 == 0 ? 0.3 : 0.7;
    x.back() = 0.11 + 0.11 * k;
    balls.position.rows.push_back(x);
  }
  scene.bodies.emplace_back(balls);
  BoxBoundary box;
  box.low = std::vector<double>(static_cast<std::size_t>(d), 0.0);
  box.high = std::vector<double>(static_cast<std::size_t>(d), 1.0);
  box.high.back() = 3.0;
  scene.boundary.emplace_back(box);

  FeedSettings feed;
  feed.common.shape = BallSolid::sphere;
  feed.region.low = std::vector<double>(static_cast<std::size_t>(d), 0.2);
  feed.region.high = std::vector<double>(static_cast<std::size_t>(d), 0.8);
  feed.region.low.back() = 1.3;
  feed.region.high.back() = 1.8;
  feed.rate = 40.0;
  feed.radius.min = 0.04;
  feed.radius.max = 0.06;
  scene.feed = {feed};
  RemoveSettings removal;
  removal.region.low = std::vector<double>(static_cast<std::size_t>(d), 0.0);
  removal.region.high = std::vector<double>(static_cast<std::size_t>(d), 1.0);
  removal.region.low.back() = 1.2;  // where fed bodies fall through
  removal.region.high.back() = 1.28;
  removal.where = RegionSide::inside;
  scene.remove = {removal};
  scene.stop.kinetic_energy = 1e-30;
  scene.stop.lasting = 10.0;
  scene.time = {1e-3, 0.2};
  scene.output.every = 0.02;
  observe_all(scene);
  return scene;
}

// A dense cloud that drifts through a periodic cell: in every step some bodies leave it on one side
// and come in on the other.
Scene drifting_scene(int d, const SchemeSettings& scheme, const PairSettings& law = {}) {
  Scene scene = empty_scene(d);
  scene.scheme = scheme;
  scene.pair = {pair_for(scheme, law)};
  const int side = d == 2 ? 8 : 4;
  scene.periodic.x = {0.0, 0.2 * side};
  scene.periodic.y = {0.0, 0.2 * side};
  ListBodies balls = balls_at({}, 0.0998);
  balls.velocity.nested = true;
  Random random(5);
  for (int i = 0; i < side * side * (d == 2 ? 1 : side); ++i) {
    std::vector<double> x = {0.2 * (i % side), 0.2 * (i / side % side)};
    if (d == 3) x.push_back(0.2 * (i / (side * side)));
    for (double& c : x) c += 0.1 + 1e-4 * random.uniform(-1.0, 1.0);
    balls.position.rows.push_back(x);
    std::vector<double> v = {7.0, 3.0};
    v.resize(static_cast<std::size_t>(d));
    for (double& c : v) c += random.uniform(-0.5, 0.5);
    balls.velocity.rows.push_back(v);
  }
  scene.bodies.emplace_back(balls);
  scene.time = {2e-4, d == 2 ? 0.03 : 0.016};
  return scene;
}

// The same on a plate that comes up, whose places are functions of the time.
Scene lifted_scene(int d, const SchemeSettings& scheme) {
  Scene scene = drifting_scene(d, scheme);
  scene.periodic = {};
  PlaneBoundary plate;
  plate.point = std::vector<double>(static_cast<std::size_t>(d), 0.0);
  plate.normal = along_last(d, 1.0);
  plate.common.motion.emplace();
  plate.common.motion->velocity = VectorSeries::constant(along_last(d, 3.7));
  scene.boundary.emplace_back(plate);
  return scene;
}

// By a table in time whose rows lie between the steps, between walls that come and go.
Scene rocked_scene(int d, const SchemeSettings& scheme) {
  Scene scene = lifted_scene(d, scheme);
  const double h = scene.time.step;
  const std::vector<double> up = along_last(d, 3.7);
  const std::vector<double> still = along_last(d, 0.0);
  MotionSettings& motion = *std::get<PlaneBoundary>(scene.boundary.back()).common.motion;
  motion.velocity = {{0.0, 20.3 * h, 33.7 * h, 60.1 * h}, {still, up, still, up}};
  PlaneBoundary gate;
  gate.point = std::vector<double>(static_cast<std::size_t>(d), 0.0);
  gate.point[0] = 1.62;
  gate.normal = std::vector<double>(static_cast<std::size_t>(d), 0.0);
  gate.normal[0] = -1.0;
  gate.common.until = 40.5 * h;
  gate.common.motion.emplace();
  gate.common.motion->amplitude = std::vector<double>(static_cast<std::size_t>(d), 0.0);
  gate.common.motion->amplitude[0] = 1e-3;
  gate.common.motion->frequency = 50.0;
  scene.boundary.emplace_back(gate);
  return scene;
}

// Walls under pressure beside each other, one of them driven for a time: their places are part of
// the state, areas and drives follow from it.
Scene pressed_scene(int d, const SchemeSettings& scheme) {
  Scene scene = lively_scene(d, scheme);
  scene.feed.clear();
  scene.remove.clear();
  scene.boundary.clear();
  for (int k = 0; k < d; ++k) {
    for (const double side : {1.0, -1.0}) {
      PlaneBoundary plane;
      plane.point = std::vector<double>(static_cast<std::size_t>(d), side > 0.0 ? 0.0 : 1.2);
      plane.normal = std::vector<double>(static_cast<std::size_t>(d), 0.0);
      plane.normal[static_cast<std::size_t>(k)] = side;
      if (side < 0.0) {
        plane.load.emplace();
        plane.load->pressure = {{0.0, 0.1}, {{10.0}, {300.0}}};
      }
      if (side < 0.0 && k == d - 1 && !std::holds_alternative<NewmarkSettings>(scheme)) {
        plane.load->drive = {{0.05, 0.15, {{0.05, 0.1}, {{0.3}, {0.1}}}}};
      }
      scene.boundary.emplace_back(plane);
    }
  }
  return scene;
}

// Balls that are thrown into each other, so that steps are made in parts.
Scene halved_scene(int d, const SchemeSettings& scheme) {
  Scene scene = lively_scene(d, scheme);
  auto& balls = std::get<ListBodies>(scene.bodies[0]);
  balls.velocity.nested = true;
  for (int k = 0; k < 8; ++k)
    balls.velocity.rows.push_back(along_last(d, k % 2 == 0 ? 9.0 : -90.0));
  if (std::holds_alternative<DemSettings>(scheme)) scene.pair[0].spring->normal = 5e3;
  scene.time.on_trouble = OnTrouble::halve_step;
  return scene;
}

// Persons with three kinds of wishes; some of them leave.
Scene crowd() {
  Scene scene = lively_scene(2, FirstOrderSettings{});
  std::get<VelocityDesire>(scene.desire[0]).group = "first";
  scene.feed[0].common.group = "fed";
  scene.desire.emplace_back(VelocityDesire{"fed", {{0.0, 0.1}, {{1.0, -4.0}, {-1.0, -2.0}}}});
  ListBodies few = balls_at({{0.5, 1.05}, {0.2, 1.1}}, 0.05);
  few.common.group = "few";
  scene.bodies.emplace_back(few);
  scene.desire.emplace_back(TowardsPoint{"few", 2.0, {0.9, 0.9}});
  ListBodies hasty = balls_at({{0.3, 2.2}, {0.5, 2.2}, {0.7, 2.2}, {0.4, 2.5}}, 0.06);
  hasty.common.group = "hasty";
  scene.bodies.emplace_back(hasty);
  TowardsExits out{"hasty", 6.0, {{{0.3, 2.0}, {0.7, 2.0}}}, {}};
  scene.desire.emplace_back(out);
  return scene;
}

// So many that loops are shared by threads.
Scene many() {
  LatticeBodies discs;
  discs.origin = {0.05, 0.05};
  discs.pitch.values = {0.1};
  discs.count = {75, 60};
  discs.jitter.values = {1e-8};
  discs.radius.values.values = {0.05};
  Scene scene = scene_with(2, discs);
  scene.pair = {pair_for(scene.scheme)};
  scene.gravity = VectorSeries::constant({0.0, -9.81});
  BoxBoundary box;
  box.low = {0.0, 0.0};
  box.high = {7.5, 9.0};
  scene.boundary.emplace_back(box);
  auto& solver = std::get<NlgsSettings>(scene.solver);
  solver.max_iterations = 10;
  scene.time = {1e-3, 9e-3};
  return scene;
}

SchemeSettings on_velocities() {
  MoreauJeanSettings scheme;
  scheme.normal = NormalContact::velocity;
  return scheme;
}
SchemeSettings convex_friction() {
  ConvexSettings scheme;
  scheme.friction_model = FrictionModel::convex;
  return scheme;
}
SchemeSettings newmark_of_thesis() {
  NewmarkSettings scheme;
  scheme.variant = NewmarkVariant::thesis;
  scheme.friction_velocity = FrictionVelocity::end;
  scheme.step_norm = 1e-12;
  return scheme;
}
PairSettings bouncing() {
  PairSettings law;
  law.restitution = 0.6;
  law.restitution_t = 0.2;
  return law;
}
// Moments and bonds are part of the state.
PairSettings sticky(int d) {
  PairSettings law;
  law.cohesion = 5.0;
  law.rolling_friction = 0.2;
  if (d == 3) law.twisting_friction = 0.1;
  return law;
}
PairSettings rolling(int d) {
  PairSettings law = sticky(d);
  law.cohesion.reset();
  return law;
}
PairSettings gluey() {
  PairSettings law;
  law.gluey.emplace();
  law.gluey->gamma_star = -1.0;
  return law;
}
PairSettings hertz() {
  PairSettings law;
  law.restitution = 0.5;
  law.hertz.emplace();
  law.hertz->young.values = {3e5};
  law.hertz->poisson.values = {0.3};
  law.hertz->tangential_damping = 0.1;
  return law;
}
// Forces along the tangent and moments are remembered, whose springs change with the overlap.
PairSettings rolling_hertz(int d) {
  PairSettings law = hertz();
  law.rolling_friction = 0.1;
  if (d == 3) law.twisting_friction = 0.05;
  return law;
}

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

// Feeds by a law of sizes, walls that turn by tables, gravity in time.
Scene turning_scene(const RadiusDistribution& radius) {
  Scene scene = lively_scene(3, MoreauJeanSettings{});
  scene.feed.at(0).radius = radius;
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
  return scene;
}

// At rest when it has been so for a time.
Scene resting_scene(int d) {
  Scene scene = lively_scene(d, MoreauJeanSettings{});
  scene.feed.clear();
  scene.remove.clear();
  scene.stop = {};
  scene.stop.unbalanced = 10.0;  // met by any forces
  scene.stop.lasting = 0.05;
  return scene;
}

template <class Solver>
Scene solved_by(int d) {
  Scene scene = lively_scene(d, MoreauJeanSettings{});
  scene.solver = Solver{};
  return scene;
}

// The scene must have what the case is about.
using Check = std::function<bool(const RunSummary&)>;
bool comes_and_goes(const RunSummary& s) { return s.inserted > 0 && s.removed > 0; }
bool is_halved(const RunSummary& s) { return s.halved_steps > 0; }
bool comes_to_rest(const RunSummary& s) { return s.ended_by == EndedBy::unbalanced; }
bool touches(const RunSummary& s) { return s.active_mean > 1.0; }

struct Case {
  std::string name;
  std::function<Scene(int d)> scene;
  Check check = touches;
  std::vector<int> dimensions = {2, 3};
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

const std::vector<Case>& all_cases() {
  static const std::vector<Case> cases{
      {"moreau_jean", [](int d) { return lively_scene(d, MoreauJeanSettings{}); }, comes_and_goes},
      {"on_velocities", [](int d) { return lively_scene(d, on_velocities(), bouncing()); },
       comes_and_goes},
      {"cohesive_and_rolling",
       [](int d) { return lively_scene(d, MoreauJeanSettings{}, sticky(d)); }, comes_and_goes},
      {"convex", [](int d) { return lively_scene(d, ConvexSettings{}); }, comes_and_goes},
      {"convex_friction", [](int d) { return lively_scene(d, convex_friction()); }, comes_and_goes},
      {"gluey", [](int d) { return lively_scene(d, ConvexSettings{}, gluey()); }, comes_and_goes},
      {"first_order", [](int d) { return lively_scene(d, FirstOrderSettings{}); }, comes_and_goes},
      {"crowd", [](int) { return crowd(); }, comes_and_goes, {2}},
      {"newmark", [](int d) { return lively_scene(d, NewmarkSettings{}); }, comes_and_goes},
      {"newmark_of_thesis", [](int d) { return lively_scene(d, newmark_of_thesis()); },
       comes_and_goes},
      {"dem", [](int d) { return lively_scene(d, DemSettings{}); }, comes_and_goes},
      {"dem_rolling", [](int d) { return lively_scene(d, DemSettings{}, rolling(d)); },
       comes_and_goes},
      {"hertz", [](int d) { return lively_scene(d, DemSettings{}, hertz()); }, comes_and_goes},
      {"hertz_rolling", [](int d) { return lively_scene(d, DemSettings{}, rolling_hertz(d)); },
       comes_and_goes},
      {"grading", [](int) { return turning_scene(grading()); }, comes_and_goes, {3}},
      {"log_normal", [](int) { return turning_scene(log_normal()); }, comes_and_goes, {3}},
      {"power_law", [](int) { return turning_scene(power_law()); }, comes_and_goes, {3}},
      {"comes_to_rest", resting_scene, comes_to_rest},
      {"apgd", solved_by<ApgdSettings>, comes_and_goes},
      {"pgd", solved_by<PgdSettings>, comes_and_goes},
      {"periodic", [](int d) { return drifting_scene(d, MoreauJeanSettings{}); }},
      {"periodic_convex", [](int d) { return drifting_scene(d, ConvexSettings{}); }},
      {"periodic_newmark", [](int d) { return drifting_scene(d, NewmarkSettings{}); }},
      {"periodic_dem", [](int d) { return drifting_scene(d, DemSettings{}); }},
      {"periodic_dem_rolling", [](int d) { return drifting_scene(d, DemSettings{}, rolling(d)); }},
      {"lifted_dem", [](int d) { return lifted_scene(d, DemSettings{}); }},
      {"rocked", [](int d) { return rocked_scene(d, MoreauJeanSettings{}); }},
      {"rocked_newmark", [](int d) { return rocked_scene(d, NewmarkSettings{}); }},
      {"rocked_dem", [](int d) { return rocked_scene(d, DemSettings{}); }},
      {"pressed", [](int d) { return pressed_scene(d, MoreauJeanSettings{}); }},
      {"pressed_on_velocities", [](int d) { return pressed_scene(d, on_velocities()); }},
      {"pressed_convex", [](int d) { return pressed_scene(d, ConvexSettings{}); }},
      {"pressed_newmark", [](int d) { return pressed_scene(d, NewmarkSettings{}); }},
      {"pressed_dem", [](int d) { return pressed_scene(d, DemSettings{}); }},
      {"halved_on_velocities", [](int d) { return halved_scene(d, on_velocities()); }, is_halved},
      {"halved_dem", [](int d) { return halved_scene(d, DemSettings{}); }, is_halved},
      {"many",
       [](int) { return many(); },
       [](const RunSummary& s) { return s.contacts_max > 4096; },
       {2}},
  };
  return cases;
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

// Stopped and taken up again after 1, 2, 3, 5, 8, 1, … steps, each time by a new simulation with
// another number of threads.
template <int D>
void expect_same_in_pieces(const Scene& scene, const Check& check) {
  Outcome<D> whole;
  {
    Simulation<D> simulation(scene, build<D>(scene));
    const RunSummary summary = run(simulation, whole.hooks());
    whole.state_hash = summary.state_hash;
    EXPECT_TRUE(check(summary));
  }

  Outcome<D> parts;
  std::vector<std::byte> saved;
  constexpr std::array<int, 5> pieces{1, 2, 3, 5, 8};
  for (std::size_t k = 0;; ++k) {
    Simulation<D> simulation(scene, build<D>(scene), 1 + static_cast<int>(k % 3));
    const RunProgress progress = saved.empty() ? RunProgress{} : simulation.restore(saved);
    const std::int64_t until = simulation.state().step + pieces[k % pieces.size()];
    RunHooks<D> hooks = parts.hooks();
    Outcome<D> kept;  // of the time before the end of this part
    hooks.stop_requested = [&] { return simulation.state().step == until; };
    hooks.on_save = [&](const RunProgress& done, SavePoint where) {
      if (where != SavePoint::stop) return;
      saved = simulation.save(done);
      kept = parts;
    };
    const RunSummary summary = run(simulation, hooks, progress);
    if (summary.ended_by == EndedBy::interruption) {
      ASSERT_EQ(summary.steps, until);
      parts = kept;
      continue;
    }
    ASSERT_GT(k, 2U);
    EXPECT_EQ(summary.state_hash, whole.state_hash);
    EXPECT_EQ(summary.iterations_total, whole.iterations);
    EXPECT_TRUE(check(summary));
    break;
  }
  EXPECT_EQ(parts.frames, whole.frames);
  EXPECT_EQ(parts.iterations, whole.iterations);
  ASSERT_EQ(parts.rows.size(), scene.observe.size());
  for (std::size_t k = 0; k < scene.observe.size(); ++k) {
    EXPECT_TRUE(same_bits(parts.rows[k], whole.rows[k])) << "observer " << k;
  }
}

class Resume : public testing::TestWithParam<Case> {};

TEST_P(Resume, has_the_bits_of_a_run_without_a_break) {
  for (const int d : GetParam().dimensions) {
    SCOPED_TRACE(fmt::format("{}D", d));
    const Scene scene = GetParam().scene(d);
    if (d == 2) {
      expect_same_in_pieces<2>(scene, GetParam().check);
    } else {
      expect_same_in_pieces<3>(scene, GetParam().check);
    }
  }
}

std::string name_of_case(const testing::TestParamInfo<Case>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(, Resume, testing::ValuesIn(all_cases()), name_of_case);

TEST(Resuming, of_other_bodies_is_refused) {
  Scene scene = lively_scene(2, MoreauJeanSettings{});
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
