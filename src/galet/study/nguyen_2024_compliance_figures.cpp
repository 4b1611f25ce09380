// Figures 4.20 to 4.29 of [Nguyen2024, §4.4 and §4.5], the blend that it calls restitution and
// penalised friction, and all initial conditions of its listing (app. A) with compliant contacts,
// in variant = "exact".
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "galet/study/checks.hpp"
#include "galet/study/compliant_run.hpp"
#include "galet/study/nguyen_2024_rolling.hpp"
#include "galet/study/nguyen_2024_rows.hpp"
#include "galet/study/papers.hpp"

namespace galet {
namespace {

// The law of sections 4.4 and 4.5 in variant = "exact": α = 3 unless told, c_ν the factor of the
// energy.
Scene with_law(Scene scene, const ProgramSettings& settings, double blend = 0.0) {
  set_program(scene, settings);
  scene.pair.at(0).compliance->blend = blend;
  make_exact(scene);
  return scene;
}

void fill_blend(const std::filesystem::path& scenes, Report& report) {
  const ProgramSettings law{.stiffness = 1e6, .normalisation = Normalisation::potential};
  struct BlendCase {
    std::string name;
    double end;
  };
  for (const BlendCase& c : {BlendCase{"bounce", 2.0}, BlendCase{"25", 1.0}}) {
    Scene scene = scene_of(scenes, fmt::format("nguyen-2024/appendix-{}.toml", c.name));
    scene.time = {1e-4, c.end};
    double before = 0.0;
    for (const double e : {0.0, 0.5, 1.0}) {
      const CompliantRun run = run_compliant(with_law(scene, law, e));
      const std::string name = fmt::format("{}, e = {:g}: ", c.name, e);
      const double lost = (run.total_first - run.total_last) / run.scale;
      if (e == 0.0) {
        report.add(check_at_most({name + "largest change of energy over the energy in play",
                                  "",
                                  run.drift / run.scale,
                                  {},
                                  ""},
                                 1e-11, "pure INC conserves; round-off"));
      } else {
        report.add(check_at_least({name + "energy lost over the energy in play", "", lost, {}, ""},
                                  before, "more than with the smaller e"));
        before = lost;
      }
      report.add(check_equal({name + "unsolved steps", "", double(run.unsolved), {}, ""}, 0.0));
    }
  }
  // One bounce: the loss is that of a spring at the end of the step, in proportion to the step.
  Scene bounce = scene_of(scenes, "nguyen-2024/appendix-bounce.toml");
  std::array<double, 2> lost{};
  for (const std::size_t k : {std::size_t{0}, std::size_t{1}}) {
    bounce.time = {k == 0 ? 1e-4 : 5e-5, 0.6};
    const CompliantRun run = run_compliant(with_law(bounce, law, 1.0));
    lost[k] = (run.total_first - run.total_last) / run.scale;
  }
  report.add(check_near({"loss of one bounce with e = 1: ratio of h = 1e-4 to 5e-5 s",
                         "",
                         lost[0] / lost[1],
                         {},
                         "a Newton coefficient would give 1: the blend is none"},
                        2.0, 0.2, "first order in h; the next order is ω h, below 0.1"));
  report.notes = {"Of the figure only curves are printed; they fall with growing e as ours do."};
}

// ---- A disc slides and rolls on a plane: see nguyen_2024_rolling.hpp

Scene plane_scene(const std::filesystem::path& scenes) {
  Scene scene = scene_of(scenes, "nguyen-2024/appendix-one-a.toml");
  scene.gravity = VectorSeries::constant({0.0, -kPlaneGravity});
  scene.time = {1e-4, 0.6};
  return scene;
}

void add_plane(Report& report, const Scene& plane, double mu, double alpha) {
  const double rolling = kPlaneRadius * kPlaneRadius / (1.0 + kPlaneRadius * kPlaneRadius);
  RollWatch watch;
  const CompliantRun run = run_compliant(with_law(plane, {.exponent = alpha,
                                                          .stiffness = 1e6,
                                                          .normalisation = Normalisation::potential,
                                                          .friction = mu,
                                                          .c_t = 1e4}),
                                         [&](const Simulation<2>& s) { watch.look(s); });
  const std::string name = fmt::format("disc on a plane, µ = {:g}, α = {:g}: ", mu, alpha);
  // The normal force is at most some four weights. Stick begins when the slip is µ λ/c_t, early by
  // λ/(c_t g (1 + m r²/I)), and is seen at the end of its step.
  report.add(check_near(
      {name + "t + v_y/g where rolling begins", "s", watch.time,
       mu == 0.5 ? std::optional(0.2) : std::nullopt, mu == 0.5 ? "text: about 0.2 s" : ""},
      time_of_rolling(mu), 4.0 * (1e-4 + 1e-4),
      "a step and the penalty of stick, each with up to four weights"));
  report.add(check_near({name + "velocity when rolling", "m/s", run.velocity[0][0], {}, ""},
                        rolling, 1e-9, "v₀/(1 + I/(m r²)), I = 1: angular momentum"));
  report.add(check_equal({name + "unsolved steps", "", double(run.unsolved), {}, ""}, 0.0));
  report.add(check_at_most({name + "error of the energy balance", "", run.balance, {}, ""}, 1e-11,
                           "round-off of the steps"));
}

// The scheme of the thesis beside it: p_n = m g h in every step, slip ends within a step.
void add_plane_nscd(Report& report, Scene plane, double mu) {
  plane.pair.at(0).friction = mu;
  plane.pair.at(0).restitution = 0.0;
  RollWatch watch;
  Simulation<2> simulation = start<2>(plane);
  advance_to_end(simulation, [&](const Simulation<2>& s, const StepRecord&) { watch.look(s); });
  report.add(check_near(
      {fmt::format("disc on a plane, µ = {:g}, NSCD: rolling begins", mu), "s", watch.time, {}, ""},
      time_of_rolling(mu), 1e-4, "the step in which it lies"));
}

// c_t as the text prints it, with its variant: a law that is a step for the Newton loop.
void add_plane_as_printed(Report& report, Scene plane) {
  set_program(plane, {.exponent = 3.0,
                      .stiffness = 1e6,
                      .normalisation = Normalisation::potential,
                      .friction = 0.5,
                      .c_t = 1e6});
  RollWatch watch;
  const CompliantRun run = run_compliant(plane, [&](const Simulation<2>& s) { watch.look(s); });
  const std::string name = "disc on a plane, µ = 0.5, α = 3, c_t = 1e6 as printed: ";
  report.add(report_only({name + "t + v_y/g where rolling begins", "s", watch.time, 0.2,
                          "variant = \"thesis\", Newton steps to 1e-5 m"},
                         time_of_rolling(0.5)));
  report.add(report_only({name + "unsolved steps", "", double(run.unsolved), {}, ""}));
}

// A disc that cannot turn, held by penalised friction on an incline of 0.2 rad below atan µ: it
// creeps with m g sin α/c_t, reached within a few m/c_t. It starts with the overlap that carries
// it, m g cos α/(2 C).
void add_creep(Report& report, const std::filesystem::path& scenes) {
  constexpr double incline = 0.2, c_t = 1e4, C = 1e6;
  Scene scene = plane_scene(scenes);
  scene.gravity = VectorSeries::constant(
      {kPlaneGravity * std::sin(incline), -kPlaneGravity * std::cos(incline)});
  scene.time.end = 0.01;
  auto& disc = std::get<ListBodies>(scene.bodies.at(0));
  disc.common.rotation = false;
  disc.velocity.rows = {{0.0, 0.0}};
  disc.position.rows = {{0.0, kPlaneRadius - 0.5 * kPlaneGravity * std::cos(incline) / C}};
  for (const bool exact : {true, false}) {
    set_program(scene, {.exponent = 2.0,
                        .stiffness = C,
                        .normalisation = Normalisation::potential,
                        .friction = 0.5,
                        .c_t = c_t,
                        .newton = 1e-12});
    if (exact) make_exact(scene);
    const CompliantRun run = run_compliant(scene);
    report.add(check_near(
        {fmt::format("creep on an incline, variant = \"{}\"", exact ? "exact" : "thesis"),
         "m/s",
         run.velocity[0][0],
         {},
         "penalised friction holds nothing quite"},
        kPlaneGravity * std::sin(incline) / c_t, 1e-8,
        "m g sin α/c_t; Newton steps of 1e-12 m over h"));
  }
}

void fill_friction(const std::filesystem::path& scenes, Report& report) {
  const Scene plane = plane_scene(scenes);
  for (const double mu : {0.25, 0.5, 1.0}) {
    for (const double alpha : {2.0, 3.0}) add_plane(report, plane, mu, alpha);
    add_plane_nscd(report, plane, mu);
  }
  add_plane_as_printed(report, plane);
  add_creep(report, scenes);
  Scene two = scene_of(scenes, "nguyen-2024/appendix-two-b.toml");
  two.gravity = VectorSeries::constant({0.0, -9.80665});
  two.time = {1e-4, 0.5};
  Scene many = scene_of(scenes, "nguyen-2024/appendix-100.toml");
  many.time = {1e-4, 0.5};
  for (const double mu : {0.25, 0.5, 1.0}) {
    const CompliantRun pair = run_compliant(with_law(
        two,
        {.stiffness = 1e7, .normalisation = Normalisation::potential, .friction = mu, .c_t = 1e4}));
    const std::string name = fmt::format("two discs, µ = {:g}: ", mu);
    report.add(check_at_most({name + "sum of the velocities along the floor",
                              "m/s",
                              std::abs(pair.velocity[0][0] + pair.velocity[1][0]),
                              {},
                              ""},
                             1e-9, "the motion is symmetric; round-off"));
    report.add(check_at_least({name + "energy taken by friction", "J", pair.dissipated, {}, ""},
                              -1e-12, "friction on the mean velocity only takes energy"));
    const CompliantRun bed = run_compliant(with_law(
        many,
        {.stiffness = 1e6, .normalisation = Normalisation::potential, .friction = mu, .c_t = 1e4}));
    const std::string bed_name = fmt::format("100 discs, 0.5 s, µ = {:g}: ", mu);
    report.add(check_at_least({bed_name + "energy taken by friction over the energy in play",
                               "",
                               bed.dissipated / bed.scale,
                               {},
                               ""},
                              -1e-12, "friction on the mean velocity only takes energy"));
    report.add(check_equal({bed_name + "unsolved steps", "", double(bed.unsolved), {}, ""}, 0.0));
  }
  report.notes = {
      "Only curves are printed. The rolling velocity 0.0385 m/s belongs to I = 1, the number that "
      "the "
      "listing gives the inertia."};
}

// ---- The cases of the listing

// All initial conditions of the listing with its law (α = 3, c_ν = 1e8) in variant = "exact":
// energy stays, with friction it only falls.
void fill_listing(const std::filesystem::path& scenes, Report& report) {
  for (const std::string_view name : kListing) {
    Scene scene = scene_of(scenes, fmt::format("nguyen-2024/appendix-{}.toml", name));
    scene.time.end = std::min(scene.time.end, name == "newton" ? 1.0 : 0.5);
    for (const double mu : {0.0, 0.5}) {
      set_program(scene, {.stiffness = 1e8,
                          .normalisation = Normalisation::potential,
                          .friction = mu,
                          .c_t = 1e4});
      make_exact(scene);
      const CompliantRun run = run_compliant(scene);
      const std::string what = fmt::format("{}, µ = {:g}: ", name, mu);
      report.add(check_equal({what + "unsolved steps", "", double(run.unsolved), {}, ""}, 0.0));
      report.add(check_at_most({what + "error of the energy balance", "", run.balance, {}, ""},
                               1e-11, "round-off of the steps"));
      if (mu == 0.0) {
        report.add(check_at_most({what + "largest change of kinetic, potential and stored energy "
                                         "over the energy in play",
                                  "",
                                  run.drift / run.scale,
                                  {},
                                  ""},
                                 1e-11, "round-off of the steps"));
      } else {
        report.add(check_at_least({what + "energy taken by friction over the energy in play",
                                   "",
                                   run.dissipated / run.scale,
                                   {},
                                   ""},
                                  -1e-12, "friction on the mean velocity only takes energy"));
      }
    }
  }
}

std::vector<std::string> scenes_of_listing() {
  std::vector<std::string> all;
  for (const std::string_view name : kListing) {
    all.push_back(fmt::format("nguyen-2024/appendix-{}.toml", name));
  }
  return all;
}

}  // namespace

std::vector<Experiment> nguyen_2024_compliance_figure_experiments() {
  return {
      {.id = "nguyen-2024/fig-4.20",
       .title = "The blend that the thesis calls restitution: one disc and 25 discs",
       .source = "[Nguyen2024, §4.4, Fig. 4.20]",
       .quick = true,
       .catalogue = {"thesis-restitution-one-ball", "thesis-restitution-25-balls"},
       .scenes = {"nguyen-2024/appendix-bounce.toml", "nguyen-2024/appendix-25.toml"},
       .fill = fill_blend},
      {.id = "nguyen-2024/fig-4.22",
       .title = "Penalised friction: sliding to rolling, two discs, 100 discs",
       .source = "[Nguyen2024, §4.5.3, Fig. 4.22 to 4.29]",
       .quick = true,
       .catalogue = {"thesis-friction-ball-plane", "thesis-friction-two-balls",
                     "thesis-friction-100"},
       .scenes = {"nguyen-2024/appendix-one-a.toml", "nguyen-2024/appendix-two-b.toml",
                  "nguyen-2024/appendix-100.toml"},
       .fill = fill_friction},
      {.id = "nguyen-2024/appendix-compliance",
       .title = "All cases of the listing with its compliance, in the exact variant",
       .source = "[Nguyen2024, app. A]",
       .quick = true,
       .catalogue = {"appendix-main"},
       .scenes = scenes_of_listing(),
       .fill = fill_listing},
  };
}

}  // namespace galet
