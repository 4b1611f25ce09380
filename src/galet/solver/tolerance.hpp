// What a step may ask of a solver whatever its settings are: a tolerance where they have none, a
// smaller one, fewer iterations, and whether a report meets the tolerance of the settings.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "galet/solver/nlgs_settings.hpp"
#include "galet/solver/report.hpp"

namespace galet {

// If not, that of a step is for its scheme to choose. Changes of impulses have their own.
inline bool names_tolerance(const SolverSettings& settings) {
  const auto* nlgs = std::get_if<NlgsSettings>(&settings);
  if (nlgs && nlgs->criterion != NlgsCriterion::residual) return true;
  return std::visit([](const auto& s) { return s.tolerance || s.tolerance_velocity; }, settings);
}

// With this tolerance, if the settings name none.
inline SolverSettings with_tolerance(SolverSettings settings, double relative,
                                     std::optional<double> velocity) {
  if (names_tolerance(settings)) return settings;
  std::visit(
      [&](auto& s) {
        s.tolerance = relative;
        s.tolerance_velocity = velocity;
      },
      settings);
  return settings;
}

// Whether the settings' tolerance is met, even if a smaller one was asked for in vain.
inline bool is_met(const SolverSettings& settings, const SolveReport& report) {
  const auto* nlgs = std::get_if<NlgsSettings>(&settings);
  if (nlgs && nlgs->criterion != NlgsCriterion::residual) return false;
  return std::visit(
      [&](const auto& s) {
        return report.residual_relative <= s.tolerance.value_or(kRelativeTolerance) ||
               report.residual_velocity <= s.tolerance_velocity.value_or(-1.0);
      },
      settings);
}

// Whether impulses to start from may be improved: not where solves are to start from none, are
// compared with those of others by their changes, or go another way than from the start.
inline bool starts_warm(const SolverSettings& settings) {
  if (std::holds_alternative<InteriorPointSettings>(settings)) return false;
  const auto* nlgs = std::get_if<NlgsSettings>(&settings);
  if (nlgs && nlgs->criterion != NlgsCriterion::residual) return false;
  return std::visit([](const auto& s) { return s.warm_start; }, settings);
}

// The speed that a solve leaves open at a usual contact, v_ref being that of its problem:
// tolerance_velocity, or of the relative tolerance a small part, since v_ref is the largest speed
// of all contacts and few are near it.
inline double speed_left_open(const SolverSettings& settings, double v_ref) {
  constexpr double usual = 0.01;
  return std::visit(
      [&](const auto& s) {
        return std::max(usual * s.tolerance.value_or(kRelativeTolerance) * v_ref,
                        s.tolerance_velocity.value_or(0.0));
      },
      settings);
}

// Tolerances times the factor.
inline SolverSettings tightened(SolverSettings settings, double factor) {
  std::visit(
      [&](auto& s) {
        s.tolerance = factor * s.tolerance.value_or(kRelativeTolerance);
        if (s.tolerance_velocity) *s.tolerance_velocity *= factor;
      },
      settings);
  return settings;
}

// With so many iterations at most, of a solve that another one goes on from: nothing finishes it.
inline SolverSettings with_iterations(SolverSettings settings, std::int64_t most) {
  std::visit(
      [&](auto& s) {
        s.max_iterations = std::min(s.max_iterations, most);
        if constexpr (requires { s.finisher; }) s.finisher = false;
      },
      settings);
  return settings;
}

// With so many iterations less, but at least `fewest` of those of the settings.
inline SolverSettings with_fewer_iterations(SolverSettings settings, std::int64_t less,
                                            std::int64_t fewest) {
  std::visit(
      [&](auto& s) {
        s.max_iterations = std::max(s.max_iterations - less, std::min(s.max_iterations, fewest));
      },
      settings);
  return settings;
}

}  // namespace galet
