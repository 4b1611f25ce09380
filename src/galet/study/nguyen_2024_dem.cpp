// Explicit DEM alone in [Nguyen2024, §4.1.3]: two discs (Tab. 4.7), the column of four (Fig. 4.10)
// and the bouncing ball (Fig. 4.11). update = "thesis" where figures are printed, "velocity-verlet"
// beside it.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "galet/study/checks.hpp"
#include "galet/study/compliant_run.hpp"
#include "galet/study/nguyen_2024_rows.hpp"
#include "galet/study/papers.hpp"

namespace galet {
namespace {

constexpr double kGravity = 9.80665;

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
  for (const TwoDiscsRow& row : kTable47) {
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
          static_cast<double>(k) * kGravity, 0.5 * scene.time.step * largest.at(4 - k) / T + 1e-9,
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

// The apex after one bounce. update = "thesis" makes the energy k (Δd)²/2 in every loaded step,
// that is (k h/2) ∫ḋ² dt. With gravity ḋ = √(v² + (g/ω)²) cos(ωt − φ), tan φ = g/(ω v), for 0 <= ωt
// <= π + 2φ: energies of the oscillation grow by exp(ω h (π/2 + φ + sin(2φ)/2)).
void fill_bounce(const std::filesystem::path& scenes, Report& report) {
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
      const bool verlet = update == DemUpdate::velocity_verlet;
      const std::string name = fmt::format("R = {:g}, {}: ", R, name_of(update));
      report.add(check_near({name + "first touch", "s", touch, {}, ""},
                            std::sqrt(2.0 * height / kGravity), scene.time.step, "one step"));
      const double phi =
          std::atan(kGravity * scene.time.step / eta / std::sqrt(2.0 * height * kGravity));
      const double gain =
          std::expm1(eta * (0.5 * std::numbers::pi + phi + 0.5 * std::sin(2.0 * phi)));
      const double growth = verlet ? 1.0 : 1.0 + gain / std::pow(std::cos(phi), 2);
      report.add(
          check_near({name + "height of the next apex over the floor", "m", apex - 0.5, {}, ""},
                     growth * height, 2.0 * eta * eta * height + 1e-6,
                     "(ω h)², and the apex falls between two steps"));
    }
  }
  report.notes = {"Only curves are printed."};
}

}  // namespace

std::vector<Experiment> nguyen_2024_dem_experiments() {
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
       .fill = fill_bounce},
  };
}

}  // namespace galet
