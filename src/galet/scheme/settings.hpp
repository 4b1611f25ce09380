#pragma once

#include <array>
#include <string_view>
#include <variant>

#include "galet/base/fields.hpp"

namespace galet {

enum class NormalContact { velocity };

template <>
struct EnumNames<NormalContact> {
  static constexpr std::array<std::string_view, 1> names{"velocity"};
};

struct MoreauJeanSettings {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "moreau-jean";

  NormalContact normal = NormalContact::velocity;
  double theta = 0.5;
  double activation = 1e-8;  // times the smaller radius of the pair
};

template <class V>
void fields_of(MoreauJeanSettings& s, V&& visit) {
  auto& [normal, theta, activation] = s;
  visit(Field{"normal", "",
              "How the normal condition is posed: on the velocity of contacts that touch."},
        normal);
  visit(Field{"theta", "", "Weight of the end of the step; 1/2 is exact for free flight.",
              Range::between(0.5, 1.0)},
        theta);
  visit(Field{"activation", "",
              "A contact is active when its gap at mid-step is at most this times the smaller "
              "radius of the pair (chains of touching bodies depend on it).",
              Range::at_least(0.0)},
        activation);
}

using SchemeSettings = std::variant<MoreauJeanSettings>;

}  // namespace galet
