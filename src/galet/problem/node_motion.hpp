// Motion of the nodes of a contact problem: as twists, and as the rows that schemes and solvers
// hand to each other.
#pragma once

#include <vector>

#include "galet/math/vec.hpp"
#include "galet/problem/node_row.hpp"

namespace galet {

// Velocity of a node (m/s and rad/s).
template <int D>
struct Twist {
  Vec<D> linear = Vec<D>::Zero();
  Spin<D> angular = Spin<D>::Zero();
};

// Rows of all nodes, and one row more for all that cannot move.
using NodeMotion = std::vector<NodeRow<double>>;

template <int D>
Vec<D> velocity_of(const NodeRow<double>& row) {
  return Eigen::Map<const Vec<D>>(row.v);
}
// r ω; in 2D the spin is about z.
template <int D>
Spin<D> rim_velocity_of(const NodeRow<double>& row) {
  return Eigen::Map<const Spin<D>>(row.s + (D == 2 ? 2 : 0));
}

template <int D>
void set_motion(const Vec<D>& velocity, const Spin<D>& rim_velocity, NodeRow<double>& row) {
  Eigen::Map<Vec<D>>(row.v) = velocity;
  Eigen::Map<Spin<D>>(row.s + (D == 2 ? 2 : 0)) = rim_velocity;
}

}  // namespace galet
