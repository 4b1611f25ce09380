// Bodies that come and go during a run, in the words of the scene file.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "galet/base/fields.hpp"
#include "galet/scene/body_settings.hpp"

namespace galet {

struct FeedSettings {
  BodyCommon common;
  FillRegion region;
  double rate = 0.0;
  RadiusDistribution radius;
  std::optional<std::int64_t> count;
  double from = 0.0;
  std::optional<double> until;
  std::vector<double> velocity;
  Numbers velocity_jitter;
  double separation = 0.0;
  std::int64_t attempts = 100;
  std::optional<std::int64_t> seed;
};

template <class V>
void fields_of(FeedSettings& s, V&& visit) {
  auto& [common, region, rate, radius, count, from, until, velocity, velocity_jitter, separation,
         attempts, seed] = s;
  visit(Field{"region", "", "Where bodies are added, entirely inside.", {}, true}, region);
  visit(Field{"rate", "1/s", "Bodies per second.", Range::positive(), true}, rate);
  visit(Field{"radius", "m", "Radius: a number, or a distribution to draw from as a table.",
              Range::positive(), true},
        radius);
  visit(Field{"count", "", "Largest number of bodies to add; no limit by default.",
              Range::between(1, 2147483647)},
        count);
  visit(Field{"from", "s", "When the feed begins.", Range::at_least(0.0)}, from);
  visit(Field{"until", "s", "When the feed ends; at the end of the run by default.",
              Range::positive()},
        until);
  visit(Field{"velocity", "m/s", "Velocity of the new bodies."}, velocity);
  visit(Field{"velocity_jitter", "m/s", "Velocities vary by up to ± this, or one per direction.",
              Range::at_least(0.0)},
        velocity_jitter);
  visit(Field{"separation", "m", "Smallest distance between a new body and any other.",
              Range::at_least(0.0)},
        separation);
  visit(Field{"attempts", "",
              "Random places tried in one step for a body; one that finds none waits for the next "
              "step.",
              Range::between(1, 1e9)},
        attempts);
  visit(Field{"seed", "", "Seed; by default derived from the scene's seed."}, seed);
  fields_of(common, visit);
}

enum class RegionSide { inside, outside };

template <>
struct EnumNames<RegionSide> {
  static constexpr std::array<std::string_view, 2> names{"inside", "outside"};
};

struct RemoveSettings {
  FillRegion region;
  RegionSide where = RegionSide::outside;
  std::string group;
};

template <class V>
void fields_of(RemoveSettings& s, V&& visit) {
  auto& [region, where, group] = s;
  visit(Field{"region", "", "The region.", {}, true}, region);
  visit(
      Field{"where", "",
            "On which side of its surface a body is removed, by its centre. Bodies fixed in space "
            "stay."},
      where);
  visit(Field{"group", "", "Only bodies of this group; all by default."}, group);
}

}  // namespace galet
