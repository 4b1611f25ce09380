// Settings of the interior-point solver (solver/interior_point.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "galet/base/fields.hpp"
#include "galet/solver/gradient_settings.hpp"

namespace galet {

struct InteriorPointSettings {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "interior-point";

  std::optional<double> tolerance{};           // relative residual that ends the solve
  std::optional<double> tolerance_velocity{};  // m/s
  std::int64_t max_iterations = 100;           // factorisations
  std::optional<double> max_seconds{};         // s per solve
  bool warm_start = true;
};

template <class V>
void fields_of(InteriorPointSettings& s, V&& visit) {
  auto& [tolerance, tolerance_velocity, max_iterations, max_seconds, warm_start] = s;
  gradient_fields::tolerances(tolerance, tolerance_velocity, visit);
  visit(Field{"max_iterations", "",
              "Newton steps, with a factorisation each, after which a solve gives up and keeps its "
              "best point.",
              Range::between(1, 1e6)},
        max_iterations);
  gradient_fields::time_limit(max_seconds, visit);
  visit(Field{"warm_start", "",
              "Try the impulses of the last step first: they are taken if they meet the tolerance, "
              "and do not help otherwise."},
        warm_start);
}

}  // namespace galet
