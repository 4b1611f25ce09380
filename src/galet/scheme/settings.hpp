#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <variant>

#include "galet/base/fields.hpp"

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

using SchemeSettings = std::variant<MoreauJeanSettings>;

}  // namespace galet
