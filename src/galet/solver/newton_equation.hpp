// The equation of a ComplianceProblem, r(Δq) = M a⁺ − F − Q(Δq) = 0, for the nodes that can move
// and the planes under load: residual, tangent and its solution.
//
// Rows have B components: D without friction, where spins do not change, else those of motion and
// spin. Of the row of a plane only the first component is an unknown, along its normal.
// Contacts are evaluated once per trial motion, by all threads; sums run in the order of the
// contacts. Cost of everything but the linear solve: O(nodes + contacts), no allocation once the
// arrays have grown. The matrix keeps its pattern while the contacts of the problem stay the same.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "galet/base/workers.hpp"
#include "galet/linear/block_matrix.hpp"
#include "galet/problem/compliance_problem.hpp"
#include "galet/solver/newton_settings.hpp"

namespace galet {

// Norms of the residual.
struct NewtonResidual {
  double merit = 0.0;     // |r|² in the norm of the inverse mass
  double velocity = 0.0;  // largest change of velocity that is missing, m/s
};

// What is kept between problems, so that neither pattern nor memory is made anew.
template <int B>
struct NewtonSystem {
  BlockMatrix<B> matrix;
  Eigen::MatrixXd dense;
  std::vector<BlockEdge> edges;                       // of the matrix, sorted
  std::vector<std::int32_t> edge_of;                  // by contact, if both its rows are unknowns
  std::vector<Eigen::Matrix<double, B, B>> tangents;  // ∂(f, m)/∂(y, z), by contact
  Eigen::VectorXd r;
  Eigen::VectorXd x;
  Eigen::VectorXd b;
};

template <int D, int B>
class NewtonEquation {
 public:
  static constexpr int S = spin_dimension<D>;
  using Block = Eigen::Matrix<double, B, B>;
  using Row = Eigen::Matrix<double, B, 1>;

  // Increments and forces are those of `solution`.
  NewtonEquation(const ComplianceProblem<D>& problem, MatrixAssembly assembly, Workers& workers,
                 LinearSolver& linear, NewtonSystem<B>& system, ComplianceSolution<D>& solution);

  // Forces and tangents of all contacts for the present increments.
  void evaluate(const ContactRule& rule);
  // The residual, from the forces.
  NewtonResidual compute_residual();
  // The Newton step: (∂r/∂Δq) x = −r.
  LinearReport solve();

  // Adds factor · x to the increments.
  void move(double factor);
  // Largest displacement in x, spins times radius.
  double largest_move() const;
  const Eigen::VectorXd& x() const { return system_.x; }
  Eigen::Index size() const { return B * static_cast<Eigen::Index>(rows()); }
  const ComplianceSolution<D>& solution() const { return solution_; }

  // Wall-clock time in all but the linear solves.
  double seconds() const { return seconds_; }

 private:
  // Unknown nodes, then planes.
  std::size_t rows() const { return p_.unknowns + p_.planes.size(); }
  Eigen::Index row_of_plane(std::size_t j) const {
    return static_cast<Eigen::Index>(p_.unknowns + j);
  }
  // Rows of the two sides of a contact; −1 for boundaries and nodes that cannot move.
  std::int32_t row_a(std::size_t k) const;
  std::int32_t row_b(std::size_t k) const { return row_of(p_.ends[k].b); }
  std::int32_t row_of(std::int32_t node) const {
    return node >= 0 && static_cast<std::size_t>(node) < p_.unknowns ? node : -1;
  }
  void list_edges();
  RelativeMotion<D> relative_motion(std::size_t k) const;
  void set_friction_motion(std::size_t k, RelativeMotion<D>& m) const;
  void add_inertia();
  void add_forces();
  NewtonResidual norms();
  auto part(std::int32_t row) {
    return system_.r.template segment<B>(B * static_cast<Eigen::Index>(row));
  }
  // 1 where node i can move, 0 where it is locked.
  Row free_directions(std::size_t i) const;
  // The block in the unknowns of its rows: of a plane only the first is one, along the normal; of
  // bodies those in locked directions are none.
  void keep_unknowns(std::int32_t p, std::int32_t q, Block& block) const;
  // Adds every block of the matrix by add(row, column, block, edge), edge of no meaning where row =
  // column.
  template <class Add>
  void for_each_block(Add&& add) const;
  template <class Add>
  void for_each_block_of(std::size_t k, Add&& add) const;
  void solve_without_contacts();

  const ComplianceProblem<D>& p_;
  MatrixAssembly assembly_;
  Workers& workers_;
  LinearSolver& linear_;
  NewtonSystem<B>& system_;
  ComplianceSolution<D>& solution_;
  bool any_locked_ = false;  // an unknown node has a locked direction
  bool all_unknown_ = true;  // no row has components that are none
  double seconds_ = 0.0;
};

}  // namespace galet
