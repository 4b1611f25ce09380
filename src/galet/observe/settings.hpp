// Settings of the observers: what a run measures besides energies and errors. Each kind is one
// alternative of [[observe]]; docs/observers.md defines what it gives.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "galet/base/fields.hpp"

namespace galet {

// A box {low, high} or a ball {center, radius}.
struct WindowSettings {
  std::vector<double> low;
  std::vector<double> high;
  std::vector<double> center;
  std::optional<double> radius;
};

template <class V>
void fields_of(WindowSettings& s, V&& visit) {
  auto& [low, high, center, radius] = s;
  visit(Field{"low", "m", "Lower corner of a box."}, low);
  visit(Field{"high", "m", "Upper corner of a box."}, high);
  visit(Field{"center", "m", "Centre of a disc or ball."}, center);
  visit(Field{"radius", "m", "Radius of a disc or ball.", Range::positive()}, radius);
}

struct GridSettings {
  std::vector<double> low;
  std::vector<double> high;
  std::vector<std::int64_t> cells;
};

template <class V>
void fields_of(GridSettings& s, V&& visit) {
  auto& [low, high, cells] = s;
  visit(Field{"low", "m", "Lower corner.", {}, true}, low);
  visit(Field{"high", "m", "Upper corner.", {}, true}, high);
  visit(Field{"cells", "", "Number of cells in each direction; 1 averages across.",
              Range::between(1, 1e6), true},
        cells);
}

struct ObserveCommon {
  std::string name;
  std::optional<double> every;
};

template <class V>
void fields_of(ObserveCommon& s, V&& visit) {
  auto& [name, every] = s;
  visit(Field{"name", "",
              "Name of the file observe/<name>.csv: letters, digits, - and _; by default the kind, "
              "with a number from the second on."},
        name);
  visit(Field{"every", "s", "Simulated time between rows; by default that of the outputs.",
              Range::positive()},
        every);
}

// Fields that several observers have.
template <class V>
void visit_group(std::string& group, V&& visit) {
  visit(Field{"group", "", "Only bodies of this group; all when left out."}, group);
}
template <class V>
void visit_average(bool& average, V&& visit) {
  visit(Field{"average", "",
              "Mean over the steps since the previous row; otherwise the last step alone."},
        average);
}

// Which bodies: those of a group, with their centres in a region.
struct ObservePart {
  std::string group;
  std::optional<WindowSettings> region;
};

template <class V>
void fields_of(ObservePart& s, V&& visit) {
  auto& [group, region] = s;
  visit_group(group, visit);
  visit(Field{"region", "", "Only this part of space; everywhere when left out."}, region);
}

struct ObserveEnergy {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "energy";
  ObserveCommon common;
};

template <class V>
void fields_of(ObserveEnergy& s, V&& visit) {
  auto& [common] = s;
  fields_of(common, visit);
}

struct ObserveCoordination {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "coordination";
  ObserveCommon common;
  ObservePart part;
  bool boundaries = true;
  std::int64_t least = 2;
};

template <class V>
void fields_of(ObserveCoordination& s, V&& visit) {
  auto& [common, part, boundaries, least] = s;
  fields_of(common, visit);
  fields_of(part, visit);
  visit(Field{"boundaries", "", "Whether contacts with boundaries and fixed bodies count."},
        boundaries);
  visit(Field{"least", "",
              "A body with fewer contacts is a rattler: 2 with friction; without, the dimension "
              "plus 1.",
              Range::between(1, 100)},
        least);
}

struct ObserveFabric {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "fabric";
  ObserveCommon common;
  ObservePart part;
};

template <class V>
void fields_of(ObserveFabric& s, V&& visit) {
  auto& [common, part] = s;
  fields_of(common, visit);
  fields_of(part, visit);
}

struct ObserveStress {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "stress";
  ObserveCommon common;
  ObservePart part;
  bool average = true;
};

template <class V>
void fields_of(ObserveStress& s, V&& visit) {
  auto& [common, part, average] = s;
  fields_of(common, visit);
  fields_of(part, visit);
  visit_average(average, visit);
}

struct ObservePacking {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "packing";
  ObserveCommon common;
  ObservePart part;
};

template <class V>
void fields_of(ObservePacking& s, V&& visit) {
  auto& [common, part] = s;
  fields_of(common, visit);
  fields_of(part, visit);
}

// A field on a grid, coarse-grained.
struct ObserveField {
  std::string group = {};
  GridSettings grid = {};
  std::optional<double> width = {};
  bool average = false;
};

template <class V>
void fields_of(ObserveField& s, V&& visit) {
  auto& [group, grid, width, average] = s;
  visit_group(group, visit);
  visit(Field{"grid", "", "The cells.", {}, true}, grid);
  visit(
      Field{"width", "m",
            "Standard deviation of the Gaussian kernel; by default the mean radius of the bodies.",
            Range::positive()},
      width);
  visit_average(average, visit);
}

struct ObserveProfile {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "profile";
  ObserveCommon common;
  ObserveField field{.average = false};
};

template <class V>
void fields_of(ObserveProfile& s, V&& visit) {
  auto& [common, field] = s;
  fields_of(common, visit);
  fields_of(field, visit);
}

struct ObserveStressProfile {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "stress-profile";
  ObserveCommon common;
  ObserveField field{.average = true};
};

template <class V>
void fields_of(ObserveStressProfile& s, V&& visit) {
  auto& [common, field] = s;
  fields_of(common, visit);
  fields_of(field, visit);
}

struct ObserveWallForces {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "wall-forces";
  ObserveCommon common;
  std::string boundary;
  bool faces = false;
  bool average = true;
};

template <class V>
void fields_of(ObserveWallForces& s, V&& visit) {
  auto& [common, boundary, faces, average] = s;
  fields_of(common, visit);
  visit(Field{"boundary", "", "Name of the boundary; all, one row each, when left out."}, boundary);
  visit(Field{"faces", "", "One row for each face of a boundary (the sides of a box)."}, faces);
  visit_average(average, visit);
}

struct ObserveForceDistribution {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "force-distribution";
  ObserveCommon common;
  ObservePart part;
  std::int64_t bins = 60;
  double limit = 6.0;
};

template <class V>
void fields_of(ObserveForceDistribution& s, V&& visit) {
  auto& [common, part, bins, limit] = s;
  fields_of(common, visit);
  fields_of(part, visit);
  visit(Field{"bins", "", "Bins of equal width; one more for all beyond.", Range::between(1, 1e6)},
        bins);
  visit(Field{"limit", "", "End of the bins, in mean forces.", Range::positive()}, limit);
}

struct ObserveForceChains {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "force-chains";
  ObserveCommon common;
  ObservePart part;
};

template <class V>
void fields_of(ObserveForceChains& s, V&& visit) {
  auto& [common, part] = s;
  fields_of(common, visit);
  fields_of(part, visit);
}

enum class SurfaceShape { slope, heap };

template <>
struct EnumNames<SurfaceShape> {
  static constexpr std::array<std::string_view, 2> names{"slope", "heap"};
};

struct ObserveSurface {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "surface";
  ObserveCommon common;
  ObservePart part;
  SurfaceShape shape = SurfaceShape::slope;
  std::optional<double> column;
  std::vector<double> apex;
};

template <class V>
void fields_of(ObserveSurface& s, V&& visit) {
  auto& [common, part, shape, column, apex] = s;
  fields_of(common, visit);
  fields_of(part, visit);
  visit(Field{"shape", "",
              "What is fitted: a straight slope, or a heap that falls equally on all sides."},
        shape);
  visit(Field{"column", "m",
              "Width of a column, whose highest body is the surface; by default twice the mean "
              "diameter of the bodies.",
              Range::positive()},
        column);
  visit(Field{"apex", "m",
              "A point on the axis of the heap; by default the centre of mass of the bodies."},
        apex);
}

struct ObserveRunout {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "runout";
  ObserveCommon common;
  std::string group;
  std::vector<double> direction;
  double fraction = 1.0;
};

template <class V>
void fields_of(ObserveRunout& s, V&& visit) {
  auto& [common, group, direction, fraction] = s;
  fields_of(common, visit);
  visit_group(group, visit);
  visit(Field{"direction", "", "Direction of the flow; x by default."}, direction);
  visit(Field{"fraction", "",
              "Part of the mass that lies behind the front; below 1 it leaves out stray bodies.",
              Range{.low = 0.0, .high = 1.0, .low_open = true}},
        fraction);
}

struct ObserveFlow {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "flow";
  ObserveCommon common;
  std::string group;
  std::vector<double> point;
  std::vector<double> normal;
  std::optional<double> radius;
};

template <class V>
void fields_of(ObserveFlow& s, V&& visit) {
  auto& [common, group, point, normal, radius] = s;
  fields_of(common, visit);
  visit_group(group, visit);
  visit(Field{"point", "m", "A point of the line (2D) or plane (3D).", {}, true}, point);
  visit(Field{"normal", "", "Direction in which the flow counts as forward.", {}, true}, normal);
  visit(Field{"radius", "m",
              "Only crossings within this distance of the point count; all when left out.",
              Range::positive()},
        radius);
}

struct ObserveDisplacement {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "displacement";
  ObserveCommon common;
  ObservePart part;
  double start = 0.0;
};

template <class V>
void fields_of(ObserveDisplacement& s, V&& visit) {
  auto& [common, part, start] = s;
  fields_of(common, visit);
  fields_of(part, visit);
  visit(Field{"start", "s",
              "Displacements count from the first step that reaches this time; the region chooses "
              "the bodies then.",
              Range::at_least(0.0)},
        start);
}

struct ObserveSegregation {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "segregation";
  ObserveCommon common;
  std::vector<std::string> groups;
  std::optional<double> radius;
  GridSettings grid;
};

template <class V>
void fields_of(ObserveSegregation& s, V&& visit) {
  auto& [common, groups, radius, grid] = s;
  fields_of(common, visit);
  visit(Field{"groups", "", "The two species, as groups; or else `radius`."}, groups);
  visit(Field{"radius", "m", "The two species: bodies of at most this radius, and larger ones.",
              Range::positive()},
        radius);
  visit(Field{"grid", "", "Cells whose compositions are compared.", {}, true}, grid);
}

struct ObserveUnbalanced {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "unbalanced";
  ObserveCommon common;
  ObservePart part;
};

template <class V>
void fields_of(ObserveUnbalanced& s, V&& visit) {
  auto& [common, part] = s;
  fields_of(common, visit);
  fields_of(part, visit);
}

struct ObserveInertialNumber {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "inertial-number";
  ObserveCommon common;
  ObservePart part;
  bool average = true;
};

template <class V>
void fields_of(ObserveInertialNumber& s, V&& visit) {
  auto& [common, part, average] = s;
  fields_of(common, visit);
  fields_of(part, visit);
  visit_average(average, visit);
}

struct ObserveBodies {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "bodies";
  ObserveCommon common;
  std::vector<std::int64_t> ids;
};

template <class V>
void fields_of(ObserveBodies& s, V&& visit) {
  auto& [common, ids] = s;
  fields_of(common, visit);
  visit(Field{"ids", "",
              "Numbers of the bodies, as in the trajectory: those of the start count from 0 in the "
              "order of the scene. One row each.",
              Range::between(0, 2147483647), true},
        ids);
}

using ObserverSettings =
    std::variant<ObserveEnergy, ObserveCoordination, ObserveFabric, ObserveStress, ObservePacking,
                 ObserveProfile, ObserveStressProfile, ObserveWallForces, ObserveForceDistribution,
                 ObserveForceChains, ObserveSurface, ObserveRunout, ObserveFlow,
                 ObserveDisplacement, ObserveSegregation, ObserveUnbalanced, ObserveInertialNumber,
                 ObserveBodies>;

}  // namespace galet
