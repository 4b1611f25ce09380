// The Delassus operator as a block-sparse matrix by rows: for imported problems and direct solvers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "galet/math/vec.hpp"
#include "galet/problem/delassus_graph.hpp"

namespace galet {

template <int D>
struct DelassusMatrix {
  // Row c holds the blocks W_{c, column[k]}, k in [row_start[c], row_start[c + 1]), columns
  // increasing; the diagonal block is always present.
  std::vector<std::int64_t> row_start{0};
  std::vector<std::int32_t> column;
  std::vector<Mat<D>> block;

  std::size_t contacts() const { return row_start.size() - 1; }

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

// Assembles the graph; cost O(Σ over nodes of (contacts of the node)²). Contacts couple through
// nodes that can move, so fixed nodes with many contacts cost nothing.
template <int D>
DelassusMatrix<D> assemble(const DelassusGraph<D>& graph);

}  // namespace galet
