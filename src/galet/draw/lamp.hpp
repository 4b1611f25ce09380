// A lamp far away and the shadows that balls throw in its light.
#pragma once

#include <span>
#include <vector>

#include "galet/draw/camera.hpp"

namespace galet {

class Lamp {
 public:
  // `towards` points to the lamp.
  Lamp(std::span<const Ball> balls, const Vec<3>& towards);

  const Vec<3>& towards() const { return towards_; }
  // The share of the light that reaches x, soft at the edges of shadows.
  double reaching(const Vec<3>& x) const;

 private:
  double covered(double u, double v, double height) const;

  Vec<3> towards_;
  Mat<3> axes_;  // rows: across, across, towards the lamp
  double low_u_ = 0.0;
  double low_v_ = 0.0;
  double cell_ = 1.0;      // m
  double softness_ = 0.0;  // m, between the samples of a shadow
  double bias_ = 0.0;      // m, by which a shadow must lie above
  int columns_ = 0;
  int rows_ = 0;
  std::vector<float> heights_;  // of what is highest towards the lamp
};

}  // namespace galet
