#include "galet/draw/lamp.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "galet/draw/quantile.hpp"

namespace galet {
namespace {

constexpr int most_lamp_cells = 1536;  // along the longer side
constexpr float nothing_above = std::numeric_limits<float>::lowest();

double median_ball_radius(std::span<const Ball> balls) {
  std::vector<double> radii;
  for (const Ball& ball : balls) radii.push_back(ball.radius);
  return quantile(std::move(radii), 0.5);
}

}  // namespace

Lamp::Lamp(std::span<const Ball> balls, const Vec<3>& towards) : towards_(towards) {
  const Mat<3> frame = contact_frame<3>(towards);
  axes_.row(0) = frame.row(1);
  axes_.row(1) = frame.row(2);
  axes_.row(2) = towards.transpose();
  if (balls.empty()) return;
  double high_u = -std::numeric_limits<double>::infinity();
  double high_v = high_u;
  low_u_ = low_v_ = -high_u;
  for (const Ball& ball : balls) {
    const Vec<3> own = axes_ * ball.center;
    low_u_ = std::min(low_u_, own.x() - ball.radius);
    high_u = std::max(high_u, own.x() + ball.radius);
    low_v_ = std::min(low_v_, own.y() - ball.radius);
    high_v = std::max(high_v, own.y() + ball.radius);
  }
  const double radius = median_ball_radius(balls);
  softness_ = 0.22 * radius;
  cell_ = std::max(std::max(high_u - low_u_, high_v - low_v_) / most_lamp_cells, 0.03 * radius);
  bias_ = 0.12 * radius + 2.0 * cell_;
  columns_ = static_cast<int>((high_u - low_u_) / cell_) + 1;
  rows_ = static_cast<int>((high_v - low_v_) / cell_) + 1;
  heights_.assign(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_),
                  nothing_above);
  for (const Ball& ball : balls) {
    const Vec<3> own = axes_ * ball.center;
    const double r = ball.radius;
    const int i0 = std::max(0, static_cast<int>((own.x() - r - low_u_) / cell_));
    const int i1 = std::min(columns_ - 1, static_cast<int>((own.x() + r - low_u_) / cell_));
    const int j0 = std::max(0, static_cast<int>((own.y() - r - low_v_) / cell_));
    const int j1 = std::min(rows_ - 1, static_cast<int>((own.y() + r - low_v_) / cell_));
    for (int j = j0; j <= j1; ++j) {
      const double dv = low_v_ + (j + 0.5) * cell_ - own.y();
      float* row = &heights_[static_cast<std::size_t>(j) * static_cast<std::size_t>(columns_)];
      for (int i = i0; i <= i1; ++i) {
        const double du = low_u_ + (i + 0.5) * cell_ - own.x();
        const double above = r * r - du * du - dv * dv;
        if (above <= 0.0) continue;
        row[i] = std::max(row[i], static_cast<float>(own.z() + std::sqrt(above)));
      }
    }
  }
}

double Lamp::covered(double u, double v, double height) const {
  const int i = static_cast<int>(std::floor((u - low_u_) / cell_));
  const int j = static_cast<int>(std::floor((v - low_v_) / cell_));
  if (i < 0 || j < 0 || i >= columns_ || j >= rows_) return 0.0;
  const std::size_t place = static_cast<std::size_t>(j) * static_cast<std::size_t>(columns_) +
                            static_cast<std::size_t>(i);
  return heights_[place] > height + bias_ ? 1.0 : 0.0;
}

double Lamp::reaching(const Vec<3>& x) const {
  const Vec<3> own = axes_ * x;
  double shadow = 0.0;
  for (int j = -1; j <= 1; ++j) {
    for (int i = -1; i <= 1; ++i) {
      shadow += covered(own.x() + i * softness_, own.y() + j * softness_, own.z());
    }
  }
  return 1.0 - shadow / 9.0;
}

}  // namespace galet
