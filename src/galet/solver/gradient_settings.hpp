// Settings of the solvers by projected gradients (solver/projected_gradient.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "galet/base/fields.hpp"

namespace galet {

// Relative residual that ends a solve whose settings have no other.
inline constexpr double kRelativeTolerance = 1e-6;

// Without friction, with steps from a bound on W.
struct UzawaSettings {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "uzawa";

  std::optional<double> tolerance{};           // relative residual that ends the solve
  std::optional<double> tolerance_velocity{};  // m/s
  std::int64_t max_iterations = 10000;
  std::optional<double> max_seconds{};  // s per solve
  bool warm_start = true;
  double step = 1.6;  // in units of the bound
};

// The same with friction.
struct PgdSettings {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "pgd";

  std::optional<double> tolerance{};           // relative residual that ends the solve
  std::optional<double> tolerance_velocity{};  // m/s
  std::int64_t max_iterations = 10000;
  std::optional<double> max_seconds{};  // s per solve
  bool warm_start = true;
  double step = 1.6;  // in units of the bound
};

// Accelerated: momentum, steps as long as W allows, restarts.
struct ApgdSettings {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "apgd";

  std::optional<double> tolerance{};           // relative residual that ends the solve
  std::optional<double> tolerance_velocity{};  // m/s
  std::int64_t max_iterations = 10000;
  std::optional<double> max_seconds{};  // s per solve
  bool warm_start = true;
};

namespace gradient_fields {

template <class V>
void tolerances(std::optional<double>& tolerance, std::optional<double>& tolerance_velocity,
                V&& visit) {
  visit(Field{"tolerance", "",
              "Relative residual at which a step counts as solved; by default 1e-6 beside a "
              "tolerance_velocity, and from the loads of the step without one.",
              Range::positive()},
        tolerance);
  visit(Field{"tolerance_velocity", "m/s",
              "Residual in m/s that is enough, whatever the relative one.", Range::positive()},
        tolerance_velocity);
}

template <class V>
void time_limit(std::optional<double>& max_seconds, V&& visit) {
  visit(Field{"max_seconds", "s",
              "Wall-clock time after which a solve gives up (results then depend on the machine).",
              Range::positive()},
        max_seconds);
}

template <class V>
void common(std::optional<double>& tolerance, std::optional<double>& tolerance_velocity,
            std::int64_t& max_iterations, std::optional<double>& max_seconds, bool& warm_start,
            V&& visit) {
  tolerances(tolerance, tolerance_velocity, visit);
  visit(Field{"max_iterations", "",
              "Gradient steps after which a solve gives up and keeps its best point.",
              Range::between(1, 1e9)},
        max_iterations);
  time_limit(max_seconds, visit);
  visit(Field{"warm_start", "", "Start from the impulses of the last step."}, warm_start);
}

template <class V>
void step(double& step, V&& visit) {
  visit(Field{"step", "",
              "Length of the gradient steps in units of the guaranteed bound on W: below 2 the "
              "convex problem is certain to converge.",
              Range::positive()},
        step);
}

}  // namespace gradient_fields

template <class V>
void fields_of(UzawaSettings& s, V&& visit) {
  auto& [tolerance, tolerance_velocity, max_iterations, max_seconds, warm_start, step] = s;
  gradient_fields::common(tolerance, tolerance_velocity, max_iterations, max_seconds, warm_start,
                          visit);
  gradient_fields::step(step, visit);
}

template <class V>
void fields_of(PgdSettings& s, V&& visit) {
  auto& [tolerance, tolerance_velocity, max_iterations, max_seconds, warm_start, step] = s;
  gradient_fields::common(tolerance, tolerance_velocity, max_iterations, max_seconds, warm_start,
                          visit);
  gradient_fields::step(step, visit);
}

template <class V>
void fields_of(ApgdSettings& s, V&& visit) {
  auto& [tolerance, tolerance_velocity, max_iterations, max_seconds, warm_start] = s;
  gradient_fields::common(tolerance, tolerance_velocity, max_iterations, max_seconds, warm_start,
                          visit);
}

}  // namespace galet
