// Where bodies want to go, in the words of the scene file.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "galet/base/fields.hpp"
#include "galet/model/series.hpp"
#include "galet/scene/values.hpp"

namespace galet {

namespace desire_fields {

template <class V>
void group(std::string& group, V&& visit) {
  visit(Field{"group", "", "Group of bodies; all bodies when left out."}, group);
}

template <class V>
void speed(double& speed, V&& visit) {
  visit(Field{"speed", "m/s", "Speed of an unhindered body.", Range::positive(), true}, speed);
}

}  // namespace desire_fields

struct VelocityDesire {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "velocity";
  std::string group;
  VectorSeries velocity;
};

template <class V>
void fields_of(VelocityDesire& s, V&& visit) {
  auto& [group, velocity] = s;
  desire_fields::group(group, visit);
  visit(Field{"velocity",
              "m/s",
              "Velocity of an unhindered body, constant or {t = [..], value = [[..], ..]}.",
              {},
              true},
        velocity);
}

struct TowardsPoint {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "point";
  std::string group;
  double speed = 0.0;
  std::vector<double> point;
};

template <class V>
void fields_of(TowardsPoint& s, V&& visit) {
  auto& [group, speed, point] = s;
  desire_fields::group(group, visit);
  desire_fields::speed(speed, visit);
  visit(
      Field{
          "point", "m", "Where the bodies want to be; they go there in a straight line.", {}, true},
      point);
}

struct ExitSettings {
  std::vector<double> start;
  std::vector<double> end;
};

template <class V>
void fields_of(ExitSettings& s, V&& visit) {
  auto& [start, end] = s;
  visit(Field{"start", "m", "One end.", {}, true}, start);
  visit(Field{"end", "m", "The other end.", {}, true}, end);
}

struct TowardsExits {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "exits";
  std::string group;
  double speed = 0.0;
  std::vector<ExitSettings> exits;
  std::optional<double> cell;
};

template <class V>
void fields_of(TowardsExits& s, V&& visit) {
  auto& [group, speed, exits, cell] = s;
  desire_fields::group(group, visit);
  desire_fields::speed(speed, visit);
  visit(
      Field{"exits",
            "",
            "Segments (2D) to the nearest of which, around what stands in the way, the bodies go. "
            "A body whose centre crosses one leaves the scene. Boundaries that stay and fixed "
            "bodies stand in the way, enlarged by the largest radius of the group; exits are "
            "narrowed by it.",
            {},
            true},
      exits);
  visit(Field{"cell", "m",
              "Side of the cells on which the shortest ways are computed, at most the largest "
              "radius of the group; a third of it by default.",
              Range::positive()},
        cell);
}

using DesireSettings = std::variant<VelocityDesire, TowardsPoint, TowardsExits>;

}  // namespace galet
