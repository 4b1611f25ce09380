// Bodies of the start: where they come from and what they are, in the words of the scene file.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "galet/base/fields.hpp"
#include "galet/geometry/mass_properties.hpp"
#include "galet/scene/values.hpp"

namespace galet {

struct BodyCommon {
  std::string material;
  std::string group;
  std::optional<BallSolid> shape;
  Numbers mass;
  InertiaRule inertia;
  std::optional<std::string> free;
  bool rotation = true;
  bool fixed = false;
};

template <class V>
void fields_of(BodyCommon& s, V&& visit) {
  auto& [material, group, shape, mass, inertia, free, rotation, fixed] = s;
  visit(Field{"material", "", "Material; may be left out when the scene has only one."}, material);
  visit(Field{"group", "", "Name by which forces and observers refer to these bodies."}, group);
  visit(Field{"shape", "",
              "The solid that mass and inertia are computed for: a disc by default in 2D, a sphere "
              "in 3D; a sphere may also roll in 2D."},
        shape);
  visit(Field{"mass", "kg",
              "Mass instead of density times volume (a number, or one per body of a "
              "list).",
              Range::positive()},
        mass);
  visit(Field{"inertia", "kg m²",
              "Moment of inertia: \"shape\" (that of the solid), \"mass\" (the same number as the "
              "mass), or a value.",
              Range::positive()},
        inertia);
  visit(Field{"free", "",
              "Directions in which the bodies may move, such as \"x\" or \"xy\"; the "
              "others are locked. All by default."},
        free);
  visit(Field{"rotation", "", "Whether the bodies may rotate."}, rotation);
  visit(Field{"fixed", "", "Whether the bodies are fixed in space."}, fixed);
}

struct ListBodies {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "list";
  BodyCommon common;
  Rows position;
  Numbers radius;
  Rows velocity;
  Rows spin;
};

template <class V>
void fields_of(ListBodies& s, V&& visit) {
  auto& [common, position, radius, velocity, spin] = s;
  visit(Field{"position", "m", "Centres, one row per body.", {}, true}, position);
  visit(Field{"radius", "m", "Radius, or one per body.", Range::positive(), true}, radius);
  visit(Field{"velocity", "m/s", "Initial velocity, or one row per body."}, velocity);
  visit(Field{"spin", "rad/s",
              "Initial spin (2D: counter-clockwise; 3D: a vector), or one per "
              "body."},
        spin);
  fields_of(common, visit);
}

struct LatticeBodies {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "lattice";
  BodyCommon common;
  std::vector<double> origin;
  Numbers pitch;
  std::vector<std::int64_t> count;
  Numbers jitter;
  RadiusDistribution radius;
  std::vector<double> velocity;
  Numbers velocity_jitter;
  std::optional<std::int64_t> seed;
};

template <class V>
void fields_of(LatticeBodies& s, V&& visit) {
  auto& [common, origin, pitch, count, jitter, radius, velocity, velocity_jitter, seed] = s;
  visit(Field{"origin", "m", "Centre of the first body.", {}, true}, origin);
  visit(Field{"pitch",
              "m",
              "Distance between neighbours, or one per direction (may be negative).",
              {},
              true},
        pitch);
  visit(Field{"count", "", "Number of bodies in each direction.", Range::between(1, 2147483647),
              true},
        count);
  visit(Field{"jitter", "m", "Centres are moved by up to ± this, or one per direction.",
              Range::at_least(0.0)},
        jitter);
  visit(Field{"radius", "m", "Radius: a number, or a distribution to draw from as a table.",
              Range::positive(), true},
        radius);
  visit(Field{"velocity", "m/s", "Initial velocity."}, velocity);
  visit(Field{"velocity_jitter", "m/s", "Velocities vary by up to ± this, or one per direction.",
              Range::at_least(0.0)},
        velocity_jitter);
  visit(
      Field{"seed", "", "Seed of the jitter and radii; by default derived from the scene's seed."},
      seed);
  fields_of(common, visit);
}

// A box {low, high}, or a ball {center, radius}, or in 3D a cylinder {center, radius, axis,
// length}.
struct FillRegion {
  std::vector<double> low = {};
  std::vector<double> high = {};
  std::vector<double> center = {};
  std::optional<double> radius = {};
  std::vector<double> axis = {};
  std::optional<double> length = {};
};

template <class V>
void fields_of(FillRegion& s, V&& visit) {
  auto& [low, high, center, radius, axis, length] = s;
  visit(Field{"low", "m", "Lower corner of a box."}, low);
  visit(Field{"high", "m", "Upper corner of a box."}, high);
  visit(Field{"center", "m", "Centre of a disc, ball or cylinder."}, center);
  visit(Field{"radius", "m", "Radius of a disc, ball or cylinder.", Range::positive()}, radius);
  visit(Field{"axis", "", "Axis of a cylinder (3D)."}, axis);
  visit(Field{"length", "m", "Length of a cylinder (3D).", Range::positive()}, length);
}

struct FillBodies {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "fill";
  BodyCommon common;
  FillRegion region;
  std::int64_t count = 0;
  RadiusDistribution radius;
  double separation = 0.0;
  std::int64_t attempts = 1000;
  std::vector<double> velocity;
  Numbers velocity_jitter;
  std::optional<std::int64_t> seed;
};

template <class V>
void fields_of(FillBodies& s, V&& visit) {
  auto& [common, region, count, radius, separation, attempts, velocity, velocity_jitter, seed] = s;
  visit(Field{"region", "", "Where the bodies lie, entirely inside.", {}, true}, region);
  visit(Field{"count", "", "Number of bodies.", Range::between(1, 2147483647), true}, count);
  visit(Field{"radius", "m", "Radius: a number, or a distribution to draw from as a table.",
              Range::positive(), true},
        radius);
  visit(Field{"separation", "m", "Smallest distance between the surfaces of two bodies.",
              Range::at_least(0.0)},
        separation);
  visit(Field{"attempts", "", "Random places tried for a body before the fill counts as jammed.",
              Range::between(1, 1e9)},
        attempts);
  visit(Field{"velocity", "m/s", "Initial velocity."}, velocity);
  visit(Field{"velocity_jitter", "m/s", "Velocities vary by up to ± this, or one per direction.",
              Range::at_least(0.0)},
        velocity_jitter);
  visit(Field{"seed", "", "Seed; by default derived from the scene's seed."}, seed);
  fields_of(common, visit);
}

struct DenseFillBodies {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "dense-fill";
  BodyCommon common;
  FillRegion region;
  std::optional<double> fraction;
  std::optional<std::int64_t> count;
  RadiusDistribution radius;
  std::vector<double> velocity;
  Numbers velocity_jitter;
  std::optional<std::int64_t> seed;
};

template <class V>
void fields_of(DenseFillBodies& s, V&& visit) {
  auto& [common, region, fraction, count, radius, velocity, velocity_jitter, seed] = s;
  visit(Field{"region", "", "Where the bodies lie, entirely inside.", {}, true}, region);
  visit(Field{"fraction", "",
              "Part of the region's area (volume) that the bodies take up, such as 0.84 in 2D and "
              "0.6 in 3D.",
              Range::between(1e-9, 0.95)},
        fraction);
  visit(Field{"count", "", "Number of bodies, instead of the fraction.",
              Range::between(1, 2147483647)},
        count);
  visit(Field{"radius", "m", "Radius: a number, or a distribution to draw from as a table.",
              Range::positive(), true},
        radius);
  visit(Field{"velocity", "m/s", "Initial velocity."}, velocity);
  visit(Field{"velocity_jitter", "m/s", "Velocities vary by up to ± this, or one per direction.",
              Range::at_least(0.0)},
        velocity_jitter);
  visit(Field{"seed", "", "Seed; by default derived from the scene's seed."}, seed);
  fields_of(common, visit);
}

struct CsvBodies {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "csv";
  BodyCommon common;
  std::string file;
};

template <class V>
void fields_of(CsvBodies& s, V&& visit) {
  auto& [common, file] = s;
  visit(
      Field{"file",
            "",
            "CSV file with a header, relative to the scene file: x, y, (z,) radius and optionally "
            "vx, vy, (vz,) w (2D) or wx, wy, wz (3D), mass.",
            {},
            true},
      file);
  fields_of(common, visit);
}

struct EarlierRun;  // build/earlier_state.hpp

// Where planes under load begin that an earlier run had already.
enum class PistonStart { go_on, as_given };

template <>
struct EnumNames<PistonStart> {
  static constexpr std::array<std::string_view, 2> names{"continue", "as-given"};
};

struct RunBodies {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "run";
  std::string folder;
  std::optional<std::int64_t> frame;
  bool at_rest = false;
  PistonStart pistons = PistonStart::go_on;
  std::string group;
  std::shared_ptr<EarlierRun> state;  // set when the scene is loaded, see io/scene_file.hpp
};

template <class V>
void fields_of(RunBodies& s, V&& visit) {
  auto& [folder, frame, at_rest, pistons, group, state] = s;
  static_cast<void>(state);  // not a setting
  visit(Field{"folder",
              "",
              "Results of an earlier run, relative to the scene file: its bodies with their "
              "materials, groups and velocities, and its contact impulses.",
              {},
              true},
        folder);
  visit(Field{"frame", "", "Number of the frame to start from; the last by default.",
              Range::at_least(0.0)},
        frame);
  visit(Field{"at_rest", "", "Whether to set all velocities to zero."}, at_rest);
  visit(
      Field{"pistons", "",
            "Planes under load that the earlier run had by name: continue where it left them, with "
            "their velocities, or stand at rest where this scene puts them."},
      pistons);
  visit(Field{"group", "", "Puts all these bodies into one group; each keeps its own by default."},
        group);
}

using BodiesSettings =
    std::variant<ListBodies, LatticeBodies, FillBodies, DenseFillBodies, CsvBodies, RunBodies>;

}  // namespace galet
