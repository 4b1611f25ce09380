// Elastic spheres in explicit steps against exact solutions of Hertz's and Mindlin's contact.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/dem_stepper.hpp"
#include "support/hand_built.hpp"
#include <gtest/gtest.h>

#include "galet/law/hertz.hpp"
#include "galet/scheme/stable_step.hpp"

namespace galet::hertz_dem_test {
namespace {

using std::numbers::pi;
using test::add_boundary;
using test::ball;
using test::world_of;
using Stepper = test::DemStepper<3>;

constexpr double kModulus = 1e7;       // E*, Pa
constexpr double kShearModulus = 2e6;  // G*

PairLaw spheres(double restitution, double friction = 0.0) {
  PairLaw law;
  law.friction = friction;
  law.hertz = {kModulus, kShearModulus, damping_of_restitution(restitution), 0.0};
  return law;
}

double largest_overlap(double m, double r, double v) {
  return std::pow(15.0 * m * v * v / (16.0 * kModulus * std::sqrt(r)), 0.4);
}
// 2 ∫ dd/(v √(1 − (d/d_max)^{5/2})) = 2.943 d_max/v.
double duration(double m, double r, double v) {
  const double beta = std::tgamma(0.4) * std::sqrt(pi) / std::tgamma(0.9);
  return 0.8 * beta * largest_overlap(m, r, v) / v;
}

struct Impact {
  double overlap = 0.0;
  double back = 0.0;  // approach speed returned, over that before
  double time = 0.0;
  double lost = 0.0;        // kinetic energy
  double dissipated = 0.0;  // as reported
};

// Balls of radius r_a and r_b that touch; b approaches at v.
Impact impact(const PairLaw& law, double r_a, double r_b, double m_a, double m_b, double v,
              double h) {
  Stepper run(world_of<3>(law), h);
  run.bodies.add(ball<3>(Vec<3>::Zero(), r_a, m_a));
  run.bodies.add(ball<3>(Vec<3>(0, 0, r_a + r_b), r_b, m_b, Vec<3>(0, 0, -v)));
  const auto kinetic = [&] {
    return 0.5 * m_a * run.bodies.velocity[0].squaredNorm() +
           0.5 * m_b * run.bodies.velocity[1].squaredNorm();
  };
  Impact result;
  const double before = kinetic();
  do {
    const StepOutcome<3> out = run.step();
    result.overlap = std::max(result.overlap, out.overlap.length);
    result.dissipated += out.work.dissipated;
    result.time += h;
  } while (!run.memory.empty());
  result.back = (run.bodies.velocity[1] - run.bodies.velocity[0])[2] / v;
  result.lost = before - kinetic();
  return result;
}

// 2.87 (m²/(r E*² v))^{1/5}: found a step late at most, but for the second order of the method.
TEST(HertzDem, ImpactHasItsTimeAndOverlap) {
  constexpr double r_a = 0.01, r_b = 0.03, m_a = 0.02, m_b = 0.3;
  const double r = r_a * r_b / (r_a + r_b);
  const double m = m_a * m_b / (m_a + m_b);
  for (const double v : {0.01, 1.0}) {
    const double time = duration(m, r, v);
    EXPECT_NEAR(time, 2.868 * std::pow(m * m / (r * kModulus * kModulus * v), 0.2), 1e-3 * time);
    const double h = time / 1000;
    const Impact found = impact(spheres(1.0), r_a, r_b, m_a, m_b, v, h);
    EXPECT_GE(found.time, time - 0.1 * h);
    EXPECT_LE(found.time, time + 1.1 * h);
    EXPECT_NEAR(found.overlap, largest_overlap(m, r, v), 1e-5 * found.overlap);
    EXPECT_NEAR(found.back, 1.0, 1e-5);
  }
}

// The restitution of the law at any speed. Velocities and overlaps scale with the speed so that
// steps in proportion to the time of the impact give the same numbers but for rounding.
TEST(HertzDem, RestitutionDoesNotDependOnTheSpeed) {
  constexpr double r = 0.01, m = 0.02;
  for (const double e : {0.95, 0.7, 0.3, 0.05}) {
    double error_before = 0.0;
    for (const int n : {500, 2000}) {
      const auto at = [&](double v) {
        return impact(spheres(e), r, r, m, m, v, duration(0.5 * m, 0.5 * r, v) / n);
      };
      const Impact slow = at(0.01);
      const Impact fast = at(1.0);
      // Positions of 0.02 m round off at 3e-18, against overlaps of 3e-6 m.
      EXPECT_NEAR(slow.back, fast.back, 1e-9) << e;
      const double error = std::abs(fast.back - e);
      EXPECT_NEAR(fast.dissipated, fast.lost, 20.0 / n * fast.lost) << e;
      if (n == 2000) {
        EXPECT_LT(error, 2e-3) << e;
        EXPECT_LT(error, 0.5 * error_before + 1e-6) << e;
      }
      error_before = error;
    }
  }
}

// A sphere that cannot turn lies in equilibrium with the overlap d, and sways on k_t = 8 G* √(r d).
TEST(HertzDem, TangentialStiffnessIsMindlins) {
  constexpr double r = 0.01, m = 0.02, d = 1e-5, u = 1e-6;
  const double weight = 4.0 / 3.0 * kModulus * std::sqrt(r) * std::pow(d, 1.5);
  const double omega = std::sqrt(8.0 * kShearModulus * std::sqrt(r * d) / m);
  const double h = 0.05 / omega;
  const double theta = 2.0 * std::asin(0.5 * h * omega);
  Stepper run(world_of<3>(spheres(1.0, 0.5), Vec<3>(0, 0, -weight / m)), h);
  add_boundary<3>(run.world, HalfSpace<3>{Vec<3>::Zero(), Vec<3>::Unit(2)});
  Body<3> body = ball<3>(Vec<3>(0, 0, r - d), r, m, Vec<3>(u, 0, 0));
  body.free_rotation = false;
  run.bodies.add(body);
  const double amplitude = u * h / std::sin(theta);
  for (int s = 1; s < 300; ++s) {
    const StepOutcome<3> out = run.step();
    ASSERT_EQ(out.status.at(0), ContactStatus::stick);
    EXPECT_NEAR(run.bodies.position[0][0], amplitude * std::sin(s * theta), 1e-6 * amplitude);
  }
}

// An oblique impact with friction and no dashpot: nothing makes energy, in no step, and what is
// lost is what is said to be, up to the order of the method; both momenta stay.
TEST(HertzDem, ObliqueImpactMakesNoEnergy) {
  constexpr double r = 0.01, m = 0.02, v = 0.5;
  const double inertia = 0.4 * m * r * r;
  for (const double slope : {0.2, 1.0, 5.0}) {
    const double h = duration(0.5 * m, 0.5 * r, v) / 2000;
    Stepper run(world_of<3>(spheres(1.0, 0.6)), h);
    run.bodies.add(ball<3>(Vec<3>::Zero(), r, m));
    run.bodies.add(ball<3>(Vec<3>(0, 0, 2.0 * r), r, m, Vec<3>(slope * v, 0, -v)));
    const auto energy = [&](double stored) {
      double sum = stored;
      for (std::size_t i = 0; i < 2; ++i) {
        sum += 0.5 * m * run.bodies.velocity[i].squaredNorm() +
               0.5 * inertia * run.bodies.spin[i].squaredNorm();
      }
      return sum;
    };
    const auto angular = [&] {
      Vec<3> sum = Vec<3>::Zero();
      for (std::size_t i = 0; i < 2; ++i) {
        sum +=
            m * run.bodies.position[i].cross(run.bodies.velocity[i]) + inertia * run.bodies.spin[i];
      }
      return sum;
    };
    const double start = energy(0.0);
    const Vec<3> angular_start = angular();
    double dissipated = 0.0;
    do {
      const StepOutcome<3> out = run.step();
      dissipated += out.work.dissipated;
      EXPECT_GE(out.work.dissipated, -1e-9 * start) << slope;
      EXPECT_NEAR(energy(out.stored) + dissipated, start, 1e-3 * start) << slope;
    } while (!run.memory.empty());
    EXPECT_LT(energy(0.0), start * (1.0 + 1e-6)) << slope;
    EXPECT_GT(dissipated, 1e-3 * start) << slope;
    EXPECT_LT((angular() - angular_start).norm(), 1e-13 * m * v * r) << slope;
  }
}

// A sphere pressed into a floor by r/100 is where the largest step is exact: below it a small
// oscillation stays small, above it grows (as springs do, stable_step_test.cpp).
double growth(double part) {
  constexpr double r = 0.01, m = 0.02, d = 0.01 * r;
  const double weight = 4.0 / 3.0 * kModulus * std::sqrt(r) * std::pow(d, 1.5);
  Stepper run(world_of<3>(spheres(1.0), Vec<3>(0, 0, -weight / m)), 1.0);
  add_boundary<3>(run.world, HalfSpace<3>{Vec<3>::Zero(), Vec<3>::Unit(2)});
  constexpr double kick = 1e-10;
  run.bodies.add(ball<3>(Vec<3>(0, 0, r - d + kick), r, m));
  run.h = part * stable_step(run.world, run.bodies).step;
  double largest = 0.0;
  for (int s = 0; s < 300; ++s) {
    run.step();
    largest = std::max(largest, std::abs(run.bodies.position[0][2] - (r - d)));
  }
  return largest / kick;
}

TEST(HertzDem, LargestStep) {
  EXPECT_LT(growth(0.98), 6.0);
  EXPECT_GT(growth(1.02), 30.0);
}

}  // namespace
}  // namespace galet::hertz_dem_test
