#include "galet/sim/records.hpp"

#include <algorithm>

namespace galet {

void StepRecord::add(const StepRecord& part) {
  step = part.step;
  time = part.time;
  contacts = part.contacts;
  contacts_active = part.contacts_active;
  if (part.solve.status != SolveStatus::solved) solve.status = part.solve.status;
  if (part.solve.squeeze.speed > solve.squeeze.speed) solve.squeeze = part.solve.squeeze;
  solve.iterations += part.solve.iterations;
  solve.sweeps += part.solve.sweeps;
  solve.residual_velocity = std::max(solve.residual_velocity, part.solve.residual_velocity);
  solve.residual_relative = std::max(solve.residual_relative, part.solve.residual_relative);
  penetration = std::max(penetration, part.penetration);
  penetration_relative = std::max(penetration_relative, part.penetration_relative);
  opening = std::max(opening, part.opening);
  travel = std::max(travel, part.travel);
  parts += part.parts;
  troubled = troubled || part.troubled;
  weight += part.weight;
  support += part.support;
  momentum += part.momentum;
  seconds += part.seconds;
}

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
  halved_steps += record.parts > 1 ? 1 : 0;
  parts_max = std::max(parts_max, record.parts);
  troubled_steps += record.troubled ? 1 : 0;
  weight += record.weight;
  support += record.support;
  momentum += record.momentum;
  seconds += record.seconds;
}

}  // namespace galet
