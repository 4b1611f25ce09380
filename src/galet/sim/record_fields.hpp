// The fields of what a run reports, listed once: names as in the files, units, meanings. The list
// drives series.csv, summary.json (io/) and docs/record-reference.md.
//
// As for settings (base/fields.hpp) each list opens with a structured binding of all members, so
// that a forgotten one does not compile. A field that follows from others is visited as a constant.
// A point in a name of the summary is a table within the table.
#pragma once

#include "galet/sim/records.hpp"

namespace galet {

// A field of a report; it is always written.
constexpr Field reported(std::string_view name, std::string_view unit, std::string_view doc) {
  return {.key = name, .unit = unit, .doc = doc, .required = true};
}

template <class V>
void fields_of(StepRecord& record, V&& visit) {
  auto& [step, time, contacts, contacts_active, solve, penetration, penetration_relative, opening,
         travel, parts, troubled, weight, support, momentum, seconds] = record;
  auto& [status, iterations, residual_velocity, residual_relative, squeeze, sweeps] = solve;
  const std::int64_t after_stall = sweeps.after_stall();
  auto& [predict, detect, pose, solving, advance, observe] = seconds;
  visit(reported("step", "", "Number of the step just done, from 1"), step);
  visit(reported("time", "s", "At its end"), time);
  visit(reported("contacts", "", "Listed in the contact problem"), contacts);
  visit(reported("contacts_active", "", "With an impulse"), contacts_active);
  visit(reported("status", "", "How the solve ended"), status);
  visit(reported("iterations", "", "Of the solver"), iterations);
  visit(reported("sweeps_after_stall", "", "Of them, those made by other maps after a stall"),
        after_stall);
  visit(reported("residual_velocity", "m/s", "Of the solve"), residual_velocity);
  visit(reported("residual_relative", "", "Of the solve"), residual_relative);
  visit(reported("squeezed", "m/s", "Speed at which bodies are driven together without a solution"),
        squeeze.speed);
  visit(reported("penetration", "m", "Largest overlap at the end of the step"), penetration);
  visit(reported("penetration_relative", "", "Largest overlap over the smaller radius of its pair"),
        penetration_relative);
  visit(reported("opening", "m",
                 "Largest gap µ h |u_t| that convex friction opens at contacts that push"),
        opening);
  visit(reported("travel", "",
                 "Largest way of a body in the step over its radius, with normal = \"velocity\" or "
                 "schemes \"dem\" and \"newmark\"; 0 otherwise"),
        travel);
  visit(reported("parts", "", "That the step was made in (`time.on_trouble`)"), parts);
  visit(reported("troubled", "", "Whether it went on in spite of trouble"), troubled);
  visit(reported("weight", "N s", "Impulse of gravity on all bodies, along gravity"), weight);
  visit(reported("support", "N s", "Impulse of the boundaries on all bodies, against gravity"),
        support);
  visit(reported("momentum", "N s", "Change of momentum of all bodies, against gravity"), momentum);
  visit(reported("seconds_predict", "s", "Wall-clock time by phase"), predict);
  visit(reported("seconds_detect", "s", "The same"), detect);
  visit(reported("seconds_pose", "s", "The same"), pose);
  visit(reported("seconds_solve", "s", "The same"), solving);
  visit(reported("seconds_advance", "s", "The same"), advance);
  visit(reported("seconds_observe", "s", "The same"), observe);
}

// The columns of series.csv.
template <class V>
void fields_of(SeriesRow& row, V&& visit) {
  // Sums and first energies are not written: ratios and the balance follow from them.
  [[maybe_unused]] auto& [step, time, bodies, inserted, removed, energy, contacts, contacts_active,
                          iterations, iterations_max, sweeps, residual_velocity, residual_relative,
                          unconverged_steps, penetration, penetration_relative, opening, travel,
                          halved_steps, parts_max, troubled_steps, weight, support, momentum,
                          seconds] = row;
  [[maybe_unused]] auto& [kinetic_first, potential_first, kinetic, potential, work, turnover,
                          largest, stored_first, stored] = energy;
  auto& [external, boundaries, dissipated, correction, exchanged] = work;
  auto& [predict, detect, pose, solve, advance, observe] = seconds;
  const double balance_error = energy.balance_error_relative();
  const double support_ratio = row.support_ratio();
  const double momentum_ratio = row.momentum_ratio();
  const std::int64_t after_stall = sweeps.after_stall();
  visit(reported("step", "", "Steps done"), step);
  visit(reported("time", "s", "Simulated time"), time);
  visit(reported("bodies", "", "At this time"), bodies);
  visit(reported("inserted", "", "Bodies put in since the start"), inserted);
  visit(reported("removed", "", "Bodies taken out since the start"), removed);
  visit(reported("kinetic", "J", "Kinetic energy at this time"), kinetic);
  visit(reported("potential", "J", "Potential energy at this time"), potential);
  visit(reported("stored", "J", "Energy in compliant contacts at this time"), stored);
  visit(reported("work_external", "J",
                 "Since the start, by forces and changing gravity; in the scheme first-order what "
                 "the desires of the bodies put in, the mass of a body being 1 kg"),
        external);
  visit(reported("work_boundaries", "J", "Since the start, by moving boundaries"), boundaries);
  visit(reported("dissipated", "J", "Since the start, by the contacts"), dissipated);
  visit(reported("correction", "J", "Since the start, by the scheme itself"), correction);
  visit(reported("exchanged", "J",
                 "Since the start: energy of bodies put in, less that of bodies taken out"),
        exchanged);
  visit(reported("balance_error", "",
                 "What is missing in the energy balance, relative to the energy in play"),
        balance_error);
  visit(reported("contacts", "", "Of the last step: listed"), contacts);
  visit(reported("contacts_active", "", "Of the last step: with an impulse"), contacts_active);
  visit(reported("iterations", "", "Of the solver: sum"), iterations);
  visit(reported("iterations_max", "", "Of the solver: largest of a step"), iterations_max);
  visit(reported("sweeps_after_stall", "", "Sum of those made by other maps after a stall"),
        after_stall);
  visit(reported("residual_velocity", "m/s", "Largest residual of a step"), residual_velocity);
  visit(reported("residual_relative", "", "Largest relative residual of a step"),
        residual_relative);
  visit(reported("unconverged_steps", "", "Steps whose solve stopped above its tolerance"),
        unconverged_steps);
  visit(reported("penetration", "m", "Largest overlap"), penetration);
  visit(reported("penetration_relative", "", "Largest overlap over the smaller radius of its pair"),
        penetration_relative);
  visit(reported("opening", "m",
                 "Largest gap µ h |u_t| that convex friction opened at contacts that push"),
        opening);
  visit(reported("support_ratio", "",
                 "Mean impulse of the boundaries on the bodies against gravity, over that of their "
                 "weight: 1 for a bed at rest, less while it falls or where the solver has not "
                 "found all of the load"),
        support_ratio);
  visit(reported("momentum_ratio", "",
                 "Change of momentum against gravity, over the impulse of the weight; "
                 "`support_ratio` − 1 where no other forces act"),
        momentum_ratio);
  visit(reported("halved_steps", "", "Steps that were made in parts (`time.on_trouble`)"),
        halved_steps);
  visit(reported("troubled_steps", "", "Steps that went on in spite of trouble"), troubled_steps);
  visit(reported("seconds_predict", "s", "Wall-clock time by phase"), predict);
  visit(reported("seconds_detect", "s", "The same"), detect);
  visit(reported("seconds_pose", "s", "The same"), pose);
  visit(reported("seconds_solve", "s", "The same"), solve);
  visit(reported("seconds_advance", "s", "The same"), advance);
  visit(reported("seconds_observe", "s", "The same"), observe);
}

// The keys of summary.json.
template <class V>
void fields_of(RunSummary& summary, V&& visit) {
  auto& [title, dimension, bodies, inserted, removed, steps, time_end, wall_seconds, cpu_seconds,
         peak_memory_bytes, phases, contacts_mean, contacts_max, contacts_last, active_mean,
         active_max, active_last, solver_name, iterations_total, iterations_max, sweeps,
         residual_velocity_max, residual_relative_max, unconverged_steps, energy, penetration_max,
         penetration_relative_max, opening_max, halved_steps, parts_max, troubled_steps, state_hash,
         program, threads, ended_by, interrupted, warnings] = summary;
  [[maybe_unused]] auto& [kinetic_first, potential_first, kinetic, potential, work, turnover,
                          largest, stored_first, stored] = energy;
  auto& [external, boundaries, dissipated, correction, exchanged] = work;
  auto& [predict, detect, pose, solve, advance, observe] = phases;
  const double balance_error = energy.balance_error_relative();
  visit(reported("title", "", "Of the scene"), title);
  visit(reported("dimension", "", "2 or 3"), dimension);
  visit(reported("bodies", "", "At the end"), bodies);
  visit(reported("bodies_inserted", "", "Since the start"), inserted);
  visit(reported("bodies_removed", "", "Since the start"), removed);
  visit(reported("steps", "", "Steps done"), steps);
  visit(reported("time_end", "s", "Simulated time reached"), time_end);
  visit(reported("wall_seconds", "s", "Wall-clock time of the run"), wall_seconds);
  visit(reported("cpu_seconds", "s", "CPU time of the run"), cpu_seconds);
  // Runs of earlier versions have none.
  visit(Field{"peak_memory_bytes", "bytes",
              "Largest memory of the process, the program itself included; 0 where the system does "
              "not tell"},
        peak_memory_bytes);
  visit(reported("phases.predict", "s", "Wall-clock time by phase"), predict);
  visit(reported("phases.detect", "s", "The same"), detect);
  visit(reported("phases.pose", "s", "The same"), pose);
  visit(reported("phases.solve", "s", "The same"), solve);
  visit(reported("phases.advance", "s", "The same"), advance);
  visit(reported("phases.observe", "s", "The same"), observe);
  visit(reported("contacts.mean", "", "Contacts listed, over the steps"), contacts_mean);
  visit(reported("contacts.max", "", "Most of them in a step"), contacts_max);
  visit(reported("contacts.last", "", "In the last step"), contacts_last);
  // Runs of earlier versions have none.
  visit(Field{"contacts.active_mean", "", "Contacts with an impulse, over the steps"}, active_mean);
  visit(Field{"contacts.active_max", "", "Most of them in a step"}, active_max);
  visit(Field{"contacts.active_last", "", "In the last step"}, active_last);
  visit(reported("solver.name", "", "What solved the equations of a step"), solver_name);
  visit(reported("solver.iterations_total", "", "Of all steps"), iterations_total);
  visit(reported("solver.iterations_max", "", "Largest of a step"), iterations_max);
  // Runs of earlier versions have none.
  visit(Field{"solver.sweeps_momentum", "", "Batched sweeps of nlgs, with momentum"},
        sweeps.of(SweepMap::momentum));
  visit(Field{"solver.sweeps_anderson", "", "The same after a stall, mixed"},
        sweeps.of(SweepMap::anderson));
  visit(Field{"solver.sweeps_convex", "", "The same after a stall, with slip held"},
        sweeps.of(SweepMap::convex));
  visit(Field{"solver.sweeps_damped", "", "The same after a stall, with less momentum"},
        sweeps.of(SweepMap::damped));
  visit(Field{"solver.newton_steps", "", "Steps of Newton's method after the sweeps of nlgs"},
        sweeps.newton);
  visit(reported("solver.residual_velocity_max", "m/s", "Largest of a step"),
        residual_velocity_max);
  visit(reported("solver.residual_relative_max", "", "Largest of a step"), residual_relative_max);
  visit(reported("solver.unconverged_steps", "", "Steps whose solve stopped above its tolerance"),
        unconverged_steps);
  visit(reported("energy.kinetic_first", "J", "At the start"), kinetic_first);
  visit(reported("energy.kinetic_last", "J", "At the end"), kinetic);
  visit(reported("energy.potential_first", "J", "At the start"), potential_first);
  visit(reported("energy.potential_last", "J", "At the end"), potential);
  visit(reported("energy.stored_first", "J", "In compliant contacts, at the start"), stored_first);
  visit(reported("energy.stored_last", "J", "In compliant contacts, at the end"), stored);
  visit(
      reported("energy.work_external", "J",
               "By forces and changing gravity; in the scheme first-order what the desires of the "
               "bodies put in, the mass of a body being 1 kg"),
      external);
  visit(reported("energy.work_boundaries", "J", "By moving boundaries"), boundaries);
  visit(reported("energy.dissipated", "J", "By the contacts"), dissipated);
  visit(reported("energy.correction", "J", "By the scheme itself"), correction);
  visit(reported("energy.exchanged", "J", "Energy of bodies put in, less that of bodies taken out"),
        exchanged);
  visit(reported("energy.balance_error_relative", "",
                 "What is missing in the energy balance, relative to the energy in play"),
        balance_error);
  visit(reported("penetration.max", "m", "Largest overlap"), penetration_max);
  visit(reported("penetration.max_relative", "",
                 "Largest overlap over the smaller radius of its pair"),
        penetration_relative_max);
  // Runs of earlier versions have none.
  visit(Field{"opening_max", "m",
              "Largest gap µ h |u_t| that convex friction opened at contacts that push"},
        opening_max);
  visit(Field{"trouble.halved_steps", "", "Steps that were made in parts (`time.on_trouble`)"},
        halved_steps);
  visit(Field{"trouble.parts_max", "", "Most parts of a step"}, parts_max);
  visit(Field{"trouble.troubled_steps", "", "Steps that went on in spite of trouble"},
        troubled_steps);
  visit(reported("state_hash", "", "Of the last state: equal for runs that agree bit by bit"),
        state_hash);
  visit(reported("version", "", "Of the program"), program);
  visit(reported("threads", "", "Of the run"), threads);
  visit(
      reported("ended_by", "",
               "`time`, `kinetic_energy`, `unbalanced` or `empty_region` (conditions of `[stop]`), "
               "`interruption`"),
      ended_by);
  visit(reported("interrupted", "", "Whether the user stopped the run before its end"),
        interrupted);
  // Runs of earlier versions have none.
  visit(Field{"warnings", "", "List of {code, message}; `docs/warnings.md` explains the codes"},
        warnings);
}

}  // namespace galet
