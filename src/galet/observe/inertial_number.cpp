#include "galet/observe/inertial_number.hpp"

#include <cmath>

#include <Eigen/LU>

#include "galet/geometry/mass_properties.hpp"

namespace galet {
namespace {

template <int D>
Mat<D> without_trace(const Mat<D>& m) {
  return m - m.trace() / D * Mat<D>::Identity();
}

}  // namespace

template <int D>
FlowState<D>& FlowState<D>::operator+=(const FlowState& other) {
  gradient += other.gradient;
  stress += other.stress;
  diameter += other.diameter;
  density += other.density;
  return *this;
}

template <int D>
FlowState<D>& FlowState<D>::operator/=(double x) {
  gradient /= x;
  stress /= x;
  diameter /= x;
  density /= x;
  return *this;
}

template <int D>
double FlowState<D>::shear_rate() const {
  return std::sqrt(2.0) * without_trace<D>(0.5 * (gradient + gradient.transpose())).norm();
}

template <int D>
double FlowState<D>::inertial_number() const {
  return shear_rate() * diameter * std::sqrt(density / pressure());
}

template <int D>
double FlowState<D>::stress_ratio() const {
  const Mat<D> symmetric = 0.5 * (stress.total() + stress.total().transpose());
  return std::sqrt(0.5) * without_trace<D>(symmetric).norm() / pressure();
}

template <int D>
FlowState<D> compute_flow_state(const Look<D>& look, const Part<D>& part) {
  const Bodies<D>& bodies = look.bodies;
  FlowState<D> flow;
  flow.stress = compute_stress(look, part);
  double count = 0.0, diameters = 0.0, mass = 0.0, volume = 0.0;
  Vec<D> x_mean = Vec<D>::Zero();
  Vec<D> v_mean = Vec<D>::Zero();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!part.has(bodies, i)) continue;
    count += 1.0;
    x_mean += bodies.position[i];
    v_mean += bodies.velocity[i];
    diameters += 2.0 * bodies.radius[i];
    mass += bodies.mass[i];
    volume += ball_volume(D == 2 ? BallSolid::disc : BallSolid::sphere, bodies.radius[i]);
  }
  x_mean /= count;
  v_mean /= count;
  Mat<D> spread = Mat<D>::Zero();
  Mat<D> moment = Mat<D>::Zero();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!part.has(bodies, i)) continue;
    const Vec<D> x = bodies.position[i] - x_mean;
    spread += x * x.transpose();
    moment += (bodies.velocity[i] - v_mean) * x.transpose();
  }
  flow.gradient = moment * spread.inverse();
  flow.diameter = diameters / count;
  flow.density = mass / volume;
  return flow;
}

#define GALET_INSTANTIATE(D)    \
  template struct FlowState<D>; \
  template FlowState<D> compute_flow_state(const Look<D>&, const Part<D>&)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
