#include "galet/sets/point.hpp"

namespace galet::sets {

std::optional<ConeGenerators> Point::normal_generators(const Vector&, double) const {
  const auto n = at_.size();
  return ConeGenerators{Matrix(n, 0), Matrix::Identity(n, n)};
}

std::optional<Set::HalfSpaces> Point::half_spaces() const {
  const auto n = at_.size();
  HalfSpaces h{Matrix(2 * n, n), Vector(2 * n)};
  h.A << Matrix::Identity(n, n), -Matrix::Identity(n, n);
  h.b << at_, -at_;
  return h;
}

}  // namespace galet::sets
