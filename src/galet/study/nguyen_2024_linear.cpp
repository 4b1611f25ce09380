// The tables of [Nguyen2024, §4.6], 4.16 to 4.24: linear solvers, contact counts ("N.C.") and
// Newton iterations ("N.L.") of the compliance family. Its variants of the linear solve are ours by
// other names:
//   Dgesv dense-lu; Superlu, Gmres, Pcg, Jpcg: superlu, gmres-ilut, pcg-ic, pcg-jacobi with
//   assembly = "dense"; Sparse+…: the same with assembly = "sparse".
// Seconds are shown beside the printed ones (another machine) and decide nothing.
// c_ν of these tables is the factor of the energy (normalisation = "potential"), except in 4.16 and
// 4.17, where 2 c_ν = 1/R is printed.
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "galet/study/checks.hpp"
#include "galet/study/compliant_run.hpp"
#include "galet/study/papers.hpp"

namespace galet {
namespace {

struct SolverName {
  const char* thesis;
  LinearSettings linear;
  MatrixAssembly assembly;
  bool symmetric;
};

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

void add_seconds(Report& report, const std::string& name, const CompliantRun& run,
                 std::optional<double> printed) {
  report.add(report_only({name + "wall-clock time", "s", run.seconds, printed, "another machine"}));
}

// ---- Table 4.16: the cradle

struct CradleCount {
  double stiffness;  // 1/R
  double loss;       // of Sparse+Superlu; the others follow their linear residuals
  double overlap;
  double contacts;  // of the sparse programs; the dense ones print one less
  std::array<double, 5> seconds;
};

void fill_cradle(const std::filesystem::path& scenes, Report& report) {
  constexpr std::array<CradleCount, 4> rows{
      {{1e3, 1.994e-10, 0.25, 25934, {0.188, 0.16, 0.164, 0.16, 0.16}},
       {1e4, 3.799e-9, 0.116, 18466, {0.184, 0.152, 0.16, 0.156, 0.16}},
       {1e5, 2.168e-8, 0.0539, 15001, {0.188, 0.156, 0.164, 0.152, 0.156}},
       {1e6, 3.348e-8, 0.02502, 13394, {0.188, 0.156, 0.156, 0.156, 0.156}}}};
  for (const CradleCount& row : rows) {
    for (std::size_t k = 0; k < row.seconds.size(); ++k) {
      const SolverName& solver = solver_names()[k];
      Scene scene = scene_of(scenes, "nguyen-2024/appendix-newton.toml");
      // Single-precision constants of the listing.
      std::get<ListBodies>(scene.bodies.at(0)).position.rows = {
          {0.0, 0.0}, {1.0, 0.0}, {double(1.4F), 0.0}, {double(1.8F), 0.0}};
      scene.time.end = 1.5;
      set_program(scene, {.exponent = 3.0,
                          .stiffness = row.stiffness,
                          .linear = solver.linear,
                          .assembly = solver.assembly});
      const CompliantRun run = run_compliant(scene);
      const std::string name = fmt::format("1/R = {:g}, {}: ", row.stiffness, solver.thesis);
      report.add(check_published(
          {name + "relative change of the kinetic energy", "", std::abs(run.loss()), row.loss, ""},
          5e-3 * row.loss + 5e-12,
          "three digits, and the round-off of that program, which subtracts "
          "positions: some thousand loaded steps of 1e-16 |q|/h"));
      report.add(check_published({name + "contacts of all steps", "", double(run.contacts),
                                  row.contacts, "one less in the dense programs of the thesis"},
                                 0.0, "exactly"));
      report.add(check_published(
          {name + "Newton iterations", "", double(run.iterations), 30000, ""}, 0.0, "exactly"));
      report.add(check_published(
          {name + "largest overlap over the diameter", "", run.overlap, row.overlap, ""},
          6e-3 * row.overlap, "three digits, cut off in print"));
      add_seconds(report, name, run, row.seconds[k]);
    }
  }
  report.notes = {
      "The printed energies of the variants differ because their linear solvers stop early; ours "
      "are solved to 1e-10 and agree with each other and with Sparse+Superlu."};
}

// ---- Table 4.17: 81 discs on a grid

void fill_grid(const std::filesystem::path& scenes, Report& report, bool all) {
  struct Count {
    double stiffness;
    double loss;
    double overlap;
    double contacts;
    double iterations;
    std::array<double, 5> seconds;
  };
  constexpr std::array<Count, 2> rows{
      {{1e5, 2.2224e-6, 0.08483, 344502, 70000, {163.33, 26.78, 22.76, 14.44, 15.26}},
       {1e6, 1.8488e-5, 0.03937, 159921, 70000, {165.756, 22.176, 23.276, 14.89, 14.84}}}};
  for (const Count& row : rows) {
    for (std::size_t k = 0; k < row.seconds.size(); ++k) {
      const SolverName& solver = solver_names()[k];
      if (!all && (k != 3 || row.stiffness < 1e6)) continue;
      Scene scene = scene_of(scenes, "nguyen-2024/appendix-81-free.toml");
      scene.time.end = 3.5;
      set_program(scene, {.exponent = 3.0,
                          .stiffness = row.stiffness,
                          .newton = 1e-4,
                          .linear = solver.linear,
                          .assembly = solver.assembly});
      const CompliantRun run = run_compliant(scene);
      const std::string name = fmt::format("1/R = {:g}, {}: ", row.stiffness, solver.thesis);
      report.add(
          check_published({name + "relative change of the kinetic energy", "", std::abs(run.loss()),
                           row.loss, "of the listing with a dense linear solver"},
                          5e-3 * row.loss, "three digits"));
      report.add(check_published(
          {name + "contacts of all steps", "", double(run.contacts), row.contacts, ""}, 0.0,
          "exactly"));
      report.add(check_published(
          {name + "Newton iterations", "", double(run.iterations), row.iterations, ""}, 0.0,
          "exactly: two for each of the 35 000 steps"));
      report.add(check_published(
          {name + "largest overlap over the diameter", "", run.overlap, row.overlap, ""},
          6e-3 * row.overlap, "three digits"));
      add_seconds(report, name, run, row.seconds[k]);
    }
  }
  // Counts of the sparse rows that no run of the same program gives.
  report.notes = {
      "Contacts 344502 and 159921 as in the rows of Dgesv and Gmres; the rows of the sparse "
      "variants "
      "print 362781, 326781, 169921 and 159894. 73 363 iterations at 1/R = 1e6 are those of the "
      "dense "
      "programs."};
}

// ---- Table 4.18: 81 random discs

void fill_random(const std::filesystem::path& scenes, Report& report, bool all) {
  struct RandomRow {
    double alpha;
    std::array<double, 5> loss;
    std::array<double, 5> overlap;
    std::array<double, 5> iterations;
    std::array<double, 5> seconds;
  };
  constexpr std::array<RandomRow, 2> rows{{{2.0,
                                            {0.026, 0.0228, 0.0139, 0.0139, 0.0183},
                                            {0.005152, 0.005038, 0.00512, 0.005684, 0.005207},
                                            {37092, 37514, 37775, 37575, 36999},
                                            {202.072, 28.992, 28.584, 15.816, 15.784}},
                                           {3.0,
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
      add_seconds(report, name, run, row.seconds[k]);
    }
  }
}

// ---- Table 4.19: a disc on the floor

void fill_ball(const std::filesystem::path& scenes, Report& report) {
  for (const double mu : {0.0, 0.25, 0.5, 1.0}) {
    for (const double alpha : {2.0, 3.0}) {
      for (const SolverName& solver : solver_names()) {
        if (mu > 0.0 && solver.symmetric) continue;
        Scene scene = scene_of(scenes, "nguyen-2024/appendix-one-a.toml");
        // Single-precision constants of the listing.
        auto& disc = std::get<ListBodies>(scene.bodies.at(0));
        disc.position.rows = {{0.0, double(0.2F)}};
        disc.radius.values = {double(0.20001F)};
        scene.gravity = VectorSeries::constant({0.0, -double(9.80665F)});
        scene.time = {1e-4, 1.1};
        set_program(scene, {.exponent = alpha,
                            .stiffness = 1e6,
                            .normalisation = Normalisation::potential,
                            .friction = mu,
                            .c_t = 1e4,
                            .linear = solver.linear,
                            .assembly = solver.assembly});
        const CompliantRun run = run_compliant(scene);
        const double smooth = alpha == 2.0 ? 10570.0 : 11223.0;
        const double rough = alpha == 2.0 ? 10547.0 : 11000.0;
        const std::string name = fmt::format("µ = {:g}, α = {:g}, {}: ", mu, alpha, solver.thesis);
        report.add(check_published({name + "contacts of all steps", "", double(run.contacts),
                                    mu == 0.0 ? smooth : rough, ""},
                                   0.0, "exactly"));
        report.add(
            check_published({name + "Newton iterations", "", double(run.iterations), 22000, ""},
                            0.0, "exactly: two for each of the 11 000 steps"));
        add_seconds(report, name, run, {});
      }
    }
  }
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

// ---- Tables 4.21 to 4.24: 529 and 1225 discs

// Smallest and largest value over the linear solvers in print.
struct PrintedRange {
  double low = 0.0;
  double high = 0.0;
};

struct BedCase {
  std::string scene;
  double alpha;
  double stiffness;
  double newton;
  double end;
  // Of the whole fall without friction; another draw of random numbers.
  std::optional<PrintedRange> contacts = {};
  std::optional<PrintedRange> iterations = {};
  std::optional<PrintedRange> overlap = {};
};

// A figure of the whole fall, within `part` of what the linear solvers of the thesis span.
void add_of_fall(Report& report, const std::string& quantity, double ours,
                 const std::optional<PrintedRange>& printed, double part) {
  if (!printed) {
    report.add(report_only({quantity, "", ours, {}, ""}));
    return;
  }
  report.add(check_between(
      {quantity, "", ours, 0.5 * (printed->low + printed->high),
       fmt::format("printed: {:g} to {:g}, by linear solver", printed->low, printed->high)},
      (1.0 - part) * printed->low, (1.0 + part) * printed->high,
      fmt::format("another draw of random numbers: {:g} % beyond the printed range",
                  100.0 * part)));
}

// One run of each linear solver; the first is the reference for the others, which see other
// round-off and in a long run another motion.
void add_bed(Report& report, const std::filesystem::path& scenes, const BedCase& bed, double mu,
             bool dense) {
  std::optional<double> iterations;
  for (const SolverName& solver : solver_names()) {
    if (mu > 0.0 && solver.symmetric) continue;
    if (!dense && solver.assembly == MatrixAssembly::dense) continue;
    Scene scene = scene_of(scenes, bed.scene);
    scene.time = {1e-4, bed.end};
    set_program(scene, {.exponent = bed.alpha,
                        .stiffness = bed.stiffness,
                        .normalisation = Normalisation::potential,
                        .friction = mu,
                        .c_t = 1e15,
                        .newton = bed.newton,
                        .linear = solver.linear,
                        .assembly = solver.assembly});
    const CompliantRun run = run_compliant(scene);
    const std::string name = fmt::format("α = {:g}, µ = {:g}, {}: ", bed.alpha, mu, solver.thesis);
    const double steps = static_cast<double>(count_steps(scene.time));
    report.add(check_between(
        {name + "Newton iterations per step", "", double(run.iterations) / steps, {}, ""}, 2.0,
        mu == 0.0 ? 4.0 : 8.0, "two at least; print has 2 to 7"));
    report.add(report_only(
        {name + "most Newton iterations of a step", "", double(run.iterations_max), {}, ""}));
    const bool compared = mu == 0.0;
    add_of_fall(report, name + "contacts of all steps", double(run.contacts),
                compared ? bed.contacts : std::nullopt, 0.05);
    add_of_fall(report, name + "largest overlap over the diameter", run.overlap,
                compared ? bed.overlap : std::nullopt, 0.2);
    add_of_fall(report, name + "Newton iterations of all steps", double(run.iterations),
                compared ? bed.iterations : std::nullopt, 0.05);
    report.add(report_only({name + "kinetic energy at the end", "J", run.energy_last, {}, ""}));
    report.add(report_only({name + "steps not converged", "", double(run.unsolved), {}, ""}));
    add_seconds(report, name, run, {});
    if (mu == 0.0) {
      if (!iterations) iterations = double(run.iterations);
      report.add(check_near({name + "Newton iterations", "", double(run.iterations), {}, ""},
                            *iterations, 0.01 * *iterations,
                            "the linear solver does not matter to the Newton loop: one per cent"));
    }
  }
}

void add_bed_exact(Report& report, const std::filesystem::path& scenes, const BedCase& bed) {
  Scene scene = scene_of(scenes, bed.scene);
  scene.time = {1e-4, bed.end};
  set_program(scene, {.exponent = bed.alpha,
                      .stiffness = bed.stiffness,
                      .normalisation = Normalisation::potential});
  make_exact(scene);
  const CompliantRun run = run_compliant(scene);
  const std::string name = fmt::format("α = {:g}, variant = \"exact\": ", bed.alpha);
  report.add(
      check_at_most({name + "largest change of kinetic, potential and stored energy over the "
                            "energy in play",
                     "",
                     run.drift / run.scale,
                     {},
                     ""},
                    1e-10, "residuals of 1e-14 in up to 75 000 steps"));
  report.add(check_equal({name + "unsolved steps", "", double(run.unsolved), {}, ""}, 0.0));
  add_seconds(report, name, run, {});
}

const BedCase k529a2{"nguyen-2024/appendix-529.toml",
                     2.0,
                     1e6,
                     1e-4,
                     7.5,
                     PrintedRange{3021952, 3150433},
                     PrintedRange{154317, 154958},
                     PrintedRange{0.0279, 0.0376}};
const BedCase k529a3{"nguyen-2024/appendix-529.toml",
                     3.0,
                     1e6,
                     1e-4,
                     7.5,
                     PrintedRange{11911307, 12079145},
                     PrintedRange{171342, 173718},
                     PrintedRange{0.143, 0.152}};
const BedCase k1225{"nguyen-2024/appendix-1225.toml",
                    3.0,
                    1e8,
                    1e-5,
                    7.5,
                    std::nullopt,
                    PrintedRange{291232, 293099},
                    PrintedRange{0.046, 0.0563}};

// The first instants only.
BedCase until(const BedCase& bed, double end) {
  return {bed.scene, bed.alpha, bed.stiffness, bed.newton, end};
}

// The first instants: the lowest discs reach the floor after 0.24 s (529) and 0.3 s (1225).
void fill_bed_short(const std::filesystem::path& scenes, Report& report, const BedCase& bed,
                    double mu) {
  add_bed(report, scenes, bed, mu, false);
  if (mu == 0.0) add_bed_exact(report, scenes, bed);
}

}  // namespace

std::vector<Experiment> nguyen_2024_linear_experiments() {
  using Path = const std::filesystem::path&;
  const std::string s529 = "nguyen-2024/appendix-529.toml";
  const std::string s1225 = "nguyen-2024/appendix-1225.toml";
  std::vector<Experiment> all{
      {.id = "nguyen-2024/tab-4.16",
       .title = "Linear solvers on Newton's cradle: contacts and iterations",
       .source = "[Nguyen2024, §4.6.1.1, Tab. 4.16]",
       .quick = true,
       .catalogue = {"thesis-cpu-newton"},
       .scenes = {"nguyen-2024/appendix-newton.toml"},
       .fill = fill_cradle},
      {.id = "nguyen-2024/tab-4.17-short",
       .title = "81 discs on a grid: contacts and iterations of one linear solver",
       .source = "[Nguyen2024, §4.6.1.2, Tab. 4.17]",
       .quick = true,
       .catalogue = {"thesis-cpu-81-fixed"},
       .scenes = {"nguyen-2024/appendix-81-free.toml"},
       .fill = [](Path s, Report& r) { fill_grid(s, r, false); }},
      {.id = "nguyen-2024/tab-4.17",
       .title = "Linear solvers on 81 discs on a grid",
       .source = "[Nguyen2024, §4.6.1.2, Tab. 4.17]",
       .quick = false,
       .catalogue = {"thesis-cpu-81-fixed"},
       .scenes = {"nguyen-2024/appendix-81-free.toml"},
       .fill = [](Path s, Report& r) { fill_grid(s, r, true); }},
      {.id = "nguyen-2024/tab-4.18-short",
       .title = "81 random discs: iterations of one linear solver, first second",
       .source = "[Nguyen2024, §4.6.1.2, Tab. 4.18]",
       .quick = true,
       .catalogue = {"thesis-cpu-81-random"},
       .scenes = {"nguyen-2024/appendix-81.toml"},
       .fill = [](Path s, Report& r) { fill_random(s, r, false); }},
      {.id = "nguyen-2024/tab-4.18",
       .title = "Linear solvers on 81 random discs",
       .source = "[Nguyen2024, §4.6.1.2, Tab. 4.18]",
       .quick = false,
       .catalogue = {"thesis-cpu-81-random"},
       .scenes = {"nguyen-2024/appendix-81.toml"},
       .fill = [](Path s, Report& r) { fill_random(s, r, true); }},
      {.id = "nguyen-2024/tab-4.19",
       .title = "A disc slides on the floor: contacts and iterations of every linear solver",
       .source = "[Nguyen2024, §4.6.2.1, Tab. 4.19]",
       .quick = true,
       .catalogue = {"thesis-cpu-ball-x"},
       .scenes = {"nguyen-2024/appendix-one-a.toml"},
       .fill = fill_ball},
      {.id = "nguyen-2024/tab-4.20",
       .title = "Four discs with friction: energy, and what an early end of the Newton loop does",
       .source = "[Nguyen2024, §4.6.2.2, Tab. 4.20]",
       .quick = true,
       .catalogue = {"thesis-cpu-four-friction"},
       .scenes = {"nguyen-2024/appendix-four.toml"},
       .fill = fill_four},
      {.id = "nguyen-2024/tab-4.21-short",
       .title = "529 discs fall, first 0.3 s, every sparse linear solver",
       .source = "[Nguyen2024, §4.6.2.3, Tab. 4.21]",
       .quick = true,
       .catalogue = {"thesis-529"},
       .scenes = {s529},
       .fill = [](Path s, Report& r) { fill_bed_short(s, r, until(k529a3, 0.3), 0.0); }},
      {.id = "nguyen-2024/tab-4.21",
       .title = "529 discs fall without friction, every linear solver",
       .source = "[Nguyen2024, §4.6.2.3, Tab. 4.21]",
       .quick = false,
       .catalogue = {"thesis-529"},
       .scenes = {s529},
       .fill =
           [](Path s, Report& r) {
             for (const BedCase& bed : {k529a2, k529a3}) {
               add_bed(r, s, bed, 0.0, true);
               add_bed_exact(r, s, bed);
             }
           }},
      {.id = "nguyen-2024/tab-4.22",
       .title = "529 discs fall with friction, every linear solver",
       .source = "[Nguyen2024, §4.6.2.3, Tab. 4.22]",
       .quick = false,
       .catalogue = {"thesis-529"},
       .scenes = {s529},
       .fill =
           [](Path s, Report& r) {
             for (const BedCase& bed : {k529a2, k529a3}) {
               for (const double mu : {0.25, 0.5, 1.0}) add_bed(r, s, bed, mu, true);
             }
           }},
      {.id = "nguyen-2024/tab-4.23-short",
       .title = "1225 discs fall, first 0.32 s, every sparse linear solver",
       .source = "[Nguyen2024, §4.6.2.4, Tab. 4.23]",
       .quick = true,
       .catalogue = {"thesis-1225"},
       .scenes = {s1225},
       .fill = [](Path s, Report& r) { fill_bed_short(s, r, until(k1225, 0.32), 0.0); }},
      {.id = "nguyen-2024/tab-4.23",
       .title = "1225 discs fall without friction, every linear solver",
       .source = "[Nguyen2024, §4.6.2.4, Tab. 4.23]",
       .quick = false,
       .catalogue = {"thesis-1225"},
       .scenes = {s1225},
       .fill =
           [](Path s, Report& r) {
             add_bed(r, s, k1225, 0.0, true);
             add_bed_exact(r, s, k1225);
           }},
      {.id = "nguyen-2024/tab-4.24",
       .title = "1225 discs fall with friction, every linear solver",
       .source = "[Nguyen2024, §4.6.2.4, Tab. 4.24]",
       .quick = false,
       .catalogue = {"thesis-1225"},
       .scenes = {s1225},
       .fill =
           [](Path s, Report& r) {
             for (const double mu : {0.25, 0.5, 1.0}) add_bed(r, s, k1225, mu, true);
           }},
  };
  return all;
}

}  // namespace galet
