// A translate, rotation or scaling of a set: {a + s Q y : y in C}, Q orthogonal, s > 0.
#pragma once

#include "galet/sets/set.hpp"

namespace galet::sets {

struct Placing {
  Vector translation;
  Matrix rotation;
  double scale = 1.0;

  static Placing identity(int dimension);
  static Placing translated(const Vector& by);
};

class Moved final : public Set {
 public:
  Moved(SetPtr base, Placing placing);

  std::string_view kind() const override { return base_->kind(); }
  int dimension() const override { return base_->dimension(); }
  double length() const override { return scale_ * base_->length() + translation_.norm(); }
  Projection project(const Vector& x) const override;
  std::optional<Vector> farthest(const Vector& x) const override;
  std::optional<double> support(const Vector& d) const override;
  std::optional<ConeGenerators> normal_generators(const Vector& x,
                                                  double tolerance = kTouching) const override;
  std::optional<Vector> project_normal_cone(const Vector& x, const Vector& v,
                                            double tolerance = kTouching) const override;
  std::optional<double> prox_radius() const override;
  std::optional<double> strong_convexity_radius() const override;
  std::optional<Constraints> constraints(const Vector& x) const override;
  std::optional<HalfSpaces> half_spaces() const override;

 private:
  Vector inward(const Vector& x) const {
    return rotation_.transpose() * (x - translation_) / scale_;
  }
  Vector outward(const Vector& y) const { return translation_ + scale_ * (rotation_ * y); }
  // Of a tolerance relative to |x| + length: in the frame of the base.
  double inner_tolerance(const Vector& x, double tolerance) const;

  SetPtr base_;
  Vector translation_;
  Matrix rotation_;
  double scale_;
};

}  // namespace galet::sets
