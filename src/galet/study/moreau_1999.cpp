// Experiments of [Moreau1999]: statements of its §8.3 and §10, and what [Nguyen2024] makes of them.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/base/random.hpp"
#include "galet/study/checks.hpp"
#include "galet/study/papers.hpp"
#include "galet/study/scene_run.hpp"

namespace galet {
namespace {

// ---- §8.3, Remark 1: free flight
// -----------------------------------------------------------------
//
//   q_m = qⁿ + (h/2) vⁿ,  vⁿ⁺¹ = vⁿ + h g,  qⁿ⁺¹ = q_m + (h/2) vⁿ⁺¹
// advances by h vⁿ + (h²/2) g, the Taylor polynomial of the parabola, which ends there. Explicit
// Euler advances by h vⁿ and misses (h²/2) g in every step: after n steps n h²/2 g = (g h t)/2.
template <int D>
void add_flight(Report& report, const Scene& scene) {
  Simulation<D> simulation = start<D>(scene);
  const Vec<D> x0 = simulation.state().bodies.position[0];
  const Vec<D> v0 = simulation.state().bodies.velocity[0];
  const Vec<D> g = simulation.world().gravity_at(0.0);
  const double h = scene.time.step;
  Vec<D> x_euler = x0;
  Vec<D> v_euler = v0;
  double error = 0.0;
  double speed_error = 0.0;
  double reach = 0.0;
  double speed = v0.norm();
  double euler_error = 0.0;
  double euler_deviation = 0.0;  // from g h t/2
  advance_to_end(simulation, [&](const Simulation<D>& s, const StepRecord& record) {
    const double t = record.time;
    const Vec<D> x = x0 + t * v0 + 0.5 * t * t * g;
    const Vec<D> v = v0 + t * g;
    error = std::max(error, (s.state().bodies.position[0] - x).norm());
    speed_error = std::max(speed_error, (s.state().bodies.velocity[0] - v).norm());
    reach = std::max(reach, x.norm());
    speed = std::max(speed, v.norm());
    x_euler += h * v_euler;
    v_euler += h * g;
    euler_error = (x_euler - x).norm();
    euler_deviation = std::max(euler_deviation, (x - x_euler - 0.5 * h * t * g).norm());
  });
  const double n = static_cast<double>(simulation.state().step);
  const double t = simulation.state().time;
  // Each step rounds position and velocity a few times; errors of the velocity act over the time.
  const double slack_v = 4.0 * kEpsilon * n * speed;
  const double slack_x = 4.0 * kEpsilon * n * reach + t * slack_v;
  const std::string why = fmt::format("round-off of {:g} steps", n);
  report.add(
      check_at_most({fmt::format("{}D: largest distance from the parabola", D), "m", error, {}, ""},
                    slack_x, why));
  report.add(check_at_most(
      {fmt::format("{}D: largest error of the velocity", D), "m/s", speed_error, {}, ""}, slack_v,
      why));
  report.add(check_at_most(
      {fmt::format("{}D: explicit Euler, largest distance from its predicted error g h t/2", D),
       "m",
       euler_deviation,
       {},
       "computed here for comparison, not by the engine"},
      slack_x, why));
  report.add(report_only(
      {fmt::format("{}D: explicit Euler, error at t = {:g} s", D, t), "m", euler_error, {}, ""},
      0.5 * g.norm() * h * t));
}

void fill_parabola(const std::filesystem::path& scenes, Report& report) {
  add_flight<2>(report, scene_of(scenes, "moreau-1999/free-flight.toml"));
  add_flight<3>(report, scene_of(scenes, "moreau-1999/free-flight-3d.toml"));
}

// ---- §10: collective shocks
// ----------------------------------------------------------------------

// A cluster of touching balls just before a shock, as a problem in the velocities: constraints
// G v >= 0, masses. Made from positions alone, without the engine's contacts.
struct Cluster {
  Eigen::MatrixXd G;     // a row per contact
  Eigen::VectorXd mass;  // per component of velocity
  Eigen::VectorXd v_before;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;  // of the rows

  Eigen::VectorXd inverse_mass() const { return mass.cwiseInverse(); }
  Eigen::MatrixXd delassus() const { return G * inverse_mass().asDiagonal() * G.transpose(); }
  double norm(const Eigen::VectorXd& v) const { return std::sqrt(v.dot(mass.cwiseProduct(v))); }
};

// All pairs that are nearer than `reach` radii at mid-step, where the scheme looks.
template <int D>
Cluster cluster_of(const Bodies<D>& bodies, double h, double reach) {
  const auto n = static_cast<Eigen::Index>(bodies.size());
  Cluster c;
  c.mass.resize(D * n);
  c.v_before.resize(D * n);
  std::vector<Vec<D>> x;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(D * i);
    c.mass.segment<D>(k).setConstant(bodies.mass[i]);
    c.v_before.segment<D>(k) = bodies.velocity[i];
    x.push_back(bodies.position[i] + 0.5 * h * bodies.velocity[i]);
  }
  std::vector<Eigen::VectorXd> rows;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = i + 1; j < x.size(); ++j) {
      const Vec<D> d = x[j] - x[i];
      const double smaller = std::min(bodies.radius[i], bodies.radius[j]);
      if (d.norm() - bodies.radius[i] - bodies.radius[j] > reach * smaller) continue;
      Eigen::VectorXd row = Eigen::VectorXd::Zero(D * n);
      row.segment<D>(static_cast<Eigen::Index>(D * i)) = -d.normalized();
      row.segment<D>(static_cast<Eigen::Index>(D * j)) = d.normalized();
      rows.push_back(row);
      c.pairs.emplace_back(i, j);
    }
  }
  c.G.resize(static_cast<Eigen::Index>(rows.size()), D * n);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    c.G.row(static_cast<Eigen::Index>(k)) = rows[k].transpose();
  }
  return c;
}

struct Nearest {
  Eigen::VectorXd v;
  Eigen::VectorXd p;       // multipliers, N s
  double violation = 0.0;  // m/s, of the conditions of optimality
};

// The point of {v : G v >= 0} nearest to v_before in the kinetic metric, by trying every set of
// active constraints: among the sets with independent rows one meets the conditions of optimality
// p >= 0, G v >= 0 (Carathéodory). 2^contacts small systems.
Nearest nearest_admissible(const Cluster& c) {
  constexpr int most = 12;
  const Eigen::MatrixXd W = c.delassus();
  const Eigen::VectorXd u_before = c.G * c.v_before;
  const auto contacts = static_cast<int>(u_before.size());
  GALET_ASSERT(contacts <= most);
  using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, most, most>;
  using SmallVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, most, 1>;

  Nearest best;
  best.violation = std::numeric_limits<double>::infinity();
  for (std::uint32_t set = 0; set < (1u << contacts); ++set) {
    const int size = std::popcount(set);
    SmallVector p = SmallVector::Zero(contacts);
    if (size > 0) {
      Small block(size, size);
      SmallVector right(size);
      std::array<int, most> active{};
      for (int k = 0, a = 0; k < contacts; ++k) {
        if ((set >> k & 1u) != 0) active[a++] = k;
      }
      for (int a = 0; a < size; ++a) {
        right[a] = -u_before[active[a]];
        for (int b = 0; b < size; ++b) block(a, b) = W(active[a], active[b]);
      }
      const Eigen::FullPivLU<Small> lu(block);
      if (!lu.isInvertible()) continue;
      const SmallVector x = lu.solve(right);
      for (int a = 0; a < size; ++a) p[active[a]] = x[a];
    }
    const SmallVector u = u_before + W * p;
    double violation = 0.0;
    for (int k = 0; k < contacts; ++k) {
      violation = std::max({violation, -u[k], -W(k, k) * p[k]});
    }
    if (violation < best.violation) {
      best.violation = violation;
      best.p = p;
    }
  }
  best.v = c.v_before + c.inverse_mass().cwiseProduct(c.G.transpose() * best.p);
  return best;
}

// A centre at distance R_k from each of the given centres, found by Newton's method with the
// shortest correction from a random start; no value if it does not converge.
template <int D>
std::optional<Vec<D>> touching_point(std::span<const Vec<D>> centres, std::span<const double> R,
                                     Random& random) {
  Vec<D> x = centres[0];
  for (int k = 0; k < D; ++k) x[k] += 2.0 * R[0] * random.uniform(-1.0, 1.0);
  const auto n = static_cast<Eigen::Index>(centres.size());
  for (int iteration = 0; iteration < 50; ++iteration) {
    Eigen::MatrixXd J(n, D);
    Eigen::VectorXd f(n);
    for (std::size_t k = 0; k < centres.size(); ++k) {
      const Vec<D> d = x - centres[k];
      f[static_cast<Eigen::Index>(k)] = d.norm() - R[k];
      J.row(static_cast<Eigen::Index>(k)) = d.normalized().transpose();
    }
    if (f.lpNorm<Eigen::Infinity>() < 4.0 * kEpsilon * R[0]) return x;
    x -= J.transpose() * Eigen::FullPivLU<Eigen::MatrixXd>(J * J.transpose()).solve(f);
    if (!x.allFinite()) return {};
  }
  return {};
}

// Balls of random radius, mass and velocity, each put in touch with up to D earlier ones; pairs
// that are not meant to touch are well apart. At most `contacts` contacts.
template <int D>
ListBodies random_cluster(Random& random, std::size_t balls, std::size_t contacts) {
  std::vector<Vec<D>> centres{Vec<D>::Zero()};
  std::vector<double> radii{random.uniform(0.3, 0.7)};
  std::size_t made = 0;
  while (centres.size() < balls) {
    const std::size_t left = contacts - made - (balls - centres.size() - 1);
    const std::size_t degree =
        std::min({1 + static_cast<std::size_t>(random.below(D)), centres.size(), left});
    std::vector<std::size_t> partners;
    while (partners.size() < degree) {
      const auto k = static_cast<std::size_t>(random.below(centres.size()));
      if (std::ranges::find(partners, k) == partners.end()) partners.push_back(k);
    }
    const double radius = random.uniform(0.3, 0.7);
    std::vector<Vec<D>> at;
    std::vector<double> R;
    for (const std::size_t k : partners) {
      at.push_back(centres[k]);
      R.push_back(radii[k] + radius);
    }
    const std::optional<Vec<D>> x = touching_point<D>(at, R, random);
    if (!x) continue;
    bool clear = true;
    for (std::size_t k = 0; k < centres.size(); ++k) {
      const bool partner = std::ranges::find(partners, k) != partners.end();
      clear = clear && (partner || (*x - centres[k]).norm() > radii[k] + radius + 0.02);
    }
    if (!clear) continue;
    centres.push_back(*x);
    radii.push_back(radius);
    made += degree;
  }
  ListBodies list;
  list.common.rotation = false;
  list.position.nested = true;
  list.velocity.nested = true;
  for (std::size_t i = 0; i < centres.size(); ++i) {
    std::vector<double> v(D);
    for (double& component : v) component = random.uniform(-1.0, 1.0);
    list.position.rows.emplace_back(centres[i].data(), centres[i].data() + D);
    list.velocity.rows.push_back(v);
    list.common.mass.values.push_back(random.uniform(0.5, 2.0));
  }
  list.radius.values = radii;
  return list;
}

// What all shocks of a series show, at their worst.
struct ShockSeries {
  int shocks = 0;
  int contacts = 0;
  int contacts_differ = 0;      // clusters in which the engine found others
  double residual = 0.0;        // largest relative residual of a solve
  int separating = 0;           // contacts without impulse
  double violation = 0.0;       // of the reference, m/s
  double distance = 0.0;        // from the law, relative to |v⁻|
  double distance_share = 0.0;  // of what the residual allows
  double energy = 0.0;          // |error| of the energy statement, relative to E⁻
  double energy_share = 0.0;
  double energy_gain = -1.0;  // largest (E⁺ − E⁻)/E⁻ beyond the residual
  double loaded_speed = 0.0;  // largest |û_n| of a contact with impulse, m/s
  double loaded_share = 0.0;
};

// How far the velocities of a solve can be from those of the law, in the kinetic metric. With û =
// u⁺
// + e u⁻, the impulses p of the solve, p* of the law and the residual rho of the solve, each
// contact has |min(w p, û)| <= rho, and L are the contacts with w p > rho.
//   In general, because p, p*, û* >= 0 and p*·û* = 0,
//     |v − v*|² = (p − p*)·(û − û*) <= Σ (p û − p* û) <= rho Σ (p + û₊/w + p*).
//   If the law loads the same contacts L, |û| <= rho there and p, p* <= rho/w elsewhere: the part
//   of v − v* in the span of the normals of L is at most rho sqrt(|L|/λ), λ the smallest eigenvalue
//   of W_LL, the other part at most Σ rho/sqrt(w) over the others.
struct ShockBound {
  double rho = 0.0;
  Eigen::VectorXd p;  // of the solve
  Eigen::VectorXd u;  // û of the solve
  Eigen::VectorXd p_law;

  double of(const Eigen::MatrixXd& W) const {
    std::vector<Eigen::Index> loaded;
    bool same = true;
    double others = 0.0;
    double general = 0.0;
    for (Eigen::Index k = 0; k < p.size(); ++k) {
      const double w = W(k, k);
      general += rho * (p[k] + std::max(u[k], 0.0) / w + p_law[k]);
      same = same && (w * p[k] > rho) == (w * p_law[k] > rho);
      if (w * p[k] > rho) {
        loaded.push_back(k);
      } else {
        others += rho / std::sqrt(w);
      }
    }
    if (!same) return std::sqrt(general);
    if (loaded.empty()) return others;
    const Eigen::MatrixXd block = W(loaded, loaded);
    const double least = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(block).eigenvalues()[0];
    if (!(least > 1e-9 * block.trace())) return std::sqrt(general);
    return rho * std::sqrt(static_cast<double>(loaded.size()) / least) + others;
  }
};

// One step of the scene against v⁺ = (1 + e) prox(v⁻) − e v⁻.
template <int D>
void add_shock(ShockSeries& series, const Scene& scene, double e) {
  Simulation<D> simulation = start<D>(scene);
  const Cluster c = cluster_of<D>(simulation.state().bodies, scene.time.step, 1e-6);
  const StepRecord record = simulation.advance();
  const ContactSet<D>& found = simulation.last().contacts;
  series.residual = std::max(series.residual, record.solve.residual_relative);
  series.shocks += 1;
  series.contacts += static_cast<int>(c.pairs.size());
  // Both are sorted by the numbers of the balls.
  const bool same_contacts =
      std::ranges::equal(found, c.pairs, [](const Contact<D>& contact, const auto& pair) {
        return contact.a().body() == pair.first && contact.b().body() == pair.second;
      });
  if (!same_contacts) {
    ++series.contacts_differ;
    return;
  }

  Eigen::VectorXd v_after(c.v_before.size());
  for (std::size_t i = 0; i < simulation.state().bodies.size(); ++i) {
    v_after.segment<D>(static_cast<Eigen::Index>(D * i)) = simulation.state().bodies.velocity[i];
  }
  const Nearest nearest = nearest_admissible(c);
  const Eigen::VectorXd v_law = (1.0 + e) * nearest.v - e * c.v_before;
  const Eigen::MatrixXd W = c.delassus();
  // A few roundings per contact and component.
  const double round = 64.0 * kEpsilon * static_cast<double>(1 + c.pairs.size());
  ShockBound bound;
  bound.rho = record.solve.residual_velocity + round * c.v_before.lpNorm<Eigen::Infinity>();
  bound.p.resize(c.G.rows());
  for (Eigen::Index k = 0; k < bound.p.size(); ++k) {
    const auto c_k = static_cast<std::size_t>(k);
    bound.p[k] = simulation.last().impulses[c_k].dot(simulation.last().contacts[c_k].n);
  }
  bound.u = c.G * (v_after + e * c.v_before);
  bound.p_law = (1.0 + e) * nearest.p;

  const double size = c.norm(c.v_before);
  const double distance = c.norm(v_after - v_law);
  series.violation = std::max(series.violation, nearest.violation);
  series.distance = std::max(series.distance, distance / size);
  series.distance_share = std::max(series.distance_share, distance / (bound.of(W) + round * size));

  double slack = 0.0;  // bound of |p û|, summed
  for (Eigen::Index k = 0; k < bound.p.size(); ++k) {
    slack += bound.rho * std::max(bound.p[k], bound.u[k] / W(k, k));
    if (W(k, k) * bound.p[k] > bound.rho) {
      series.loaded_speed = std::max(series.loaded_speed, std::abs(bound.u[k]));
      series.loaded_share = std::max(series.loaded_share, std::abs(bound.u[k]) / bound.rho);
    } else {
      ++series.separating;
    }
  }
  // E⁺ − E⁻ = −(1 − e)/(1 + e) E(v⁺ − v⁻) + p·û/(1 + e).
  const auto energy = [&](const Eigen::VectorXd& v) { return 0.5 * v.dot(c.mass.cwiseProduct(v)); };
  const double before = energy(c.v_before);
  const double gain = energy(v_after) - before;
  const double off = std::abs(gain + (1.0 - e) / (1.0 + e) * energy(v_after - c.v_before));
  const double off_allowed = slack / (1.0 + e) + round * before;
  series.energy = std::max(series.energy, off / before);
  series.energy_share = std::max(series.energy_share, off / off_allowed);
  series.energy_gain = std::max(series.energy_gain, (gain - off_allowed) / before);
}

template <int D>
ShockSeries run_shocks(Scene scene, double e) {
  scene.pair.at(0).restitution = e;
  ShockSeries series;
  add_shock<D>(series, scene, e);  // the scene as it is
  Random random(1999 + D);
  for (int k = 0; k < 40; ++k) {
    scene.bodies = {random_cluster<D>(random, D == 2 ? 7 : 6, D == 2 ? 10 : 11)};
    add_shock<D>(series, scene, e);
  }
  return series;
}

void add_series(Report& report, const ShockSeries& s, int dimension, double e) {
  const std::string name =
      fmt::format("{}D, {} clusters with {} contacts: ", dimension, s.shocks, s.contacts);
  report.add(check_equal({name + "clusters whose contacts differ from those of the engine",
                          "",
                          double(s.contacts_differ),
                          {},
                          ""},
                         0.0));
  report.add(check_at_most({name + "largest relative residual of a solve", "", s.residual, {}, ""},
                           1e-13,
                           "ten times the tolerance of the scenes; bounds below scale with it"));
  report.add(check_between({name + "contacts without impulse",
                            "",
                            double(s.separating),
                            {},
                            "some must separate, or the cone would not be tested"},
                           1.0, double(s.contacts) - 1.0, "neither none nor all"));
  report.add(check_at_most({name + "violation of optimality of the reference",
                            "m/s",
                            s.violation,
                            {},
                            "nearest point by enumeration of all sets of active contacts"},
                           1e-12, "round-off of systems of up to 12 unknowns"));
  report.add(check_at_most(
      {name + "distance from the law over what the residual allows",
       "",
       s.distance_share,
       {},
       fmt::format("largest distance, relative to |v⁻|: {:.2g}", s.distance)},
      1.0,
      "in the kinetic metric rho sqrt(|L|/λ) + Σ rho/sqrt(w), rho the residual of the solve, L the "
      "contacts with an impulse, λ the smallest eigenvalue of their W; plus round-off"));
  report.add(
      check_at_most({name + (e == 1.0 ? "|E⁺ − E⁻| over what the residual allows"
                                      : "|E⁺ − E⁻ + δ E(v⁺ − v⁻)| over what the residual allows"),
                     "",
                     s.energy_share,
                     {},
                     fmt::format("largest, relative to E⁻: {:.2g}", s.energy)},
                    1.0, "|p û| <= rho max(p, û/w) in every contact, and round-off"));
}

// Velocities after the shock of the cradle, at the end of the scene.
void add_cradle(Report& report, const Scene& scene, const std::array<double, 4>& exact,
                const std::string& name) {
  Simulation<2> simulation = start<2>(scene);
  double residual = 0.0;
  advance_to_end(simulation, [&](const Simulation<2>&, const StepRecord& record) {
    residual += record.solve.residual_velocity;
  });
  for (std::size_t i = 0; i < 4; ++i) {
    report.add(check_near(
        {fmt::format("cradle, {}: velocity of ball {}", name, i + 1),
         "m/s",
         simulation.state().bodies.velocity[i][0],
         {},
         ""},
        exact[i], 6.0 * residual + 16.0 * kEpsilon,
        "residuals times 2 sqrt(3)/(2 − sqrt(2)), the norm of the inverse of the chain's W, and "
        "round-off"));
  }
}

void fill_mean(const std::filesystem::path& scenes, Report& report) {
  add_cradle(report, scene_of(scenes, "moreau-1999/cradle-elastic.toml"), {-0.5, 0.5, 0.5, 0.5},
             "law on the mean velocity");
  add_series(report, run_shocks<2>(scene_of(scenes, "moreau-1999/cluster-2d.toml"), 1.0), 2, 1.0);
  add_series(report, run_shocks<3>(scene_of(scenes, "moreau-1999/cluster-3d.toml"), 1.0), 3, 1.0);
  report.notes = {
      "Law: u⁺ = 2 prox(u⁻) − u⁻ with the nearest point in the kinetic metric; fixed obstacles and "
      "no friction.",
      "The cradle is our example: the outcome depends on all three contacts being active at once."};
}

void fill_inelastic(const std::filesystem::path& scenes, Report& report) {
  add_cradle(report, scene_of(scenes, "moreau-1999/cradle-inelastic.toml"),
             {0.25, 0.25, 0.25, 0.25}, "inelastic");
  const auto add = [&](const ShockSeries& s, int dimension) {
    add_series(report, s, dimension, 0.0);
    const std::string name = fmt::format("{}D, {} clusters: ", dimension, s.shocks);
    report.add(check_between(
        {name + "largest (E⁺ − E⁻)/E⁻ beyond the residual", "", s.energy_gain, {}, ""}, -1.0, 0.0,
        "kinetic energy does not increase"));
    report.add(check_at_most(
        {name + "|u_n⁺| of contacts with an impulse over the residual",
         "",
         s.loaded_share,
         {},
         fmt::format("P ≠ 0 ⟹ u_n⁺ = 0; largest: {:.2g} m/s", s.loaded_speed)},
        1.0, "an impulse above the residual leaves at most the residual as velocity"));
  };
  add(run_shocks<2>(scene_of(scenes, "moreau-1999/cluster-2d.toml"), 0.0), 2);
  add(run_shocks<3>(scene_of(scenes, "moreau-1999/cluster-3d.toml"), 0.0), 3);
  report.notes = {"The cradle is our example."};
}

// [Nguyen2024, §3.2.2, eqs. 3.16–3.18]: with the mean ū = (u⁺ + e u⁻)/(1 + e) and <p, ū> = 0,
// E(u⁺) − E(u⁻) = −δ E(u⁺ − u⁻), δ = (1 − e)/(1 + e), for any number of contacts.
void fill_identities(const std::filesystem::path& scenes, Report& report) {
  for (const double e : {0.25, 0.75}) {
    add_series(report, run_shocks<2>(scene_of(scenes, "moreau-1999/cluster-2d.toml"), e), 2, e);
    add_series(report, run_shocks<3>(scene_of(scenes, "moreau-1999/cluster-3d.toml"), e), 3, e);
  }
  report.notes = {
      "e = 1/4, then 3/4. The thesis writes that u⁺ is the projection of u⁻ on the normal cone for "
      "e = 0; the cone of admissible velocities is meant, as compared here."};
}

}  // namespace

std::vector<Experiment> moreau_1999_experiments() {
  return {
      {.id = "moreau-1999/leapfrog-parabola",
       .title = "Free flight in uniform gravity is exact",
       .source = "[Moreau1999, §8.3, Remark 1]",
       .quick = true,
       .catalogue = {"moreau-leapfrog-parabola"},
       .scenes = {"moreau-1999/free-flight.toml", "moreau-1999/free-flight-3d.toml"},
       .fill = fill_parabola},
      {.id = "moreau-1999/energy-preserving-mean",
       .title = "The law on the mean velocity conserves energy",
       .source = "[Moreau1999, §10]",
       .quick = true,
       .catalogue = {"moreau-energy-preserving-mean"},
       .scenes = {"moreau-1999/cradle-elastic.toml", "moreau-1999/cluster-2d.toml",
                  "moreau-1999/cluster-3d.toml"},
       .fill = fill_mean},
      {.id = "moreau-1999/standard-inelastic-shock",
       .title = "The standard inelastic shock is the nearest admissible velocity",
       .source = "[Moreau1999, §10]",
       .quick = true,
       .catalogue = {"moreau-standard-inelastic-shock"},
       .scenes = {"moreau-1999/cradle-inelastic.toml", "moreau-1999/cluster-2d.toml",
                  "moreau-1999/cluster-3d.toml"},
       .fill = fill_inelastic},
      {.id = "nguyen-2024/3.2-impact-identities",
       .title = "Energy of impacts with restitution: the dissipation index",
       .source = "[Nguyen2024, §3.2.2, eqs. 3.16–3.18]",
       .quick = true,
       .catalogue = {"thesis-impact-identities"},
       .scenes = {"moreau-1999/cluster-2d.toml", "moreau-1999/cluster-3d.toml"},
       .fill = fill_identities},
  };
}

}  // namespace galet
