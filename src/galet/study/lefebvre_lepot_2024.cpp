// Experiments of [LefebvreLepot2024]: one ball and a wall, gluey contact and lubrication.
#include "galet/study/lefebvre_lepot_2024.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "galet/law/coulomb.hpp"
#include "galet/study/checks.hpp"
#include "galet/study/papers.hpp"
#include "galet/study/scene_run.hpp"

namespace galet {
namespace {

using namespace lefebvre_lepot_2024;

constexpr double kNoThreshold = -std::numeric_limits<double>::infinity();

// ---- Gluey contact
// -------------------------------------------------------------------------------

// The gap of the only pair of a scene, its velocity, and what the contact remembers.
struct GlueyRun {
  double identity = 0.0;  // N s, largest error of m v + γ + β = Φ
  double overlap = 0.0;   // m
  double touched = 0.0;   // s, end of the first step with a push
  double opened = 0.0;    // s, end of the first step with a gap again
  double gamma_least = 0.0;
  std::optional<double> gamma_2;  // at t = 2, where a step ends there
  std::optional<double> beta_2;
  double t = 0.0;  // at the end of the run
  double q = 0.0;
};

// `inertia` is the mass of the relative motion over which the load is Φ.
template <int D>
GlueyRun run_gluey(Scene scene, double h, double inertia) {
  scene.time.step = h;
  Simulation<D> simulation = start<D>(scene);
  GlueyRun run;
  double beta = 0.0;
  const auto relative = [&](const std::vector<Vec<D>>& x) {
    return x.size() == 1 ? x[0][0] : x[1][0] - x[0][0];
  };
  const Bodies<D>& bodies = simulation.state().bodies;
  const double touching =
      bodies.size() == 1 ? bodies.radius[0] : bodies.radius[0] + bodies.radius[1];
  advance_to_end(simulation, [&](const Simulation<D>& s, const StepRecord& record) {
    const StepOutcome<D>& last = s.last();
    const double gamma = last.states.empty() ? 0.0 : last.states[0];
    if (!last.solids.empty()) beta = std::min(beta, last.solids[0]);
    run.t = record.time;
    run.q = relative(bodies.position) - touching;
    const double momentum = inertia * relative(bodies.velocity) + gamma + beta;
    run.identity = std::max(run.identity, std::abs(momentum - inertia * load_impulse(run.t)));
    run.overlap = std::max(run.overlap, record.penetration);
    run.gamma_least = std::min(run.gamma_least, gamma);
    if (run.touched == 0.0 && !last.impulses.empty() && !last.impulses[0].isZero(0.0)) {
      run.touched = run.t;
    }
    if (run.touched > 0.0 && run.opened == 0.0 && run.t > run.touched && run.q > 1e-9) {
      run.opened = run.t;
    }
    if (std::abs(run.t - 2.0) < 1e-9) {
      run.gamma_2 = gamma;
      run.beta_2 = beta;
    }
  });
  return run;
}

// The scheme falls with q = 1 − t² − h t, so that it is at the wall h/2 early, at the end of a step
// that is up to h later. Then the wall is kept and γ + β = Φ. The first step that ends after the
// release opens the contact with v = Φ − β; from there q is a sum of h v: with δ of that step after
// the release, (t − t_r)² + h (t − t_r) + δ (h − δ).
void add_gluey(Report& report, const GlueyRun& run, double h, double star, double inertia,
               const std::string& name) {
  const double steps = run.t / h;
  const double slack = 16.0 * kEpsilon * 4.0 * steps;
  const std::string round = fmt::format("round-off of {:.0f} steps", steps);
  report.add(check_at_most(
      {name + "largest error of m v + γ + β = ∫ f", "N s", run.identity, {}, ""}, slack, round));
  report.add(check_at_most({name + "largest overlap", "m", run.overlap, {}, ""}, slack * h, round));
  report.add(check_near({name + "contact", "s", run.touched, {}, ""}, 1.0, h, "one step"));
  if (run.gamma_2) {
    const GlueyBall exact = gluey_solution(2.0, star / inertia);
    report.add(check_near({name + "γ(2)", "N s", *run.gamma_2, {}, ""}, inertia * exact.gamma,
                          slack, round));
    report.add(check_near({name + "β(2)", "N s", *run.beta_2, {}, ""}, inertia * exact.beta, slack,
                          round));
  }
  const double release = gluey_release(star / inertia);
  report.add(check_between({name + "first step with a gap ends", "s", run.opened, {}, ""}, release,
                           release + h * (1.0 + 1e-9), "within one step of the release"));
  const double after = run.t - release;
  report.add(check_near(
      {name + "gap at the end", "m", run.q, {}, fmt::format("limit {:g}", after * after)},
      after * (after + h), 0.25 * h * h + slack * 6.0 / inertia,
      "δ (h − δ) <= h²/4, where the first step with a gap begins before the release"));
}

void fill_gluey(const std::filesystem::path& scenes, Report& report) {
  const Scene wall = scene_of(scenes, "lefebvre-lepot-2024/gluey-wall.toml");
  for (const double h : {0.3, 0.01, 0.007, 0.0078125}) {
    add_gluey(report, run_gluey<2>(wall, h, 1.0), h, kNoThreshold, 1.0,
              fmt::format("h = {:g} s: ", h));
  }
  // Two balls in space: the mass of their relative motion is 1/2, and so is all that is remembered.
  const Scene balls = scene_of(scenes, "lefebvre-lepot-2024/gluey-balls.toml");
  add_gluey(report, run_gluey<3>(balls, 0.01, 0.5), 0.01, kNoThreshold, 0.5,
            "two spheres with friction: ");
  Scene dry = wall;
  dry.pair.front().gluey.reset();
  const GlueyRun run = run_gluey<2>(dry, 0.01, 1.0);
  report.add(
      check_between({"inelastic contact: first step with a gap ends", "s", run.opened, {}, ""}, 2.0,
                    2.01 * (1.0 + 1e-9), "the load pulls from t = 2"));
  report.notes = {
      "The slides cut γ off at 0, γ⁺ = min(0, γ − p), which loses momentum in the step that opens "
      "a "
      "contact; here a pull is at most what γ holds, and the balance is exact."};
}

void fill_threshold(const std::filesystem::path& scenes, Report& report) {
  const Scene scene = scene_of(scenes, "lefebvre-lepot-2024/gluey-wall.toml");
  for (const double star : {-5.0, -3.0, -1.0, -0.01}) {
    for (const double h : {0.01, 0.0078125}) {
      Scene changed = scene;
      changed.pair.front().gluey->gamma_star = star;
      const GlueyRun run = run_gluey<2>(changed, h, 1.0);
      const std::string name = fmt::format("γ* = {:g} N s, h = {:g} s: ", star, h);
      add_gluey(report, run, h, star, 1.0, name);
      report.add(check_near({name + "least γ", "N s", run.gamma_least, {}, ""},
                            std::max(star, -4.0), 1e-12, "γ >= γ*, and Φ >= −4: round-off"));
    }
  }
  // With γ* = −3 and t = 2: γ + β = Φ = −4 gives β = −1. The slides print β' >= 0.
  Scene changed = scene;
  changed.pair.front().gluey->gamma_star = -3.0;
  const GlueyRun run = run_gluey<2>(changed, 0.0078125, 1.0);
  report.add(check_source_wrong(
      {"sign of β at t = 2", "", *run.beta_2 > 0.0 ? 1.0 : -1.0, 1.0,
       "with m v + γ + β = m v0 + ∫ f, as printed, a push makes β fall: β' <= 0 is meant"},
      -1.0, 0.0, 0.5, "γ + β = −4 with γ >= −3"));
}

// ---- Lubrication
// ---------------------------------------------------------------------------------

struct LubricationRun {
  double q = 0.0;        // largest |q_μ − q|, m
  double gamma = 0.0;    // integral of |γ_μ − γ|, N s²
  double least = 1e300;  // ln of the least q_μ
  double end = 0.0;      // q_μ(6)
  double gamma_2 = 0.0;  // γ_μ(2)
};

LubricationRun run_lubrication(double mu, double h) {
  LubricationRun run;
  LubricatedBall ball(mu, h);
  const auto steps = static_cast<std::int64_t>(std::lround(6.0 / h));
  for (std::int64_t n = 0; n < steps; ++n) {
    ball.advance();
    const GlueyBall limit = gluey_solution(ball.time(), kNoThreshold);
    run.q = std::max(run.q, std::abs(ball.q() - limit.q));
    run.gamma += h * std::abs(ball.gamma() - limit.gamma);
    run.least = std::min(run.least, ball.gamma() / mu);
    if (n + 1 == steps / 3) run.gamma_2 = ball.gamma();
  }
  run.end = ball.q();
  return run;
}

void fill_lubrication(const std::filesystem::path&, Report& report) {
  for (const double mu : {1.0, 0.1, 0.01}) {
    const LubricationRun run = run_lubrication(mu, 1e-4);
    const LubricationRun finer = run_lubrication(mu, 5e-5);
    // First order: what is left of the finer run is about its difference from the other.
    const double steps = 2.0 * std::abs(run.end - finer.end) + 1e-3;
    const std::string name = fmt::format("μ = {:g}: ", mu);
    report.add(check_at_most({name + "largest |q_μ − q|", "m", finer.q, {}, ""},
                             lubrication_bound(mu) + steps, "3μ + (μ ln μ)²/2, and the step"));
    report.add(check_at_most({name + "integral of |γ_μ − γ|", "N s²", finer.gamma, {}, ""},
                             lubrication_gamma_bound(mu) + steps,
                             "7μ + (μ ln μ)²/2, and the step"));
    // In the film q' is between Φ and 0 and q at most μ: γ_μ = Φ − q', |q'| = e^(γ_μ/μ) |γ_μ'|/μ.
    report.add(report_only({name + "γ_μ(2)", "N s", finer.gamma_2, {}, "γ(2) = −4"}, -4.0));
    report.add(check_between({name + "ln of the least q_μ", "", finer.least, {}, "never 0"},
                             -4.0 / mu - 1e-9, 0.0, "q_μ >= e^(Φ/μ), Φ >= −4"));
  }
  report.notes = {"Integrated in ln q by implicit Euler, 1.2e5 steps: q_μ is down to e^-400 m.",
                  "The viscosities of the slides' figure are not given."};
}

// ---- Gluey contact with friction: two ways to choose the branch
// ------------------------------------

// The nearer of the projections on the cone of pushes and on the pulls.
Vec<2> nearest_of_both(const ContactLaw& law, const Vec<2>& x) {
  const Vec<2> push = project_friction_cone<2>(x, law.friction);
  const Vec<2> pull{std::clamp(x[0], -law.pull, 0.0), 0.0};
  return (x - push).norm() < (x - pull).norm() ? push : pull;
}

// A held contact that is pulled while it slips by u_t: the law asks for the pull p = (p_n, 0) and
// û = (0, u_t), whatever the parameter r of p = Π(p − r û). The nearer of both projections is that
// pull as long as r u_t (√(1 + µ²) − 1) <= µ |p_n|: the distance r u_t to it, and to the edge of
// the cone (r u_t + µ |p_n|)/√(1 + µ²).
void fill_branches(const std::filesystem::path&, Report& report) {
  constexpr double kPull = 0.4;  // N s, −p_n
  constexpr double kSlip = 0.7;  // m/s
  const Vec<2> p{-kPull, 0.0};
  const Vec<2> u{0.0, kSlip};
  for (const double mu : {0.1, 0.5, 1.0}) {
    const ContactLaw law{.friction = mu, .pull = 2.0 * kPull};
    const auto missed = [&](double r, const auto& rule) {
      return (rule(law, Vec<2>(p - r * u)) - p).norm();
    };
    const auto by_sign = [](const ContactLaw& l, const Vec<2>& x) {
      return project_impulse<2>(l, x);
    };
    double worst = 0.0;
    for (int k = -20; k <= 20; ++k) worst = std::max(worst, missed(std::exp2(k), by_sign));
    double low = std::exp2(-20);
    double high = std::exp2(20);
    while (high - low > 1e-12 * high) {
      const double middle = 0.5 * (low + high);
      (missed(middle, nearest_of_both) > 0.0 ? high : low) = middle;
    }
    const std::string name = fmt::format("µ = {:g}: ", mu);
    const double exact = mu * kPull / (kSlip * (std::sqrt(1.0 + mu * mu) - 1.0));
    report.add(check_near(
        {name + "largest r for which the nearest of both keeps the pull", "kg", low, {}, ""}, exact,
        1e-9 * exact, "µ |p_n|/(u_t (√(1 + µ²) − 1)), rounding"));
    report.add(
        check_at_most({name + "what the branch by sign makes of the pull, r from 2^-20 to 2^20 kg",
                       "N s",
                       worst,
                       {},
                       ""},
                      0.0, "the law, for every r"));
  }
  report.notes = {
      "A parameter of the solver must not decide what the law is: galet takes the branch by the "
      "sign of x_n. The slides leave the projection on the set open, and no convergence is "
      "proved."};
}

}  // namespace

std::vector<Experiment> lefebvre_lepot_2024_experiments() {
  return {
      {.id = "lefebvre-lepot-2024/gluey-1d",
       .title = "Gluey contact: one ball, exact solution",
       .source = "[LefebvreLepot2024, gluey contact model]",
       .quick = true,
       .catalogue = {"slides-gluey-1d"},
       .scenes = {"lefebvre-lepot-2024/gluey-wall.toml", "lefebvre-lepot-2024/gluey-balls.toml"},
       .fill = fill_gluey},
      {.id = "lefebvre-lepot-2024/gluey-threshold",
       .title = "Gluey contact with a threshold for solid contact",
       .source = "[LefebvreLepot2024, accounting for solid contact]",
       .quick = true,
       .catalogue = {"slides-gluey-threshold"},
       .scenes = {"lefebvre-lepot-2024/gluey-wall.toml"},
       .fill = fill_threshold},
      {.id = "lefebvre-lepot-2024/gluey-friction",
       .title = "Gluey contact with friction: which branch of the set",
       .source = "[LefebvreLepot2024, projection on the non-convex set]",
       .quick = true,
       .catalogue = {"slides-gluey-threshold"},
       .scenes = {},
       .fill = fill_branches},
      {.id = "lefebvre-lepot-2024/lubrication-1d",
       .title = "Lubrication of vanishing viscosity tends to gluey contact",
       .source = "[LefebvreLepot2024, convergence result]",
       .quick = true,
       .catalogue = {"slides-lubrication-1d"},
       .scenes = {},
       .fill = fill_lubrication},
  };
}

}  // namespace galet
