// The contact problem of one step, as data: find impulses p and velocities û with
//   û = W p + q   and the law of every contact between û_c and p_c.
// W is symmetric positive semidefinite; q holds the free velocities (and the shift of restitution).
// A solver sees nothing but this.
#pragma once

#include <variant>
#include <vector>

#include "galet/problem/delassus_graph.hpp"
#include "galet/problem/delassus_matrix.hpp"

namespace galet {

template <int D>
struct ContactProblem {
  std::variant<DelassusGraph<D>, DelassusMatrix<D>> W;
  std::vector<Vec<D>> q;   // contact components (n, t…), m/s
  std::vector<double> mu;  // Coulomb coefficient of each contact

  std::size_t contacts() const { return q.size(); }
};

// û = W p + q for all contacts.
template <int D>
std::vector<Vec<D>> compute_velocities(const ContactProblem<D>& problem, std::span<const Vec<D>> p);

// W_cc for all contacts.
template <int D>
std::vector<Mat<D>> diagonal_blocks(const ContactProblem<D>& problem);

// The same problem with W assembled.
template <int D>
ContactProblem<D> in_matrix_form(const ContactProblem<D>& problem);

}  // namespace galet
