// Cholesky factors of sparse symmetric positive definite matrices of blocks B × B, by dense fronts
// [Duff1983]: for a sequence of matrices whose pattern often stays the same.
//
// What depends on the pattern alone (linear/front_tree.hpp) is done when it changes; then nothing
// is allocated. Each front is assembled from its blocks of the matrix and from what its children
// leave, in their order, and eliminates its columns by dense loops (linear/front_kernel.hpp).
// Subtrees are tasks of their own; a front above them is done by the thread that ends the last of
// its children, and the few at the top, which hold a good part of the work, one after the other by
// tiles. Solves go up in the same way and down again without tiles. What is cut depends on the
// pattern alone and sums have a fixed order: the bits are the same for any number of threads. Cost:
// some 2 s² operations per block column for fronts with s rows; see theory/interior-point.md for a
// crowd. Fails (false) if a pivot is not positive, as by rounding at condition numbers near 1/ε.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <Eigen/Core>
#include <Eigen/SparseCore>

#include "galet/base/workers.hpp"
#include "galet/linear/block_edge.hpp"
#include "galet/linear/front_kernel.hpp"
#include "galet/linear/front_tree.hpp"

namespace galet {

template <int B>
class BlockCholesky {
 public:
  using Block = Eigen::Matrix<double, B, B>;
  using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1>;

  explicit BlockCholesky(const FrontKernels& kernels = front_kernels());

  // Edges sorted and different; points of nodes as for nested_dissection(). Does nothing if all is
  // the same already.
  void set_pattern(std::int32_t blocks, std::span<const BlockEdge> edges,
                   std::span<const GraphPoint> points = {});

  // The matrix: A_ii, and A_ji for edge e = {i, j}.
  std::vector<Block> diagonal;
  std::vector<Block> below;

  // False if the matrix is not positive definite, as far as rounding can tell; then there are no
  // factors.
  [[nodiscard]] bool factorise(Workers& workers);
  // z = A⁻¹ z.
  void solve(Workers& workers, Vector& z);

  const FrontTree& tree() const { return tree_; }
  // L in the order of elimination, for who wants to look at it.
  Eigen::SparseMatrix<double> lower() const;

 private:
  // A block of the matrix in the panel of a front.
  struct Entry {
    std::int32_t edge = 0;  // −1 − i: on the diagonal of node i
    std::int32_t row = 0;   // of the panel
    std::int32_t column = 0;
    bool transposed = false;
  };
  // Where the numbers of a front are. The panel holds its columns: its own rows, then, from the
  // next multiple of kFrontLanes, the further ones.
  struct Place {
    std::size_t n = 0;        // columns
    std::size_t further = 0;  // first further row
    std::size_t rows = 0;     // last one and one more
    std::size_t ld = 0;
    std::size_t panel = 0;   // in panels_
    std::size_t left = 0;    // what it leaves to its parent, in left_
    std::size_t vector = 0;  // x of its rows, in vectors_
    std::size_t first_entry = 0;

    std::size_t further_rows() const { return rows - further; }
    std::size_t ld_left() const { return ld - further; }
  };
  // Fronts [begin, end), whole subtrees.
  struct Task {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  // Who does a front: its task, the thread that ends its last child, or all by tiles.
  enum class Level : std::uint8_t { task, middle, top };
  class Stacks;
  // Numbers that begin at a multiple of 64 bytes.
  struct alignas(64) Lanes {
    double x[kFrontLanes];
  };
  using Numbers = std::vector<Lanes>;
  static double* numbers(Numbers& lanes) { return reinterpret_cast<double*>(lanes.data()); }
  static const double* numbers(const Numbers& lanes) {
    return reinterpret_cast<const double*>(lanes.data());
  }

  void place_fronts();
  void place_entries(std::span<const BlockEdge> edges);
  void cut_tasks();
  void count_children();
  bool is_last_child(std::size_t parent);
  void assemble(std::size_t f, std::size_t begin, std::size_t end);
  bool eliminate(std::size_t f);
  bool eliminate_task(const Task& task);
  bool eliminate_by_all(std::size_t f, Workers& workers);
  void leave(std::size_t f, std::size_t begin, std::size_t end);
  void gather(std::size_t f, double* A, std::size_t ld, std::size_t first, std::size_t begin,
              std::size_t end);
  void forward(std::size_t f, const Vector& z);
  void forward_task(const Task& task, const Vector& z);
  void backward(std::size_t f, Vector& z);
  void backward_above(std::int32_t f, Vector& z);

  const FrontKernels* kernels_;
  std::int32_t blocks_ = -1;
  std::vector<BlockEdge> edges_;
  std::vector<GraphPoint> points_;
  FrontTree tree_;
  std::vector<std::int32_t> node_;  // by column
  std::vector<RowRun> runs_;        // those of the tree, in numbers
  std::vector<Entry> entries_;      // by front
  std::vector<Place> places_;
  std::vector<Task> tasks_;
  std::vector<Level> level_;              // by front
  std::vector<std::size_t> above_;        // fronts above the tasks, children first
  std::vector<std::int32_t> unfinished_;  // children of a front above, while it waits for them
  std::vector<std::uint8_t> descent_;     // by front above, while solves go down
  std::vector<std::uint8_t> succeeded_;   // by task
  Numbers panels_;
  Numbers left_;
  Numbers vectors_;
};

}  // namespace galet
