// The Delassus operator as a block-sparse matrix by rows, in contact components (normal first): for
// imported problems and direct solvers. A view: the columns live elsewhere.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "galet/problem/bodies_operator.hpp"

namespace galet {

template <int D>
struct MatrixOperator {
  // Row c holds the blocks W_{c, column[k]}, k in [row_start[c], row_start[c + 1]), columns
  // increasing; the diagonal block is always present.
  std::span<const std::int64_t> row_start;
  std::span<const std::int32_t> column;
  std::span<const Mat<D>> block;

  std::size_t contacts() const { return row_start.empty() ? 0 : row_start.size() - 1; }

  // (W p)_c
  Vec<D> row_product(std::size_t c, std::span<const Vec<D>> p) const {
    Vec<D> u = Vec<D>::Zero();
    for (auto k = row_start[c]; k < row_start[c + 1]; ++k) {
      u += block[static_cast<std::size_t>(k)] *
           p[static_cast<std::size_t>(column[static_cast<std::size_t>(k)])];
    }
    return u;
  }

  Mat<D> diagonal_block(std::size_t c) const;
};

// What a MatrixOperator views.
template <int D>
struct MatrixColumns {
  std::vector<std::int64_t> row_start{0};
  std::vector<std::int32_t> column;
  std::vector<Mat<D>> block;

  MatrixOperator<D> view() const { return {row_start, column, block}; }
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.row_start, self.column, self.block);
  }
};

// Assembles W; cost O(Σ over nodes of (contacts of the node)²). Contacts couple through nodes that
// can move, so the ground with its many contacts costs nothing.
template <int D>
MatrixColumns<D> assemble(const BodiesOperator<D>& bodies);

}  // namespace galet
