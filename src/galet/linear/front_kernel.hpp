// The dense loops of a front (linear/front_tree.hpp): the functions, which exist once per
// instruction set (front_kernel.inc) and are chosen at run time.
//
// Matrices are stored by columns, `ld` numbers apart. They begin at a multiple of 64 bytes and so
// do their columns; numbers up to the next multiple may be overwritten. Every entry is the result
// of the same operations in the same order, however a matrix is cut into calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace galet {

// Numbers that begin at a multiple of 64 bytes come in so many.
inline constexpr std::size_t kFrontLanes = 64 / sizeof(double);
constexpr std::size_t padded(std::size_t n) {
  return (n + kFrontLanes - 1) / kFrontLanes * kFrontLanes;
}

// Consecutive rows of a matrix that are consecutive in another one.
struct RowRun {
  std::int32_t from = 0;
  std::int32_t to = 0;
  std::int32_t length = 0;
};

struct FrontKernels {
  std::string_view name;
  // L of L Lᵀ in the first n rows, and those below times L⁻ᵀ; instead of its diagonal there is
  // 1/L_jj. Rows between n and the next multiple are 0 and remain so. false: a pivot is not
  // positive.
  bool (*factor)(double* A, std::size_t rows, std::size_t n, std::size_t ld);
  // X L⁻ᵀ for rows of n columns.
  void (*divide)(const double* L, std::size_t n, double* X, std::size_t rows, std::size_t ld);
  // C −= A Bᵀ, of `rows` by `columns`, A and B having n columns.
  void (*subtract)(double* C, std::size_t ld_c, const double* A, std::size_t rows, const double* B,
                   std::size_t columns, std::size_t n, std::size_t ld);
  // U = −A Aᵀ below the diagonal, columns [begin, end), begin a multiple of kFrontLanes; A has n
  // columns.
  void (*square)(double* U, std::size_t ld_u, const double* A, std::size_t rows, std::size_t n,
                 std::size_t ld, std::size_t begin, std::size_t end);
  // Adds the lower triangle of U to A, where its rows and columns go: those that go to columns
  // [begin, end). The first row and column of A has the number `first`.
  void (*gather)(const double* U, std::size_t ld_u, const RowRun* runs, std::size_t count,
                 double* A, std::size_t ld, std::size_t first, std::size_t begin, std::size_t end);
  // With L of a front, n columns with all their rows: the first n of x times L⁻¹, and the others
  // less what these do to them; backwards, the first n less what the others do to them, times L⁻ᵀ.
  void (*forward)(const double* L, std::size_t rows, std::size_t n, std::size_t ld, double* x);
  void (*backward)(const double* L, std::size_t rows, std::size_t n, std::size_t ld, double* x);
};

const FrontKernels& baseline_front_kernels();
const FrontKernels& avx2_front_kernels();
const FrontKernels& avx512_front_kernels();

// The best one this machine can run.
const FrontKernels& front_kernels();

}  // namespace galet
