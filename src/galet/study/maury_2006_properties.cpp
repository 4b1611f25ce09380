// Properties of the scheme that [Maury2006] proves: Propositions 1 to 5, Remarks 7 to 11,
// Theorem 1.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include <Eigen/Eigenvalues>
#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/study/checks.hpp"
#include "galet/study/papers.hpp"
#include "galet/study/scene_run.hpp"

namespace galet {
namespace {

// ---- A crystal: Propositions 1 and 5, Remarks 7 and 8
// --------------------------------------------

// Touching discs of unit mass, made from positions alone.
struct Crystal {
  Eigen::MatrixXd G;  // a row per touching pair, u_n = G v
  Eigen::VectorXd q;
  Eigen::VectorXd v_before;
};

Crystal crystal_of(const Bodies<2>& bodies) {
  const auto n = static_cast<Eigen::Index>(bodies.size());
  Crystal c;
  c.q.resize(2 * n);
  c.v_before.resize(2 * n);
  std::vector<Eigen::VectorXd> rows;
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto a = static_cast<std::size_t>(i);
    c.q.segment<2>(2 * i) = bodies.position[a];
    c.v_before.segment<2>(2 * i) = bodies.velocity[a];
    for (Eigen::Index j = i + 1; j < n; ++j) {
      const auto b = static_cast<std::size_t>(j);
      const Vec<2> d = bodies.position[b] - bodies.position[a];
      if (d.norm() > 1.0 + 1e-9) continue;
      Eigen::VectorXd row = Eigen::VectorXd::Zero(2 * n);
      row.segment<2>(2 * i) = -d.normalized();
      row.segment<2>(2 * j) = d.normalized();
      rows.push_back(row);
    }
  }
  c.G.resize(static_cast<Eigen::Index>(rows.size()), 2 * n);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    c.G.row(static_cast<Eigen::Index>(k)) = rows[k].transpose();
  }
  return c;
}

// Uzawa's algorithm as printed, for unit masses and touching pairs, in impulses: p ← max(0, p − ρ G
// v).
struct Uzawa {
  Eigen::VectorXd p;
  Eigen::VectorXd v;
  int iterations = 0;
  double residual = 0.0;  // m/s, largest |min(w p, u)|, w = 2
};

Uzawa run_uzawa(const Crystal& c, double rho, Eigen::VectorXd start, int most) {
  Uzawa state{std::move(start), {}, 0, 0.0};
  while (true) {
    state.v = c.v_before + c.G.transpose() * state.p;
    const Eigen::VectorXd u = c.G * state.v;
    state.residual = (2.0 * state.p).cwiseMin(u).lpNorm<Eigen::Infinity>();
    if (state.residual <= 1e-11 || state.iterations == most) return state;
    state.p = (state.p - rho * u).cwiseMax(0.0);
    ++state.iterations;
  }
}

// How far velocities with residual ρ are from the solution: |v − v*|² <= ρ Σ (p + u₊/w + p*)
// (docs/reproduce.md), and Σ p* = Σ p up to |v − v*| |q| (below).
double velocity_bound(double rho, const Eigen::VectorXd& p, const Eigen::VectorXd& u) {
  return std::sqrt(rho * (2.0 * p.sum() + 0.5 * u.cwiseMax(0.0).sum() + 1.0));
}

// Moments of the equation M Δv = Gᵀ p with the positions: G_ij · q = |q_j − q_i|, so
//   Σ p_ij |q_j − q_i| = Σ m Δv_i · q_i,
// and the velocities are unique: all impulses of a crystal of unit diameters have one sum. As none
// is negative, each is at most that sum. This is Proposition 5 in one line, with the bound.
void add_crystal(Report& report, const Scene& scene) {
  struct Outcome {
    std::string name;
    Eigen::VectorXd v;
    Eigen::VectorXd p;
    double bound = 0.0;
  };
  std::vector<Outcome> outcomes;
  const Crystal c = crystal_of(build<2>(scene).bodies);
  const auto n = static_cast<double>(c.q.size() / 2);
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(c.G.rows());
  const auto bound_of = [&](double rho, const Eigen::VectorXd& p, const Eigen::VectorXd& v) {
    return velocity_bound(rho, p, c.G * v);
  };

  double listed = 0.0;
  const auto add_engine = [&](const std::string& name, const Scene& changed) {
    Simulation<2> simulation = start<2>(changed);
    const StepRecord record = simulation.advance();
    listed = static_cast<double>(record.contacts);
    Outcome out{name, Eigen::VectorXd(c.q.size()), zero, 0.0};
    for (std::size_t i = 0; i < simulation.state().bodies.size(); ++i) {
      out.v.segment<2>(static_cast<Eigen::Index>(2 * i)) = simulation.state().bodies.velocity[i];
    }
    for (std::size_t k = 0; k < simulation.last().contacts.size(); ++k) {
      if (k < static_cast<std::size_t>(zero.size())) {
        out.p[static_cast<Eigen::Index>(k)] =
            simulation.last().impulses[k].dot(simulation.last().contacts[k].n);
      }
    }
    out.bound = bound_of(record.solve.residual_velocity + 1e-13, out.p, out.v);
    outcomes.push_back(out);
  };
  add_engine("nlgs", scene);
  Scene shuffled = scene;
  nlgs(shuffled).order = SweepOrder::random;
  add_engine("nlgs in random order", shuffled);

  // The norm of GᵀG: of the infinite triangular lattice it is 6 (modes with wave vectors at the
  // middle of an edge of the Brillouin zone), and a part of it has less. Remark 8 has 2κ√d.
  const double norm = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(c.G.transpose() * c.G)
                          .eigenvalues()
                          .maxCoeff();
  const double printed = 2.0 * 6.0 * std::numbers::sqrt2;
  report.add(check_between({"crystal: norm of GᵀG", "", norm, {}, "Remark 8 bounds it by 16.97"},
                           3.0, 6.0,
                           "that of the infinite lattice; a disc inside has trace 6 = 2·3"));
  const auto add_uzawa = [&](const std::string& name, double rho, const Eigen::VectorXd& from) {
    const Uzawa u = run_uzawa(c, rho, from, 200000);
    outcomes.push_back({name, u.v, u.p, bound_of(u.residual, u.p, u.v)});
    report.add(check_at_most({"crystal: residual of " + name,
                              "m/s",
                              u.residual,
                              {},
                              fmt::format("{} iterations", u.iterations)},
                             1e-11, "Proposition 1: converges for ρ < ρ_max; this ends it"));
  };
  add_uzawa("Uzawa, ρ = 0.95 ρ_max", 0.95 * 2.0 / norm, zero);
  add_uzawa("Uzawa, ρ of Remark 8", 1.0 / printed, zero);
  Eigen::VectorXd uneven = zero;
  for (Eigen::Index k = 0; k < uneven.size(); k += 3) uneven[k] = 2.0;
  add_uzawa("Uzawa from uneven impulses", 0.95 * 2.0 / norm, uneven);
  const Uzawa beyond = run_uzawa(c, 1.2 * 2.0 / norm, zero, 20000);
  report.add(report_only({"crystal: residual of Uzawa after 20 000 iterations, ρ = 1.2 ρ_max",
                          "m/s",
                          beyond.residual,
                          {},
                          "nothing is claimed here"}));

  // Velocities agree, sums of impulses agree, impulses do not.
  const Outcome& first = outcomes.front();
  double share = 0.0;
  double sum_share = 0.0;
  double difference = 0.0;
  double largest = 0.0;
  for (const Outcome& o : outcomes) {
    const double bound = o.bound + first.bound;
    share = std::max(share, (o.v - first.v).norm() / bound);
    sum_share = std::max(sum_share, std::abs(o.p.sum() - first.p.sum()) / (bound * c.q.norm()));
    difference = std::max(difference, (o.p - first.p).lpNorm<Eigen::Infinity>());
    largest = std::max(largest, o.p.maxCoeff() / (first.v - c.v_before).dot(c.q));
  }
  report.add(
      check_at_most({"crystal: largest distance between velocities over what residuals allow",
                     "",
                     share,
                     {},
                     fmt::format("{} solvers and starts", outcomes.size())},
                    1.0, "the velocity is unique"));
  report.add(check_at_most(
      {"crystal: largest difference between sums of impulses over the same", "", sum_share, {}, ""},
      1.0, "Σ p |q_j − q_i| = Σ m Δv · q is unique with the velocity"));
  report.add(check_between({"crystal: largest difference between impulses, over their mean",
                            "",
                            difference * n * 3.0 / first.p.sum(),
                            {},
                            "90 impulses, 74 equations"},
                           1e-3, 1e3, "impulses are not unique; 1e-3 is far above any residual"));
  report.add(check_between({"crystal: largest impulse over the sum of all", "", largest, {}, ""},
                           1e-6, 1.0 + 1e-6, "none is negative, so each is at most the sum"));
  // Harborth: N touching equal discs have at most ⌊3N − √(12N − 3)⌋ contacts, and hexagons have
  // them.
  report.add(check_equal(
      {"crystal: constraints listed for the step 0.01 s", "", listed, {}, "κN/2 = 111 in Remark 7"},
      std::floor(3.0 * n - std::sqrt(12.0 * n - 3.0))));
  Scene wide = scene;
  wide.time.step = 1.0;
  wide.time.end = 1.0;
  add_engine("nlgs, step 1 s", wide);
  report.add(report_only({"crystal: constraints listed for the step 1 s",
                          "",
                          listed,
                          {},
                          "more than κN/2, which counts touching discs only"}));
}

// ---- A gas: Propositions 2 to 4, Remarks 9 to 11
// -------------------------------------------------

struct GasRun {
  double overlap_share = 0.0;  // of what the residual allows
  double gain = -1.0;          // of kinetic energy beyond the residual, relative; without force
  double speed_share = 0.0;    // |u|_M over the bound of Proposition 3
  double momentum = 0.0;       // error, relative to Σ m |v|
  double center = 0.0;  // m, distance of the centre of mass from the motion with q⁺ = q + h u⁺
  double length = 0.0;  // m, its path
  double ahead = 0.0;   // m, distance from the exact motion of the centre at the end
  std::int64_t unsolved = 0;
};

GasRun run_gas(const Scene& scene) {
  GasRun run;
  Simulation<2> simulation = start<2>(scene);
  const Bodies<2>& bodies = simulation.state().bodies;
  double mass = 0.0;
  double squares = 0.0;  // Σ m²
  for (const double m : bodies.mass) {
    mass += m;
    squares += m * m;
  }
  const double least = *std::ranges::min_element(bodies.mass);
  const auto momentum = [&] {
    Vec<2> sum = Vec<2>::Zero();
    for (std::size_t i = 0; i < bodies.size(); ++i) sum += bodies.mass[i] * bodies.velocity[i];
    return sum;
  };
  const auto center = [&] {
    Vec<2> sum = Vec<2>::Zero();
    for (std::size_t i = 0; i < bodies.size(); ++i) sum += bodies.mass[i] * bodies.position[i];
    return Vec<2>(sum / mass);
  };
  const Vec<2> g = simulation.world().gravity_at(0.0);
  const Vec<2> p0 = momentum();
  const Vec<2> x0 = center();
  double flow = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    flow += bodies.mass[i] * bodies.velocity[i].norm();
  const double first = simulation.state().energy.kinetic;
  double before = first;
  double rounding = 0.0;
  const double h = scene.time.step;
  advance_to_end(simulation, [&](const Simulation<2>& s, const StepRecord& record) {
    const double t = record.time;
    const double rho = record.solve.residual_velocity;
    const double reach = 20.0 + t * (2.0 + g.norm() * t);
    run.overlap_share =
        std::max(run.overlap_share, record.penetration / (h * rho + 16.0 * kEpsilon * reach));
    double impulses = 0.0;
    for (const Vec<2>& p : s.last().impulses) impulses += p.norm();
    const double kinetic = s.state().energy.kinetic;
    rounding += rho * impulses + 64.0 * kEpsilon * (before + kinetic);
    run.gain =
        std::max(run.gain, (kinetic - before - rho * impulses - 64.0 * kEpsilon * before) / first);
    // |u|_M <= |u0|_M + α^(−1/2) ∫ F, |f| = g sqrt(Σ m²).
    const double bound = std::sqrt(2.0 * first) + t * g.norm() * std::sqrt(squares / least);
    run.speed_share =
        std::max(run.speed_share, std::sqrt(std::max(0.0, 2.0 * (kinetic - rounding))) / bound);
    before = kinetic;
    const Vec<2> exact = p0 + mass * t * g;
    run.momentum =
        std::max(run.momentum, (momentum() - exact).norm() / (flow + mass * t * g.norm()));
    // Sums of u⁺ instead of means: t (t + h)/2 instead of t²/2.
    const Vec<2> motion = x0 + t * p0 / mass + 0.5 * t * (t + h) * g;
    run.center = std::max(run.center, (center() - motion).norm());
    run.length = reach;
    run.ahead = (center() - (x0 + t * p0 / mass + 0.5 * t * t * g)).norm();
    if (record.solve.status != SolveStatus::solved) ++run.unsolved;
  });
  return run;
}

void add_gas(Report& report, const Scene& scene) {
  for (const double h : {1e-3, 0.1, 10.0, 1000.0}) {
    Scene changed = scene;
    changed.time.step = h;
    changed.time.end = 20.0 * h;
    const GasRun run = run_gas(changed);
    const std::string name = fmt::format("gas, h = {:g} s: ", h);
    const std::string steps = "round-off of 20 steps";
    report.add(check_equal(
        {name + "steps left unsolved", "", static_cast<double>(run.unsolved), {}, ""}, 0.0));
    report.add(check_at_most({name + "largest overlap over what the residual allows",
                              "",
                              run.overlap_share,
                              {},
                              "Proposition 2"},
                             1.0, "h × residual and rounding of the places"));
    report.add(check_between({name + "largest gain of kinetic energy beyond the residual, relative",
                              "",
                              run.gain,
                              {},
                              "Remark 9"},
                             -1.0, 0.0, "it never grows"));
    report.add(check_at_most(
        {name + "error of the momentum, relative", "", run.momentum, {}, "Proposition 4"},
        64.0 * kEpsilon * 20.0, steps));
    report.add(
        check_at_most({name + "distance of the centre of mass from uniform motion, over its path",
                       "",
                       run.center / run.length,
                       {},
                       "Remark 11"},
                      64.0 * kEpsilon * 20.0, steps));
  }

  // Solves that are left after one sweep, in every step that needs more.
  Scene hasty = scene;
  nlgs(hasty).max_iterations = 1;
  const GasRun left = run_gas(hasty);
  report.add(check_between({"gas, solves left after one sweep: steps left unsolved",
                            "",
                            static_cast<double>(left.unsolved),
                            {},
                            ""},
                           1.0, 20.0, "so that the next row says something"));
  report.add(check_at_most({"gas, solves left after one sweep: error of the momentum, relative",
                            "",
                            left.momentum,
                            {},
                            "Remark 10"},
                           64.0 * kEpsilon * 20.0,
                           "exact even if the problem is not solved exactly: round-off"));

  // With a force.
  Scene heavy = scene;
  heavy.gravity = VectorSeries::constant({0.3, -9.81});
  const GasRun run = run_gas(heavy);
  const double h = heavy.time.step;
  const double t = heavy.time.end;
  const double size = std::hypot(0.3, 9.81);
  report.add(
      check_at_most({"gas with gravity: |u|_M over the bound of Proposition 3, less the residual",
                     "",
                     run.speed_share,
                     {},
                     ""},
                    1.0, "|u0|_M + α^(−1/2) ∫ |f|"));
  report.add(check_at_most(
      {"gas with gravity: error of the momentum, relative", "", run.momentum, {}, "Proposition 4"},
      64.0 * kEpsilon * 20.0, "round-off of 20 steps"));
  report.add(check_source_wrong(
      {"gas with gravity: distance of the centre of mass from its exact motion at the end", "m",
       run.ahead, 0.0,
       "Remark 11 says that the centre moves exactly: true without force, or for its velocity; q⁺ "
       "= q + h u⁺ is ahead by g h t/2"},
      0.5 * size * h * t, 64.0 * kEpsilon * 20.0 * run.length, 0.0, "round-off of 20 steps"));
}

// ---- One oblique contact: Theorem 1
// --------------------------------------------------------------
//
// The relative place x = x_b − x_a moves with w; contact where |x| = R. Afterwards w has lost its
// part along the normal n*, the centre of mass goes on.
//   The scheme, first step with an impulse: |xⁿ| − R <= h |w|, so that its normal is at most h
//   |w|/R
// from n*; w keeps its tangential part there and x comes to the tangent. In the second step the
// normal has turned by h w_t/R at most, what is left of the approach is stopped, up to h w_t²/(2R);
// after that the contact opens. So w is wrong by (1 + 1 + 2 + 1/2) h |w|²/R at most, to leading
// order, from two steps in which it is wrong by |w|.
void add_oblique(Report& report, const Scene& scene) {
  for (const double h : {0.02, 0.01, 0.005, 0.0025}) {
    Scene changed = scene;
    changed.time.step = h;
    Simulation<2> simulation = start<2>(changed);
    const Bodies<2> before = simulation.state().bodies;
    const double R = before.radius[0] + before.radius[1];
    const Vec<2> x = before.position[1] - before.position[0];
    const Vec<2> w = before.velocity[1] - before.velocity[0];
    const double b = x.dot(w);
    const double contact =
        (-b - std::sqrt(b * b - w.squaredNorm() * (x.squaredNorm() - R * R))) / w.squaredNorm();
    const Vec<2> normal = (x + contact * w).normalized();
    const double reduced = 1.0 / (1.0 / before.mass[0] + 1.0 / before.mass[1]);
    const Vec<2> p = -reduced * normal.dot(w) * normal;  // on b
    double error = 0.0;
    advance_to_end(simulation, [&](const Simulation<2>& s, const StepRecord& record) {
      const double t = record.time;
      const double after = std::max(0.0, t - contact);
      for (std::size_t i = 0; i < 2; ++i) {
        const Vec<2> change = (i == 0 ? -p : p) / before.mass[i];
        const Vec<2> exact = before.position[i] + t * before.velocity[i] + after * change;
        error = std::max(error, (s.state().bodies.position[i] - exact).norm());
      }
    });
    const double T = changed.time.end - contact;
    const double bound = h * (2.0 * w.norm() + 5.0 * T * w.squaredNorm() / R);
    report.add(check_at_most(
        {fmt::format("one contact, h = {:g} s: largest error of a position over h", h),
         "m/s",
         error / h,
         {},
         "Theorem 1"},
        bound / h, "2 |w| + 5 T |w|²/R, first order in h"));
  }
}

void fill_properties(const std::filesystem::path& scenes, Report& report) {
  add_crystal(report, scene_of(scenes, "maury-2006/crystal.toml"));
  add_gas(report, scene_of(scenes, "maury-2006/gas.toml"));
  add_oblique(report, scene_of(scenes, "maury-2006/oblique.toml"));
  report.notes = {
      "Remark 8: from ‖CᵀC‖ <= 2κh²√d the bound of ρ is min m/(κh²√d); print has half of it, which "
      "is "
      "still right.",
      "Proposition 2 is for balls. Outside of convex obstacles it holds too; inside a drum the gap "
      "is "
      "concave and the scheme overlaps by up to h²v²/(2R)."};
}

}  // namespace

std::vector<Experiment> maury_2006_property_experiments() {
  return {{.id = "maury-2006/properties",
           .title = "What is proved of the scheme holds for any step",
           .source = "[Maury2006, Propositions 1 to 5, Remarks 7 to 11, Theorem 1]",
           .quick = true,
           .catalogue = {"maury-properties"},
           .scenes = {"maury-2006/crystal.toml", "maury-2006/gas.toml", "maury-2006/oblique.toml"},
           .fill = fill_properties}};
}

}  // namespace galet
