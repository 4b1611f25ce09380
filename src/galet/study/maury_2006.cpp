// Experiments of [Maury2006, §6].
#include "galet/study/maury_2006.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include <fmt/format.h>

#include "galet/base/timer.hpp"
#include "galet/observe/runout.hpp"
#include "galet/study/checks.hpp"
#include "galet/study/papers.hpp"
#include "galet/study/scene_run.hpp"

namespace galet {
namespace {

using namespace maury_2006;

// ---- §6.1: two solutions
// -------------------------------------------------------------------------

// Positions at the ends of all steps.
std::vector<double> point_path(Scene scene, double h) {
  scene.time.step = h;
  Simulation<2> simulation = start<2>(scene);
  const double wall = simulation.state().bodies.radius[0];
  std::vector<double> q;
  advance_to_end(simulation, [&](const Simulation<2>& s, const StepRecord&) {
    q.push_back(s.state().bodies.position[0].x() - wall);
  });
  return q;
}

// Largest distance of a path from the solution at rest at s 4^k.
double distance_from(const std::vector<double>& q, double h, double s) {
  double largest = 0.0;
  for (std::size_t j = 0; j < q.size(); ++j) {
    const double t = static_cast<double>(j + 1) * h;
    largest = std::max(largest, std::abs(q[j] - non_unique_solution(s, t).q));
  }
  return largest;
}

void add_dyadic_step(Report& report, const Scene& scene, int n) {
  const double h = std::ldexp(1.0, -n);
  const std::vector<double> q = point_path(scene, h);
  const std::vector<double> exact = non_unique_scheme(n, std::int64_t{4} << n);
  double error = q.size() == exact.size() ? 0.0 : 1.0;
  for (std::size_t j = 0; j < std::min(q.size(), exact.size()); ++j) {
    error = std::max(error, std::abs(q[j] - exact[j]));
  }
  // Every step rounds velocity and position a few times; errors of the velocity act over 4 s.
  const double slack = 16.0 * kEpsilon * static_cast<double>(q.size());
  report.add(check_at_most({fmt::format("h = 2^-{}: largest distance from the scheme in whole "
                                        "numbers",
                                        n),
                            "m",
                            error,
                            {},
                            ""},
                           slack, fmt::format("round-off of {} steps", q.size())));
  const double s = n % 2 == 0 ? 1.0 : 2.0;
  const auto at = [&](double t) { return q[static_cast<std::size_t>(std::lround(t / h)) - 1]; };
  if (n <= 9) {
    for (const double t : {1.0, 2.0, 3.0, 4.0}) {
      const PointState limit = non_unique_solution(s, t);
      report.add(check_near({fmt::format("h = 2^-{}: q({:g})", n, t),
                             "m",
                             at(t),
                             {},
                             fmt::format("limit {:.6g}", limit.q)},
                            limit.q + 0.5 * h * limit.v, slack,
                            "q_h = q + (h/2) v in flight; round-off"));
    }
  }
  // q_h(t) = q(t + h/2) + α h²/8 while the force is −α, so its largest value is that of q, or up to
  // α h²/8 more.
  const double highest = s == 1.0 ? 0.35 : 7.0 / 9.0;
  report.add(check_near(
      {fmt::format("h = 2^-{}: largest q", n), "m", *std::ranges::max_element(q), {}, ""}, highest,
      1.8 * h * h / 8.0 + slack, "α h²/8"));
}

void fill_non_uniqueness(const std::filesystem::path& scenes, Report& report) {
  const Scene scene = scene_of(scenes, "maury-2006/non-uniqueness.toml");
  for (const int n : {8, 9, 10, 11, 12, 13}) add_dyadic_step(report, scene, n);
  // The paper left out other steps, for which it could not integrate the load. A distance of about
  // h tells which solution they find.
  for (const double factor : {1.1, 1.25, 1.5, 1.75}) {
    for (const int n : {10, 11}) {
      const double h = 4.0 / std::round(4.0 * std::ldexp(1.0, n) / factor);
      const std::vector<double> q = point_path(scene, h);
      const double a = distance_from(q, h, 1.0);
      const double b = distance_from(q, h, 2.0);
      report.add(
          report_only({fmt::format("h = {:g}·2^-{}: distance from the nearer solution", factor, n),
                       "m",
                       std::min(a, b),
                       {},
                       a < b ? "the one of even powers" : "the one of odd powers"},
                      0.0));
    }
  }
  report.notes = {
      "Print gives the second family of steps as 2^(−2(n+1)), which are even powers too; h = 2^-9 "
      "of "
      "its Figure 4 is an odd one.",
      "Print defines the mean load as the integral over the step; its mean is meant (the scheme "
      "multiplies by h again)."};
}

// ---- §6.2: sticky particles
// ----------------------------------------------------------------------

void add_sticky(Report& report, Scene scene, double h) {
  scene.time.step = h;
  Simulation<2> simulation = start<2>(scene);
  const Bodies<2>& bodies = simulation.state().bodies;
  const std::size_t n = bodies.size();
  // Places of points: without the discs before.
  const auto places = [&] {
    std::vector<double> q(n);
    for (std::size_t i = 0; i < n; ++i) {
      q[i] = bodies.position[i].x() - static_cast<double>(2 * i + 1) * bodies.radius[i];
    }
    return q;
  };
  const std::vector<double> q0 = places();
  std::vector<double> u0(n);
  for (std::size_t i = 0; i < n; ++i) u0[i] = bodies.velocity[i].x();
  const auto mean = [n](const std::vector<double>& x) {
    return std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(n);
  };

  double error = 0.0;
  double center = 0.0;
  double residual = 0.0;
  advance_to_end(simulation, [&](const Simulation<2>&, const StepRecord& record) {
    std::vector<double> flight = q0;
    for (std::size_t i = 0; i < n; ++i) flight[i] += record.time * u0[i];
    const std::vector<double> q = places();
    const std::vector<double> exact = nearest_increasing(flight);
    for (std::size_t i = 0; i < n; ++i) error = std::max(error, std::abs(q[i] - exact[i]));
    center = std::max(center, std::abs(mean(q) - mean(flight)));
    residual = std::max(residual, record.solve.residual_velocity);
  });
  const std::vector<double> q = places();
  double spread = 0.0;
  double speed_error = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    spread = std::max(spread, std::abs(q[i] - mean(q)));
    speed_error = std::max(speed_error, std::abs(bodies.velocity[i].x() - mean(u0)));
  }

  // A residual ρ leaves an error of ρ sqrt(n/λ) in the velocities (docs/reproduce.md), λ >= 2 − 2
  // cos(π/n) the least eigenvalue of W of a chain, and a few roundings; it acts on all later
  // positions.
  const auto steps = static_cast<double>(simulation.state().step);
  const double lambda = 2.0 - 2.0 * std::cos(std::numbers::pi / static_cast<double>(n));
  const double velocity = std::sqrt(static_cast<double>(n) / lambda) * (residual + 8.0 * kEpsilon);
  const double position = 0.5 * steps * (steps + 1.0) * h * velocity + 8.0 * kEpsilon * steps;
  const std::string name = fmt::format("h = {:g}: ", h);
  const std::string why = fmt::format("residual {:.1e} m/s over {:g} steps", residual, steps);
  report.add(check_at_most({name + "largest distance from the exact positions at ends of steps",
                            "m",
                            error,
                            {},
                            "the paper claims it for the aggregate only"},
                           position, why));
  report.add(check_at_most(
      {name + "largest distance of the centre of mass from uniform motion", "m", center, {}, ""},
      8.0 * kEpsilon * steps * 3.0, "momentum is exact whatever the residual: round-off"));
  report.add(check_near({name + "place of the aggregate at t = 3", "m", mean(q), {}, ""},
                        mean(q0) + 3.0 * mean(u0), 8.0 * kEpsilon * steps * 3.0, "round-off"));
  report.add(check_at_most({name + "extent of the aggregate", "m", spread, {}, ""}, position, why));
  report.add(
      check_at_most({name + "largest deviation from its velocity", "m/s", speed_error, {}, ""},
                    steps * velocity, why));
}

void fill_sticky(const std::filesystem::path& scenes, Report& report) {
  const Scene scene = scene_of(scenes, "maury-2006/sticky.toml");
  for (const double h : {0.01, 0.5, 1.5}) add_sticky(report, scene, h);
  report.notes = {
      "At the ends of steps the scheme is exact for every particle, not only for the aggregate: "
      "see "
      "study/maury_2006.hpp. Only the straight lines between them are not the paths for large "
      "steps.",
      "Number of particles and velocities are ours; the paper has none."};
}

// ---- §6.3: many bodies
// ---------------------------------------------------------------------------

// A run of the cluster, checked at every step.
void add_cluster(Report& report, const Scene& scene) {
  const Stopwatch watch;
  Simulation<2> simulation = start<2>(scene);
  const Bodies<2>& bodies = simulation.state().bodies;
  const auto kinetic = [&] { return simulation.state().energy.kinetic; };
  const auto momentum_x = [&] {
    double sum = 0.0;
    for (std::size_t i = 0; i < bodies.size(); ++i) sum += bodies.mass[i] * bodies.velocity[i].x();
    return sum;
  };
  const double mass = std::accumulate(bodies.mass.begin(), bodies.mass.end(), 0.0);
  const double first = kinetic();
  double before = first;
  double slack = 0.0;  // m
  double overlap_share = 0.0;
  double gain = -1.0;
  double drift = 0.0;
  double residual = 0.0;
  std::int64_t unsolved = 0;
  std::int64_t iterations = 0;
  const double h = scene.time.step;
  const std::int64_t steps = count_steps(scene.time);
  advance_to_end(simulation, [&](const Simulation<2>& s, const StepRecord& record) {
    // Velocities that are off by ρ bring two bodies together by h ρ, which later steps may leave
    // as it is; centres are rounded.
    slack += h * record.solve.residual_velocity + 16.0 * kEpsilon * 10.0;
    overlap_share = std::max(overlap_share, record.penetration / slack);
    double impulses = 0.0;
    for (const Vec<2>& p : s.last().impulses) impulses += p.norm();
    // p (u + g/h) <= ρ p and g >= 0: energy can grow by no more than the residual times the
    // impulses.
    const double allowed = record.solve.residual_velocity * impulses + 64.0 * kEpsilon * first;
    gain = std::max(gain, (kinetic() - before - allowed) / first);
    before = kinetic();
    drift = std::max(drift, std::abs(momentum_x()) / mass);
    residual = std::max(residual, record.solve.residual_velocity);
    if (record.solve.status != SolveStatus::solved) ++unsolved;
    iterations += record.solve.iterations;
    if (record.step % (steps / 3) == 0) {
      const Spread<2> spread =
          compute_spread<2>(bodies, Part<2>{}, Vec<2>::UnitX(), Vec<2>::UnitY(), 1.0);
      const std::string name = fmt::format("step {}: ", record.step);
      report.add(report_only({name + "kinetic energy over that at the start",
                              "",
                              kinetic() / first,
                              {},
                              fmt::format("{} contacts with an impulse of {} listed",
                                          record.contacts_active, record.contacts)}));
      report.add(report_only({name + "height of the cluster", "m", spread.top, {}, ""}));
      report.add(report_only({name + "its extent", "m", spread.front - spread.back, {}, ""}));
    }
  });
  report.add(check_equal({"steps left unsolved", "", static_cast<double>(unsolved), {}, ""}, 0.0));
  report.add(check_at_most({"largest overlap at the end of a step over what the residual allows",
                            "",
                            overlap_share,
                            {},
                            fmt::format("residual at most {:.2g} m/s", residual)},
                           1.0,
                           "h × the residuals so far and rounding of the places (Proposition 2)"));
  report.add(check_between(
      {"largest gain of kinetic energy in a step beyond the residual, relative", "", gain, {}, ""},
      -1.0, 0.0, "kinetic energy does not grow (Proposition 3, Remark 9)"));
  report.add(check_at_most(
      {"largest velocity of the centre of mass along the floor", "m/s", drift, {}, ""},
      64.0 * kEpsilon * static_cast<double>(steps), "momentum is exact: round-off"));
  report.add(report_only({"sweeps of a step, mean",
                          "",
                          static_cast<double>(iterations) / static_cast<double>(steps),
                          {},
                          ""}));
  report.add(report_only({"seconds of the run", "s", watch.seconds(), {}, "with its start"}));
}

void fill_spheres(const std::filesystem::path& scenes, Report& report) {
  add_cluster(report, scene_of(scenes, "maury-2006/spheres-2000.toml"));
  report.notes = {
      "Pictures: galet run scenes/maury-2006/spheres-2000.toml -o DIR, frames 0 to 3 are steps "
      "0, "
      "3, 6 and 9.",
      "Where the spheres start is ours; the paper shows it in a picture only."};
}

void fill_few_spheres(const std::filesystem::path& scenes, Report& report) {
  add_cluster(report, scene_of(scenes, "maury-2006/spheres-200.toml"));
}

void fill_many_spheres(const std::filesystem::path& scenes, Report& report) {
  add_cluster(report, scene_of(scenes, "maury-2006/spheres-50000.toml"));
  report.notes = {
      "The paper says that it was tried; it gives no data. The step is a fifth of that of 2000 "
      "spheres: with theirs all pairs that free motion may bring together are tens of millions."};
}

}  // namespace

std::vector<Experiment> maury_2006_experiments() {
  return {
      {.id = "maury-2006/6.1",
       .title = "One point, two solutions",
       .source = "[Maury2006, §6.1, Figs 2 to 4]",
       .quick = true,
       .catalogue = {"maury-non-uniqueness"},
       .scenes = {"maury-2006/non-uniqueness.toml"},
       .fill = fill_non_uniqueness},
      {.id = "maury-2006/6.2",
       .title = "Sticky particles, large steps",
       .source = "[Maury2006, §6.2, Figs 5 to 7]",
       .quick = true,
       .catalogue = {"maury-sticky-particles"},
       .scenes = {"maury-2006/sticky.toml"},
       .fill = fill_sticky},
      {.id = "maury-2006/6.3-short",
       .title = "200 spheres fall on the floor",
       .source = "[Maury2006, §6.3]",
       .quick = true,
       .catalogue = {"maury-2000-spheres"},
       .scenes = {"maury-2006/spheres-200.toml"},
       .fill = fill_few_spheres},
      {.id = "maury-2006/6.3",
       .title = "2000 spheres fall on the floor",
       .source = "[Maury2006, §6.3, Figs 8 to 11]",
       .quick = false,
       .catalogue = {"maury-2000-spheres"},
       .scenes = {"maury-2006/spheres-2000.toml"},
       .fill = fill_spheres},
      {.id = "maury-2006/6.3-50000",
       .title = "50 000 spheres fall on the floor",
       .source = "[Maury2006, §6.3]",
       .quick = false,
       .catalogue = {"maury-2000-spheres"},
       .scenes = {"maury-2006/spheres-50000.toml"},
       .fill = fill_many_spheres},
  };
}

}  // namespace galet
