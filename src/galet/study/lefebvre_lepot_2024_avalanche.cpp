// Experiment of [LefebvreLepot2024]: the angles at which a lubricated layer starts and stops.
//
// A layer on a rough base in a periodic cell. Gravity is turned by 1° after the other; at each
// angle it holds for a time given in √(d/g), and the layer counts as flowing when its mean speed
// along the slope, over the last tenth of that time, is above 0.01 √(g d). θ_start is the first
// angle at which it flows, from rest; then gravity is turned back, and θ_stop is the first angle at
// which it does not flow any more. All of this is ours: the slides show the three steps of their
// protocol in pictures.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "galet/base/timer.hpp"
#include "galet/observe/coordination.hpp"
#include "galet/observe/stress.hpp"
#include "galet/study/checks.hpp"
#include "galet/study/papers.hpp"
#include "galet/study/printed_table.hpp"
#include "galet/study/scene_run.hpp"

namespace galet {
namespace {

constexpr double kGravity = 9.81;
constexpr double kDiameter = 1e-3;  // m, in the mean

struct Layer {
  Bodies<2> bodies;
  ContactMemory<2> memory;
};

// What the end of a hold shows.
struct Hold {
  double speed = 0.0;         // mean along the slope over the last tenth, over √(g d)
  double coordination = 0.0;  // contacts with an impulse, per grain
  double ratio = 0.0;         // shear over normal stress on planes along the slope
  double overlap = 0.0;       // largest, relative
  std::int64_t unsolved = 0;
  std::int64_t steps = 0;
};

// Runs the layer at an angle for a time and leaves it there.
Hold hold(Scene scene, Layer& layer, double degrees, double time) {
  const double theta = degrees * std::numbers::pi / 180.0;
  scene.gravity = VectorSeries::constant({kGravity * std::sin(theta), -kGravity * std::cos(theta)});
  scene.time.end = time;
  Setup<2> setup = build<2>(scene);
  if (layer.bodies.size() > 0) {
    setup.bodies = layer.bodies;
    setup.memory = layer.memory;
  }
  Simulation<2> simulation(scene, setup);
  const Bodies<2>& bodies = simulation.state().bodies;
  Part<2> grains;
  grains.cell = simulation.world().cell;
  double mass = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies.is_fixed(i)) continue;
    grains.group = bodies.group[i];
    mass += bodies.mass[i];
  }
  const std::int64_t steps = count_steps(scene.time);
  const std::int64_t watched = std::max<std::int64_t>(1, steps / 10);
  Hold out;
  out.steps = steps;
  Stress<2> stress;
  advance_to_end(simulation, [&](const Simulation<2>& s, const StepRecord& record) {
    out.overlap = std::max(out.overlap, record.penetration_relative);
    if (record.solve.status != SolveStatus::solved) ++out.unsolved;
    if (record.step <= steps - watched) return;
    double momentum = 0.0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if (!bodies.is_fixed(i)) momentum += bodies.mass[i] * bodies.velocity[i].x();
    }
    out.speed += momentum / mass / static_cast<double>(watched);
    out.coordination +=
        compute_coordination<2>(s.look(), grains, true, 2).mean() / static_cast<double>(watched);
    stress += compute_stress<2>(s.look(), grains);
  });
  out.speed /= std::sqrt(kGravity * kDiameter);
  const Mat<2> total = stress.total();
  out.ratio = -total(0, 1) / total(1, 1);
  layer = {bodies, simulation.state().memory};
  return out;
}

struct Angles {
  double start = std::nan("");
  double stop = std::nan("");
  Hold flowing;
  Hold resting;
  double overlap = 0.0;
  std::int64_t unsolved = 0;
  std::int64_t steps = 0;
};

// From rest at angle 0, up to `most` degrees in steps of `by`.
Angles find_angles(const Scene& scene, double time, double first, double by, double most) {
  Angles out;
  Layer layer;
  const double limit = 0.01;
  const auto look = [&](double degrees) {
    const Hold h = hold(scene, layer, degrees, time);
    out.overlap = std::max(out.overlap, h.overlap);
    out.unsolved += h.unsolved;
    out.steps += h.steps;
    return h;
  };
  out.resting = look(0.0);
  double degrees = first;
  for (; degrees <= most; degrees += by) {
    const Hold h = look(degrees);
    if (h.speed > limit) {
      out.start = degrees;
      out.flowing = h;
      break;
    }
    out.resting = h;
  }
  if (std::isnan(out.start)) return out;
  for (degrees -= by; degrees >= 0.0; degrees -= by) {
    const Hold h = look(degrees);
    if (!(h.speed > limit)) {
      out.stop = degrees;
      break;
    }
    out.flowing = h;
  }
  return out;
}

// With friction the set that is projected on is not convex, and nothing says that every step can be
// solved: one in ten thousand may be left.
void add_angles(Report& report, const std::string& name, const Angles& angles, bool convex,
                std::optional<double> start, std::optional<double> stop) {
  report.add(report_only(
      {name + "θ_start", "°", angles.start, start, "print: for grains it does not describe"}));
  report.add(report_only({name + "θ_stop", "°", angles.stop, stop, ""}));
  report.add(report_only(
      {name + "contacts per grain, before the start", "", angles.resting.coordination, {}, ""}));
  report.add(
      report_only({name + "contacts per grain, in flow", "", angles.flowing.coordination, {}, ""}));
  report.add(
      report_only({name + "shear over normal stress, in flow", "", angles.flowing.ratio, {}, ""}));
  const Figure unsolved{
      name + "steps left unsolved", "", static_cast<double>(angles.unsolved), {}, ""};
  report.add(convex ? check_equal(unsolved, 0.0)
                    : check_at_most(unsolved, 1e-4 * static_cast<double>(angles.steps),
                                    "one step in ten thousand"));
  report.add(
      check_at_most({name + "largest overlap over the smaller radius", "", angles.overlap, {}, ""},
                    1e-3, "the tolerance of the scene"));
}

struct Case {
  std::string name;
  double friction = 0.0;
  std::size_t printed = 0;  // row of the table
};
const Case kSmooth{"no friction", 0.0, 0};
const Case kRough{"friction 0.3", 0.3, 1};

// One case with a seed and a viscosity.
Angles run_case(Scene scene, const Case& c, std::int64_t seed, double viscosity, double time,
                double by) {
  scene.seed = seed;
  scene.pair.front().friction = c.friction;
  *scene.pair.front().gluey->viscosity *= viscosity;
  return find_angles(scene, time, by, by, 45.0);
}

// Mean, and the standard error of it as a note.
void add_mean(Report& report, const std::string& name, const std::vector<Angles>& runs,
              double Angles::*angle) {
  double sum = 0.0;
  double squares = 0.0;
  for (const Angles& run : runs) {
    sum += run.*angle;
    squares += (run.*angle) * (run.*angle);
  }
  const auto n = static_cast<double>(runs.size());
  const double variance = std::max(0.0, squares / n - sum * sum / (n * n));
  report.add(report_only({name,
                          "°",
                          sum / n,
                          {},
                          fmt::format("± {:.1f}° (standard error, {} seeds)",
                                      std::sqrt(variance / (n - 1.0)), runs.size())}));
}

void fill_cases(const std::filesystem::path& scenes, Report& report, const std::string& file,
                const std::vector<Case>& cases, const std::vector<std::int64_t>& seeds,
                const std::vector<double>& viscosities, double hold_time, double by) {
  const Scene scene = scene_of(scenes, file);
  const auto printed = read_printed(scenes / "lefebvre-lepot-2024/printed/avalanche.csv");
  const double unit = std::sqrt(kDiameter / kGravity);
  for (const Case& c : cases) {
    for (const double viscosity : viscosities) {
      const std::string name = fmt::format("{}, viscosity × {:g}", c.name, viscosity);
      std::vector<Angles> runs;
      for (const std::int64_t seed : seeds) {
        runs.push_back(run_case(scene, c, seed, viscosity, hold_time * unit, by));
        add_angles(report, fmt::format("{}, seed {}: ", name, seed), runs.back(), c.friction == 0.0,
                   printed[c.printed].number("start"), printed[c.printed].number("stop"));
      }
      if (seeds.size() == 1) continue;
      add_mean(report, name + ", mean: θ_start", runs, &Angles::start);
      add_mean(report, name + ", mean: θ_stop", runs, &Angles::stop);
    }
  }
  report.notes = {
      "The slides do not give the grains, the liquid, the friction or the number of grains; the "
      "printed "
      "angles are shown, not compared."};
}

void fill_small(const std::filesystem::path& scenes, Report& report) {
  fill_cases(scenes, report, "lefebvre-lepot-2024/avalanche-small.toml", {kSmooth, kRough}, {1},
             {1.0}, 20.0, 4.0);
  report.notes.emplace_back(
      "40 grains, 4° after the other, 20 √(d/g) at each: too few and too short for the angles of a "
      "layer; see lefebvre-lepot-2024/avalanche.");
}

void fill_layer(const std::filesystem::path& scenes, Report& report, const Case& c) {
  fill_cases(scenes, report, "lefebvre-lepot-2024/avalanche.toml", {c}, {1, 2, 3}, {0.1, 1.0, 10.0},
             100.0, 1.0);
}

}  // namespace

std::vector<Experiment> lefebvre_lepot_2024_avalanche_experiments() {
  const std::string source = "[LefebvreLepot2024, numerical experiment: avalanche angle]";
  return {
      {.id = "lefebvre-lepot-2024/avalanche-small",
       .title = "A lubricated layer of 40 grains starts and stops",
       .source = source,
       .quick = true,
       .catalogue = {"slides-avalanche-angle"},
       .scenes = {"lefebvre-lepot-2024/avalanche-small.toml"},
       .fill = fill_small},
      {.id = "lefebvre-lepot-2024/avalanche",
       .title = "Avalanche angles of a lubricated layer",
       .source = source,
       .quick = false,
       .catalogue = {"slides-avalanche-angle"},
       .scenes = {"lefebvre-lepot-2024/avalanche.toml"},
       .fill = [](const auto& scenes, Report& report) { fill_layer(scenes, report, kSmooth); }},
      {.id = "lefebvre-lepot-2024/avalanche-friction",
       .title = "Avalanche angles of a lubricated layer with friction",
       .source = source,
       .quick = false,
       .catalogue = {"slides-avalanche-angle"},
       .scenes = {"lefebvre-lepot-2024/avalanche.toml"},
       .fill = [](const auto& scenes, Report& report) { fill_layer(scenes, report, kRough); }},
  };
}

}  // namespace galet
