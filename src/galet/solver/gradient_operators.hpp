// The Delassus operator as the solvers by gradients use it, three kinds behind one face. Rows hold
// what impulses do: the motion M⁻¹ H p of the nodes, or W p itself for a matrix; they are linear in
// p, so that rows of an extrapolated p are rows extrapolated.
//   product    rows of p
//   velocity   Hᵀ of the rows at a contact
//   power      (p − p')·W (p − p') from the rows of p and p', and p − p' by contact
//   majorant   L_c, normal and tangential, with W ≼ diag(L_c), see solver/gradient_bound.hpp
// All in the components of the operator; results do not depend on the number of threads.
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "galet/base/reduce.hpp"
#include "galet/base/workers.hpp"
#include "galet/problem/residual.hpp"
#include "galet/solver/gradient_bound.hpp"
#include "galet/solver/sweep_tasks.hpp"

namespace galet {

// trace(W_cc)/D and W_nn of a contact.
struct ContactMobility {
  double w = 0.0;
  double w_n = 0.0;
};

// Discs and spheres, free or fixed, and planes. Rows hold v and r ω, so that a contact needs its
// normal only (solver/nlgs_balls.hpp).
template <int D>
class BallGradient {
 public:
  using Row = Twist<D>;

  BallGradient(const ContactProblem<D>& problem, const SweepTasks& tasks, Workers& workers)
      : problem_(problem),
        bodies_(std::get<BodiesOperator<D>>(problem.W)),
        tasks_(tasks),
        workers_(workers),
        turns_(std::ranges::any_of(problem.laws,
                                   [](const ContactLaw& law) { return law.friction > 0.0; })),
        node_(bodies_.nodes() + 1) {
    for (std::size_t i = 0; i < bodies_.bodies(); ++i) {
      const double r = bodies_.radius[i];
      node_[i] = {bodies_.inverse_mass[i][0], bodies_.inverse_inertia[i] * r * r};
    }
    for (std::size_t j = 0; j < bodies_.planes.size(); ++j) {
      node_[bodies_.bodies() + j] = {bodies_.planes[j].inverse_mass, 0.0};
    }
  }

  std::size_t rows() const { return node_.size(); }
  const Vec<D>& normal(std::size_t c) const { return bodies_.contacts[c].n; }

  ContactMobility mobility(std::size_t c) const {
    const std::size_t a = first_node(c);
    const Node& from = node_[a];
    const Node& to = node_[bodies_.contacts[c].b().body()];
    const double turn = (from.spin + to.spin) * (D - 1) / D;
    // A plane moves along its normal alone.
    const double own = a < bodies_.bodies() ? from.mass : from.mass / D;
    return {own + to.mass + turn, from.mass + to.mass};
  }

  std::vector<ContactBound> majorant() const {
    const auto side = [&](std::size_t node, double mu) {
      const Node& at = node_[node];
      // A plane moves along its normal alone.
      const double slide = node < bodies_.bodies() ? at.mass + at.spin : 0.0;
      return SideBound{node, at.mass, mu > 0.0 ? slide : 0.0};
    };
    return majorant_by_nodes(problem_.contacts(), node_.size(), [&](std::size_t c) {
      const double mu = problem_.law_of(c).friction;
      return std::pair(side(first_node(c), mu), side(bodies_.contacts[c].b().body(), mu));
    });
  }

  Vec<D> velocity(std::size_t c, const Row* rows) const {
    const Row& a = rows[first_node(c)];
    const Row& b = rows[bodies_.contacts[c].b().body()];
    if (!turns_) return b.linear - a.linear;
    return b.linear - a.linear - cross(Spin<D>(a.angular + b.angular), normal(c));
  }

  void product(const Vec<D>* p, std::vector<Row>& rows) const {
    rows.assign(rows.size(), Row{});
    tasks_.for_each(workers_, [&](std::size_t task) {
      for (const std::int32_t contact : tasks_.contacts(task)) {
        push(static_cast<std::size_t>(contact), p[contact], rows.data());
      }
    });
  }

  template <class Change>
  double power(const Row* x, const Row* y, const Change&) const {
    return sum_over<double>(workers_, node_.size(), [&](std::size_t begin, std::size_t end) {
      double sum = 0.0;
      for (std::size_t i = begin; i < end; ++i) {
        const Node& node = node_[i];
        if (node.mass > 0.0) sum += (x[i].linear - y[i].linear).squaredNorm() / node.mass;
        if (node.spin > 0.0) sum += (x[i].angular - y[i].angular).squaredNorm() / node.spin;
      }
      return sum;
    });
  }

  void give(const std::vector<Row>& rows, NodeMotion& motion) const {
    motion.assign(rows.size(), {});
    for (std::size_t i = 0; i < bodies_.nodes(); ++i) {
      set_motion<D>(rows[i].linear, rows[i].angular, motion[i]);
    }
  }

 private:
  struct Node {
    double mass = 0.0;  // inverse
    double spin = 0.0;  // inverse inertia times r²
  };

  std::size_t first_node(std::size_t c) const { return bodies_.node_of(bodies_.contacts[c].a()); }

  // Rows of what cannot move belong to no task: they are not written.
  void push(std::size_t c, const Vec<D>& p, Row* rows) const {
    const Vec<D>& n = normal(c);
    const std::size_t a = first_node(c);
    const std::size_t b = bodies_.contacts[c].b().body();
    if (node_[b].mass > 0.0) rows[b].linear += node_[b].mass * p;
    if (node_[a].mass > 0.0) {
      if (a < bodies_.bodies()) {
        rows[a].linear -= node_[a].mass * p;
      } else {
        rows[a].linear -= node_[a].mass * n.dot(p) * n;
      }
    }
    if (!turns_) return;
    const Spin<D> turn = moment(n, p);
    if (node_[b].spin > 0.0) rows[b].angular -= node_[b].spin * turn;
    if (node_[a].spin > 0.0) rows[a].angular -= node_[a].spin * turn;
  }

  const ContactProblem<D>& problem_;
  const BodiesOperator<D>& bodies_;
  const SweepTasks& tasks_;
  Workers& workers_;
  bool turns_;  // without friction no ball turns
  std::vector<Node> node_;
};

// Any bodies.
template <int D>
class BodyGradient {
 public:
  using Row = Twist<D>;

  BodyGradient(const ContactProblem<D>& problem, const SweepTasks& tasks, Workers& workers)
      : problem_(problem),
        bodies_(std::get<BodiesOperator<D>>(problem.W)),
        tasks_(tasks),
        workers_(workers) {}

  std::size_t rows() const { return bodies_.nodes() + 1; }
  const Vec<D>& normal(std::size_t c) const { return bodies_.contacts[c].n; }
  ContactMobility mobility(std::size_t c) const {
    const Mat<D> W = bodies_.diagonal_block(bodies_.edge(c), problem_.frame(c));
    return {W.trace() / D, normal_mobility<D>(W)};
  }
  std::vector<ContactBound> majorant() const { return galet::majorant<D>(problem_); }
  Vec<D> velocity(std::size_t c, const Row* rows) const {
    return BodiesOperator<D>::relative_velocity(bodies_.edge(c), {rows, this->rows()});
  }
  void product(const Vec<D>* p, std::vector<Row>& rows) const {
    rows.assign(rows.size(), Row{});
    tasks_.for_each(workers_, [&](std::size_t task) {
      for (const std::int32_t contact : tasks_.contacts(task)) {
        bodies_.apply_impulse(bodies_.edge(static_cast<std::size_t>(contact)), p[contact], rows);
      }
    });
  }
  template <class Change>
  double power(const Row* x, const Row* y, const Change& change) const {
    return sum_over<double>(workers_, problem_.contacts(), [&](std::size_t begin, std::size_t end) {
      double sum = 0.0;
      for (std::size_t c = begin; c < end; ++c) {
        sum += change(c).dot(velocity(c, x) - velocity(c, y));
      }
      return sum;
    });
  }
  void give(const std::vector<Row>& rows, NodeMotion& motion) const {
    give_rows<D>(bodies_, rows, motion);
  }

 private:
  const ContactProblem<D>& problem_;
  const BodiesOperator<D>& bodies_;
  const SweepTasks& tasks_;
  Workers& workers_;
};

// A matrix, in contact components; rows are those of W p.
template <int D>
class MatrixGradient {
 public:
  using Row = Vec<D>;

  MatrixGradient(const ContactProblem<D>& problem, const SweepTasks&, Workers& workers)
      : problem_(problem), matrix_(std::get<MatrixOperator<D>>(problem.W)), workers_(workers) {}

  std::size_t rows() const { return matrix_.contacts(); }
  Vec<D> normal(std::size_t) const { return Vec<D>::Unit(0); }
  ContactMobility mobility(std::size_t c) const {
    const Mat<D> W = matrix_.diagonal_block(c);
    return {W.trace() / D, normal_mobility<D>(W)};
  }
  std::vector<ContactBound> majorant() const { return galet::majorant<D>(problem_); }
  Vec<D> velocity(std::size_t c, const Row* rows) const { return rows[c]; }
  void product(const Vec<D>* p, std::vector<Row>& rows) const {
    workers_.for_range(rows.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t c = begin; c < end; ++c) {
        rows[c] = matrix_.row_product(c, {p, matrix_.contacts()});
      }
    });
  }
  template <class Change>
  double power(const Row* x, const Row* y, const Change& change) const {
    return sum_over<double>(workers_, matrix_.contacts(), [&](std::size_t begin, std::size_t end) {
      double sum = 0.0;
      for (std::size_t c = begin; c < end; ++c) sum += change(c).dot(x[c] - y[c]);
      return sum;
    });
  }
  void give(const std::vector<Row>&, NodeMotion& motion) const { motion.clear(); }

 private:
  const ContactProblem<D>& problem_;
  const MatrixOperator<D>& matrix_;
  Workers& workers_;
};

}  // namespace galet
