// Tables 4.21 to 4.24 of [Nguyen2024, §4.6.2]: the fall of 529 and of 1225 discs, 75 000 steps,
// with every linear solver.
//
// One run of the whole fall, with the fastest linear solver of the table, gives contacts,
// iterations, overlap and energy. Every linear solver, dense ones too, runs some steps from copies
// of its states (study/samples.hpp): that gives its time per step, and its iterations beside those
// of the first solver at the same steps. The random numbers of the print are not known, so its
// counts are compared by their range: rows of one table differ in round-off only, but impacts
// amplify it, so that each row is another motion.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "galet/base/timer.hpp"
#include "galet/study/checks.hpp"
#include "galet/study/nguyen_2024_bed_rows.hpp"
#include "galet/study/nguyen_2024_linear.hpp"
#include "galet/study/papers.hpp"
#include "galet/study/samples.hpp"

namespace galet {
namespace {

constexpr double kFall = 7.5;  // s

struct Bed {
  int discs;
  double alpha;
  double mu;
  std::vector<PrintedRun> printed = {};
};

// Those of the tables, in their order; what is printed is read when they are run.
const std::array<Bed, 12> kBeds{{
    {529, 2.0, 0.0},
    {529, 3.0, 0.0},
    {529, 2.0, 0.25},
    {529, 2.0, 0.5},
    {529, 2.0, 1.0},
    {529, 3.0, 0.25},
    {529, 3.0, 0.5},
    {529, 3.0, 1.0},
    {1225, 3.0, 0.0},
    {1225, 3.0, 0.25},
    {1225, 3.0, 0.5},
    {1225, 3.0, 1.0},
}};

struct Extent {
  double end;            // s
  std::int64_t samples;  // states that the linear solvers start from
  int draws = 1;         // of the random numbers, for the scatter
};

std::string file_of(int discs) { return fmt::format("nguyen-2024/appendix-{}.toml", discs); }

Scene bed_scene(const std::filesystem::path& scenes, const Bed& bed, const SolverName& solver,
                double end) {
  Scene scene = scene_of(scenes, file_of(bed.discs));
  scene.time = {1e-4, end};
  set_program(scene, {.exponent = bed.alpha,
                      .stiffness = bed.discs == 529 ? 1e6 : 1e8,
                      .normalisation = Normalisation::potential,
                      .friction = bed.mu,
                      .c_t = 1e15,
                      .newton = bed.discs == 529 ? 1e-4 : 1e-5,
                      .linear = solver.linear,
                      .assembly = solver.assembly});
  return scene;
}

// The fastest of the table.
const SolverName& first_solver(const Bed& bed) {
  return solver_named(bed.mu == 0.0 ? "Sparse+Jpcg" : "Sparse+Gmres");
}

// Those of the table, the first solver in front. Tab. 4.24 has no Dgesv.
std::vector<SolverName> solvers_of(const Bed& bed) {
  std::vector<SolverName> all{first_solver(bed)};
  for (const SolverName& solver : solver_names()) {
    if (solver.thesis == std::string_view(all.front().thesis)) continue;
    if (bed.mu > 0.0 && solver.symmetric) continue;
    const bool dense = std::holds_alternative<DenseLu>(solver.linear);
    if (dense && bed.mu > 0.0 && bed.discs == 1225) continue;
    all.push_back(solver);
  }
  return all;
}

std::string name_of(const Bed& bed) {
  return fmt::format("α = {:g}, µ = {:g}, ", bed.alpha, bed.mu);
}

const PrintedRun* printed_of(const Bed& bed, const SolverName& solver) {
  const auto row = std::ranges::find(bed.printed, solver.thesis, &PrintedRun::solver);
  return row == bed.printed.end() ? nullptr : &*row;
}

// ---- The whole fall

// One cell of every printed row beside ours, which must lie within `part` of their range.
void add_cells(Report& report, const Bed& bed, const std::string& quantity, const std::string& unit,
               double ours, double PrintedRun::*cell, std::optional<double> part,
               const std::string& why) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const PrintedRun& row : bed.printed) {
    if (row.apart || std::isnan(row.*cell)) continue;
    low = std::min(low, row.*cell);
    high = std::max(high, row.*cell);
  }
  for (const PrintedRun& row : bed.printed) {
    if (std::isnan(row.*cell)) continue;
    const Figure figure{name_of(bed) + row.solver + ": " + quantity, unit, ours, row.*cell,
                        row.apart ? "out of line with the other rows in print" : ""};
    report.add(part && !row.apart
                   ? check_between(figure, (1.0 - *part) * low, (1.0 + *part) * high,
                                   fmt::format("within {:g} % of the range of the rows: {}",
                                               100.0 * *part, why))
                   : report_only(figure));
  }
}

void add_fall(Report& report, const Bed& bed, const CompliantRun& run) {
  const std::string draw = "another draw of random numbers";
  const std::optional<double> counts = 0.05;
  add_cells(report, bed, "contacts of all steps", "", double(run.contacts), &PrintedRun::contacts,
            counts, draw);
  add_cells(report, bed, "Newton iterations of all steps", "", double(run.iterations),
            &PrintedRun::iterations, counts, draw);
  add_cells(report, bed, "most Newton iterations of a step", "", double(run.iterations_max),
            &PrintedRun::iterations_max, {}, draw);
  add_cells(report, bed, "largest overlap over the diameter", "", run.overlap, &PrintedRun::overlap,
            0.2, "the largest of all impacts of another draw");
  add_cells(report, bed, "kinetic energy at the end", "J", run.energy_last, &PrintedRun::kinetic,
            {}, draw);
}

// What another draw of random numbers changes.
void add_scatter(Report& report, const std::filesystem::path& scenes, const Bed& bed,
                 const CompliantRun& first, const Extent& extent) {
  std::vector<CompliantRun> runs{first};
  for (int seed = 2; seed <= extent.draws; ++seed) {
    Scene scene = bed_scene(scenes, bed, first_solver(bed), extent.end);
    scene.seed = seed;
    runs.push_back(run_compliant(scene));
  }
  const auto add = [&](const std::string& quantity, double PrintedRun::*cell, auto figure) {
    double mean = 0.0;
    for (const CompliantRun& run : runs) mean += figure(run) / double(runs.size());
    double square = 0.0;
    for (const CompliantRun& run : runs) square += std::pow(figure(run) - mean, 2);
    double printed = 0.0;
    for (const PrintedRun& row : bed.printed) printed += row.*cell / double(bed.printed.size());
    report.add(
        report_only({fmt::format("{}mean of {} draws: {}", name_of(bed), runs.size(), quantity), "",
                     mean, printed,
                     fmt::format("standard deviation of a draw {:.3g}; printed: mean of the rows",
                                 std::sqrt(square / double(runs.size() - 1)))}));
  };
  add("contacts of all steps", &PrintedRun::contacts,
      [](const CompliantRun& r) { return double(r.contacts); });
  add("Newton iterations of all steps", &PrintedRun::iterations,
      [](const CompliantRun& r) { return double(r.iterations); });
  add("largest overlap over the diameter", &PrintedRun::overlap,
      [](const CompliantRun& r) { return r.overlap; });
}

// ---- The linear solvers

struct SolverSteps {
  std::vector<std::vector<std::int64_t>> iterations;  // by sample, of its steps
  double cpu = 0.0;                                   // s, of the steps but the first of a sample
  std::int64_t timed = 0;                             // steps
};

// Steps from a sample after the first, in which lists of neighbours and patterns are made.
std::int64_t timed_steps(const SolverName& solver) {
  if (std::holds_alternative<DenseLu>(solver.linear)) return 1;
  return solver.assembly == MatrixAssembly::dense ? 3 : 10;
}

std::vector<SolverSteps> run_solvers(const Scene& fall, const std::vector<SolverName>& solvers,
                                     const Samples& samples) {
  std::vector<SolverSteps> all(solvers.size());
  run_from_samples(
      fall, samples.taken(), solvers.size(),
      [&](std::size_t k, Scene& scene) {
        newmark(scene).linear = solvers[k].linear;
        newmark(scene).assembly = solvers[k].assembly;
        scene.time.end = double(1 + timed_steps(solvers[k])) * scene.time.step;
      },
      [&](std::size_t k, Simulation<2>& simulation) {
        std::vector<std::int64_t>& iterations = all[k].iterations.emplace_back();
        double before = process_cpu_seconds();
        advance_to_end(simulation, [&](const Simulation<2>&, const StepRecord& record) {
          const double now = process_cpu_seconds();
          if (record.step > 1) {
            all[k].cpu += now - before;
            ++all[k].timed;
          }
          before = now;
          iterations.push_back(record.solve.iterations);
        });
      });
  return all;
}

// Iterations of the solver, and of the first one at the same steps.
std::pair<double, double> same_steps(const SolverSteps& solver, const SolverSteps& first) {
  std::pair<double, double> sum{};
  for (std::size_t s = 0; s < solver.iterations.size(); ++s) {
    for (std::size_t n = 0; n < solver.iterations[s].size(); ++n) {
      sum.first += double(solver.iterations[s][n]);
      sum.second += double(first.iterations[s][n]);
    }
  }
  return sum;
}

void add_solvers(Report& report, const Bed& bed, const Scene& fall, const Samples& samples,
                 const CompliantRun& run) {
  const std::vector<SolverName> solvers = solvers_of(bed);
  const std::vector<SolverSteps> all = run_solvers(fall, solvers, samples);
  const double steps = double(count_steps(fall.time));
  const bool whole = fall.time.end == kFall;
  for (std::size_t k = 0; k < solvers.size(); ++k) {
    const std::string name = name_of(bed) + solvers[k].thesis + ": ";
    const PrintedRun* row = whole ? printed_of(bed, solvers[k]) : nullptr;
    report.add(report_only(
        {name + "CPU time of the fall, estimated", "s", all[k].cpu / double(all[k].timed) * steps,
         row ? std::optional(row->cpu) : std::nullopt,
         fmt::format("mean of {} steps from {} states of the fall; printed: another machine",
                     all[k].timed, samples.taken().size())}));
    if (k == 0) continue;
    const auto [ours, first] = same_steps(all[k], all[0]);
    report.add(check_near(
        {fmt::format("{}Newton iterations of {} steps", name,
                     all[k].timed + std::int64_t(samples.taken().size())),
         "",
         ours,
         {},
         ""},
        first, 1.0 + 0.02 * first,
        fmt::format("those of {} at the same steps: the linear solver does not matter; two per "
                    "cent",
                    solvers[0].thesis)));
  }
  report.add(report_only({name_of(bed) + solvers[0].thesis + ": CPU time of the fall, measured",
                          "s",
                          run.cpu,
                          {},
                          "beside the estimate of the same solver"}));
}

// ---- Experiments

void add_exact(Report& report, const std::filesystem::path& scenes, const Bed& bed, double end) {
  Scene scene = bed_scene(scenes, bed, first_solver(bed), end);
  make_exact(scene);
  const CompliantRun run = run_compliant(scene);
  const std::string name = name_of(bed) + "variant = \"exact\": ";
  report.add(
      check_at_most({name + "largest change of kinetic, potential and stored energy over the "
                            "energy in play",
                     "",
                     run.drift / run.scale,
                     {},
                     ""},
                    1e-10, "residuals of 1e-14 in up to 75 000 steps"));
  report.add(check_equal({name + "unsolved steps", "", double(run.unsolved), {}, ""}, 0.0));
  add_cpu(report, name, run.cpu, {});
}

void add_bed(Report& report, const std::filesystem::path& scenes, const Bed& bed,
             const Extent& extent) {
  const Scene scene = bed_scene(scenes, bed, first_solver(bed), extent.end);
  Samples samples(scene, extent.samples);
  const CompliantRun run =
      run_compliant(scene, [&](const Simulation<2>& now) { samples.look(now); });
  const std::string name = name_of(bed);
  report.add_curve(name, run.curve);
  report.add(check_between({name + "Newton iterations per step",
                            "",
                            double(run.iterations) / double(count_steps(scene.time)),
                            {},
                            ""},
                           2.0, bed.mu == 0.0 ? 4.0 : 8.0, "two at least; print has 2 to 7"));
  report.add(report_only({name + "steps not converged", "", double(run.unsolved), {}, ""}));
  report.add(report_only({name + "energy made by the contacts over the energy in play",
                          "",
                          -run.dissipated / run.scale,
                          {},
                          ""}));
  if (extent.end == kFall) add_fall(report, bed, run);
  if (extent.draws > 1) add_scatter(report, scenes, bed, run, extent);
  add_solvers(report, bed, scene, samples, run);
  if (bed.mu == 0.0) add_exact(report, scenes, bed, extent.end);
}

Experiment experiment(const std::string& name, const std::string& title, int discs,
                      std::vector<Bed> beds, const Extent& extent) {
  return {.id = "nguyen-2024/tab-" + name,
          .title = title,
          .source = fmt::format("[Nguyen2024, §4.6.2, Tab. {}]", name.substr(0, 4)),
          .quick = extent.end < kFall,
          .catalogue = {fmt::format("thesis-{}", discs)},
          .scenes = {file_of(discs)},
          .fill = [beds = std::move(beds), extent](const std::filesystem::path& scenes,
                                                   Report& report) {
            for (Bed bed : beds) {
              bed.printed = bed_rows(scenes, bed.discs, bed.alpha, bed.mu);
              add_bed(report, scenes, bed, extent);
            }
          }};
}

}  // namespace

std::vector<Experiment> nguyen_2024_bed_experiments() {
  const auto beds = [](int discs, auto wanted) {
    std::vector<Bed> some;
    for (const Bed& bed : kBeds) {
      if (bed.discs == discs && wanted(bed)) some.push_back(bed);
    }
    return some;
  };
  const auto smooth = [](const Bed& bed) { return bed.mu == 0.0; };
  const auto rough = [](double alpha) {
    return [alpha](const Bed& bed) { return bed.alpha == alpha && bed.mu > 0.0; };
  };
  const auto of_listing = [](double mu) {
    return [mu](const Bed& bed) { return bed.alpha == 3.0 && bed.mu == mu; };
  };
  const Extent first{.end = 0.6, .samples = 3};
  const Extent fall{.end = kFall, .samples = 10};
  return {
      experiment("4.21-short", "529 discs fall, first 0.6 s, every linear solver", 529,
                 beds(529, of_listing(0.0)), first),
      experiment("4.21", "529 discs fall without friction, every linear solver", 529,
                 beds(529, smooth), {.end = kFall, .samples = 10, .draws = 4}),
      experiment("4.22-short", "529 discs fall with friction, first 0.6 s, every linear solver",
                 529, beds(529, of_listing(0.5)), first),
      experiment("4.22", "529 discs fall with friction, α = 2, every linear solver", 529,
                 beds(529, rough(2.0)), fall),
      experiment("4.22-alpha-3", "529 discs fall with friction, α = 3, every linear solver", 529,
                 beds(529, rough(3.0)), fall),
      experiment("4.23-short", "1225 discs fall, first 0.6 s, every linear solver", 1225,
                 beds(1225, smooth), first),
      experiment("4.23", "1225 discs fall without friction, every linear solver", 1225,
                 beds(1225, smooth), fall),
      experiment("4.24-short", "1225 discs fall with friction, first 0.6 s, every linear solver",
                 1225, beds(1225, of_listing(0.5)), first),
      experiment("4.24", "1225 discs fall with friction 0.5, every linear solver", 1225,
                 beds(1225, of_listing(0.5)), fall),
      experiment("4.24-mu-0.25", "1225 discs fall with friction 0.25, every linear solver", 1225,
                 beds(1225, of_listing(0.25)), fall),
      experiment("4.24-mu-1", "1225 discs fall with friction 1, every linear solver", 1225,
                 beds(1225, of_listing(1.0)), fall),
  };
}

}  // namespace galet
