// Random contact problems and their matrices, built independently of problem/.
#pragma once

#include <limits>
#include <span>
#include <utility>
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
  bool balls = true;          // arms along the normal; otherwise arms in any direction
  double ground = 0.3;        // share of the contacts with boundaries
  bool fixed = false;         // some bodies fixed altogether or in rotation
  bool locked = false;        // the same, and some locked in a direction
  int planes = 0;             // boundaries that move along their normal, besides one that does not
  int contacts_per_pair = 1;  // with one normal, told apart by their arms
  bool inertia_blocks = false;  // full inverse inertias
};

// A random symmetric positive definite block with eigenvalues in [1, condition] · scale.
template <int N>
Eigen::Matrix<double, N, N> random_spd(Random& random, double condition, double scale = 1.0) {
  using Block = Eigen::Matrix<double, N, N>;
  Block a;
  for (int k = 0; k < N; ++k) a.col(k) = random_vector<N>(random);
  const Block q = Eigen::HouseholderQR<Block>(a).householderQ();
  Eigen::Matrix<double, N, 1> eigenvalues;
  for (int k = 0; k < N; ++k) eigenvalues[k] = scale * random_log(random, 1.0, condition);
  const Block w = q * eigenvalues.asDiagonal() * q.transpose();
  return 0.5 * (w + w.transpose());
}

// ---- Matrices of a problem of bodies
// -----------------------------------------------------------------

// Nodes: the bodies, the planes, the ground. Written without BodiesOperator.
template <int D>
Eigen::Index node_of_side(const ProblemColumns<D>& columns, NodeRef side) {
  const auto bodies = static_cast<Eigen::Index>(columns.inverse_mass.size());
  if (!side.is_boundary()) return side.value;
  const std::size_t k = side.boundary();
  if (k < columns.plane_of.size() && columns.plane_of[k] >= 0) return bodies + columns.plane_of[k];
  return bodies + static_cast<Eigen::Index>(columns.planes.size());
}

template <int D>
Eigen::Index node_count(const ProblemColumns<D>& columns) {
  return static_cast<Eigen::Index>(columns.inverse_mass.size() + columns.planes.size() + 1);
}

// A matrix as a list of entries, which add up where they meet.
struct Entries {
  struct Entry {
    Eigen::Index row = 0;
    Eigen::Index column = 0;
    double value = 0.0;
  };
  Eigen::Index rows = 0;
  Eigen::Index columns = 0;
  std::vector<Entry> entries{};

  template <class Block>
  void add(Eigen::Index row, Eigen::Index column, const Block& block) {
    for (Eigen::Index j = 0; j < block.cols(); ++j) {
      for (Eigen::Index i = 0; i < block.rows(); ++i) {
        entries.push_back({row + i, column + j, block(i, j)});
      }
    }
  }
  Eigen::VectorXd times(const Eigen::VectorXd& x) const {
    Eigen::VectorXd y = Eigen::VectorXd::Zero(rows);
    for (const Entry& e : entries) y[e.row] += e.value * x[e.column];
    return y;
  }
  Eigen::VectorXd transposed_times(const Eigen::VectorXd& x) const {
    Eigen::VectorXd y = Eigen::VectorXd::Zero(columns);
    for (const Entry& e : entries) y[e.column] += e.value * x[e.row];
    return y;
  }
  Eigen::MatrixXd dense() const {
    Eigen::MatrixXd a = Eigen::MatrixXd::Zero(rows, columns);
    for (const Entry& e : entries) a(e.row, e.column) += e.value;
    return a;
  }
};

// Hᵀ, rows by component (n, t …) of the contacts, columns by (linear, angular) of every node: the
// velocity at a contact of each unit motion, written with the definition u = (v + ω × arm)_b −
// (…)_a and Eigen's own vector product. The arms of balls are r_a n and −r_b n.
template <int D>
Entries h_transposed(const ProblemColumns<D>& columns) {
  constexpr int S = spin_dimension<D>, N = D + S;
  Entries ht{static_cast<Eigen::Index>(columns.contacts.size()) * D, node_count(columns) * N};
  for (std::size_t c = 0; c < columns.contacts.size(); ++c) {
    const Contact<D>& contact = columns.contacts[c];
    const auto fill = [&](NodeRef side, const Vec<D>& arm, double sign) {
      Eigen::Matrix<double, D, N> motion;
      motion.setZero();
      motion.template leftCols<D>().setIdentity();
      Eigen::Vector3d arm3 = Eigen::Vector3d::Zero();
      arm3.head<D>() = arm;
      for (int k = 0; k < S; ++k) {
        const Eigen::Vector3d axis = Eigen::Vector3d::Unit(D == 2 ? 2 : k);
        motion.col(D + k) = axis.cross(arm3).template head<D>();
      }
      const Eigen::Matrix<double, D, N> block = sign * contact_frame<D>(contact.n) * motion;
      ht.add(static_cast<Eigen::Index>(c) * D, node_of_side(columns, side) * N, block);
    };
    Vec<D> arm_a = Vec<D>::Zero();
    Vec<D> arm_b = -columns.radius[contact.b().body()] * contact.n;
    if (!contact.a().is_boundary()) arm_a = columns.radius[contact.a().body()] * contact.n;
    if (!columns.arms.empty()) {
      arm_a = columns.arms[c].a;
      arm_b = columns.arms[c].b;
    }
    fill(contact.b(), arm_b, 1.0);
    fill(contact.a(), arm_a, -1.0);
  }
  return ht;
}

// M⁻¹: by body the inverse masses per direction and the inverse inertia, as a number or a block; by
// plane n nᵀ/m; nothing for the ground.
template <int D>
Entries inverse_mass_matrix(const ProblemColumns<D>& columns) {
  constexpr int S = spin_dimension<D>, N = D + S;
  Entries m{node_count(columns) * N, node_count(columns) * N};
  Eigen::Index at = 0;
  for (std::size_t i = 0; i < columns.inverse_mass.size(); ++i, at += N) {
    m.add(at, at, Mat<D>(columns.inverse_mass[i].asDiagonal()));
    using Inertia = Eigen::Matrix<double, S, S>;
    m.add(at + D, at + D,
          columns.inertia_blocks.empty() ? Inertia(columns.inverse_inertia[i] * Inertia::Identity())
                                         : Inertia(columns.inertia_blocks[i]));
  }
  for (const PlaneNode<D>& plane : columns.planes) {
    m.add(at, at, Mat<D>(plane.inverse_mass * plane.normal * plane.normal.transpose()));
    at += N;
  }
  return m;
}

// W = Hᵀ M⁻¹ H, in contact components.
template <int D>
Eigen::MatrixXd dense_delassus(const ProblemColumns<D>& columns) {
  const Eigen::MatrixXd ht = h_transposed(columns).dense();
  const Eigen::MatrixXd m = inverse_mass_matrix(columns).dense();
  return ht * m * ht.transpose();
}

// M⁻¹ H p of impulses in contact components, all nodes in one vector.
template <int D>
Eigen::VectorXd node_velocity(const ProblemColumns<D>& columns, const Eigen::VectorXd& p) {
  return inverse_mass_matrix(columns).times(h_transposed(columns).transposed_times(p));
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

// Vectors by contact (impulses, velocities) from the components of the operator to those of the
// contacts, and back.
template <int D>
std::vector<Vec<D>> in_frames(const ContactProblem<D>& problem, std::span<const Vec<D>> x) {
  std::vector<Vec<D>> y;
  for (std::size_t c = 0; c < x.size(); ++c) y.push_back(problem.frame(c) * x[c]);
  return y;
}
template <int D>
std::vector<Vec<D>> from_frames(const ContactProblem<D>& problem, std::span<const Vec<D>> x) {
  std::vector<Vec<D>> y;
  for (std::size_t c = 0; c < x.size(); ++c) y.push_back(problem.frame(c).transpose() * x[c]);
  return y;
}

// ---- Problems
// ----------------------------------------------------------------------------------------

template <int D>
void add_random_body(Random& random, const ProblemKind& kind, ProblemColumns<D>& problem) {
  const double r = random_log(random, 0.5, 1.0);
  const double mass = random_log(random, 1.0, kind.mass_ratio);
  Vec<D> inverse_mass = Vec<D>::Constant(1.0 / mass);
  double inverse_inertia = 1.0 / (0.4 * mass * r * r);
  if (kind.fixed || kind.locked) {
    const std::uint64_t which = random.below(6);
    if (which == 0) {
      inverse_mass.setZero();
      inverse_inertia = 0.0;
    }
    if (which == 1 && kind.locked) inverse_mass[static_cast<int>(random.below(D))] = 0.0;
    if (which == 2) inverse_inertia = 0.0;
  }
  if (kind.inertia_blocks) {
    problem.inertia_blocks.push_back(random_spd<spin_dimension<D>>(random, 5.0, inverse_inertia));
    inverse_inertia = std::numeric_limits<double>::quiet_NaN();  // the blocks stand instead of it
  }
  problem.inverse_mass.push_back(inverse_mass);
  problem.inverse_inertia.push_back(inverse_inertia);
  problem.radius.push_back(r);
}

// Contacts of one random pair. Between two bodies the first place is the smaller.
template <int D>
void add_random_pair(Random& random, const ProblemKind& kind, ProblemColumns<D>& problem) {
  const auto bodies = static_cast<std::uint64_t>(kind.bodies);
  NodeRef b{static_cast<std::int32_t>(random.below(bodies))};
  NodeRef a = random.uniform() < kind.ground
                  ? NodeRef::boundary(0)
                  : NodeRef{static_cast<std::int32_t>(random.below(bodies))};
  if (a == b) return;
  Vec<D> n = random_unit<D>(random);
  if (a.is_boundary() && kind.planes > 0) {
    const std::size_t k = random.below(static_cast<std::uint64_t>(kind.planes) + 1);
    a = NodeRef::boundary(k);
    if (problem.plane_of[k] >= 0) {
      n = problem.planes[static_cast<std::size_t>(problem.plane_of[k])].normal;
    }
  }
  const bool swapped = !a.is_boundary() && b < a;
  for (int k = 0; k < kind.contacts_per_pair; ++k) {
    if (problem.contacts.size() == static_cast<std::size_t>(kind.contacts)) return;
    if (!kind.balls) {
      const double r_a = a.is_boundary() ? 1.0 : problem.radius[a.body()];
      Arms<D> arms{r_a * random_unit<D>(random), {}};
      arms.b = problem.radius[b.body()] * random_unit<D>(random);
      if (swapped) std::swap(arms.a, arms.b);
      problem.arms.push_back(arms);
    }
    problem.contacts.push_back(swapped ? Contact<D>{{b, a, k}, 0.0, -n}
                                       : Contact<D>{{a, b, k}, 0.0, n});
  }
}

// Random bodies and contacts. q = Hᵀ v_free for random velocities, so that the problem has a
// solution (the velocities of a body at rest are admissible; see [Cadoux2009]).
template <int D>
ProblemColumns<D> random_problem(Random& random, const ProblemKind& kind) {
  ProblemColumns<D> problem;
  for (int i = 0; i < kind.bodies; ++i) add_random_body(random, kind, problem);
  if (kind.planes > 0) problem.plane_of.push_back(-1);
  for (int j = 0; j < kind.planes; ++j) {
    problem.plane_of.push_back(j);
    const Vec<D> n = random_unit<D>(random);
    problem.planes.push_back({n, 1.0 / random_log(random, 1.0, kind.mass_ratio)});
  }
  while (problem.contacts.size() < static_cast<std::size_t>(kind.contacts)) {
    add_random_pair(random, kind, problem);
  }

  constexpr int S = spin_dimension<D>, N = D + S;
  Eigen::VectorXd v = Eigen::VectorXd::Zero(node_count(problem) * N);
  Eigen::Index at = 0;
  for (std::size_t i = 0; i < problem.inverse_mass.size(); ++i, at += N) {
    const Vec<D> linear = random_vector<D>(random);
    for (int k = 0; k < D; ++k) v[at + k] = problem.inverse_mass[i][k] > 0.0 ? linear[k] : 0.0;
    const bool turns = problem.inertia_blocks.empty() ? problem.inverse_inertia[i] > 0.0
                                                      : !problem.inertia_blocks[i].isZero(0.0);
    if (turns) v.segment(at + D, S) = random_vector<S>(random);
  }
  for (const PlaneNode<D>& plane : problem.planes) {
    v.segment(at, D) = random.normal() * plane.normal;
    at += N;
  }
  const Eigen::VectorXd u = h_transposed(problem).times(v);
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const Vec<D> in_frame = u.segment(static_cast<Eigen::Index>(c) * D, D);
    problem.q.push_back(contact_frame<D>(problem.contacts[c].n).transpose() * in_frame);
    problem.add_law({random.uniform(kind.mu_low, kind.mu_high)});
  }
  return problem;
}

// One contact with the given block, in matrix form.
template <int D>
ProblemColumns<D> one_contact(const Mat<D>& W, const Vec<D>& q, double mu) {
  ProblemColumns<D> problem;
  problem.matrix = {{0, 1}, {0}, {W}};
  problem.q = {q};
  problem.add_law({mu});
  return problem;
}

// The given contacts of a problem of bodies, in that order; nodes as they are.
template <int D>
ProblemColumns<D> reordered(const ProblemColumns<D>& problem,
                            const std::vector<std::size_t>& order) {
  ProblemColumns<D> result = problem;
  result.contacts.clear();
  result.arms.clear();
  result.q.clear();
  result.law.clear();
  for (const std::size_t c : order) {
    result.contacts.push_back(problem.contacts[c]);
    if (!problem.arms.empty()) result.arms.push_back(problem.arms[c]);
    result.q.push_back(problem.q[c]);
    result.law.push_back(problem.law[c]);
  }
  return result;
}

}  // namespace galet::test
