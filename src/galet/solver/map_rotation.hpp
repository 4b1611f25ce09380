// When sweeps change from one map to the next (solver/sweep_map.hpp).
#pragma once

#include <algorithm>
#include <limits>

#include "galet/solver/sweep_map.hpp"

namespace galet {

// A map has had its time when the residual has not fallen by a fifth for some sweeps, or after 1000
// of them. Chosen by the problems of tests/data/stalled, whose sweeps depend little on these
// numbers and not at all smoothly.
class MapRotation {
 public:
  // with_convex: also sweeps of the convex law; they know no moments, and where the law is convex
  // anyway they are the first map. That begins far from a solution: it has a patience of its own.
  MapRotation(bool with_convex, int first_patience)
      : with_convex_(with_convex), first_patience_(first_patience) {}

  SweepMap map() const { return map_; }

  // The residual after so many sweeps; true when it is time for the next map.
  bool is_over(int sweeps, double residual) {
    least_of_turn_ = std::min(least_of_turn_, residual);
    if (residual <= kGain * mark_) {
      mark_ = residual;
      marked_at_ = sweeps;
    }
    return sweeps - marked_at_ >= patience() || sweeps - began_ >= kLongest;
  }
  void next(int sweeps) {
    map_ = following();
    if (map_ == SweepMap::momentum) end_turn();
    began_ = marked_at_ = sweeps;
    mark_ = std::numeric_limits<double>::infinity();
  }
  // All maps have had their turn several times and gained nothing.
  bool is_fruitless() const { return fruitless_turns_ >= kFruitlessTurns; }

 private:
  static constexpr int kFruitlessTurns = 40;
  static constexpr double kGainOfTurn = 0.9;
  static constexpr double kGain = 0.8;
  static constexpr int kLongest = 1000;

  void end_turn() {
    if (least_of_turn_ <= kGainOfTurn * least_) {
      least_ = least_of_turn_;
      fruitless_turns_ = 0;
    } else {
      ++fruitless_turns_;
    }
    least_of_turn_ = std::numeric_limits<double>::infinity();
  }
  // Anderson's window takes a hundred sweeps to fill.
  int patience() const {
    if (map_ == SweepMap::anderson) return 200;
    return began_ == 0 ? first_patience_ : 150;
  }
  SweepMap following() const {
    switch (map_) {
      case SweepMap::momentum:
        return SweepMap::anderson;
      case SweepMap::anderson:
        return with_convex_ ? SweepMap::convex : SweepMap::damped;
      case SweepMap::convex:
        return SweepMap::damped;
      case SweepMap::damped:
        return SweepMap::momentum;
    }
    return SweepMap::momentum;
  }

  bool with_convex_;
  int first_patience_;
  SweepMap map_ = SweepMap::momentum;
  double mark_ = std::numeric_limits<double>::infinity();
  int marked_at_ = 0;
  int began_ = 0;
  double least_ = std::numeric_limits<double>::infinity();  // residual, before this turn
  double least_of_turn_ = std::numeric_limits<double>::infinity();
  int fruitless_turns_ = 0;
};

}  // namespace galet
