#include "galet/problem/delassus_matrix.hpp"

#include <algorithm>
#include <map>

#include "galet/base/error.hpp"

namespace galet {

template <int D>
Mat<D> DelassusMatrix<D>::diagonal_block(std::size_t c) const {
  const auto first = column.begin() + row_start[c];
  const auto last = column.begin() + row_start[c + 1];
  const auto found = std::lower_bound(first, last, static_cast<std::int32_t>(c));
  GALET_ASSERT(found != last && *found == static_cast<std::int32_t>(c));
  return block[static_cast<std::size_t>(found - column.begin())];
}

template <int D>
DelassusMatrix<D> assemble(const DelassusGraph<D>& graph) {
  struct Side {
    std::int32_t contact;
    Vec<D> arm;
    double sign;
  };
  std::vector<std::vector<Side>> sides(graph.nodes.size());
  for (std::size_t c = 0; c < graph.edges.size(); ++c) {
    const GraphEdge<D>& e = graph.edges[c];
    const auto contact = static_cast<std::int32_t>(c);
    sides[static_cast<std::size_t>(e.a)].push_back({contact, e.arm_a, -1.0});
    sides[static_cast<std::size_t>(e.b)].push_back({contact, e.arm_b, 1.0});
  }

  DelassusMatrix<D> matrix;
  for (std::size_t c = 0; c < graph.edges.size(); ++c) {
    const GraphEdge<D>& e = graph.edges[c];
    std::map<std::int32_t, Mat<D>> row;
    row.try_emplace(static_cast<std::int32_t>(c), Mat<D>::Zero());
    const auto couple = [&](std::int32_t node, const Vec<D>& arm, double sign) {
      const GraphNode<D>& n = graph.nodes[static_cast<std::size_t>(node)];
      if (n.inverse_mass.isZero(0.0) && n.inverse_inertia == 0.0) return;
      for (const Side& other : sides[static_cast<std::size_t>(node)]) {
        Mat<D>& w = row.try_emplace(other.contact, Mat<D>::Zero()).first->second;
        graph.add_coupling(c, node, arm, sign, static_cast<std::size_t>(other.contact), node,
                           other.arm, other.sign, w);
      }
    };
    couple(e.a, e.arm_a, -1.0);
    couple(e.b, e.arm_b, 1.0);
    for (const auto& [column, w] : row) {
      matrix.column.push_back(column);
      matrix.block.push_back(w);
    }
    matrix.row_start.push_back(static_cast<std::int64_t>(matrix.column.size()));
  }
  return matrix;
}

template struct DelassusMatrix<2>;
template struct DelassusMatrix<3>;
template DelassusMatrix<2> assemble(const DelassusGraph<2>&);
template DelassusMatrix<3> assemble(const DelassusGraph<3>&);

}  // namespace galet
