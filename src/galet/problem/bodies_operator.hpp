// The Delassus operator W = Hᵀ M⁻¹ H by bodies, in world components: nodes with inverse masses,
// contacts that join two of them. Nothing is assembled; a product costs O(contacts). A view: the
// columns live elsewhere.
//
// Nodes are the bodies, then the planes that move along their normal alone (an inverse mass of rank
// one, n nᵀ/m), then the ground, which is all that does not move. An impulse P on the second side
// of a contact, −P on the first, acts at the tips of the arms; balls need none, since theirs are
// r_a n and −r_b n.
#pragma once

#include <cstdint>
#include <span>

#include "galet/law/rolling.hpp"
#include "galet/problem/contact.hpp"
#include "galet/problem/node_motion.hpp"

namespace galet {

// From the centres of the two sides to the contact point.
template <int D>
struct Arms {
  Vec<D> a = Vec<D>::Zero();
  Vec<D> b = Vec<D>::Zero();
};

// A plane that moves along its normal alone; all its contacts have this normal.
template <int D>
struct PlaneNode {
  Vec<D> normal = Vec<D>::Zero();
  double inverse_mass = 0.0;  // 1/kg
};

// A contact as the operator sees it.
template <int D>
struct Edge {
  std::int32_t a = 0;  // nodes
  std::int32_t b = 0;
  Arms<D> arms;
};

template <int D>
struct BodiesOperator {
  using InertiaBlock = Eigen::Matrix<double, spin_dimension<D>, spin_dimension<D>>;

  // By body.
  std::span<const Vec<D>> inverse_mass;            // per direction, 0 where locked
  std::span<const double> inverse_inertia;         // about every axis
  std::span<const InertiaBlock> inertia_blocks{};  // inverse, in world axes; instead, unless empty
  std::span<const double> radius;                  // of balls; for others the length in NodeRow
  // By contact.
  std::span<const Contact<D>> contacts;
  std::span<const Arms<D>> arms{};  // empty: all bodies are balls
  // Planes, and by boundary which of them it is (−1: none); boundaries beyond it do not move.
  std::span<const PlaneNode<D>> planes{};
  std::span<const std::int32_t> plane_of{};
  // By body, where it is; of no influence on W, but on the order in which unknowns are eliminated.
  // Empty: unknown.
  std::span<const Vec<D>> position{};

  std::size_t bodies() const { return inverse_mass.size(); }
  std::size_t nodes() const { return bodies() + planes.size(); }
  std::size_t ground() const { return nodes(); }

  std::size_t node_of(NodeRef side) const {
    if (!side.is_boundary()) return side.body();
    if (side.boundary() >= plane_of.size() || plane_of[side.boundary()] < 0) return ground();
    return bodies() + static_cast<std::size_t>(plane_of[side.boundary()]);
  }
  [[gnu::always_inline]] bool can_move(std::size_t node) const {
    if (node >= bodies()) return node < ground();
    if (!inverse_mass[node].isZero(0.0)) return true;
    return inertia_blocks.empty() ? inverse_inertia[node] > 0.0 : !inertia_blocks[node].isZero(0.0);
  }

  Edge<D> edge(std::size_t c) const {
    const Contact<D>& contact = contacts[c];
    Edge<D> e{static_cast<std::int32_t>(node_of(contact.a())), contact.b().value, {}};
    if (!arms.empty()) {
      e.arms = arms[c];
    } else {
      if (!contact.a().is_boundary()) e.arms.a = radius[contact.a().body()] * contact.n;
      e.arms.b = -radius[contact.b().body()] * contact.n;
    }
    return e;
  }

  // The length that moments of a contact are measured by (law/rolling.hpp).
  double moment_length(std::size_t c) const {
    const double r_b = radius[contacts[c].b().body()];
    const NodeRef a = contacts[c].a();
    return a.is_boundary() ? r_b : effective_radius(radius[a.body()], r_b);
  }

  // Hᵀ v at one contact: velocity of b relative to a.
  static Vec<D> relative_velocity(const Edge<D>& e, std::span<const Twist<D>> v) {
    const Twist<D>& va = v[static_cast<std::size_t>(e.a)];
    const Twist<D>& vb = v[static_cast<std::size_t>(e.b)];
    return vb.linear + cross(vb.angular, e.arms.b) - va.linear - cross(va.angular, e.arms.a);
  }

  // Spin of b relative to a.
  static Spin<D> relative_spin(const Edge<D>& e, std::span<const Twist<D>> v) {
    return v[static_cast<std::size_t>(e.b)].angular - v[static_cast<std::size_t>(e.a)].angular;
  }
  // The same for a moment m on b, −m on a.
  void apply_moment(const Edge<D>& e, const Spin<D>& m, std::span<Twist<D>> v) const {
    if (can_turn(e.b)) v[static_cast<std::size_t>(e.b)].angular += turned_by(e.b, m);
    if (can_turn(e.a)) v[static_cast<std::size_t>(e.a)].angular -= turned_by(e.a, m);
  }
  // What a moment of unit size does to the relative spin, at most.
  double spin_mobility(const Edge<D>& e) const {
    const auto of = [&](std::int32_t node) {
      if (!can_turn(node)) return 0.0;
      const auto k = static_cast<std::size_t>(node);
      return inertia_blocks.empty() ? inverse_inertia[k] : inertia_blocks[k].trace();
    };
    return of(e.a) + of(e.b);
  }
  // What an impulse of unit size across the normal does to the relative spin of two balls, about
  // the axis n × impulse, with a minus sign.
  double spin_coupling(const Edge<D>& e) const {
    const auto of = [&](std::int32_t node, const Vec<D>& arm) {
      return can_turn(node) ? inverse_inertia[static_cast<std::size_t>(node)] * arm.norm() : 0.0;
    };
    return of(e.b, e.arms.b) - of(e.a, e.arms.a);
  }

  // v += M⁻¹ H_c P; nodes that cannot move are not touched.
  void apply_impulse(const Edge<D>& e, const Vec<D>& impulse, std::span<Twist<D>> v) const {
    push(e.b, e.arms.b, 1.0, impulse, v);
    push(e.a, e.arms.a, -1.0, impulse, v);
  }

  // What the impulse of unit size along e_j, acting on the node with arm_j, does to the velocity
  // there at arm_i.
  Vec<D> response(std::int32_t node, const Vec<D>& arm_i, const Vec<D>& arm_j,
                  const Vec<D>& impulse) const {
    const Twist<D> twist = twist_by(node, arm_j, impulse);
    return twist.linear + cross(twist.angular, arm_i);
  }

  // W_cc in the components of the frame, whose rows are n, t ….
  Mat<D> diagonal_block(const Edge<D>& e, const Mat<D>& frame) const {
    Mat<D> w = Mat<D>::Zero();
    add_coupling(e, frame, e, frame, w);
    return w;
  }

  // Adds to w what the impulse of contact j does to the velocity of contact i through the nodes
  // they share.
  void add_coupling(const Edge<D>& i, const Mat<D>& frame_i, const Edge<D>& j,
                    const Mat<D>& frame_j, Mat<D>& w) const {
    const auto through = [&](std::int32_t node_i, const Vec<D>& arm_i, std::int32_t node_j,
                             const Vec<D>& arm_j, double sign) {
      if (node_i != node_j || !can_move(static_cast<std::size_t>(node_i))) return;
      for (int k = 0; k < D; ++k) {
        const Vec<D> impulse = frame_j.row(k).transpose();
        w.col(k) += sign * (frame_i * response(node_i, arm_i, arm_j, impulse));
      }
    };
    through(i.a, i.arms.a, j.a, j.arms.a, 1.0);
    through(i.b, i.arms.b, j.b, j.arms.b, 1.0);
    through(i.a, i.arms.a, j.b, j.arms.b, -1.0);
    through(i.b, i.arms.b, j.a, j.arms.a, -1.0);
  }

 private:
  bool can_turn(std::int32_t node) const {
    const auto k = static_cast<std::size_t>(node);
    if (k >= bodies()) return false;
    return inertia_blocks.empty() ? inverse_inertia[k] > 0.0 : !inertia_blocks[k].isZero(0.0);
  }
  // The spin that a moment gives a body.
  Spin<D> turned_by(std::int32_t node, const Spin<D>& m) const {
    const auto k = static_cast<std::size_t>(node);
    return inertia_blocks.empty() ? Spin<D>(inverse_inertia[k] * m)
                                  : Spin<D>(inertia_blocks[k] * m);
  }
  // M⁻¹ of an impulse that acts on a node that can move.
  Twist<D> twist_by(std::int32_t node, const Vec<D>& arm, const Vec<D>& impulse) const {
    const auto k = static_cast<std::size_t>(node);
    if (k >= bodies()) {
      const PlaneNode<D>& plane = planes[k - bodies()];
      return {plane.inverse_mass * plane.normal.dot(impulse) * plane.normal, Spin<D>::Zero()};
    }
    const Spin<D> turn = moment(arm, impulse);
    return {inverse_mass[k].cwiseProduct(impulse), inertia_blocks.empty()
                                                       ? Spin<D>(inverse_inertia[k] * turn)
                                                       : Spin<D>(inertia_blocks[k] * turn)};
  }
  void push(std::int32_t node, const Vec<D>& arm, double sign, const Vec<D>& impulse,
            std::span<Twist<D>> v) const {
    if (!can_move(static_cast<std::size_t>(node))) return;
    const Twist<D> twist = twist_by(node, arm, impulse);
    v[static_cast<std::size_t>(node)].linear += sign * twist.linear;
    v[static_cast<std::size_t>(node)].angular += sign * twist.angular;
  }
};

}  // namespace galet
