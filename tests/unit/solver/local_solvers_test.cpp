#include "galet/solver/local_solvers.hpp"

#include <array>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include "galet/law/coulomb.hpp"
#include "galet/problem/residual.hpp"
#include "galet/solver/nlgs.hpp"

namespace galet::local_solvers_test {
namespace {

using test::random_in_cone;
using test::random_log;
using test::random_spd;
using test::random_vector;

template <int D>
using Tangent = Eigen::Matrix<double, D - 1, 1>;

struct Named {
  std::string name;
  LocalSolver solver;
};

// All solvers with automatic parameters, and with parameters far from them.
std::vector<Named> all_solvers() {
  return {{"exact", ExactLocal{}},
          {"epdas", EpdasLocal{}},
          {"epdas without guard", EpdasLocal{.ratio_limit = 1e300}},
          {"epdas 3 steps", EpdasLocal{.inner_iterations = 3}},
          {"epdas large gamma", EpdasLocal{.gamma_n = 1e3, .gamma_t = 1e3}},
          {"ipdas", IpdasLocal{}},
          {"ipdas small gamma", IpdasLocal{.gamma_n = 1e-3, .gamma_t = 1e-3}},
          {"ipdas large gamma", IpdasLocal{.gamma_n = 1e3, .gamma_t = 1e3}},
          {"sal", SalLocal{}},
          {"sal 1", SalLocal{.r = 3.0, .inner_iterations = 1}},
          {"sbp", SbpLocal{}},
          {"sbp 1", SbpLocal{.r = 3.0, .inner_iterations = 1}},
          {"ibp", IbpLocal{}},
          {"ibp r", IbpLocal{.r = 3.0}}};
}

template <int D>
Vec<D> visit_contact(const LocalSolver& solver, const LocalBlock<D>& block, double mu,
                     const Vec<D>& p, const Vec<D>& u) {
  return std::visit([&](const auto& s) { return solve_local(s, block, mu, p, u); }, solver);
}

enum class Blocks { isotropic, general, ill_conditioned, rank_deficient, no_tangential };
constexpr std::array kAllBlocks{Blocks::isotropic, Blocks::general, Blocks::ill_conditioned,
                                Blocks::rank_deficient, Blocks::no_tangential};

// Isotropic: as of spheres, w_t = 3.5 w_n. Rank deficient: bodies with locked directions.
template <int D>
Mat<D> random_block(Random& random, Blocks kind) {
  Mat<D> W = Mat<D>::Zero();
  switch (kind) {
    case Blocks::isotropic:
      W = 3.5 * Mat<D>::Identity();
      W(0, 0) = 1.0;
      return W * random_log(random, 1e-2, 1e2);
    case Blocks::general:
      return random_spd<D>(random, 10.0, random_log(random, 1e-2, 1e2));
    case Blocks::ill_conditioned:
      return random_spd<D>(random, 1e3);
    case Blocks::rank_deficient: {
      const int rank = 1 + static_cast<int>(random.below(D - 1));
      for (int k = 0; k < rank; ++k) {
        const Vec<D> a = random_vector<D>(random);
        W += a * a.transpose();
      }
      return W;
    }
    case Blocks::no_tangential:
      W(0, 0) = random_log(random, 1e-2, 1e2);
      return W;
  }
  return W;
}

enum class State { gap, apex, stick, edge, slip, grazing };
constexpr std::array kAllStates{State::gap,  State::apex, State::stick,
                                State::edge, State::slip, State::grazing};

template <int D>
struct Pair {
  Vec<D> p = Vec<D>::Zero();
  Vec<D> u = Vec<D>::Zero();
};

// A pair that obeys the law, written down from its definition. `w` only sets the scale.
template <int D>
Pair<D> obeying(Random& random, State state, double mu, double w) {
  Pair<D> s;
  const Tangent<D> e = random_vector<D - 1>(random).normalized();
  const double p_n = std::abs(random.normal()) / w;
  switch (state) {
    case State::gap:  // opening
      s.u = random_vector<D>(random);
      s.u[0] = std::abs(s.u[0]);
      break;
    case State::apex:  // closed without impulse, with any slip
      s.u.template tail<D - 1>() = random.normal() * e;
      break;
    case State::stick:
      s.p = random_in_cone<D>(random, mu, 1.0 / w);
      break;
    case State::edge:  // sticks with the full friction
      s.p[0] = p_n;
      s.p.template tail<D - 1>() = -mu * p_n * e;
      break;
    case State::slip:
    case State::grazing:
      s.p[0] = p_n;
      s.p.template tail<D - 1>() = -mu * p_n * e;
      s.u.template tail<D - 1>() =
          e * std::abs(random.normal()) * (state == State::grazing ? 1e-9 : 1.0);
      break;
  }
  return s;
}

// ---- fixed points
// --------------------------------------------------------------------------------

// A visit leaves a solution where it is. Rounding: the systems of the active set have conditions up
// to that of the block, 1e3, times mu, and times gamma w, 1e3; for singular blocks up to the limit
// of 1e7 at which they are not used.
template <int D>
void check_solutions_stay() {
  Random random(1);
  for (const auto kind : kAllBlocks) {
    for (const auto state : kAllStates) {
      for (const double mu : {0.0, 1e-3, 0.3, 3.0}) {
        for (int k = 0; k < 40; ++k) {
          const LocalBlock<D> block(random_block<D>(random, kind));
          const Pair<D> s = obeying<D>(random, state, mu, block.w);
          ASSERT_LE(coulomb_residual<D>(s.p, s.u, mu, block.w),
                    1e-14 * (1.0 + mu) * (s.u.norm() + block.w * s.p.norm()));
          for (const auto& [name, solver] : all_solvers()) {
            // Where there are several solutions (mu |W_nt| > W_nn) the exact one chooses its own.
            if (name == "exact") continue;
            const double allowed = (kind == Blocks::rank_deficient ? 1e-7 : 1e-10) * s.p.norm() +
                                   1e-12 * s.u.norm() / block.w;
            const Vec<D> next = visit_contact<D>(solver, block, mu, s.p, s.u);
            EXPECT_LE((next - s.p).norm(), allowed)
                << name << " block " << static_cast<int>(kind) << " state "
                << static_cast<int>(state) << " mu " << mu << "\np " << s.p.transpose() << " -> "
                << next.transpose() << "\nu " << s.u.transpose() << "\n"
                << block.W;
          }
        }
      }
    }
  }
}
TEST(LocalSolvers, leave_solutions_where_they_are_2d) { check_solutions_stay<2>(); }
TEST(LocalSolvers, leave_solutions_where_they_are_3d) { check_solutions_stay<3>(); }

// And nothing else stays: wherever an iteration comes to rest, the law holds. Starts inside, on
// and outside the cone. b = W x, as bodies give it (other b may have no solution if W is singular).
template <int D>
void check_rest_is_a_solution() {
  Random random(2);
  int rests = 0;
  for (const auto kind : kAllBlocks) {
    for (const double mu : {0.0, 1e-3, 0.3, 3.0}) {
      for (int k = 0; k < 60; ++k) {
        const LocalBlock<D> block(random_block<D>(random, kind));
        const Vec<D> b = block.W * random_vector<D>(random, 1.0 / block.w);
        const Vec<D> start = k % 3 == 0   ? Vec<D>(Vec<D>::Zero())
                             : k % 3 == 1 ? random_in_cone<D>(random, mu, 1.0 / block.w, k % 2 == 0)
                                          : random_vector<D>(random, 1.0 / block.w);
        for (const auto& [name, solver] : all_solvers()) {
          Vec<D> p = start;
          for (int visit = 0; visit < 300; ++visit) {
            const Vec<D> u = block.W * p + b;
            const Vec<D> next = visit_contact<D>(solver, block, mu, p, u);
            ASSERT_TRUE(next.allFinite()) << name;
            ASSERT_GE(next[0], 0.0) << name;
            ASSERT_LE(next.template tail<D - 1>().norm(), mu * next[0] * (1.0 + 1e-12)) << name;
            const bool rest = (next - p).norm() <= 1e-13 * next.norm();
            p = next;
            if (!rest) continue;
            ++rests;
            const Vec<D> u_rest = block.W * p + b;
            // Small gamma, 1e-3 kg, and r enlarge a residual seen as a change of p.
            EXPECT_LE(coulomb_residual<D>(p, u_rest, mu, block.w),
                      1e-8 * (b.norm() + block.w * p.norm()))
                << name << " block " << static_cast<int>(kind) << " mu " << mu << "\np "
                << p.transpose() << "\nu " << u_rest.transpose() << "\n"
                << block.W;
            break;
          }
        }
      }
    }
  }
  EXPECT_GT(rests, 10000);
}
TEST(LocalSolvers, come_to_rest_at_solutions_only_2d) { check_rest_is_a_solution<2>(); }
TEST(LocalSolvers, come_to_rest_at_solutions_only_3d) { check_rest_is_a_solution<3>(); }

// p = 0 while the contact closes is not a resting point, however strong the coupling.
TEST(LocalSolvers, a_closing_contact_gets_an_impulse) {
  Mat<2> W;
  W << 1.0, -3.0, -3.0, 10.0;  // mu |W_nt| > W_nn for mu > 1/3
  for (const auto& [name, solver] : all_solvers()) {
    const Vec<2> p =
        visit_contact<2>(solver, LocalBlock<2>(W), 1.0, Vec<2>::Zero(), Vec<2>(-1.0, -1.0));
    EXPECT_GT(p[0], 0.0) << name;
  }
}

// ---- degenerate
// ----------------------------------------------------------------------------------

TEST(LocalSolvers, a_contact_that_cannot_move_along_its_normal_gets_no_impulse) {
  Mat<3> W = Mat<3>::Identity();
  W(0, 0) = 0.0;
  for (const auto& [name, solver] : all_solvers()) {
    for (const Mat<3>& block : {W, Mat<3>(Mat<3>::Zero())}) {
      EXPECT_EQ(
          visit_contact<3>(solver, LocalBlock<3>(block), 0.5, Vec<3>(1, 2, 3), Vec<3>(-1, 1, 1)),
          Vec<3>(Vec<3>::Zero()))
          << name;
    }
  }
}

// Without friction the solution is one formula; the active set and IBP reach it in one visit for
// W_nt = 0, whatever tangential impulse a warm start brought.
TEST(LocalSolvers, frictionless) {
  const LocalBlock<3> block(Vec<3>(2.0, 7.0, 7.0).asDiagonal());
  for (const LocalSolver& solver : {LocalSolver(ExactLocal{}), LocalSolver(EpdasLocal{}),
                                    LocalSolver(IpdasLocal{}), LocalSolver(IbpLocal{})}) {
    const Vec<3> p = visit_contact<3>(solver, block, 0.0, Vec<3>(1, 2, 3), Vec<3>(-4, 5, 6));
    EXPECT_LE((p - Vec<3>(3, 0, 0)).norm(), 1e-15);
    EXPECT_EQ(visit_contact<3>(solver, block, 0.0, Vec<3>(1, 0, 0), Vec<3>(4, 5, 6)),
              Vec<3>(Vec<3>::Zero()));
  }
}

// ---- one ball on a belt: how many visits
// ----------------------------------------------------------

// A ball of mass m, inertia 2/5 m r², pressed by m g h: W = diag(1, 3.5)/m. It slides if |q_t| is
// more than friction can stop, 3.5 mu g h. The numbers of [Abide2021, section 6.1].
struct Ball {
  double m = 8000.0 * 4.0 / 3.0 * 3.14159265358979323846 * 2.7e-3 * 2.7e-3 * 2.7e-3;
  double h = 1.32e-5;
  double mu = 0.22;
  double load = 9.80665 * h;  // −q_n
  ProblemColumns<2> problem(double q_t) const {
    Mat<2> W;
    W << 1.0 / m, 0.0, 0.0, 3.5 / m;
    return test::one_contact<2>(W, Vec<2>(-load, q_t), mu);
  }
  double stoppable() const { return 3.5 * mu * load; }
};

int sweeps(const ProblemColumns<2>& problem, const LocalSolver& local, NlgsCriterion criterion) {
  std::vector<Vec<2>> p(1, Vec<2>::Zero());
  const NlgsSettings settings{
      .local = local, .criterion = criterion, .tolerance = 1e-12, .max_iterations = 1000};
  const SolveReport report = solve<2>(problem.view(), settings, p);
  return report.status == SolveStatus::solved ? report.iterations : -1;
}

// From p = 0 a closed contact counts as slipping (|z_t| >= mu p_n = 0), with the right p_n: one
// visit if it slides, two if it sticks. Both criteria need one more sweep, which changes nothing:
// the 2 and 3 sweeps of [Abide2021, Table 2], and 2 for IBP. A ball that rolls already (q_t = 0) is
// not sent slipping here, as z_t = 0 has no direction.
TEST(LocalSolvers, visits_of_one_ball_on_a_belt) {
  const Ball ball;
  const auto sliding = ball.problem(-1.0);
  const auto sticking = ball.problem(-0.5 * ball.stoppable());
  const auto rolling = ball.problem(0.0);
  for (const auto criterion : {NlgsCriterion::residual, NlgsCriterion::stagnation}) {
    for (const auto& [solver, slide, stick] :
         {std::tuple<LocalSolver, int, int>{ExactLocal{}, 1, 1},
          {EpdasLocal{}, 1, 2},
          {IpdasLocal{}, 1, 2},
          {IpdasLocal{.inner_iterations = 2}, 1, 1},
          {IbpLocal{}, 1, 2}}) {
      EXPECT_EQ(sweeps(sliding, solver, criterion), slide + 1) << solver.index();
      EXPECT_EQ(sweeps(sticking, solver, criterion), stick + 1) << solver.index();
      EXPECT_EQ(sweeps(rolling, solver, criterion), 2) << solver.index();
    }
  }
  // SAL: each projection multiplies the normal error by 1 − 1/3.5, twenty make 1.2e-3. At first it
  // is 1.3e-4 of the slip, 1 m/s, that is the scale of the residual: log(1e-12/1.3e-4)/log 1.2e-3
  // is 2.8, so 3 visits, and the sweep that finds no change.
  EXPECT_EQ(sweeps(sliding, SalLocal{}, NlgsCriterion::residual), 4);
  EXPECT_EQ(sweeps(sliding, SbpLocal{}, NlgsCriterion::residual), 5);
}

// The paper's gamma_t = 10 kg is 10 · 3.5/m = 5e4 times the natural scale. gamma only selects the
// status, but above 2/w_t a contact that sticks is found slipping to one side, then to the other,
// for ever; a contact that slides is not affected. Below 2/w_t it is solved.
TEST(LocalSolvers, weakness_a_large_gamma_t_never_finds_stick) {
  const Ball ball;
  const double w_t = 3.5 / ball.m;
  const auto sticking = ball.problem(-0.1 * ball.stoppable());
  for (const double gamma_t : {10.0, 2.5 / w_t}) {
    EXPECT_EQ(
        sweeps(sticking, IpdasLocal{.gamma_n = 10.0, .gamma_t = gamma_t}, NlgsCriterion::residual),
        -1);
    EXPECT_EQ(sweeps(sticking, EpdasLocal{.gamma_n = 10.0, .gamma_t = gamma_t},
                     NlgsCriterion::stagnation),
              -1);
    EXPECT_EQ(sweeps(ball.problem(-1.0), IpdasLocal{.gamma_n = 10.0, .gamma_t = gamma_t},
                     NlgsCriterion::residual),
              2);
  }
  for (const double share : {1e-6, 0.1, 1.0, 1.8}) {
    EXPECT_EQ(sweeps(sticking, IpdasLocal{.gamma_n = 10.0, .gamma_t = share / w_t},
                     NlgsCriterion::residual),
              3)
        << share;
  }
}

// r = m: 1/W_nn, with which SAL multiplies tangential errors by 1 − 3.5: a sticking sphere is not
// solved. IBP with the same scalar r neither. r = m/3.5 is.
TEST(LocalSolvers, weakness_r_of_the_normal_direction_diverges_for_spheres) {
  const Ball ball;
  const auto sticking = ball.problem(-0.1 * ball.stoppable());
  EXPECT_EQ(sweeps(sticking, SalLocal{.r = ball.m}, NlgsCriterion::residual), -1);
  EXPECT_EQ(sweeps(sticking, IbpLocal{.r = ball.m}, NlgsCriterion::residual), -1);
  EXPECT_GT(sweeps(sticking, SalLocal{.r = ball.m / 3.5}, NlgsCriterion::residual), 0);
  EXPECT_GT(sweeps(sticking, IbpLocal{.r = ball.m / 3.5}, NlgsCriterion::residual), 0);
}

// The stick row of EPDAS leaves û_t⁺ = (1 − p_n⁺/p_n) û_t. Here p_n grows from 1e-3 to 1: without
// the guard the slip is multiplied by −999, with it removed.
TEST(LocalSolvers, weakness_epdas_without_guard_enlarges_the_slip_for_small_normal_impulses) {
  const LocalBlock<2> block(Mat<2>(Mat<2>::Identity()));
  const Vec<2> p(1e-3, 0.0), u(-0.999, 1e-4);
  const auto slip_after = [&](double limit) {
    return u[1] + solve_local(EpdasLocal{.ratio_limit = limit}, block, 1.0, p, u)[1];
  };
  EXPECT_NEAR(slip_after(1e300), -999.0 * u[1], 1e-12);
  EXPECT_NEAR(slip_after(2.0), 0.0, 1e-16);
  // Within the limit the row is the paper's: p_n from 1 to 1.5.
  const Vec<2> q(1.0, 0.0), v(-0.5, 1e-4);
  EXPECT_NEAR(v[1] + solve_local(EpdasLocal{}, block, 1.0, q, v)[1], (1.0 - 1.5) * v[1], 1e-16);
  EXPECT_NEAR(v[1] + solve_local(IpdasLocal{}, block, 1.0, q, v)[1], 0.0, 1e-16);
}

// ---- how many visits, in figures
// -------------------------------------------------------------------

struct Visits {
  int unsolved = 0;
  double mean = 0.0;
};

// Random single contacts, solved to 1e-10 in at most 500 visits.
template <int D>
Visits count_visits(const LocalSolver& solver, Blocks kind, double mu) {
  Random random(3);
  constexpr int kContacts = 2000;
  Visits result;
  double visits = 0.0;
  for (int k = 0; k < kContacts; ++k) {
    const LocalBlock<D> block(random_block<D>(random, kind));
    const Vec<D> b = block.W * random_vector<D>(random, 1.0 / block.w);
    Vec<D> p = k % 2 == 0 ? Vec<D>(Vec<D>::Zero()) : random_in_cone<D>(random, mu, 1.0 / block.w);
    int visit = 0;
    for (bool solved = false; !solved && visit < 500; ++visit) {
      p = visit_contact<D>(solver, block, mu, p, Vec<D>(block.W * p + b));
      solved = coulomb_residual<D>(p, Vec<D>(block.W * p + b), mu, block.w) <=
               1e-10 * (b.norm() + block.w * p.norm());
    }
    if (visit == 500) {
      ++result.unsolved;
    } else {
      visits += visit;
    }
  }
  result.mean = visits / (kContacts - result.unsolved);
  return result;
}

// Prints the table of docs/theory/local-solvers.md. Asserted: what the text says of it.
template <int D>
void check_visits() {
  const std::vector<Named> solvers{{"exact", ExactLocal{}}, {"epdas", EpdasLocal{}},
                                   {"ipdas", IpdasLocal{}}, {"sal", SalLocal{}},
                                   {"sbp", SbpLocal{}},     {"ibp", IbpLocal{}}};
  std::printf("%dD, mean visits (unsolved of 2000)\n%-20s", D, "");
  for (const auto& s : solvers) std::printf("%-14s", s.name.c_str());
  for (const auto& [kind, title] : {std::pair{Blocks::isotropic, "spheres"},
                                    {Blocks::general, "condition 10"},
                                    {Blocks::ill_conditioned, "condition 1000"},
                                    {Blocks::rank_deficient, "singular"}}) {
    for (const double mu : {0.1, 0.5, 1.5}) {
      std::printf("\n%-15s %3.1f ", title, mu);
      for (const auto& [name, solver] : solvers) {
        const Visits v = count_visits<D>(solver, kind, mu);
        std::printf("%5.1f (%4d)  ", v.mean, v.unsolved);
        const bool active_set = name == "epdas" || name == "ipdas";
        if (name == "exact" || kind == Blocks::isotropic) {
          EXPECT_EQ(v.unsolved, 0) << name;
        }
        if (kind == Blocks::general && mu <= 0.5) {
          EXPECT_EQ(v.unsolved, 0) << name;
        }
        if (active_set && D == 2) {
          EXPECT_EQ(v.unsolved, 0) << name << ' ' << title;
        }
        if (active_set) {
          EXPECT_LE(v.unsolved, 40) << name << ' ' << title;
        }
        if (active_set && kind == Blocks::isotropic) {
          EXPECT_LE(v.mean, 2.0) << name;
        }
      }
    }
  }
  std::printf("\n");
}
TEST(LocalSolvers, visits_of_random_contacts_2d) { check_visits<2>(); }
TEST(LocalSolvers, visits_of_random_contacts_3d) { check_visits<3>(); }

// ---- the criterion of stagnation
// -------------------------------------------------------------------

// Balls of the given masses, which do not turn, on the ground or on each other: contacts along the
// vertical between the given places (−1: the ground), all with mu = 0.3.
ProblemColumns<2> stacked_balls(const std::vector<double>& masses,
                                const std::vector<std::pair<std::int32_t, std::int32_t>>& contacts,
                                const std::vector<double>& approach) {
  ProblemColumns<2> problem;
  for (const double mass : masses) {
    problem.inverse_mass.push_back(Vec<2>::Constant(1.0 / mass));
    problem.inverse_inertia.push_back(0.0);
    problem.radius.push_back(1.0);
  }
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const auto [a, b] = contacts[c];
    problem.contacts.push_back({{{a}, {b}, 0}, 0.0, Vec<2>(0.0, 1.0)});
    problem.q.push_back(Vec<2>(0.0, -approach[c]));
    problem.add_law({0.3});
  }
  return problem;
}

// A ball of 1e6 kg on the ground and, apart from it, one of 10 kg on one of 1 kg, all falling with
// velocity 1. The impulse of the first is found at once and is the largest; the others converge
// with the factor 10/11 per sweep, but their changes are 1e-5 of that impulse. Stagnation ends
// there, with a light ball that still moves; the residual, which is a velocity, does not.
TEST(NlgsCriterion, stagnation_overlooks_small_impulses_and_reports_the_true_residual) {
  const ProblemColumns<2> problem =
      stacked_balls({1e6, 1.0, 10.0}, {{-1, 0}, {-1, 1}, {1, 2}}, {1.0, 1.0, 0.0});

  std::vector<Vec<2>> p(3), exact(3);
  NlgsSettings settings{.tolerance = 1e-5, .warm_start = false, .batches = false};
  settings.criterion = NlgsCriterion::stagnation;
  const SolveReport stagnant = solve<2>(problem.view(), settings, p);
  settings.criterion = NlgsCriterion::residual;
  const SolveReport solved = solve<2>(problem.view(), settings, exact);

  EXPECT_EQ(stagnant.status, SolveStatus::solved);
  EXPECT_EQ(stagnant.iterations, 2);
  EXPECT_NEAR(stagnant.residual_relative, compute_residual<2>(problem.view(), p).relative(), 1e-12);
  EXPECT_GT(stagnant.residual_relative, 0.1);
  EXPECT_EQ(solved.status, SolveStatus::solved);
  EXPECT_GT(solved.iterations, 50);
  EXPECT_LE(solved.residual_relative, settings.tolerance.value());
  EXPECT_NEAR(exact[1][1], 11.0, 1e-2);  // the weight of both
  std::printf("stagnation: %d sweeps, residual %.2f; residual: %d sweeps, residual %.1e\n",
              stagnant.iterations, stagnant.residual_relative, solved.iterations,
              solved.residual_relative);
}

// A ball of 10 kg on one of 1 kg on the ground, both falling with velocity 1. Visits set
// p_1 = 1 + p_2 and p_2 = p_1 10/11, so that from 0 sweep k changes p_1 by (10/11)^(k−1) and p_2 by
// less. That is at most 0.01 N s from k = 1 + ln 100/ln 1.1 = 49.3 on; relative to the largest
// impulse, 11 N s, it is 1e-3, far above the relative tolerance.
TEST(NlgsCriterion, stagnation_ends_at_the_absolute_change) {
  const ProblemColumns<2> problem = stacked_balls({1.0, 10.0}, {{-1, 0}, {0, 1}}, {1.0, 0.0});
  std::vector<Vec<2>> p(2);
  NlgsSettings settings{.criterion = NlgsCriterion::stagnation, .tolerance = 1e-9};
  settings.warm_start = false;
  const SolveReport relative = solve<2>(problem.view(), settings, p);
  settings.tolerance_impulse = 0.01;
  const SolveReport absolute = solve<2>(problem.view(), settings, p);
  EXPECT_EQ(absolute.status, SolveStatus::solved);
  EXPECT_EQ(absolute.iterations, 50);
  EXPECT_GT(relative.iterations, 150);
}

// Relative to the largest impulse: the unit of mass does not matter. (An absolute 1e-6 N s would
// stop the second problem after one sweep.)
TEST(NlgsCriterion, stagnation_does_not_depend_on_units) {
  Random random(5);
  for (int k = 0; k < 10; ++k) {
    const ProblemColumns<3> problem = test::random_problem<3>(random, {});
    ProblemColumns<3> lighter = problem;
    for (Vec<3>& m : lighter.inverse_mass) m *= 0x1p30;
    for (double& i : lighter.inverse_inertia) i *= 0x1p30;
    const NlgsSettings settings{.criterion = NlgsCriterion::stagnation, .warm_start = false};
    std::vector<Vec<3>> p(problem.q.size()), q(problem.q.size());
    const SolveReport a = solve<3>(problem.view(), settings, p);
    const SolveReport b = solve<3>(lighter.view(), settings, q);
    EXPECT_EQ(a.iterations, b.iterations);
    EXPECT_GT(a.iterations, 1);
  }
}

// Nothing to do is solved at once, also by changes; the limit of sweeps is reported as such.
TEST(NlgsCriterion, stagnation_without_impulses_and_with_too_few_sweeps) {
  const ProblemColumns<2> open =
      test::one_contact<2>(Mat<2>(Mat<2>::Identity()), Vec<2>(1.0, 0.5), 0.3);
  std::vector<Vec<2>> p(1, Vec<2>::Zero());
  NlgsSettings settings{.criterion = NlgsCriterion::stagnation, .max_iterations = 1};
  EXPECT_EQ(solve<2>(open.view(), settings, p).status, SolveStatus::solved);
  const ProblemColumns<2> closing =
      test::one_contact<2>(Mat<2>(Mat<2>::Identity()), Vec<2>(-1.0, 0.5), 0.3);
  const SolveReport report = solve<2>(closing.view(), settings, p);
  EXPECT_EQ(report.status, SolveStatus::iteration_limit);
  EXPECT_LE(report.residual_relative, 1e-15);  // solved, but not known to be so by its changes
}

}  // namespace
}  // namespace galet::local_solvers_test
