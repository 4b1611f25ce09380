// The rows of the velocity-level scheme ("NSCD") in the tables 4.19 to 4.24 of [Nguyen2024,
// §4.6.2].
//
// Restitutions are not printed. The energies of Tab. 4.20 come back to all digits with e_n = e_t =
// 1 and not with e_t = 0, so that both are 1 here. Tolerance, start and local solver of its
// Gauss–Seidel loops are not printed: sweeps ("N.L.") are shown only. Contacts ("N.C.") are those
// of the contact problems: gaps closed at mid-step.
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "galet/study/checks.hpp"
#include "galet/study/nguyen_2024_bed_rows.hpp"
#include "galet/study/nguyen_2024_linear.hpp"
#include "galet/study/nscd_run.hpp"
#include "galet/study/papers.hpp"
#include "galet/study/printed_table.hpp"

namespace galet {
namespace {

constexpr double kNscdFall = 7.5;  // s

void set_friction(Scene& scene, double mu) {
  scene.pair.at(0).friction = mu;
  scene.pair.at(0).restitution_t = 1.0;
}

std::optional<double> cell(double printed) {
  return std::isnan(printed) ? std::nullopt : std::optional(printed);
}

// ---- Table 4.19: a disc on the floor

// The disc lies on the floor in all 11 000 steps. Without friction it reaches the wall x = 1 at
// t = 0.79999 s and is in touch with it at one mid-step: at the next it has gone back a whole step.
// With friction it rolls on with 0.04 m/s and does not get there.
void fill_nscd_ball(const std::filesystem::path& scenes, Report& report) {
  for (const double mu : {0.0, 0.25, 0.5, 1.0}) {
    Scene scene = scene_of(scenes, "nguyen-2024/appendix-one-a.toml");
    scene.gravity = VectorSeries::constant({0.0, -9.80665});
    scene.time = {1e-4, 1.1};
    set_friction(scene, mu);
    Simulation<2> simulation = start<2>(scene);
    const NscdRun run = run_nscd(simulation);
    const std::string name = fmt::format("µ = {:g}: ", mu);
    const double printed = mu == 0.0 ? 11002.0 : 11000.0;
    report.add(check_near({name + "contacts of all steps", "", double(run.contacts), printed,
                           mu == 0.0 ? "print counts the impact on the wall in two steps" : ""},
                          mu == 0.0 ? 11001.0 : 11000.0, 0.0,
                          "exactly: the floor in every step, the wall in one"));
    report.add(check_equal({name + "unsolved steps", "", double(run.unsolved), {}, ""}, 0.0));
    add_cpu(report, name, run.cpu, mu == 0.0 ? 0.048 : mu == 1.0 ? 0.056 : 0.052);
  }
}

// ---- Table 4.20: four discs

void fill_nscd_four(const std::filesystem::path& scenes, Report& report) {
  for (const PrintedRow& row : read_printed(printed_file(scenes, "4.20-nscd"))) {
    const double mu = row.number("mu");
    const double printed = row.number("kinetic");
    const double digit = mu < 0.5 ? 5e-6 : 5e-5;  // half of the last one
    for (const double e_t : {1.0, 0.0}) {
      Scene scene = scene_of(scenes, "nguyen-2024/appendix-four.toml");
      scene.time.end = 0.5;
      set_friction(scene, mu);
      scene.pair.at(0).restitution_t = e_t;
      Simulation<2> simulation = start<2>(scene);
      const NscdRun run = run_nscd(simulation);
      const std::string name = fmt::format("µ = {:g}, e_t = {:g}: ", mu, e_t);
      const Figure figure{name + "kinetic energy at the end", "J", run.energy_last, printed, ""};
      if (e_t == 1.0) {
        report.add(check_published(figure, 1.01 * digit, "all printed digits"));
        add_cpu(report, name, run.cpu, row.number("cpu"));
      } else {
        report.add(report_only(figure));
      }
      report.add(check_equal({name + "unsolved steps", "", double(run.unsolved), {}, ""}, 0.0));
    }
  }
  report.notes = {
      "Restitutions are not printed: with e_n = e_t = 1 all digits come back, with e_t = 0 those "
      "of µ = 0 and 0.25 (all contacts slip) only. T is not printed; 0.5 s, after the impact and "
      "before the walls."};
}

// ---- Tables 4.21 to 4.24: 529 and 1225 discs

Scene bed_scene(const std::filesystem::path& scenes, const PrintedNscd& bed, double end) {
  Scene scene = scene_of(scenes, fmt::format("nguyen-2024/appendix-{}.toml", bed.discs));
  scene.time = {1e-4, end};
  set_friction(scene, bed.mu);
  nlgs(scene).tolerance = 1e-4;
  nlgs(scene).max_iterations = 20000;  // that of the thesis for 1225 discs
  return scene;
}

void add_bed(Report& report, const std::filesystem::path& scenes, const PrintedNscd& bed,
             double end) {
  Simulation<2> simulation = start<2>(bed_scene(scenes, bed, end));
  const NscdRun run = run_nscd(simulation);
  const std::string name = fmt::format("{} discs, µ = {:g}: ", bed.discs, bed.mu);
  const PrintedRun printed = end == kNscdFall ? bed.run : PrintedRun{};
  const double change = run.total_last - run.total_first;
  if (bed.mu == 0.0) {
    report.add(check_at_most(
        {name + "change of kinetic and potential energy", "J", std::abs(change), {}, ""},
        run.energy_bound,
        "elastic: what the residuals of the solves and round-off allow, summed over the steps"));
  } else {
    report.add(check_between(
        {name + "change of kinetic and potential energy", "J", change, {}, ""}, -run.total_first,
        run.energy_bound, "contacts with both restitutions 1 only take energy, up to residuals"));
  }
  const Figure contacts{name + "contacts of all steps", "", double(run.contacts),
                        cell(printed.contacts),
                        "closed gaps at mid-step; how the print counts is not said"};
  if (std::isnan(printed.contacts)) {
    report.add(report_only(contacts));
  } else if (bed.mu == 0.0) {
    // Elastic impacts: a gap is closed at one mid-step; at starts of steps it would be at two.
    report.add(check_between(contacts, 0.9 * 0.5 * printed.contacts, 1.1 * printed.contacts,
                             "one to two steps of an impact are counted, another draw of random "
                             "numbers: ten per cent"));
  } else {
    report.add(check_published(contacts, 0.1 * printed.contacts,
                               "contacts of a bed at rest last: ten per cent for another draw of "
                               "random numbers"));
  }
  report.add(report_only({name + "sweeps of all steps", "", double(run.iterations),
                          cell(printed.iterations),
                          "relative residual 1e-4, impulses of the step before as a start; not "
                          "printed"}));
  report.add(report_only({name + "most sweeps of a step", "", double(run.iterations_max),
                          cell(printed.iterations_max), ""}));
  report.add(report_only({name + "largest overlap over the diameter, mid-step", "", run.mid,
                          cell(printed.overlap), "another draw of random numbers"}));
  report.add(report_only({name + "largest overlap over the diameter, end of the step", "", run.end,
                          cell(printed.overlap), "another draw of random numbers"}));
  report.add(report_only({name + "kinetic energy at the end", "J", run.energy_last,
                          cell(printed.kinetic), "another draw of random numbers"}));
  Figure unsolved{name + "steps that did not reach the residual", "", double(run.unsolved), {}, ""};
  if (bed.mu < 1.0) {
    report.add(check_equal(unsolved, 0.0));
  } else {
    unsolved.note = "within 20 000 sweeps; the thesis reports a lack of convergence for µ = 1, too";
    report.add(report_only(unsolved));
  }
  add_cpu(report, name, run.cpu, cell(printed.cpu));
}

Experiment experiment(const std::string& table, int discs, bool rough, double end) {
  const bool whole = end == kNscdFall;
  return {.id = fmt::format("nguyen-2024/tab-{}-nscd{}", table, whole ? "" : "-short"),
          .title = fmt::format("{} discs fall {} friction{}, row of NSCD", discs,
                               rough ? "with" : "without",
                               whole ? "" : fmt::format(", first {:g} s", end)),
          .source = fmt::format("[Nguyen2024, §4.6.2, Tab. {}]", table),
          .quick = !whole,
          .catalogue = {fmt::format("thesis-{}", discs)},
          .scenes = {fmt::format("nguyen-2024/appendix-{}.toml", discs)},
          .fill = [discs, rough, end](const std::filesystem::path& scenes, Report& report) {
            for (const PrintedNscd& bed : nscd_bed_rows(scenes, discs, rough)) {
              add_bed(report, scenes, bed, end);
            }
          }};
}

}  // namespace

std::vector<Experiment> nguyen_2024_nscd_bed_experiments() {
  return {
      {.id = "nguyen-2024/tab-4.19-nscd",
       .title = "A disc slides on the floor, row of NSCD",
       .source = "[Nguyen2024, §4.6.2.1, Tab. 4.19]",
       .quick = true,
       .catalogue = {"thesis-cpu-ball-x"},
       .scenes = {"nguyen-2024/appendix-one-a.toml"},
       .fill = fill_nscd_ball},
      {.id = "nguyen-2024/tab-4.20-nscd",
       .title = "Four discs with friction, row of NSCD, and which tangential restitution it has",
       .source = "[Nguyen2024, §4.6.2.2, Tab. 4.20]",
       .quick = true,
       .catalogue = {"thesis-cpu-four-friction"},
       .scenes = {"nguyen-2024/appendix-four.toml"},
       .fill = fill_nscd_four},
      experiment("4.21", 529, false, 0.5),
      experiment("4.21", 529, false, kNscdFall),
      experiment("4.22", 529, true, kNscdFall),
      experiment("4.23", 1225, false, kNscdFall),
      experiment("4.24", 1225, true, 0.5),
      experiment("4.24", 1225, true, kNscdFall),
  };
}

}  // namespace galet
