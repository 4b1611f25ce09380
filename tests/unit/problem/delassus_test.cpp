#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include "galet/problem/contact_problem.hpp"

namespace galet {
namespace {

using test::dense_delassus;
using test::ProblemKind;
using test::random_log;
using test::random_problem;
using test::random_unit;
using test::random_vector;
using test::stacked;

// Entries of W are sums of a few products of size up to 1/m + r²/I, below 10: errors of 1e-14.
constexpr double kRounding = 1e-13;

template <int D>
std::vector<Vec<D>> random_impulses(Random& random, std::size_t n) {
  std::vector<Vec<D>> p(n);
  for (Vec<D>& x : p) x = random_vector<D>(random);
  return p;
}

template <int D>
const DelassusGraph<D>& graph_of(const ContactProblem<D>& problem) {
  return std::get<DelassusGraph<D>>(problem.W);
}

template <int D>
void check_against_dense(const ProblemKind& kind) {
  Random random(1);
  for (int k = 0; k < 30; ++k) {
    const ContactProblem<D> problem = random_problem<D>(random, kind);
    const ContactProblem<D> matrix_form = in_matrix_form(problem);
    const Eigen::MatrixXd W = dense_delassus(graph_of(problem));
    // Symmetric and positive semidefinite.
    EXPECT_LE((W - W.transpose()).cwiseAbs().maxCoeff(), kRounding);
    EXPECT_GE(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(W).eigenvalues().minCoeff(),
              -kRounding);
    // Products of both forms.
    const std::vector<Vec<D>> p = random_impulses<D>(random, problem.contacts());
    const Eigen::VectorXd u = W * stacked<D>(p) + stacked<D>(problem.q);
    EXPECT_LE((stacked<D>(compute_velocities<D>(problem, p)) - u).cwiseAbs().maxCoeff(),
              10.0 * kRounding);
    EXPECT_LE((stacked<D>(compute_velocities<D>(matrix_form, p)) - u).cwiseAbs().maxCoeff(),
              10.0 * kRounding);
    // Diagonal blocks of both, and every block of the matrix.
    const auto graph_blocks = diagonal_blocks(problem),
               matrix_blocks = diagonal_blocks(matrix_form);
    const auto& matrix = std::get<DelassusMatrix<D>>(matrix_form.W);
    Eigen::MatrixXd assembled = Eigen::MatrixXd::Zero(W.rows(), W.cols());
    for (std::size_t c = 0; c < problem.contacts(); ++c) {
      const auto at = static_cast<Eigen::Index>(c) * D;
      EXPECT_LE((graph_blocks[c] - W.block(at, at, D, D)).cwiseAbs().maxCoeff(), kRounding);
      EXPECT_LE((matrix_blocks[c] - W.block(at, at, D, D)).cwiseAbs().maxCoeff(), kRounding);
      std::int32_t previous = -1;
      for (auto j = matrix.row_start[c]; j < matrix.row_start[c + 1]; ++j) {
        const auto entry = static_cast<std::size_t>(j);
        EXPECT_GT(matrix.column[entry], previous);  // increasing
        previous = matrix.column[entry];
        assembled.block(at, previous * D, D, D) = matrix.block[entry];
      }
    }
    EXPECT_LE((assembled - W).cwiseAbs().maxCoeff(), kRounding);
  }
}

TEST(Delassus, both_forms_are_h_transposed_m_inverse_h_2d) { check_against_dense<2>({}); }
TEST(Delassus, both_forms_are_h_transposed_m_inverse_h_3d) { check_against_dense<3>({}); }
TEST(Delassus, both_forms_with_general_arms_2d) { check_against_dense<2>({.balls = false}); }
TEST(Delassus, both_forms_with_general_arms_3d) { check_against_dense<3>({.balls = false}); }
TEST(Delassus, both_forms_with_locked_bodies_2d) { check_against_dense<2>({.locked = true}); }
TEST(Delassus, both_forms_with_locked_bodies_3d) { check_against_dense<3>({.locked = true}); }

// Two nodes a, b in contact, arms along the normal.
template <int D>
DelassusGraph<D> two_balls(const Vec<D>& n, double m_a, double r_a, double i_a, double m_b,
                           double r_b, double i_b) {
  DelassusGraph<D> graph;
  graph.nodes = {{Vec<D>::Constant(1.0 / m_a), 1.0 / i_a},
                 {Vec<D>::Constant(1.0 / m_b), 1.0 / i_b}};
  graph.edges = {{0, 1, contact_frame<D>(n), r_a * n, -r_b * n}};
  return graph;
}

// Discs and spheres: W_nn = 1/m_a + 1/m_b, W_tt = W_nn + r_a²/I_a + r_b²/I_b, W_nt = 0.
template <int D>
void check_ball_formula() {
  Random random(2);
  for (int k = 0; k < 50; ++k) {
    const double m_a = random_log(random, 0.1, 10.0), m_b = random_log(random, 0.1, 10.0);
    const double r_a = random_log(random, 0.1, 10.0), r_b = random_log(random, 0.1, 10.0);
    const double i_a = 0.5 * m_a * r_a * r_a, i_b = 0.4 * m_b * r_b * r_b;
    const Mat<D> w =
        two_balls<D>(random_unit<D>(random), m_a, r_a, i_a, m_b, r_b, i_b).diagonal_block(0);
    Mat<D> expected = Mat<D>::Identity();
    expected *= 1.0 / m_a + 1.0 / m_b + r_a * r_a / i_a + r_b * r_b / i_b;
    expected(0, 0) = 1.0 / m_a + 1.0 / m_b;
    EXPECT_LE((w - expected).cwiseAbs().maxCoeff(), 1e-15 * 4.0 * expected.trace());
  }
}
TEST(Delassus, block_of_two_discs) { check_ball_formula<2>(); }
TEST(Delassus, block_of_two_spheres) { check_ball_formula<3>(); }

// 2D kinematics with signs: u_n = (v_b − v_a)·n, u_t = (v_b − v_a)·t − r_a ω_a − r_b ω_b.
TEST(Delassus, relative_velocity_of_two_discs) {
  Random random(3);
  for (int k = 0; k < 50; ++k) {
    const Vec<2> n = random_unit<2>(random), t(-n[1], n[0]);
    const double r_a = 0.7, r_b = 1.3;
    const DelassusGraph<2> graph = two_balls<2>(n, 1.0, r_a, 1.0, 1.0, r_b, 1.0);
    std::vector<Twist<2>> v(2);
    for (Twist<2>& x : v) x = {random_vector<2>(random), random_vector<1>(random)};
    const Vec<2> u = graph.relative_velocity(0, v);
    const Vec<2> dv = v[1].linear - v[0].linear;
    EXPECT_NEAR(u[0], dv.dot(n), 1e-14);
    EXPECT_NEAR(u[1], dv.dot(t) - r_a * v[0].angular[0] - r_b * v[1].angular[0], 1e-14);
  }
}

// 3D: the impulse p acts on b and −p on a; moments −r_b n × p_t on b and −r_a n × p_t on a.
TEST(Delassus, impulse_on_two_spheres) {
  Random random(4);
  for (int k = 0; k < 50; ++k) {
    const Vec<3> n = random_unit<3>(random);
    const double m_a = 2.0, m_b = 3.0, r_a = 0.7, r_b = 1.3, i_a = 0.4, i_b = 0.9;
    const DelassusGraph<3> graph = two_balls<3>(n, m_a, r_a, i_a, m_b, r_b, i_b);
    const Vec<3> p = random_vector<3>(random);
    const Eigen::Vector3d world = graph.edges[0].frame.transpose() * p;
    const Eigen::Vector3d p_t = world - world.dot(n) * n;
    std::vector<Twist<3>> v(2);
    graph.apply_impulse(0, p, v);
    EXPECT_NEAR((v[1].linear - world / m_b).norm(), 0.0, 1e-14);
    EXPECT_NEAR((v[0].linear + world / m_a).norm(), 0.0, 1e-14);
    EXPECT_NEAR((v[1].angular + r_b * n.cross(p_t) / i_b).norm(), 0.0, 1e-14);
    EXPECT_NEAR((v[0].angular + r_a * n.cross(p_t) / i_a).norm(), 0.0, 1e-14);
  }
}

// Two contacts on the ground do not couple through it: the matrix has no block between them.
TEST(Delassus, ground_couples_nothing) {
  DelassusGraph<2> graph;
  graph.nodes = {{Vec<2>::Ones(), 2.0}, {Vec<2>::Ones(), 2.0}, {}};
  const Vec<2> up(0.0, 1.0);
  graph.edges = {{2, 0, contact_frame<2>(up), Vec<2>(0.0, 0.0), -up},
                 {2, 1, contact_frame<2>(up), Vec<2>(5.0, 0.0), -up}};
  const DelassusMatrix<2> matrix = assemble(graph);
  EXPECT_EQ(matrix.block.size(), 2u);
  EXPECT_EQ(matrix.column, (std::vector<std::int32_t>{0, 1}));
  EXPECT_EQ(matrix.block[0](0, 0), 1.0);
  EXPECT_EQ(matrix.block[0](1, 1), 3.0);
  std::vector<Twist<2>> v(3);
  graph.apply_impulse(0, Vec<2>(1.0, 1.0), v);
  EXPECT_EQ(v[2].linear, Vec<2>(0.0, 0.0));
  EXPECT_EQ(v[2].angular[0], 0.0);
}

// A contact of a body with itself (periodic images will have them): W_cc = Hᵀ M⁻¹ H also here.
TEST(Delassus, contact_of_a_node_with_itself) {
  Random random(5);
  DelassusGraph<3> graph;
  graph.nodes = {{Vec<3>::Constant(0.5), 1.5}};
  graph.edges = {{0, 0, contact_frame<3>(random_unit<3>(random)), random_vector<3>(random),
                  random_vector<3>(random)}};
  const Eigen::MatrixXd W = dense_delassus(graph);
  EXPECT_LE((graph.diagonal_block(0) - W).cwiseAbs().maxCoeff(), kRounding);
  EXPECT_LE((assemble(graph).diagonal_block(0) - W).cwiseAbs().maxCoeff(), kRounding);
}

TEST(Delassus, no_contacts) {
  ContactProblem<2> problem;
  EXPECT_EQ(problem.contacts(), 0u);
  EXPECT_TRUE(compute_velocities<2>(problem, {}).empty());
  EXPECT_EQ(in_matrix_form(problem).contacts(), 0u);
}

}  // namespace
}  // namespace galet
