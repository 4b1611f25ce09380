// [Abide2021, §6.3 and §6.4]: many balls in a box and in a rotating drum, once with every local
// solver. Trajectories of many impacts are chaotic: after a while the solvers follow different
// ones, each as good as the other, so that totals are compared and never positions.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "galet/base/timer.hpp"
#include "galet/study/abide_2021.hpp"
#include "galet/study/checks.hpp"
#include "galet/study/scene_run.hpp"

namespace galet {
namespace {

using abide_2021::LocalChoice;

// ---- One run
// -------------------------------------------------------------------------------------

struct GranularRun {
  std::int64_t sweeps = 0;
  std::int64_t steps = 0;
  std::int64_t unsolved = 0;
  double cpu = 0.0;               // s in the solver
  double residual = 0.0;          // largest relative residual of a step
  double residual_mean = 0.0;     // of the steps with contacts
  double penetration = 0.0;       // largest overlap over the smaller radius of its pair
  double penetration_last = 0.0;  // the same at the end of the last step
  double contacts = 0.0;          // mean per step
  double made = 0.0;              // energy that contacts made: sum of the negative dissipations, J
  double made_bound = 0.0;        // what residuals allow, J
  double available = 0.0;         // kinetic and potential energy at the start, J
  double dissipated = 0.0;        // J
  double balance = 0.0;           // relative error of the energy balance
};

// Runs and calls look(simulation) after every step. CPU seconds of the solver: those of the process
// (one thread) shared out by the wall-clock times of the phases.
template <class F>
GranularRun run_granular(Simulation<2>& simulation, F&& look) {
  GranularRun run;
  PhaseSeconds phases;
  std::int64_t with_contacts = 0;
  const double cpu_first = process_cpu_seconds();
  double looking = 0.0;
  advance_to_end(simulation, [&](const Simulation<2>& s, const StepRecord& record) {
    const double before = process_cpu_seconds();
    ++run.steps;
    run.sweeps += record.solve.iterations;
    if (record.solve.status != SolveStatus::solved) ++run.unsolved;
    run.residual = std::max(run.residual, record.solve.residual_relative);
    if (record.contacts > 0) {
      ++with_contacts;
      run.residual_mean += record.solve.residual_relative;
    }
    run.penetration = std::max(run.penetration, record.penetration_relative);
    run.penetration_last = record.penetration_relative;
    run.contacts += static_cast<double>(record.contacts);
    phases += record.seconds;
    // p·û = 0 holds up to the residual, |p·û| <= ρ |p| per contact and component; the work of a
    // contact is p·û/2 where both restitutions are 1.
    double impulses = 0.0;
    for (const Vec<2>& p : s.last().impulses) impulses += p.lpNorm<1>();
    run.made_bound +=
        record.solve.residual_velocity * impulses +
        8.0 * kEpsilon * (s.state().energy.kinetic + std::abs(s.last().work.dissipated));
    run.made += std::max(0.0, -s.last().work.dissipated);
    look(s);
    looking += process_cpu_seconds() - before;
  });
  const double cpu = process_cpu_seconds() - cpu_first - looking;
  const double total =
      phases.predict + phases.detect + phases.pose + phases.solve + phases.advance + phases.observe;
  run.cpu = total > 0.0 ? cpu * phases.solve / total : 0.0;
  run.residual_mean /= static_cast<double>(std::max<std::int64_t>(1, with_contacts));
  run.contacts /= static_cast<double>(std::max<std::int64_t>(1, run.steps));
  run.available =
      simulation.state().energy.kinetic_first + simulation.state().energy.potential_first;
  run.dissipated = simulation.state().energy.work.dissipated;
  run.balance = simulation.state().energy.balance_error_relative();
  return run;
}

// ---- Tables of the paper
// -------------------------------------------------------------------------

constexpr std::array<int, 5> kCounts{100, 200, 400, 800, 1600};

struct PrintedRow {
  std::string name;  // as in local_choices()
  std::array<double, 5> sweeps;
  std::array<double, 5> cpu;  // s
};

// SAL stands beside one projection per visit, see docs/nscd-pdas.md.
const std::array<PrintedRow, 4> kTables56{{
    {"epdas", {67726, 89347, 95995, 147445, 25578301}, {2.588, 8.412, 28.347, 107.919, 12298.419}},
    {"ipdas", {67121, 85663, 99765, 142802, 23836195}, {2.562, 8.392, 28.347, 105.408, 11515.381}},
    {"sal-1",
     {326121, 363596, 442943, 144305, 2648147},
     {22.294, 44.214, 87.293, 182.144, 18673.187}},
    {"ibp", {106194, 120975, 138970, 83404, 1978658}, {13.751, 33.533, 65.856, 186.395, 16798.548}},
}};

const std::array<PrintedRow, 4> kTables78{{
    {"epdas",
     {1680882, 2020349, 4069672, 5114280, 9422476},
     {69.482, 163.918, 677.212, 1817.413, 7492.3}},
    {"ipdas",
     {1674177, 1933869, 4036740, 5036011, 9999666},
     {68.813, 153.254, 657.011, 1804.862, 7867.878}},
    {"sal-1",
     {7836547, 8566285, 19607909, 15600032, 32656132},
     {337.16, 755.553, 3663.254, 6055.488, 27425.824}},
    {"ibp",
     {1101849, 1340917, 4121136, 3688553, 8375264},
     {124.918, 259.37, 1941.158, 3232.919, 16740.516}},
}};

struct SolverRun {
  LocalChoice choice;
  GranularRun run;
};

// The part that both experiments report: sweeps, times, overlaps, residuals.
void add_comparison(Report& report, const std::vector<SolverRun>& runs,
                    const std::array<PrintedRow, 4>& table, std::size_t column, double tolerance) {
  const auto printed = [&](const std::string& name) {
    return std::ranges::find(table, name, &PrintedRow::name);
  };
  const auto find_run = [&](const std::string& name) -> const GranularRun& {
    return std::ranges::find(runs, name, [](const SolverRun& r) { return r.choice.name; })->run;
  };
  const GranularRun& unit = find_run("ipdas");
  const PrintedRow& unit_printed = *printed("ipdas");
  for (const auto& [choice, run] : runs) {
    const auto row = printed(choice.name);
    const bool has = row != table.end();
    const std::string& name = choice.name;
    report.add(report_only({name + ": sweeps, total", "", static_cast<double>(run.sweeps),
                            has ? std::optional(row->sweeps[column]) : std::nullopt, ""}));
    report.add(report_only(
        {name + ": sweeps over those of ipdas", "",
         static_cast<double>(run.sweeps) / static_cast<double>(unit.sweeps),
         has ? std::optional(row->sweeps[column] / unit_printed.sweeps[column]) : std::nullopt,
         ""}));
    report.add(report_only({name + ": CPU time of the solver", "s", run.cpu,
                            has ? std::optional(row->cpu[column]) : std::nullopt, ""}));
    report.add(report_only(
        {name + ": CPU time over that of ipdas", "", run.cpu / unit.cpu,
         has ? std::optional(row->cpu[column] / unit_printed.cpu[column]) : std::nullopt, ""}));
  }
  for (const auto& [choice, run] : runs) {
    report.add(report_only({choice.name + ": largest overlap over the smaller radius of its pair",
                            "",
                            run.penetration,
                            {},
                            ""}));
    report.add(
        report_only({choice.name + ": the same at the end", "", run.penetration_last, {}, ""}));
    report.add(report_only({choice.name + ": true relative residual, largest of a step",
                            "",
                            run.residual,
                            {},
                            fmt::format("mean {:.2g}", run.residual_mean)}));
  }
  for (const auto& [choice, run] : runs) {
    report.add(check_equal({choice.name + ": steps whose changes did not become small",
                            "",
                            static_cast<double>(run.unsolved),
                            {},
                            fmt::format("changes below {:g} of the largest impulse", tolerance)},
                           0.0));
    report.add(check_at_most(
        {choice.name + ": relative error of the energy balance", "", run.balance, {}, ""},
        4.0 * kEpsilon * static_cast<double>(run.steps),
        "the work of contacts and boundaries is summed apart from the energies; round-off of all "
        "steps"));
  }
  // A projection with r = 1/W_tt is a Gauss–Seidel step relaxed by w = W_nn/W_tt = 2/7 along the
  // normal. On the slow errors, those whose decrease per sweep is small, relaxation by w multiplies
  // the number of sweeps by (2 − w)/w = 6 (all of them, in the limit of a large bed). Fast errors
  // and the change of the tolerance's meaning lower it; it stays well above the 1 of a method that
  // is as good.
  report.add(check_between(
      {"sal-1: sweeps over those of ipdas, checked", "",
       static_cast<double>(find_run("sal-1").sweeps) / static_cast<double>(unit.sweeps),
       printed("sal-1")->sweeps[column] / unit_printed.sweeps[column], ""},
      1.5, 6.0 * 1.5,
      "one projection is a relaxed step: (2 − w)/w = 6 times the sweeps for slow errors, w = 2/7; "
      "less for fast ones"));
}

// ---- 6.3: sedimentation
// --------------------------------------------------------------------------

struct Radii {
  double small;
  double large;
};

constexpr std::array<Radii, 5> kTable4{
    {{2.5e-4, 5.0e-4}, {2.5e-4, 4.5e-4}, {1.2e-4, 2.6e-4}, {1.2e-4, 2.3e-4}, {6.0e-5, 1.3e-4}}};

void set_fill(Scene& scene, std::size_t block, std::int64_t count, double radius) {
  auto& fill = std::get<FillBodies>(scene.bodies.at(block));
  fill.count = count;
  fill.radius.values.values = {radius};
}

void fill_sedimentation(const std::filesystem::path& scenes, std::size_t column, double end,
                        Report& report) {
  Scene scene = scene_of(scenes, "abide-2021/sedimentation.toml");
  const int n = kCounts[column];
  set_fill(scene, 0, n / 2, kTable4[column].large);
  set_fill(scene, 1, n / 2, kTable4[column].small);
  scene.time.end = end;
  std::vector<SolverRun> runs;
  for (const LocalChoice& choice : abide_2021::local_choices()) {
    nlgs(scene).local = choice.local;
    Simulation<2> simulation = start<2>(scene);
    runs.push_back({choice, run_granular(simulation, [](const Simulation<2>&) {})});
  }
  add_comparison(report, runs, kTables56, column, nlgs(scene).tolerance);
  for (const auto& [choice, run] : runs) {
    report.add(check_at_most(
        {choice.name + ": energy made by contacts", "J", run.made, {}, ""}, run.made_bound,
        "with both restitutions 1 contacts do the work p·û/2 <= 0, up to the residuals: their sum "
        "times the impulses, and round-off"));
    report.add(
        check_between({choice.name + ": energy dissipated by friction",
                       "J",
                       run.dissipated,
                       {},
                       "friction only: impacts are elastic"},
                      0.0, run.available,
                      "positive, and at most what there was: kinetic energy and height above "
                      "the floor at the start"));
  }
  // The printed tolerance, as a force, over the weight of a ball of the larger radius.
  const double mass = 2600.0 * 4.0 / 3.0 * std::numbers::pi * std::pow(kTable4[column].large, 3);
  report.add(report_only({"printed tolerance 1e-6 over the weight of a large ball",
                          "",
                          1e-6 / (mass * 9.80665),
                          {},
                          "read as a force; above 1 the weight of a ball is below the tolerance"}));
  report.notes = {
      fmt::format("T = {:g} s; mean number of contacts {:.1f} (ipdas).", end, runs[2].run.contacts),
      fmt::format("Stop: changes of a sweep below {:g} of the largest impulse; impulses start at 0 "
                  "in every step, as in the paper. The printed absolute tolerance cannot be used.",
                  nlgs(scene).tolerance),
      "Not printed: the numbers of the two radii (equal here), places and velocities (random, "
      "within ±0.1 m/s in each direction)."};
}

// ---- 6.4: rotating drum
// --------------------------------------------------------------------------

constexpr double kDrum = 0.05;

// The surface of the bed: columns one ball wide over |x| <= R/2, in each the highest top of a ball
// whose centre is in it; the slope is that of the least-squares line. The rise is the height of the
// highest top above the lowest point of the drum, over all balls.
struct Surface {
  double angle = 0.0;  // degrees
  double rise = 0.0;   // m
};

Surface surface_of(const Bodies<2>& bodies) {
  const double width = 2.0 * *std::ranges::max_element(bodies.radius);
  const int half = std::max(1, static_cast<int>(0.5 * kDrum / width));
  std::vector<std::optional<double>> top(static_cast<std::size_t>(2 * half + 1));
  Surface surface;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const double y = bodies.position[i][1] + bodies.radius[i] + kDrum;
    surface.rise = std::max(surface.rise, y);
    const auto column = std::lround(bodies.position[i][0] / width);
    if (std::abs(column) > half) continue;
    auto& highest = top[static_cast<std::size_t>(column + half)];
    highest = std::max(highest.value_or(y), y);
  }
  double n = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
  for (std::size_t k = 0; k < top.size(); ++k) {
    if (!top[k]) continue;
    const double x = (static_cast<double>(k) - half) * width;
    n += 1.0;
    sx += x;
    sy += *top[k];
    sxx += x * x;
    sxy += x * *top[k];
  }
  const double spread = n * sxx - sx * sx;
  const double slope = spread > 0.0 ? (n * sxy - sx * sy) / spread : 0.0;
  surface.angle = std::atan(slope) * 180.0 / std::numbers::pi;
  return surface;
}

// Means over the second half of a run, sampled every 0.01 s.
class SurfaceMean {
 public:
  SurfaceMean(double step, double end) : from_(0.5 * end), every_(std::lround(0.01 / step)) {}
  void look(const Simulation<2>& s) {
    if (s.state().time < from_ || s.state().step % std::max(1L, every_) != 0) return;
    const Surface now = surface_of(s.state().bodies);
    angle_ += now.angle;
    square_ += now.angle * now.angle;
    rise_ += now.rise;
    ++samples_;
  }
  double angle() const { return angle_ / samples_; }
  double spread() const { return std::sqrt(std::max(0.0, square_ / samples_ - angle() * angle())); }
  double rise() const { return rise_ / samples_; }

 private:
  double from_;
  long every_;
  double samples_ = 0.0;
  double angle_ = 0.0;
  double square_ = 0.0;
  double rise_ = 0.0;
};

void add_surface(Report& report, const std::string& name, const SurfaceMean& surface) {
  // The sign is that of the rotation; a surface steeper than 45° is none of a granular bed.
  report.add(check_between(
      {name + ": angle of the surface, mean", "°", surface.angle(), 26.0,
       fmt::format("standard deviation in time {:.1f}°; printed from an experiment and the "
                   "simulation of another paper",
                   surface.spread())},
      0.0, 45.0,
      "the wall drags the bed up its side: it slopes that way, and less than a heap can"));
  report.add(report_only({name + ": highest point above the lowest of the drum, mean",
                          "m",
                          surface.rise(),
                          {},
                          "announced in the paper, not printed"}));
}

Scene drum_scene(const std::filesystem::path& scenes, std::size_t column) {
  Scene scene = scene_of(scenes, "abide-2021/drum.toml");
  const int n = kCounts[column];
  set_fill(scene, 0, n, 2.7e-3 * std::sqrt(100.0 / n));
  return scene;
}

std::vector<std::string> drum_notes(double tolerance, double end, double contacts) {
  return {
      fmt::format("T = {:g} s for every solver; mean number of contacts {:.1f} (ipdas).", end,
                  contacts),
      fmt::format("Stop: changes of a sweep below {:g} of the largest impulse; impulses start at 0 "
                  "in every step, as in the paper.",
                  tolerance),
      "Angle and height: means over the second half of the run, every 0.01 s; columns one ball "
      "wide over |x| <= R/2, highest top in each, least-squares line.",
      "With e_n = 0.6 and e_t = 1 Newton's law does not bound the energy of several contacts at "
      "once, so that no sign of the dissipation is demanded."};
}

// The whole run with every solver.
void fill_drum(const std::filesystem::path& scenes, std::size_t column, Report& report) {
  Scene scene = drum_scene(scenes, column);
  std::vector<SolverRun> runs;
  std::vector<SurfaceMean> surfaces;
  for (const LocalChoice& choice : abide_2021::local_choices()) {
    nlgs(scene).local = choice.local;
    Simulation<2> simulation = start<2>(scene);
    surfaces.emplace_back(scene.time.step, scene.time.end);
    runs.push_back({choice, run_granular(simulation, [&](const Simulation<2>& s) {
                      surfaces.back().look(s);
                    })});
  }
  for (std::size_t k = 0; k < runs.size(); ++k) {
    add_surface(report, runs[k].choice.name, surfaces[k]);
  }
  add_comparison(report, runs, kTables78, column, nlgs(scene).tolerance);
  report.notes = drum_notes(nlgs(scene).tolerance, scene.time.end, runs[2].run.contacts);
}

// Quick: one run of 1 s by the batched solver, which gives the angle; from its end every solver
// runs on for `end` seconds, so that all solve nearly the same problems.
void fill_drum_short(const std::filesystem::path& scenes, std::size_t column, double end,
                     Report& report) {
  Scene scene = drum_scene(scenes, column);
  Scene first = scene;
  nlgs(first) = {};
  nlgs(first).tolerance = 1e-4;
  Simulation<2> prepared = start<2>(first);
  SurfaceMean surface(first.time.step, first.time.end);
  std::int64_t unsolved = 0;
  advance_to_end(prepared, [&](const Simulation<2>& s, const StepRecord& record) {
    surface.look(s);
    if (record.solve.status != SolveStatus::solved) ++unsolved;
  });
  add_surface(report, "exact, 1 s", surface);
  report.add(check_equal({"exact, 1 s: steps that did not reach a relative residual of 1e-4",
                          "",
                          static_cast<double>(unsolved),
                          {},
                          ""},
                         0.0));

  scene.time.end = end;
  std::vector<SolverRun> runs;
  for (const LocalChoice& choice : abide_2021::local_choices()) {
    nlgs(scene).local = choice.local;
    Setup<2> setup = build<2>(scene);
    setup.bodies = prepared.state().bodies;
    Simulation<2> simulation(scene, std::move(setup));
    runs.push_back({choice, run_granular(simulation, [](const Simulation<2>&) {})});
  }
  add_comparison(report, runs, kTables78, column, nlgs(scene).tolerance);
  report.notes = drum_notes(nlgs(scene).tolerance, end, runs[2].run.contacts);
  report.notes.push_back(
      fmt::format("Shortened: the angle comes from one run of 1 s with the batched exact solver; "
                  "from its end every solver runs on for {:g} s. The printed totals are those of "
                  "1 s.",
                  end));
}

}  // namespace

std::vector<Experiment> abide_2021::granular_experiments() {
  std::vector<Experiment> all;
  all.push_back({.id = "abide-2021/6.3-sedimentation-100-short",
                 .title = "Sedimentation of 100 balls with every local solver, the first 0.1 s",
                 .source = "[Abide2021, §6.3, Tables 4 to 6]",
                 .quick = true,
                 .catalogue = {"pdas-sedimentation"},
                 .scenes = {"abide-2021/sedimentation.toml"},
                 .fill = [](const std::filesystem::path& scenes, Report& report) {
                   fill_sedimentation(scenes, 0, 0.1, report);
                 }});
  for (std::size_t column = 0; column < kCounts.size(); ++column) {
    all.push_back(
        {.id = fmt::format("abide-2021/6.3-sedimentation-{}", kCounts[column]),
         .title = fmt::format("Sedimentation of {} balls with every local solver", kCounts[column]),
         .source = "[Abide2021, §6.3, Tables 4 to 6]",
         .quick = false,
         .catalogue = {"pdas-sedimentation"},
         .scenes = {"abide-2021/sedimentation.toml"},
         .fill = [column](const std::filesystem::path& scenes, Report& report) {
           fill_sedimentation(scenes, column, 1.0, report);
         }});
  }
  all.push_back({.id = "abide-2021/6.4-drum-100-short",
                 .title = "100 balls in a rotating drum with every local solver, a part of the run",
                 .source = "[Abide2021, §6.4, Tables 7 and 8]",
                 .quick = true,
                 .catalogue = {"pdas-rotating-drum"},
                 .scenes = {"abide-2021/drum.toml"},
                 .fill = [](const std::filesystem::path& scenes, Report& report) {
                   fill_drum_short(scenes, 0, 0.004, report);
                 }});
  for (std::size_t column = 0; column < kCounts.size(); ++column) {
    all.push_back({.id = fmt::format("abide-2021/6.4-drum-{}", kCounts[column]),
                   .title = fmt::format("{} balls in a rotating drum with every local solver",
                                        kCounts[column]),
                   .source = "[Abide2021, §6.4, Tables 7 and 8]",
                   .quick = false,
                   .catalogue = {"pdas-rotating-drum"},
                   .scenes = {"abide-2021/drum.toml"},
                   .fill = [column](const std::filesystem::path& scenes, Report& report) {
                     fill_drum(scenes, column, report);
                   }});
  }
  return all;
}

}  // namespace galet
