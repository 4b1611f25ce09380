#include "galet/draw/near_balls.hpp"

#include <algorithm>
#include <cmath>

namespace galet {
namespace {

// Widely scattered balls share cells, so that there are not many more cells than balls.
constexpr double most_cells_per_ball = 8.0;

}  // namespace

NearBalls::NearBalls(std::span<const Ball> balls) {
  if (balls.empty()) return;
  double largest = 0.0;
  low_ = balls.front().center;
  Vec<3> high = low_;
  for (const Ball& ball : balls) {
    largest = std::max(largest, ball.radius);
    low_ = low_.cwiseMin(ball.center);
    high = high.cwiseMax(ball.center);
  }
  width_ = largest > 0.0 ? 2.0 * largest : 1.0;
  const auto cells = [&] { return ((high - low_) / width_).array().floor() + 1.0; };
  const double most = most_cells_per_ball * static_cast<double>(balls.size() + 1000);
  while (!(cells().prod() <= most)) width_ *= 1.25;
  count_ = cells().cast<int>();
  starts_.assign(index(count_ - Eigen::Vector3i::Ones()) + 2, 0);
  for (const Ball& ball : balls) ++starts_[index(cell_of(ball.center)) + 1];
  const auto used = std::ranges::count_if(starts_, [](std::uint32_t n) { return n > 0; });
  crowding_ = static_cast<double>(balls.size()) / static_cast<double>(used);
  for (std::size_t k = 1; k < starts_.size(); ++k) starts_[k] += starts_[k - 1];
  members_.resize(balls.size());
  std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
  for (std::size_t b = 0; b < balls.size(); ++b) {
    members_[next[index(cell_of(balls[b].center))]++] = static_cast<std::uint32_t>(b);
  }
}

Eigen::Vector3i NearBalls::cell_of(const Vec<3>& x) const {
  Eigen::Vector3i cell;
  for (int k = 0; k < 3; ++k) {
    const double place = std::floor((x[k] - low_[k]) / width_);
    // Points outside belong to the cell beyond the edge, from where they see the edge.
    cell[k] = static_cast<int>(std::clamp(place, -2.0, static_cast<double>(count_[k]) + 1.0));
  }
  return cell;
}

}  // namespace galet
