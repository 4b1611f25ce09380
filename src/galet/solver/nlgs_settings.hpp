#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "galet/base/fields.hpp"
#include "galet/solver/gradient_settings.hpp"
#include "galet/solver/interior_settings.hpp"

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

// The local solvers of [Abide2021], beside the exact one; docs/theory/local-solvers.md compares
// them. All have the same fixed points, the solutions of the law; a parameter decides how fast a
// visit approaches them, and a bad one that it does not.

// One step of the primal–dual active set method, with the stick row of p_n û_t = 0.
struct EpdasLocal {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "epdas";

  std::optional<double> gamma_n{};    // kg
  std::optional<double> gamma_t{};    // kg
  std::int64_t inner_iterations = 1;  // steps per visit
  double ratio_limit = 2.0;           // of p_n after and before the step, see local_pdas.hpp
};

// The same with the stick row of û_t = 0.
struct IpdasLocal {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "ipdas";

  std::optional<double> gamma_n{};    // kg
  std::optional<double> gamma_t{};    // kg
  std::int64_t inner_iterations = 1;  // steps per visit
};

// Projections of the augmented Lagrangian.
struct SalLocal {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "sal";

  std::optional<double> r{};           // kg
  std::int64_t inner_iterations = 20;  // projections per visit, fewer when they change nothing
};

// Projections of the bipotential.
struct SbpLocal {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "sbp";

  std::optional<double> r{};           // kg
  std::int64_t inner_iterations = 20;  // projections per visit, fewer when they change nothing
};

// One projection of the bipotential, scaled to the contact.
struct IbpLocal {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "ibp";

  std::optional<double> r{};  // kg
};

namespace local_fields {

template <class V>
void gammas(std::optional<double>& gamma_n, std::optional<double>& gamma_t, V&& visit) {
  visit(Field{"gamma_n", "kg",
              "Weight of the normal velocity in the choice between gap and contact; by default "
              "1/W_nn of the contact.",
              Range::positive()},
        gamma_n);
  visit(Field{"gamma_t", "kg",
              "Weight of the slip velocity in the choice between stick and slip; by default one "
              "over the mean of the diagonal of W_tt. Above 2/W_tt a sticking contact may never be "
              "found.",
              Range::positive()},
        gamma_t);
}

template <class V>
void inner_iterations(std::int64_t& count, std::string_view doc, V&& visit) {
  visit(Field{"inner_iterations", "", doc, Range::between(1, 1e6)}, count);
}

template <class V>
void step_length(std::optional<double>& r, std::string_view doc, V&& visit) {
  visit(Field{"r", "kg", doc, Range::positive()}, r);
}

}  // namespace local_fields

template <class V>
void fields_of(EpdasLocal& s, V&& visit) {
  auto& [gamma_n, gamma_t, inner_iterations, ratio_limit] = s;
  local_fields::gammas(gamma_n, gamma_t, visit);
  local_fields::inner_iterations(inner_iterations, "Active set steps per visit of a contact.",
                                 visit);
  visit(Field{"ratio_limit", "",
              "Growth of the normal impulse in one step beyond which the stick row of ipdas is "
              "used; a huge number gives the method without this guard.",
              Range::at_least(1.0)},
        ratio_limit);
}

template <class V>
void fields_of(IpdasLocal& s, V&& visit) {
  auto& [gamma_n, gamma_t, inner_iterations] = s;
  local_fields::gammas(gamma_n, gamma_t, visit);
  local_fields::inner_iterations(inner_iterations, "Active set steps per visit of a contact.",
                                 visit);
}

template <class V>
void fields_of(SalLocal& s, V&& visit) {
  auto& [r, inner_iterations] = s;
  local_fields::step_length(
      r, "Step of the projections; by default one over a norm of W_cc. Diverges above 2/‖W_cc‖.",
      visit);
  local_fields::inner_iterations(inner_iterations, "Most projections per visit of a contact.",
                                 visit);
}

template <class V>
void fields_of(SbpLocal& s, V&& visit) {
  auto& [r, inner_iterations] = s;
  local_fields::step_length(
      r, "Step of the projections; by default one over a norm of W_cc. Diverges above 2/‖W_cc‖.",
      visit);
  local_fields::inner_iterations(inner_iterations, "Most projections per visit of a contact.",
                                 visit);
}

template <class V>
void fields_of(IbpLocal& s, V&& visit) {
  auto& [r] = s;
  local_fields::step_length(
      r,
      "Step of the projection, the same in all directions; by default 1/W_nn along the normal and "
      "1/W_tt along the tangents, less where they are coupled.",
      visit);
}

using LocalSolver = std::variant<ExactLocal, EpdasLocal, IpdasLocal, SalLocal, SbpLocal, IbpLocal>;

// What ends a solve.
//   residual    the common residual of problem/residual.hpp;
//   stagnation  small changes in the last sweep, max_c |Δp_n| + max_c |Δp_t| <= tolerance × the
//               largest |p_c|, as [Abide2021, eq. 4.15] (which prints it for p itself and with an
//               absolute tolerance, our tolerance_impulse). For comparisons with that paper: small
//               changes also come from slow convergence, so a solve that counts as solved may have
//               a large residual. The report carries the true residual either way.
enum class NlgsCriterion { residual, stagnation };

template <>
struct EnumNames<NlgsCriterion> {
  static constexpr std::array<std::string_view, 2> names{"residual", "stagnation"};
};

// Of the batched sweeps over balls; state and verdict are double in any case.
enum class Precision { single_, double_ };

template <>
struct EnumNames<Precision> {
  static constexpr std::array<std::string_view, 2> names{"single", "double"};
};

struct NlgsSettings {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "nlgs";

  LocalSolver local = ExactLocal{};
  NlgsCriterion criterion = NlgsCriterion::residual;
  std::optional<double> tolerance{};           // relative residual, or change, that ends the solve
  std::optional<double> tolerance_velocity{};  // m/s; not used with stagnation
  std::int64_t max_iterations = 10000;         // sweeps
  std::optional<double> max_seconds{};         // s per solve
  SweepOrder order = SweepOrder::fixed;
  std::int64_t seed = 1;
  bool warm_start = true;
  bool batches = true;
  bool momentum = true;
  Precision precision = Precision::single_;
  std::optional<double> tolerance_impulse{};  // N s; only with stagnation
  bool finisher = false;
};

template <class V>
void fields_of(NlgsSettings& s, V&& visit) {
  auto& [local, criterion, tolerance, tolerance_velocity, max_iterations, max_seconds, order, seed,
         warm_start, batches, momentum, precision, tolerance_impulse, finisher] = s;
  visit(Field{"local", "", "Solver of one contact in a sweep."}, local);
  visit(Field{"criterion", "",
              "What ends a solve: the residual, or stagnation, that is the changes of the last "
              "sweep relative to the largest impulse (for comparisons; it does not bound the "
              "error)."},
        criterion);
  visit(Field{"tolerance", "",
              "Relative residual (with stagnation: relative change) at which a step counts as "
              "solved; by default 1e-6 with stagnation or beside a tolerance_velocity, and from "
              "the loads of the step otherwise.",
              Range::positive()},
        tolerance);
  visit(Field{"tolerance_velocity", "m/s",
              "Residual in m/s that is enough, whatever the relative one; not used with "
              "stagnation.",
              Range::positive()},
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
  visit(Field{"batches", "",
              "Sweep discs and spheres in batches of independent contacts with vector instructions "
              "(with local = \"exact\", order = \"fixed\" and criterion = \"residual\")."},
        batches);
  visit(Field{"momentum", "",
              "Accelerate the batched sweeps by momentum with restart and, where the residual "
              "stalls, by other maps in turn."},
        momentum);
  visit(Field{"precision", "", "Of the batched sweeps; the residual is computed in double anyway."},
        precision);
  visit(Field{"tolerance_impulse", "N s",
              "Changes of the impulses in one sweep that are enough, whatever the relative ones; "
              "only with stagnation.",
              Range::positive()},
        tolerance_impulse);
  visit(
      Field{"finisher", "",
            "Where max_iterations sweeps do not meet the tolerance, go on by Newton's method; for "
            "problems of up to some thousand contacts with Coulomb's law alone."},
      finisher);
}

using SolverSettings =
    std::variant<NlgsSettings, UzawaSettings, PgdSettings, ApgdSettings, InteriorPointSettings>;

}  // namespace galet
