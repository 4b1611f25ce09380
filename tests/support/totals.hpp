// Energy and both momenta of bodies, computed plainly.
#pragma once

#include "galet/model/bodies.hpp"

namespace galet::test {

template <int D>
struct Totals {
  double energy = 0.0;
  Vec<D> linear = Vec<D>::Zero();
  Spin<D> angular = Spin<D>::Zero();
};

// `stored`: energy in the contacts, J.
template <int D>
Totals<D> totals(const Bodies<D>& bodies, double stored) {
  Totals<D> sum;
  sum.energy = stored;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Vec<D> p = bodies.mass[i] * bodies.velocity[i];
    sum.energy +=
        0.5 * p.dot(bodies.velocity[i]) + 0.5 * bodies.inertia[i] * bodies.spin[i].squaredNorm();
    sum.linear += p;
    sum.angular += moment(bodies.position[i], p) + bodies.inertia[i] * bodies.spin[i];
  }
  return sum;
}

}  // namespace galet::test
