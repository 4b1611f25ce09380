// Newmark's scheme with compliant contacts: energy, momenta, orders, and cases with exact answers.
#include <array>
#include <cmath>
#include <numbers>

#include "support/random_vectors.hpp"
#include "support/simulate.hpp"
#include <gtest/gtest.h>

namespace galet::newmark_test {
namespace {

using test::add_boundary;
using test::ball;
using test::random_vector;
using test::simulate;
using test::world_of;

template <int D>
Scene newmark_scene(double step, const NewmarkSettings& scheme = {}) {
  Scene scene;
  scene.dimension = D;
  scene.time = {.step = step, .end = 1e9 * step};
  scene.scheme = scheme;
  return scene;
}

PairLaw compliant(double exponent, double factor, double mu = 0.0, double c_t = 0.0,
                  ComplianceKind kind = ComplianceKind::inc) {
  PairLaw law;
  law.friction = mu;
  law.compliance = {.kind = kind, .exponent = exponent, .factor = factor, .c_t = c_t};
  return law;
}

// A cloud of balls of different sizes that fall into each other.
template <int D>
Bodies<D> cloud(std::uint64_t seed) {
  Random random(seed);
  Bodies<D> bodies;
  const int side = D == 2 ? 5 : 3;
  const int count = D == 2 ? side * side : side * side * side;
  for (int i = 0; i < count; ++i) {
    Vec<D> cell;
    cell[0] = i % side;
    cell[1] = i / side % side;
    if constexpr (D == 3) cell[2] = i / (side * side);
    cell.array() -= 0.5 * (side - 1);
    const double radius = random.uniform(0.3, 0.49);
    Body<D> body =
        ball<D>(cell, radius, radius * radius, Vec<D>(-0.8 * cell + random_vector<D>(random, 0.5)));
    body.spin = random_vector<spin_dimension<D>>(random, 2.0);
    bodies.add(body);
  }
  return bodies;
}

template <int D>
struct Momentum {
  Vec<D> linear = Vec<D>::Zero();
  Spin<D> angular = Spin<D>::Zero();
};

template <int D>
Momentum<D> momentum_of(const Bodies<D>& bodies) {
  Momentum<D> sum;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    sum.linear += bodies.mass[i] * bodies.velocity[i];
    sum.angular += moment(bodies.position[i], Vec<D>(bodies.mass[i] * bodies.velocity[i])) +
                   bodies.inertia[i] * bodies.spin[i];
  }
  return sum;
}

double total(const EnergyBudget& e) { return e.kinetic + e.potential + e.stored; }

// Without walls and friction, energy and both momenta are those of the start, whatever step and
// stiffness; with friction the momenta still are, and energy only falls. The residual of a step,
// relative to the largest velocity, is at most 1e-14 (or the step is below it), and the balls have
// masses of order 0.2 and lie within 3 of the origin: 300 steps leave less than 1e-11.
template <int D>
void check_conservation(double exponent, double factor, double step, double mu) {
  Simulation<D> simulation = simulate<D>(world_of<D>(compliant(exponent, factor, mu, 50.0)),
                                         cloud<D>(7), newmark_scene<D>(step));
  const Momentum<D> before = momentum_of(simulation.state().bodies);
  const double energy = total(simulation.state().energy);
  double lowest = energy;
  std::int64_t contacts = 0;
  for (int k = 0; k < 300; ++k) {
    const StepRecord record = simulation.advance();
    ASSERT_EQ(record.solve.status, SolveStatus::solved)
        << k << ": " << record.solve.residual_relative;
    contacts += record.contacts_active;
    const double now = total(simulation.state().energy);
    if (mu == 0.0) {
      ASSERT_NEAR(now, energy, 1e-11 * energy) << k;
    } else {
      ASSERT_LE(now, lowest + 1e-12 * energy) << k;
      lowest = std::min(lowest, now);
    }
    ASSERT_LT(simulation.state().energy.balance_error_relative(), 1e-11) << k;
  }
  EXPECT_GT(contacts, 50);  // something happened
  const Momentum<D> after = momentum_of(simulation.state().bodies);
  EXPECT_LT((after.linear - before.linear).norm(), 1e-11);
  EXPECT_LT((after.angular - before.angular).norm(), 1e-11);
  if (mu > 0.0) {
    EXPECT_LT(lowest, 0.99 * energy);
    EXPECT_NEAR(simulation.state().energy.work.dissipated, energy - lowest, 1e-10);
  }
}

TEST(Newmark, conserves_energy_and_momenta_without_friction) {
  for (const double exponent : {2.0, 2.5, 3.0, 4.0}) {
    for (const double factor : {1e2, 1e5}) {
      for (const double step : {1e-3, 1e-2}) {
        SCOPED_TRACE(testing::Message() << exponent << " " << factor << " " << step);
        check_conservation<2>(exponent, factor, step, 0.0);
        check_conservation<3>(exponent, factor, step, 0.0);
      }
    }
  }
}

TEST(Newmark, friction_keeps_momenta_and_takes_energy) {
  for (const double exponent : {2.0, 2.5, 3.0}) {
    SCOPED_TRACE(exponent);
    check_conservation<2>(exponent, 1e3, 2e-3, 0.5);
    check_conservation<3>(exponent, 1e3, 2e-3, 0.5);
  }
}

// All linear solvers lead to the same motion. They stop at residuals of 1e-14 relative at most, or
// steps below that; chaos of a few collisions multiplies this by less than 1e4 within 0.3 s.
TEST(Newmark, linear_solvers_agree) {
  const std::vector<LinearSettings> all{AutoLinear{},     DenseLu{},   SuperLu{}, SparseLu{},
                                        SparseCholesky{}, GmresIlut{}, PcgIc{},   PcgJacobi{}};
  for (const double mu : {0.0, 0.4}) {
    std::vector<Vec<2>> reference;
    for (const LinearSettings& linear : all) {
      if (mu > 0.0 && needs_symmetry(linear)) continue;
      for (const MatrixAssembly assembly : {MatrixAssembly::sparse, MatrixAssembly::dense}) {
        NewmarkSettings scheme;
        scheme.linear = linear;
        scheme.assembly = assembly;
        Simulation<2> simulation = simulate<2>(world_of<2>(compliant(3.0, 1e3, mu, 20.0)),
                                               cloud<2>(3), newmark_scene<2>(3e-3, scheme));
        for (int k = 0; k < 100; ++k) {
          ASSERT_EQ(simulation.advance().solve.status, SolveStatus::solved);
        }
        const std::vector<Vec<2>>& x = simulation.state().bodies.position;
        if (reference.empty()) reference = x;
        for (std::size_t i = 0; i < x.size(); ++i) {
          EXPECT_LT((x[i] - reference[i]).norm(), 1e-10)
              << std::visit([](const auto& s) { return s.tag; }, linear);
        }
      }
    }
  }
}

// A ball that stays on the floor, α = 2: m ẍ = k d − m g, a harmonic oscillator about
// d₀ = m g/k with ω² = k/m. From d = 1.5 d₀ at rest it never leaves.
double oscillator_error(ComplianceKind kind, double step) {
  const double k = 400.0;
  const double g = 10.0;
  World<2> world = world_of<2>(compliant(2.0, 0.5 * k, 0.0, 0.0, kind), Vec<2>(0.0, -g));
  add_boundary<2>(world, HalfSpace<2>{Vec<2>::Zero(), Vec<2>(0.0, 1.0)});
  const double d0 = g / k;
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 0.1 - 1.5 * d0}, 0.1));
  Simulation<2> simulation = simulate<2>(world, bodies, newmark_scene<2>(step));
  const double omega = std::sqrt(k);
  double error = 0.0;
  const int steps = static_cast<int>(std::lround(0.5 / step));
  for (int n = 1; n <= steps; ++n) {
    EXPECT_EQ(simulation.advance().solve.status, SolveStatus::solved);
    const double d = 0.1 - simulation.state().bodies.position[0][1];
    error = std::max(error, std::abs(d - d0 * (1.0 + 0.5 * std::cos(omega * n * step))));
  }
  return error / (0.5 * d0);
}

// inc is the mid-point rule, second order; snc takes its force at the end of the step, first order.
TEST(Newmark, orders_of_convergence) {
  const double inc =
      oscillator_error(ComplianceKind::inc, 1e-3) / oscillator_error(ComplianceKind::inc, 5e-4);
  const double snc =
      oscillator_error(ComplianceKind::snc, 1e-3) / oscillator_error(ComplianceKind::snc, 5e-4);
  // ω h = 0.02: the next term of the error is 2 % of the first at most.
  EXPECT_NEAR(inc, 4.0, 0.1);
  EXPECT_NEAR(snc, 2.0, 0.1);
}

// snc, α = 2: amplitude² about the equilibrium falls by 1/(1 + (ω h)²/2) in every step, exactly.
TEST(Newmark, snc_dissipates_by_its_factor) {
  const double k = 400.0;
  const double h = 1e-2;
  World<2> world =
      world_of<2>(compliant(2.0, 0.5 * k, 0.0, 0.0, ComplianceKind::snc), Vec<2>(0.0, -10.0));
  add_boundary<2>(world, HalfSpace<2>{Vec<2>::Zero(), Vec<2>(0.0, 1.0)});
  const double d0 = 10.0 / k;
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 0.1 - 1.5 * d0}, 0.1));
  Simulation<2> simulation = simulate<2>(world, bodies, newmark_scene<2>(h));
  // The map (x, v) → (x', v') has the determinant 1/(1 + (ω h)²/2); its eigenvalues are a complex
  // pair, so every quadratic form it keeps up to a factor falls by the determinant. The form:
  // from the map of y = x − x₀: a = −ω² y', y' = (y + h v)/(1 + w), v' = v + h a, w = (ω h)²/2.
  const auto form = [&] {
    const double y = simulation.state().bodies.position[0][1] - (0.1 - d0);
    const double v = simulation.state().bodies.velocity[0][1];
    const double w2 = k * h * h;
    // M = [[1, h], [−ω² h, 1 − w2/2]]/(1 + w2/2); the kept form is −M21 y² + (M11 − M22) y v + M12
    // v².
    return k * h * y * y + 0.5 * w2 * y * v + h * v * v;
  };
  double before = form();
  for (int n = 0; n < 50; ++n) {
    EXPECT_EQ(simulation.advance().solve.status, SolveStatus::solved);
    const double after = form();
    EXPECT_NEAR(after / before, 1.0 / (1.0 + 0.5 * k * h * h), 1e-9);
    before = after;
  }
}

// A head-on collision stores the energy of the relative motion: C d^α = m_eff v²/2 at the largest
// overlap, d_max = (m_eff v²/2C)^(1/α). The overlap is sampled at ends of steps: it misses the
// largest by at most F/m_eff (h/2)²/2, F = α C d^(α−1).
TEST(Newmark, largest_overlap_of_a_collision) {
  for (const double exponent : {2.0, 2.5, 3.0, 4.0}) {
    const double C = 500.0;
    const double h = 1e-4;
    Bodies<2> bodies;
    bodies.add(ball<2>({-0.6, 0.0}, 0.5, 1.0, {1.0, 0.0}));
    bodies.add(ball<2>({0.6, 0.0}, 0.5, 3.0, {-1.0, 0.0}));
    Simulation<2> simulation =
        simulate<2>(world_of<2>(compliant(exponent, C)), bodies, newmark_scene<2>(h));
    double largest = 0.0;
    for (int n = 0; n < 8000; ++n) largest = std::max(largest, simulation.advance().penetration);
    const double m = 0.75;
    const double d = std::pow(0.5 * m * 4.0 / C, 1.0 / exponent);
    const double slack = exponent * C * std::pow(d, exponent - 1.0) / m * h * h / 8.0;
    EXPECT_LE(largest, d * (1.0 + 1e-6));
    EXPECT_GE(largest, d * (1.0 - 1e-5) - slack);
    // Elastic: v = ((m1 − m2) v1 + 2 m2 v2)/(m1 + m2) = (−2 − 6)/4 = −2, and 0 for the heavy ball.
    EXPECT_NEAR(simulation.state().bodies.velocity[0][0], -2.0, 1e-9);
    EXPECT_NEAR(simulation.state().bodies.velocity[1][0], 0.0, 1e-9);
  }
}

// Sliding to rolling on a floor: v falls by mu g t until t_roll = v₀/(mu g (1 + m r²/I)); then
// v = v₀/(1 + I/(m r²)). The start is at rest on its spring, so the normal force is m g throughout.
// Penalised friction sticks up to u = mu m g/c_t, which rolls off exponentially.
TEST(Newmark, sliding_to_rolling) {
  const double k = 1e5;
  const double g = 10.0;
  const double mu = 0.3;
  const double c_t = 1e3;
  for (const FrictionVelocity velocity : {FrictionVelocity::mean, FrictionVelocity::end}) {
    World<3> world = world_of<3>(compliant(2.0, 0.5 * k, mu, c_t), Vec<3>(0.0, 0.0, -g));
    add_boundary<3>(world, HalfSpace<3>{Vec<3>::Zero(), Vec<3>(0.0, 0.0, 1.0)});
    Bodies<3> bodies;
    bodies.add(ball<3>({0.0, 0.0, 0.1 - g / k}, 0.1, 1.0, {3.0, 4.0, 0.0}));
    NewmarkSettings scheme;
    scheme.friction_velocity = velocity;
    Simulation<3> simulation = simulate<3>(world, bodies, newmark_scene<3>(1e-4, scheme));
    const double t_roll = 5.0 / (mu * g * (1.0 + 2.5));
    while (simulation.state().time < 0.9 * t_roll) {
      ASSERT_EQ(simulation.advance().solve.status, SolveStatus::solved);
    }
    const Vec<3> along(0.6, 0.8, 0.0);
    const Vec<3> expected = (5.0 - mu * g * simulation.state().time) * along;
    EXPECT_LT((simulation.state().bodies.velocity[0] - expected).norm(), 1e-9);
    while (simulation.state().time < 1.5 * t_roll) {
      ASSERT_EQ(simulation.advance().solve.status, SolveStatus::solved);
    }
    EXPECT_LT((simulation.state().bodies.velocity[0] - 5.0 / 1.4 * along).norm(), 1e-9);
    const Vec<3> spin = cross(Vec<3>(0.0, 0.0, 1.0), along) * (5.0 / 1.4 / 0.1);
    EXPECT_LT((simulation.state().bodies.spin[0] - spin).norm(), 1e-7);
  }
}

// The account closes with moving, curved and rough boundaries and changing gravity too.
TEST(Newmark, energy_account_closes) {
  World<3> world = world_of<3>(compliant(2.5, 1e4, 0.4, 30.0), Vec<3>(0.0, 0.0, -9.81));
  world.gravity = {{0.0, 1.0}, {{0.0, 0.0, -9.81}, {1.0, 0.0, -5.0}}};
  Boundary<3>& drum = add_boundary<3>(world, Drum<3>{2.4, Vec<3>(0.0, 1.0, 0.0), 5.0});
  drum.motion.spin = Vec<3>(0.0, 3.0, 0.0);
  drum.motion.amplitude = {0.05, 0.0, 0.05};
  drum.motion.frequency = 3.0;
  Simulation<3> simulation = simulate<3>(world, cloud<3>(9), newmark_scene<3>(1e-3));
  std::int64_t contacts = 0;
  for (int n = 0; n < 500; ++n) {
    const StepRecord record = simulation.advance();
    ASSERT_EQ(record.solve.status, SolveStatus::solved) << n;
    contacts += record.contacts_active;
    ASSERT_LT(simulation.state().energy.balance_error_relative(), 1e-11) << n;
  }
  EXPECT_GT(contacts, 1000);
  EXPECT_NE(simulation.state().energy.work.boundaries, 0.0);
}

// A fixed drum without friction: energy is conserved although its normals turn.
TEST(Newmark, curved_boundaries_conserve_energy) {
  World<2> world = world_of<2>(compliant(3.0, 1e4), Vec<2>(0.0, -9.81));
  add_boundary<2>(world, Drum<2>{4.0});
  add_boundary<2>(world, Stick<2>{Vec<2>(-1.0, -3.5), Vec<2>(1.0, -3.6), 0.1});
  Simulation<2> simulation = simulate<2>(world, cloud<2>(5), newmark_scene<2>(1e-3));
  const double energy = total(simulation.state().energy);
  for (int n = 0; n < 2000; ++n) {
    ASSERT_EQ(simulation.advance().solve.status, SolveStatus::solved) << n;
    // Distances of stored positions enter at curved faces: round-off |q|/h times larger.
    ASSERT_NEAR(total(simulation.state().energy), energy,
                1e-10 * simulation.state().energy.largest);
  }
}

// Locked directions stay; a fixed body is a wall.
TEST(Newmark, locked_and_fixed_bodies) {
  Bodies<2> bodies;
  Body<2> fixed = ball<2>({0.0, 0.0}, 0.5);
  fixed.free.setZero();
  fixed.free_rotation = false;
  bodies.add(fixed);
  Body<2> rail = ball<2>({1.2, 0.3}, 0.5, 1.0, {-1.0, 0.0});
  rail.free = {1.0, 0.0};
  bodies.add(rail);
  for (const double mu : {0.0, 0.5}) {
    Simulation<2> simulation =
        simulate<2>(world_of<2>(compliant(2.0, 1e3, mu, 10.0)), bodies, newmark_scene<2>(1e-3));
    for (int n = 0; n < 1000; ++n) {
      ASSERT_EQ(simulation.advance().solve.status, SolveStatus::solved);
    }
    EXPECT_EQ(simulation.state().bodies.position[0], Vec<2>(0.0, 0.0));
    EXPECT_EQ(simulation.state().bodies.position[1][1], 0.3);
    EXPECT_GT(simulation.state().bodies.velocity[1][0], 0.0);
    if (mu == 0.0) {
      EXPECT_NEAR(simulation.state().bodies.velocity[1][0], 1.0, 1e-10);
    }
  }
}

// Other weights: γ > 1/2 damps; the account says how much (correction), and it closes.
TEST(Newmark, other_weights_close_the_account) {
  NewmarkSettings scheme;
  scheme.variant = NewmarkVariant::thesis;
  scheme.step_norm = 1e-13;
  scheme.beta = 0.3025;
  scheme.gamma = 0.6;
  World<2> world =
      world_of<2>(compliant(2.0, 200.0, 0.0, 0.0, ComplianceKind::snc), Vec<2>(0.0, -10.0));
  add_boundary<2>(world, HalfSpace<2>{Vec<2>::Zero(), Vec<2>(0.0, 1.0)});
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 0.1 - 1.5 * 0.025}, 0.1));
  Simulation<2> simulation = simulate<2>(world, bodies, newmark_scene<2>(1e-3, scheme));
  const double energy = total(simulation.state().energy);
  for (int n = 0; n < 1000; ++n) {
    ASSERT_EQ(simulation.advance().solve.status, SolveStatus::solved);
    ASSERT_LT(simulation.state().energy.balance_error_relative(), 1e-10);
  }
  // Amplitude² about the equilibrium falls: E − E_rest from 0.25 of m g d₀/2 towards 0.
  EXPECT_LT(total(simulation.state().energy), energy);
}

// Too few iterations are reported, not hidden.
TEST(Newmark, reports_what_is_not_solved) {
  NewmarkSettings scheme;
  scheme.max_iterations = 1;
  Simulation<2> simulation =
      simulate<2>(world_of<2>(compliant(4.0, 1e7)), cloud<2>(2), newmark_scene<2>(1e-2, scheme));
  std::int64_t unsolved = 0;
  for (int n = 0; n < 30; ++n) {
    const StepRecord record = simulation.advance();
    if (record.solve.status == SolveStatus::solved) continue;
    ++unsolved;
    EXPECT_GT(record.solve.residual_relative, scheme.tolerance);
  }
  EXPECT_GT(unsolved, 0);
}

// The same bits for any number of threads, with enough contacts for them to share.
TEST(Newmark, threads_do_not_change_the_bits) {
  Random random(4);
  Bodies<2> bodies;
  for (int i = 0; i < 70 * 70; ++i) {
    bodies.add(ball<2>({0.98 * (i % 70), 0.98 * (i / 70)}, 0.5, 1.0, random_vector<2>(random)));
  }
  std::string first;
  for (const int threads : {1, 2, 3}) {
    Simulation<2> simulation =
        simulate<2>(world_of<2>(compliant(2.5, 1e3)), bodies, newmark_scene<2>(1e-3), threads);
    for (int n = 0; n < 3; ++n) (void)simulation.advance();
    EXPECT_GT(simulation.last().contacts.size(), 8000u);
    const std::string hash = hash_of(simulation.state()).hex();
    if (first.empty()) first = hash;
    EXPECT_EQ(hash, first) << threads;
  }
}

}  // namespace
}  // namespace galet::newmark_test
