// LU with partial pivoting by the library SuperLU [Demmel1999], columns ordered by minimum degree.
// The ordering and the elimination tree are kept while the pattern stays.
// Fails: matrices with a place on the diagonal that is not stored are not factorised. (The library
// leaves its arrays where a column runs out of candidates for the pivot; a full diagonal rules it
// out.)
#pragma once

#include <memory>

#include <Eigen/Core>
#include <Eigen/SparseCore>

namespace galet {

class SuperLuFactors {
 public:
  using Matrix = Eigen::SparseMatrix<double>;

  SuperLuFactors();
  ~SuperLuFactors();

  void analyzePattern(const Matrix& A);
  // A must be compressed.
  void factorize(const Matrix& A);
  Eigen::ComputationInfo info() const { return info_; }
  // Of the matrix factorised last.
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const;

 private:
  struct Factors;
  std::unique_ptr<Factors> factors_;
  Eigen::ComputationInfo info_ = Eigen::InvalidInput;
};

}  // namespace galet
