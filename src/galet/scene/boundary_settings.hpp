// Boundaries, in the words of the scene file.
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

struct MotionSettings {
  VectorSeries velocity = {};
  VectorSeries spin = {};
  VectorSeries rpm = {};
  VectorSeries rim_speed = {};
  std::vector<double> axis = {};
  std::vector<double> pivot = {};
  std::vector<double> amplitude = {};
  double frequency = 0.0;
  double phase = 0.0;
  VectorSeries surface_velocity = {};
  double start = 0.0;
  std::optional<double> stop = {};
};

template <class V>
void fields_of(MotionSettings& s, V&& visit) {
  auto& [velocity, spin, rpm, rim_speed, axis, pivot, amplitude, frequency, phase, surface_velocity,
         start, stop] = s;
  visit(Field{"velocity", "m/s",
              "Velocity of the translation, constant or {t = [..], value = [[..], ..]}. The times "
              "of tables are those of the run; positions are exact integrals of the velocity, so "
              "that interpolation = \"step\" moves the boundary in straight pieces."},
        velocity);
  visit(Field{"spin", "rad/s",
              "Rotation about the pivot (2D: counter-clockwise, a number; 3D: a vector), constant "
              "or in time; in 3D all vectors of a table must be along one axis."},
        spin);
  visit(Field{"rpm", "1/min",
              "The same in turns per minute, a number or {t = [..], value = [..]}; in 3D about "
              "`axis`."},
        rpm);
  visit(Field{"rim_speed", "m/s",
              "The same by the speed of the wall of a drum along itself: the spin times the "
              "radius."},
        rim_speed);
  visit(
      Field{"axis", "", "Direction about which `rpm` turns in 3D; by default the axis of a drum."},
      axis);
  visit(Field{"pivot", "m", "Centre of rotation at t = 0; by default the boundary's own centre."},
        pivot);
  visit(Field{"amplitude", "m",
              "Oscillation: displacement amplitude·(sin(2π·frequency·t + phase) − "
              "sin(phase)), t from the start of the motion."},
        amplitude);
  visit(Field{"frequency", "Hz", "Frequency of the oscillation.", Range::at_least(0.0)}, frequency);
  visit(Field{"phase", "rad", "Phase of the oscillation."}, phase);
  visit(Field{"surface_velocity", "m/s",
              "Velocity of the surface along itself, constant or in time; the shape stays (a "
              "conveyor belt)."},
        surface_velocity);
  visit(Field{"start", "s", "When the motion begins.", Range::at_least(0.0)}, start);
  visit(
      Field{
          "stop", "s",
          "When the motion ends; the boundary then rests where it is. By default it does not end.",
          Range::positive()},
      stop);
}

struct BoundaryCommon {
  std::string name;
  std::string material;
  std::optional<MotionSettings> motion;
  double from = 0.0;
  std::optional<double> until;
};

template <class V>
void fields_of(BoundaryCommon& s, V&& visit) {
  auto& [name, material, motion, from, until] = s;
  visit(Field{"name", "", "Name in messages and results; by default kind and number."}, name);
  visit(Field{"material", "", "Material; may be left out when the scene has only one."}, material);
  visit(Field{"motion", "", "Prescribed motion; fixed by default."}, motion);
  visit(Field{"from", "s",
              "When the boundary appears; no body may be in its place by then. At the start by "
              "default.",
              Range::at_least(0.0)},
        from);
  visit(Field{"until", "s",
              "When the boundary is removed, such as the gate of a collapse; it stays by default.",
              Range::positive()},
        until);
}

struct DriveSettings {
  double from = 0.0;
  std::optional<double> until = {};
  VectorSeries velocity = {};
};

template <class V>
void fields_of(DriveSettings& s, V&& visit) {
  auto& [from, until, velocity] = s;
  visit(Field{"from", "s", "When the drive begins: the plane no longer follows its load.",
              Range::at_least(0.0)},
        from);
  visit(Field{"until", "s",
              "When the drive ends: the plane follows its load again, starting with the velocity "
              "that it has; never by default.",
              Range::positive()},
        until);
  visit(Field{"velocity",
              "m/s",
              "Velocity along the normal, positive towards the bodies: a number, or {t = [..], "
              "value = [..]} with times of the run; 0 holds the plane.",
              {},
              true},
        velocity);
}

struct LoadSettings {
  std::optional<double> mass = {};
  VectorSeries force = {};
  VectorSeries pressure = {};
  std::optional<double> area = {};
  std::vector<DriveSettings> drive = {};
};

template <class V>
void fields_of(LoadSettings& s, V&& visit) {
  auto& [mass, force, pressure, area, drive] = s;
  visit(Field{"mass", "kg",
              "Mass of the plane; its weight acts too. By default that of all bodies that can move "
              "at the start.",
              Range::positive()},
        mass);
  visit(Field{"force", "N",
              "Force on the plane along its normal, positive towards the bodies: a number, or {t = "
              "[..], value = [..]}. Force or pressure must be given; with both they add up."},
        force);
  visit(Field{"pressure", "Pa",
              "Pressure on the area that the plane presses at that time, positive towards the "
              "bodies: a number, or {t = [..], value = [..]}. The area is that between the walls "
              "beside it (planes and faces of boxes normal to the axes, or the periods), else that "
              "of the one tube around it (a drum in 3D, a cylinder); in 2D scenes are 1 m thick."},
        pressure);
  visit(Field{"area", "m²",
              "Area for `pressure` where there are no such walls, constant; in 2D the length in m.",
              Range::positive()},
        area);
  visit(Field{"drive", "",
              "Times in which the plane moves along its normal with a given velocity instead of "
              "following its load. Not with the scheme \"newmark\"."},
        drive);
}

struct PlaneBoundary {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "plane";
  BoundaryCommon common;
  std::vector<double> point;
  std::vector<double> normal;
  std::optional<LoadSettings> load;
};

template <class V>
void fields_of(PlaneBoundary& s, V&& visit) {
  auto& [common, point, normal, load] = s;
  visit(Field{"point", "m", "A point of the plane.", {}, true}, point);
  visit(Field{"normal", "", "Direction of the free side (need not be a unit vector).", {}, true},
        normal);
  visit(Field{"load", "",
              "Makes it a piston: it moves along its normal under a force and the push of the "
              "bodies. By default it stays, or moves as prescribed."},
        load);
  fields_of(common, visit);
}

struct SegmentBoundary {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "segment";
  BoundaryCommon common;
  std::vector<double> start;
  std::vector<double> end;
  double radius = 0.0;
};

template <class V>
void fields_of(SegmentBoundary& s, V&& visit) {
  auto& [common, start, end, radius] = s;
  visit(Field{"start", "m", "One end.", {}, true}, start);
  visit(Field{"end", "m", "The other end.", {}, true}, end);
  visit(Field{"radius", "m", "Half thickness; bodies touch both sides.", Range::at_least(0.0)},
        radius);
  fields_of(common, visit);
}

struct BoxBoundary {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "box";
  BoundaryCommon common;
  std::vector<double> low;
  std::vector<double> high;
  std::vector<std::string> open;
};

template <class V>
void fields_of(BoxBoundary& s, V&& visit) {
  auto& [common, low, high, open] = s;
  visit(Field{"low", "m", "Lower corner; bodies are inside.", {}, true}, low);
  visit(Field{"high", "m", "Upper corner.", {}, true}, high);
  visit(Field{"open", "", "Faces left out: \"x-\", \"x+\", \"y-\", …"}, open);
  fields_of(common, visit);
}

struct DrumBoundary {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "drum";
  BoundaryCommon common;
  std::vector<double> center;
  double radius = 0.0;
  std::vector<double> axis;
  std::optional<double> length;
};

template <class V>
void fields_of(DrumBoundary& s, V&& visit) {
  auto& [common, center, radius, axis, length] = s;
  visit(Field{"center", "m", "Centre.", {}, true}, center);
  visit(Field{"radius", "m", "Inner radius; bodies are inside.", Range::positive(), true}, radius);
  visit(Field{"axis", "", "Axis of the cylinder (3D, required there)."}, axis);
  visit(Field{"length", "m", "Length between the two end walls (3D); without it there are none.",
              Range::positive()},
        length);
  fields_of(common, visit);
}

// Of walls with two sides.
template <class V>
void visit_half_thickness(double& half_thickness, V&& visit) {
  visit(Field{"half_thickness", "m", "Half thickness; bodies touch both sides.",
              Range::at_least(0.0)},
        half_thickness);
}

struct RectangleBoundary {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "rectangle";
  BoundaryCommon common;
  std::vector<double> corner = {};
  std::vector<std::vector<double>> edges = {};
  double half_thickness = 0.0;
};

template <class V>
void fields_of(RectangleBoundary& s, V&& visit) {
  auto& [common, corner, edges, half_thickness] = s;
  visit(Field{"corner", "m", "One corner (3D; in 2D use a segment).", {}, true}, corner);
  visit(Field{"edges", "m", "The two edges from there, at right angles.", {}, true}, edges);
  visit_half_thickness(half_thickness, visit);
  fields_of(common, visit);
}

struct CylinderBoundary {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "cylinder";
  BoundaryCommon common;
  std::vector<double> center = {};
  std::vector<double> axis = {};
  double radius = 0.0;
  double length = 0.0;
  double half_thickness = 0.0;
};

template <class V>
void fields_of(CylinderBoundary& s, V&& visit) {
  auto& [common, center, axis, radius, length, half_thickness] = s;
  visit(Field{"center", "m", "Centre of the tube, which is open at both ends.", {}, true}, center);
  visit(Field{"axis", "", "Its axis; in 2D the tube is two parallel segments.", {}, true}, axis);
  visit(Field{"radius", "m", "Radius of its wall.", Range::positive(), true}, radius);
  visit(Field{"length", "m", "Length along the axis.", Range::positive(), true}, length);
  visit_half_thickness(half_thickness, visit);
  fields_of(common, visit);
}

struct ConeBoundary {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "cone";
  BoundaryCommon common;
  std::vector<double> start = {};
  std::vector<double> end = {};
  double start_radius = 0.0;
  double end_radius = 0.0;
  double half_thickness = 0.0;
};

template <class V>
void fields_of(ConeBoundary& s, V&& visit) {
  auto& [common, start, end, start_radius, end_radius, half_thickness] = s;
  visit(
      Field{"start",
            "m",
            "Centre of one end of the wall, which is open at both (a funnel; in 2D two segments).",
            {},
            true},
      start);
  visit(Field{"end", "m", "Centre of the other end.", {}, true}, end);
  visit(Field{"start_radius", "m", "Radius at the start; 0 for a tip.", Range::at_least(0.0), true},
        start_radius);
  visit(Field{"end_radius", "m", "Radius at the end.", Range::at_least(0.0), true}, end_radius);
  visit_half_thickness(half_thickness, visit);
  fields_of(common, visit);
}

struct DiscBoundary {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "disc";
  BoundaryCommon common;
  std::vector<double> center = {};
  std::vector<double> axis = {};
  double radius = 0.0;
  double hole = 0.0;
  double half_thickness = 0.0;
};

template <class V>
void fields_of(DiscBoundary& s, V&& visit) {
  auto& [common, center, axis, radius, hole, half_thickness] = s;
  visit(Field{"center", "m", "Centre.", {}, true}, center);
  visit(Field{"axis", "", "Direction normal to it; in 2D it is a segment, or two.", {}, true},
        axis);
  visit(Field{"radius", "m", "Radius.", Range::positive(), true}, radius);
  visit(Field{"hole", "m",
              "Radius of the hole in its middle, smaller than its own; none by "
              "default.",
              Range::at_least(0.0)},
        hole);
  visit_half_thickness(half_thickness, visit);
  fields_of(common, visit);
}

using BoundarySettings =
    std::variant<PlaneBoundary, SegmentBoundary, BoxBoundary, DrumBoundary, RectangleBoundary,
                 CylinderBoundary, ConeBoundary, DiscBoundary>;

}  // namespace galet
