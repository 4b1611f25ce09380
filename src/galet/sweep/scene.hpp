// A sweeping process as data, in the words of its file; sweep/build.hpp turns it into a Process.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "galet/base/fields.hpp"
#include "galet/sweep/integrators.hpp"

namespace galet::sweep {

// ---- Motion ------------------------------------------------------------------------------------

// x = about + translation(t) + scale(t) · Q(angle(t)) (y − about), y in the set as given.
struct MotionSettings {
  std::vector<std::string> translation;
  std::string angle;
  std::vector<std::int64_t> plane;
  std::string scale;
  std::vector<double> about;
};
template <class V>
void fields_of(MotionSettings& s, V&& visit) {
  auto& [translation, angle, plane, scale, about] = s;
  visit(Field{"translation", "", "Formulas in t, one per coordinate."}, translation);
  visit(Field{"angle", "rad", "Formula in t: angle of the rotation."}, angle);
  visit(Field{"plane", "",
              "The two coordinates, counted from 1, whose plane turns; [1, 2] by default.",
              Range::at_least(1.0)},
        plane);
  visit(Field{"scale", "", "Formula in t: factor of all lengths, positive."}, scale);
  visit(Field{"about", "", "Fixed point of rotation and scaling; the origin by default."}, about);
}

// ---- Sets --------------------------------------------------------------------------------------

#define GALET_SWEEP_SET(name)                         \
  static constexpr std::string_view tag_key = "kind"; \
  static constexpr std::string_view tag = name

template <class V>
void motion_fields(double& inflate, MotionSettings& motion, V&& visit) {
  visit(Field{"inflate", "", "Radius of a ball that is added to the set (Minkowski sum).",
              Range::at_least(0.0)},
        inflate);
  visit(Field{"motion", "", "How the set moves; it rests when left out."}, motion);
}

struct PointSettings {
  GALET_SWEEP_SET("point");
  std::vector<double> at;
  double inflate = 0.0;
  MotionSettings motion;
};
template <class V>
void fields_of(PointSettings& s, V&& visit) {
  auto& [at, inflate, motion] = s;
  visit(Field{"at", "", "The point.", {}, true}, at);
  motion_fields(inflate, motion, visit);
}

struct BallSettings {
  GALET_SWEEP_SET("ball");
  std::vector<double> center;
  double radius = 1.0;
  double inflate = 0.0;
  MotionSettings motion;
};
template <class V>
void fields_of(BallSettings& s, V&& visit) {
  auto& [center, radius, inflate, motion] = s;
  visit(Field{"center", "", "Centre.", {}, true}, center);
  visit(Field{"radius", "", "Radius.", Range::positive(), true}, radius);
  motion_fields(inflate, motion, visit);
}

struct HalfSpaceSettings {
  GALET_SWEEP_SET("half-space");
  std::vector<double> normal;
  double offset = 0.0;
  double inflate = 0.0;
  MotionSettings motion;
};
template <class V>
void fields_of(HalfSpaceSettings& s, V&& visit) {
  auto& [normal, offset, inflate, motion] = s;
  visit(Field{"normal", "", "Outward normal n of {n·x <= offset}, of any length.", {}, true},
        normal);
  visit(Field{"offset", "", "Bound of n·x."}, offset);
  motion_fields(inflate, motion, visit);
}

struct AffineSettings {
  GALET_SWEEP_SET("affine");
  std::vector<double> point;
  std::vector<std::vector<double>> directions;
  double inflate = 0.0;
  MotionSettings motion;
};
template <class V>
void fields_of(AffineSettings& s, V&& visit) {
  auto& [point, directions, inflate, motion] = s;
  visit(Field{"point", "", "A point of the subspace.", {}, true}, point);
  visit(Field{"directions", "", "Vectors along it, one list each.", {}, true}, directions);
  motion_fields(inflate, motion, visit);
}

struct BoxSettings {
  GALET_SWEEP_SET("box");
  std::vector<double> low;
  std::vector<double> high;
  double inflate = 0.0;
  MotionSettings motion;
};
template <class V>
void fields_of(BoxSettings& s, V&& visit) {
  auto& [low, high, inflate, motion] = s;
  visit(Field{"low", "", "Smallest coordinates.", {}, true}, low);
  visit(Field{"high", "", "Largest coordinates.", {}, true}, high);
  motion_fields(inflate, motion, visit);
}

struct EllipsoidSettings {
  GALET_SWEEP_SET("ellipsoid");
  std::vector<double> center;
  std::vector<double> axes;
  double inflate = 0.0;
  MotionSettings motion;
};
template <class V>
void fields_of(EllipsoidSettings& s, V&& visit) {
  auto& [center, axes, inflate, motion] = s;
  visit(Field{"center", "", "Centre.", {}, true}, center);
  visit(Field{"axes", "", "Semi-axes along the coordinates.", Range::positive(), true}, axes);
  motion_fields(inflate, motion, visit);
}

struct ConeSettings {
  GALET_SWEEP_SET("cone");
  double mu = 1.0;
  double inflate = 0.0;
  MotionSettings motion;
};
template <class V>
void fields_of(ConeSettings& s, V&& visit) {
  auto& [mu, inflate, motion] = s;
  visit(Field{"mu", "", "Slope of {|x_t| <= mu x_1}, x_t the other coordinates.",
              Range::at_least(0.0), true},
        mu);
  motion_fields(inflate, motion, visit);
}

struct PolyhedronSettings {
  GALET_SWEEP_SET("polyhedron");
  std::vector<std::vector<double>> normals;
  std::vector<double> offsets;
  double inflate = 0.0;
  MotionSettings motion;
};
template <class V>
void fields_of(PolyhedronSettings& s, V&& visit) {
  auto& [normals, offsets, inflate, motion] = s;
  visit(Field{"normals", "", "Rows a of {a·x <= offset}, one list each.", {}, true}, normals);
  visit(Field{"offsets", "", "One bound per row.", {}, true}, offsets);
  motion_fields(inflate, motion, visit);
}

struct PolygonSettings {
  GALET_SWEEP_SET("polygon");
  std::vector<std::vector<double>> corners;
  double inflate = 0.0;
  MotionSettings motion;
};
template <class V>
void fields_of(PolygonSettings& s, V&& visit) {
  auto& [corners, inflate, motion] = s;
  visit(Field{"corners",
              "",
              "Corners of a convex polygon in dimension 2, counter-clockwise.",
              {},
              true},
        corners);
  motion_fields(inflate, motion, visit);
}

struct BallComplementSettings {
  GALET_SWEEP_SET("ball-complement");
  std::vector<std::vector<double>> centers;
  std::vector<double> radii;
  double inflate = 0.0;
  MotionSettings motion;
};
template <class V>
void fields_of(BallComplementSettings& s, V&& visit) {
  auto& [centers, radii, inflate, motion] = s;
  visit(Field{"centers", "", "Centres of the balls that are left out.", {}, true}, centers);
  visit(Field{"radii", "", "One radius per ball.", Range::positive(), true}, radii);
  motion_fields(inflate, motion, visit);
}

struct SublevelSettings {
  GALET_SWEEP_SET("sublevel");
  std::vector<std::string> functions;
  double length = 1.0;
  std::optional<double> prox_radius;
  bool convex = false;
};
template <class V>
void fields_of(SublevelSettings& s, V&& visit) {
  auto& [functions, length, prox_radius, convex] = s;
  visit(Field{"functions",
              "",
              "Formulas c in t and the coordinates (x, y, z, or x1, x2, …): the set is {c <= 0}.",
              {},
              true},
        functions);
  visit(Field{"length", "",
              "A length of the order of the set: tolerances and differences go with it.",
              Range::positive()},
        length);
  visit(Field{"prox_radius", "", "Constant of prox-regularity, if known.", Range::positive()},
        prox_radius);
  visit(Field{"convex", "", "Whether all functions are convex in x."}, convex);
}

#undef GALET_SWEEP_SET

using SetSettings = std::variant<PointSettings, BallSettings, HalfSpaceSettings, AffineSettings,
                                 BoxSettings, EllipsoidSettings, ConeSettings, PolyhedronSettings,
                                 PolygonSettings, BallComplementSettings, SublevelSettings>;

// ---- The rest of the file ----------------------------------------------------------------------

struct SweepSettings {
  std::int64_t dimension = 2;
  std::vector<double> start;
  std::vector<std::string> perturbation;
};
template <class V>
void fields_of(SweepSettings& s, V&& visit) {
  auto& [dimension, start, perturbation] = s;
  visit(Field{"dimension", "", "Number of coordinates.", Range::between(1.0, 100.0), true},
        dimension);
  visit(Field{"start",
              "",
              "u at the start; moved to the nearest point of the set when outside.",
              {},
              true},
        start);
  visit(Field{"perturbation", "",
              "Formulas f in t and the coordinates of u (x, y, z, or x1, x2, …) of "
              "-u' in N(u) + f(t, u); none by default."},
        perturbation);
}

struct TimeSettings {
  double start = 0.0;
  double end = 1.0;
  double step = 0.01;
  std::vector<double> breaks;
};
template <class V>
void fields_of(TimeSettings& s, V&& visit) {
  auto& [start, end, step, breaks] = s;
  visit(Field{"start", "s", "First instant."}, start);
  visit(Field{"end", "s", "Last instant.", {}, true}, end);
  visit(Field{"step", "s", "Largest step.", Range::positive(), true}, step);
  visit(Field{"breaks", "s",
              "Instants where a motion jumps or has a kink, increasing; steps end there."},
        breaks);
}

struct OutputSettings {
  std::int64_t outlines = 7;
  std::vector<double> times;
};
template <class V>
void fields_of(OutputSettings& s, V&& visit) {
  auto& [outlines, times] = s;
  visit(Field{"outlines", "", "Equally spaced instants at which the picture shows the set.",
              Range::between(1.0, 200.0)},
        outlines);
  visit(Field{"times", "s", "These instants instead."}, times);
}

struct SweepScene {
  std::string title;
  std::string description;
  SweepSettings sweep;
  TimeSettings time;
  std::vector<SetSettings> set;
  Integrator integrator;
  OutputSettings output;
};
template <class V>
void fields_of(SweepScene& s, V&& visit) {
  auto& [title, description, sweep, time, set, integrator, output] = s;
  visit(Field{"title", "", "What the file is about, in a few words."}, title);
  visit(Field{"description", "", "More about it."}, description);
  visit(Field{"sweep", "", "The space and the start.", {}, true}, sweep);
  visit(Field{"time", "", "The interval and its steps.", {}, true}, time);
  visit(Field{"set", "", "The moving set: the intersection of all these.", {}, true}, set);
  visit(Field{"integrator", "", "How it is integrated."}, integrator);
  visit(Field{"output", "", "What the picture shows."}, output);
}

}  // namespace galet::sweep
