#include <algorithm>
#include <cmath>

#include "galet/base/error.hpp"
#include "galet/study/maury_2006.hpp"

namespace galet::maury_2006 {
namespace {

PointState moved(PointState from, double f, double t) {
  return {from.q + t * from.v + 0.5 * f * t * t, from.v + f * t};
}

}  // namespace

PointState non_unique_solution(double s, double t) {
  GALET_ASSERT(s > 0.0 && t > 0.0);
  while (t >= 4.0 * s) s *= 4.0;
  while (t < s) s /= 4.0;
  constexpr double alpha = 1.8;
  PointState at{};
  const double corners[] = {s, 1.5 * s, 2.0 * s, 3.0 * s, 4.0 * s};
  for (int k = 0; k < 4; ++k) {
    const double f = k % 2 == 0 ? 1.0 : -alpha;
    if (t <= corners[k + 1]) {
      const PointState now = moved(at, f, t - corners[k]);
      return now.q < 0.0 ? PointState{} : now;  // it falls below 0 only after landing
    }
    at = moved(at, f, corners[k + 1] - corners[k]);
  }
  return {};
}

std::vector<double> non_unique_scheme(int n, std::int64_t steps) {
  const double h = std::ldexp(1.0, -n);
  std::vector<double> positions;
  std::int64_t Q = 0;
  std::int64_t U = 0;
  std::int64_t s = 1;  // the step from j h to (j + 1) h lies in (s h, 2 s h)
  for (std::int64_t j = 0; j < steps; ++j) {
    if (j >= 2 * s) s *= 2;
    const std::int64_t F = j < 2 ? -2 : (2 * j < 3 * s ? 5 : -9);
    U = std::max(U + F, -Q);
    Q += U;
    positions.push_back(static_cast<double>(Q) / 5.0 * h * h);
  }
  return positions;
}

std::vector<double> nearest_increasing(const std::vector<double>& z) {
  struct Block {
    double mean;
    std::size_t size;
  };
  std::vector<Block> blocks;
  for (const double x : z) {
    Block block{x, 1};
    while (!blocks.empty() && blocks.back().mean >= block.mean) {
      const Block& last = blocks.back();
      const auto a = static_cast<double>(last.size);
      const auto b = static_cast<double>(block.size);
      block = {(a * last.mean + b * block.mean) / (a + b), last.size + block.size};
      blocks.pop_back();
    }
    blocks.push_back(block);
  }
  std::vector<double> nearest;
  for (const Block& block : blocks) nearest.insert(nearest.end(), block.size, block.mean);
  return nearest;
}

}  // namespace galet::maury_2006
