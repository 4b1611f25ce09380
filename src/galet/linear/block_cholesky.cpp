#include "galet/linear/block_cholesky.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <numeric>
#include <thread>

#include "galet/base/lean.hpp"

namespace galet {
namespace {

// Subtrees are tasks of their own up to this part of the whole work, so that two or a few threads
// find enough of them; from this part on their fronts are done by all threads.
constexpr double kLargestTask = 1.0 / 16.0;
constexpr double kLargestSubtree = 1.0 / 4.0;
// Below this many operations there is one task.
constexpr double kWorthSharing = 2e6;
// Columns of a front that are done by one thread before all rows below them are, and rows and
// columns of what is done by one.
constexpr std::size_t kColumnsAtOnce = 32;
constexpr std::size_t kFrontTile = 32;
// Fronts with fewer numbers are done by one thread.
constexpr std::size_t kLargeFront = 128 * 128;

// Of the way down: a front is done by the thread that comes first.
enum Descent : std::uint8_t { kUntouched, kRunning, kDone };

std::size_t front_tiles(std::size_t n) { return (n + kFrontTile - 1) / kFrontTile; }

}  // namespace

template <int B>
BlockCholesky<B>::BlockCholesky(const FrontKernels& kernels) : kernels_(&kernels) {}

template <int B>
void BlockCholesky<B>::set_pattern(std::int32_t blocks, std::span<const BlockEdge> edges,
                                   std::span<const GraphPoint> points) {
  if (blocks == blocks_ && std::ranges::equal(edges, edges_) &&
      std::ranges::equal(points, points_)) {
    return;
  }
  blocks_ = blocks;
  edges_.assign(edges.begin(), edges.end());
  points_.assign(points.begin(), points.end());
  diagonal.resize(static_cast<std::size_t>(blocks));
  below.resize(edges.size());
  tree_ = FrontTree(blocks, edges, points);
  node_.resize(diagonal.size());
  for (std::size_t i = 0; i < node_.size(); ++i) {
    node_[static_cast<std::size_t>(tree_.place[i])] = static_cast<std::int32_t>(i);
  }
  cut_tasks();
  place_fronts();
  place_entries(edges);
}

// Two stacks for what fronts leave: by the parity of their depth, so that a front finds room for
// its own while that of its children is still there.
template <int B>
class BlockCholesky<B>::Stacks {
 public:
  explicit Stacks(std::size_t begin) : begin_(begin) {}

  struct Room {
    std::size_t stack = 0;
    std::size_t at = 0;
  };
  Room push(std::size_t depth, std::size_t size) {
    const std::size_t stack = depth % 2;
    const Room room{stack, top_[stack]};
    top_[stack] += size;
    most_[stack] = std::max(most_[stack], top_[stack]);
    return room;
  }
  void pop(const Room& room) { top_[room.stack] = std::min(top_[room.stack], room.at); }

  std::size_t place(const Room& room) const {
    return begin_ + room.at + (room.stack == 0 ? 0 : most_[0]);
  }
  std::size_t end() const { return begin_ + most_[0] + most_[1]; }

 private:
  std::size_t begin_;
  std::array<std::size_t, 2> top_{};
  std::array<std::size_t, 2> most_{};
};

template <int B>
void BlockCholesky<B>::place_fronts() {
  const std::vector<Front>& fronts = tree_.fronts;
  places_.assign(fronts.size(), {});
  std::size_t panel = 0;
  std::size_t vector = 0;
  std::vector<std::size_t> depth(fronts.size(), 0);
  for (std::size_t f = fronts.size(); f-- > 0;) {
    if (fronts[f].parent >= 0) depth[f] = depth[static_cast<std::size_t>(fronts[f].parent)] + 1;
  }
  for (std::size_t f = 0; f < fronts.size(); ++f) {
    Place& p = places_[f];
    p.n = static_cast<std::size_t>(B * fronts[f].columns);
    p.further = padded(p.n);
    p.rows = p.further + static_cast<std::size_t>(B * fronts[f].rows);
    p.ld = padded(p.rows);
    p.panel = panel;
    p.vector = vector;
    panel += p.n * p.ld;
    vector += p.ld;
  }
  resize_anew(panels_, panel / kFrontLanes);
  resize_anew(vectors_, vector / kFrontLanes);

  // Tasks have stacks of their own. Fronts above may be done at the same time: there is room for
  // all.
  std::vector<typename Stacks::Room> rooms(fronts.size());
  std::size_t end = 0;
  const auto size_left = [&](std::size_t f) {
    return padded(places_[f].ld_left() * places_[f].further_rows());
  };
  for (const Task& task : tasks_) {
    Stacks stacks(end);
    for (std::size_t f = task.begin; f < task.end; ++f) {
      rooms[f] = stacks.push(depth[f], size_left(f));
      for (const std::int32_t c : tree_.children_of(f)) {
        stacks.pop(rooms[static_cast<std::size_t>(c)]);
      }
    }
    for (std::size_t f = task.begin; f < task.end; ++f) places_[f].left = stacks.place(rooms[f]);
    end = stacks.end();
  }
  for (const std::size_t f : above_) {
    places_[f].left = end;
    end += size_left(f);
  }
  resize_anew(left_, end / kFrontLanes);

  // The runs in numbers: further rows of the parent begin at a multiple.
  runs_.clear();
  for (std::size_t f = 0; f < fronts.size(); ++f) {
    for (const FrontRun& run : tree_.runs_of(f)) {
      const auto above = static_cast<std::size_t>(fronts[f].parent);
      const std::int32_t columns = fronts[above].columns;
      const std::int32_t shift =
          run.to < columns ? 0 : static_cast<std::int32_t>(places_[above].further) - B * columns;
      runs_.push_back({B * run.from, B * run.to + shift, B * run.length});
    }
  }
}

template <int B>
void BlockCholesky<B>::place_entries(std::span<const BlockEdge> edges) {
  const std::vector<Front>& fronts = tree_.fronts;
  std::vector<std::size_t> next(fronts.size() + 1, 0);
  const auto front_of = [&](std::int32_t column) {
    return static_cast<std::size_t>(tree_.front_of[static_cast<std::size_t>(column)]);
  };
  const auto place = [&](std::int32_t i) { return tree_.place[static_cast<std::size_t>(i)]; };
  for (std::size_t f = 0; f < fronts.size(); ++f) {
    next[f + 1] = static_cast<std::size_t>(fronts[f].columns);
  }
  for (const BlockEdge& e : edges) ++next[front_of(std::min(place(e.i), place(e.j))) + 1];
  for (std::size_t f = 0; f < fronts.size(); ++f) {
    next[f + 1] += next[f];
    places_[f].first_entry = next[f];
  }
  entries_.resize(next.back());
  for (std::int32_t i = 0; i < blocks_; ++i) {
    const std::size_t f = front_of(place(i));
    const std::int32_t at = B * (place(i) - fronts[f].first_column);
    entries_[next[f]++] = {-1 - i, at, at, false};
  }
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const std::int32_t i = place(edges[e].i);
    const std::int32_t j = place(edges[e].j);
    const std::int32_t column = std::min(i, j);
    const std::int32_t row = std::max(i, j);
    const std::size_t f = front_of(column);
    Entry& entry = entries_[next[f]++];
    entry = {static_cast<std::int32_t>(e), 0, B * (column - fronts[f].first_column), j < i};
    if (row < fronts[f].end_column()) {
      entry.row = B * (row - fronts[f].first_column);
    } else {
      const std::span<const std::int32_t> rows = tree_.rows_of(f);
      const auto k = std::ranges::lower_bound(rows, row) - rows.begin();
      entry.row = static_cast<std::int32_t>(places_[f].further) + B * static_cast<std::int32_t>(k);
    }
  }
}

// Whole subtrees, neighbours together as long as they are small.
template <int B>
void BlockCholesky<B>::cut_tasks() {
  const std::vector<Front>& fronts = tree_.fronts;
  tasks_.clear();
  above_.clear();
  std::vector<double> work(fronts.size(), 0.0);  // of the subtree
  std::vector<std::size_t> begin(fronts.size());
  double whole = 0.0;
  for (std::size_t f = 0; f < fronts.size(); ++f) begin[f] = f;
  for (std::size_t f = 0; f < fronts.size(); ++f) {
    const double n = B * fronts[f].columns;
    const double rows = n + B * fronts[f].rows;
    work[f] += n * rows * rows;
    whole += n * rows * rows;
    if (fronts[f].parent < 0) continue;
    const auto parent = static_cast<std::size_t>(fronts[f].parent);
    work[parent] += work[f];
    begin[parent] = std::min(begin[parent], begin[f]);
  }
  const double most = whole < kWorthSharing ? whole : kLargestTask * whole;
  level_.assign(fronts.size(), Level::task);
  double last = 0.0;
  for (std::size_t f = 0; f < fronts.size(); ++f) {
    if (work[f] > most && !tree_.children_of(f).empty()) {
      above_.push_back(f);
      level_[f] = work[f] > kLargestSubtree * whole ? Level::top : Level::middle;
      continue;
    }
    const std::int32_t parent = fronts[f].parent;
    if (parent >= 0 && work[static_cast<std::size_t>(parent)] <= most) continue;
    if (!tasks_.empty() && tasks_.back().end == begin[f] && last + work[f] <= most) {
      tasks_.back().end = f + 1;
      last += work[f];
    } else {
      tasks_.push_back({begin[f], f + 1});
      last = work[f];
    }
  }
  succeeded_.resize(tasks_.size());
}

template <int B>
void BlockCholesky<B>::count_children() {
  unfinished_.resize(level_.size());
  for (const std::size_t f : above_) {
    unfinished_[f] = static_cast<std::int32_t>(tree_.children_of(f).size());
  }
}
// Whoever ends the last one sees what the others left.
template <int B>
bool BlockCholesky<B>::is_last_child(std::size_t parent) {
  return std::atomic_ref(unfinished_[parent]).fetch_sub(1, std::memory_order_acq_rel) == 1;
}

template <int B>
bool BlockCholesky<B>::factorise(Workers& workers) {
  count_children();
  workers.for_tasks(tasks_.size(),
                    [&](std::size_t t) { succeeded_[t] = eliminate_task(tasks_[t]) ? 1 : 0; });
  if (!std::ranges::all_of(succeeded_, [](std::uint8_t s) { return s != 0; })) return false;
  return std::ranges::all_of(above_, [&](std::size_t f) {
    if (level_[f] != Level::top) return true;
    const Place& p = places_[f];
    return p.n * p.rows < kLargeFront ? eliminate(f) : eliminate_by_all(f, workers);
  });
}

// The fronts of the task, and those above that wait for it alone.
template <int B>
bool BlockCholesky<B>::eliminate_task(const Task& task) {
  for (std::size_t f = task.begin; f < task.end; ++f) {
    if (!eliminate(f)) return false;
    std::int32_t above = tree_.fronts[f].parent;
    if (above < static_cast<std::int32_t>(task.end)) continue;
    for (; above >= 0; above = tree_.fronts[static_cast<std::size_t>(above)].parent) {
      const auto a = static_cast<std::size_t>(above);
      if (level_[a] == Level::top || !is_last_child(a)) break;
      if (!eliminate(a)) return false;
    }
  }
  return true;
}

// What children leave, where it goes to columns [begin, end) of the front.
template <int B>
void BlockCholesky<B>::gather(std::size_t f, double* A, std::size_t ld, std::size_t first,
                              std::size_t begin, std::size_t end) {
  for (const std::int32_t c : tree_.children_of(f)) {
    const auto child = static_cast<std::size_t>(c);
    const std::span<const FrontRun> runs = tree_.runs_of(child);
    kernels_->gather(numbers(left_) + places_[child].left, places_[child].ld_left(),
                     runs_.data() + tree_.fronts[child].first_run, runs.size(), A, ld, first, begin,
                     end);
  }
}

// Columns [begin, end) of the front.
template <int B>
void BlockCholesky<B>::assemble(std::size_t f, std::size_t begin, std::size_t end) {
  const Place& p = places_[f];
  double* panel = numbers(panels_) + p.panel;
  std::fill_n(panel + begin * p.ld, (end - begin) * p.ld, 0.0);
  const std::size_t last = f + 1 < places_.size() ? places_[f + 1].first_entry : entries_.size();
  for (std::size_t k = p.first_entry; k < last; ++k) {
    const Entry& entry = entries_[k];
    const auto column = static_cast<std::size_t>(entry.column);
    const Block& block = entry.edge < 0 ? diagonal[static_cast<std::size_t>(-1 - entry.edge)]
                                        : below[static_cast<std::size_t>(entry.edge)];
    for (int c = 0; c < B; ++c) {
      if (column + c < begin || column + c >= end) continue;
      double* a = panel + (column + c) * p.ld + entry.row;
      for (int r = 0; r < B; ++r) a[r] = entry.transposed ? block(c, r) : block(r, c);
    }
  }
  gather(f, panel, p.ld, 0, begin, end);
}

template <int B>
bool BlockCholesky<B>::eliminate(std::size_t f) {
  const Place& p = places_[f];
  assemble(f, 0, p.n);
  if (!kernels_->factor(numbers(panels_) + p.panel, p.rows, p.n, p.ld)) return false;
  leave(f, 0, p.further_rows());
  return true;
}

// Columns [begin, end) of what a front leaves to its parent.
template <int B>
void BlockCholesky<B>::leave(std::size_t f, std::size_t begin, std::size_t end) {
  const Place& p = places_[f];
  double* U = numbers(left_) + p.left;
  kernels_->square(U, p.ld_left(), numbers(panels_) + p.panel + p.further, p.further_rows(), p.n,
                   p.ld, begin, end);
  gather(f, U, p.ld_left(), p.further, p.further + begin, p.further + end);
}

template <int B>
bool BlockCholesky<B>::eliminate_by_all(std::size_t f, Workers& workers) {
  const Place& p = places_[f];
  workers.for_tasks(front_tiles(p.n), [&](std::size_t tile) {
    assemble(f, tile * kFrontTile, std::min((tile + 1) * kFrontTile, p.n));
  });
  double* panel = numbers(panels_) + p.panel;
  for (std::size_t j = 0; j < p.n; j += kColumnsAtOnce) {
    const std::size_t columns = std::min(kColumnsAtOnce, p.n - j);
    double* block = panel + j * p.ld + j;
    kernels_->subtract(block, p.ld, panel + j, columns, panel + j, columns, j, p.ld);
    if (!kernels_->factor(block, columns, columns, p.ld)) return false;
    const std::size_t first = j + kColumnsAtOnce < p.n ? j + kColumnsAtOnce : p.further;
    workers.for_tasks(front_tiles(p.rows - first), [&](std::size_t tile) {
      const std::size_t row = first + tile * kFrontTile;
      const std::size_t rows = std::min(kFrontTile, p.rows - row);
      double* X = panel + j * p.ld + row;
      kernels_->subtract(X, p.ld, panel + row, rows, panel + j, columns, j, p.ld);
      kernels_->divide(block, columns, X, rows, p.ld);
    });
  }
  workers.for_tasks(front_tiles(p.further_rows()), [&](std::size_t tile) {
    leave(f, tile * kFrontTile, std::min((tile + 1) * kFrontTile, p.further_rows()));
  });
  return true;
}

template <int B>
void BlockCholesky<B>::solve(Workers& workers, Vector& z) {
  count_children();
  workers.for_tasks(tasks_.size(), [&](std::size_t t) { forward_task(tasks_[t], z); });
  descent_.assign(level_.size(), kUntouched);
  workers.for_tasks(tasks_.size(), [&](std::size_t t) {
    for (std::size_t f = tasks_[t].end; f-- > tasks_[t].begin;) {
      const std::int32_t above = tree_.fronts[f].parent;
      if (above >= static_cast<std::int32_t>(tasks_[t].end)) backward_above(above, z);
      backward(f, z);
    }
  });
}

// The fronts of the task, and those above that wait for it alone.
template <int B>
void BlockCholesky<B>::forward_task(const Task& task, const Vector& z) {
  for (std::size_t f = task.begin; f < task.end; ++f) {
    forward(f, z);
    std::int32_t above = tree_.fronts[f].parent;
    if (above < static_cast<std::int32_t>(task.end)) continue;
    for (; above >= 0; above = tree_.fronts[static_cast<std::size_t>(above)].parent) {
      if (!is_last_child(static_cast<std::size_t>(above))) break;
      forward(static_cast<std::size_t>(above), z);
    }
  }
}

// A front above the tasks, after those above it, unless another thread has done so. One that is at
// it has all that it needs, so that waiting for it comes to an end.
template <int B>
void BlockCholesky<B>::backward_above(std::int32_t f, Vector& z) {
  const auto front = static_cast<std::size_t>(f);
  const std::atomic_ref<std::uint8_t> descent(descent_[front]);
  if (descent.load(std::memory_order_acquire) == kDone) return;
  if (tree_.fronts[front].parent >= 0) backward_above(tree_.fronts[front].parent, z);
  std::uint8_t untouched = kUntouched;
  if (descent.compare_exchange_strong(untouched, kRunning, std::memory_order_relaxed)) {
    backward(front, z);
    descent.store(kDone, std::memory_order_release);
    return;
  }
  while (descent.load(std::memory_order_acquire) != kDone) std::this_thread::yield();
}

template <int B>
void BlockCholesky<B>::forward(std::size_t f, const Vector& z) {
  const Place& p = places_[f];
  const Front& front = tree_.fronts[f];
  double* x = numbers(vectors_) + p.vector;
  std::fill_n(x, p.ld, 0.0);
  for (std::int32_t j = 0; j < front.columns; ++j) {
    const auto node = node_[static_cast<std::size_t>(front.first_column + j)];
    for (int b = 0; b < B; ++b) x[B * j + b] = z[B * node + b];
  }
  for (const std::int32_t c : tree_.children_of(f)) {
    const auto child = static_cast<std::size_t>(c);
    const double* y = numbers(vectors_) + places_[child].vector + places_[child].further;
    const std::size_t first = tree_.fronts[child].first_run;
    for (std::size_t r = first; r < first + tree_.runs_of(child).size(); ++r) {
      const RowRun& run = runs_[r];
      for (std::int32_t k = 0; k < run.length; ++k) x[run.to + k] += y[run.from + k];
    }
  }
  kernels_->forward(numbers(panels_) + p.panel, p.rows, p.n, p.ld, x);
}

template <int B>
void BlockCholesky<B>::backward(std::size_t f, Vector& z) {
  const Place& p = places_[f];
  const Front& front = tree_.fronts[f];
  double* x = numbers(vectors_) + p.vector;
  if (front.parent >= 0) {
    const double* above =
        numbers(vectors_) + places_[static_cast<std::size_t>(front.parent)].vector;
    const std::size_t first = front.first_run;
    for (std::size_t r = first; r < first + tree_.runs_of(f).size(); ++r) {
      const RowRun& run = runs_[r];
      std::copy_n(above + run.to, run.length, x + p.further + run.from);
    }
  }
  kernels_->backward(numbers(panels_) + p.panel, p.rows, p.n, p.ld, x);
  for (std::int32_t j = 0; j < front.columns; ++j) {
    const auto node = node_[static_cast<std::size_t>(front.first_column + j)];
    for (int b = 0; b < B; ++b) z[B * node + b] = x[B * j + b];
  }
}

template <int B>
Eigen::SparseMatrix<double> BlockCholesky<B>::lower() const {
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t f = 0; f < places_.size(); ++f) {
    const Place& p = places_[f];
    const std::span<const std::int32_t> rows = tree_.rows_of(f);
    const std::size_t first = B * static_cast<std::size_t>(tree_.fronts[f].first_column);
    for (std::size_t j = 0; j < p.n; ++j) {
      const double* column = numbers(panels_) + p.panel + j * p.ld;
      const auto add = [&](std::size_t row, double value) {
        entries.emplace_back(static_cast<int>(row), static_cast<int>(first + j), value);
      };
      add(first + j, 1.0 / column[j]);
      for (std::size_t i = j + 1; i < p.n; ++i) add(first + i, column[i]);
      for (std::size_t i = 0; i < p.further_rows(); ++i) {
        add(B * static_cast<std::size_t>(rows[i / B]) + i % B, column[p.further + i]);
      }
    }
  }
  Eigen::SparseMatrix<double> L(B * blocks_, B * blocks_);
  L.setFromTriplets(entries.begin(), entries.end());
  return L;
}

template class BlockCholesky<2>;
template class BlockCholesky<3>;
template class BlockCholesky<6>;

}  // namespace galet
