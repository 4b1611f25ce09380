#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "galet/base/fields.hpp"
#include "galet/law/contact_law.hpp"
#include "galet/solver/newton_settings.hpp"

namespace galet {

enum class NormalContact { gap, velocity };

template <>
struct EnumNames<NormalContact> {
  static constexpr std::array<std::string_view, 2> names{"gap", "velocity"};
};

struct MoreauJeanSettings {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "moreau-jean";

  NormalContact normal = NormalContact::gap;
  std::optional<double> theta;
  double activation = 1e-8;  // times the smaller radius of the pair
  double feedback = 1.0;
  double feedback_limit = 0.01;  // times the smaller radius of the pair
};

template <class V>
void fields_of(MoreauJeanSettings& s, V&& visit) {
  auto& [normal, theta, activation, feedback, feedback_limit] = s;
  visit(Field{"normal", "",
              "How the normal condition is posed: on the gap at the end of the step, which keeps "
              "overlaps small, or as in the papers on the velocity of contacts that touch."},
        normal);
  visit(Field{"theta", "",
              "Weight of the end of the step, for normal = \"velocity\": 1/2 by default, which is "
              "exact for free flight. On gaps it is 1 and may not be given.",
              Range::between(0.5, 1.0)},
        theta);
  visit(Field{"activation", "",
              "With normal = \"velocity\" a contact is active when its gap at mid-step is at most "
              "this times the smaller radius of the pair (chains of touching bodies depend on it).",
              Range::at_least(0.0)},
        activation);
  visit(Field{"feedback", "",
              "With normal = \"gap\": part of an overlap that is taken back in one step.",
              Range::between(0.0, 1.0)},
        feedback);
  visit(
      Field{"feedback_limit", "",
            "With normal = \"gap\": most overlap taken back in one step, times the smaller radius "
            "of the pair; keeps a bad start from exploding.",
            Range::at_least(0.0)},
      feedback_limit);
}

struct ConvexSettings {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "convex";

  FrictionModel friction_model = FrictionModel::coulomb;
  double feedback = 1.0;
  double feedback_limit = 0.01;  // times the smaller radius of the pair
};

template <class V>
void fields_of(ConvexSettings& s, V&& visit) {
  auto& [friction_model, feedback, feedback_limit] = s;
  visit(Field{"friction_model", "",
              "\"coulomb\", or \"convex\": impulses in the friction cone and nothing else, which "
              "makes a step a convex program and leaves a gap µ h |u_t| at contacts that slip "
              "(reported as `opening`)."},
        friction_model);
  visit(Field{"feedback", "", "Part of an overlap of the start that is taken back in one step.",
              Range::between(0.0, 1.0)},
        feedback);
  visit(Field{"feedback_limit", "",
              "Most overlap taken back in one step, times the smaller radius of the pair; keeps a "
              "bad start from exploding.",
              Range::at_least(0.0)},
        feedback_limit);
}

// Bodies without inertia: nothing to choose.
struct FirstOrderSettings {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "first-order";
};

template <class V>
void fields_of(FirstOrderSettings&, V&&) {}

struct NewmarkSettings {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "newmark";

  NewmarkVariant variant = NewmarkVariant::exact;
  double beta = 0.5;
  double gamma = 1.0;
  FrictionVelocity friction_velocity = FrictionVelocity::mean;
  LinearSettings linear = AutoLinear{};
  MatrixAssembly assembly = MatrixAssembly::sparse;
  double tolerance = 1e-14;
  std::optional<double> step_norm;  // m
  std::int64_t max_iterations = 50;
};

template <class V>
void fields_of(NewmarkSettings& s, V&& visit) {
  auto& [variant, beta, gamma, friction_velocity, linear, assembly, tolerance, step_norm,
         max_iterations] = s;
  visit(Field{"variant", "",
              "\"exact\" conserves energy and momenta to round-off; \"thesis\" does what the "
              "program of the thesis does (overlaps cut off at 0, normals of the end of the step); "
              "\"thesis-mean-normal\" the same with the mean direction of the step."},
        variant);
  visit(Field{"beta", "",
              "Newmark's β: q⁺ = q + h v + h² ((1/2 − β) a + β a⁺). Other values than 1/2 need "
              "variant = \"thesis\".",
              Range::positive()},
        beta);
  visit(Field{"gamma", "",
              "Newmark's γ: v⁺ = v + h ((1 − γ) a + γ a⁺). Other values than 1 need variant = "
              "\"thesis\".",
              Range::positive()},
        gamma);
  visit(Field{"friction_velocity", "",
              "Velocity that friction acts on: the mean of the step, which never makes energy, or "
              "that at its end, as in the thesis."},
        friction_velocity);
  visit(Field{"linear", "",
              "Solver of the linear systems; sparse-cholesky, pcg-ic and pcg-jacobi need pairs "
              "without friction."},
        linear);
  visit(
      Field{"assembly", "",
            "Whether the matrix is built sparse, or as a full matrix (for comparisons: memory and "
            "time grow with the square of the number of bodies)."},
      assembly);
  visit(Field{"tolerance", "",
              "A step counts as solved when residual or Newton step, as a velocity, is at most "
              "this times the largest velocity, and no contact has changed its state.",
              Range::positive()},
        tolerance);
  visit(Field{"step_norm", "m",
              "With variant = \"thesis\", and required there: Euclidean norm of the Newton step of "
              "all bodies, or of its sum with the one before, that ends a step.",
              Range::positive()},
        step_norm);
  visit(Field{"max_iterations", "", "Newton iterations after which a step counts as not solved.",
              Range::between(1, 1e6)},
        max_iterations);
}

// velocity_verlet  v⁺ = v + (h/2)(a + a⁺), second order;
// thesis           v⁺ = v + h a, as in [Nguyen2024, §4.1.2], which makes energy in every loaded
// step.
enum class DemUpdate { velocity_verlet, thesis };

template <>
struct EnumNames<DemUpdate> {
  static constexpr std::array<std::string_view, 2> names{"velocity-verlet", "thesis"};
};

struct DemSettings {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "dem";

  DemUpdate update = DemUpdate::velocity_verlet;
  bool allow_unstable = false;
};

template <class V>
void fields_of(DemSettings& s, V&& visit) {
  auto& [update, allow_unstable] = s;
  visit(Field{"update", "",
              "\"velocity-verlet\" moves velocities by the mean of the accelerations at both ends "
              "of the step, second order; \"thesis\" by that at its start, which makes energy in "
              "every loaded step."},
        update);
  visit(Field{"allow_unstable", "",
              "Runs although the step is longer than the estimate of the largest stable one."},
        allow_unstable);
}

using SchemeSettings = std::variant<MoreauJeanSettings, ConvexSettings, NewmarkSettings,
                                    DemSettings, FirstOrderSettings>;

// Whether contacts are found at mid-step and posed on velocities.
inline bool is_posed_on_velocities(const SchemeSettings& scheme) {
  const auto* moreau_jean = std::get_if<MoreauJeanSettings>(&scheme);
  return moreau_jean != nullptr && moreau_jean->normal == NormalContact::velocity;
}

// Whether overlaps are an error of the scheme, and not what its forces come from.
inline bool has_rigid_contacts(const SchemeSettings& scheme) {
  return !std::holds_alternative<NewmarkSettings>(scheme) &&
         !std::holds_alternative<DemSettings>(scheme);
}

// Whether contacts are found where bodies are at one moment of a step, and not along its way.
inline bool looks_at_places_alone(const SchemeSettings& scheme) {
  return is_posed_on_velocities(scheme) || !has_rigid_contacts(scheme);
}

}  // namespace galet
