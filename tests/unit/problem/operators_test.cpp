// Both operators against the dense matrix that tests/support builds from the columns.
#include <set>

#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include "galet/problem/contact_problem.hpp"

namespace galet::operators_test {
namespace {

using test::dense_delassus;
using test::in_frames;
using test::ProblemKind;
using test::random_log;
using test::random_problem;
using test::random_unit;
using test::random_vector;
using test::stacked;

// Entries of W are sums of a few products of size up to 1/m + r²/I, below 10: errors of 1e-14. Full
// inertias are up to 5 times larger.
constexpr double kRounding = 1e-13;

template <int D>
std::vector<Vec<D>> random_impulses(Random& random, std::size_t n) {
  std::vector<Vec<D>> p(n);
  for (Vec<D>& x : p) x = random_vector<D>(random);
  return p;
}

// Every block of the matrix, columns increasing.
template <int D>
Eigen::MatrixXd dense(const MatrixColumns<D>& matrix) {
  const auto contacts = static_cast<Eigen::Index>(matrix.row_start.size()) - 1;
  Eigen::MatrixXd W = Eigen::MatrixXd::Zero(contacts * D, contacts * D);
  for (Eigen::Index c = 0; c < contacts; ++c) {
    std::int32_t previous = -1;
    const auto row = static_cast<std::size_t>(c);
    for (auto j = matrix.row_start[row]; j < matrix.row_start[row + 1]; ++j) {
      const auto entry = static_cast<std::size_t>(j);
      EXPECT_GT(matrix.column[entry], previous);
      previous = matrix.column[entry];
      W.block(c * D, previous * D, D, D) = matrix.block[entry];
    }
  }
  return W;
}

template <int D>
double largest(const std::vector<Vec<D>>& x, const Eigen::VectorXd& y) {
  return (stacked<D>(x) - y).cwiseAbs().maxCoeff();
}

template <int D>
void check_against_dense(const ProblemKind& kind) {
  Random random(1);
  for (int k = 0; k < 30; ++k) {
    const ProblemColumns<D> columns = random_problem<D>(random, kind);
    const ContactProblem<D> problem = columns.view();
    const ProblemColumns<D> matrix_columns = in_matrix_form<D>(problem, {});
    const ContactProblem<D> matrix_form = matrix_columns.view();
    ASSERT_TRUE(std::holds_alternative<MatrixOperator<D>>(matrix_form.W));
    const Eigen::MatrixXd W = dense_delassus(columns);
    // Symmetric and positive semidefinite.
    EXPECT_LE((W - W.transpose()).cwiseAbs().maxCoeff(), kRounding);
    EXPECT_GE(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(W).eigenvalues().minCoeff(),
              -kRounding);
    // Products of both forms, that by bodies in the components of the world.
    const std::vector<Vec<D>> p = random_impulses<D>(random, problem.contacts());
    const std::vector<Vec<D>> p_n = in_frames<D>(problem, p);
    const std::vector<Vec<D>> q_n = in_frames<D>(problem, problem.q);
    const Eigen::VectorXd u = W * stacked<D>(p_n) + stacked<D>(q_n);
    EXPECT_LE(largest<D>(in_frames<D>(problem, compute_velocities<D>(problem, p)), u),
              10.0 * kRounding);
    EXPECT_LE(largest<D>(compute_velocities<D>(matrix_form, p_n), u), 10.0 * kRounding);
    // The motion of the nodes, M⁻¹ H p; the ground, which is last, has none.
    const Eigen::VectorXd motion = test::node_velocity(columns, stacked<D>(p_n));
    const std::vector<Twist<D>> v = node_velocities<D>(columns.bodies(), p);
    ASSERT_EQ(static_cast<Eigen::Index>(v.size()), test::node_count(columns));
    constexpr int N = D + spin_dimension<D>;
    for (std::size_t i = 0; i < v.size(); ++i) {
      Eigen::Matrix<double, N, 1> twist;
      twist << v[i].linear, v[i].angular;
      const auto at = static_cast<Eigen::Index>(i) * N;
      EXPECT_LE((twist - motion.segment(at, N)).cwiseAbs().maxCoeff(), 10.0 * kRounding);
    }
    EXPECT_TRUE(v.back().linear.isZero(0.0) && v.back().angular.isZero(0.0));
    // Diagonal blocks of both, and every block of the matrix.
    const auto body_blocks = diagonal_blocks(problem), matrix_blocks = diagonal_blocks(matrix_form);
    for (std::size_t c = 0; c < problem.contacts(); ++c) {
      const auto at = static_cast<Eigen::Index>(c) * D;
      EXPECT_LE((body_blocks[c] - W.block(at, at, D, D)).cwiseAbs().maxCoeff(), kRounding);
      EXPECT_LE((matrix_blocks[c] - W.block(at, at, D, D)).cwiseAbs().maxCoeff(), kRounding);
    }
    EXPECT_LE((dense(matrix_columns.matrix) - W).cwiseAbs().maxCoeff(), kRounding);
    // The matrix form of a matrix is the same matrix.
    const ProblemColumns<D> again = in_matrix_form<D>(matrix_form, p_n);
    EXPECT_EQ(again.matrix.column, matrix_columns.matrix.column);
    EXPECT_EQ(again.matrix.block, matrix_columns.matrix.block);
    EXPECT_EQ(again.q, matrix_columns.q);
    EXPECT_EQ(again.start, p_n);
  }
}

template <int D>
void check_kinds() {
  const auto check = [](const char* name, const ProblemKind& kind) {
    SCOPED_TRACE(name);
    check_against_dense<D>(kind);
  };
  check("balls", {});
  check("any arms", {.balls = false});
  check("fixed bodies", {.fixed = true});
  check("locked directions", {.locked = true});
  check("locked directions, any arms", {.balls = false, .locked = true});
  check("inertia blocks", {.inertia_blocks = true});
  check("several contacts per pair",
        {.contacts = 12, .balls = false, .contacts_per_pair = 3, .inertia_blocks = true});
  check("planes", {.contacts = 12, .ground = 0.6, .planes = 2});
  check("planes and all else", {.contacts = 15,
                                .balls = false,
                                .ground = 0.6,
                                .locked = true,
                                .planes = 2,
                                .contacts_per_pair = 2,
                                .inertia_blocks = true});
}
TEST(Operators, both_are_h_transposed_m_inverse_h_2d) { check_kinds<2>(); }
TEST(Operators, both_are_h_transposed_m_inverse_h_3d) { check_kinds<3>(); }

// Two balls a, b in contact.
template <int D>
ProblemColumns<D> two_balls(const Vec<D>& n, double m_a, double r_a, double i_a, double m_b,
                            double r_b, double i_b) {
  ProblemColumns<D> problem;
  problem.inverse_mass = {Vec<D>::Constant(1.0 / m_a), Vec<D>::Constant(1.0 / m_b)};
  problem.inverse_inertia = {1.0 / i_a, 1.0 / i_b};
  problem.radius = {r_a, r_b};
  problem.contacts = {{{{0}, {1}, 0}, 0.0, n}};
  problem.q = {Vec<D>::Zero()};
  problem.add_law({0.3});
  return problem;
}

// Discs and spheres: W_nn = 1/m_a + 1/m_b, W_tt = W_nn + r_a²/I_a + r_b²/I_b, W_nt = 0.
template <int D>
void check_ball_formula() {
  Random random(2);
  for (int k = 0; k < 50; ++k) {
    const double m_a = random_log(random, 0.1, 10.0), m_b = random_log(random, 0.1, 10.0);
    const double r_a = random_log(random, 0.1, 10.0), r_b = random_log(random, 0.1, 10.0);
    const double i_a = 0.5 * m_a * r_a * r_a, i_b = 0.4 * m_b * r_b * r_b;
    const ProblemColumns<D> columns =
        two_balls<D>(random_unit<D>(random), m_a, r_a, i_a, m_b, r_b, i_b);
    const Mat<D> w = diagonal_blocks(columns.view())[0];
    Mat<D> expected = Mat<D>::Identity();
    expected *= 1.0 / m_a + 1.0 / m_b + r_a * r_a / i_a + r_b * r_b / i_b;
    expected(0, 0) = 1.0 / m_a + 1.0 / m_b;
    EXPECT_LE((w - expected).cwiseAbs().maxCoeff(), 1e-15 * 4.0 * expected.trace());
  }
}
TEST(Operators, block_of_two_discs) { check_ball_formula<2>(); }
TEST(Operators, block_of_two_spheres) { check_ball_formula<3>(); }

// 2D kinematics with signs: u_n = (v_b − v_a)·n, u_t = (v_b − v_a)·t − r_a ω_a − r_b ω_b.
TEST(Operators, relative_velocity_of_two_discs) {
  Random random(3);
  for (int k = 0; k < 50; ++k) {
    const Vec<2> n = random_unit<2>(random), t(-n[1], n[0]);
    const double r_a = 0.7, r_b = 1.3;
    const ProblemColumns<2> columns = two_balls<2>(n, 1.0, r_a, 1.0, 1.0, r_b, 1.0);
    std::vector<Twist<2>> v(2);
    for (Twist<2>& x : v) x = {random_vector<2>(random), random_vector<1>(random)};
    const Vec<2> u = BodiesOperator<2>::relative_velocity(columns.bodies().edge(0), v);
    const Vec<2> dv = v[1].linear - v[0].linear;
    EXPECT_NEAR(u.dot(n), dv.dot(n), 1e-14);
    EXPECT_NEAR(u.dot(t), dv.dot(t) - r_a * v[0].angular[0] - r_b * v[1].angular[0], 1e-14);
  }
}

// 3D: the impulse p acts on b and −p on a; moments −r_b n × p_t on b and −r_a n × p_t on a.
TEST(Operators, impulse_on_two_spheres) {
  Random random(4);
  for (int k = 0; k < 50; ++k) {
    const Vec<3> n = random_unit<3>(random);
    const double m_a = 2.0, m_b = 3.0, r_a = 0.7, r_b = 1.3, i_a = 0.4, i_b = 0.9;
    const ProblemColumns<3> columns = two_balls<3>(n, m_a, r_a, i_a, m_b, r_b, i_b);
    const Eigen::Vector3d p = random_vector<3>(random);
    const Eigen::Vector3d p_t = p - p.dot(n) * n;
    std::vector<Twist<3>> v(2);
    columns.bodies().apply_impulse(columns.bodies().edge(0), p, v);
    EXPECT_NEAR((v[1].linear - p / m_b).norm(), 0.0, 1e-14);
    EXPECT_NEAR((v[0].linear + p / m_a).norm(), 0.0, 1e-14);
    EXPECT_NEAR((v[1].angular + r_b * n.cross(p_t) / i_b).norm(), 0.0, 1e-14);
    EXPECT_NEAR((v[0].angular + r_a * n.cross(p_t) / i_a).norm(), 0.0, 1e-14);
  }
}

// A plane of mass 2 takes the normal part of an impulse only, and does not turn; its contact block
// is that of the ball (mass 1, r²/I = 3) with 1/2 more along the normal.
TEST(Operators, plane_moves_along_its_normal_alone) {
  Random random(6);
  for (int k = 0; k < 20; ++k) {
    const Vec<3> n = random_unit<3>(random);
    ProblemColumns<3> columns;
    columns.inverse_mass = {Vec<3>::Ones()};
    columns.inverse_inertia = {0.75};
    columns.radius = {2.0};
    columns.planes = {{n, 0.5}};
    columns.plane_of = {-1, 0};
    columns.contacts = {{{NodeRef::boundary(1), {0}, 0}, 0.0, n},
                        {{NodeRef::boundary(0), {0}, 0}, 0.0, n},
                        {{NodeRef::boundary(2), {0}, 0}, 0.0, n}};
    const BodiesOperator<3> bodies = columns.bodies();
    EXPECT_EQ(bodies.nodes(), 2u);
    EXPECT_EQ(bodies.edge(0).a, 1);
    EXPECT_EQ(bodies.edge(1).a, 2);  // the ground
    EXPECT_EQ(bodies.edge(2).a, 2);  // boundaries that the list does not reach do not move
    const Vec<3> p = random_vector<3>(random);
    std::vector<Twist<3>> v(3);
    bodies.apply_impulse(bodies.edge(0), p, v);
    EXPECT_NEAR((v[1].linear + 0.5 * p.dot(n) * n).norm(), 0.0, 1e-15 * p.norm());
    EXPECT_TRUE(v[1].angular.isZero(0.0));
    const Mat<3> w = bodies.diagonal_block(bodies.edge(0), contact_frame<3>(n));
    EXPECT_LE((w - Mat<3>(Vec<3>(1.5, 4.0, 4.0).asDiagonal())).cwiseAbs().maxCoeff(), 1e-14);
  }
}

// Two contacts on the ground do not couple through it: the matrix has no block between them.
TEST(Operators, ground_couples_nothing) {
  ProblemColumns<2> columns;
  columns.inverse_mass = {Vec<2>::Ones(), Vec<2>::Ones()};
  columns.inverse_inertia = {2.0, 2.0};
  columns.radius = {1.0, 1.0};
  const Vec<2> up(0.0, 1.0);
  columns.contacts = {{{{-1}, {0}, 0}, 0.0, up}, {{{-1}, {1}, 0}, 0.0, up}};
  columns.arms = {{Vec<2>(0.0, 0.0), -up}, {Vec<2>(5.0, 0.0), -up}};
  const MatrixColumns<2> matrix = assemble(columns.bodies());
  EXPECT_EQ(matrix.block.size(), 2u);
  EXPECT_EQ(matrix.column, (std::vector<std::int32_t>{0, 1}));
  EXPECT_EQ(matrix.block[0](0, 0), 1.0);
  EXPECT_EQ(matrix.block[0](1, 1), 3.0);
  std::vector<Twist<2>> v(3);
  columns.bodies().apply_impulse(columns.bodies().edge(0), Vec<2>(1.0, 1.0), v);
  EXPECT_EQ(v[2].linear, Vec<2>(0.0, 0.0));
  EXPECT_EQ(v[2].angular[0], 0.0);
}

// The assembled matrix has the blocks of contacts that share a node that can move, and its
// diagonal, and no other; what it leaves out is 0 in the dense matrix.
template <int D>
void check_pattern(const ProblemKind& kind) {
  Random random(7);
  for (int k = 0; k < 20; ++k) {
    const ProblemColumns<D> columns = random_problem<D>(random, kind);
    const MatrixColumns<D> matrix = assemble(columns.bodies());
    const Eigen::MatrixXd m = test::inverse_mass_matrix(columns).dense();
    constexpr int N = D + spin_dimension<D>;
    const auto movable_nodes = [&](const Contact<D>& contact) {
      std::set<Eigen::Index> nodes;
      for (const NodeRef side : {contact.a(), contact.b()}) {
        const Eigen::Index node = test::node_of_side(columns, side);
        if (m.block(node * N, node * N, N, N).isZero(0.0)) continue;
        nodes.insert(node);
      }
      return nodes;
    };
    const Eigen::MatrixXd W = dense_delassus(columns);
    const std::size_t n = columns.contacts.size();
    std::size_t left_out = 0;
    for (std::size_t i = 0; i < n; ++i) {
      std::vector<std::int32_t> expected;
      const auto of_i = movable_nodes(columns.contacts[i]);
      for (std::size_t j = 0; j < n; ++j) {
        bool coupled = i == j;
        for (const Eigen::Index node : movable_nodes(columns.contacts[j])) {
          coupled = coupled || of_i.contains(node);
        }
        if (coupled) {
          expected.push_back(static_cast<std::int32_t>(j));
        } else {
          ++left_out;
          const auto at = [](std::size_t c) { return static_cast<Eigen::Index>(c) * D; };
          EXPECT_TRUE(W.block(at(i), at(j), D, D).isZero(0.0));
        }
      }
      const std::vector<std::int32_t> found(matrix.column.begin() + matrix.row_start[i],
                                            matrix.column.begin() + matrix.row_start[i + 1]);
      EXPECT_EQ(found, expected);
    }
    EXPECT_GT(left_out, 0u);
    EXPECT_LE((dense(matrix) - W).cwiseAbs().maxCoeff(), kRounding);
  }
}
TEST(Operators, matrix_has_no_block_for_uncoupled_contacts) {
  check_pattern<2>({.bodies = 12, .contacts = 20, .fixed = true});
  check_pattern<3>({.bodies = 12, .contacts = 20, .fixed = true});
  check_pattern<2>({.bodies = 12, .contacts = 20, .ground = 0.5, .planes = 2});
  check_pattern<3>({.bodies = 12,
                    .contacts = 30,
                    .balls = false,
                    .ground = 0.5,
                    .locked = true,
                    .planes = 2,
                    .contacts_per_pair = 3,
                    .inertia_blocks = true});
}

// A contact of a body with itself (periodic images will have them): W_cc = Hᵀ M⁻¹ H also here.
TEST(Operators, contact_of_a_node_with_itself) {
  Random random(5);
  ProblemColumns<3> columns;
  columns.inverse_mass = {Vec<3>::Constant(0.5)};
  columns.inverse_inertia = {1.5};
  columns.radius = {1.0};
  columns.contacts = {{{{0}, {0}, 0}, 0.0, random_unit<3>(random)}};
  columns.arms = {{random_vector<3>(random), random_vector<3>(random)}};
  const Eigen::MatrixXd W = dense_delassus(columns);
  const BodiesOperator<3> bodies = columns.bodies();
  EXPECT_LE((bodies.diagonal_block(bodies.edge(0), columns.contacts[0].frame()) - W)
                .cwiseAbs()
                .maxCoeff(),
            kRounding);
  const MatrixColumns<3> matrix = assemble(bodies);
  EXPECT_LE((matrix.view().diagonal_block(0) - W).cwiseAbs().maxCoeff(), kRounding);
}

TEST(Operators, no_contacts) {
  const ProblemColumns<2> columns;
  EXPECT_EQ(columns.view().contacts(), 0u);
  EXPECT_TRUE(compute_velocities<2>(columns.view(), {}).empty());
  EXPECT_EQ(in_matrix_form<2>(columns.view(), {}).view().contacts(), 0u);
}

}  // namespace
}  // namespace galet::operators_test
