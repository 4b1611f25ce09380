// Linear equations with the Delassus operator along the normals alone, scaled by contact, as an
// interior point asks for them: (W + diag(1/d)) x = r with positive d that differ by many orders.
//   apply      to x, whose velocities W x can then be asked for, contact by contact
//   factorise  for d
//   respond    to r, given as d r: the velocities are W x of the solution x
// BodyEquations do it by the unknowns of the bodies: with W = Gᵀ G, a column of G for each contact,
//   (1 + G diag(d) Gᵀ) z = G diag(d) r,   W x = Gᵀ z,
// a matrix with a block for every body and every pair that is listed, with ones for masses;
// MatrixEquations as they stand.
// The first by factors of blocks (linear/block_cholesky.hpp), the second by those of Eigen.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include <Eigen/Eigenvalues>
#include <Eigen/SparseCholesky>

#include "galet/base/workers.hpp"
#include "galet/linear/block_cholesky.hpp"
#include "galet/linear/linear_solver.hpp"
#include "galet/problem/contact_problem.hpp"

namespace galet {

// B: unknowns of a node that count.
template <int D, int B>
class BodyEquations {
 public:
  using Array = Eigen::ArrayXd;
  using Column = Eigen::Matrix<double, B, 1, Eigen::DontAlign>;

  BodyEquations(const ContactProblem<D>& problem, std::span<const std::int32_t> contacts,
                const Array& scale, BlockCholesky<B>& factors, Workers& workers)
      : factors_(factors), workers_(workers), sides_(contacts.size()) {
    const auto& bodies = std::get<BodiesOperator<D>>(problem.W);
    nodes_ = bodies.nodes();
    // A node more for what cannot move.
    z_.setZero(B * static_cast<Eigen::Index>(nodes_ + 1));
    workers_.for_range(contacts.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t k = begin; k < end; ++k) {
        const auto c = static_cast<std::size_t>(contacts[k]);
        const Edge<D> e = bodies.edge(c);
        const Vec<D> n = scale[static_cast<Eigen::Index>(k)] * bodies.contacts[c].n;
        sides_[k] = {side(bodies, e.a, e.arms.a, -n), side(bodies, e.b, e.arms.b, n)};
      }
    });
    std::vector<BlockEdge> edges;
    edges.reserve(contacts.size());
    for (std::size_t k = 0; k < sides_.size(); ++k) {
      if (joins(k)) edges.push_back(edge_of(k));
    }
    // As detected, contacts are sorted.
    if (!std::ranges::is_sorted(edges)) std::ranges::sort(edges);
    edges.erase(std::ranges::unique(edges).begin(), edges.end());
    factors_.set_pattern(static_cast<std::int32_t>(nodes_), edges, points_of(bodies));
    list_by_edge(edges);
    list_by_node();
  }

  void apply(const Array& x) { move(x); }
  // Of a contact.
  double velocity(Eigen::Index k) const {
    const auto& [a, b] = sides_[static_cast<std::size_t>(k)];
    return a.column.dot(motion_of(a)) + b.column.dot(motion_of(b));
  }

  bool factorise(const Array& d) {
    for_nodes([&](std::size_t i, std::span<const Touch> touches) {
      Block& block = factors_.diagonal[i];
      block.setIdentity();
      for (const Touch& t : touches) block += d[t.contact] * t.column * t.column.transpose();
    });
    workers_.for_range(factors_.below.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t e = begin; e < end; ++e) {
        factors_.below[e].setZero();
        for (std::size_t t = first_joint_[e]; t < first_joint_[e + 1]; ++t) {
          const auto& [a, b] = sides_[static_cast<std::size_t>(joints_[t])];
          const bool in_order = a.node < b.node;
          factors_.below[e] +=
              d[joints_[t]] * (in_order ? b : a).column * (in_order ? a : b).column.transpose();
        }
      }
    });
    return factors_.factorise(workers_);
  }

  void respond(const Array& d_r) {
    move(d_r);
    factors_.solve(workers_, z_);
  }

 private:
  using Block = Eigen::Matrix<double, B, B>;

  struct Side {
    std::int32_t node = 0;
    Column column = Column::Zero();
    std::size_t place() const { return static_cast<std::size_t>(node); }
  };
  struct Sides {
    Side a;
    Side b;
  };
  struct Touch {
    std::int32_t contact = 0;
    Column column = Column::Zero();
  };

  // Planes are where nothing else is: at the origin.
  static std::vector<GraphPoint> points_of(const BodiesOperator<D>& bodies) {
    std::vector<GraphPoint> points;
    if (bodies.position.empty()) return points;
    points.resize(bodies.nodes());
    for (std::size_t i = 0; i < bodies.bodies(); ++i) {
      std::copy_n(bodies.position[i].data(), D, points[i].begin());
    }
    return points;
  }

  // What an impulse along n does to the motion, in units in which masses are 1.
  static Side side(const BodiesOperator<D>& bodies, std::int32_t node, const Vec<D>& arm,
                   const Vec<D>& n) {
    Side out{static_cast<std::int32_t>(bodies.nodes())};
    const auto i = static_cast<std::size_t>(node);
    if (!bodies.can_move(i)) return out;
    out.node = node;
    if (i >= bodies.bodies()) {
      const PlaneNode<D>& plane = bodies.planes[i - bodies.bodies()];
      out.column[0] = std::sqrt(plane.inverse_mass) * plane.normal.dot(n);
      return out;
    }
    out.column.template head<D>() = bodies.inverse_mass[i].cwiseSqrt().cwiseProduct(n);
    if constexpr (B > D) {
      const Spin<D> turn = moment(arm, n);
      out.column.template tail<spin_dimension<D>>() = turned(bodies, i, turn);
    }
    return out;
  }
  static Spin<D> turned(const BodiesOperator<D>& bodies, std::size_t i, const Spin<D>& turn) {
    if (bodies.inertia_blocks.empty()) return std::sqrt(bodies.inverse_inertia[i]) * turn;
    // A body may be free to turn about some axes only.
    const Eigen::SelfAdjointEigenSolver<typename BodiesOperator<D>::InertiaBlock> axes(
        bodies.inertia_blocks[i]);
    return axes.eigenvalues().cwiseMax(0.0).cwiseSqrt().cwiseProduct(
        axes.eigenvectors().transpose() * turn);
  }

  bool joins(std::size_t k) const {
    const auto& [a, b] = sides_[k];
    return a.place() < nodes_ && b.place() < nodes_ && a.node != b.node;
  }
  BlockEdge edge_of(std::size_t k) const {
    const auto& [a, b] = sides_[k];
    return {std::min(a.node, b.node), std::max(a.node, b.node)};
  }

  // The contacts of every edge, so that edges can be done at the same time.
  void list_by_edge(std::span<const BlockEdge> edges) {
    std::vector<std::size_t> edge(sides_.size());
    first_joint_.assign(edges.size() + 1, 0);
    auto next = edges.begin();
    for (std::size_t k = 0; k < sides_.size(); ++k) {
      if (!joins(k)) continue;
      if (next == edges.end() || *next != edge_of(k)) {
        next = std::ranges::lower_bound(edges, edge_of(k));
      }
      edge[k] = static_cast<std::size_t>(next++ - edges.begin());
      ++first_joint_[edge[k] + 1];
    }
    std::partial_sum(first_joint_.begin(), first_joint_.end(), first_joint_.begin());
    joints_.resize(first_joint_.back());
    std::vector<std::size_t> free(first_joint_.begin(), first_joint_.end() - 1);
    for (std::size_t k = 0; k < sides_.size(); ++k) {
      if (joins(k)) joints_[free[edge[k]]++] = static_cast<Eigen::Index>(k);
    }
  }
  // What the contacts of every node do to it, so that nodes can be done at the same time.
  void list_by_node() {
    first_touch_.assign(nodes_ + 1, 0);
    const auto for_sides = [&](auto&& f) {
      for (std::size_t k = 0; k < sides_.size(); ++k) {
        for (const Side* side : {&sides_[k].a, &sides_[k].b}) {
          if (side->place() < nodes_) f(*side, static_cast<std::int32_t>(k));
        }
      }
    };
    for_sides([&](const Side& side, std::int32_t) { ++first_touch_[side.place() + 1]; });
    std::partial_sum(first_touch_.begin(), first_touch_.end(), first_touch_.begin());
    touches_.resize(first_touch_.back());
    std::vector<std::size_t> next(first_touch_.begin(), first_touch_.end() - 1);
    for_sides([&](const Side& side, std::int32_t k) {
      touches_[next[side.place()]++] = {k, side.column};
    });
  }
  template <class F>
  void for_nodes(F&& f) const {
    workers_.for_range(nodes_, [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t i = begin; i < end; ++i) {
        f(i, std::span(touches_).subspan(first_touch_[i], first_touch_[i + 1] - first_touch_[i]));
      }
    });
  }

  // z = G x
  void move(const Array& x) {
    for_nodes([&](std::size_t i, std::span<const Touch> touches) {
      Column sum = Column::Zero();
      for (const Touch& t : touches) sum += x[t.contact] * t.column;
      z_.template segment<B>(B * static_cast<Eigen::Index>(i)) = sum;
    });
  }
  auto motion_of(const Side& side) const { return z_.template segment<B>(B * side.node); }

  BlockCholesky<B>& factors_;
  Workers& workers_;
  std::size_t nodes_ = 0;
  std::vector<Sides> sides_;
  Eigen::VectorXd z_;
  std::vector<std::size_t> first_joint_;  // by edge, in joints_
  std::vector<Eigen::Index> joints_;      // contacts
  std::vector<std::size_t> first_touch_;  // by node, in touches_
  std::vector<Touch> touches_;
};

// One unknown for each contact.
template <int D>
class MatrixEquations {
 public:
  using Array = Eigen::ArrayXd;

  MatrixEquations(const ContactProblem<D>& problem, std::span<const std::int32_t> contacts,
                  const Array& scale) {
    const auto& matrix = std::get<MatrixOperator<D>>(problem.W);
    std::vector<std::int32_t> unknown(problem.contacts(), -1);
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      unknown[static_cast<std::size_t>(contacts[k])] = static_cast<std::int32_t>(k);
    }
    std::vector<Eigen::Triplet<double>> entries;
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      const auto c = static_cast<std::size_t>(contacts[k]);
      for (auto e = matrix.row_start[c]; e < matrix.row_start[c + 1]; ++e) {
        const auto entry = static_cast<std::size_t>(e);
        const std::int32_t j = unknown[static_cast<std::size_t>(matrix.column[entry])];
        if (j < 0) continue;
        entries.emplace_back(
            static_cast<int>(k), j,
            scale[static_cast<Eigen::Index>(k)] * scale[j] * matrix.block[entry](0, 0));
      }
    }
    const auto n = static_cast<Eigen::Index>(contacts.size());
    W_.resize(n, n);
    W_.setFromTriplets(entries.begin(), entries.end());
    factors_.analyzePattern(W_);
  }

  void apply(const Array& x) { u_ = (W_ * x.matrix()).array(); }
  double velocity(Eigen::Index k) const { return u_[k]; }
  bool factorise(const Array& d) {
    d_ = d;
    SparseMatrix shifted = W_;
    shifted.diagonal() += d.inverse().matrix();
    factors_.factorize(shifted);
    return factors_.info() == Eigen::Success;
  }
  void respond(const Array& d_r) {
    const Eigen::VectorXd right = d_r / d_;
    const Eigen::VectorXd x = factors_.solve(right);
    u_ = (W_ * x).array();
  }

 private:
  SparseMatrix W_;
  Eigen::SimplicialLLT<SparseMatrix> factors_;
  Array d_;
  Array u_;
};

}  // namespace galet
