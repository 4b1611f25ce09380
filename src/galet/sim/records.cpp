#include "galet/sim/records.hpp"

#include <algorithm>

namespace galet {

void SeriesRow::add(const StepRecord& record) {
  step = record.step;
  time = record.time;
  contacts = record.contacts;
  contacts_active = record.contacts_active;
  iterations += record.solve.iterations;
  iterations_max = std::max<std::int64_t>(iterations_max, record.solve.iterations);
  sweeps += record.solve.sweeps;
  residual_velocity_max = std::max(residual_velocity_max, record.solve.residual_velocity);
  residual_relative_max = std::max(residual_relative_max, record.solve.residual_relative);
  unconverged_steps += record.solve.status == SolveStatus::solved ? 0 : 1;
  penetration_max = std::max(penetration_max, record.penetration);
  penetration_relative_max = std::max(penetration_relative_max, record.penetration_relative);
  opening_max = std::max(opening_max, record.opening);
  travel_max = std::max(travel_max, record.travel);
  weight += record.weight;
  support += record.support;
  momentum += record.momentum;
  seconds += record.seconds;
}

}  // namespace galet
