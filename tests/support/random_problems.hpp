// Random contact problems and their dense matrices, built independently of problem/.
#pragma once

#include <span>
#include <vector>

#include "support/random_vectors.hpp"
#include <Eigen/Dense>

#include "galet/problem/contact_problem.hpp"

namespace galet::test {

struct ProblemKind {
  int bodies = 6;
  int contacts = 9;
  double mu_low = 0.0;
  double mu_high = 0.6;
  double mass_ratio = 10.0;
  bool balls = true;    // arms along the normal; otherwise arms in any direction
  double ground = 0.3;  // share of the contacts with the ground, the last node
  bool locked = false;  // some bodies locked in a direction, in rotation or altogether
};

// A graph of random bodies and contacts. q = Hᵀ v_free for random velocities, so that the problem
// has a solution (the velocities of a body at rest are admissible; see [Cadoux2009]).
template <int D>
ContactProblem<D> random_problem(Random& random, const ProblemKind& kind) {
  DelassusGraph<D> graph;
  std::vector<double> radius;
  for (int i = 0; i < kind.bodies; ++i) {
    const double r = random_log(random, 0.5, 1.0);
    const double mass = random_log(random, 1.0, kind.mass_ratio);
    GraphNode<D> node;
    node.inverse_mass = Vec<D>::Constant(1.0 / mass);
    node.inverse_inertia = 1.0 / (0.4 * mass * r * r);
    if (kind.locked) {
      const std::uint64_t which = random.below(6);
      if (which == 0) node = GraphNode<D>{};
      if (which == 1) node.inverse_mass[static_cast<int>(random.below(D))] = 0.0;
      if (which == 2) node.inverse_inertia = 0.0;
    }
    graph.nodes.push_back(node);
    radius.push_back(r);
  }
  graph.nodes.push_back({});  // ground
  radius.push_back(1.0);
  const auto ground = static_cast<std::int32_t>(kind.bodies);
  while (graph.edges.size() < static_cast<std::size_t>(kind.contacts)) {
    GraphEdge<D> e;
    e.b = static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(kind.bodies)));
    e.a = random.uniform() < kind.ground
              ? ground
              : static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(kind.bodies)));
    if (e.a == e.b) continue;
    const Vec<D> n = random_unit<D>(random);
    e.frame = contact_frame<D>(n);
    e.arm_a =
        radius[static_cast<std::size_t>(e.a)] * (kind.balls ? n : Vec<D>(random_unit<D>(random)));
    e.arm_b = radius[static_cast<std::size_t>(e.b)] *
              (kind.balls ? Vec<D>(-n) : Vec<D>(random_unit<D>(random)));
    graph.edges.push_back(e);
  }

  ContactProblem<D> problem;
  std::vector<Twist<D>> v(graph.nodes.size());
  for (std::size_t i = 0; i + 1 < v.size(); ++i) {
    const GraphNode<D>& node = graph.nodes[i];
    v[i].linear = random_vector<D>(random);
    for (int k = 0; k < D; ++k) v[i].linear[k] *= node.inverse_mass[k] > 0.0 ? 1.0 : 0.0;
    if (node.inverse_inertia > 0.0) {
      v[i].angular = random_vector<spin_dimension<D>>(random);
    }
  }
  for (std::size_t c = 0; c < graph.edges.size(); ++c) {
    problem.q.push_back(graph.relative_velocity(c, v));
    problem.mu.push_back(random.uniform(kind.mu_low, kind.mu_high));
  }
  problem.W = std::move(graph);
  return problem;
}

// Hᵀ as a dense matrix, rows by contact component, columns by (linear, angular) of every node:
// the velocity at a contact of each unit motion, written with the definition u = (v + ω × arm)_b −
// (…)_a and Eigen's own vector product.
template <int D>
Eigen::MatrixXd dense_h_transposed(const DelassusGraph<D>& graph) {
  constexpr int S = spin_dimension<D>, N = D + S;
  Eigen::MatrixXd ht = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(graph.edges.size()) * D,
                                             static_cast<Eigen::Index>(graph.nodes.size()) * N);
  for (std::size_t c = 0; c < graph.edges.size(); ++c) {
    const GraphEdge<D>& e = graph.edges[c];
    const auto fill = [&](std::int32_t node, const Vec<D>& arm, double sign) {
      Eigen::Matrix<double, D, N> motion;
      motion.setZero();
      motion.template leftCols<D>().setIdentity();
      Eigen::Vector3d arm3 = Eigen::Vector3d::Zero();
      arm3.head<D>() = arm;
      for (int k = 0; k < S; ++k) {
        const Eigen::Vector3d axis = Eigen::Vector3d::Unit(D == 2 ? 2 : k);
        motion.col(D + k) = axis.cross(arm3).template head<D>();
      }
      ht.block(static_cast<Eigen::Index>(c) * D, node * N, D, N) += sign * e.frame * motion;
    };
    fill(e.b, e.arm_b, 1.0);
    fill(e.a, e.arm_a, -1.0);
  }
  return ht;
}

template <int D>
Eigen::VectorXd dense_inverse_mass(const DelassusGraph<D>& graph) {
  constexpr int S = spin_dimension<D>, N = D + S;
  Eigen::VectorXd m(static_cast<Eigen::Index>(graph.nodes.size()) * N);
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    m.segment(static_cast<Eigen::Index>(i) * N, D) = graph.nodes[i].inverse_mass;
    m.segment(static_cast<Eigen::Index>(i) * N + D, S).setConstant(graph.nodes[i].inverse_inertia);
  }
  return m;
}

// W = Hᵀ M⁻¹ H.
template <int D>
Eigen::MatrixXd dense_delassus(const DelassusGraph<D>& graph) {
  const Eigen::MatrixXd ht = dense_h_transposed(graph);
  return ht * dense_inverse_mass(graph).asDiagonal() * ht.transpose();
}

template <int D>
Eigen::VectorXd stacked(std::span<const Vec<D>> x) {
  Eigen::VectorXd y(static_cast<Eigen::Index>(x.size()) * D);
  for (std::size_t c = 0; c < x.size(); ++c) y.segment(static_cast<Eigen::Index>(c) * D, D) = x[c];
  return y;
}
template <int D>
Eigen::VectorXd stacked(const std::vector<Vec<D>>& x) {
  return stacked<D>(std::span<const Vec<D>>(x));
}

// A random symmetric positive definite block with eigenvalues in [1, condition] · scale.
template <int D>
Mat<D> random_spd(Random& random, double condition, double scale = 1.0) {
  Mat<D> a;
  for (int k = 0; k < D; ++k) a.col(k) = random_vector<D>(random);
  const Mat<D> q = Eigen::HouseholderQR<Mat<D>>(a).householderQ();
  Vec<D> eigenvalues;
  for (int k = 0; k < D; ++k) eigenvalues[k] = scale * random_log(random, 1.0, condition);
  const Mat<D> w = q * eigenvalues.asDiagonal() * q.transpose();
  return 0.5 * (w + w.transpose());
}

// One contact with the given block, in matrix form.
template <int D>
ContactProblem<D> one_contact(const Mat<D>& W, const Vec<D>& q, double mu) {
  DelassusMatrix<D> matrix;
  matrix.row_start = {0, 1};
  matrix.column = {0};
  matrix.block = {W};
  return {.W = matrix, .q = {q}, .mu = {mu}};
}

}  // namespace galet::test
