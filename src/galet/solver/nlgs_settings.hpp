#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "galet/base/fields.hpp"

namespace galet {

enum class SweepOrder { fixed, random, symmetric };

template <>
struct EnumNames<SweepOrder> {
  static constexpr std::array<std::string_view, 3> names{"fixed", "random", "symmetric"};
};

// Solves the law of one contact exactly, the others being held.
struct ExactLocal {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "exact";
};

template <class V>
void fields_of(ExactLocal&, V&&) {}

using LocalSolver = std::variant<ExactLocal>;

struct NlgsSettings {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "nlgs";

  LocalSolver local = ExactLocal{};
  double tolerance = 1e-6;                   // relative residual that ends the solve
  std::optional<double> tolerance_velocity;  // m/s
  std::int64_t max_iterations = 10000;       // sweeps
  std::optional<double> max_seconds;         // s per solve
  SweepOrder order = SweepOrder::fixed;
  std::int64_t seed = 1;
  bool warm_start = true;
};

template <class V>
void fields_of(NlgsSettings& s, V&& visit) {
  auto& [local, tolerance, tolerance_velocity, max_iterations, max_seconds, order, seed,
         warm_start] = s;
  visit(Field{"local", "", "Solver of one contact in a sweep."}, local);
  visit(Field{"tolerance", "", "Relative residual at which a step counts as solved.",
              Range::positive()},
        tolerance);
  visit(Field{"tolerance_velocity", "m/s",
              "Residual in m/s that is enough, whatever the relative one.", Range::positive()},
        tolerance_velocity);
  visit(Field{"max_iterations", "", "Sweeps after which a solve gives up and keeps its best point.",
              Range::between(1, 1e9)},
        max_iterations);
  visit(Field{"max_seconds", "s",
              "Wall-clock time after which a solve gives up (results then depend on the machine).",
              Range::positive()},
        max_seconds);
  visit(Field{"order", "",
              "Order of the contacts: as detected, shuffled in every sweep, or forward "
              "and backward in turn."},
        order);
  visit(Field{"seed", "", "Seed of the random order."}, seed);
  visit(Field{"warm_start", "", "Start from the impulses of the last step."}, warm_start);
}

using SolverSettings = std::variant<NlgsSettings>;

}  // namespace galet
