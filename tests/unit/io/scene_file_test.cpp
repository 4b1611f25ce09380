#include "galet/io/scene_file.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>

#include "galet/build/build.hpp"

namespace galet::scene_file_test {
namespace {

using Overrides = std::vector<std::string>;

// A valid scene of 21 lines to which tests add lines or whose lines they replace.
constexpr std::string_view base_scene = R"(title = "test"
dimension = 2
gravity = [0, -9.81]

[[material]]
name = "glass"
density = 2600

[[bodies]]
kind = "list"
position = [0, 1]
radius = 0.1

[[boundary]]
kind = "plane"
point = [0, 0]
normal = [0, 1]

[time]
step = 1e-3
end = 1
)";

std::string with(std::string_view from, std::string_view to) {
  std::string text(base_scene);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::filesystem::path written(const std::string& text) {
  const auto file = test_folder() / "scene_file_test.toml";
  std::ofstream(file, std::ios::binary) << text;
  return file;
}

SceneFile load(const std::string& text, const Overrides& overrides = {}) {
  return load_scene(written(text), overrides);
}

// The message with the folder cut off, as a user in that folder would see it.
std::string error_of(const std::string& text, const Overrides& overrides = {}) {
  try {
    load(text, overrides);
  } catch (const InputError& error) {
    std::string what = error.what();
    const std::string folder = test_folder().string();
    for (std::size_t at = what.find(folder); at != std::string::npos; at = what.find(folder)) {
      what.erase(at, folder.size());
    }
    return what;
  }
  return "";
}

TEST(SceneFile, reads_the_base_scene) {
  const Scene scene = load(std::string(base_scene)).scene;
  EXPECT_EQ(scene.title, "test");
  EXPECT_EQ(scene.dimension, 2);
  EXPECT_EQ(scene.gravity.values, (std::vector<std::vector<double>>{{0.0, -9.81}}));
  ASSERT_EQ(scene.material.size(), 1u);
  EXPECT_EQ(scene.material[0].density, 2600.0);
  const auto& list = std::get<ListBodies>(scene.bodies.at(0));
  EXPECT_FALSE(list.position.nested);
  EXPECT_EQ(list.radius.values, std::vector<double>{0.1});
  EXPECT_TRUE(list.common.rotation);
  EXPECT_EQ(std::get<PlaneBoundary>(scene.boundary.at(0)).normal, (std::vector<double>{0.0, 1.0}));
  EXPECT_EQ(scene.time.end, 1.0);
  EXPECT_TRUE(std::holds_alternative<NlgsSettings>(scene.solver));
}

TEST(SceneFile, unknown_keys) {
  EXPECT_EQ(error_of(std::string(base_scene) + "[solver]\ntolerence = 1e-3\n"),
            "scene_file_test.toml:23:1: solver.tolerence: unknown key; did you mean "
            "\"tolerance\"?");
  EXPECT_EQ(error_of(with("density = 2600", "density = 2600\ncolour = 3")),
            "scene_file_test.toml:8:1: material[0].colour: unknown key; valid here: name, density");
  // The misspelt key is not also called missing.
  EXPECT_EQ(error_of(with("radius", "raduis")),
            "scene_file_test.toml:12:1: bodies[0].raduis: unknown key; did you mean \"radius\"?");
  EXPECT_EQ(error_of(with("[time]", "[output]\nEvery = 1\n[time]")),
            "scene_file_test.toml:20:1: output.Every: unknown key; did you mean \"every\"?");
}

TEST(SceneFile, wrong_types) {
  EXPECT_EQ(error_of(with("step = 1e-3", "step = \"fast\"")),
            "scene_file_test.toml:20:1: time.step: expected a number, got a string");
  EXPECT_EQ(error_of(with("density = 2600", "density = [1]")),
            "scene_file_test.toml:7:1: material[0].density: expected a number, got a list");
  EXPECT_EQ(error_of(with("position = [0, 1]", "position = [[0, 1],\n [0, \"a\"]]")),
            "scene_file_test.toml:12:6: bodies[0].position[1][1]: expected a number, got a string");
  EXPECT_EQ(error_of(with("dimension = 2", "dimension = 2.5")),
            "scene_file_test.toml:2:1: dimension: expected an integer, got 2.5");
  EXPECT_EQ(error_of(with("[[material]]", "[material]")),
            "scene_file_test.toml:5:2: material: expected a list of tables (opened by "
            "[[material]]), got a table");
  EXPECT_EQ(error_of(with("[time]\n", "[time]\nstep.x = 1\n")).substr(0, 24),
            "scene_file_test.toml:21:");
  EXPECT_EQ(error_of(with("title = \"test\"", "title = 1979-05-27")),
            "scene_file_test.toml:1:1: title: expected a string, got a date");
  EXPECT_EQ(error_of(with("normal = [0, 1]", "normal = 1")),
            "scene_file_test.toml:17:1: boundary[0].normal: expected a list of numbers, got an "
            "integer");
  EXPECT_EQ(
      error_of(with("radius = 0.1", "radius = 0.1\nrotation = 1")),
      "scene_file_test.toml:13:1: bodies[0].rotation: expected true or false, got an integer");
  EXPECT_EQ(error_of(with("radius = 0.1", "radius = 0.1\nshape = \"spere\"")),
            "scene_file_test.toml:13:1: bodies[0].shape: unknown value \"spere\"; did you mean "
            "\"sphere\"?");
}

TEST(SceneFile, integers_and_numbers_mix_where_nothing_is_lost) {
  const Scene scene = load(with("dimension = 2", "dimension = 2.0\nseed = 1e4")).scene;
  EXPECT_EQ(scene.dimension, 2);
  EXPECT_EQ(scene.seed, 10000);
}

TEST(SceneFile, ranges) {
  EXPECT_EQ(error_of(with("radius = 0.1", "radius = -1")),
            "scene_file_test.toml:12:1: bodies[0].radius: must be positive, got -1");
  EXPECT_EQ(error_of(with("[time]",
                          "[[pair]]\nmaterials = [\"glass\", \"glass\"]\n"
                          "restitution = 1.5\nfriction = -0.1\n[time]")),
            "scene_file_test.toml:21:1: pair[0].restitution: must be between 0 and 1, got 1.5\n"
            "scene_file_test.toml:22:1: pair[0].friction: must be at least 0, got -0.1");
  EXPECT_EQ(error_of(with("dimension = 2", "dimension = 4")),
            "scene_file_test.toml:2:1: dimension: must be between 2 and 3, got 4");
  EXPECT_EQ(error_of(with("end = 1", "end = inf")),
            "scene_file_test.toml:21:1: time.end: expected a finite number, got inf");
  EXPECT_EQ(error_of(with("end = 1", "end = nan")),
            "scene_file_test.toml:21:1: time.end: expected a finite number, got nan");
  EXPECT_EQ(error_of(with("position = [0, 1]\nradius = 0.1",
                          "position = [[0, 1], [1, 1]]\nradius = [0.1, 0]")),
            "scene_file_test.toml:12:1: bodies[0].radius[1]: must be positive, got 0");
}

TEST(SceneFile, missing_keys_are_reported_at_their_table) {
  EXPECT_EQ(error_of(with("end = 1\n", "")),
            "scene_file_test.toml:19:2: time.end: missing; this key is required. End of the run: "
            "the first multiple of the "
            "step that reaches it.");
  EXPECT_EQ(error_of(with("radius = 0.1\n", "")),
            "scene_file_test.toml:9:1: bodies[0].radius: missing; this key is required. Radius, or "
            "one per body.");
  EXPECT_EQ(error_of(with("title = \"test\"\n", "")),
            "scene_file_test.toml:1:1: title: missing; this key is required. What the scene is, in "
            "one line.");
}

TEST(SceneFile, several_errors_come_in_the_order_of_the_file) {
  EXPECT_EQ(error_of(with("end = 1", "ende = 1\nstop = 2") + "[output]\nevery = \"x\"\n"),
            "scene_file_test.toml:21:1: time.ende: unknown key; did you mean \"end\"?\n"
            "scene_file_test.toml:22:1: time.stop: unknown key; did you mean \"step\"?\n"
            "scene_file_test.toml:24:1: output.every: expected a number, got a string");
}

TEST(SceneFile, tags) {
  EXPECT_EQ(error_of(with("kind = \"plane\"", "kind = \"plain\"")),
            "scene_file_test.toml:15:1: boundary[0].kind: unknown kind \"plain\"; did you mean "
            "\"plane\"? expected one of \"plane\", \"segment\", \"box\", \"drum\", \"rectangle\", "
            "\"cylinder\", \"cone\", \"disc\"");
  EXPECT_EQ(error_of(with("kind = \"plane\"\n", "")),
            "scene_file_test.toml:14:1: boundary[0].kind: missing; expected one of \"plane\", "
            "\"segment\", \"box\", \"drum\", \"rectangle\", \"cylinder\", \"cone\", \"disc\"");
  const std::string unknown = error_of(std::string(base_scene) + "[solver]\nname = \"magic\"\n");
  EXPECT_TRUE(
      unknown.starts_with("scene_file_test.toml:23:1: solver.name: unknown name \"magic\"; "
                          "expected one of \"nlgs\""))
      << unknown;
  // A variant may be given by its tag alone, or without a tag where there is a default.
  const Scene scene =
      load(std::string(base_scene) + "[solver]\nlocal = \"exact\"\nmax_iterations = 5\n").scene;
  EXPECT_TRUE(std::holds_alternative<ExactLocal>(std::get<NlgsSettings>(scene.solver).local));
  EXPECT_EQ(std::get<NlgsSettings>(scene.solver).max_iterations, 5);
  EXPECT_EQ(load(with("gravity", "scheme = \"moreau-jean\"\ngravity")).scene.scheme.index(), 0u);
}

TEST(SceneFile, schemes_and_their_linear_solvers) {
  const auto scheme_of = [](const std::string& text) {
    return std::get<NewmarkSettings>(
        load(std::string(base_scene) + "[scheme]\nname = \"newmark\"\n" + text).scene.scheme);
  };
  EXPECT_EQ(scheme_of("").variant, NewmarkVariant::exact);
  EXPECT_TRUE(std::holds_alternative<AutoLinear>(scheme_of("").linear));
  EXPECT_TRUE(std::holds_alternative<PcgIc>(scheme_of("linear = \"pcg-ic\"\n").linear));
  const NewmarkSettings s = scheme_of(
      "variant = \"thesis\"\nstep_norm = 1e-5\nassembly = \"dense\"\n"
      "friction_velocity = \"end\"\nlinear = {name = \"gmres-ilut\", restart = 7}\n");
  EXPECT_EQ(s.variant, NewmarkVariant::thesis);
  EXPECT_EQ(s.step_norm, 1e-5);
  EXPECT_EQ(s.assembly, MatrixAssembly::dense);
  EXPECT_EQ(s.friction_velocity, FrictionVelocity::end);
  EXPECT_EQ(std::get<GmresIlut>(s.linear).restart, 7);
  const std::string unknown =
      error_of(std::string(base_scene) + "[scheme]\nname = \"newmark\"\nlinear = \"superlux\"\n");
  EXPECT_NE(unknown.find("did you mean \"superlu\"?"), std::string::npos) << unknown;
}

TEST(SceneFile, short_and_long_forms) {
  const Scene scene = load(with("position = [0, 1]\nradius = 0.1",
                                "position = [[0, 1], [0, 2]]\nradius = [0.1, 0.2]\nspin = [1, 2]\n"
                                "inertia = \"mass\"\n"
                                "[[bodies]]\nkind = \"lattice\"\norigin = [0, 0]\npitch = [1, 2]\n"
                                "count = [2, 3]\nradius = {values = [1, 2], weights = [1, 3]}\n"
                                "inertia = 0.5\n[[bodies]]\nkind = \"fill\"\ncount = 3\n"
                                "region = {low = [0, 0], high = [1, 1]}\n"
                                "radius = {min = 0.1, max = 0.2}") +
                           "[[force]]\nforce = {t = [0, 1], value = [[0, 0], [1, 2]]}\n")
                          .scene;
  const auto& list = std::get<ListBodies>(scene.bodies[0]);
  EXPECT_TRUE(list.position.nested);
  EXPECT_EQ(list.position.rows[1], (std::vector<double>{0.0, 2.0}));
  EXPECT_FALSE(list.spin.nested);
  EXPECT_EQ(list.common.inertia.kind, InertiaRule::Kind::mass);
  const auto& lattice = std::get<LatticeBodies>(scene.bodies[1]);
  EXPECT_EQ(lattice.count, (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(lattice.radius.weights.values, (std::vector<double>{1.0, 3.0}));
  EXPECT_EQ(lattice.common.inertia.kind, InertiaRule::Kind::value);
  EXPECT_EQ(lattice.common.inertia.value, 0.5);
  EXPECT_EQ(std::get<FillBodies>(scene.bodies[2]).radius.min, 0.1);
  EXPECT_EQ(scene.force[0].force.times, (std::vector<double>{0.0, 1.0}));
  EXPECT_EQ(scene.force[0].force.values[1], (std::vector<double>{1.0, 2.0}));
}

TEST(SceneFile, overrides) {
  const Overrides overrides{"solver.tolerance=1e-8", "solver.local=exact", "bodies[0].radius=0.25",
                            "title=two words", "boundary[0].motion={velocity = [1, 0]}"};
  const Scene scene = load(std::string(base_scene), overrides).scene;
  EXPECT_EQ(std::get<NlgsSettings>(scene.solver).tolerance, 1e-8);
  EXPECT_EQ(std::get<ListBodies>(scene.bodies[0]).radius.values, std::vector<double>{0.25});
  EXPECT_EQ(scene.title, "two words");
  EXPECT_EQ(std::get<PlaneBoundary>(scene.boundary[0]).common.motion->velocity.values.front(),
            (std::vector<double>{1.0, 0.0}));
}

TEST(SceneFile, errors_in_overrides_name_them) {
  const auto error = [](const std::string& text) {
    return error_of(std::string(base_scene), {text});
  };
  EXPECT_EQ(error("solver.tolerance=abc"),
            "--set solver.tolerance=abc: solver.tolerance: expected a number, got a string");
  EXPECT_EQ(error("solver.tolerance=-1"),
            "--set solver.tolerance=-1: solver.tolerance: must be positive, got -1");
  EXPECT_EQ(error("solver.tolerence=1"),
            "--set solver.tolerence=1: solver.tolerence: unknown key; did you mean \"tolerance\"?");
  EXPECT_EQ(error("solver"), "--set solver: expected KEY=VALUE");
  EXPECT_EQ(error("=1"), "--set =1: expected a key such as solver.tolerance before '='");
  EXPECT_EQ(error("a b=1"), "--set a b=1: unexpected ' ' in the key");
  EXPECT_EQ(error("bodies[7].radius=1"),
            "--set bodies[7].radius=1: there is no entry [7]; the list has 1, counted from 0");
  EXPECT_EQ(error("bodies[x].radius=1"),
            "--set bodies[x].radius=1: expected an index such as [0] in the key");
  EXPECT_EQ(error("bodies[0.radius=1"),
            "--set bodies[0.radius=1: expected an index such as [0] in the key");
  EXPECT_EQ(error("bodies.radius=1"),
            "--set bodies.radius=1: \"radius\" is looked for in a list; give an index such as [0] "
            "before it");
  EXPECT_EQ(error("title.x=1"), "--set title.x=1: \"x\" is looked for in a string");
  EXPECT_EQ(error("time.end=1\nstep = 2"),
            "--set time.end=1\nstep = 2: expected a single value "
            "after '='");
  EXPECT_TRUE(error("time.end=[1").starts_with("--set time.end=[1: the value is not valid TOML"));
  EXPECT_TRUE(error("time.end=").starts_with("--set time.end=: the value is not valid TOML"));
}

TEST(SceneFile, source_map_finds_the_nearest_table) {
  const SceneFile file = load(std::string(base_scene), {"time.end=2"});
  EXPECT_EQ(file.sources.find("bodies[0].radius").line, 12);
  EXPECT_EQ(file.sources.find("bodies[0].mass").line, 9);
  EXPECT_EQ(file.sources.find("boundary[0].normal[1]").line, 17);
  EXPECT_EQ(file.sources.find("time.end").file, "--set time.end=2");
  EXPECT_EQ(file.sources.find("pair").line, 1);
  EXPECT_EQ(SourceMap().find("a.b[2].c").line, 0);

  const InputError error = located(InputError("bodies[0].mass", "missing"), file.sources);
  EXPECT_TRUE(std::string(error.what()).ends_with(":9:1: bodies[0].mass: missing")) << error.what();
  // An error that has a place keeps it.
  const InputError elsewhere(SourceLocation{"a.csv", 3, 4}, "bodies[0].file", "bad");
  EXPECT_STREQ(located(elsewhere, file.sources).what(), "a.csv:3:4: bodies[0].file: bad");
}

TEST(SceneFile, csv_files_stand_relative_to_the_scene) {
  const Scene scene = load(with("kind = \"list\"\nposition = [0, 1]\nradius = 0.1",
                                "kind = \"csv\"\nfile = \"sub/../heap.csv\""))
                          .scene;
  EXPECT_EQ(std::get<CsvBodies>(scene.bodies[0]).file, (test_folder() / "heap.csv").string());
}

// Every kind of entry, with every key that has a form of its own.
Scene rich_scene() {
  Scene scene = load(std::string(base_scene)).scene;
  scene.title = "quotes \" and \\ and é";
  scene.description = "two\nlines, a tab\t, \"\"\"quotes\"\"\" and a bell \a";
  scene.seed = -3;
  scene.overlap_tolerance = 0.1 + 0.2;
  scene.gravity = {{0.0, 0.5}, {{0.0, -9.81}, {-0.0, 1e-300}}};
  scene.pair.push_back(
      {{"glass", "glass"},
       1.0 / 3.0,
       0.5,
       -0.25,
       0.125,
       std::nullopt,
       0.1,
       0.2,
       ComplianceSettings{ComplianceKind::snc, 2.5, 1e5, Normalisation::potential, 12.5, 0.1}});
  auto& list = std::get<ListBodies>(scene.bodies[0]);
  list.position = {{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}}, true};
  list.radius.values = {0.1, 0.2, 0.1, 0.2, 0.1};
  list.velocity = {{{1, 2}}, false};
  list.spin = {{{1, 2, 3, 4, 5}}, false};
  list.common = {
      "glass", "first", BallSolid::sphere, {{1, 2, 3, 4, 5}}, {InertiaRule::Kind::mass, 0.0}, "x",
      false,   true};
  LatticeBodies lattice;
  lattice.origin = {10, 10};
  lattice.pitch.values = {0.5, -0.5};
  lattice.count = {3, 4};
  lattice.jitter.values = {0.01};
  lattice.radius = {{{0.1, 0.2}}, {{1, 2}}, {}, {}};
  lattice.velocity = {1e100, 5e-324};
  lattice.seed = 12345678901234567;
  lattice.common.inertia = {InertiaRule::Kind::value, 2.5};
  lattice.common.free = "";
  scene.bodies.emplace_back(lattice);
  FillBodies fill;
  fill.region.center = {0, 0};
  fill.region.radius = 3.0;
  fill.count = 10;
  fill.radius = {{}, {}, 0.1, 0.2};
  fill.velocity_jitter.values = {0.1, 0.2};
  scene.bodies.emplace_back(fill);
  CsvBodies csv;
  csv.file = "/data/some file.csv";
  scene.bodies.emplace_back(csv);
  SegmentBoundary segment;
  segment.start = {0, 0};
  segment.end = {1, 1};
  segment.common = {"stick", "glass", MotionSettings{}, 0.25, 0.75};
  segment.common.motion->spin = VectorSeries::constant({3.0});
  segment.common.motion->pivot = {1, 1};
  segment.common.motion->start = 0.5;
  segment.common.motion->stop = 0.625;
  scene.boundary.emplace_back(segment);
  BoxBoundary box;
  box.low = {0, 0};
  box.high = {1, 1};
  box.open = {"y+", "x-"};
  scene.boundary.emplace_back(box);
  DrumBoundary drum;
  drum.center = {0, 0};
  drum.radius = 2.0;
  drum.common.motion = MotionSettings{};
  drum.common.motion->rpm = VectorSeries::constant({40});
  scene.boundary.emplace_back(drum);
  scene.force.push_back({"first", VectorSeries::constant({1, 0})});
  scene.force.push_back({"", {{0, 1}, {{0, 0}, {1, 1}}}});
  PlaneBoundary lid;
  lid.point = {0, 9};
  lid.normal = {0, -1};
  lid.load = LoadSettings{2.0, {{0.0, 1.0}, {{0.0}, {5.0}}}};
  scene.boundary.emplace_back(lid);
  FeedSettings feed;
  feed.region.low = {0, 0};
  feed.region.high = {1, 1};
  feed.rate = 100.0;
  feed.radius.values.values = {0.01};
  feed.until = 0.5;
  feed.common.group = "fed";
  scene.feed.push_back(feed);
  scene.remove.push_back({fill.region, RegionSide::inside, "fed"});
  scene.stop.kinetic_energy = 1e-9;
  scene.stop.empty = feed.region;
  NlgsSettings solver;
  solver.tolerance_velocity = 1e-9;
  solver.order = SweepOrder::random;
  solver.warm_start = false;
  scene.solver = solver;
  scene.output.every = 0.1;
  ObserveProfile profile;
  profile.common = {"shear", 0.2};
  profile.field.grid = {{0, 0}, {1, 2}, {1, 20}};
  profile.field.width = 1.0 / 3.0;
  profile.field.average = true;
  scene.observe.emplace_back(profile);
  ObserveSurface surface;
  surface.shape = SurfaceShape::heap;
  surface.part.region = WindowSettings{{}, {}, {0, 1}, 0.5};
  scene.observe.emplace_back(surface);
  scene.observe.emplace_back(ObserveEnergy{});
  return scene;
}

TEST(SceneFile, to_toml_reads_back_as_the_same_scene) {
  const Scene scene = rich_scene();
  const std::string text = to_toml(scene);
  const Scene again = load(text).scene;
  EXPECT_EQ(to_toml(again), text);
  // And not only the texts are equal:
  EXPECT_EQ(again.title, scene.title);
  EXPECT_EQ(again.description, scene.description);
  EXPECT_EQ(again.overlap_tolerance, 0.1 + 0.2);
  EXPECT_EQ(again.gravity.values, scene.gravity.values);
  EXPECT_TRUE(std::signbit(again.gravity.values[1][0]));
  EXPECT_EQ(again.pair[0].friction, 1.0 / 3.0);
  EXPECT_EQ(again.pair[0].compliance->exponent, 2.5);
  EXPECT_EQ(again.pair[0].compliance->normalisation, Normalisation::potential);
  EXPECT_EQ(again.pair[0].compliance->c_t, 12.5);
  const auto& list = std::get<ListBodies>(again.bodies[0]);
  EXPECT_EQ(list.position.rows, std::get<ListBodies>(scene.bodies[0]).position.rows);
  EXPECT_TRUE(list.position.nested);
  EXPECT_FALSE(list.velocity.nested);
  EXPECT_EQ(list.common.shape, BallSolid::sphere);
  EXPECT_EQ(list.common.free, "x");
  const auto& lattice = std::get<LatticeBodies>(again.bodies[1]);
  EXPECT_EQ(lattice.velocity, (std::vector<double>{1e100, 5e-324}));
  EXPECT_EQ(lattice.seed, 12345678901234567);
  EXPECT_EQ(lattice.common.inertia.value, 2.5);
  EXPECT_EQ(std::get<FillBodies>(again.bodies[2]).radius.max, 0.2);
  EXPECT_EQ(std::get<CsvBodies>(again.bodies[3]).file, "/data/some file.csv");
  EXPECT_EQ(std::get<DrumBoundary>(again.boundary[3]).common.motion->rpm.values[0][0], 40.0);
  EXPECT_EQ(again.force[1].force.times, (std::vector<double>{0.0, 1.0}));
  EXPECT_EQ(std::get<SegmentBoundary>(again.boundary[1]).common.until, 0.75);
  EXPECT_EQ(std::get<SegmentBoundary>(again.boundary[1]).common.motion->stop, 0.625);
  EXPECT_EQ(std::get<PlaneBoundary>(again.boundary[4]).load->force.values,
            (std::vector<std::vector<double>>{{0.0}, {5.0}}));
  EXPECT_EQ(again.feed[0].region.high, (std::vector<double>{1.0, 1.0}));
  EXPECT_EQ(again.feed[0].until, 0.5);
  EXPECT_EQ(again.feed[0].common.group, "fed");
  EXPECT_EQ(again.remove[0].where, RegionSide::inside);
  EXPECT_EQ(again.remove[0].region.radius, 3.0);
  EXPECT_EQ(again.stop.kinetic_energy, 1e-9);
  EXPECT_EQ(again.stop.empty->low, (std::vector<double>{0.0, 0.0}));
  EXPECT_EQ(std::get<NlgsSettings>(again.solver).order, SweepOrder::random);
  EXPECT_EQ(again.output.every, 0.1);
  const auto& profile = std::get<ObserveProfile>(again.observe.at(0));
  EXPECT_EQ(profile.common.name, "shear");
  EXPECT_EQ(profile.field.grid.cells, (std::vector<std::int64_t>{1, 20}));
  EXPECT_EQ(profile.field.width, 1.0 / 3.0);
  const auto& surface = std::get<ObserveSurface>(again.observe.at(1));
  EXPECT_EQ(surface.shape, SurfaceShape::heap);
  EXPECT_EQ(surface.part.region->radius, 0.5);
  EXPECT_FALSE(std::get<ObserveEnergy>(again.observe.at(2)).common.every);
}

TEST(SceneFile, to_toml_of_defaults_names_every_setting) {
  const std::string text = to_toml(load(std::string(base_scene)).scene);
  for (const char* line : {"kind = \"plane\"", "rotation = true", "inertia = \"shape\"",
                           "[scheme]\nname = \"moreau-jean\"", "[solver]\nname = \"nlgs\"",
                           "frames_per_segment = 20", "radius = 0.1", "end = 1.0"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << "\n in \n" << text;
  }
}

TEST(SceneFile, reference_names_keys_units_defaults_and_ranges) {
  const std::string text = scene_reference();
  for (const char* row :
       {"## `[[bodies]]`", "### `bodies` with `kind = \"fill\"`", "## `[boundary.motion]`",
        "### `solver` with `name = \"nlgs\"`",
        "| `step` | number, > 0 | s | **required** | Time step; `galet check` suggests one, "
        "whatever is given here. |",
        "| `restitution` | number, 0 to 1 |  | `0.0` | Newton's normal restitution e_n. |",
        "| `shape` | `\"disc\"`, `\"sphere\"` |"}) {
    EXPECT_NE(text.find(row), std::string::npos) << row;
  }
}

TEST(SceneFile, nasty_scenes_are_errors) {
  for (const char* text : {"",
                           "bodies = 1",
                           "bodies = [1]",
                           "bodies = [[1]]",
                           "bodies = [{}]",
                           "bodies = {}",
                           "bodies = [{kind = 1}]",
                           "bodies = [{kind = \"list\", position = [[]]}]",
                           "bodies = [{kind = \"list\", position = []}]",
                           "bodies = [\"list\"]",
                           "time = 1",
                           "time = []",
                           "solver = 1",
                           "solver = \"\"",
                           "solver = {name = {}}",
                           "gravity = {}",
                           "gravity = {t = 1, value = 2}",
                           "gravity = [[1, 2]]",
                           "material = \"x\"",
                           "boundary = [{kind = \"plane\", motion = 1}]",
                           "a.b.c = 1",
                           "\"\" = 1",
                           "dimension = \"2\"",
                           "bodies = [{kind = \"lattice\", count = 9223372036854775807}]"}) {
    EXPECT_NE(error_of(text), "") << text;
  }
}

// Every scene of the gallery can be read and built.
TEST(SceneFile, gallery_loads_and_builds) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(GALET_SCENES "/gallery")) {
    if (entry.path().extension() != ".toml") continue;
    ++count;
    const Scene scene = load_scene(entry.path()).scene;
    EXPECT_FALSE(scene.title.empty());
    EXPECT_GT(scene.description.size(), 50u) << entry.path();
    if (scene.dimension == 2) {
      EXPECT_NO_THROW(build<2>(scene)) << entry.path();
    } else {
      EXPECT_NO_THROW(build<3>(scene)) << entry.path();
    }
  }
  EXPECT_GE(count, 9);
}

}  // namespace
}  // namespace galet::scene_file_test
