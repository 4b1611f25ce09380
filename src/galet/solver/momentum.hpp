// Nesterov's sequence of momenta with restart [Nesterov1983, ODonoghue2015]:
//   t' = (1 + √(1 + 4t²))/2,   β = min(cap, (t − 1)/t'),   t = 1 again when a step turned back;
// and the cap, which follows the residual.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

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

// The largest momentum, by the residual at equal distances: less where it grows, since friction
// turns the iterates and momentum amplifies that; more where it hardly falls, since loads spread
// slowly then.
class MomentumCap {
 public:
  double value() const { return 1.0 - room_; }
  // The residual now; true where it has grown so much that momentum has to start anew.
  bool look(double residual) {
    const double growth = residual / last_;
    last_ = residual;
    if (growth > kMuch) {
      room_ = std::min(kMostRoom, 1.5 * room_);
      return true;
    }
    if (growth > kHardlyFallen) room_ = std::max(kLeastRoom, 0.9 * room_);
    return false;
  }

 private:
  static constexpr double kMuch = 1.5;
  static constexpr double kHardlyFallen = 0.7;
  static constexpr double kLeastRoom = 0.03;
  static constexpr double kMostRoom = 0.5;

  double room_ = 0.15;
  double last_ = std::numeric_limits<double>::infinity();
};

}  // namespace galet
