// The rows of the velocity-level scheme ("NSCD") in the tables of [Nguyen2024]: 4.6, 4.8 and 4.9 to
// 4.15. The rows of the compliance family are not compared here.
//
// Overlaps are divided by 2 max r, as in the thesis. Its NSCD values follow no single convention
// (where in the step they are taken), so two are reported: at mid-step, where contacts are detected
// (q + h v⁻/2), and at the end of the step. For an impact with the approach velocity u that is felt
// in the first step whose mid-step is closed, the overlap at mid-step is between 0 and u h; at the
// end of that step, e_n = 1, it is between −u h/2 and u h/2. If the bodies touch exactly at the end
// of a step they overlap by u h/2 at the next mid-step, and by 0 at its end.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "galet/study/checks.hpp"
#include "galet/study/nguyen_2024_rows.hpp"
#include "galet/study/nscd_run.hpp"
#include "galet/study/papers.hpp"

namespace galet {
namespace {

constexpr double kNscdGravity = 9.80665;

void add_energy(Report& report, const std::string& name, const NscdRun& run, double printed) {
  report.add(check_at_most(
      {name + "relative change of the kinetic energy", "", run.loss(), printed, ""},
      run.energy_bound / run.energy_first,
      "elastic: what the residuals of the solves and round-off allow, summed over the steps"));
  report.add(
      check_equal({name + "unsolved steps", "", static_cast<double>(run.unsolved), {}, ""}, 0.0));
}

// ---- Table 4.6: 81 discs fall
// --------------------------------------------------------------------

// Inelastic, frictionless: energy is only lost. The bed at the end is a packing: discs of area A in
// a box of width 1 lie at a mean height between A/2 over the densest fraction, 0.9069, and over one
// that is looser than any bed at rest, 0.7.
void fill_table_46(const std::filesystem::path& scenes, Report& report) {
  Scene scene = scene_of(scenes, "nguyen-2024/tab-4.6.toml");
  Simulation<2> simulation = start<2>(scene);
  double gained = 0.0;  // largest negative dissipation of a step, J
  double slack = 0.0;
  double mid = 0.0;
  double end = 0.0;
  std::int64_t unsolved = 0;
  advance_to_end(simulation, [&](const Simulation<2>& s, const StepRecord& record) {
    double impulses = 0.0;
    for (const Vec<2>& p : s.last().impulses) impulses += p.norm();
    gained += std::max(0.0, -s.last().work.dissipated);
    slack += record.solve.residual_velocity * impulses + 8.0 * kEpsilon * s.state().energy.kinetic;
    for (const Contact<2>& c : s.last().contacts) mid = std::max(mid, -c.gap / 0.08);
    end = std::max(end, record.penetration / 0.08);
    if (record.solve.status != SolveStatus::solved) ++unsolved;
  });
  const Bodies<2>& bodies = simulation.state().bodies;
  double height = 0.0;
  for (const Vec<2>& x : bodies.position) height += x[1] / static_cast<double>(bodies.size());
  const double area = 81.0 * std::numbers::pi * 0.04 * 0.04;
  report.add(report_only({"part of the box that the discs cover", "", area, 4.0 * area,
                          "81 discs of the printed radius 0.08 would cover 1.6 times the unit box; "
                          "read as the diameter they cover 0.41 of it"}));
  report.add(check_equal({"unsolved steps", "", static_cast<double>(unsolved), {}, ""}, 0.0));
  report.add(check_at_most({"energy made by contacts", "J", gained, {}, ""}, slack,
                           "inelastic contacts only take energy, up to the residuals times the "
                           "impulses and round-off"));
  report.add(check_between({"mean height at the end", "m", height, {}, ""}, 0.5 * area / 0.9069,
                           0.5 * area / 0.7,
                           "a bed of discs, between the densest packing and a "
                           "fraction of 0.7"));
  const double fallen =
      simulation.state().energy.potential_first - simulation.state().energy.potential;
  report.add(check_at_most({"kinetic energy at the end over the energy of the fall",
                            "",
                            simulation.state().energy.kinetic / fallen,
                            {},
                            ""},
                           1e-3, "the bed has come to rest but for slow rearrangements"));
  report.add(report_only({"largest overlap over the diameter, mid-step", "", mid, {}, ""}));
  report.add(report_only({"largest overlap over the diameter, end of the step", "", end, {}, ""}));
  report.notes = {
      "The thesis shows a picture and prints no number. Restitution and friction are not printed; "
      "here 0."};
}

// ---- Table 4.8: bouncing ball
// --------------------------------------------------------------------

// From the height 1.5 above the contact: impact at t1 = sqrt(3/g) with v1 = sqrt(3 g). After the
// k-th impact the ball rises by e^(2k) 1.5. An impact is felt up to one step late and the velocity
// is then wrong by at most g h, before and after; so v_k errs by at most 2 g h per impact, the
// height v²/(2g) by 2 h v1 per impact.
void fill_table_48(const std::filesystem::path& scenes, Report& report) {
  Scene scene = scene_of(scenes, "nguyen-2024/tab-4.8.toml");
  const double h = scene.time.step;
  const double t1 = std::sqrt(3.0 / kNscdGravity);
  const double v1 = std::sqrt(3.0 * kNscdGravity);
  for (const double e : {1.0, 0.8, 0.5}) {
    scene.pair.at(0).restitution = e;
    Simulation<2> simulation = start<2>(scene);
    std::vector<double> impacts;
    std::vector<double> speeds;  // before
    std::vector<double> rises{0.0};
    double before = 0.0;
    advance_to_end(simulation, [&](const Simulation<2>& s, const StepRecord& record) {
      const double v = s.state().bodies.velocity[0][1];
      if (before < 0.0 && v > 0.0 && record.contacts_active > 0) {
        impacts.push_back(record.time - 0.5 * h);
        speeds.push_back(-before);
        rises.push_back(0.0);
      }
      rises.back() = std::max(rises.back(), s.state().bodies.position[0][1] - 0.5);
      before = v;
    });
    const std::string name = fmt::format("e_n = {:g}: ", e);
    if (impacts.empty() || rises.size() < 2) {
      report.add(check_at_most({name + "impacts", "", std::nan(""), {}, ""}, 0.0, "none found"));
      continue;
    }
    report.add(check_near({name + "time of the first impact", "s", impacts[0], {}, ""}, t1, h,
                          "felt at the first closed mid-step, late by less than a step"));
    report.add(check_near({name + "speed of the first impact", "m/s", speeds[0], {}, ""}, v1,
                          kNscdGravity * h, "late by less than a step"));
    // The last flight may be cut off by the end of the run.
    for (std::size_t k = 1; k + 1 < rises.size() && k <= 2; ++k) {
      report.add(check_near({fmt::format("{}rise after impact {}", name, k), "m", rises[k], {}, ""},
                            1.5 * std::pow(e, 2.0 * static_cast<double>(k)),
                            2.0 * static_cast<double>(k) * h * v1,
                            "velocities err by 2 g h per impact, heights by 2 h v1"));
    }
  }
  report.notes = {
      "The thesis speaks of different restitutions and prints none, and no number of the outcome; "
      "the exact motion is compared."};
}

// ---- Table 4.9: one disc into a corner
// -----------------------------------------------------------

void fill_table_49(const std::filesystem::path& scenes, Report& report) {
  for (const Row& row : nscd_rows(scenes, "4.9")) {
    Scene scene = scene_of(scenes, "nguyen-2024/appendix-one-xy.toml");
    scene.time.step = row.step;
    scene.time.end = 3.0;
    Simulation<2> simulation = start<2>(scene);
    const NscdRun run = run_nscd(simulation);
    const std::string name = fmt::format("step {:g} s: ", row.step);
    const double round = 8.0 * kEpsilon * 3.0 / row.step;
    add_energy(report, name, run, row.loss);
    // The walls are reached at t = 1 and 2, ends of steps, with 0.8: 0.8 (h/2)/0.4 = h.
    report.add(
        check_near({name + "largest overlap, mid-step", "", run.mid, {}, ""}, row.step, round,
                   "touching at the end of a step, then u h/2 over the diameter; round-off"));
    report.add(check_at_most({name + "largest overlap, end of the step", "", run.end, row.overlap,
                              "printed 0: this is its convention here"},
                             round, "round-off of the position"));
  }
}

// ---- Table 4.10: floor and ceiling
// ---------------------------------------------------------------

void fill_table_410(const std::filesystem::path& scenes, Report& report) {
  const Scene scene = scene_of(scenes, "nguyen-2024/tab-4.10.toml");
  Simulation<2> simulation = start<2>(scene);
  const NscdRun run = run_nscd(simulation);
  const double h = scene.time.step;
  const double round = 8.0 * kEpsilon * 3.0 / h;
  const Row row = nscd_rows(scenes, "4.10").at(0);
  add_energy(report, "", run, row.loss);
  report.add(check_near({"largest overlap, mid-step", "", run.mid, {}, ""}, 0.5 * h / 0.4, round,
                        "touching at the ends of steps (t = 0.8 and 2.4), then u h/2"));
  report.add(check_at_most({"largest overlap, end of the step", "", run.end, row.overlap, ""},
                           round, "round-off of the position"));
  // Up with 1 from t = 0.8 to 2.4, down again.
  report.add(
      check_near({"height at t = 3 s", "m", simulation.state().bodies.position[0][1], {}, ""}, 1.2,
                 4.0 * h, "two impacts, each felt late by less than a step, with a jump of 2 m/s"));
}

// ---- Table 4.11: the cradle
// ----------------------------------------------------------------------
//
// With `activation` = 0 a contact is active if its gap is not positive, and in double precision
// 1.4 − 1.0 − 0.4 < 0 < 1.8 − 1.4 − 0.4: contact 2–3 is active, 3–4 is not. The impact of disc 1
// then acts on three discs, (−1/3, 2/3, 2/3, 0), and the next step on the last three,
// (2/9, 2/9, 8/9): û = 0 in both contacts, u⁺ = −u⁻. With an activation above round-off all three
// contacts act at once. In the first case disc 3 is moved by (2/3) h/2 at the end of the first step
// and twice that at the next mid-step.
void fill_table_411(const std::filesystem::path& scenes, Report& report) {
  constexpr std::array<double, 4> round_off{-1.0 / 3.0, 2.0 / 9.0, 2.0 / 9.0, 8.0 / 9.0};
  constexpr std::array<double, 4> all_active{-0.5, 0.5, 0.5, 0.5};
  for (const CradleRow& row : nscd_cradle_rows(scenes)) {
    for (const double activation : {0.0, 1e-8}) {
      Scene scene = scene_of(scenes, "nguyen-2024/appendix-newton.toml");
      scene.time.step = row.step;
      scene.time.end = 1.5;
      moreau_jean(scene).activation = activation;
      Simulation<2> simulation = start<2>(scene);
      const NscdRun run = run_nscd(simulation);
      const std::string name = fmt::format("step {:g} s, activation {:g}: ", row.step, activation);
      const bool exactly = activation == 0.0;
      double momentum = 0.0;
      for (std::size_t i = 0; i < 4; ++i) {
        const double v = simulation.state().bodies.velocity[i][0];
        momentum += v;
        report.add(check_near(
            {fmt::format("{}velocity of disc {}", name, i + 1), "m/s", v,
             exactly ? std::optional(row.velocity[i]) : std::nullopt,
             exactly && i == 3 ? "printed digits are cut off" : ""},
            exactly ? round_off[i] : all_active[i], 1e-11,
            "two impacts solved to a relative residual of 1e-13; a factor of 50 in hand"));
      }
      report.add(check_near({name + "sum of the velocities", "m/s", momentum, {}, ""}, 1.0, 1e-11,
                            "momentum is conserved"));
      add_energy(report, name, run, row.loss);
      if (exactly) {
        report.add(check_near({name + "largest overlap, mid-step", "", run.mid, row.overlap,
                               "this is the printed convention"},
                              2.0 / 3.0 * row.step / 0.4, 1e-11,
                              "disc 3 moves by (2/3) h before its contact with disc 4 is active"));
        report.add(check_near({name + "largest overlap, end of the step", "", run.end, {}, ""},
                              1.0 / 3.0 * row.step / 0.4, 1e-11, "half of it"));
      } else {
        report.add(report_only({name + "largest overlap, mid-step", "", run.mid, {}, ""}));
        report.add(report_only({name + "largest overlap, end of the step", "", run.end, {}, ""}));
      }
    }
  }
  report.notes = {
      "The printed outcome is that of gaps which touch up to round-off and are told apart by their "
      "sign; it depends on how 1.4 and 1.8 are rounded. Any activation above 1e-16 gives "
      "(−1/2, 1/2, 1/2, 1/2). The physical cradle, (0, 0, 0, 1), needs gaps."};
}

// ---- Table 4.12: four discs to the centre
// --------------------------------------------------------

void fill_table_412(const std::filesystem::path& scenes, Report& report) {
  for (const Row& row : nscd_rows(scenes, "4.12")) {
    Scene scene = scene_of(scenes, "nguyen-2024/appendix-four.toml");
    std::get<ListBodies>(scene.bodies.at(0)).spin = {};
    scene.time.step = row.step;
    scene.time.end = 0.7;
    Simulation<2> simulation = start<2>(scene);
    const NscdRun run = run_nscd(simulation);
    const std::string name = fmt::format("step {:g} s: ", row.step);
    const double round = 8.0 * kEpsilon * 0.7 / row.step;
    add_energy(report, name, run, row.loss);
    report.add(check_near({name + "kinetic energy", "J", run.energy_first, {}, ""}, 4.0,
                          8.0 * kEpsilon, "round-off"));
    report.add(check_near({name + "largest overlap, mid-step", "", run.mid, {}, ""},
                          2.0 * 0.5 * row.step / 0.8, round,
                          "touching at t = 0.1, the end of a step, then u h/2 with u = 2"));
    report.add(check_at_most({name + "largest overlap, end of the step", "", run.end, row.overlap,
                              "this is the printed convention; left is round-off"},
                             round, "round-off of the positions"));
  }
  report.notes = {
      "T = 0.7 s, before the walls are reached: the printed energies are those of the first "
      "impact, "
      "although 1.1 s is announced. Without the spin of the listing."};
}

// ---- Tables 4.13 to 4.15: many discs
// -------------------------------------------------------------

void fill_table_413(const std::filesystem::path& scenes, Report& report) {
  Scene scene = scene_of(scenes, "nguyen-2024/appendix-81-free.toml");
  scene.time.end = 6.5;
  Simulation<2> simulation = start<2>(scene);
  const NscdRun run = run_nscd(simulation);
  const double h = scene.time.step;
  report.add(check_near({"kinetic energy at the start", "J", run.energy_first, {}, ""}, 40.5,
                        81.0 * kEpsilon * 40.5, "round-off of the sum"));
  report.add(report_only(
      {"kinetic energy at the end", "J", run.energy_last, 40.499, "printed digits are cut off"},
      40.5));
  add_energy(report, "", run, 2.28e-7);
  report.add(check_between({"largest overlap, mid-step", "", run.mid, 6.25e-4,
                            "2 h/0.32: the printed value is the upper bound of this convention"},
                           0.0, 2.0 * h / 0.32 * (1.0 + 1e-6),
                           "an impact of two discs with u = 2 is felt with an overlap of at most "
                           "u h at mid-step"));
  report.add(check_between({"largest overlap, end of the step", "", run.end, {}, ""}, 0.0,
                           h / 0.32 * (1.0 + 1e-6), "at most u h/2"));
  report.notes = {
      "T is not printed; 6.5 s, with which the rows of the other methods can be recomputed. Step "
      "1e-4 s, implied by the other tables."};
}

void add_gas(Report& report, const Scene& scene, double printed_loss, double printed_overlap) {
  Simulation<2> simulation = start<2>(scene);
  const NscdRun run = run_nscd(simulation);
  add_energy(report, "", run, printed_loss);
  // An impact is felt at the first mid-step with a closed gap: the pair has moved by at most u h
  // since the one before, u being at most twice the largest speed.
  const double diameter = 2.0 * *std::ranges::max_element(simulation.state().bodies.radius);
  const double bound = 2.0 * run.speed * scene.time.step / diameter;
  report.add(check_at_most({"largest overlap, mid-step", "", run.mid, printed_overlap, ""}, bound,
                           "u h, u at most twice the largest speed of the run"));
  report.add(report_only({"largest overlap, end of the step", "", run.end, printed_overlap, ""}));
}

void fill_table_414(const std::filesystem::path& scenes, Report& report) {
  Scene scene = scene_of(scenes, "nguyen-2024/appendix-81.toml");
  scene.time.step = 1e-4;
  scene.time.end = 4.4984;
  const Simulation<2> simulation = start<2>(scene);
  // Mean 81/2 (1/12 + 1/12). The squares of both components have the mean 1/12 and the variance
  // 1/180; half the sum of 162 of them has the standard deviation sqrt(162/180)/2.
  report.add(
      check_near({"kinetic energy at the start", "J", simulation.state().energy.kinetic_first,
                  6.7249, "another draw of random numbers"},
                 6.75, 4.9 * 0.5 * std::sqrt(162.0 / 180.0),
                 "mean of the draw, 4.9 standard deviations (a chance of 1e-6)"));
  add_gas(report, scene, 4.8171e-8, 3.2928e-4);
  report.notes = {"T is not printed; 4.4984 s of Tab. 4.18."};
}

void fill_table_415(const std::filesystem::path& scenes, Report& report) {
  const Scene scene = scene_of(scenes, "nguyen-2024/tab-4.15.toml");
  add_gas(report, scene, 5.105e-8, 3.942e-2);
  report.notes = {
      "How the 100 discs start is not printed; radii and places of INITIALIZE_100, random "
      "velocities, 1 s. The printed overlap cannot come from an impact at this step: it would need "
      "an approach of more than 160 m/s, or discs that overlap at the start."};
}

}  // namespace

std::vector<Experiment> nguyen_2024_nscd_experiments() {
  return {
      {.id = "nguyen-2024/tab-4.6",
       .title = "81 discs fall in a box",
       .source = "[Nguyen2024, §4.1.3, Test 5, Tab. 4.6]",
       .quick = true,
       .catalogue = {"thesis-nscd-81-box"},
       .scenes = {"nguyen-2024/tab-4.6.toml"},
       .fill = fill_table_46},
      {.id = "nguyen-2024/tab-4.8",
       .title = "Bouncing ball, velocity-level scheme",
       .source = "[Nguyen2024, §4.1.3, Tab. 4.8]",
       .quick = true,
       .catalogue = {"thesis-bouncing-ball-nscd-dem"},
       .scenes = {"nguyen-2024/tab-4.8.toml"},
       .fill = fill_table_48},
      {.id = "nguyen-2024/tab-4.9",
       .title = "One disc into a corner, rows of NSCD",
       .source = "[Nguyen2024, §4.3.2.1, Tab. 4.9]",
       .quick = true,
       .catalogue = {"thesis-one-xy"},
       .scenes = {"nguyen-2024/appendix-one-xy.toml"},
       .fill = fill_table_49},
      {.id = "nguyen-2024/tab-4.10",
       .title = "One disc between floor and ceiling, row of NSCD",
       .source = "[Nguyen2024, §4.3.2.2, Tab. 4.10]",
       .quick = true,
       .catalogue = {"thesis-falling-ball"},
       .scenes = {"nguyen-2024/tab-4.10.toml"},
       .fill = fill_table_410},
      {.id = "nguyen-2024/tab-4.11",
       .title = "Newton's cradle, rows of NSCD, and what the activation decides",
       .source = "[Nguyen2024, §4.3.2.3, Tab. 4.11]",
       .quick = true,
       .catalogue = {"thesis-newton-cradle"},
       .scenes = {"nguyen-2024/appendix-newton.toml"},
       .fill = fill_table_411},
      {.id = "nguyen-2024/tab-4.12",
       .title = "Four discs to the centre, rows of NSCD",
       .source = "[Nguyen2024, §4.3.2.4, Tab. 4.12]",
       .quick = true,
       .catalogue = {"thesis-four-to-centre"},
       .scenes = {"nguyen-2024/appendix-four.toml"},
       .fill = fill_table_412},
      {.id = "nguyen-2024/tab-4.13",
       .title = "81 discs on a grid, row of NSCD",
       .source = "[Nguyen2024, §4.3.2.5, Tab. 4.13]",
       .quick = true,
       .catalogue = {"thesis-81-fixed"},
       .scenes = {"nguyen-2024/appendix-81-free.toml"},
       .fill = fill_table_413},
      {.id = "nguyen-2024/tab-4.14",
       .title = "81 random discs, row of NSCD",
       .source = "[Nguyen2024, §4.3.2.5, Tab. 4.14]",
       .quick = true,
       .catalogue = {"thesis-81-random"},
       .scenes = {"nguyen-2024/appendix-81.toml"},
       .fill = fill_table_414},
      {.id = "nguyen-2024/tab-4.15",
       .title = "100 colliding discs, column of NSCD",
       .source = "[Nguyen2024, §4.3.2.5, Tab. 4.15]",
       .quick = true,
       .catalogue = {"thesis-100-collide"},
       .scenes = {"nguyen-2024/tab-4.15.toml"},
       .fill = fill_table_415},
  };
}

}  // namespace galet
