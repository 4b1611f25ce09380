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
#include <span>

#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/study/checks.hpp"
#include "galet/study/nguyen_2024_rolling.hpp"
#include "galet/study/nguyen_2024_rows.hpp"
#include "galet/study/papers.hpp"
#include "galet/study/printed_table.hpp"

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

// That of the short experiments.
constexpr std::string_view kOneSolver = "Sparse+Superlu";

// ---- Tables 4.16 and 4.17: the cradle, 81 discs on a grid

struct PrintedCounts {
  std::string solver;
  double loss;
  double contacts;
  double iterations;
  double cpu;  // s
};

// What the program of the appendix gives if its linear systems are solved exactly.
struct CountRow {
  double stiffness;  // 1/R
  double loss;
  double overlap;
  double contacts;
  double iterations;
};

constexpr std::array<CountRow, 4> kExact416{{{1e3, 1.994e-10, 0.25, 25934, 30000},
                                             {1e4, 3.799e-9, 0.116, 18466, 30000},
                                             {1e5, 2.168e-8, 0.0539, 15001, 30000},
                                             {1e6, 3.348e-8, 0.02502, 13394, 30000}}};

constexpr std::array<CountRow, 2> kExact417{
    {{1e5, 2.2224e-6, 0.08483, 344502, 70000}, {1e6, 1.8488e-5, 0.03937, 159921, 70000}}};

// A printed row with what stands for its stiffness.
struct CountCase {
  CountRow exact;
  PrintedCounts printed;
};

std::vector<CountCase> count_cases(const std::filesystem::path& scenes, const std::string& table,
                                   std::span<const CountRow> exact) {
  std::vector<CountCase> cases;
  for (const PrintedRow& row : read_printed(printed_file(scenes, table))) {
    const auto found = std::ranges::find(exact, row.number("stiffness"), &CountRow::stiffness);
    GALET_ASSERT(found != exact.end());
    cases.push_back({*found,
                     {row.text("solver"), row.number("loss"), row.number("contacts"),
                      row.number("iterations"), row.number("cpu")}});
  }
  return cases;
}

void add_counts(Report& report, Scene scene, const CountCase& c, double newton) {
  const auto& [row, printed] = c;
  const SolverName& solver = solver_named(printed.solver);
  set_program(scene, {.exponent = 3.0,
                      .stiffness = row.stiffness,
                      .newton = newton,
                      .linear = solver.linear,
                      .assembly = solver.assembly});
  const CompliantRun run = run_compliant(scene);
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

void fill_linear_cradle(const std::filesystem::path& scenes, Report& report) {
  Scene scene = scene_of(scenes, "nguyen-2024/appendix-newton.toml");
  // Single-precision constants of the listing.
  std::get<ListBodies>(scene.bodies.at(0)).position.rows = {
      {0.0, 0.0}, {1.0, 0.0}, {double(1.4F), 0.0}, {double(1.8F), 0.0}};
  scene.time.end = 1.5;
  for (const CountCase& c : count_cases(scenes, "4.16", kExact416)) {
    add_counts(report, scene, c, 1e-5);
  }
}

// With `all` false one row only.
void fill_linear_grid(const std::filesystem::path& scenes, Report& report, bool all) {
  Scene scene = scene_of(scenes, "nguyen-2024/appendix-81-free.toml");
  scene.time.end = 3.5;
  for (const CountCase& c : count_cases(scenes, "4.17", kExact417)) {
    const bool chosen = c.printed.solver == kOneSolver && c.exact.stiffness == 1e6;
    if (all || chosen) add_counts(report, scene, c, 1e-4);
  }
}

// ---- Table 4.18: 81 random discs

void fill_linear_random(const std::filesystem::path& scenes, Report& report, bool all) {
  for (const PrintedRow& row : read_printed(printed_file(scenes, "4.18"))) {
    const SolverName& solver = solver_named(row.text("solver"));
    if (!all && solver.thesis != kOneSolver) continue;
    const double alpha = row.number("alpha");
    const double overlap = row.number("overlap");
    Scene scene = scene_of(scenes, "nguyen-2024/appendix-81.toml");
    scene.time.step = 1e-4;
    scene.time.end = all ? 4.4984 : 1.0;
    set_program(scene, {.exponent = alpha,
                        .stiffness = 1e5,
                        .normalisation = Normalisation::potential,
                        .newton = 1e-4,
                        .linear = solver.linear,
                        .assembly = solver.assembly});
    const CompliantRun run = run_compliant(scene);
    const std::string name = fmt::format("α = {:g}, {}: ", alpha, solver.thesis);
    const double steps = static_cast<double>(count_steps(scene.time));
    const double loss = std::abs(run.total_first - run.total_last) / run.total_first;
    if (all) {
      report.add(report_only({name + "kinetic energy at the end", "J", run.energy_last,
                              row.number("kinetic"), "another draw of random numbers"}));
    }
    report.add(report_only({name + "relative change of kinetic + stored energy", "", loss,
                            row.number("loss"), "another draw of random numbers"}));
    newmark(scene).variant = NewmarkVariant::thesis_mean_normal;
    const CompliantRun mean = run_compliant(scene);
    report.add(report_only({name + "the same, force along the mean normal", "",
                            std::abs(mean.total_first - mean.total_last) / mean.total_first,
                            row.number("loss"), "another draw of random numbers"}));
    report.add(check_between({name + "largest overlap over the diameter", "", run.overlap, overlap,
                              "another draw of random numbers"},
                             0.5 * overlap, 2.0 * overlap,
                             "set by the fastest impact: a factor of two"));
    report.add(check_between(
        {name + "Newton iterations", "", double(run.iterations), row.number("iterations"),
         alpha == 2.0 ? "44 984 steps of at least two iterations: a digit is lost in print"
                      : "printed: more than eight per step, as with a tolerance far below "
                        "the stated 1e-4 m"},
        2.0 * steps, 4.0 * steps, "between two and four per step"));
    add_cpu(report, name, run.cpu, row.number("cpu"));
  }
}

// ---- Table 4.19: a disc on the floor

// Newton steps to 1e-5 m, those of the listing, are enough for α = 2. For α = 3, whose contacts are
// softer and oscillate more, rolling begins 4 to 12 % too early; with 1e-12 m it does not.
void add_rolling(Report& report, Scene scene, const std::string& name, double mu, double alpha,
                 const RollWatch& watch) {
  if (alpha == 2.0) {
    add_time_of_rolling(report, name, mu, watch);
    return;
  }
  report.add(report_only(
      {name + "t + v_y/g where rolling begins", "s", watch.time, {}, "Newton steps to 1e-5 m"},
      time_of_rolling(mu)));
  newmark(scene).step_norm = 1e-12;
  RollWatch closer;
  static_cast<void>(run_compliant(scene, [&](const Simulation<2>& now) { closer.look(now); }));
  add_time_of_rolling(report, name + "Newton steps to 1e-12 m: ", mu, closer);
}

void fill_linear_ball(const std::filesystem::path& scenes, Report& report) {
  Scene scene = scene_of(scenes, "nguyen-2024/appendix-one-a.toml");
  // Single-precision constants of the listing.
  auto& disc = std::get<ListBodies>(scene.bodies.at(0));
  disc.position.rows = {{0.0, double(0.2F)}};
  disc.radius.values = {double(0.20001F)};
  scene.gravity = VectorSeries::constant({0.0, -double(9.80665F)});
  scene.time = {1e-4, 1.1};
  for (const PrintedRow& row : read_printed(printed_file(scenes, "4.19"))) {
    const double mu = row.number("mu");
    const double alpha = row.number("alpha");
    for (const SolverName& solver : solver_names()) {
      if (mu > 0.0 && solver.symmetric) continue;
      set_program(scene, {.exponent = alpha,
                          .stiffness = 1e6,
                          .normalisation = Normalisation::potential,
                          .friction = mu,
                          .c_t = 1e4,
                          .linear = solver.linear,
                          .assembly = solver.assembly});
      RollWatch watch;
      const CompliantRun run =
          run_compliant(scene, [&](const Simulation<2>& now) { watch.look(now); });
      const std::string name = fmt::format("µ = {:g}, α = {:g}, {}: ", mu, alpha, solver.thesis);
      if (mu > 0.0) add_rolling(report, scene, name, mu, alpha, watch);
      report.add(check_published(
          {name + "contacts of all steps", "", double(run.contacts), row.number("contacts"), ""},
          0.0, "exactly"));
      report.add(
          check_published({name + "Newton iterations", "", double(run.iterations), 22000, ""}, 0.0,
                          "exactly: two for each of the 11 000 steps"));
      add_cpu(report, name, run.cpu, row.number(solver.thesis));
    }
  }
  report.notes = {
      "Printed CPU times 0.999 s (Superlu, µ = 0, α = 2) and 0.72 s (Sparse+Jpcg, µ = 0, α = 3) "
      "are ten times those beside them."};
}

// ---- Table 4.20: four discs with friction

// Energies that do not come back; why is not known. All others agree to three digits.
struct NotFoundAgain {
  double c_n, c_t, newton, mu;
  std::string_view solver = "";  // empty: with both
};

constexpr std::array<NotFoundAgain, 12> kNotFoundAgain{{{1e5, 1e7, 1e-5, 0.25},
                                                        {1e5, 1e7, 1e-6, 0.5},
                                                        {1e5, 1e7, 1e-6, 1.0},
                                                        {1e5, 1e7, 1e-7, 1.0},
                                                        {1e7, 1e7, 1e-7, 1.0, "Dgesv"},
                                                        {1e7, 1e5, 1e-5, 1.0},
                                                        {1e7, 1e5, 1e-6, 0.25},
                                                        {1e7, 1e5, 1e-6, 0.5, "Dgesv"},
                                                        {1e7, 1e5, 1e-6, 1.0},
                                                        {1e7, 1e5, 1e-7, 0.25},
                                                        {1e7, 1e5, 1e-7, 0.5},
                                                        {1e7, 1e5, 1e-7, 1.0}}};

bool is_found_again(const NotFoundAgain& row) {
  return std::ranges::none_of(kNotFoundAgain, [&](const NotFoundAgain& known) {
    return known.c_n == row.c_n && known.c_t == row.c_t && known.newton == row.newton &&
           known.mu == row.mu && (known.solver.empty() || known.solver == row.solver);
  });
}

void add_four(Report& report, const std::filesystem::path& scenes, const PrintedRow& row,
              double mu) {
  const SolverName& solver = solver_named(row.text("solver"));
  const double c_n = row.number("c_n");
  const double c_t = row.number("c_t");
  const double newton = row.number("newton");
  Scene scene = scene_of(scenes, "nguyen-2024/appendix-four.toml");
  scene.time = {1e-4, 0.5};
  set_program(scene, {.exponent = 3.0,
                      .stiffness = c_n,
                      .normalisation = Normalisation::potential,
                      .friction = mu,
                      .c_t = c_t,
                      .newton = newton,
                      .linear = solver.linear,
                      .assembly = solver.assembly});
  const std::string name = fmt::format("c_n = {:g}, c_t = {:g}, {:g} m, µ = {:g}, {}: ", c_n, c_t,
                                       newton, mu, solver.thesis);
  const double printed = row.number(fmt::format("mu={:g}", mu));
  const CompliantRun run = run_compliant(scene);
  Figure figure{name + "kinetic energy at the end", "J", run.energy_last,
                std::isnan(printed) ? std::nullopt : std::optional(printed),
                run.unsolved > 0 ? fmt::format("{} steps not converged here", run.unsolved) : ""};
  if (!figure.published) {
    report.add(report_only(figure));
  } else if (is_found_again({c_n, c_t, newton, mu, solver.thesis})) {
    report.add(check_published(figure, 1e-3 * printed,
                               "three digits: where the Newton loop is left early, linear solves "
                               "and round-off decide the others"));
  } else {
    figure.note = "not found again; unexplained";
    report.add(report_only(figure));
  }
}

void fill_linear_four(const std::filesystem::path& scenes, Report& report) {
  constexpr std::array<double, 4> friction{0.0, 0.25, 0.5, 1.0};
  // Two rows each, of Dgesv and of Sparse+Gmres.
  const std::vector<PrintedRow> rows = read_printed(printed_file(scenes, "4.20"));
  for (std::size_t n = 0; n + 1 < rows.size(); n += 2) {
    for (const double mu : friction) {
      add_four(report, scenes, rows[n], mu);
      add_four(report, scenes, rows[n + 1], mu);
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
                 "thesis-cpu-newton", "newton", true, fill_linear_cradle),
      experiment("4.17-short", "81 discs on a grid: contacts and iterations of one linear solver",
                 "1.2", "thesis-cpu-81-fixed", "81-free", true,
                 [](Path s, Report& r) { fill_linear_grid(s, r, false); }),
      experiment("4.17", "Linear solvers on 81 discs on a grid", "1.2", "thesis-cpu-81-fixed",
                 "81-free", false, [](Path s, Report& r) { fill_linear_grid(s, r, true); }),
      experiment("4.18-short", "81 random discs: iterations of one linear solver, first second",
                 "1.2", "thesis-cpu-81-random", "81", true,
                 [](Path s, Report& r) { fill_linear_random(s, r, false); }),
      experiment("4.18", "Linear solvers on 81 random discs", "1.2", "thesis-cpu-81-random", "81",
                 false, [](Path s, Report& r) { fill_linear_random(s, r, true); }),
      experiment("4.19", "A disc slides on the floor: contacts and iterations, every linear solver",
                 "2.1", "thesis-cpu-ball-x", "one-a", true, fill_linear_ball),
      experiment("4.20",
                 "Four discs with friction: energy, and what an early end of the Newton loop does",
                 "2.2", "thesis-cpu-four-friction", "four", true, fill_linear_four),
  };
}

}  // namespace galet
