#include "galet/linear/front_tree.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace galet {
namespace {

// Up to so many columns a front takes its children in, whatever zeros that costs: small fronts cost
// more by what surrounds them.
constexpr std::int32_t kSmallFront = 12;
// Larger ones, as long as zeros are no more than this part of the factor.
constexpr double kMostZeros = 0.12;

std::size_t place_of(std::int32_t i) { return static_cast<std::size_t>(i); }

// Children of every node of a forest, in increasing order; the roots last.
struct Children {
  std::vector<std::int32_t> start;
  std::vector<std::int32_t> list;

  explicit Children(std::span<const std::int32_t> parent)
      : start(parent.size() + 2, 0), list(parent.size()) {
    const auto slot = [&](std::int32_t p) { return p < 0 ? parent.size() : place_of(p); };
    for (const std::int32_t p : parent) ++start[slot(p) + 1];
    std::partial_sum(start.begin(), start.end(), start.begin());
    std::vector<std::int32_t> next(start.begin(), start.end() - 1);
    for (std::size_t i = 0; i < parent.size(); ++i) {
      list[place_of(next[slot(parent[i])]++)] = static_cast<std::int32_t>(i);
    }
  }
  std::span<const std::int32_t> of(std::size_t i) const {
    return {list.data() + start[i], list.data() + start[i + 1]};
  }
};

// Descendants before each, one after the other.
std::vector<std::int32_t> postorder(std::span<const std::int32_t> parent) {
  const Children children(parent);
  // Parents before children, the last child first, backwards.
  std::vector<std::int32_t> order;
  order.reserve(parent.size());
  const std::span<const std::int32_t> roots = children.of(parent.size());
  std::vector<std::int32_t> left(roots.begin(), roots.end());
  while (!left.empty()) {
    const std::int32_t i = left.back();
    left.pop_back();
    order.push_back(i);
    const std::span<const std::int32_t> more = children.of(place_of(i));
    left.insert(left.end(), more.begin(), more.end());
  }
  std::ranges::reverse(order);
  return order;
}

std::vector<std::int32_t> inverse(std::span<const std::int32_t> order) {
  std::vector<std::int32_t> place(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    place[place_of(order[k])] = static_cast<std::int32_t>(k);
  }
  return place;
}

// Nodes that are given other names: node `order[k]` becomes k.
Graph renamed(const Graph& graph, std::span<const std::int32_t> order) {
  const std::vector<std::int32_t> place = inverse(order);
  Graph out;
  out.start.reserve(order.size() + 1);
  out.start.push_back(0);
  out.neighbour.reserve(graph.neighbour.size());
  for (const std::int32_t i : order) {
    for (const std::int32_t j : graph.neighbours(i)) out.neighbour.push_back(place[place_of(j)]);
    out.start.push_back(static_cast<std::int32_t>(out.neighbour.size()));
  }
  return out;
}

// Elimination tree [Liu1990]: the parent of a column is the first row below it in the factor.
std::vector<std::int32_t> elimination_tree(const Graph& graph) {
  const auto n = static_cast<std::size_t>(graph.nodes());
  std::vector<std::int32_t> parent(n, -1);
  std::vector<std::int32_t> ancestor(n, -1);  // ways already known, shortened
  for (std::int32_t i = 0; i < graph.nodes(); ++i) {
    for (std::int32_t k : graph.neighbours(i)) {
      while (k >= 0 && k < i) {
        const std::int32_t next = std::exchange(ancestor[place_of(k)], i);
        if (next < 0) parent[place_of(k)] = i;
        k = next;
      }
    }
  }
  return parent;
}

// Blocks below the diagonal, by column: row i has one in every column between its entries of the
// matrix and i in the tree.
std::vector<std::int32_t> column_counts(const Graph& graph, std::span<const std::int32_t> parent) {
  std::vector<std::int32_t> count(parent.size(), 0);
  std::vector<std::int32_t> seen(parent.size(), -1);
  for (std::int32_t i = 0; i < graph.nodes(); ++i) {
    seen[place_of(i)] = i;
    for (std::int32_t k : graph.neighbours(i)) {
      if (k > i) continue;
      for (; seen[place_of(k)] != i; k = parent[place_of(k)]) {
        seen[place_of(k)] = i;
        ++count[place_of(k)];
      }
    }
  }
  return count;
}

// Columns that are eliminated together.
struct Group {
  std::int32_t columns = 0;
  std::int32_t rows = 0;  // further ones
  std::int32_t parent = -1;
  double zeros = 0.0;

  double entries() const { return columns * (0.5 * (columns + 1) + rows); }
};

class Grouping {
 public:
  // Columns in postorder.
  Grouping(std::span<const std::int32_t> parent, std::span<const std::int32_t> count)
      : group_of_(parent.size()) {
    for (std::size_t j = 0; j < parent.size(); ++j) {
      const bool same =
          j > 0 && parent[j - 1] == static_cast<std::int32_t>(j) && count[j - 1] == count[j] + 1;
      if (!same) groups_.emplace_back();
      Group& group = groups_.back();
      ++group.columns;
      group.rows = count[j];
      group_of_[j] = static_cast<std::int32_t>(groups_.size()) - 1;
    }
    for (std::size_t j = 0; j < parent.size(); ++j) {
      if (parent[j] < 0) continue;
      const std::int32_t p = group_of_[place_of(parent[j])];
      if (p != group_of_[j]) groups_[place_of(group_of_[j])].parent = p;
    }
  }

  // Children into their parents, from below.
  void merge() {
    into_.resize(groups_.size());
    std::iota(into_.begin(), into_.end(), 0);
    for (std::size_t c = 0; c < groups_.size(); ++c) {
      const Group& child = groups_[c];
      if (child.parent < 0) continue;
      Group& parent = groups_[place_of(child.parent)];
      Group both{child.columns + parent.columns, parent.rows, parent.parent, 0.0};
      both.zeros = child.zeros + parent.zeros +
                   static_cast<double>(child.columns) * (parent.columns + parent.rows - child.rows);
      if (both.columns > kSmallFront && both.zeros > kMostZeros * both.entries()) continue;
      into_[c] = child.parent;
      parent = both;
    }
    // Parents have larger numbers than children.
    for (std::size_t c = groups_.size(); c-- > 0;) into_[c] = into_[place_of(into_[c])];
  }

  bool remains(std::size_t g) const { return into_[g] == static_cast<std::int32_t>(g); }
  std::int32_t group_of(std::size_t column) const { return into_[place_of(group_of_[column])]; }
  std::size_t size() const { return groups_.size(); }
  // The group that the parent has gone into; −1: none.
  std::int32_t parent_of(std::size_t g) const {
    const std::int32_t p = groups_[g].parent;
    return p < 0 ? -1 : into_[place_of(p)];
  }

 private:
  std::vector<Group> groups_;
  std::vector<std::int32_t> group_of_;
  std::vector<std::int32_t> into_;
};

// Columns in the order of the tree of groups, and the fronts that they make.
std::vector<std::int32_t> order_of_fronts(const Grouping& grouping, std::size_t columns,
                                          std::vector<Front>& fronts) {
  std::vector<std::int32_t> remaining;
  std::vector<std::int32_t> number(grouping.size(), -1);
  for (std::size_t g = 0; g < grouping.size(); ++g) {
    if (!grouping.remains(g)) continue;
    number[g] = static_cast<std::int32_t>(remaining.size());
    remaining.push_back(static_cast<std::int32_t>(g));
  }
  std::vector<std::int32_t> parent(remaining.size());
  for (std::size_t k = 0; k < remaining.size(); ++k) {
    const std::int32_t p = grouping.parent_of(place_of(remaining[k]));
    parent[k] = p < 0 ? -1 : number[place_of(p)];
  }
  const std::vector<std::int32_t> order = postorder(parent);
  const std::vector<std::int32_t> front_of = inverse(order);
  fronts.resize(order.size());
  for (std::size_t k = 0; k < parent.size(); ++k) {
    if (parent[k] < 0) continue;
    fronts[place_of(front_of[k])].parent = front_of[place_of(parent[k])];
  }
  const auto front_of_column = [&](std::size_t j) {
    return place_of(front_of[place_of(number[place_of(grouping.group_of(j))])]);
  };
  for (std::size_t j = 0; j < columns; ++j) ++fronts[front_of_column(j)].columns;
  std::int32_t column = 0;
  for (Front& front : fronts) {
    front.first_column = column;
    column += front.columns;
  }
  std::vector<std::int32_t> next(fronts.size());
  for (std::size_t f = 0; f < fronts.size(); ++f) next[f] = fronts[f].first_column;
  std::vector<std::int32_t> out(columns);
  for (std::size_t j = 0; j < columns; ++j) {
    out[place_of(next[front_of_column(j)]++)] = static_cast<std::int32_t>(j);
  }
  return out;
}

// The same tree of nodes that are given other names: node `order[k]` becomes k.
std::vector<std::int32_t> renamed(std::span<const std::int32_t> parent,
                                  std::span<const std::int32_t> order) {
  const std::vector<std::int32_t> place = inverse(order);
  std::vector<std::int32_t> out(parent.size());
  std::ranges::transform(order, out.begin(), [&](std::int32_t i) {
    const std::int32_t p = parent[place_of(i)];
    return p < 0 ? -1 : place[place_of(p)];
  });
  return out;
}

std::vector<std::int32_t> composed(std::span<const std::int32_t> order,
                                   std::span<const std::int32_t> then) {
  std::vector<std::int32_t> out(order.size());
  std::ranges::transform(then, out.begin(), [&](std::int32_t k) { return order[place_of(k)]; });
  return out;
}

}  // namespace

FrontTree::FrontTree(std::int32_t nodes, std::span<const BlockEdge> edges,
                     std::span<const GraphPoint> points) {
  const Graph graph(nodes, edges);
  std::vector<std::int32_t> order = nested_dissection(graph, points);
  {
    std::vector<std::int32_t> parent = elimination_tree(renamed(graph, order));
    const std::vector<std::int32_t> down = postorder(parent);
    order = composed(order, down);
    parent = renamed(parent, down);
    Grouping grouping(parent, column_counts(renamed(graph, order), parent));
    grouping.merge();
    order = composed(order, order_of_fronts(grouping, order.size(), fronts));
  }
  place = inverse(order);

  std::vector<std::int32_t> parent(fronts.size());
  std::ranges::transform(fronts, parent.begin(), [](const Front& f) { return f.parent; });
  const Children family(parent);
  children.assign(family.list.begin(), family.list.begin() + family.start[fronts.size()]);
  for (std::size_t f = 0; f < fronts.size(); ++f) {
    fronts[f].first_child = static_cast<std::size_t>(family.start[f]);
  }

  find_rows(graph, order);
  find_runs();
}

void FrontTree::find_rows(const Graph& graph, std::span<const std::int32_t> order) {
  front_of.resize(order.size());
  std::vector<std::int32_t> seen(order.size(), -1);
  for (std::size_t f = 0; f < fronts.size(); ++f) {
    Front& front = fronts[f];
    front.first_row = rows.size();
    const std::int32_t end = front.end_column();
    const auto take = [&](std::int32_t row) {
      if (row < end || std::exchange(seen[place_of(row)], static_cast<std::int32_t>(f)) ==
                           static_cast<std::int32_t>(f)) {
        return;
      }
      rows.push_back(row);
    };
    for (std::int32_t j = front.first_column; j < end; ++j) {
      front_of[place_of(j)] = static_cast<std::int32_t>(f);
      for (const std::int32_t k : graph.neighbours(order[place_of(j)])) take(place[place_of(k)]);
    }
    for (const std::int32_t c : children_of(f)) {
      for (std::size_t k = 0; k < place_of(fronts[place_of(c)].rows); ++k) {
        take(rows[fronts[place_of(c)].first_row + k]);
      }
    }
    front.rows = static_cast<std::int32_t>(rows.size() - front.first_row);
    std::sort(rows.end() - front.rows, rows.end());
  }
}

void FrontTree::find_runs() {
  for (std::size_t f = 0; f < fronts.size(); ++f) {
    fronts[f].first_run = runs.size();
    if (fronts[f].parent < 0) continue;
    const Front& above = fronts[place_of(fronts[f].parent)];
    const std::span<const std::int32_t> rows_above = rows_of(place_of(fronts[f].parent));
    std::int32_t from = 0;
    std::int32_t k = 0;  // in rows_above
    for (const std::int32_t row : rows_of(f)) {
      std::int32_t to = row - above.first_column;
      if (to >= above.columns) {
        while (rows_above[place_of(k)] < row) ++k;
        to = above.columns + k;
      }
      const bool goes_on = runs.size() > fronts[f].first_run && to != above.columns &&
                           to == runs.back().to + runs.back().length;
      if (goes_on) {
        ++runs.back().length;
      } else {
        runs.push_back({from, to, 1});
      }
      ++from;
    }
  }
}

std::size_t FrontTree::blocks() const {
  std::size_t sum = 0;
  for (const Front& f : fronts) {
    sum += place_of(f.columns) * (place_of(f.columns) + 1) / 2 +
           place_of(f.columns) * place_of(f.rows);
  }
  return sum;
}

}  // namespace galet
