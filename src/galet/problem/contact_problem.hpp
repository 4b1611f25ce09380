// The contact problem of one step, as data: find impulses p and velocities û with
//   û = W p + q   and the law of every contact between û_c and p_c.
// Where laws have rolling or twisting friction, every contact has a moment m besides, against the
// relative spin ω = ω_m + q_spin (law/rolling.hpp), and W acts on both.
// W is symmetric positive semidefinite; q holds the free velocities (and the shift of restitution).
// Everything is in the components of the operator: the world's for bodies, the contact's (normal
// first) for a matrix. A solver sees nothing but this, and chooses its kernel by looking at the
// columns. A view: the arrays live elsewhere (in ProblemColumns where a problem stands alone).
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "galet/law/contact_law.hpp"
#include "galet/problem/bodies_operator.hpp"
#include "galet/problem/matrix_operator.hpp"

namespace galet {

template <int D>
struct ContactProblem {
  std::variant<BodiesOperator<D>, MatrixOperator<D>> W;
  std::span<const Vec<D>> q;  // m/s
  std::span<const ContactLaw> laws;
  std::span<const std::int32_t> law;  // by contact, of `laws`
  // rad/s, relative spins free of contact, in world components; empty: no law has moments.
  std::span<const Spin<D>> q_spin{};

  bool has_moments() const { return !q_spin.empty(); }
  std::size_t contacts() const { return q.size(); }
  const ContactLaw& law_of(std::size_t c) const { return laws[static_cast<std::size_t>(law[c])]; }
  // Rows n, t … of the contact in the components of the operator.
  Mat<D> frame(std::size_t c) const {
    const auto* bodies = std::get_if<BodiesOperator<D>>(&W);
    return bodies ? bodies->contacts[c].frame() : Mat<D>(Mat<D>::Identity());
  }
};

// û = W p + q for all contacts, by the impulses alone.
template <int D>
std::vector<Vec<D>> compute_velocities(const ContactProblem<D>& problem, std::span<const Vec<D>> p);

// M⁻¹ H of impulses, and of moments where there are any, by node, the contacts taken in their
// order; the last node is the ground.
template <int D>
std::vector<Twist<D>> node_velocities(const BodiesOperator<D>& bodies, std::span<const Vec<D>> p,
                                      std::span<const Spin<D>> m = {});

// The motion of the nodes as rows: r ω instead of ω.
template <int D>
void give_rows(const BodiesOperator<D>& bodies, std::span<const Twist<D>> v, NodeMotion& motion) {
  motion.assign(v.size(), {});
  for (std::size_t i = 0; i < bodies.nodes(); ++i) {
    const double length = i < bodies.bodies() ? bodies.radius[i] : 1.0;
    set_motion<D>(v[i].linear, length * v[i].angular, motion[i]);
  }
}

// W_cc for all contacts, in contact components.
template <int D>
std::vector<Mat<D>> diagonal_blocks(const ContactProblem<D>& problem);

// All columns of a problem that stands alone: loaded, made by hand, or a part of another.
template <int D>
struct ProblemColumns {
  // Of bodies; empty for a matrix.
  std::vector<Vec<D>> inverse_mass;
  std::vector<double> inverse_inertia;
  std::vector<typename BodiesOperator<D>::InertiaBlock> inertia_blocks;
  std::vector<double> radius;
  std::vector<Contact<D>> contacts;
  std::vector<Arms<D>> arms;
  std::vector<PlaneNode<D>> planes;
  std::vector<std::int32_t> plane_of;
  // Of a matrix; empty for bodies.
  MatrixColumns<D> matrix;

  std::vector<Vec<D>> q;
  std::vector<ContactLaw> laws;
  std::vector<std::int32_t> law;
  std::vector<Spin<D>> q_spin;  // empty where no law has moments
  std::vector<Vec<D>> start;    // impulses to start from; empty: from none

  bool is_matrix() const { return contacts.empty() && !matrix.column.empty(); }
  BodiesOperator<D> bodies() const {
    return {inverse_mass, inverse_inertia, inertia_blocks, radius, contacts,
            arms,         planes,          plane_of};
  }
  ContactProblem<D> view() const {
    if (is_matrix()) return {matrix.view(), q, laws, law};
    return {bodies(), q, laws, law, q_spin};
  }
  // A contact more with a law of its own.
  void add_law(const ContactLaw& of_contact) {
    law.push_back(static_cast<std::int32_t>(laws.size()));
    laws.push_back(of_contact);
  }

  // To bytes and back (base/archive.hpp).
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.inverse_mass, self.inverse_inertia, self.inertia_blocks, self.radius, self.contacts,
      self.arms, self.planes, self.plane_of, self.matrix, self.q, self.laws, self.law, self.q_spin,
      self.start);
  }
};

// The same problem with W assembled, all in contact components; of one without moments.
template <int D>
ProblemColumns<D> in_matrix_form(const ContactProblem<D>& problem, std::span<const Vec<D>> start);

// A part of a problem of bodies: the given contacts, in that order, and only the nodes they touch;
// places of bodies are counted anew, in their order. `others` is the motion that the impulses of
// all other contacts give the nodes: it enters q.
template <int D>
ProblemColumns<D> share_of(const ContactProblem<D>& problem, std::span<const std::int32_t> contacts,
                           std::span<const Twist<D>> others);

}  // namespace galet
