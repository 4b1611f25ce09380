// Experiments of [LefebvreLepot2024]: convex friction, its artefact, and the collapse of columns.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "galet/base/timer.hpp"
#include "galet/observe/runout.hpp"
#include "galet/study/checks.hpp"
#include "galet/study/papers.hpp"
#include "galet/study/scene_run.hpp"

namespace galet {
namespace {

ConvexSettings& convex(Scene& scene) { return std::get<ConvexSettings>(scene.scheme); }

std::string_view name_of(FrictionModel model) {
  return EnumNames<FrictionModel>::names[static_cast<std::size_t>(model)];
}

// ---- What convex friction opens
// ------------------------------------------------------------------
//
// A slider on a plane, P = p_n/m. Convex friction keeps a slipping contact at D⁺ = µ h |v_t⁺|, so
//   v_n⁺ = µ |v_t⁺| − D/h,   v_n⁺ = v_n − g h + P,   |v_t⁺| = |v_t| − µ P.
// Steady: from D = µ h |v_t| and v_n = −µ² g h it goes on with P = g h, D = µ h |v_t|, and |v_t|
// falls by µ g h in a step, as by Coulomb's law; it stops with D = 0.
// From D = 0, v_n = 0: P = (g h + µ |v_t|)/(1 + µ²), hence |v_t⁺| = (|v_t| − µ g h)/(1 + µ²) and
// v_n⁺ = µ |v_t⁺|, whatever the step: the slider is thrown up, and loses a part of its velocity at
// once. The same at every impact that slips, with µ |v_t⁺| − D/h, D anything the step leaves. So
// the artefact is first order in h only for contacts that have been closed for long.

struct SlideRun {
  double gap_error = 0.0;    // largest |D − µ h |v_t|| or |D|, m
  double speed_error = 0.0;  // largest |v_t − (v0 − µ g t)₊|, m/s
  double speed_1 = 0.0;      // after the first step
  double rise_1 = 0.0;
  double highest = 0.0;  // largest D
  double opening = 0.0;  // as reported
  double stop_time = 0.0;
  double stop_place = 0.0;
  double residual = 0.0;
  double last_gap = 0.0;
};

SlideRun run_slide(Scene scene, double h, FrictionModel model, bool steady) {
  scene.time.step = h;
  convex(scene).friction_model = model;
  const double mu = scene.pair.front().friction;
  auto& slider = std::get<ListBodies>(scene.bodies.front());
  const double r = slider.radius.values.front();
  const double v0 = slider.velocity.rows[0][0];
  const double g = 9.81;
  const bool opens = model == FrictionModel::convex;
  if (steady && opens) {
    slider.position.rows[0][1] = r + mu * h * v0;
    slider.velocity.rows[0][1] = -mu * mu * g * h;
  }
  Simulation<2> simulation = start<2>(scene);
  SlideRun run;
  advance_to_end(simulation, [&](const Simulation<2>& s, const StepRecord& record) {
    const Bodies<2>& bodies = s.state().bodies;
    const double speed = bodies.velocity[0].x();
    const double gap = bodies.position[0].y() - r;
    if (record.step == 1) {
      run.speed_1 = speed;
      run.rise_1 = bodies.velocity[0].y();
    }
    run.gap_error = std::max(run.gap_error, std::abs(gap - (opens ? mu * h * speed : 0.0)));
    run.speed_error =
        std::max(run.speed_error, std::abs(speed - std::max(0.0, v0 - mu * g * record.time)));
    run.highest = std::max(run.highest, gap);
    run.opening = std::max(run.opening, record.opening);
    run.residual = std::max(run.residual, record.solve.residual_velocity);
    run.last_gap = gap;
    if (speed > 1e-9) {
      run.stop_time = record.time + h;
      run.stop_place = bodies.position[0].x();
    }
  });
  return run;
}

void add_slides(Report& report, const Scene& scene) {
  const double mu = scene.pair.front().friction;
  const double v0 = 2.0;
  const double g = 9.81;
  for (const double h : {0.01, 0.001}) {
    const double steps = std::ceil(scene.time.end / h);
    const auto slack = [&](const SlideRun& run) {
      return steps * (2.0 * run.residual + 32.0 * kEpsilon * v0);
    };
    const std::string round = fmt::format("residual and round-off of {:g} steps", steps);
    const SlideRun coulomb = run_slide(scene, h, FrictionModel::coulomb, false);
    const SlideRun steady = run_slide(scene, h, FrictionModel::convex, true);
    const SlideRun thrown = run_slide(scene, h, FrictionModel::convex, false);
    const auto add = [&](const std::string& name, const SlideRun& run, const std::string& gap) {
      report.add(check_at_most({name + gap, "m", run.gap_error, {}, ""},
                               h * slack(run) + 64.0 * kEpsilon, round));
      report.add(check_at_most({name + "largest error of the velocity",
                                "m/s",
                                run.speed_error,
                                {},
                                "Coulomb: v0 − µ g t"},
                               slack(run), round));
    };
    add(fmt::format("slider, h = {:g} s, coulomb: ", h), coulomb, "largest gap");
    add(fmt::format("slider, h = {:g} s, convex, from the gap µ h v0: ", h), steady,
        "largest distance of the gap from µ h |v_t|");
    report.add(check_near(
        {fmt::format("slider, h = {:g} s, convex, from the gap µ h v0: opening as reported", h),
         "m",
         steady.opening,
         {},
         ""},
        mu * h * (v0 - mu * g * h), h * slack(steady), "µ h |v_t| of the first step"));
    const std::string name = fmt::format("slider, h = {:g} s, convex, from no gap: ", h);
    const double speed = (v0 - mu * g * h) / (1.0 + mu * mu);
    report.add(check_near(
        {name + "velocity after one step", "m/s", thrown.speed_1, {}, "Coulomb: 1.95 and 2.00"},
        speed, slack(thrown), round));
    report.add(check_near(
        {name + "upward velocity after one step", "m/s", thrown.rise_1, {}, "whatever the step"},
        mu * speed, slack(thrown), round));
    // Free flight: D = h Σ (v_n − j g h), largest after m = ⌊v_n/(g h)⌋ + 1 steps.
    const double m = std::floor(mu * speed / (g * h)) + 1.0;
    report.add(check_near({name + "height of its jump", "m", thrown.highest, {}, ""},
                          h * (m * mu * speed - 0.5 * m * (m - 1.0) * g * h), slack(thrown),
                          round));
    report.add(report_only({name + "stops at", "s", thrown.stop_time, {}, ""}, v0 / (mu * g)));
    report.add(report_only({name + "stops after", "m", thrown.stop_place, {}, ""},
                           0.5 * v0 * v0 / (mu * g)));
  }
}

// A sphere from rest on an incline. It rolls while tan θ <= 7µ/2: v = (5/7) g sin θ t, no gap with
// either model. Else it slips with s = g (sin θ − 7µ/2 cos θ). Coulomb: v = g (sin θ − µ cos θ) t.
// Convex: v_n⁺ = µ a⁺ with a⁺ = u_t⁺ − u_t (D = µ h u_t before and after), P = g cos θ h + µ (a⁺ −
// a), so a⁺ = s h − (7/2) µ² (a⁺ − a): the slip tends to grow by s h in a step, from a smaller
// value.
void add_incline(Report& report, const Scene& scene, double degrees, FrictionModel model) {
  Scene changed = scene;
  convex(changed).friction_model = model;
  const double theta = degrees * std::numbers::pi / 180.0;
  const double g = 9.81;
  changed.gravity = VectorSeries::constant({g * std::sin(theta), -g * std::cos(theta)});
  const double mu = scene.pair.front().friction;
  const double h = scene.time.step;
  Simulation<2> simulation = start<2>(changed);
  const double r = simulation.state().bodies.radius[0];
  const bool rolls = std::tan(theta) <= 3.5 * mu;
  const bool opens = model == FrictionModel::convex;
  const double s = g * (std::sin(theta) - 3.5 * mu * std::cos(theta)) * h;  // of a step
  double slip = 0.0;
  double growth = 0.0;
  double speed = 0.0;
  double error = 0.0;
  double gap_error = 0.0;
  double residual = 0.0;
  double fastest = 0.0;
  advance_to_end(simulation, [&](const Simulation<2>& sim, const StepRecord& record) {
    if (rolls) {
      speed += 5.0 / 7.0 * g * std::sin(theta) * h;
    } else {
      const double before = growth;
      growth = opens ? (s + 3.5 * mu * mu * growth) / (1.0 + 3.5 * mu * mu) : s;
      const double P = g * std::cos(theta) * h + (opens ? mu * (growth - before) : 0.0);
      slip += growth;
      speed += g * std::sin(theta) * h - mu * P;
    }
    const Bodies<2>& bodies = sim.state().bodies;
    error = std::max(error, std::abs(bodies.velocity[0].x() - speed));
    gap_error =
        std::max(gap_error, std::abs(bodies.position[0].y() - r - (opens ? mu * h * slip : 0.0)));
    residual = std::max(residual, record.solve.residual_velocity);
    fastest = speed;
  });
  const double steps = static_cast<double>(simulation.state().step);
  const double slack = steps * (4.0 * residual + 64.0 * kEpsilon * fastest);
  const std::string name = fmt::format("sphere on {:g}°, {}: ", degrees, name_of(model));
  const std::string why = fmt::format("residual and round-off of {:g} steps", steps);
  report.add(check_at_most(
      {name + "largest error of the velocity", "m/s", error, {}, rolls ? "rolls" : "slips"}, slack,
      why));
  report.add(check_at_most({name + "largest distance of the gap from what the law says",
                            "m",
                            gap_error,
                            {},
                            opens && !rolls ? "µ h |u_t|" : "0"},
                           h * slack + 64.0 * kEpsilon * r, why));
}

void fill_artefact(const std::filesystem::path& scenes, Report& report) {
  add_slides(report, scene_of(scenes, "lefebvre-lepot-2024/slider.toml"));
  const Scene incline = scene_of(scenes, "lefebvre-lepot-2024/incline.toml");
  for (const FrictionModel model : {FrictionModel::coulomb, FrictionModel::convex}) {
    for (const double degrees : {20.0, 65.0}) add_incline(report, incline, degrees, model);
  }
  report.notes = {
      "The gap µ h |v_t| is first order in h for contacts that slide steadily. Where an impact "
      "slips, "
      "the bodies part with up to µ |v_t| whatever the step: convex friction does not tend to "
      "Coulomb's law there."};
}

// ---- Collapse of a column
// ------------------------------------------------------------------------

struct CollapseRun {
  double front = 0.0;  // m, of 99 % of the mass
  double top = 0.0;
  double overlap = 0.0;        // relative
  double opening_share = 0.0;  // of µ h times twice the largest speed of a surface
  double opening = 0.0;        // m
  double kinetic = 0.0;        // at the end, J
  double residual = 0.0;       // m/s, of steps left unsolved
  std::int64_t unsolved = 0;
  std::int64_t steps = 0;
  std::int64_t iterations = 0;
  double cpu = 0.0;
};

template <int D>
CollapseRun run_collapse(Scene scene, double h, FrictionModel model) {
  convex(scene).friction_model = model;
  scene.time.step = h;
  Simulation<D> simulation = start<D>(scene);
  const Bodies<D>& bodies = simulation.state().bodies;
  const double mu = scene.pair.front().friction;
  Vec<D> up = Vec<D>::Zero();
  up[D - 1] = 1.0;
  CollapseRun run;
  const double first = process_cpu_seconds();
  advance_to_end(simulation, [&](const Simulation<D>& s, const StepRecord& record) {
    double fastest = 0.0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      fastest =
          std::max(fastest, bodies.velocity[i].norm() + bodies.radius[i] * bodies.spin[i].norm());
    }
    run.overlap = std::max(run.overlap, record.penetration_relative);
    run.opening = std::max(run.opening, record.opening);
    run.opening_share =
        std::max(run.opening_share, record.opening / (2.0 * mu * h * fastest + 1e-300));
    run.iterations += record.solve.iterations;
    if (record.solve.status != SolveStatus::solved) {
      ++run.unsolved;
      run.residual = std::max(run.residual, record.solve.residual_velocity);
    }
    run.kinetic = s.state().energy.kinetic;
    ++run.steps;
  });
  run.cpu = process_cpu_seconds() - first;
  Part<D> grains;  // those that can move
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!bodies.is_fixed(i)) grains.group = bodies.group[i];
  }
  const Spread<D> spread = compute_spread<D>(bodies, grains, Vec<D>::UnitX(), up, 0.99);
  run.front = spread.front;
  run.top = spread.top;
  return run;
}

// The same column filled several times.
struct CollapseRuns {
  CollapseRun worst;    // largest values; sums of steps, iterations and times
  double front = 0.0;   // mean
  double spread = 0.0;  // standard error of the mean
  double top = 0.0;     // mean
};

template <int D>
CollapseRuns run_collapses(Scene scene, double h, FrictionModel model, int fills) {
  std::vector<CollapseRun> runs;
  for (int k = 0; k < fills; ++k) {
    runs.push_back(run_collapse<D>(scene, h, model));
    ++scene.seed;
  }
  CollapseRuns all;
  for (const CollapseRun& run : runs) {
    all.front += run.front / fills;
    all.top += run.top / fills;
    all.worst.overlap = std::max(all.worst.overlap, run.overlap);
    all.worst.opening = std::max(all.worst.opening, run.opening);
    all.worst.opening_share = std::max(all.worst.opening_share, run.opening_share);
    all.worst.kinetic = std::max(all.worst.kinetic, run.kinetic);
    all.worst.residual = std::max(all.worst.residual, run.residual);
    all.worst.unsolved += run.unsolved;
    all.worst.steps += run.steps;
    all.worst.iterations += run.iterations;
    all.worst.cpu += run.cpu;
  }
  double squares = 0.0;
  for (const CollapseRun& run : runs) squares += (run.front - all.front) * (run.front - all.front);
  if (fills > 1) all.spread = std::sqrt(squares / fills / (fills - 1));
  return all;
}

// Convex programs are solved in every step. With Coulomb's law some steps of a dense bed stall
// above their tolerance (docs/theory/nlgs.md); how many, and where, is told.
void add_unsolved(Report& report, const std::string& name, FrictionModel model,
                  const CollapseRun& run) {
  const Figure unsolved{name + "steps left unsolved",
                        "",
                        static_cast<double>(run.unsolved),
                        {},
                        fmt::format("of {}; residual up to {:.1e} m/s", run.steps, run.residual)};
  report.add(model == FrictionModel::convex ? check_equal(unsolved, 0.0) : report_only(unsolved));
}

template <int D>
void add_collapse(Report& report, const Scene& scene, std::initializer_list<double> steps,
                  std::initializer_list<FrictionModel> models, int fills = 1) {
  for (const double h : steps) {
    for (const FrictionModel model : models) {
      const CollapseRuns runs = run_collapses<D>(scene, h, model, fills);
      const CollapseRun& run = runs.worst;
      const std::string name = fmt::format("{}D, h = {:g} s, {}: ", D, h, name_of(model));
      report.add(
          report_only({name + "run-out of 99 % of the mass",
                       "m",
                       runs.front,
                       {},
                       fmt::format("± {:.1e} m ({} fills), height {:.3g} m, at most {:.1e} J "
                                   "in motion",
                                   runs.spread, fills, runs.top, run.kinetic)}));
      report.add(report_only({name + "largest opening", "m", run.opening, {}, ""}));
      report.add(report_only({name + "sweeps of a step, mean",
                              "",
                              static_cast<double>(run.iterations) / static_cast<double>(run.steps),
                              {},
                              fmt::format("{:.1f} s CPU", run.cpu)}));
      add_unsolved(report, name, model, run);
      report.add(
          check_at_most({name + "largest overlap over the smaller radius", "", run.overlap, {}, ""},
                        1e-3, "the tolerance of the scene"));
      if (model == FrictionModel::coulomb) {
        report.add(check_equal({name + "opening", "m", run.opening, {}, ""}, 0.0));
      } else {
        report.add(check_between(
            {name + "opening over µ h times twice the largest speed",
             "",
             run.opening_share,
             {},
             ""},
            1e-3, 1.0, "|u_t| is at most the sum of two speeds of surfaces; grains do slip"));
      }
    }
  }
}

constexpr std::initializer_list<FrictionModel> kBothModels{FrictionModel::coulomb,
                                                           FrictionModel::convex};
constexpr std::initializer_list<FrictionModel> kConvexModel{FrictionModel::convex};

void fill_column_2d_small(const std::filesystem::path& scenes, Report& report) {
  add_collapse<2>(report, scene_of(scenes, "lefebvre-lepot-2024/column-2d-small.toml"),
                  {2e-3, 1e-3, 5e-4}, kBothModels, 8);
  report.notes = {
      "The slides show pictures only and ask how much the convexification matters. Eight fills of "
      "one column; what single discs do after the collapse is chance."};
}

void fill_column_3d_small(const std::filesystem::path& scenes, Report& report) {
  add_collapse<3>(report, scene_of(scenes, "lefebvre-lepot-2024/column-3d-small.toml"), {2e-3},
                  kBothModels);
  report.notes = {"The slides show pictures only."};
}

void fill_column_2d(const std::filesystem::path& scenes, Report& report) {
  add_collapse<2>(report, scene_of(scenes, "lefebvre-lepot-2024/column-2d.toml"), {5e-4},
                  kConvexModel);
}

void fill_column_3d(const std::filesystem::path& scenes, Report& report) {
  add_collapse<3>(report, scene_of(scenes, "lefebvre-lepot-2024/column-3d.toml"), {5e-4},
                  kConvexModel);
}

}  // namespace

std::vector<Experiment> lefebvre_lepot_2024_friction_experiments() {
  const std::string numerical = "[LefebvreLepot2024, numerical tests]";
  const std::vector<std::string> columns{"slides-column-collapse"};
  return {
      {.id = "lefebvre-lepot-2024/convex-artefact",
       .title = "Convex friction: what it opens",
       .source = "[LefebvreLepot2024, convex optimization for friction]",
       .quick = true,
       .catalogue = {"slides-convex-friction-artefact"},
       .scenes = {"lefebvre-lepot-2024/slider.toml", "lefebvre-lepot-2024/incline.toml"},
       .fill = fill_artefact},
      {.id = "lefebvre-lepot-2024/column-2d-small",
       .title = "Collapse of a column of 250 discs, both friction models, three steps",
       .source = numerical,
       .quick = false,
       .catalogue = columns,
       .scenes = {"lefebvre-lepot-2024/column-2d-small.toml"},
       .fill = fill_column_2d_small},
      {.id = "lefebvre-lepot-2024/column-3d-small",
       .title = "Collapse of a column of 300 spheres, both friction models",
       .source = numerical,
       .quick = true,
       .catalogue = columns,
       .scenes = {"lefebvre-lepot-2024/column-3d-small.toml"},
       .fill = fill_column_3d_small},
      {.id = "lefebvre-lepot-2024/column-2d",
       .title = "Collapse of a column of 70 000 discs",
       .source = numerical,
       .quick = false,
       .catalogue = columns,
       .scenes = {"lefebvre-lepot-2024/column-2d.toml"},
       .fill = fill_column_2d},
      {.id = "lefebvre-lepot-2024/column-3d",
       .title = "Collapse of a column of 112 000 spheres",
       .source = numerical,
       .quick = false,
       .catalogue = columns,
       .scenes = {"lefebvre-lepot-2024/column-3d.toml"},
       .fill = fill_column_3d},
  };
}

}  // namespace galet
