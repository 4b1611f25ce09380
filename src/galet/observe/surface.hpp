// The free surface of a bed or heap, its slope and angle.
//
// Space is cut into columns along gravity (the last axis without gravity); the surface of a column
// is the top of its highest body, centre plus radius, at that body's centre. A plane (2D: a
// line) or a cone (2D: a roof) is fitted to these points by least squares. Cost: O(N log N).
// Fails, with numbers that are not finite, when fewer columns hold bodies than the fit needs.
#pragma once

#include <cstdint>
#include <vector>

#include "galet/observe/look.hpp"
#include "galet/observe/settings.hpp"

namespace galet {

// Up, and the horizontal directions: x and y where gravity points down along the last axis.
template <int D>
Mat<D> upright_frame(const Vec<D>& gravity);  // rows: horizontal …, up

template <int D>
using Horizontal = Eigen::Matrix<double, D - 1, 1>;

template <int D>
struct SurfacePoint {
  Horizontal<D> at;  // m
  double height = 0.0;
};

// The surface, column by column.
template <int D>
std::vector<SurfacePoint<D>> surface_points(const Bodies<D>& bodies, const Part<D>& part,
                                            const Mat<D>& frame, double column);

template <int D>
struct SurfaceFit {
  std::int64_t columns = 0;
  double angle = 0.0;                           // rad; of a heap positive when it falls outwards
  Horizontal<D> slope = Horizontal<D>::Zero();  // of a slope: rise per length along each direction
  double top = 0.0;        // m, of the fit at its centre (a slope's mean height, a heap's apex)
  double roughness = 0.0;  // m, root mean square of the heights over the fit
};

template <int D>
SurfaceFit<D> fit_slope(const std::vector<SurfacePoint<D>>& points);

// height = top − tan(angle) · (horizontal distance from the apex).
template <int D>
SurfaceFit<D> fit_heap(const std::vector<SurfacePoint<D>>& points, const Horizontal<D>& apex);

}  // namespace galet
