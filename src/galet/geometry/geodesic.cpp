#include "galet/geometry/geodesic.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <queue>
#include <utility>

namespace galet {
namespace {

constexpr double kNoWay = std::numeric_limits<double>::infinity();
// Nodes within so many cells of an exit, and in sight of it, begin with their distance to it: level
// lines bend most at the ends of exits, where differences are worst.
constexpr double kNearExit = 8.0;

// Whether there is room all along the straight way, as far as points every half cell tell.
bool is_in_sight(const Vec<2>& from, const Vec<2>& to, double spacing,
                 const Geodesic::Clearance& clearance) {
  const int pieces = 1 + static_cast<int>((to - from).norm() / (0.5 * spacing));
  for (int k = 0; k < pieces; ++k) {
    const double part = static_cast<double>(k) / pieces;
    if (clearance(from + part * (to - from)) < -0.5 * spacing) return false;
  }
  return true;
}

constexpr std::array<std::array<int, 2>, 8> kNeighbours{
    {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}}};

// The march of the front over the nodes.
class FastMarch {
 public:
  FastMarch(const SquareGrid& grid, const std::vector<bool>& room)
      : grid_(grid),
        room_(room),
        length_(grid.size(), kNoWay),
        known_(grid.size(), false),
        accepted_(grid.size(), false) {}

  // With an exact length, or the shortest of several.
  void begin_at(std::size_t node, double length) {
    if (!room_[node] || length >= length_[node]) return;
    length_[node] = length;
    known_[node] = true;
    front_.emplace(length, node);
  }

  std::vector<double> run() {
    while (!front_.empty()) {
      const auto [length, node] = front_.top();
      front_.pop();
      if (accepted_[node]) continue;  // an older, longer entry
      accepted_[node] = true;
      const auto [i, j] = place(node);
      for (const auto& [di, dj] : kNeighbours) update(i + di, j + dj);
    }
    return std::move(length_);
  }

 private:
  // What one direction adds to the equation Σ weight (T − from)² = s², s the distance of nodes
  // along it.
  struct Term {
    double from = kNoWay;
    double weight = 0.0;
  };

  std::pair<std::ptrdiff_t, std::ptrdiff_t> place(std::size_t node) const {
    const auto k = static_cast<std::ptrdiff_t>(node);
    return {k % grid_.nodes[0], k / grid_.nodes[0]};
  }
  bool is_inside(std::ptrdiff_t i, std::ptrdiff_t j) const {
    return i >= 0 && j >= 0 && i < grid_.nodes[0] && j < grid_.nodes[1];
  }
  double accepted_length(std::ptrdiff_t i, std::ptrdiff_t j) const {
    if (!is_inside(i, j)) return kNoWay;
    const std::size_t node = grid_.index(i, j);
    return accepted_[node] ? length_[node] : kNoWay;
  }

  // The upwind difference along (di, dj) or against it.
  Term term(std::ptrdiff_t i, std::ptrdiff_t j, int di, int dj) const {
    const double ahead = accepted_length(i + di, j + dj);
    const double behind = accepted_length(i - di, j - dj);
    if (behind < ahead) {
      di = -di;
      dj = -dj;
    }
    const double first = std::min(ahead, behind);
    if (first == kNoWay) return {};
    const double second = accepted_length(i + 2 * di, j + 2 * dj);
    if (second > first) return {first, 1.0};
    return {(4.0 * first - second) / 3.0, 2.25};
  }

  // With both terms, if the way comes from between the two; else with the shorter of them alone.
  static double solve(const Term& a, const Term& b, double s) {
    const double alone = std::min(a.weight > 0.0 ? a.from + s / std::sqrt(a.weight) : kNoWay,
                                  b.weight > 0.0 ? b.from + s / std::sqrt(b.weight) : kNoWay);
    if (a.weight == 0.0 || b.weight == 0.0) return alone;
    const double weight = a.weight + b.weight;
    const double mean = (a.weight * a.from + b.weight * b.from) / weight;
    const double apart = a.from - b.from;
    const double root = s * s / weight - a.weight * b.weight * apart * apart / (weight * weight);
    if (root < 0.0) return alone;
    const double both = mean + std::sqrt(root);
    return both >= std::max(a.from, b.from) ? both : alone;
  }

  void update(std::ptrdiff_t i, std::ptrdiff_t j) {
    if (!is_inside(i, j)) return;
    const std::size_t node = grid_.index(i, j);
    if (accepted_[node] || known_[node] || !room_[node]) return;
    const double s = grid_.spacing;
    const double length =
        std::min(solve(term(i, j, 1, 0), term(i, j, 0, 1), s),
                 solve(term(i, j, 1, 1), term(i, j, 1, -1), std::numbers::sqrt2 * s));
    if (length >= length_[node]) return;
    length_[node] = length;
    front_.emplace(length, node);
  }

  using Entry = std::pair<double, std::size_t>;

  const SquareGrid& grid_;
  const std::vector<bool>& room_;
  std::vector<double> length_;
  std::vector<bool> known_;
  std::vector<bool> accepted_;
  // Nodes of the same length in the order of their numbers.
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> front_;
};

// Directions of the nodes that the march has reached.
class Descent {
 public:
  Descent(const SquareGrid& grid, std::span<const double> length) : grid_(grid), length_(length) {}

  Vec<2> at(std::ptrdiff_t i, std::ptrdiff_t j) const {
    if (length(i, j) == kNoWay) return Vec<2>::Zero();
    const Vec<2> down(slope(i, j, 1, 0), slope(i, j, 0, 1));
    const double norm = down.norm();
    return norm > 0.0 ? Vec<2>(down / norm) : Vec<2>(Vec<2>::Zero());
  }

 private:
  double length(std::ptrdiff_t i, std::ptrdiff_t j) const {
    if (i < 0 || j < 0 || i >= grid_.nodes[0] || j >= grid_.nodes[1]) return kNoWay;
    return length_[grid_.index(i, j)];
  }
  // By how much the length falls per cell towards the lower neighbour; signed by its side.
  double slope(std::ptrdiff_t i, std::ptrdiff_t j, int di, int dj) const {
    const double here = length(i, j);
    const double ahead = length(i + di, j + dj);
    const double behind = length(i - di, j - dj);
    const int sign = ahead <= behind ? 1 : -1;
    const double first = std::min(ahead, behind);
    if (!(first < here)) return 0.0;
    const double second = length(i + 2 * sign * di, j + 2 * sign * dj);
    const double fall = second <= first ? 1.5 * here - 2.0 * first + 0.5 * second : here - first;
    return sign * std::max(fall, 0.0);
  }

  const SquareGrid& grid_;
  std::span<const double> length_;
};

// Nodes without room take the mean direction of the neighbours that have one, layer by layer.
void extend_directions(const SquareGrid& grid, const std::vector<bool>& room,
                       std::vector<Vec<2>>& direction) {
  std::vector<std::pair<std::ptrdiff_t, std::ptrdiff_t>> open;
  for (std::ptrdiff_t j = 0; j < grid.nodes[1]; ++j) {
    for (std::ptrdiff_t i = 0; i < grid.nodes[0]; ++i) {
      if (!room[grid.index(i, j)]) open.emplace_back(i, j);
    }
  }
  const auto mean_around = [&](std::ptrdiff_t i, std::ptrdiff_t j) {
    Vec<2> sum = Vec<2>::Zero();
    for (std::ptrdiff_t dj = -1; dj <= 1; ++dj) {
      for (std::ptrdiff_t di = -1; di <= 1; ++di) {
        const bool inside =
            i + di >= 0 && j + dj >= 0 && i + di < grid.nodes[0] && j + dj < grid.nodes[1];
        if (inside) sum += direction[grid.index(i + di, j + dj)];
      }
    }
    return sum;
  };
  while (!open.empty()) {
    std::vector<std::pair<std::size_t, Vec<2>>> layer;
    std::erase_if(open, [&](const auto& at) {
      const Vec<2> sum = mean_around(at.first, at.second);
      const double norm = sum.norm();
      if (norm == 0.0) return false;
      layer.emplace_back(grid.index(at.first, at.second), sum / norm);
      return true;
    });
    if (layer.empty()) return;
    for (const auto& [node, own] : layer) direction[node] = own;
  }
}

}  // namespace

SquareGrid SquareGrid::over(const Vec<2>& low, const Vec<2>& high, double spacing) {
  SquareGrid grid{low, spacing, {}};
  for (int k = 0; k < 2; ++k) {
    const double cells = std::ceil((high[k] - low[k]) / spacing * (1.0 - 1e-12));
    grid.nodes[static_cast<std::size_t>(k)] =
        std::max<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(cells), 1) + 1;
  }
  return grid;
}

Geodesic::Geodesic(const SquareGrid& grid, const Clearance& clearance,
                   std::span<const Segment> exits)
    : grid_(grid), room_(grid.size()) {
  const auto for_each_node = [&](auto&& f) {
    for (std::ptrdiff_t j = 0; j < grid_.nodes[1]; ++j) {
      for (std::ptrdiff_t i = 0; i < grid_.nodes[0]; ++i) f(i, j, grid_.index(i, j));
    }
  };
  // Obstacles end between nodes: half a cell either way evens out.
  const double edge = 0.5 * grid.spacing;
  for_each_node([&](std::ptrdiff_t i, std::ptrdiff_t j, std::size_t node) {
    room_[node] = clearance(grid_.node(i, j)) >= -edge;
  });
  FastMarch march(grid_, room_);
  for_each_node([&](std::ptrdiff_t i, std::ptrdiff_t j, std::size_t node) {
    const Vec<2> x = grid_.node(i, j);
    for (const Segment& exit : exits) {
      const double distance = exit.distance(x);
      if (distance > kNearExit * grid_.spacing) continue;
      if (is_in_sight(x, exit.nearest(x), grid_.spacing, clearance)) {
        march.begin_at(node, distance);
      }
    }
  });
  length_ = march.run();
  direction_.resize(grid_.size());
  const Descent descent(grid_, length_);
  for_each_node([&](std::ptrdiff_t i, std::ptrdiff_t j, std::size_t node) {
    direction_[node] = descent.at(i, j);
  });
  extend_directions(grid_, room_, direction_);
}

Geodesic::Corners Geodesic::corners(const Vec<2>& x) const {
  std::array<std::ptrdiff_t, 2> cell{};
  Vec<2> part;
  for (int k = 0; k < 2; ++k) {
    const auto last = static_cast<double>(grid_.nodes[static_cast<std::size_t>(k)] - 1);
    const double at = std::clamp((x[k] - grid_.low[k]) / grid_.spacing, 0.0, last);
    const double whole = std::min(std::floor(at), last - 1.0);
    cell[static_cast<std::size_t>(k)] = static_cast<std::ptrdiff_t>(whole);
    part[k] = at - whole;
  }
  const auto [i, j] = cell;
  return {
      {grid_.index(i, j), grid_.index(i + 1, j), grid_.index(i, j + 1), grid_.index(i + 1, j + 1)},
      {(1.0 - part.x()) * (1.0 - part.y()), part.x() * (1.0 - part.y()),
       (1.0 - part.x()) * part.y(), part.x() * part.y()}};
}

// The mean of the corners that a way leads from.
double Geodesic::length_at(const Vec<2>& x) const {
  const Corners at = corners(x);
  double sum = 0.0;
  double weights = 0.0;
  for (std::size_t k = 0; k < 4; ++k) {
    if (length_[at.node[k]] == kNoWay) continue;
    sum += at.weight[k] * length_[at.node[k]];
    weights += at.weight[k];
  }
  return weights > 0.0 ? sum / weights : kNoWay;
}

// The mean of the corners that agree with the nearest one that has a direction: where ways part,
// the mean of both sides would lead into what they go around.
Vec<2> Geodesic::direction_at(const Vec<2>& x) const {
  const Corners at = corners(x);
  std::size_t nearest = 4;
  for (std::size_t k = 0; k < 4; ++k) {
    if (direction_[at.node[k]].isZero(0.0)) continue;
    if (nearest == 4 || at.weight[k] > at.weight[nearest]) nearest = k;
  }
  if (nearest == 4) return Vec<2>::Zero();
  const Vec<2>& leading = direction_[at.node[nearest]];
  Vec<2> sum = Vec<2>::Zero();
  for (std::size_t k = 0; k < 4; ++k) {
    const Vec<2>& own = direction_[at.node[k]];
    if (own.dot(leading) > 0.0) sum += at.weight[k] * own;
  }
  // The nearest corner can have no weight only where a point lies on another one.
  return sum.isZero(0.0) ? leading : Vec<2>(sum.normalized());
}

bool Geodesic::leads_from(const Vec<2>& x) const {
  const Corners at = corners(x);
  const auto reached = [&](std::size_t node) { return length_[node] < kNoWay; };
  const auto has_room = [&](std::size_t node) { return room_[node]; };
  if (std::ranges::any_of(at.node, reached)) return true;
  return std::ranges::none_of(at.node, has_room) && !direction_at(x).isZero(0.0);
}

}  // namespace galet
