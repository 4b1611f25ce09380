// Minimum-degree ordering [Amestoy1996] of a square matrix whose pattern is that of a graph, for
// LU. The orderings that LU libraries take by default (COLAMD) look at AᵀA, whose graph joins
// neighbours of neighbours; for a symmetric pattern with a strong diagonal they fill twice as much.
#pragma once

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

namespace galet {

// With the interface that Eigen's factorisations ask for.
struct MinimumDegree {
  using PermutationType = Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int>;

  // `place` becomes the new place of every column.
  template <class Matrix>
  void operator()(const Matrix& A, PermutationType& place) const {
    PermutationType order;  // Eigen gives the old places in their new order
    Eigen::AMDOrdering<int>()(A, order);
    place = order.inverse();
  }
};

}  // namespace galet
