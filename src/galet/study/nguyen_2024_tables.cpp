// Experiments of the text of [Nguyen2024]: tables 4.4 and 4.5. The cases of its appendix are in
// nguyen_2024_appendix.cpp.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "galet/study/checks.hpp"
#include "galet/study/nguyen_2024_rows.hpp"
#include "galet/study/papers.hpp"
#include "galet/study/printed_table.hpp"
#include "galet/study/scene_run.hpp"

namespace galet {
namespace {

// ---- Table 4.4: two balls
// ------------------------------------------------------------------------
//
// Everything happens along x. In the scheme an impact is felt in the first step whose gap at
// mid-step is closed, and acts at that instant: late by less than one step h, in which a ball moves
// on with its old velocity. An impact that changes a velocity by Δv therefore displaces the ball by
// less than h |Δv| and, an exchange of velocities between equal masses being a passing-through,
// nothing else; displacements add up. Between impacts positions are exact.
struct TwoBalls {
  std::string name;
  std::string file;
  std::array<double, 2> v_final;
  std::array<double, 2> x_final;
  std::array<double, 2> x_late;  // (x of the scheme − x_final)/h
  double jumps;                  // Σ |Δv| over all impacts of both balls, m/s
  double energy;                 // J
};

//
// Where exactly the scheme puts the balls is found by hand from the mid-steps, which lie at odd
// multiples of h/2. Test 1: impact at 0.4, felt at 0.4 + h/2 (x1 = 0.9 + h/2, not 0.9); the wall is
// reached at 1.2 + h and felt at 1.2 + 3h/2; so x1 = 0.4 − 2h. Test 2: felt at 0.3 + h/2 (x1 = 1.3
// + h/2), at the wall at 0.7 + h/2, just on a mid-step, and at 1.1 + h/2: x1 = 0.9 + h, x2 = 1.5.
// Test 3, case 1: felt at 0.4 + h/2, 1.1 + h/2 and 13334.5 h: x1 = 1.2 + 2h, x2 = 1.75 − h. Case 2
// is test 1 with the large ball in the place of the mirror.
const std::array<TwoBalls, 4> kTable44{{
    {.name = "test 1",
     .file = "nguyen-2024/two-equal.toml",
     .v_final = {1.0, -1.0},
     .x_final = {0.4, 1.6},
     .x_late = {-2.0, 2.0},
     .jumps = 8.0,
     .energy = 1.0},
    // Ball 1 stops at x = 1.3, is hit at t = 1.1 and runs back for 0.4 s; ball 2 stops at x = 1.5.
    {.name = "test 2",
     .file = "nguyen-2024/two-one-at-rest.toml",
     .v_final = {-1.0, 0.0},
     .x_final = {0.9, 1.5},
     .x_late = {1.0, 0.0},
     .jumps = 6.0,
     .energy = 0.5},
    // t = 0.4: (0.9, 1.2) with (0.5, 1); t = 1.1: (1.25, 1.9), ball 2 turns; t = 4/3: (41/30, 5/3),
    // exchange to (−1, 0.5); 1/6 s are left.
    {.name = "test 3, case 1",
     .file = "nguyen-2024/two-different-1.toml",
     .v_final = {-1.0, 0.5},
     .x_final = {1.2, 1.75},
     .x_late = {2.0, -1.0},
     .jumps = 6.0,
     .energy = 0.625},
    {.name = "test 3, case 2",
     .file = "nguyen-2024/two-different-2.toml",
     .v_final = {1.0, 0.0},
     .x_final = {0.4, 2.0},
     .x_late = {-2.0, 0.0},
     .jumps = 4.0,
     .energy = 0.5},
}};

void add_two_balls(Report& report, const std::filesystem::path& scenes, const TwoBalls& test,
                   const PrintedRow& printed) {
  const Scene scene = scene_of(scenes, test.file);
  Simulation<2> simulation = start<2>(scene);
  int impacts = 0;                 // steps with an impulse
  double residual = 0.0;           // sum over the steps, m/s
  double residual_relative = 0.0;  // largest of a step
  advance_to_end(simulation, [&](const Simulation<2>&, const StepRecord& record) {
    if (record.contacts_active > 0) ++impacts;
    residual += record.solve.residual_velocity;
    residual_relative = std::max(residual_relative, record.solve.residual_relative);
  });
  const Bodies<2>& balls = simulation.state().bodies;
  const double steps = static_cast<double>(simulation.state().step);
  // A solve that misses the law by rho leaves that much velocity; an impact rounds a few times.
  const double slack = 4.0 * residual + 8.0 * kEpsilon * impacts;
  report.add(check_at_most(
      {test.name + ": largest relative residual of a solve", "", residual_relative, {}, ""}, 1e-13,
      "tolerance of the scenes; the tolerances of velocities and energy scale with it"));
  const std::string why_velocity =
      fmt::format("round-off of {} impacts and the residuals of their solves", impacts);
  for (std::size_t k = 0; k < 2; ++k) {
    report.add(check_near({fmt::format("{}: final velocity of ball {}", test.name, k + 1),
                           "m/s",
                           balls.velocity[k][0],
                           {},
                           ""},
                          test.v_final[k], slack, why_velocity));
  }
  for (std::size_t k = 0; k < 2; ++k) {
    report.add(check_near(
        {fmt::format("{}: final position of ball {}", test.name, k + 1),
         "m",
         balls.position[k][0],
         {},
         ""},
        test.x_final[k], scene.time.step * test.jumps + steps * kEpsilon,
        "every impact is felt late by less than a step: h times the sum of the jumps of velocity"));
    report.add(check_near(
        {fmt::format("{}: final position of ball {}, as the scheme must put it", test.name, k + 1),
         "m",
         balls.position[k][0],
         {},
         "from the mid-steps at which the impacts are felt"},
        test.x_final[k] + scene.time.step * test.x_late[k],
        4.0 * steps * kEpsilon + slack * scene.time.end,
        "round-off of the steps; errors of the velocities over the time"));
  }
  const double first = simulation.state().energy.kinetic_first;
  const double last = simulation.state().energy.kinetic;
  report.add(check_near({test.name + ": initial kinetic energy", "J", first, {}, ""}, test.energy,
                        4.0 * kEpsilon, "round-off of one sum"));
  report.add(
      report_only({test.name + ": final kinetic energy", "J", last, printed.number("kinetic"),
                   "printed digits are cut off, not rounded: with the printed relative loss "
                   "the value is 1.0000 times the initial one"},
                  test.energy));
  report.add(
      check_at_most({test.name + ": relative loss of kinetic energy", "",
                     std::abs(last - first) / first, printed.number("loss"), ""},
                    4.0 * slack,
                    "the law on the mean velocity conserves energy; twice the relative error "
                    "of the velocities, for two balls"));
}

// The velocities of two equal balls just after their first impact.
std::array<double, 2> after_first_impact(const Scene& scene) {
  Simulation<2> simulation = start<2>(scene);
  const std::array<double, 2> before{simulation.state().bodies.velocity[0][0],
                                     simulation.state().bodies.velocity[1][0]};
  while (simulation.state().step < count_steps(scene.time)) {
    (void)simulation.advance();
    const Bodies<2>& balls = simulation.state().bodies;
    if (balls.velocity[0][0] != before[0]) break;
  }
  return {simulation.state().bodies.velocity[0][0], simulation.state().bodies.velocity[1][0]};
}

// Case 2 with the large ball moved off the wall by `gap`, and with mass m2.
struct Leaning {
  std::array<double, 2> v_final;
  double speed_of_large = 0.0;  // largest over the run, m/s
};

Leaning run_leaning(Scene scene, double gap, double mass) {
  auto& balls = std::get<ListBodies>(scene.bodies.at(0));
  balls.position.rows.at(1).at(0) -= gap;
  balls.common.mass.values = {1.0, mass};
  scene.time.end = 1.0;  // before ball 1 meets the other wall
  Simulation<2> simulation = start<2>(scene);
  Leaning out;
  advance_to_end(simulation, [&](const Simulation<2>& s, const StepRecord&) {
    out.speed_of_large = std::max(out.speed_of_large, std::abs(s.state().bodies.velocity[1][0]));
  });
  out.v_final = {simulation.state().bodies.velocity[0][0],
                 simulation.state().bodies.velocity[1][0]};
  return out;
}

// Whether the contact with the wall is active when ball 1 arrives. Active: û = 0 in both contacts,
// so v2⁺ = 0, v1⁺ = −1 whatever the masses. Not active: the balls collide alone, ball 2 takes
// v = 2/(1 + m2) into the wall and comes back with −v; ball 1 has w = (1 − m2)/(1 + m2). For m2 = 1
// ball 2 catches the resting ball 1: (−1, 0) again. For m2 = 4: w = −0.6 < −0.4, no second impact.
void add_activation(Report& report, const Scene& scene) {
  constexpr double gap = 1e-6;  // a hundredth of a step's way, a hundred times the activation
  const double slack = 1e-11;
  const std::string why =
      "at most four impacts, each solved to a relative residual of 1e-13; a factor of 25 in hand";
  for (const double mass : {1.0, 4.0}) {
    const Leaning touching = run_leaning(scene, 0.0, mass);
    const Leaning apart = run_leaning(scene, gap, mass);
    const std::string name = fmt::format("test 3, case 2, m2 = {:g} m1", mass);
    report.add(check_near(
        {name + ", wall contact active: velocity of ball 1", "m/s", touching.v_final[0], {}, ""},
        -1.0, slack, why));
    report.add(check_at_most({name + ", wall contact active: largest speed of ball 2",
                              "m/s",
                              touching.speed_of_large,
                              {},
                              ""},
                             slack, why));
    const double v = 2.0 / (1.0 + mass);
    report.add(check_near({name + ", gap of 1e-6 m at the wall: largest speed of ball 2",
                           "m/s",
                           apart.speed_of_large,
                           {},
                           "the balls collide alone"},
                          v, slack, why));
    report.add(check_near({name + ", gap of 1e-6 m at the wall: final velocity of ball 1",
                           "m/s",
                           apart.v_final[0],
                           {},
                           mass == 1.0 ? "equal masses: ball 2 comes back from the wall and passes "
                                         "the motion on, so the end is the same"
                                       : "the end depends on the activation of the wall contact"},
                          mass == 1.0 ? -1.0 : (1.0 - mass) / (1.0 + mass), slack, why));
  }
}

void fill_table_44(const std::filesystem::path& scenes, Report& report) {
  const std::vector<PrintedRow> printed = read_printed(printed_file(scenes, "4.4"));
  for (std::size_t k = 0; k < kTable44.size(); ++k) {
    add_two_balls(report, scenes, kTable44[k], printed.at(k));
  }

  const std::array<double, 2> after = after_first_impact(scene_of(scenes, kTable44[1].file));
  report.add(check_source_wrong(
      {"test 2: velocity of ball 2 after the impact", "m/s", after[1], -1.0,
       "printed as v2' = −v1: momentum would turn round; equal masses exchange their velocities, "
       "v1' = v2 and v2' = v1"},
      1.0, 1e-12, 0.5, "elastic impact of equal masses, solved to a relative residual of 1e-13"));
  const std::array<double, 2> both = after_first_impact(scene_of(scenes, kTable44[0].file));
  report.add(check_source_wrong(
      {"test 1: velocity of ball 1 after the impact", "m/s", both[0], 1.0,
       "printed as v1' = −v2: the balls would pass through each other"},
      -1.0, 1e-12, 0.5, "elastic impact of equal masses, solved to a relative residual of 1e-13"));

  add_activation(report, scene_of(scenes, kTable44[3].file));
  report.notes = {
      "The restitution is not printed; the conclusion speaks of purely elastic impacts, so it is "
      "1.",
      "Printed losses 3.7253e-9 and 5.5879e-9 are 2^-28 and 1.5·2^-28 to all digits: they look "
      "like "
      "round-off of single-precision numbers, not like a loss of the scheme.",
      "Test 3: the prose announces m1 > m2 and m2 >> m1, the table prints equal masses, and the "
      "printed energies 0.6250 and 0.5000 belong to m1 = m2 = 1 (case 2 says nothing about m2, "
      "which rests)."};
}

// ---- Table 4.5: a column of four
// -----------------------------------------------------------------
//
// At rest the contact k from the top carries k m g. With e_n = 1 the law says u⁺ = −u⁻ + ε, |ε| <=
// rho, the residual of the step: a relative velocity is never damped, and after n steps it is at
// most the sum of the residuals; a ball's velocity is the sum of those below it.
void fill_table_45(const std::filesystem::path& scenes, Report& report) {
  constexpr double g = 9.80665;
  const Scene scene = scene_of(scenes, "nguyen-2024/column-four.toml");
  const double h = scene.time.step;
  Simulation<2> simulation = start<2>(scene);
  double residuals = 0.0;
  double residual_relative = 0.0;
  double kinetic = 0.0;
  double speed = 0.0;
  std::int64_t contacts_least = 4;
  std::int64_t contacts_most = 0;
  advance_to_end(simulation, [&](const Simulation<2>& s, const StepRecord& record) {
    // The velocities are rounded once more when the impulses are applied to v_free = −g h.
    residuals += record.solve.residual_velocity + 8.0 * kEpsilon * g * h;
    residual_relative = std::max(residual_relative, record.solve.residual_relative);
    kinetic = std::max(kinetic, s.state().energy.kinetic);
    for (const Vec<2>& v : s.state().bodies.velocity) speed = std::max(speed, v.norm());
    contacts_least = std::min(contacts_least, record.contacts_active);
    contacts_most = std::max(contacts_most, record.contacts_active);
  });

  report.add(
      check_equal({"active contacts, fewest of a step", "", double(contacts_least), {}, ""}, 4.0));
  report.add(
      check_equal({"active contacts, most of a step", "", double(contacts_most), {}, ""}, 4.0));
  const StepOutcome<2>& last = simulation.last();
  for (int k = 1; k <= 4; ++k) {
    // Contact k from the top has the ball 4 − k (from 0, bottom first) above it.
    const auto above = 4 - k;
    const auto found = std::ranges::find_if(
        last.contacts, [above](const Contact<2>& c) { return c.b().value == above; });
    const double force =
        found == last.contacts.end()
            ? std::nan("")
            : last.impulses[static_cast<std::size_t>(found - last.contacts.begin())].dot(found->n) /
                  h;
    report.add(check_near(
        {fmt::format("force of contact {} from the top{}", k, k == 4 ? " (the floor)" : ""),
         "N",
         force,
         {},
         ""},
        k * g, k * (2.0 * speed / h + 8.0 * kEpsilon * g),
        "the impulse also carries the change of velocity of the k balls above, at most twice the "
        "largest speed met"));
  }
  report.add(check_at_most({"largest relative residual of a solve", "", residual_relative, {}, ""},
                           1e-13,
                           "tolerance of the scene; the tolerance of the energy scales with it"));
  const double bound = 4.0 * residuals;
  report.add(check_at_most(
      {"largest kinetic energy", "J", kinetic, 5e-7,
       "printed: what the energy converges to, said to be close to the analytical value 0"},
      4.0 * 0.5 * bound * bound,
      "with e_n = 1 relative velocities are not damped: the residuals of all steps may add up"));
  report.notes = {
      "λ_i = i m_i g in the text counts from the top; with the numbering of the positions (1 is "
      "the "
      "lowest ball) the contact under ball i carries (5 − i) m g.",
      "The row of Tab. 4.5 labelled mass density gives the masses.",
      "The restitution is not printed; 1 as in the tests before it."};
}

}  // namespace

std::vector<Experiment> nguyen_2024_table_experiments() {
  return {
      {.id = "nguyen-2024/tab-4.4",
       .title = "Two discs collide elastically: energy of the velocity-level scheme",
       .source = "[Nguyen2024, §4.1.3, Tests 1 to 3, Tab. 4.1 to 4.4]",
       .quick = true,
       .catalogue = {"thesis-nscd-two-equal", "thesis-nscd-two-one-at-rest",
                     "thesis-nscd-two-different-case-1", "thesis-nscd-two-different-case-2"},
       .scenes = {"nguyen-2024/two-equal.toml", "nguyen-2024/two-one-at-rest.toml",
                  "nguyen-2024/two-different-1.toml", "nguyen-2024/two-different-2.toml"},
       .fill = fill_table_44},
      {.id = "nguyen-2024/tab-4.5",
       .title = "Column of four discs at rest",
       .source = "[Nguyen2024, §4.1.3, Test 4, Tab. 4.5]",
       .quick = true,
       .catalogue = {"thesis-nscd-column-four"},
       .scenes = {"nguyen-2024/column-four.toml"},
       .fill = fill_table_45},
  };
}

}  // namespace galet
