// The equation of a step of Newmark's scheme, r(Δq) = M a⁺ − F − Q(Δq) = 0, for the bodies near a
// contact and the planes under load: residual, tangent and its solution.
//
// Rows have B components: D without friction, where spins do not change, else those of motion and
// spin. Of the row of a plane only the first component is an unknown, along its normal.
// Contacts are evaluated once per trial motion, by all threads; sums run in the order of the
// contacts. Cost of everything but the linear solve: O(bodies + contacts), no allocation once the
// arrays have grown.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "galet/linear/block_matrix.hpp"
#include "galet/scheme/near_contacts.hpp"
#include "galet/scheme/newmark_motion.hpp"

namespace galet {

// Norms of the residual.
struct NewtonResidual {
  double merit = 0.0;     // |r|² in the norm of the inverse mass
  double velocity = 0.0;  // largest change of velocity that is missing, m/s
};

// What is kept between steps, so that neither pattern nor memory is made anew.
template <int B>
struct NewmarkSystem {
  BlockMatrix<B> matrix;
  Eigen::MatrixXd dense;
  std::vector<Eigen::Matrix<double, B, B>> tangents;  // ∂(f, m)/∂(y, z), by contact
  Eigen::VectorXd r;
  Eigen::VectorXd x;
  Eigen::VectorXd b;
};

template <int D, int B>
class NewmarkEquation {
 public:
  static constexpr int S = spin_dimension<D>;
  using Block = Eigen::Matrix<double, B, B>;
  using Row = Eigen::Matrix<double, B, 1>;

  NewmarkEquation(const World<D>& world, const NewmarkSettings& scheme, const Bodies<D>& bodies,
                  NearContacts<D>& near, NewmarkMotion<D>& motion, Workers& workers,
                  LinearSolver& linear, NewmarkSystem<B>& system);

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

  // Wall-clock time in all but the linear solves.
  double seconds() const { return seconds_; }

 private:
  // Unknown bodies and planes.
  std::size_t rows() const { return near_.body_of.size() + motion_.planes.size(); }
  Eigen::Index row_of_plane(std::size_t j) const {
    return static_cast<Eigen::Index>(near_.body_of.size() + j);
  }
  RelativeMotion<D> relative_motion(std::size_t k) const;
  // 1 where body i can move, 0 where it is locked.
  Row free_directions(std::size_t i) const;
  // The block in the unknowns of its rows: of a plane only the first is one, along the normal; of
  // bodies those in locked directions are none.
  void keep_unknowns(std::int32_t p, std::int32_t q, Block& block) const;
  // Adds every block of the matrix by add(row, column, block, edge), edge of no meaning where row =
  // column.
  template <class Add>
  void for_each_block(Add&& add) const;
  void solve_without_contacts();

  const World<D>& world_;
  const NewmarkSettings& scheme_;
  const Bodies<D>& bodies_;
  NearContacts<D>& near_;
  NewmarkMotion<D>& motion_;
  Workers& workers_;
  LinearSolver& linear_;
  NewmarkSystem<B>& system_;
  bool all_unknown_;  // no row has components that are none
  double seconds_ = 0.0;
};

}  // namespace galet
