#include "galet/observe/energy.hpp"

#include <algorithm>
#include <cmath>

namespace galet {

template <int D>
double kinetic_energy(const Bodies<D>& bodies) {
  double sum = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    sum += bodies.mass[i] * bodies.velocity[i].squaredNorm() +
           bodies.inertia[i] * bodies.spin[i].squaredNorm();
  }
  return 0.5 * sum;
}

template <int D>
double potential_energy(const Bodies<D>& bodies, const Vec<D>& gravity) {
  double sum = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Vec<D> free = bodies.mass[i] * bodies.inverse_mass[i];
    sum -= bodies.mass[i] * free.cwiseProduct(gravity).dot(bodies.position[i]);
  }
  return sum;
}

void EnergyBudget::open(double kinetic_energy, double potential_energy) {
  *this = {};
  kinetic_first = kinetic = kinetic_energy;
  potential_first = potential = potential_energy;
  largest = kinetic_energy;
}

void EnergyBudget::add(const EnergyWork& step, double kinetic_energy, double potential_energy) {
  turnover += std::abs(kinetic_energy - kinetic) + std::abs(potential_energy - potential);
  kinetic = kinetic_energy;
  potential = potential_energy;
  largest = std::max(largest, kinetic + std::abs(potential - potential_first));
  work += step;
}

double EnergyBudget::balance_error_relative() const {
  const double gained = (kinetic - kinetic_first) + (potential - potential_first);
  const double explained =
      work.external + work.boundaries - work.dissipated + work.correction + work.exchanged;
  const double scale = std::max(largest, turnover);
  return scale > 0.0 ? std::abs(gained - explained) / scale : 0.0;
}

template double kinetic_energy(const Bodies<2>&);
template double kinetic_energy(const Bodies<3>&);
template double potential_energy(const Bodies<2>&, const Vec<2>&);
template double potential_energy(const Bodies<3>&, const Vec<3>&);

}  // namespace galet
