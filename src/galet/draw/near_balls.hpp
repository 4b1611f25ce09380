// Which balls are near a point: a grid of cells as wide as the largest ball.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "galet/draw/camera.hpp"

namespace galet {

class NearBalls {
 public:
  explicit NearBalls(std::span<const Ball> balls);

  // Calls f(place of a ball) for all whose centre is within reach() of x, and some more.
  template <class F>
  void for_each(const Vec<3>& x, F&& f) const {
    if (starts_.empty()) return;
    const Eigen::Vector3i at = cell_of(x);
    const Eigen::Vector3i low = (at.array() - 1).max(0);
    const Eigen::Vector3i high = (at.array() + 1).min(count_.array() - 1);
    for (int k = low[2]; k <= high[2]; ++k) {
      for (int j = low[1]; j <= high[1]; ++j) {
        for (int i = low[0]; i <= high[0]; ++i) {
          const std::size_t cell = index({i, j, k});
          for (std::uint32_t p = starts_[cell]; p < starts_[cell + 1]; ++p) f(members_[p]);
        }
      }
    }
  }

  double reach() const { return width_; }
  // Balls in a cell that has any, on average.
  double crowding() const { return crowding_; }

 private:
  Eigen::Vector3i cell_of(const Vec<3>& x) const;
  std::size_t index(const Eigen::Vector3i& cell) const {
    return (static_cast<std::size_t>(cell[2]) * static_cast<std::size_t>(count_[1]) +
            static_cast<std::size_t>(cell[1])) *
               static_cast<std::size_t>(count_[0]) +
           static_cast<std::size_t>(cell[0]);
  }

  Vec<3> low_ = Vec<3>::Zero();
  double width_ = 1.0;
  Eigen::Vector3i count_ = Eigen::Vector3i::Zero();
  double crowding_ = 0.0;
  std::vector<std::uint32_t> starts_;
  std::vector<std::uint32_t> members_;
};

}  // namespace galet
