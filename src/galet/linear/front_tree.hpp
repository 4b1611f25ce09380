// The elimination of a symmetric matrix of blocks over a graph, in fronts: what Cholesky factors by
// the multifrontal method [Duff1983] need to know of the pattern before numbers come.
//
// A front eliminates some columns that have (nearly) the same rows below them: a dense matrix of
// its columns by them and its further rows, which are columns of fronts above it. What it leaves
// behind there is added to its parent, the front of its first further row. Columns are ordered by
// nested dissection (linear/dissection.hpp), then by the tree, so that the descendants of a front
// stand before it, one after the other. A child whose columns gain few zeros by it is eliminated
// together with its parent.
// The tree depends on the graph, and on where its nodes are, alone. Cost: O((nodes + edges) log
// nodes + entries of the factor).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "galet/linear/dissection.hpp"

namespace galet {

// Consecutive further rows of a front that are consecutive in its parent, too.
struct FrontRun {
  std::int32_t from = 0;  // in the further rows of the front
  std::int32_t to = 0;    // in the parent: its columns, then its further rows
  std::int32_t length = 0;
};

struct Front {
  std::int32_t first_column = 0;  // in the order of elimination
  std::int32_t columns = 0;
  std::int32_t rows = 0;        // further ones
  std::int32_t parent = -1;     // −1: none
  std::size_t first_row = 0;    // in FrontTree::rows
  std::size_t first_run = 0;    // in FrontTree::runs
  std::size_t first_child = 0;  // in FrontTree::children

  std::int32_t end_column() const { return first_column + columns; }
};

struct FrontTree {
  std::vector<std::int32_t> place;     // of every node, in the order of elimination
  std::vector<std::int32_t> front_of;  // by column
  std::vector<Front> fronts;           // children before parents
  std::vector<std::int32_t> rows;      // columns of the order, increasing in a front
  std::vector<FrontRun> runs;          // none goes over the end of the parent's columns
  std::vector<std::int32_t> children;  // by parent

  FrontTree() : FrontTree(0, {}) {}
  // Edges sorted and different; points of nodes as for nested_dissection().
  FrontTree(std::int32_t nodes, std::span<const BlockEdge> edges,
            std::span<const GraphPoint> points = {});

  std::span<const std::int32_t> rows_of(std::size_t f) const {
    return {rows.data() + fronts[f].first_row, static_cast<std::size_t>(fronts[f].rows)};
  }
  std::span<const FrontRun> runs_of(std::size_t f) const {
    return part(runs, &Front::first_run, f);
  }
  std::span<const std::int32_t> children_of(std::size_t f) const {
    return part(children, &Front::first_child, f);
  }
  // Blocks of the factor, those on the diagonal included.
  std::size_t blocks() const;

 private:
  // Of all fronts: their rows, from those of the nodes and what their children leave.
  void find_rows(const Graph& graph, std::span<const std::int32_t> order);
  // Where the rows of a front are in its parent.
  void find_runs();

  template <class T>
  std::span<const T> part(const std::vector<T>& all, std::size_t Front::*first,
                          std::size_t f) const {
    const std::size_t end = f + 1 < fronts.size() ? fronts[f + 1].*first : all.size();
    return {all.data() + fronts[f].*first, all.data() + end};
  }
};

}  // namespace galet
