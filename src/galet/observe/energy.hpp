// The energy budget of a run. With E = kinetic + potential + stored in compliant contacts,
//   E(t) − E(0) = work_external + work_boundaries − dissipated + correction + exchanged
// holds to round-off (to the order of the step for the explicit scheme "dem"), every term on the
// right being summed from the impulses and velocities of each step, not inferred from the left-hand
// side.
#pragma once

#include <algorithm>

#include "galet/model/world.hpp"
#include "galet/scheme/step.hpp"

namespace galet {

template <int D>
double kinetic_energy(const Bodies<D>& bodies, Workers& workers);

// The part of it that is in the spins.
template <int D>
double rotation_energy(const Bodies<D>& bodies);

// −Σ m g·x over the bodies that can move, g being the gravity at the time; in a periodic cell x
// goes on over the seams.
template <int D>
double potential_energy(const Bodies<D>& bodies, const Vec<D>& gravity, Workers& workers,
                        const PeriodicCell<D>& cell = {});

struct EnergyBudget {
  double kinetic_first = 0.0;
  double potential_first = 0.0;
  double kinetic = 0.0;
  double potential = 0.0;
  EnergyWork work;        // summed over the steps
  double turnover = 0.0;  // Σ over the steps of |ΔE_kinetic| + |ΔE_potential| + |ΔE_stored|
  double largest = 0.0;  // max over the steps of kinetic + stored + |potential − potential_first|
  double stored_first = 0.0;
  double stored = 0.0;

  // Starts the account.
  void open(double kinetic_energy, double potential_energy, double stored_energy = 0.0);
  // Adds a step that ended with these energies.
  void add(const EnergyWork& step, double kinetic_energy, double potential_energy,
           double stored_energy = 0.0);

  // J, of the energy that was in play.
  double scale() const { return std::max(largest, turnover); }
  // What is missing in the balance, relative to the energy that was in play; round-off if all is
  // well.
  double balance_error_relative() const;
};

}  // namespace galet
