// The tables of [Nguyen2024, §4.6], 4.16 to 4.20: linear solvers, contact counts ("N.C.") and
// Newton iterations ("N.L.") of the compliance family. Its variants of the linear solve are ours by
// other names:
//   Dgesv dense-lu; Superlu, Gmres, Pcg, Jpcg: superlu, gmres-ilut, pcg-ic, pcg-jacobi with
//   assembly = "dense"; Sparse+…: the same with assembly = "sparse".
// Seconds are shown beside the printed ones (another machine) and decide nothing.
// c_ν of these tables is the factor of the energy (normalisation = "potential"), except in 4.16 and
// 4.17, where 2 c_ν = 1/R is printed.
#include "galet/study/nguyen_2024_linear.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/study/checks.hpp"
#include "galet/study/papers.hpp"

namespace galet {

const std::array<SolverName, 9>& solver_names() {
  static const std::array<SolverName, 9> names{{
      {"Dgesv", DenseLu{}, MatrixAssembly::dense, false},
      {"Superlu", SuperLu{}, MatrixAssembly::dense, false},
      {"Gmres", GmresIlut{}, MatrixAssembly::dense, false},
      {"Sparse+Superlu", SuperLu{}, MatrixAssembly::sparse, false},
      {"Sparse+Gmres", GmresIlut{}, MatrixAssembly::sparse, false},
      {"Pcg", PcgIc{}, MatrixAssembly::dense, true},
      {"Jpcg", PcgJacobi{}, MatrixAssembly::dense, true},
      {"Sparse+Pcg", PcgIc{}, MatrixAssembly::sparse, true},
      {"Sparse+Jpcg", PcgJacobi{}, MatrixAssembly::sparse, true},
  }};
  return names;
}

const SolverName& solver_named(const std::string& thesis) {
  const auto found = std::ranges::find(solver_names(), thesis, &SolverName::thesis);
  GALET_ASSERT(found != solver_names().end());
  return *found;
}

void add_cpu(Report& report, const std::string& name, double seconds,
             std::optional<double> printed) {
  report.add(report_only({name + "CPU time", "s", seconds, printed, "another machine"}));
}

namespace {

// ---- Tables 4.16 and 4.17: the cradle, 81 discs on a grid

struct PrintedCounts {
  double loss;
  double contacts;
  double iterations;
  double cpu;  // s
};

struct CountRow {
  double stiffness;  // 1/R
  // What the program of the appendix gives if its linear systems are solved exactly.
  double loss;
  double overlap;
  double contacts;
  double iterations;
  std::array<PrintedCounts, 5> printed;  // by linear solver
};

const std::array<CountRow, 4> kTable416{{{1e3,
                                          1.994e-10,
                                          0.25,
                                          25934,
                                          30000,
                                          {{{1.996e-10, 25933, 30000, 0.188},
                                            {1.372e-08, 25933, 30000, 0.16},
                                            {5.06e-08, 25933, 30000, 0.164},
                                            {1.994e-10, 25934, 30000, 0.16},
                                            {1.01e-07, 25934, 30000, 0.16}}}},
                                         {1e4,
                                          3.799e-9,
                                          0.116,
                                          18466,
                                          30000,
                                          {{{3.803e-09, 18465, 30000, 0.184},
                                            {8.071e-08, 18465, 30000, 0.152},
                                            {5.124e-07, 18465, 30000, 0.16},
                                            {3.799e-09, 18466, 30000, 0.156},
                                            {1.02e-06, 18466, 30000, 0.16}}}},
                                         {1e5,
                                          2.168e-8,
                                          0.0539,
                                          15001,
                                          30000,
                                          {{{2.17e-08, 15000, 30000, 0.188},
                                            {2.599e-07, 15000, 30000, 0.156},
                                            {6.77e-07, 15000, 30000, 0.164},
                                            {2.168e-08, 15001, 30000, 0.152},
                                            {1.043e-05, 15001, 30000, 0.156}}}},
                                         {1e6,
                                          3.348e-8,
                                          0.02502,
                                          13394,
                                          30000,
                                          {{{3.34e-08, 13393, 30000, 0.188},
                                            {8.513e-06, 13393, 30000, 0.156},
                                            {1.393e-06, 13393, 30000, 0.156},
                                            {3.348e-08, 13394, 30000, 0.156},
                                            {1.571e-05, 13394, 30000, 0.156}}}}}};

const std::array<CountRow, 2> kTable417{{{1e5,
                                          2.2224e-6,
                                          0.08483,
                                          344502,
                                          70000,
                                          {{{2.226e-06, 344502, 70000, 163.33},
                                            {4.079e-05, 344511, 70000, 26.78},
                                            {2.289e-06, 344502, 70000, 22.76},
                                            {2.151e-06, 362781, 70000, 14.44},
                                            {2.788e-06, 326781, 70000, 15.26}}}},
                                         {1e6,
                                          1.8488e-5,
                                          0.03937,
                                          159921,
                                          70000,
                                          {{{2.322e-05, 159921, 73363, 165.756},
                                            {8.17e-05, 159885, 73364, 22.176},
                                            {2.326e-05, 159921, 73363, 23.276},
                                            {1.849e-05, 169921, 70000, 14.89},
                                            {2.44e-05, 159894, 70000, 14.84}}}}}};

void add_counts(Report& report, Scene scene, const CountRow& row, std::size_t k, double newton) {
  const SolverName& solver = solver_names()[k];
  set_program(scene, {.exponent = 3.0,
                      .stiffness = row.stiffness,
                      .newton = newton,
                      .linear = solver.linear,
                      .assembly = solver.assembly});
  const CompliantRun run = run_compliant(scene);
  const PrintedCounts& printed = row.printed[k];
  const std::string name = fmt::format("1/R = {:g}, {}: ", row.stiffness, solver.thesis);
  const double digits = 5e-3 * row.loss + 5e-12;
  report.add(check_near(
      {name + "relative change of the kinetic energy", "", std::abs(run.loss()), printed.loss,
       std::abs(printed.loss - row.loss) > digits ? "printed: linear solves that stop early" : ""},
      row.loss, digits,
      "the listing with exact linear solves: three digits, and the round-off of that program, "
      "which subtracts positions: some thousand loaded steps of 1e-16 |q|/h"));
  const double off = std::abs(printed.contacts - row.contacts);
  const Figure contacts{name + "contacts of all steps", "", double(run.contacts), printed.contacts,
                        off > 1e3    ? "digits exchanged or wrong: the same motion as in the rows "
                                       "that agree"
                        : off > 1.0  ? "printed: linear solves that stop early"
                        : off == 1.0 ? "one less in the dense programs of the thesis"
                                     : ""};
  report.add(off > 1e3 ? check_source_wrong(contacts, row.contacts, 0.0, 0.5,
                                            "the listing with exact linear solves")
                       : check_near(contacts, row.contacts, 0.0,
                                    "exactly that of the listing with exact linear solves"));
  report.add(check_near({name + "Newton iterations", "", double(run.iterations), printed.iterations,
                         printed.iterations == row.iterations
                             ? ""
                             : "not of the listing, which takes two for each of the 35 000 steps"},
                        row.iterations, 0.0, "exactly: two for each step"));
  report.add(check_near({name + "largest overlap over the diameter", "", run.overlap, {}, ""},
                        row.overlap, 6e-3 * row.overlap, "three digits of the print, cut off"));
  add_cpu(report, name, run.cpu, printed.cpu);
}

void fill_cradle(const std::filesystem::path& scenes, Report& report) {
  Scene scene = scene_of(scenes, "nguyen-2024/appendix-newton.toml");
  // Single-precision constants of the listing.
  std::get<ListBodies>(scene.bodies.at(0)).position.rows = {
      {0.0, 0.0}, {1.0, 0.0}, {double(1.4F), 0.0}, {double(1.8F), 0.0}};
  scene.time.end = 1.5;
  for (const CountRow& row : kTable416) {
    for (std::size_t k = 0; k < row.printed.size(); ++k) {
      add_counts(report, scene, row, k, 1e-5);
    }
  }
}

// With `all` false one row only.
void fill_grid(const std::filesystem::path& scenes, Report& report, bool all) {
  Scene scene = scene_of(scenes, "nguyen-2024/appendix-81-free.toml");
  scene.time.end = 3.5;
  for (const CountRow& row : kTable417) {
    for (std::size_t k = 0; k < row.printed.size(); ++k) {
      if (all || (k == 3 && row.stiffness == 1e6)) add_counts(report, scene, row, k, 1e-4);
    }
  }
}

// ---- Table 4.18: 81 random discs

void fill_random(const std::filesystem::path& scenes, Report& report, bool all) {
  struct RandomRow {
    double alpha;
    std::array<double, 5> kinetic;  // J, at the end
    std::array<double, 5> loss;
    std::array<double, 5> overlap;
    std::array<double, 5> iterations;
    std::array<double, 5> seconds;
  };
  constexpr std::array<RandomRow, 2> rows{{{2.0,
                                            {6.55018, 6.57157, 6.63137, 6.6313, 6.60192},
                                            {0.026, 0.0228, 0.0139, 0.0139, 0.0183},
                                            {0.005152, 0.005038, 0.00512, 0.005684, 0.005207},
                                            {37092, 37514, 37775, 37575, 36999},
                                            {202.072, 28.992, 28.584, 15.816, 15.784}},
                                           {3.0,
                                            {6.72489, 6.69253, 6.67396, 6.72489, 6.68559},
                                            {9.29e-07, 0.00481, 0.00757, 1.47e-06, 0.00585},
                                            {0.04294, 0.04929, 0.04295, 0.04294, 0.05135},
                                            {390308, 387318, 386931, 390306, 376254},
                                            {208.304, 30.712, 29.812, 16.052, 16.464}}}};
  for (const RandomRow& row : rows) {
    for (std::size_t k = 0; k < row.loss.size(); ++k) {
      const SolverName& solver = solver_names()[k];
      if (!all && k != 3) continue;
      Scene scene = scene_of(scenes, "nguyen-2024/appendix-81.toml");
      scene.time.step = 1e-4;
      scene.time.end = all ? 4.4984 : 1.0;
      set_program(scene, {.exponent = row.alpha,
                          .stiffness = 1e5,
                          .normalisation = Normalisation::potential,
                          .newton = 1e-4,
                          .linear = solver.linear,
                          .assembly = solver.assembly});
      const CompliantRun run = run_compliant(scene);
      const std::string name = fmt::format("α = {:g}, {}: ", row.alpha, solver.thesis);
      const double steps = static_cast<double>(count_steps(scene.time));
      const double loss = std::abs(run.total_first - run.total_last) / run.total_first;
      if (all) {
        report.add(report_only({name + "kinetic energy at the end", "J", run.energy_last,
                                row.kinetic[k], "another draw of random numbers"}));
      }
      report.add(report_only({name + "relative change of kinetic + stored energy", "", loss,
                              row.loss[k], "another draw of random numbers"}));
      report.add(check_between({name + "largest overlap over the diameter", "", run.overlap,
                                row.overlap[k], "another draw of random numbers"},
                               0.5 * row.overlap[k], 2.0 * row.overlap[k],
                               "set by the fastest impact: a factor of two"));
      report.add(check_between(
          {name + "Newton iterations", "", double(run.iterations), row.iterations[k],
           row.alpha == 2.0 ? "44 984 steps of at least two iterations: a digit is lost in print"
                            : "printed: more than eight per step, as with a tolerance far below "
                              "the stated 1e-4 m"},
          2.0 * steps, 4.0 * steps, "between two and four per step"));
      add_cpu(report, name, run.cpu, row.seconds[k]);
    }
  }
}

// ---- Table 4.19: a disc on the floor

struct BallRow {
  double mu;
  double alpha;
  double contacts;
  std::array<double, 9> cpu;  // s, by linear solver; five with friction
};

const std::array<BallRow, 8> kTable419{
    {{0.0, 2, 10570, {0.112, 0.999, 0.104, 0.056, 0.052, 0.076, 0.08, 0.068, 0.072}},
     {0.0, 3, 11223, {0.208, 0.152, 0.164, 0.056, 0.056, 0.084, 0.08, 0.076, 0.72}},
     {0.25, 2, 10547, {0.12, 0.104, 0.108, 0.056, 0.06}},
     {0.25, 3, 11000, {0.204, 0.152, 0.172, 0.06, 0.06}},
     {0.5, 2, 10547, {0.128, 0.104, 0.108, 0.052, 0.056}},
     {0.5, 3, 11000, {0.192, 0.148, 0.168, 0.056, 0.056}},
     {1.0, 2, 10547, {0.124, 0.108, 0.108, 0.056, 0.06}},
     {1.0, 3, 11000, {0.2, 0.152, 0.164, 0.056, 0.06}}}};

void fill_ball(const std::filesystem::path& scenes, Report& report) {
  Scene scene = scene_of(scenes, "nguyen-2024/appendix-one-a.toml");
  // Single-precision constants of the listing.
  auto& disc = std::get<ListBodies>(scene.bodies.at(0));
  disc.position.rows = {{0.0, double(0.2F)}};
  disc.radius.values = {double(0.20001F)};
  scene.gravity = VectorSeries::constant({0.0, -double(9.80665F)});
  scene.time = {1e-4, 1.1};
  for (const BallRow& row : kTable419) {
    for (std::size_t k = 0; k < solver_names().size(); ++k) {
      const SolverName& solver = solver_names()[k];
      if (row.mu > 0.0 && solver.symmetric) continue;
      set_program(scene, {.exponent = row.alpha,
                          .stiffness = 1e6,
                          .normalisation = Normalisation::potential,
                          .friction = row.mu,
                          .c_t = 1e4,
                          .linear = solver.linear,
                          .assembly = solver.assembly});
      const CompliantRun run = run_compliant(scene);
      const std::string name =
          fmt::format("µ = {:g}, α = {:g}, {}: ", row.mu, row.alpha, solver.thesis);
      report.add(check_published(
          {name + "contacts of all steps", "", double(run.contacts), row.contacts, ""}, 0.0,
          "exactly"));
      report.add(
          check_published({name + "Newton iterations", "", double(run.iterations), 22000, ""}, 0.0,
                          "exactly: two for each of the 11 000 steps"));
      add_cpu(report, name, run.cpu, row.cpu[k]);
    }
  }
  report.notes = {
      "Printed CPU times 0.999 s (Superlu, µ = 0, α = 2) and 0.72 s (Sparse+Jpcg, µ = 0, α = 3) "
      "are ten times those beside them."};
}

// ---- Table 4.20: four discs with friction

void fill_four(const std::filesystem::path& scenes, Report& report) {
  struct FourRow {
    double c_n;
    double c_t;
    double newton;
    std::array<double, 4> dense;   // energies for mu = 0, 0.25, 0.5, 1
    std::array<double, 4> sparse;  // of Sparse+Gmres
  };
  constexpr double blank = std::numeric_limits<double>::quiet_NaN();
  constexpr std::array<FourRow, 9> rows{
      {{1e5, 1e7, 1e-5, {4.5, 4.4641, 4.48966, 4.51028}, {4.5, 4.46406, 4.48965, 4.51032}},
       {1e5, 1e7, 1e-6, {4.5, 4.42403, 4.42922, 4.42471}, {4.5, 4.42403, 4.42922, 4.42471}},
       {1e5, 1e7, 1e-7, {4.49999, 4.42698, 4.42748, 4.42478}, {4.5, 4.42698, 4.42748, 4.42478}},
       {1e7, 1e7, 1e-5, {4.50103, 5.90099, 5.97627, 5.30436}, {4.50107, 5.90099, 5.97625, 5.30436}},
       {1e7, 1e7, 1e-6, {4.50014, 4.4215, 4.41822, 4.42648}, {4.50018, 4.4215, 4.41803, 4.42644}},
       {1e7, 1e7, 1e-7, {4.5, 4.41915, 4.41386, 4.41196}, {4.50004, 4.41915, 4.41388, 4.40188}},
       {1e7, 1e5, 1e-5, {4.50091, 5.90114, 5.97984, 4.63217}, {4.50107, 5.90114, 5.97985, 4.55111}},
       {1e7, 1e5, 1e-6, {4.50001, 4.4151, 4.41445, 4.50575}, {4.50018, 4.41789, 4.43939, 4.46983}},
       {1e7, 1e5, 1e-7, {4.5, 4.41234, 4.44369, 4.47444}, {4.50004, blank, blank, blank}}}};
  constexpr std::array<double, 4> friction{0.0, 0.25, 0.5, 1.0};
  for (const FourRow& row : rows) {
    for (std::size_t m = 0; m < friction.size(); ++m) {
      for (const std::size_t k : {std::size_t{0}, std::size_t{4}}) {
        const SolverName& solver = solver_names()[k];
        Scene scene = scene_of(scenes, "nguyen-2024/appendix-four.toml");
        scene.time = {1e-4, 0.5};
        set_program(scene, {.exponent = 3.0,
                            .stiffness = row.c_n,
                            .normalisation = Normalisation::potential,
                            .friction = friction[m],
                            .c_t = row.c_t,
                            .newton = row.newton,
                            .linear = solver.linear,
                            .assembly = solver.assembly});
        const std::string name =
            fmt::format("c_n = {:g}, c_t = {:g}, {:g} m, µ = {:g}, {}: ", row.c_n, row.c_t,
                        row.newton, friction[m], solver.thesis);
        const double printed = k == 0 ? row.dense[m] : row.sparse[m];
        const CompliantRun run = run_compliant(scene);
        report.add(report_only(
            {name + "kinetic energy at the end", "J", run.energy_last,
             std::isnan(printed) ? std::nullopt : std::optional(printed),
             run.unsolved > 0 ? fmt::format("{} steps not converged here", run.unsolved) : ""}));
      }
    }
  }
  // Energy is 4.5 J without friction and less with it, if the law and the solve are right.
  for (const double c_t : {1e2, 1e4}) {
    double before = 0.0;
    for (const double mu : friction) {
      Scene scene = scene_of(scenes, "nguyen-2024/appendix-four.toml");
      scene.time = {1e-4, 0.5};
      set_program(scene, {.exponent = 3.0,
                          .stiffness = 1e5,
                          .normalisation = Normalisation::potential,
                          .friction = mu,
                          .c_t = c_t});
      make_exact(scene);
      const CompliantRun run = run_compliant(scene);
      const std::string name = fmt::format("variant = \"exact\", c_t = {:g}, µ = {:g}: ", c_t, mu);
      if (mu == 0.0) {
        before = run.energy_last;
        report.add(check_near({name + "kinetic energy at the end", "J", run.energy_last, 4.5, ""},
                              4.5, 1e-10, "no loss; round-off"));
      } else {
        report.add(check_between({name + "kinetic energy at the end", "J", run.energy_last, {}, ""},
                                 0.0, before - 1e-3,
                                 "the spin of disc 1 rubs: friction takes energy"));
      }
      report.add(check_equal({name + "unsolved steps", "", double(run.unsolved), {}, ""}, 0.0));
    }
  }
  report.notes = {
      "T is not printed; 0.5 s, after the impact and before the walls. Printed energies above 4.5 "
      "J "
      "are those of Newton loops that were left too early (1e-5 m) or cycle; friction cannot make "
      "energy. With c_t = 1e5 and more a sticking contact needs velocities below 1e-5 m/s, so that "
      "the law is a step for the Newton loop."};
}

}  // namespace

std::vector<Experiment> nguyen_2024_linear_experiments() {
  using Path = const std::filesystem::path&;
  using Fill = std::function<void(Path, Report&)>;
  const auto experiment = [](const std::string& name, const std::string& title,
                             const std::string& section, const std::string& catalogue,
                             const std::string& scene, bool quick, Fill fill) {
    return Experiment{
        .id = "nguyen-2024/tab-" + name,
        .title = title,
        .source = fmt::format("[Nguyen2024, §4.6.{}, Tab. {}]", section, name.substr(0, 4)),
        .quick = quick,
        .catalogue = {catalogue},
        .scenes = {fmt::format("nguyen-2024/appendix-{}.toml", scene)},
        .fill = std::move(fill)};
  };
  return {
      experiment("4.16", "Linear solvers on Newton's cradle: contacts and iterations", "1.1",
                 "thesis-cpu-newton", "newton", true, fill_cradle),
      experiment("4.17-short", "81 discs on a grid: contacts and iterations of one linear solver",
                 "1.2", "thesis-cpu-81-fixed", "81-free", true,
                 [](Path s, Report& r) { fill_grid(s, r, false); }),
      experiment("4.17", "Linear solvers on 81 discs on a grid", "1.2", "thesis-cpu-81-fixed",
                 "81-free", false, [](Path s, Report& r) { fill_grid(s, r, true); }),
      experiment("4.18-short", "81 random discs: iterations of one linear solver, first second",
                 "1.2", "thesis-cpu-81-random", "81", true,
                 [](Path s, Report& r) { fill_random(s, r, false); }),
      experiment("4.18", "Linear solvers on 81 random discs", "1.2", "thesis-cpu-81-random", "81",
                 false, [](Path s, Report& r) { fill_random(s, r, true); }),
      experiment("4.19", "A disc slides on the floor: contacts and iterations, every linear solver",
                 "2.1", "thesis-cpu-ball-x", "one-a", true, fill_ball),
      experiment("4.20",
                 "Four discs with friction: energy, and what an early end of the Newton loop does",
                 "2.2", "thesis-cpu-four-friction", "four", true, fill_four),
  };
}

}  // namespace galet
