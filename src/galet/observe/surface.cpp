#include "galet/observe/surface.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <Eigen/Dense>

namespace galet {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Least squares: height ≈ top + slope · (x − mean of x), for N horizontal coordinates.
template <int N>
struct LinearFit {
  Eigen::Matrix<double, N, 1> slope;
  Eigen::Matrix<double, N, 1> center;
  double height = nan;  // at the centre
  double roughness = nan;
};

template <int N, class Points>
LinearFit<N> linear_fit(const Points& points) {
  using Coordinates = Eigen::Matrix<double, N, 1>;
  LinearFit<N> fit;
  fit.slope.setConstant(nan);
  fit.center.setConstant(nan);
  if (points.size() < N + 1) return fit;
  const auto count = static_cast<double>(points.size());
  fit.center.setZero();
  double height = 0.0;
  for (const auto& [x, h] : points) {
    fit.center += x / count;
    height += h / count;
  }
  Eigen::Matrix<double, N, N> covariance = Eigen::Matrix<double, N, N>::Zero();
  Coordinates mixed = Coordinates::Zero();
  for (const auto& [x, h] : points) {
    const Coordinates away = x - fit.center;
    covariance += away * away.transpose();
    mixed += (h - height) * away;
  }
  // Columns in one line have no slope across it.
  const double size = covariance.trace();
  if (!(covariance.determinant() > 1e-12 * std::pow(size, N))) return fit;
  fit.slope = covariance.ldlt().solve(mixed);
  fit.height = height;
  double squares = 0.0;
  for (const auto& [x, h] : points) {
    const double off = h - height - fit.slope.dot(x - fit.center);
    squares += off * off;
  }
  fit.roughness = std::sqrt(squares / count);
  return fit;
}

}  // namespace

template <int D>
Mat<D> upright_frame(const Vec<D>& gravity) {
  const double g = gravity.stableNorm();
  const Vec<D> up = g > 0.0 ? Vec<D>(-gravity / g) : Vec<D>(Vec<D>::Unit(D - 1));
  Mat<D> frame;
  frame.row(D - 1) = up;
  if constexpr (D == 2) {
    frame.row(0) << up[1], -up[0];
  } else {
    // x made horizontal, or y where x points up.
    const Vec<3> axis = std::abs(up[0]) < 0.9 ? Vec<3>::UnitX() : Vec<3>::UnitY();
    const Vec<3> first = (axis - axis.dot(up) * up).normalized();
    frame.row(0) = first;
    frame.row(1) = cross(up, first);
  }
  return frame;
}

template <int D>
std::vector<SurfacePoint<D>> surface_points(const Bodies<D>& bodies, const Part<D>& part,
                                            const Mat<D>& frame, double column) {
  struct Candidate {
    std::array<double, D - 1> column;
    SurfacePoint<D> point;
  };
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!part.has(bodies, i)) continue;
    const Vec<D> x = frame * bodies.position[i];
    Candidate candidate;
    candidate.point = {x.template head<D - 1>(), x[D - 1] + bodies.radius[i]};
    for (int k = 0; k < D - 1; ++k) {
      candidate.column[static_cast<std::size_t>(k)] = std::floor(x[k] / column);
    }
    candidates.push_back(candidate);
  }
  std::ranges::stable_sort(candidates, [](const Candidate& a, const Candidate& b) {
    return a.column != b.column ? a.column < b.column : a.point.height > b.point.height;
  });
  std::vector<SurfacePoint<D>> points;
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    if (k == 0 || candidates[k].column != candidates[k - 1].column) {
      points.push_back(candidates[k].point);
    }
  }
  return points;
}

template <int D>
SurfaceFit<D> fit_slope(const std::vector<SurfacePoint<D>>& points) {
  const LinearFit<D - 1> fit = linear_fit<D - 1>(points);
  return {static_cast<std::int64_t>(points.size()), std::atan(fit.slope.norm()), fit.slope,
          fit.height, fit.roughness};
}

template <int D>
SurfaceFit<D> fit_heap(const std::vector<SurfacePoint<D>>& points, const Horizontal<D>& apex) {
  struct RadialPoint {
    Eigen::Matrix<double, 1, 1> distance;
    double height;
  };
  std::vector<RadialPoint> radial;
  for (const SurfacePoint<D>& p : points) {
    radial.push_back({Eigen::Matrix<double, 1, 1>((p.at - apex).norm()), p.height});
  }
  const LinearFit<1> fit = linear_fit<1>(radial);
  SurfaceFit<D> surface;
  surface.columns = static_cast<std::int64_t>(points.size());
  surface.angle = -std::atan(fit.slope[0]);
  surface.slope.setConstant(nan);
  surface.top = fit.height - fit.slope[0] * fit.center[0];
  surface.roughness = fit.roughness;
  return surface;
}

#define GALET_INSTANTIATE(D)                                                                \
  template Mat<D> upright_frame<D>(const Vec<D>&);                                          \
  template std::vector<SurfacePoint<D>> surface_points<D>(const Bodies<D>&, const Part<D>&, \
                                                          const Mat<D>&, double);           \
  template SurfaceFit<D> fit_slope<D>(const std::vector<SurfacePoint<D>>&);                 \
  template SurfaceFit<D> fit_heap<D>(const std::vector<SurfacePoint<D>>&, const Horizontal<D>&)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
