#include "galet/linear/superlu.hpp"

#include <algorithm>
#include <vector>

#include <slu_ddefs.h>

#include "galet/base/error.hpp"
#include "galet/linear/minimum_degree.hpp"

namespace galet {
namespace {

// Columns worked on at a time. Factors of contact graphs have short columns, for which the
// library's own choice (20) keeps too much open.
constexpr int kPanel = 4;
constexpr int kRelaxedSupernode = 2;  // query of sp_ienv

// Counts of the library; it insists on keeping them.
struct Statistics {
  Statistics() { StatInit(&counts); }
  ~Statistics() { StatFree(&counts); }
  Statistics(const Statistics&) = delete;
  Statistics& operator=(const Statistics&) = delete;
  SuperLUStat_t counts;
};

bool has_full_diagonal(const SuperLuFactors::Matrix& A) {
  for (Eigen::Index j = 0; j < A.cols(); ++j) {
    const int* begin = A.innerIndexPtr() + A.outerIndexPtr()[j];
    const int* end = A.innerIndexPtr() + A.outerIndexPtr()[j + 1];
    if (!std::binary_search(begin, end, static_cast<int>(j))) return false;
  }
  return true;
}

}  // namespace

struct SuperLuFactors::Factors {
  superlu_options_t options;
  std::vector<int> column_place;
  std::vector<int> row_place;
  std::vector<int> tree;  // elimination tree of the columns
  bool tree_known = false;
  SuperMatrix L;
  SuperMatrix U;
  bool factorised = false;
  bool full_diagonal = false;

  Factors() { set_default_options(&options); }
  ~Factors() { clear(); }
  Factors(const Factors&) = delete;
  Factors& operator=(const Factors&) = delete;

  void clear() {
    if (!factorised) return;
    Destroy_SuperNode_Matrix(&L);
    Destroy_CompCol_Matrix(&U);
    factorised = false;
  }
};

SuperLuFactors::SuperLuFactors() : factors_(std::make_unique<Factors>()) {}
SuperLuFactors::~SuperLuFactors() = default;

void SuperLuFactors::analyzePattern(const Matrix& A) {
  MinimumDegree::PermutationType place;
  MinimumDegree()(A, place);
  Factors& f = *factors_;
  f.column_place.assign(place.indices().begin(), place.indices().end());
  f.row_place.resize(f.column_place.size());
  f.tree.resize(f.column_place.size());
  f.tree_known = false;
  f.full_diagonal = has_full_diagonal(A);
}

void SuperLuFactors::factorize(const Matrix& A) {
  Factors& f = *factors_;
  const auto n = static_cast<int>(A.cols());
  GALET_ASSERT(A.isCompressed() && static_cast<std::size_t>(n) == f.column_place.size());
  f.clear();
  if (!f.full_diagonal) {
    info_ = Eigen::NumericalIssue;
    return;
  }
  // The library reads A only.
  SuperMatrix view;
  dCreate_CompCol_Matrix(&view, n, n, static_cast<int>(A.nonZeros()),
                         const_cast<double*>(A.valuePtr()), const_cast<int*>(A.innerIndexPtr()),
                         const_cast<int*>(A.outerIndexPtr()), SLU_NC, SLU_D, SLU_GE);
  // The first time the tree is found and the columns are numbered along it.
  f.options.Fact = f.tree_known ? SamePattern : DOFACT;
  SuperMatrix permuted;
  sp_preorder(&f.options, &view, f.column_place.data(), f.tree.data(), &permuted);
  f.tree_known = true;
  Statistics statistics;
  GlobalLU_t work;
  int failed = 0;
  dgstrf(&f.options, &permuted, sp_ienv(kRelaxedSupernode), kPanel, f.tree.data(), nullptr, 0,
         f.column_place.data(), f.row_place.data(), &f.L, &f.U, &work, &statistics.counts, &failed);
  // With a pivot of 0 (1 <= failed <= n) the factors exist all the same.
  f.factorised = failed <= n;
  info_ = failed == 0 ? Eigen::Success : Eigen::NumericalIssue;
  Destroy_CompCol_Permuted(&permuted);
  Destroy_SuperMatrix_Store(&view);
}

Eigen::VectorXd SuperLuFactors::solve(const Eigen::VectorXd& b) const {
  GALET_ASSERT(info_ == Eigen::Success);
  Factors& f = *factors_;
  Eigen::VectorXd x = b;
  const auto n = static_cast<int>(x.size());
  SuperMatrix view;
  dCreate_Dense_Matrix(&view, n, 1, x.data(), n, SLU_DN, SLU_D, SLU_GE);
  Statistics statistics;
  int failed = 0;
  dgstrs(NOTRANS, &f.L, &f.U, f.column_place.data(), f.row_place.data(), &view, &statistics.counts,
         &failed);
  Destroy_SuperMatrix_Store(&view);
  GALET_ASSERT(failed == 0);
  return x;
}

}  // namespace galet
