// Nesterov's sequence of momenta with restart [Nesterov1983, ODonoghue2015]:
//   t' = (1 + √(1 + 4t²))/2,   β = min(cap, (t − 1)/t'),   t = 1 again when a step turned back.
#pragma once

#include <algorithm>
#include <cmath>

namespace galet {

class Momentum {
 public:
  explicit Momentum(double start = 1.0) : t_(start) {}

  double beta() const { return beta_; }
  // After a step.
  void next(bool turned_back, double cap) {
    if (turned_back) t_ = 1.0;
    const double t = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * t_ * t_));
    beta_ = std::min(cap, (t_ - 1.0) / t);
    t_ = t;
  }

 private:
  double t_;
  double beta_ = 0.0;
};

}  // namespace galet
