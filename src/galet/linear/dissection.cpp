#include "galet/linear/dissection.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace galet {
namespace {

// Parts that are not cut any more.
constexpr std::int32_t kSmallPart = 20;
// Smallest part of the nodes on one side of a cut.
constexpr double kSmallestSide = 0.25;

class Dissection {
 public:
  Dissection(const Graph& graph, std::span<const GraphPoint> points)
      : graph_(graph),
        points_(points),
        order_(static_cast<std::size_t>(graph.nodes())),
        part_(order_.size(), 0),
        distance_(order_.size()),
        other_(order_.size()),
        key_(order_.size()),
        place_(order_.size()),
        room_(order_.size()) {
    std::iota(order_.begin(), order_.end(), 0);
  }

  std::vector<std::int32_t> run() {
    left_.push_back({0, graph_.nodes()});
    while (!left_.empty()) {
      const Part part = left_.back();
      left_.pop_back();
      if (part.size() > kSmallPart) dissect(part);
    }
    return std::move(order_);
  }

 private:
  // Places of the order that hold nodes of one part.
  struct Part {
    std::int32_t begin = 0;
    std::int32_t end = 0;
    std::int32_t size() const { return end - begin; }
  };
  struct Cut {
    std::int32_t at = -1;       // places before it are one side; −1: none
    bool border_first = false;  // the separator is taken from that side
  };

  static std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

  void dissect(const Part& part) {
    const std::int32_t number = ++parts_;
    for (std::int32_t k = part.begin; k < part.end; ++k) part_[at(order_[at(k)])] = number;
    if (points_.empty()) {
      std::int32_t a = 0;
      if (separate_components(part, number, a)) return;
      const std::int32_t b = farthest(a, number, distance_);
      farthest(b, number, other_);
      set_keys(part, [&](std::int32_t i) { return distance_[at(i)] - other_[at(i)]; });
    } else {
      set_keys_along(part);
    }
    sort_by_keys(part);
    const Cut cut = best_cut(part, number);
    if (cut.at >= 0) separate(part, cut, number);
  }

  // By breadth, within one part; nodes come to room_ from place `first` on, as they are reached.
  // Returns the place behind the last. They are marked as reached.
  std::int32_t search(std::int32_t from, std::int32_t number, std::vector<std::int32_t>& distance,
                      std::int32_t first = 0) {
    const auto reach = [&](std::int32_t i, std::int32_t so_far) {
      part_[at(i)] = -number;
      distance[at(i)] = so_far;
      room_[at(first++)] = i;
    };
    std::int32_t k = first;
    reach(from, 0);
    for (; k < first; ++k) {
      const std::int32_t i = room_[at(k)];
      for (const std::int32_t j : graph_.neighbours(i)) {
        if (part_[at(j)] == number) reach(j, distance[at(i)] + 1);
      }
    }
    return first;
  }
  // The last node that is reached, one of the farthest, where all are; the marks are gone.
  std::int32_t farthest(std::int32_t from, std::int32_t number,
                        std::vector<std::int32_t>& distance) {
    const std::int32_t end = search(from, number, distance);
    for (std::int32_t k = 0; k < end; ++k) part_[at(room_[at(k)])] = number;
    return room_[at(end - 1)];
  }

  // Whether there were several, which are parts of their own then. If not, `last` is a node far
  // from others.
  bool separate_components(const Part& part, std::int32_t number, std::int32_t& last) {
    std::int32_t done = search(order_[at(part.begin)], number, distance_);
    last = room_[at(done - 1)];
    if (done == part.size()) {
      for (std::int32_t k = part.begin; k < part.end; ++k) part_[at(order_[at(k)])] = number;
      return false;
    }
    left_.push_back({part.begin, part.begin + done});
    for (std::int32_t k = part.begin; k < part.end; ++k) {
      const std::int32_t i = order_[at(k)];
      if (part_[at(i)] != number) continue;
      const std::int32_t end = search(i, number, distance_, done);
      left_.push_back({part.begin + done, part.begin + end});
      done = end;
    }
    std::copy_n(room_.begin(), part.size(), order_.begin() + part.begin);
    return true;
  }

  template <class F>
  void set_keys(const Part& part, F&& key) {
    for (std::int32_t k = part.begin; k < part.end; ++k) {
      key_[at(order_[at(k)])] = key(order_[at(k)]);
    }
  }
  // By the axis along which the part is longest, in as many intervals as there are nodes.
  void set_keys_along(const Part& part) {
    GraphPoint low = points_[at(order_[at(part.begin)])];
    GraphPoint high = low;
    for (std::int32_t k = part.begin; k < part.end; ++k) {
      const GraphPoint& x = points_[at(order_[at(k)])];
      for (std::size_t d = 0; d < x.size(); ++d) {
        low[d] = std::min(low[d], x[d]);
        high[d] = std::max(high[d], x[d]);
      }
    }
    std::size_t along = 0;
    for (std::size_t d = 1; d < low.size(); ++d) {
      if (high[d] - low[d] > high[along] - low[along]) along = d;
    }
    const double length = high[along] - low[along];
    set_keys(part, [&](std::int32_t i) {
      const double way = length > 0.0 ? (points_[at(i)][along] - low[along]) / length : 0.0;
      return static_cast<std::int32_t>(way * part.size());
    });
  }

  void sort_by_keys(const Part& part) {
    std::int32_t lowest = std::numeric_limits<std::int32_t>::max();
    std::int32_t highest = std::numeric_limits<std::int32_t>::min();
    for (std::int32_t k = part.begin; k < part.end; ++k) {
      lowest = std::min(lowest, key_[at(order_[at(k)])]);
      highest = std::max(highest, key_[at(order_[at(k)])]);
    }
    count_.assign(at(highest - lowest + 2), 0);
    for (std::int32_t k = part.begin; k < part.end; ++k) {
      ++count_[at(key_[at(order_[at(k)])] - lowest + 1)];
    }
    std::partial_sum(count_.begin(), count_.end(), count_.begin());
    for (std::int32_t k = part.begin; k < part.end; ++k) {
      const std::int32_t i = order_[at(k)];
      room_[at(count_[at(key_[at(i)] - lowest)]++)] = i;
    }
    std::copy_n(room_.begin(), part.size(), order_.begin() + part.begin);
    for (std::int32_t k = 0; k < part.size(); ++k) place_[at(order_[at(part.begin + k)])] = k;
  }

  // A node before the cut is at its border while its last neighbour is behind it, one behind it
  // while its first is before it.
  Cut best_cut(const Part& part, std::int32_t number) {
    const std::int32_t n = part.size();
    const auto size = at(n + 2);
    count_.assign(2 * size, 0);
    const std::span<std::int32_t> before(count_.data(), size);
    const std::span<std::int32_t> behind(count_.data() + size, size);
    for (std::int32_t k = 0; k < n; ++k) {
      std::int32_t first = k;
      std::int32_t last = k;
      for (const std::int32_t j : graph_.neighbours(order_[at(part.begin + k)])) {
        if (part_[at(j)] != number) continue;
        first = std::min(first, place_[at(j)]);
        last = std::max(last, place_[at(j)]);
      }
      ++before[at(k + 1)];
      --before[at(last + 1)];
      ++behind[at(first + 1)];
      --behind[at(k + 1)];
    }
    Cut best;
    double least = std::numeric_limits<double>::infinity();
    std::int32_t border_before = 0;
    std::int32_t border_behind = 0;
    const auto smallest = static_cast<std::int32_t>(kSmallestSide * n);
    for (std::int32_t cut = 1; cut < n; ++cut) {
      border_before += before[at(cut)];
      border_behind += behind[at(cut)];
      const bool first = border_before <= border_behind;
      const std::int32_t border = first ? border_before : border_behind;
      const std::int32_t left = cut - (first ? border : 0);
      const std::int32_t right = n - cut - (first ? 0 : border);
      if (std::min(left, right) < std::max(1, smallest - border)) continue;
      // The work of a separator grows like its cube; that of a side a little faster than its size.
      const double unevenness = static_cast<double>(std::max(left, right)) / n;
      const double cost = border * (1.0 + unevenness);
      if (cost < least) {
        least = cost;
        best = {cut, first};
      }
    }
    return best;
  }

  void separate(const Part& part, const Cut& cut, std::int32_t number) {
    std::int32_t left = 0;
    std::int32_t separator = 0;
    std::int32_t right = 0;
    const auto is_border = [&](std::int32_t k) {
      if ((k < cut.at) != cut.border_first) return false;
      for (const std::int32_t j : graph_.neighbours(order_[at(part.begin + k)])) {
        if (part_[at(j)] == number && (place_[at(j)] < cut.at) != (k < cut.at)) return true;
      }
      return false;
    };
    count_.resize(2 * at(part.size()));
    for (std::int32_t k = 0; k < part.size(); ++k) {
      const std::int32_t i = order_[at(part.begin + k)];
      if (is_border(k)) {
        count_[at(separator++)] = i;
      } else if (k < cut.at) {
        room_[at(left++)] = i;
      } else {
        count_[at(part.size() + right++)] = i;
      }
    }
    std::int32_t* out = order_.data() + part.begin;
    out = std::copy_n(room_.data(), left, out);
    out = std::copy_n(count_.data() + part.size(), right, out);
    std::copy_n(count_.data(), separator, out);
    left_.push_back({part.begin, part.begin + left});
    left_.push_back({part.begin + left, part.begin + left + right});
  }

  const Graph& graph_;
  std::span<const GraphPoint> points_;
  std::vector<std::int32_t> order_;
  std::vector<std::int32_t> part_;      // number of the part a node is in; negative: reached
  std::vector<std::int32_t> distance_;  // from a
  std::vector<std::int32_t> other_;     // from b
  std::vector<std::int32_t> key_;       // places of a part go by
  std::vector<std::int32_t> place_;     // in its part
  std::vector<std::int32_t> room_;
  std::vector<std::int32_t> count_;
  std::vector<Part> left_;
  std::int32_t parts_ = 0;
};

}  // namespace

Graph::Graph(std::int32_t nodes, std::span<const BlockEdge> edges)
    : start(static_cast<std::size_t>(nodes) + 1, 0), neighbour(2 * edges.size()) {
  for (const BlockEdge& e : edges) {
    ++start[static_cast<std::size_t>(e.i) + 1];
    ++start[static_cast<std::size_t>(e.j) + 1];
  }
  std::partial_sum(start.begin(), start.end(), start.begin());
  std::vector<std::int32_t> next(start.begin(), start.end() - 1);
  // Edges are sorted by i, then j: lower neighbours first, both kinds in increasing order.
  for (const BlockEdge& e : edges) {
    neighbour[static_cast<std::size_t>(next[static_cast<std::size_t>(e.j)]++)] = e.i;
  }
  for (const BlockEdge& e : edges) {
    neighbour[static_cast<std::size_t>(next[static_cast<std::size_t>(e.i)]++)] = e.j;
  }
}

std::vector<std::int32_t> nested_dissection(const Graph& graph,
                                            std::span<const GraphPoint> points) {
  return Dissection(graph, points).run();
}

}  // namespace galet
