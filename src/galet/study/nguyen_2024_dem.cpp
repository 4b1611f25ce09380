// Explicit DEM alone in [Nguyen2024, §4.1.3]: two discs (Tab. 4.7), the column of four (Fig. 4.10)
// and the bouncing ball (Fig. 4.11), and all initial conditions of the listing (app. A). update =
// "thesis" where figures are printed, "velocity-verlet" beside it.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "galet/study/checks.hpp"
#include "galet/study/compliant_run.hpp"
#include "galet/study/nguyen_2024_rows.hpp"
#include "galet/study/papers.hpp"

namespace galet {
namespace {

constexpr double kDemGravity = 9.80665;

Scene with_springs(Scene scene, double step, double R, DemUpdate update) {
  scene.time.step = step;
  table_method("DEM").apply(scene, R);
  std::get<DemSettings>(scene.scheme).update = update;
  return scene;
}

// One unit of the fifth digit.
double last_digit(double x) { return std::pow(10.0, std::floor(std::log10(x)) - 4.0); }

// One impact of the discs, effective mass 1/2, and one of each with a wall, mass 1.
void fill_two_discs(const std::filesystem::path& scenes, Report& report) {
  const Scene scene = scene_of(scenes, "nguyen-2024/two-equal.toml");
  for (const TwoDiscsRow& row : two_discs_rows(scenes)) {
    const std::string name = fmt::format("h = {:g} s, R = {:g}: ", row.step, row.R);
    const CompliantRun run = run_compliant(with_springs(scene, row.step, row.R, DemUpdate::thesis));
    const double eta = row.step * std::sqrt(2.0 / row.R);  // ω h of the impact of the discs
    const auto add = [&](const std::string& what, const std::string& unit, double ours,
                         double printed) {
      const Figure figure{name + what, unit, ours, printed, ""};
      report.add(check_published(figure, 1.5 * last_digit(printed), "the last printed digit"));
    };
    if (std::isnan(row.gain)) {
      report.add(report_only({name + "relative change of the kinetic energy",
                              "",
                              -run.loss(),
                              {},
                              "blank in print; inaccurate, not divergent"}));
    } else {
      add("velocity of disc 1", "m/s", run.velocity[0][0], row.velocity);
      add("relative change of the kinetic energy", "", -run.loss(), row.gain);
      if (row.step == 1e-4 && row.R == 1e-3) {
        const double exact = std::sqrt(2.0 * row.R) / 0.2 * std::exp(std::numbers::pi * eta / 8.0);
        report.add(check_source_wrong(
            {name + "largest overlap over the diameter", "", run.overlap, row.overlap,
             "a digit is wrong; both neighbours in the table agree"},
            exact, 2e-5, 5e-6, "v √(m R) exp(π ω h/8), up to (ω h)² = 2e-5"));
      } else {
        add("largest overlap over the diameter", "", run.overlap, row.overlap);
      }
    }
    const CompliantRun verlet =
        run_compliant(with_springs(scene, row.step, row.R, DemUpdate::velocity_verlet));
    report.add(check_at_most({name + "relative drift of the energy, update = \"velocity-verlet\"",
                              "",
                              verlet.drift / verlet.scale,
                              {},
                              ""},
                             eta * eta, "(ω h)²: second order"));
  }
}

// Springs let the column sink and swing for ever. Over the time T contact k, counted from the top,
// has given the k discs above it the impulse k m g T and their momentum at the end.
void fill_column(const std::filesystem::path& scenes, Report& report) {
  const Scene scene = scene_of(scenes, "nguyen-2024/column-four.toml");
  for (const double R : {1e-3, 1e-4, 1e-5}) {
    Simulation<2> simulation =
        start<2>(with_springs(scene, scene.time.step, R, DemUpdate::velocity_verlet));
    const Bodies<2>& bodies = simulation.state().bodies;
    std::array<double, 4> given{};    // by the contact below disc i from the floor, N s
    std::array<double, 4> largest{};  // force, N
    advance_to_end(simulation, [&](const Simulation<2>& now, const StepRecord&) {
      const StepOutcome<2>& last = now.last();
      for (std::size_t c = 0; c < last.contacts.size(); ++c) {
        const auto upper = static_cast<std::size_t>(bodies.id[last.contacts[c].b().body()].value);
        given.at(upper) += last.impulses[c][1];
        largest.at(upper) = std::max(largest.at(upper), last.impulses[c][1] / scene.time.step);
      }
    });
    const double T = simulation.state().time;
    std::array<double, 4> velocity{};
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      velocity.at(static_cast<std::size_t>(bodies.id[i].value)) = bodies.velocity[i][1];
    }
    for (std::size_t k = 1; k <= 4; ++k) {
      double momentum = 0.0;
      for (std::size_t i = 4 - k; i < 4; ++i) momentum += velocity.at(i);
      const double mean = (given.at(4 - k) - momentum) / T;
      report.add(check_near(
          {fmt::format("R = {:g}: mean force of contact {} from the top", R, k), "N", mean, {}, ""},
          static_cast<double>(k) * kDemGravity,
          0.5 * scene.time.step * largest.at(4 - k) / T + 1e-9,
          "k m g; half a step of the force at the end is counted too much"));
    }
    report.add(check_at_most({fmt::format("R = {:g}: error of the energy balance", R),
                              "",
                              simulation.state().energy.balance_error_relative(),
                              {},
                              ""},
                             8.0 / R * scene.time.step * scene.time.step,
                             "(ω h)², ω² up to 4/(m R) on both sides of a disc"));
  }
  report.notes = {"Only curves are printed. Undamped springs do not come to rest."};
}

// Energy of a disc over that before, after a bounce on the floor from a height. update = "thesis"
// makes the energy k (Δd)²/2 in every loaded step, that is (k h/2) ∫ḋ² dt. With gravity
// ḋ = √(v² + (g/ω)²) cos(ωt − φ), tan φ = g/(ω v), for 0 <= ωt <= π + 2φ: energies of the
// oscillation grow by exp(ω h (π/2 + φ + sin(2φ)/2)).
double bounce_growth(double height, double step, double omega, DemUpdate update) {
  if (update == DemUpdate::velocity_verlet) return 1.0;
  const double phi = std::atan(kDemGravity / omega / std::sqrt(2.0 * height * kDemGravity));
  const double gain =
      std::expm1(omega * step * (0.5 * std::numbers::pi + phi + 0.5 * std::sin(2.0 * phi)));
  return 1.0 + gain / std::pow(std::cos(phi), 2);
}

// The apex after one bounce.
void fill_dem_bounce(const std::filesystem::path& scenes, Report& report) {
  constexpr double height = 1.5;  // of the fall, m
  Scene scene = scene_of(scenes, "nguyen-2024/tab-4.8.toml");
  scene.time.end = 1.8;  // the second impact comes later
  for (const double R : {1e-3, 1e-4, 1e-5}) {
    const double eta = scene.time.step / std::sqrt(R);
    for (const DemUpdate update : {DemUpdate::velocity_verlet, DemUpdate::thesis}) {
      Simulation<2> simulation = start<2>(with_springs(scene, scene.time.step, R, update));
      double touch = 0.0;
      double apex = 0.0;
      advance_to_end(simulation, [&](const Simulation<2>& now, const StepRecord& record) {
        if (touch == 0.0 && record.contacts > 0) touch = record.time;
        const bool rises = touch > 0.0 && record.time > touch + 0.2;
        if (rises) apex = std::max(apex, now.state().bodies.position[0][1]);
      });
      const std::string name = fmt::format("R = {:g}, {}: ", R, name_of(update));
      report.add(check_near({name + "first touch", "s", touch, {}, ""},
                            std::sqrt(2.0 * height / kDemGravity), scene.time.step, "one step"));
      const double growth = bounce_growth(height, scene.time.step, 1.0 / std::sqrt(R), update);
      report.add(
          check_near({name + "height of the next apex over the floor", "m", apex - 0.5, {}, ""},
                     growth * height, 2.0 * eta * eta * height + 1e-6,
                     "(ω h)², and the apex falls between two steps"));
    }
  }
  report.notes = {"Only curves are printed."};
}

// ---- The cases of the listing

constexpr double kStiff = 0.05;  // ω h of the impact of two discs

// An impact with the frequency ω on its own, without gravity, reverses the approach velocity;
// update = "thesis" multiplies its energy by exp(π ω h/2).
struct Reversal {
  std::string name;
  bool pair;                 // two discs: effective mass m/2; else a wall: m
  std::vector<Vec<2>> last;  // velocities of rigid discs after it, m/s
  int rubs = -1;             // axis along which a wall pushes from the start,
  double push = 0.0;         // to this side,
  double overlap = 0.0;      // by this overlap, m
};

const std::vector<Reversal>& reversals() {
  static const std::vector<Reversal> all{
      {"one-xy", false, {{0.8, 0.4}}},
      {"one-a", false, {{-1.0, 0.0}}, 1, 1.0, 1e-5},
      {"one-b", false, {{0.0, 1.0}}, 0, -1.0, 1e-5},
      {"two-a", true, {{-1.0, -1.0}, {1.0, 1.0}}},
      {"two-b", true, {{-1.0, 0.0}, {1.0, 0.0}}},
      {"four", true, {{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}}},
  };
  return all;
}

std::string file_of(const std::string& name) {
  return fmt::format("nguyen-2024/appendix-{}.toml", name);
}

// The scene with springs of the frequency kStiff/h for two discs.
Scene listed(const std::filesystem::path& scenes, const std::string& name, DemUpdate update) {
  Scene scene = scene_of(scenes, file_of(name));
  const double mass = build<2>(scene).bodies.mass[0];
  const double omega = kStiff / 1e-4;
  return with_springs(scene, 1e-4, 2.0 / (mass * omega * omega), update);
}

// Over an impact there are π/(ω h) loaded steps, give or take the first and the last one, and each
// changes energies by (ω h)²/2.
void add_reversal(Report& report, const std::filesystem::path& scenes, const Reversal& c,
                  DemUpdate update) {
  const Scene scene = listed(scenes, c.name, update);
  const CompliantRun run = run_compliant(scene);
  const double eta = c.pair ? kStiff : kStiff / std::numbers::sqrt2;
  const bool thesis = update == DemUpdate::thesis;
  const double growth = thesis ? std::exp(0.25 * std::numbers::pi * eta) : 1.0;
  double off = 0.0;
  double size = 0.0;
  for (std::size_t i = 0; i < c.last.size(); ++i) {
    for (int axis = 0; axis < 2; ++axis) {
      if (axis == c.rubs) continue;
      off = std::max(off, std::abs(run.velocity[i][axis] - growth * c.last[i][axis]));
      size = std::max(size, std::abs(c.last[i][axis]));
    }
  }
  const std::string name = fmt::format("{}, {}: ", c.name, name_of(update));
  report.add(check_at_most({name + "largest error of a velocity after the impact",
                            "m/s",
                            off,
                            {},
                            fmt::format("rigid times {:.5f}", growth)},
                           eta * eta * size,
                           "exp(π ω h/4) for the update of the thesis, else 1; (ω h)²: two loaded "
                           "steps more or less"));
  if (c.rubs < 0) return;
  // From rest at the overlap, a quarter of a period.
  const double push = c.push * c.overlap * eta / scene.time.step;
  report.add(check_near(
      {name + "velocity away from the wall it rubs", "m/s", run.velocity[0][c.rubs], {}, ""},
      push * (thesis ? std::exp(0.125 * std::numbers::pi * eta) : 1.0), eta * std::abs(push),
      "ω times the overlap of the start; first order"));
}

void add_listed_bounce(Report& report, const std::filesystem::path& scenes, DemUpdate update) {
  constexpr double height = 0.8;
  constexpr double floor = 0.2;  // of the centre, m; the mass is 1 kg
  Scene scene = listed(scenes, "bounce", update);
  scene.time.end = 0.8;  // the second impact comes later
  const CompliantRun run = run_compliant(scene);
  const double omega = kStiff / std::numbers::sqrt2 / scene.time.step;
  report.add(
      check_near({fmt::format("bounce, {}: energy over the floor after a bounce, over that before",
                              name_of(update)),
                  "",
                  (run.total_last / kDemGravity - floor) / height,
                  {},
                  ""},
                 bounce_growth(height, scene.time.step, omega, update), kStiff * kStiff,
                 "exp(ω h (π/2 + φ + sin(2φ)/2)) for the update of the thesis, else 1; (ω h)²"));
}

// All initial conditions: energy, and momentum where nothing touches the walls.
void add_listed_energy(Report& report, const std::filesystem::path& scenes, const std::string& name,
                       DemUpdate update) {
  Scene scene = listed(scenes, name, update);
  const Bodies<2> first = build<2>(scene).bodies;
  if (first.size() > 4) scene.time.end = std::min(scene.time.end, 0.5);
  const std::string what = fmt::format("{}, {}: ", name, name_of(update));
  std::array<Vec<2>, 2> momentum{Vec<2>::Zero(), Vec<2>::Zero()};
  const CompliantRun run = run_compliant(scene);
  for (std::size_t i = 0; i < first.size(); ++i) {
    momentum[0] += first.mass[i] * first.velocity[i];
    momentum[1] += first.mass[i] * run.velocity[i];
  }
  const double change = (run.total_last - run.total_first) / run.scale;
  if (update == DemUpdate::velocity_verlet) {
    report.add(check_at_most({what + "largest change of kinetic, potential and stored energy over "
                                     "the energy in play",
                              "",
                              run.drift / run.scale,
                              {},
                              ""},
                             kStiff * kStiff, "(ω h)²: second order"));
  } else {
    report.add(check_at_least(
        {what + "relative change of kinetic, potential and stored energy", "", change, {}, ""},
        -1e-12, "every loaded step makes energy, none takes it; round-off"));
  }
  if (name == "two-a" || name == "four" || name == "newton") {
    report.add(check_at_most(
        {what + "change of momentum", "N s", (momentum[1] - momentum[0]).norm(), {}, ""}, 1e-12,
        "springs act on both discs alike; round-off"));
  }
}

void fill_dem_listed(const std::filesystem::path& scenes, Report& report) {
  for (const DemUpdate update : {DemUpdate::thesis, DemUpdate::velocity_verlet}) {
    for (const Reversal& c : reversals()) add_reversal(report, scenes, c, update);
    add_listed_bounce(report, scenes, update);
    for (const std::string_view name : kListing) {
      add_listed_energy(report, scenes, std::string(name), update);
    }
  }
  report.notes = {"Springs with ω h = 0.05 for two discs, step 1e-4 s; many discs up to 0.5 s."};
}

}  // namespace

std::vector<Experiment> nguyen_2024_dem_experiments() {
  const auto of_listing = [](const std::string& before, const std::string& after) {
    std::vector<std::string> all;
    for (const std::string_view name : kListing) all.push_back(before + std::string(name) + after);
    return all;
  };
  return {
      {.id = "nguyen-2024/tab-4.7",
       .title = "Two equal discs, explicit DEM",
       .source = "[Nguyen2024, §4.1.3, Tab. 4.7]",
       .quick = true,
       .catalogue = {"thesis-dem-two-equal"},
       .scenes = {"nguyen-2024/two-equal.toml"},
       .fill = fill_two_discs},
      {.id = "nguyen-2024/fig-4.10",
       .title = "Column of four discs, explicit DEM",
       .source = "[Nguyen2024, §4.1.3, Fig. 4.10]",
       .quick = true,
       .catalogue = {"thesis-nscd-column-four"},
       .scenes = {"nguyen-2024/column-four.toml"},
       .fill = fill_column},
      {.id = "nguyen-2024/fig-4.11",
       .title = "Bouncing ball, explicit DEM",
       .source = "[Nguyen2024, §4.1.3, Tab. 4.8, Fig. 4.11]",
       .quick = true,
       .catalogue = {"thesis-bouncing-ball-nscd-dem"},
       .scenes = {"nguyen-2024/tab-4.8.toml"},
       .fill = fill_dem_bounce},
      {.id = "nguyen-2024/appendix-dem",
       .title = "All cases of the listing with explicit springs",
       .source = "[Nguyen2024, app. A]",
       .quick = true,
       .catalogue = of_listing("appendix-", ""),
       .scenes = of_listing("nguyen-2024/appendix-", ".toml"),
       .fill = fill_dem_listed},
  };
}

}  // namespace galet
