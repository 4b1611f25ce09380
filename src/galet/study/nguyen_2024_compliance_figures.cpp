// Figures 4.20 to 4.29 of [Nguyen2024, §4.4 and §4.5], the blend that it calls restitution and
// penalised friction, and all initial conditions of its listing (app. A) with compliant contacts,
// in variant = "exact".
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "galet/study/checks.hpp"
#include "galet/study/compliant_run.hpp"
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
        report.add(check_between({name + "energy lost over the energy in play", "", lost, {}, ""},
                                 before, 1.0, "more than with the smaller e"));
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

// Angular momentum about the line of contact points is kept, whatever the normal force: after
// sliding v = v₀/(1 + I/(m r²)), ω = −v/r.
void fill_friction(const std::filesystem::path& scenes, Report& report) {
  Scene plane = scene_of(scenes, "nguyen-2024/appendix-one-a.toml");
  plane.gravity = VectorSeries::constant({0.0, -9.80665});
  plane.time = {1e-4, 0.6};
  const double r = 0.20001;
  const double rolling = r * r / (1.0 + r * r);
  for (const double mu : {0.25, 0.5, 1.0}) {
    for (const double alpha : {2.0, 3.0}) {
      const CompliantRun run =
          run_compliant(with_law(plane, {.exponent = alpha,
                                         .stiffness = 1e6,
                                         .normalisation = Normalisation::potential,
                                         .friction = mu,
                                         .c_t = 1e4}));
      const std::string name = fmt::format("disc on a plane, µ = {:g}, α = {:g}: ", mu, alpha);
      report.add(check_near({name + "velocity when rolling", "m/s", run.velocity[0][0], {}, ""},
                            rolling, 1e-9, "v₀/(1 + I/(m r²)), I = 1: angular momentum"));
      report.add(check_equal({name + "unsolved steps", "", double(run.unsolved), {}, ""}, 0.0));
      report.add(check_at_most({name + "error of the energy balance", "", run.balance, {}, ""},
                               1e-11, "round-off of the steps"));
    }
  }
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
    report.add(check_between({name + "energy taken by friction", "J", pair.dissipated, {}, ""}, 0.0,
                             1.0, "between nothing and the kinetic energy of the start"));
    const CompliantRun bed = run_compliant(with_law(
        many,
        {.stiffness = 1e6, .normalisation = Normalisation::potential, .friction = mu, .c_t = 1e4}));
    const std::string bed_name = fmt::format("100 discs, 0.5 s, µ = {:g}: ", mu);
    report.add(check_between({bed_name + "energy taken by friction over the energy in play",
                              "",
                              bed.dissipated / bed.scale,
                              {},
                              ""},
                             0.0, 1.0, "friction only takes energy"));
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
        report.add(check_between({what + "energy taken by friction over the energy in play",
                                  "",
                                  run.dissipated / run.scale,
                                  {},
                                  ""},
                                 -1e-12, 1.0, "friction on the mean velocity only takes energy"));
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
