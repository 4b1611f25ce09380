#include "galet/problem/matrix_operator.hpp"

#include <algorithm>
#include <numeric>

#include "galet/base/error.hpp"

namespace galet {

template <int D>
Mat<D> MatrixOperator<D>::diagonal_block(std::size_t c) const {
  const auto first = column.begin() + row_start[c];
  const auto last = column.begin() + row_start[c + 1];
  const auto found = std::lower_bound(first, last, static_cast<std::int32_t>(c));
  GALET_ASSERT(found != last && *found == static_cast<std::int32_t>(c));
  return block[static_cast<std::size_t>(found - column.begin())];
}

namespace {

// The contacts of every node that can move, in their order.
struct ContactsOfNodes {
  std::vector<std::int64_t> start;
  std::vector<std::int32_t> contact;

  template <int D>
  ContactsOfNodes(const BodiesOperator<D>& bodies, std::span<const Edge<D>> edges)
      : start(bodies.nodes() + 1, 0) {
    const auto for_each_side = [&](auto&& f) {
      for (std::size_t c = 0; c < edges.size(); ++c) {
        const auto contact_number = static_cast<std::int32_t>(c);
        for (const std::int32_t node : {edges[c].a, edges[c].b}) {
          const auto k = static_cast<std::size_t>(node);
          if (bodies.can_move(k)) f(k, contact_number);
          if (edges[c].a == edges[c].b) break;
        }
      }
    };
    for_each_side([&](std::size_t node, std::int32_t) { ++start[node + 1]; });
    std::partial_sum(start.begin(), start.end(), start.begin());
    contact.resize(static_cast<std::size_t>(start.back()));
    std::vector<std::int64_t> next(start.begin(), start.end() - 1);
    for_each_side([&](std::size_t node, std::int32_t c) {
      contact[static_cast<std::size_t>(next[node]++)] = c;
    });
  }

  std::span<const std::int32_t> of(std::int32_t node) const {
    const auto k = static_cast<std::size_t>(node);
    if (k + 1 >= start.size()) return {};  // the ground
    return std::span(contact).subspan(static_cast<std::size_t>(start[k]),
                                      static_cast<std::size_t>(start[k + 1] - start[k]));
  }
};

}  // namespace

template <int D>
MatrixColumns<D> assemble(const BodiesOperator<D>& bodies) {
  const std::size_t n = bodies.contacts.size();
  std::vector<Edge<D>> edges(n);
  std::vector<Mat<D>> frames(n);
  for (std::size_t c = 0; c < n; ++c) {
    edges[c] = bodies.edge(c);
    frames[c] = bodies.contacts[c].frame();
  }
  const ContactsOfNodes near(bodies, std::span<const Edge<D>>(edges));
  MatrixColumns<D> matrix;
  std::vector<std::int32_t> row;
  for (std::size_t c = 0; c < n; ++c) {
    row.assign(1, static_cast<std::int32_t>(c));
    for (const std::int32_t node : {edges[c].a, edges[c].b}) {
      const std::span<const std::int32_t> there = near.of(node);
      row.insert(row.end(), there.begin(), there.end());
    }
    std::ranges::sort(row);
    row.erase(std::ranges::unique(row).begin(), row.end());
    for (const std::int32_t other : row) {
      const auto j = static_cast<std::size_t>(other);
      Mat<D> w = Mat<D>::Zero();
      bodies.add_coupling(edges[c], frames[c], edges[j], frames[j], w);
      matrix.column.push_back(other);
      matrix.block.push_back(w);
    }
    matrix.row_start.push_back(static_cast<std::int64_t>(matrix.column.size()));
  }
  return matrix;
}

template struct MatrixOperator<2>;
template struct MatrixOperator<3>;
template MatrixColumns<2> assemble(const BodiesOperator<2>&);
template MatrixColumns<3> assemble(const BodiesOperator<3>&);

}  // namespace galet
