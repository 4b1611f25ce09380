#include "galet/solver/nlgs.hpp"

#include <algorithm>
#include <limits>

#include "support/kernels.hpp"
#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include "galet/base/archive.hpp"
#include "galet/problem/residual.hpp"

namespace galet::nlgs_test {
namespace {

using test::kAllKernels;
using test::Kernel;
using test::name_of;
using test::one_contact;
using test::settings_for;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Nlgs, no_contact_is_solved_at_once) {
  for (const Kernel kernel : kAllKernels) {
    const SolveReport report = solve<2>(ContactProblem<2>{}, settings_for(kernel, 1e-6), {});
    EXPECT_EQ(report.status, SolveStatus::solved);
    EXPECT_EQ(report.iterations, 0);
    EXPECT_EQ(report.residual_velocity, 0.0);
  }
}

// W = diag(1, 3), q = (−2, 3), mu = 1/2: p_n = 2, stick would need p_t = −1 = −mu p_n: the border;
// with mu = 1/4 it slips with p_t = −1/2.
TEST(Nlgs, one_contact_by_hand) {
  const Mat<2> W = Mat<2>(Vec<2>(1.0, 3.0).asDiagonal());
  const NlgsSettings settings;
  std::vector<Vec<2>> p{Vec<2>::Zero()};
  // The first sweep solves, the second finds nothing to change.
  EXPECT_LE(solve<2>(one_contact<2>(W, {-2.0, 3.0}, 0.5).view(), settings, p).iterations, 2);
  EXPECT_EQ(p[0], Vec<2>(2.0, -1.0));
  p[0].setZero();
  EXPECT_EQ(solve<2>(one_contact<2>(W, {-2.0, 3.0}, 0.25).view(), settings, p).status,
            SolveStatus::solved);
  EXPECT_EQ(p[0], Vec<2>(2.0, -0.5));
  p[0].setZero();
  EXPECT_EQ(solve<2>(one_contact<2>(W, {2.0, 3.0}, 0.25).view(), settings, p).iterations, 1);
  EXPECT_EQ(p[0], Vec<2>(0.0, 0.0));
}

// A ball of mass 1 and r²/I = 2 on the ground, n = (0, 1), t = (−1, 0): the same W = diag(1, 3) as
// above, in the world.
ProblemColumns<2> one_ball(const Vec<2>& q, double mu) {
  ProblemColumns<2> problem;
  problem.inverse_mass = {Vec<2>::Ones()};
  problem.inverse_inertia = {2.0};
  problem.radius = {1.0};
  problem.contacts = {{{{-1}, {0}, 0}, 0.0, Vec<2>(0.0, 1.0)}};
  problem.q = {q};
  problem.add_law({mu});
  return problem;
}

TEST(Nlgs, one_ball_by_hand) {
  for (const Kernel kernel : kAllKernels) {
    SCOPED_TRACE(name_of(kernel));
    const NlgsSettings settings = settings_for(kernel, 1e-6);
    std::vector<Vec<2>> p{Vec<2>::Zero()};
    // As above; the second sweep of the batches starts from an extrapolation, which it takes back.
    EXPECT_LE(solve<2>(one_ball({-3.0, -2.0}, 0.25).view(), settings, p).iterations,
              kernel == Kernel::block ? 2 : 3);
    // Blocks compute with these numbers, which are exact; batches scale them to unit speed first,
    // and end at the tolerance times v_ref = w |p| < 5.
    EXPECT_LE((p[0] - Vec<2>(0.5, 2.0)).norm(), kernel == Kernel::block ? 0.0 : 5e-6);
    p[0].setZero();
    EXPECT_EQ(solve<2>(one_ball({-3.0, 2.0}, 0.25).view(), settings, p).iterations, 1);
    EXPECT_EQ(p[0], Vec<2>(0.0, 0.0));
  }
}

// Bodies that slide along each other without pressing: nothing to do, and nothing sets a scale.
TEST(Nlgs, sliding_without_pressing_is_solved_at_once) {
  Random random(1);
  for (int k = 0; k < 200; ++k) {
    const Mat<3> W = test::random_spd<3>(random, 10.0);
    const Vec<3> q(0.0, random.normal(), random.normal());
    std::vector<Vec<3>> p{Vec<3>::Zero()};
    const SolveReport report =
        solve<3>(one_contact<3>(W, q, random.uniform(0.0, 1.0)).view(), NlgsSettings{}, p);
    EXPECT_EQ(report.status, SolveStatus::solved);
    EXPECT_EQ(report.iterations, 1);
    EXPECT_EQ(p[0], Vec<3>(Vec<3>::Zero()));
  }
  for (const Kernel kernel : kAllKernels) {
    std::vector<Vec<2>> p{Vec<2>::Zero()};
    const SolveReport report =
        solve<2>(one_ball({3.0, 0.0}, 0.5).view(), settings_for(kernel, 1e-6), p);
    EXPECT_EQ(report.status, SolveStatus::solved);
    EXPECT_EQ(report.iterations, 1);
    EXPECT_EQ(p[0], Vec<2>(Vec<2>::Zero()));
  }
}

// A ball pressed from both sides by walls that come nearer with velocity 1 each: the velocities at
// the two contacts always add up to −2, so that one of them misses the law by 1 at least, whatever
// the impulses are.
TEST(Nlgs, a_problem_without_solution_is_not_called_solved) {
  ProblemColumns<2> problem = one_ball({0.0, -1.0}, 0.5);
  problem.contacts.push_back({{{-2}, {0}, 0}, 0.0, Vec<2>(0.0, -1.0)});
  problem.q.push_back(Vec<2>(0.0, 1.0));
  problem.add_law({0.5});
  for (const Kernel kernel : kAllKernels) {
    SCOPED_TRACE(name_of(kernel));
    NlgsSettings settings = settings_for(kernel, 1e-6);
    settings.max_iterations = 50;
    std::vector<Vec<2>> p(2, Vec<2>::Zero());
    const SolveReport report = solve<2>(problem.view(), settings, p);
    EXPECT_EQ(report.status, SolveStatus::iteration_limit);
    EXPECT_GE(report.residual_velocity, 1.0 - 1e-12);
    EXPECT_EQ(report.residual_velocity, compute_residual<2>(problem.view(), p).velocity);
    EXPECT_TRUE(p[0].allFinite() && p[1].allFinite());
    // With more sweeps it is known that the impulses grow without bound.
    p.assign(2, Vec<2>::Zero());
    const SolveReport more = solve<2>(problem.view(), settings_for(kernel, 1e-6), p);
    EXPECT_EQ(more.status, SolveStatus::no_solution);
    EXPECT_LE(more.iterations, 1000);
    EXPECT_NEAR(more.squeeze.speed, 1.0, 1e-6);
    EXPECT_TRUE(p[0].allFinite() && p[1].allFinite());
  }
  // The plain sweeps know their start, which none of them betters: residual 1, relative 1.
  NlgsSettings settings = settings_for(Kernel::block, 1e-6);
  settings.max_iterations = 50;
  std::vector<Vec<2>> p(2, Vec<2>::Zero());
  EXPECT_GT(solve<2>(problem.view(), settings, p).residual_relative, 0.1);
}

// A contact that cannot open (no mobility along its normal) but approaches, a wall driven into a
// fixed body, has no solution. It has no residual either and gets no impulse: others are solved
// beside it, and the report says where it is.
TEST(Nlgs, a_contact_that_cannot_open_is_reported_and_left_out) {
  const Mat<2> W = Mat<2>(Vec<2>(0.0, 1.0).asDiagonal());
  std::vector<Vec<2>> p{Vec<2>(1.0, 0.2)};
  const SolveReport report =
      solve<2>(one_contact<2>(W, {-1.0, 0.0}, 0.5).view(), NlgsSettings{}, p);
  EXPECT_EQ(report.status, SolveStatus::no_solution);
  EXPECT_EQ(report.squeeze.contact, 0);
  EXPECT_EQ(report.squeeze.speed, 1.0);
  EXPECT_EQ(report.residual_velocity, 0.0);
  EXPECT_EQ(p[0], Vec<2>(0.0, 0.0));

  ProblemColumns<2> problem = one_ball({0.0, -1.0}, 0.5);
  problem.inverse_mass.push_back(Vec<2>::Zero());
  problem.inverse_inertia.push_back(2.0);  // it can turn, though
  problem.radius.push_back(1.0);
  problem.contacts.push_back({{{-1}, {1}, 0}, 0.0, Vec<2>(0.0, 1.0)});
  problem.add_law({0.5});
  for (const Kernel kernel : kAllKernels) {
    SCOPED_TRACE(name_of(kernel));
    for (const double speed : {-100.0, 0.0, 100.0}) {  // of the approach
      problem.q.resize(1);
      problem.q.push_back(Vec<2>(0.0, -speed));
      std::vector<Vec<2>> both(2, Vec<2>::Zero());
      const SolveReport solved = solve<2>(problem.view(), settings_for(kernel, 1e-6), both);
      EXPECT_EQ(solved.status, speed > 0.0 ? SolveStatus::no_solution : SolveStatus::solved);
      EXPECT_EQ(solved.squeeze.contact, speed > 0.0 ? 1 : -1);
      EXPECT_EQ(solved.squeeze.speed, std::max(speed, 0.0));
      EXPECT_LE(solved.residual_relative, 1e-6);
      EXPECT_LE((both[0] - Vec<2>(0.0, 1.0)).norm(), 1e-6);
      EXPECT_EQ(both[1], Vec<2>(0.0, 0.0));
    }
  }
}

// So is one of a wheel on a fixed axle, whatever its radius and the direction: the rounding of
// r n × n, which is 0, must not be taken for a mobility along the normal.
TEST(Nlgs, a_wheel_on_a_fixed_axle_gets_no_impulse) {
  Random random(5);
  for (int k = 0; k < 50; ++k) {
    ProblemColumns<2> wheel;
    wheel.inverse_mass = {Vec<2>::Zero()};
    wheel.inverse_inertia = {2.0};
    wheel.radius = {test::random_log(random, 0.1, 10.0)};
    const Vec<2> n = test::random_unit<2>(random);
    wheel.contacts = {{{{-1}, {0}, 0}, 0.0, n}};
    wheel.q = {-n};
    wheel.add_law({0.5});
    for (const Kernel kernel : kAllKernels) {
      SCOPED_TRACE(name_of(kernel));
      std::vector<Vec<2>> p{Vec<2>::Zero()};
      const SolveReport report = solve<2>(wheel.view(), settings_for(kernel, 1e-6), p);
      EXPECT_EQ(report.status, SolveStatus::no_solution);
      EXPECT_EQ(p[0], Vec<2>(Vec<2>::Zero()));
      EXPECT_EQ(compute_residual<2>(wheel.view(), p).velocity, 0.0);
    }
  }
}

// Nor does it keep the impulse that the start brings, whose friction would brake the wheel.
TEST(Nlgs, a_contact_that_cannot_open_loses_the_impulse_of_the_start) {
  for (const bool beside_another : {false, true}) {
    ProblemColumns<2> problem = one_ball({0.5, -1.0}, 0.5);
    problem.inverse_mass[0].setZero();
    if (beside_another) {
      problem.inverse_mass.push_back(Vec<2>::Ones());
      problem.inverse_inertia.push_back(2.0);
      problem.radius.push_back(1.0);
      problem.contacts.push_back({{{-1}, {1}, 0}, 0.0, Vec<2>(0.0, 1.0)});
      problem.q.push_back(Vec<2>(0.0, -1.0));
      problem.add_law({0.5});
    }
    for (const Kernel kernel : kAllKernels) {
      SCOPED_TRACE(name_of(kernel));
      std::vector<Vec<2>> p(problem.q.size(), Vec<2>(0.0, 3.0));
      EXPECT_EQ(solve<2>(problem.view(), settings_for(kernel, 1e-6), p).status,
                SolveStatus::no_solution);
      EXPECT_EQ(p[0], Vec<2>(Vec<2>::Zero()));
    }
  }
}

TEST(Nlgs, not_a_number_is_not_called_solved) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Kernel kernel : kAllKernels) {
    SCOPED_TRACE(name_of(kernel));
    NlgsSettings settings = settings_for(kernel, 1e-6);
    settings.max_iterations = 50;
    for (const Vec<2>& q : {Vec<2>(nan, 0.0), Vec<2>(-1.0, nan), Vec<2>(0.0, -kInfinity)}) {
      for (const ProblemColumns<2>& problem :
           {one_contact<2>(Mat<2>(Mat<2>::Identity()), q, 0.5), one_ball(q, 0.5)}) {
        std::vector<Vec<2>> p{Vec<2>::Zero()};
        const SolveReport report = solve<2>(problem.view(), settings, p);
        EXPECT_NE(report.status, SolveStatus::solved);
        EXPECT_EQ(report.residual_relative, kInfinity);
      }
    }
  }
}

// A chain of n unit masses pressed on the ground by velocity −1: the last must carry all,
// p_k = n − k. The sweep from the ground up needs many sweeps, from the top down few; the result is
// the same.
TEST(Nlgs, column_of_masses) {
  constexpr int n = 10;
  ProblemColumns<2> problem;
  problem.laws = {{0.3}};
  for (int k = 0; k < n; ++k) {  // contact k: below body k
    problem.inverse_mass.push_back(Vec<2>::Ones());
    problem.inverse_inertia.push_back(2.0);
    problem.radius.push_back(1.0);
    problem.contacts.push_back({{{k - 1}, {k}, 0}, 0.0, Vec<2>(0.0, 1.0)});
    problem.q.push_back(Vec<2>(0.0, k == 0 ? -1.0 : 0.0));
    problem.law.push_back(0);
  }
  for (const Kernel kernel : kAllKernels) {
    SCOPED_TRACE(name_of(kernel));
    std::vector<Vec<2>> p(n, Vec<2>::Zero());
    ASSERT_EQ(solve<2>(problem.view(), settings_for(kernel, 1e-12), p).status, SolveStatus::solved);
    for (int k = 0; k < n; ++k) {
      // Velocities are off by at most the tolerance times v_ref <= w p = 4 n at each of n contacts;
      // the smallest eigenvalue of a chain fixed at one end is 4 sin²(π/(4n + 2)) > 2/n².
      EXPECT_NEAR(p[static_cast<std::size_t>(k)][1], n - k,
                  1e-12 * 4 * n * std::sqrt(n) * n * n / 2);
      EXPECT_EQ(p[static_cast<std::size_t>(k)][0], 0.0);
    }
  }
}

TEST(Solve, takes_the_solver_of_the_settings) {
  const ProblemColumns<2> problem = one_contact<2>(Mat<2>(Mat<2>::Identity()), {-1.0, 0.0}, 0.0);
  std::vector<Vec<2>> p{Vec<2>::Zero()};
  EXPECT_EQ(solve<2>(problem.view(), SolverSettings{NlgsSettings{}}, p).status,
            SolveStatus::solved);
  EXPECT_EQ(p[0], Vec<2>(1.0, 0.0));
}

// The columns decide which problems the batches take: balls, fixed or not, turning or not, and
// planes; not what is locked in some directions, has arms or a full inertia, nor a matrix.
TEST(Solve, batches_take_balls_and_planes_only) {
  Random random(2);
  using test::random_problem;
  const auto accepts = [](const ProblemColumns<3>& problem) {
    return BallSolver<3>::accepts(problem.view());
  };
  EXPECT_TRUE(accepts(random_problem<3>(random, {})));
  EXPECT_TRUE(accepts(random_problem<3>(random, {.fixed = true})));
  EXPECT_TRUE(accepts(random_problem<3>(random, {.planes = 2})));
  EXPECT_FALSE(accepts(random_problem<3>(random, {.balls = false})));
  EXPECT_FALSE(accepts(random_problem<3>(random, {.inertia_blocks = true})));
  EXPECT_FALSE(accepts(in_matrix_form<3>(random_problem<3>(random, {}).view(), {})));
  ProblemColumns<3> locked = random_problem<3>(random, {});
  for (int k = 0; k < 3; ++k) {
    const Vec<3> whole = locked.inverse_mass[2];
    locked.inverse_mass[2][k] = 0.0;
    EXPECT_FALSE(accepts(locked));
    locked.inverse_mass[2] = whole;
  }
}

// What the settings ask for beyond plain Gauss–Seidel with the exact local solver is left to the
// blocks: the same bits whether batches are wanted or not. With the default settings the kernels
// differ, in the last digits at least.
TEST(Solve, chooses_the_kernel_by_the_settings) {
  Random random(3);
  const ProblemColumns<3> problem =
      test::random_problem<3>(random, {.bodies = 20, .contacts = 40, .mu_low = 0.2});
  const auto impulses = [&](NlgsSettings settings, bool batches, Precision precision) {
    settings.batches = batches;
    settings.precision = precision;
    settings.max_iterations = 5;
    settings.tolerance = 1e-300;
    std::vector<Vec<3>> p(problem.q.size(), Vec<3>::Zero());
    EXPECT_EQ(solve<3>(problem.view(), settings, p).status, SolveStatus::iteration_limit);
    return p;
  };
  for (const NlgsSettings& settings :
       {NlgsSettings{.local = EpdasLocal{}}, NlgsSettings{.order = SweepOrder::random},
        NlgsSettings{.order = SweepOrder::symmetric},
        NlgsSettings{.criterion = NlgsCriterion::stagnation}}) {
    EXPECT_EQ(impulses(settings, true, Precision::single_),
              impulses(settings, false, Precision::single_));
  }
  const auto block = impulses({}, false, Precision::single_);
  EXPECT_EQ(block, impulses({}, false, Precision::double_));
  EXPECT_NE(block, impulses({}, true, Precision::single_));
  EXPECT_NE(block, impulses({}, true, Precision::double_));
  EXPECT_NE(impulses({}, true, Precision::single_), impulses({}, true, Precision::double_));
}

template <int D>
void check_stored(const ProblemColumns<D>& problem, Kernel kernel) {
  ByteWriter writer;
  writer(problem);
  const std::vector<std::byte> bytes = std::move(writer).bytes();
  ProblemColumns<D> loaded;
  ByteReader reader(bytes);
  reader(loaded);
  const NlgsSettings settings = settings_for(kernel, 1e-6);
  std::vector<Vec<D>> p = problem.start, q = loaded.start;
  const SolveReport a = solve<D>(problem.view(), settings, p);
  const SolveReport b = solve<D>(loaded.view(), settings, q);
  EXPECT_EQ(a.status, SolveStatus::solved);
  EXPECT_EQ(a.iterations, b.iterations);
  EXPECT_EQ(a.residual_velocity, b.residual_velocity);
  EXPECT_EQ(p, q);
}

// A problem written and read again has the same solution, bit for bit.
template <int D>
void check_stored_problems() {
  Random random(4);
  const auto with_start = [&](const test::ProblemKind& kind) {
    ProblemColumns<D> problem = test::random_problem<D>(random, kind);
    for (std::size_t c = 0; c < problem.q.size(); ++c) {
      problem.start.push_back(test::random_vector<D>(random));
    }
    return problem;
  };
  for (int k = 0; k < 5; ++k) {
    const ProblemColumns<D> balls = with_start({.mu_high = 0.3, .fixed = true, .planes = 1});
    for (const Kernel kernel : kAllKernels) {
      SCOPED_TRACE(name_of(kernel));
      check_stored<D>(balls, kernel);
    }
    const ProblemColumns<D> bodies = with_start({.mu_high = 0.3,
                                                 .balls = false,
                                                 .planes = 1,
                                                 .contacts_per_pair = 2,
                                                 .inertia_blocks = true});
    check_stored<D>(bodies, Kernel::block);
    check_stored<D>(in_matrix_form<D>(bodies.view(), bodies.start), Kernel::block);
  }
}
TEST(Solve, a_stored_problem_has_the_same_solution_2d) { check_stored_problems<2>(); }
TEST(Solve, a_stored_problem_has_the_same_solution_3d) { check_stored_problems<3>(); }

}  // namespace
}  // namespace galet::nlgs_test
