#include "galet/sets/affine_subspace.hpp"

#include <Eigen/QR>

#include "galet/base/error.hpp"

namespace galet::sets {

AffineSubspace::AffineSubspace(Vector point, const Matrix& directions) : point_(std::move(point)) {
  const auto n = point_.size();
  GALET_ASSERT(directions.rows() == n);
  if (directions.cols() == 0) {
    along_ = Matrix(n, 0);
    normal_ = Matrix::Identity(n, n);
    return;
  }
  const Eigen::ColPivHouseholderQR<Matrix> qr(directions);
  const Matrix Q = qr.householderQ() * Matrix::Identity(n, n);
  along_ = Q.leftCols(qr.rank());
  normal_ = Q.rightCols(n - qr.rank());
}

Projection AffineSubspace::project(const Vector& x) const {
  return {point_ + along_ * (along_.transpose() * (x - point_))};
}

std::optional<double> AffineSubspace::support(const Vector& d) const {
  const bool bounded = (along_.transpose() * d).norm() <= kTouching * d.norm();
  return bounded ? d.dot(point_) : kInfinity;
}

std::optional<ConeGenerators> AffineSubspace::normal_generators(const Vector&, double) const {
  return ConeGenerators{Matrix(point_.size(), 0), normal_};
}

std::optional<Constraints> AffineSubspace::constraints(const Vector& x) const {
  const HalfSpaces h = *half_spaces();
  return Constraints{h.A * x - h.b, h.A.transpose()};
}

std::optional<Set::HalfSpaces> AffineSubspace::half_spaces() const {
  const auto m = normal_.cols();
  HalfSpaces h{Matrix(2 * m, point_.size()), Vector(2 * m)};
  h.A << normal_.transpose(), -normal_.transpose();
  h.b = h.A * point_;
  return h;
}

}  // namespace galet::sets
