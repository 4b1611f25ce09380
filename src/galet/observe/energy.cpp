#include "galet/observe/energy.hpp"

#include <algorithm>
#include <cmath>

#include "galet/base/reduce.hpp"

namespace galet {

template <int D>
double kinetic_energy(const Bodies<D>& bodies, Workers& workers) {
  return sum_over<double>(workers, bodies.size(), [&](std::size_t begin, std::size_t end) {
    double sum = 0.0;
    for (std::size_t i = begin; i < end; ++i) {
      sum += bodies.mass[i] * bodies.velocity[i].squaredNorm() +
             bodies.inertia[i] * bodies.spin[i].squaredNorm();
    }
    return 0.5 * sum;
  });
}

template <int D>
double rotation_energy(const Bodies<D>& bodies) {
  double sum = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    sum += bodies.inertia[i] * bodies.spin[i].squaredNorm();
  }
  return 0.5 * sum;
}

template <int D>
double potential_energy(const Bodies<D>& bodies, const Vec<D>& gravity, Workers& workers,
                        const PeriodicCell<D>& cell) {
  const bool periodic = cell.any();
  return sum_over<double>(workers, bodies.size(), [&](std::size_t begin, std::size_t end) {
    double sum = 0.0;
    for (std::size_t i = begin; i < end; ++i) {
      const Vec<D> free = bodies.mass[i] * bodies.inverse_mass[i];
      const Vec<D> x = periodic ? bodies.path(i, cell) : bodies.position[i];
      sum -= bodies.mass[i] * free.cwiseProduct(gravity).dot(x);
    }
    return sum;
  });
}

void EnergyBudget::open(double kinetic_energy, double potential_energy, double stored_energy) {
  *this = {};
  kinetic_first = kinetic = kinetic_energy;
  potential_first = potential = potential_energy;
  stored_first = stored = stored_energy;
  largest = kinetic_energy + stored_energy;
}

void EnergyBudget::add(const EnergyWork& step, double kinetic_energy, double potential_energy,
                       double stored_energy) {
  turnover += std::abs(kinetic_energy - kinetic) + std::abs(potential_energy - potential) +
              std::abs(stored_energy - stored);
  kinetic = kinetic_energy;
  potential = potential_energy;
  stored = stored_energy;
  largest = std::max(largest, kinetic + stored + std::abs(potential - potential_first));
  work += step;
}

double EnergyBudget::balance_error_relative() const {
  const double gained =
      (kinetic - kinetic_first) + (potential - potential_first) + (stored - stored_first);
  const double explained =
      work.external + work.boundaries - work.dissipated + work.correction + work.exchanged;
  return scale() > 0.0 ? std::abs(gained - explained) / scale() : 0.0;
}

template double kinetic_energy(const Bodies<2>&, Workers&);
template double kinetic_energy(const Bodies<3>&, Workers&);
template double potential_energy(const Bodies<2>&, const Vec<2>&, Workers&, const PeriodicCell<2>&);
template double potential_energy(const Bodies<3>&, const Vec<3>&, Workers&, const PeriodicCell<3>&);
template double rotation_energy(const Bodies<2>&);
template double rotation_energy(const Bodies<3>&);

}  // namespace galet
