// A square matrix of blocks B × B whose pattern is that of an undirected graph: blocks on the
// diagonal, and (i, j), (j, i) for every edge. Kept as compressed columns, so that the solvers take
// it as it is; the place of every block is known, so that filling it searches nothing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "galet/linear/block_edge.hpp"
#include "galet/linear/linear_solver.hpp"

namespace galet {

template <int B>
class BlockMatrix {
 public:
  using Block = Eigen::Matrix<double, B, B>;

  // Edges sorted and different. Does nothing if the pattern is the same already. Values are
  // undefined afterwards. O(blocks + edges).
  void set_pattern(std::int32_t blocks, std::span<const BlockEdge> edges) {
    if (blocks == blocks_ && std::ranges::equal(edges, edges_)) return;
    blocks_ = blocks;
    edges_.assign(edges.begin(), edges.end());
    const auto n = static_cast<std::size_t>(blocks);
    // Column j holds its lower neighbours, itself, its upper neighbours. Edges are sorted by i then
    // j, so both kinds of neighbours come in increasing order.
    std::vector<std::int32_t> lower(n, 0);
    std::vector<std::int32_t> degree(n, 1);
    for (const BlockEdge& e : edges) {
      ++lower[static_cast<std::size_t>(e.j)];
      ++degree[static_cast<std::size_t>(e.i)];
      ++degree[static_cast<std::size_t>(e.j)];
    }
    matrix_.resize(B * blocks, B * blocks);
    matrix_.resizeNonZeros(B * B * (blocks + 2 * static_cast<Eigen::Index>(edges.size())));
    int* outer = matrix_.outerIndexPtr();
    outer[0] = 0;
    diagonal_.resize(n);
    for (std::size_t j = 0; j < n; ++j) {
      const int stride = B * degree[j];
      const std::size_t column = B * j;
      for (int c = 0; c < B; ++c) {
        outer[column + static_cast<std::size_t>(c) + 1] = outer[column] + (c + 1) * stride;
      }
      diagonal_[j] = {outer[column] + B * lower[j], stride};
      write_rows(diagonal_[j], static_cast<std::int32_t>(j));
    }
    std::vector<std::int32_t> next_lower(n, 0);
    std::vector<std::int32_t> next_upper(n);
    for (std::size_t j = 0; j < n; ++j) next_upper[j] = lower[j] + 1;
    upper_.resize(edges.size());
    lower_.resize(edges.size());
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const auto i = static_cast<std::size_t>(edges[e].i);
      const auto j = static_cast<std::size_t>(edges[e].j);
      upper_[e] = {outer[B * j] + B * next_lower[j]++, diagonal_[j].stride};
      lower_[e] = {outer[B * i] + B * next_upper[i]++, diagonal_[i].stride};
      write_rows(upper_[e], edges[e].i);
      write_rows(lower_[e], edges[e].j);
    }
  }

  void set_zero() { std::fill_n(matrix_.valuePtr(), matrix_.nonZeros(), 0.0); }
  void add_diagonal(std::size_t i, const Block& block) { add(diagonal_[i], block); }
  // To block (i, j) of edge e.
  void add_upper(std::size_t e, const Block& block) { add(upper_[e], block); }
  // To block (j, i) of edge e.
  void add_lower(std::size_t e, const Block& block) { add(lower_[e], block); }

  const SparseMatrix& matrix() const { return matrix_; }

 private:
  // First entry of a block and the distance between its columns.
  struct Place {
    int index = 0;
    int stride = 0;
  };

  void write_rows(const Place& place, std::int32_t block_row) {
    int* rows = matrix_.innerIndexPtr();
    for (int c = 0; c < B; ++c) {
      for (int r = 0; r < B; ++r) rows[place.index + c * place.stride + r] = B * block_row + r;
    }
  }
  void add(const Place& place, const Block& block) {
    double* values = matrix_.valuePtr() + place.index;
    for (int c = 0; c < B; ++c) {
      Eigen::Map<Eigen::Matrix<double, B, 1>>(values + c * place.stride) += block.col(c);
    }
  }

  std::int32_t blocks_ = -1;
  std::vector<BlockEdge> edges_;
  std::vector<Place> diagonal_;
  std::vector<Place> upper_;
  std::vector<Place> lower_;
  SparseMatrix matrix_;
};

}  // namespace galet
