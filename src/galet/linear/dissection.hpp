// Nested dissection [George1973]: an ordering of the nodes of a graph for Cholesky factors.
//
// A separator cuts the graph in two, which are ordered one after the other, each in the same way,
// and the separator last. For a planar graph of n nodes factors have O(n log n) entries and take
// O(n^1.5) operations; the two parts have nothing to do with each other until the separator.
//
// Cuts are found by distances (in edges) alone: a and b are two nodes far from each other, all are
// sorted by their distance to a less that to b, and of the cuts of that sequence the one with the
// fewest nodes at its border is taken, among those that leave at least a fourth on either side. In
// a graph of contacts, whose nodes lie in space, it runs across like the bisector of a and b, which
// in a rectangle is a diagonal. Where it is known where the nodes lie they are sorted along the
// axis in which a part is longest instead: cuts are shorter, and there is nothing to search.
// Differs from the source, which knows its grid. Cost: O((n + edges) log n), with three searches by
// breadth for every level where nothing is known of the nodes; it depends on the graph, and on
// where they are, alone.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "galet/linear/block_edge.hpp"

namespace galet {

// Neighbours of node i: neighbour[start[i]] to neighbour[start[i + 1]], in increasing order.
struct Graph {
  std::vector<std::int32_t> start;
  std::vector<std::int32_t> neighbour;

  Graph() = default;
  // Edges sorted and different.
  Graph(std::int32_t nodes, std::span<const BlockEdge> edges);

  std::int32_t nodes() const { return static_cast<std::int32_t>(start.size()) - 1; }
  std::span<const std::int32_t> neighbours(std::int32_t i) const {
    const std::int32_t* first = neighbour.data();
    const auto k = static_cast<std::size_t>(i);
    return {first + start[k], first + start[k + 1]};
  }
};

using GraphPoint = std::array<double, 3>;

// The nodes in their order. `points`: where they are, which is of no influence on what is correct;
// empty: unknown.
std::vector<std::int32_t> nested_dissection(const Graph& graph,
                                            std::span<const GraphPoint> points = {});

}  // namespace galet
