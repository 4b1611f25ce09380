// The rotating drum of [Abide2021, §6.4]: its scene for N balls, and the slope of the bed.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "galet/study/abide_2021_granular.hpp"
#include "galet/study/report.hpp"

namespace galet::abide_2021 {

inline constexpr double kDrumRadius = 0.05;

// The printed radius for 100 balls; smaller for more, so that the drum is filled as much.
inline double drum_ball_radius(int count) { return 2.7e-3 * std::sqrt(100.0 / count); }

Scene drum_scene(const std::filesystem::path& scenes, int count);

// Three slopes of the bed in degrees, positive when it rises in the sense of the rotation.
//   centre  of the line from the axis to the centre of mass, against the vertical. For a bed with a
//           plane surface, a segment of the circle, that line is normal to the surface.
//   whole   of the least-squares line through the surface. Its points are the highest tops in
//   columns
//           one ball wide; balls in flight count.
//   middle  the same with the columns of |x| <= R/2 only.
// The rise is the height of the highest top above the lowest point of the drum, over all balls.
struct Surface {
  double centre = 0.0;
  double whole = 0.0;
  double middle = 0.0;
  double rise = 0.0;  // m
};

// The least-squares slope of the heights of columns `width` wide, the middle one at x = 0, over
// |x| <= reach.
double column_slope(std::span<const std::optional<double>> heights, double width, double reach);

// In 3D the axis of the drum is z.
template <int D>
Surface surface_of(const Bodies<D>& bodies) {
  const double width = 2.0 * *std::ranges::max_element(bodies.radius);
  const long half = std::lround(kDrumRadius / width);
  std::vector<std::optional<double>> tops(static_cast<std::size_t>(2 * half + 1));
  Surface surface;
  Vec<D> moment = Vec<D>::Zero();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    moment += bodies.mass[i] * bodies.position[i];
    const double y = bodies.position[i][1] + bodies.radius[i] + kDrumRadius;
    surface.rise = std::max(surface.rise, y);
    const long column = std::clamp(std::lround(bodies.position[i][0] / width), -half, half);
    auto& top = tops[static_cast<std::size_t>(column + half)];
    top = std::max(top.value_or(y), y);
  }
  constexpr double degree = std::numbers::pi / 180.0;
  surface.centre = std::atan2(moment[0], -moment[1]) / degree;
  surface.whole = std::atan(column_slope(tops, width, kDrumRadius)) / degree;
  surface.middle = std::atan(column_slope(tops, width, 0.5 * kDrumRadius)) / degree;
  return surface;
}

// Means of the surface from a time on, sampled every 0.01 s.
class SurfaceMean {
 public:
  SurfaceMean(double from, double step)
      : from_(from), every_(std::max(1L, std::lround(0.01 / step))) {}

  template <int D>
  void look(const Simulation<D>& s) {
    if (s.state().time < from_ || s.state().step % every_ != 0) return;
    const Surface now = surface_of<D>(s.state().bodies);
    sum_.centre += now.centre;
    sum_.whole += now.whole;
    sum_.middle += now.middle;
    sum_.rise += now.rise;
    square_ += now.centre * now.centre;
    ++samples_;
  }
  double centre() const { return sum_.centre / samples_; }
  double whole() const { return sum_.whole / samples_; }
  double middle() const { return sum_.middle / samples_; }
  double rise() const { return sum_.rise / samples_; }
  // Standard deviation of the centre's angle in time.
  double spread() const {
    return std::sqrt(std::max(0.0, square_ / samples_ - centre() * centre()));
  }

 private:
  double from_;
  long every_;
  double samples_ = 0.0;
  Surface sum_;
  double square_ = 0.0;
};

void add_surface(Report& report, const std::string& name, const SurfaceMean& surface);

}  // namespace galet::abide_2021
