// The Delassus operator W = Hᵀ M⁻¹ H as a graph: nodes with inverse masses, contacts as edges.
// Nothing is assembled; a product costs O(contacts). This is the form for hot loops.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "galet/math/vec.hpp"

namespace galet {

// Velocity of a node (m/s and rad/s).
template <int D>
struct Twist {
  Vec<D> linear = Vec<D>::Zero();
  Spin<D> angular = Spin<D>::Zero();
};

template <int D>
struct GraphNode {
  Vec<D> inverse_mass = Vec<D>::Zero();  // per direction, 0 where locked
  double inverse_inertia = 0.0;          // balls: the same about every axis
};

template <int D>
struct GraphEdge {
  std::int32_t a = 0;
  std::int32_t b = 0;
  Mat<D> frame;  // rows n (from a to b), t…
  Vec<D> arm_a;  // from the centre of a to the contact point
  Vec<D> arm_b;
};

template <int D>
struct DelassusGraph {
  std::vector<GraphNode<D>> nodes;
  std::vector<GraphEdge<D>> edges;

  std::size_t contacts() const { return edges.size(); }

  // Hᵀ v at one contact: velocity of b relative to a, in contact components.
  Vec<D> relative_velocity(std::size_t c, std::span<const Twist<D>> v) const {
    const GraphEdge<D>& e = edges[c];
    const Twist<D>& va = v[static_cast<std::size_t>(e.a)];
    const Twist<D>& vb = v[static_cast<std::size_t>(e.b)];
    return e.frame *
           (vb.linear + cross(vb.angular, e.arm_b) - va.linear - cross(va.angular, e.arm_a));
  }

  // v += M⁻¹ H_c p for one contact.
  void apply_impulse(std::size_t c, const Vec<D>& p, std::span<Twist<D>> v) const {
    const GraphEdge<D>& e = edges[c];
    const Vec<D> impulse = e.frame.transpose() * p;
    const auto push = [&](std::int32_t node, const Vec<D>& arm, double sign) {
      const auto k = static_cast<std::size_t>(node);
      v[k].linear += sign * nodes[k].inverse_mass.cwiseProduct(impulse);
      v[k].angular += (sign * nodes[k].inverse_inertia) * moment(arm, impulse);
    };
    push(e.b, e.arm_b, 1.0);
    push(e.a, e.arm_a, -1.0);
  }

  // M⁻¹ H p for all contacts, in their order.
  std::vector<Twist<D>> node_velocities(std::span<const Vec<D>> p) const {
    std::vector<Twist<D>> v(nodes.size());
    for (std::size_t c = 0; c < edges.size(); ++c) apply_impulse(c, p[c], v);
    return v;
  }

  // W_cc.
  Mat<D> diagonal_block(std::size_t c) const {
    Mat<D> w = Mat<D>::Zero();
    add_coupling(c, edges[c].a, edges[c].arm_a, -1.0, c, edges[c].a, edges[c].arm_a, -1.0, w);
    add_coupling(c, edges[c].b, edges[c].arm_b, 1.0, c, edges[c].b, edges[c].arm_b, 1.0, w);
    if (edges[c].a == edges[c].b) {
      add_coupling(c, edges[c].a, edges[c].arm_a, -1.0, c, edges[c].b, edges[c].arm_b, 1.0, w);
      add_coupling(c, edges[c].b, edges[c].arm_b, 1.0, c, edges[c].a, edges[c].arm_a, -1.0, w);
    }
    return w;
  }

  // Adds to w what the impulse of contact j, acting on `node` with `arm_j`, does to the velocity of
  // contact i through the same node.
  void add_coupling(std::size_t i, std::int32_t node_i, const Vec<D>& arm_i, double sign_i,
                    std::size_t j, std::int32_t node_j, const Vec<D>& arm_j, double sign_j,
                    Mat<D>& w) const {
    if (node_i != node_j) return;
    const GraphNode<D>& node = nodes[static_cast<std::size_t>(node_i)];
    for (int k = 0; k < D; ++k) {
      const Vec<D> impulse = edges[j].frame.row(k).transpose();
      const Vec<D> linear = node.inverse_mass.cwiseProduct(impulse);
      const Spin<D> angular = node.inverse_inertia * moment(arm_j, impulse);
      w.col(k) += sign_i * sign_j * (edges[i].frame * (linear + cross(angular, arm_i)));
    }
  }
};

}  // namespace galet
