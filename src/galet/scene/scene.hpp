// A scene: everything a run needs, as data, in the words of the scene file. Nothing here depends on
// the dimension at compile time; build/build.hpp turns it into a World and Bodies.
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
#include "galet/law/compliance.hpp"
#include "galet/model/series.hpp"
#include "galet/observe/settings.hpp"
#include "galet/scheme/settings.hpp"
#include "galet/solver/nlgs_settings.hpp"

namespace galet {

// ---- Value types with a short and a long form in TOML
// ---------------------------------------------

// A number, or a list of numbers.
struct Numbers {
  std::vector<double> values;
  bool empty() const { return values.empty(); }
};

// One row [..], or a list of rows [[..], ..]; a number or a list of numbers where rows have
// length 1.
struct Rows {
  std::vector<std::vector<double>> rows;
  bool nested = false;  // given as a list of rows
  bool empty() const { return rows.empty(); }
};

// A radius: 0.01, or {min = .., max = ..} uniform, or {values = [..], weights = [..]}.
struct RadiusDistribution {
  Numbers values;             // one: constant; several: drawn with the weights
  Numbers weights;            // empty: equal
  std::optional<double> min;  // both or none
  std::optional<double> max;
};

template <class V>
void fields_of(RadiusDistribution& s, V&& visit) {
  auto& [values, weights, min, max] = s;
  visit(Field{"values", "m", "Radii to draw from.", Range::positive()}, values);
  visit(Field{"weights", "", "How often each of the values is drawn; equally when left out.",
              Range::at_least(0.0)},
        weights);
  visit(Field{"min", "m", "Smallest radius of a uniform distribution.", Range::positive()}, min);
  visit(Field{"max", "m", "Largest radius of a uniform distribution.", Range::positive()}, max);
}

// Moment of inertia: "shape" (of the homogeneous solid), "mass" (its number equal to the mass), or
// a value in kg m².
struct InertiaRule {
  enum class Kind { shape, mass, value } kind = Kind::shape;
  double value = 0.0;
};

// The kinds that are given by name; a value is given as a number.
template <>
struct EnumNames<InertiaRule::Kind> {
  static constexpr std::array<std::string_view, 2> names{"shape", "mass"};
};

// The table form of a VectorSeries.
struct SeriesTable {
  Numbers t;
  Rows value;
  Interpolation interpolation = Interpolation::linear;
};

template <class V>
void fields_of(SeriesTable& s, V&& visit) {
  auto& [t, value, interpolation] = s;
  visit(Field{"t", "s", "Times, increasing.", {}, true}, t);
  visit(Field{"value", "", "The vector at each of the times.", {}, true}, value);
  visit(Field{"interpolation", "",
              "Between the times: linear, or the value of the time before, with jumps. The scheme "
              "\"convex\" uses the exact mean over each step, other schemes the values at its "
              "ends."},
        interpolation);
}

// ---- Materials and pairs
// --------------------------------------------------------------------------

struct MaterialSettings {
  std::string name;
  std::optional<double> density;
};

template <class V>
void fields_of(MaterialSettings& s, V&& visit) {
  auto& [name, density] = s;
  visit(Field{"name", "", "Name of the material.", {}, true}, name);
  visit(Field{"density", "kg/m³",
              "Density; needed by bodies whose mass is not given. A disc is a slice 1 m thick.",
              Range::positive()},
        density);
}

struct ComplianceSettings {
  ComplianceKind kind = ComplianceKind::inc;
  double exponent = 2.0;
  double stiffness = 0.0;
  Normalisation normalisation = Normalisation::force;
  std::optional<double> c_t;
  double blend = 0.0;
};

template <class V>
void fields_of(ComplianceSettings& s, V&& visit) {
  auto& [kind, exponent, stiffness, normalisation, c_t, blend] = s;
  visit(
      Field{"kind", "",
            "\"inc\": the force is a divided difference of the stored energy over the step, which "
            "conserves energy; \"snc\": the force at the end of the step, which takes energy."},
      kind);
  visit(Field{"exponent", "", "α: the stored energy is C d^α for an overlap d.",
              Range::at_least(2.0)},
        exponent);
  visit(Field{"stiffness", "N/m^(α−1)", "Stiffness k; see normalisation.", Range::positive(), true},
        stiffness);
  visit(Field{"normalisation", "",
              "What the stiffness is: \"force\" C = k/α (force k d^(α−1)), \"half-potential\" "
              "C = k/2, \"potential\" C = k."},
        normalisation);
  visit(Field{"c_t", "N s/m",
              "Penalty of friction: while a contact sticks its tangential force is −c_t times the "
              "tangential velocity. Needed where friction is not 0.",
              Range::positive()},
        c_t);
  visit(Field{"blend", "",
              "e: the normal force is (its law + e C d⁺)/(1 + e), d⁺ at the end of the step. Takes "
              "energy; not Newton's restitution (0 is the most elastic).",
              Range::at_least(0.0)},
        blend);
}

struct SpringSettings {
  double normal = 0.0;
  std::optional<double> tangential;
  double damping = 0.0;
  double tangential_damping = 0.0;
};

template <class V>
void fields_of(SpringSettings& s, V&& visit) {
  auto& [normal, tangential, damping, tangential_damping] = s;
  visit(Field{"normal", "N/m", "Stiffness k: the normal force is k d + c ḋ for an overlap d.",
              Range::positive(), true},
        normal);
  visit(Field{"tangential", "N/m",
              "Stiffness k_t of the tangential spring, whose force is cut to Coulomb's limit. "
              "Needed where friction is not 0.",
              Range::positive()},
        tangential);
  visit(Field{"damping", "N s/m", "c of the dashpot along the normal; it never pulls.",
              Range::at_least(0.0)},
        damping);
  visit(Field{"tangential_damping", "N s/m",
              "c_t of the dashpot beside the tangential spring; the two together stay within "
              "Coulomb's limit.",
              Range::at_least(0.0)},
        tangential_damping);
}

struct GlueySettings {
  std::optional<double> gamma_star = {};
  std::optional<double> viscosity = {};
  std::vector<double> roughness = {};
};

template <class V>
void fields_of(GlueySettings& s, V&& visit) {
  auto& [gamma_star, viscosity, roughness] = s;
  visit(Field{"gamma_star", "N s",
              "Threshold γ* < 0 at which the surfaces touch and a solid impulse carries what is "
              "more; none by default."},
        gamma_star);
  visit(Field{"viscosity", "Pa s",
              "The same from the fluid and the roughness, for spheres: γ* = 6π η r_eff² ln((r1 + "
              "r2)/r_eff), r_eff = r_a r_b/(r_a + r_b), the radius of a ball at a boundary.",
              Range::positive()},
        viscosity);
  visit(Field{"roughness", "m", "With viscosity: heights [r1, r2] of the two surfaces.",
              Range::at_least(0.0)},
        roughness);
}

struct PairSettings {
  std::vector<std::string> materials;
  double friction = 0.0;
  double restitution = 0.0;
  double restitution_t = 0.0;
  std::optional<double> cohesion{};
  std::optional<double> adhesion_energy{};
  double rolling_friction = 0.0;
  double twisting_friction = 0.0;
  std::optional<ComplianceSettings> compliance{};
  std::optional<SpringSettings> spring{};
  std::optional<GlueySettings> gluey{};
};

template <class V>
void fields_of(PairSettings& s, V&& visit) {
  auto& [materials, friction, restitution, restitution_t, cohesion, adhesion_energy,
         rolling_friction, twisting_friction, compliance, spring, gluey] = s;
  visit(Field{"materials", "", "The two materials, in any order.", {}, true}, materials);
  visit(Field{"friction", "", "Coulomb coefficient µ.", Range::at_least(0.0)}, friction);
  visit(Field{"restitution", "", "Newton's normal restitution e_n.", Range::between(0.0, 1.0)},
        restitution);
  visit(Field{"restitution_t", "", "Tangential restitution e_t.", Range::between(-1.0, 1.0)},
        restitution_t);
  visit(Field{"cohesion", "N",
              "Largest pull F_c of a contact that has touched, until it opens; in 2D per metre of "
              "thickness. For scheme = \"moreau-jean\".",
              Range::at_least(0.0)},
        cohesion);
  visit(Field{"adhesion_energy", "J/m²",
              "The same by the energy Γ of the surfaces, in 3D: F_c = 2π Γ r_eff with r_eff = "
              "r_a r_b/(r_a + r_b), the radius of a ball at a boundary. One of the two.",
              Range::at_least(0.0)},
        adhesion_energy);
  visit(Field{"rolling_friction", "",
              "µ_r: a contact resists rolling by a moment up to µ_r r_eff times its normal force. "
              "For schemes \"moreau-jean\" (with local = \"exact\") and \"dem\".",
              Range::at_least(0.0)},
        rolling_friction);
  visit(Field{"twisting_friction", "", "µ_tw: the same about the normal, in 3D.",
              Range::at_least(0.0)},
        twisting_friction);
  visit(Field{"compliance", "",
              "Compliance of the contacts, for scheme = \"newmark\" (which has no restitution)."},
        compliance);
  visit(Field{"spring", "",
              "Springs of the contacts, for scheme = \"dem\" (which has no restitution)."},
        spring);
  visit(Field{"gluey", "",
              "Lubricated contacts, for scheme = \"convex\": a push is remembered, and the contact "
              "opens when pulls have taken it back. {} has no threshold."},
        gluey);
}

// ---- Bodies
// ---------------------------------------------------------------------------------------

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
  visit(Field{"group", "", "Name by which forces and observers find these bodies."}, group);
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
  visit(Field{"fixed", "", "Fixed in space altogether."}, fixed);
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
  visit(Field{"radius", "m", "Radius: a number, {min, max} (uniform) or {values, weights} (drawn).",
              Range::positive(), true},
        radius);
  visit(Field{"velocity", "m/s", "Initial velocity."}, velocity);
  visit(Field{"velocity_jitter", "m/s", "Velocities vary by up to ± this, or one per direction.",
              Range::at_least(0.0)},
        velocity_jitter);
  visit(Field{"seed", "", "Seed of the jitter and radii; by default made from the scene's seed."},
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
  visit(Field{"region", "", "Where the bodies lie, whole bodies inside.", {}, true}, region);
  visit(Field{"count", "", "Number of bodies.", Range::between(1, 2147483647), true}, count);
  visit(Field{"radius", "m", "Radius: a number, {min, max} (uniform) or {values, weights} (drawn).",
              Range::positive(), true},
        radius);
  visit(Field{"separation", "m", "Least distance between the surfaces of two bodies.",
              Range::at_least(0.0)},
        separation);
  visit(Field{"attempts", "", "Random places tried for one body before the fill is called jammed.",
              Range::between(1, 1e9)},
        attempts);
  visit(Field{"velocity", "m/s", "Initial velocity."}, velocity);
  visit(Field{"velocity_jitter", "m/s", "Velocities vary by up to ± this, or one per direction.",
              Range::at_least(0.0)},
        velocity_jitter);
  visit(Field{"seed", "", "Seed; by default made from the scene's seed."}, seed);
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
  visit(Field{"region", "", "Where the bodies lie, whole bodies inside.", {}, true}, region);
  visit(Field{"fraction", "",
              "Part of the region's area (volume) that the bodies take up, such as 0.84 in 2D and "
              "0.6 in 3D.",
              Range::between(1e-9, 0.95)},
        fraction);
  visit(Field{"count", "", "Number of bodies, instead of the fraction.",
              Range::between(1, 2147483647)},
        count);
  visit(Field{"radius", "m", "Radius: a number, {min, max} (uniform) or {values, weights} (drawn).",
              Range::positive(), true},
        radius);
  visit(Field{"velocity", "m/s", "Initial velocity."}, velocity);
  visit(Field{"velocity_jitter", "m/s", "Velocities vary by up to ± this, or one per direction.",
              Range::at_least(0.0)},
        velocity_jitter);
  visit(Field{"seed", "", "Seed; by default made from the scene's seed."}, seed);
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

struct RunBodies {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "run";
  std::string folder;
  std::optional<std::int64_t> frame;
  bool at_rest = false;
  std::string group;
  std::shared_ptr<const EarlierRun> state;  // set when the scene is loaded, see io/scene_file.hpp
};

template <class V>
void fields_of(RunBodies& s, V&& visit) {
  auto& [folder, frame, at_rest, group, state] = s;
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
  visit(Field{"group", "", "Puts all these bodies into one group; each keeps its own by default."},
        group);
}

using BodiesSettings =
    std::variant<ListBodies, LatticeBodies, FillBodies, DenseFillBodies, CsvBodies, RunBodies>;

// ---- Boundaries
// -----------------------------------------------------------------------------------

struct MotionSettings {
  std::vector<double> velocity;
  Numbers spin;
  std::optional<double> rpm;
  std::vector<double> pivot;
  std::vector<double> amplitude;
  double frequency = 0.0;
  double phase = 0.0;
  std::vector<double> surface_velocity;
  double start = 0.0;
  std::optional<double> stop;
};

template <class V>
void fields_of(MotionSettings& s, V&& visit) {
  auto& [velocity, spin, rpm, pivot, amplitude, frequency, phase, surface_velocity, start, stop] =
      s;
  visit(Field{"velocity", "m/s", "Uniform translation."}, velocity);
  visit(Field{"spin", "rad/s",
              "Uniform rotation about the pivot (2D: counter-clockwise; 3D: a "
              "vector)."},
        spin);
  visit(Field{"rpm", "1/min", "The same in turns per minute; in 3D about the axis of a drum."},
        rpm);
  visit(Field{"pivot", "m", "Centre of rotation at t = 0; by default the boundary's own centre."},
        pivot);
  visit(Field{"amplitude", "m",
              "Oscillation: displacement amplitude·(sin(2π·frequency·t + phase) − "
              "sin(phase)), t from the start of the motion."},
        amplitude);
  visit(Field{"frequency", "Hz", "Frequency of the oscillation.", Range::at_least(0.0)}, frequency);
  visit(Field{"phase", "rad", "Phase of the oscillation."}, phase);
  visit(Field{"surface_velocity", "m/s",
              "Velocity of the surface along itself; the shape stays (a conveyor belt)."},
        surface_velocity);
  visit(Field{"start", "s", "When the motion begins.", Range::at_least(0.0)}, start);
  visit(Field{"stop", "s",
              "When it ends; the boundary rests where it is then. It runs to the end by default.",
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
              "When the boundary is put in; bodies must have left its place. At the start by "
              "default.",
              Range::at_least(0.0)},
        from);
  visit(
      Field{"until", "s",
            "When the boundary is taken away, such as the gate of a collapse; it stays by default.",
            Range::positive()},
      until);
}

struct LoadSettings {
  double mass = 0.0;
  VectorSeries force;
};

template <class V>
void fields_of(LoadSettings& s, V&& visit) {
  auto& [mass, force] = s;
  visit(Field{"mass", "kg", "Mass of the plane; it has a weight too.", Range::positive(), true},
        mass);
  visit(Field{"force",
              "N",
              "Force on the plane along its normal, positive towards the bodies (pressure times "
              "area): a number, or {t = [..], value = [..]}.",
              {},
              true},
        force);
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

using BoundarySettings = std::variant<PlaneBoundary, SegmentBoundary, BoxBoundary, DrumBoundary>;

// ---- Bodies that come and go
// ----------------------------------------------------------------------

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
  visit(Field{"region", "", "Where bodies are put in, whole bodies inside.", {}, true}, region);
  visit(Field{"rate", "1/s", "Bodies per second.", Range::positive(), true}, rate);
  visit(Field{"radius", "m", "Radius: a number, {min, max} (uniform) or {values, weights} (drawn).",
              Range::positive(), true},
        radius);
  visit(Field{"count", "", "Most bodies that are put in; no limit by default.",
              Range::between(1, 2147483647)},
        count);
  visit(Field{"from", "s", "When the feed begins.", Range::at_least(0.0)}, from);
  visit(Field{"until", "s", "When it ends; with the run by default.", Range::positive()}, until);
  visit(Field{"velocity", "m/s", "Velocity of the new bodies."}, velocity);
  visit(Field{"velocity_jitter", "m/s", "Velocities vary by up to ± this, or one per direction.",
              Range::at_least(0.0)},
        velocity_jitter);
  visit(Field{"separation", "m", "Least distance between the surface of a new body and another.",
              Range::at_least(0.0)},
        separation);
  visit(Field{"attempts", "",
              "Random places tried in one step for a body; one that finds none waits for the next "
              "step.",
              Range::between(1, 1e9)},
        attempts);
  visit(Field{"seed", "", "Seed; by default made from the scene's seed."}, seed);
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

// ---- Forces, time, output
// -------------------------------------------------------------------------

struct ForceSettings {
  std::string group;
  VectorSeries force;
};

template <class V>
void fields_of(ForceSettings& s, V&& visit) {
  auto& [group, force] = s;
  visit(Field{"group", "", "Group of bodies; all bodies when left out."}, group);
  visit(Field{"force",
              "N",
              "Force on each body, constant or {t = [..], value = [[..], ..]}.",
              {},
              true},
        force);
}

struct PeriodicSettings {
  std::vector<double> x = {};
  std::vector<double> y = {};
  std::vector<double> z = {};
};

template <class V>
void fields_of(PeriodicSettings& s, V&& visit) {
  auto& [x, y, z] = s;
  visit(Field{"x", "m",
              "[low, high] between which the scene repeats itself along x: what leaves on one side "
              "comes in on the other. At least two of the largest diameters; not periodic by "
              "default."},
        x);
  visit(Field{"y", "m", "The same along y."}, y);
  visit(Field{"z", "m", "The same along z (3D)."}, z);
}

struct TimeSettings {
  double step = 0.0;
  double end = 0.0;
};

template <class V>
void fields_of(TimeSettings& s, V&& visit) {
  auto& [step, end] = s;
  visit(Field{"step", "s", "Time step.", Range::positive(), true}, step);
  visit(Field{"end", "s", "End of the run: the first multiple of the step that reaches it.",
              Range::positive(), true},
        end);
}

struct StopSettings {
  std::optional<double> kinetic_energy = {};
  double lasting = 0.0;
  std::optional<FillRegion> empty = {};
  double after = 0.0;
};

template <class V>
void fields_of(StopSettings& s, V&& visit) {
  auto& [kinetic_energy, lasting, empty, after] = s;
  visit(Field{"kinetic_energy", "J", "The run ends when the kinetic energy is below this …",
              Range::positive()},
        kinetic_energy);
  visit(Field{"lasting", "s", "… at every step for this time.", Range::at_least(0.0)}, lasting);
  visit(Field{"empty", "",
              "The run ends when no body that can move has its centre in this region (a table as "
              "`region` of a fill)."},
        empty);
  visit(Field{"after", "s", "No condition is looked at before this time.", Range::at_least(0.0)},
        after);
}

struct OutputSettings {
  std::optional<double> every;
  bool contacts = true;
  std::int64_t frames_per_segment = 20;
};

template <class V>
void fields_of(OutputSettings& s, V&& visit) {
  auto& [every, contacts, frames_per_segment] = s;
  visit(Field{"every", "s", "Simulated time between outputs; by default a hundredth of the run.",
              Range::positive()},
        every);
  visit(Field{"contacts", "", "Whether the trajectory holds the contacts."}, contacts);
  visit(Field{"frames_per_segment", "", "Frames in one file of the trajectory.",
              Range::between(1, 1000000)},
        frames_per_segment);
}

// ---- The scene
// ------------------------------------------------------------------------------------

struct Scene {
  std::string title;
  std::string description;
  std::int64_t dimension = 2;
  std::int64_t seed = 1;
  double overlap_tolerance = 1e-6;
  VectorSeries gravity;
  std::vector<MaterialSettings> material;
  std::vector<PairSettings> pair;
  std::vector<BodiesSettings> bodies;
  std::vector<BoundarySettings> boundary;
  PeriodicSettings periodic;
  std::vector<ForceSettings> force;
  std::vector<FeedSettings> feed;
  std::vector<RemoveSettings> remove;
  TimeSettings time;
  StopSettings stop;
  SchemeSettings scheme = MoreauJeanSettings{};
  SolverSettings solver = NlgsSettings{};
  OutputSettings output;
  std::vector<ObserverSettings> observe;
};

template <class V>
void fields_of(Scene& s, V&& visit) {
  auto& [title, description, dimension, seed, overlap_tolerance, gravity, material, pair, bodies,
         boundary, periodic, force, feed, remove, time, stop, scheme, solver, output, observe] = s;
  visit(Field{"title", "", "What the scene is, in a line.", {}, true}, title);
  visit(Field{"description", "", "What it shows, in a paragraph."}, description);
  visit(Field{"dimension", "", "2 or 3.", Range::between(2, 3), true}, dimension);
  visit(Field{"seed", "", "Seed of everything random that has no seed of its own."}, seed);
  visit(Field{"overlap_tolerance", "",
              "Overlap accepted at the start, relative to the smaller radius of the pair.",
              Range::at_least(0.0)},
        overlap_tolerance);
  visit(Field{"gravity", "m/s²",
              "Gravity, constant or {t = [..], value = [[..], ..]}; none by "
              "default."},
        gravity);
  visit(Field{"material", "", "Materials.", {}, true}, material);
  visit(Field{"pair", "",
              "Laws of pairs of materials; a pair not listed is frictionless and "
              "inelastic."},
        pair);
  visit(Field{"bodies", "", "Bodies at the start."}, bodies);
  visit(Field{"boundary", "", "Boundaries."}, boundary);
  visit(Field{"periodic", "", "Directions in which the scene repeats itself."}, periodic);
  visit(Field{"force", "", "Forces on groups of bodies."}, force);
  visit(Field{"feed", "", "Bodies that are put in during the run."}, feed);
  visit(Field{"remove", "", "Regions where bodies are taken out during the run."}, remove);
  visit(Field{"time", "", "Time.", {}, true}, time);
  visit(Field{"stop", "", "Conditions that end the run before its time."}, stop);
  visit(Field{"scheme", "", "Time-stepping scheme."}, scheme);
  visit(Field{"solver", "", "Solver of the contact problem of a step."}, solver);
  visit(Field{"output", "", "Output."}, output);
  visit(Field{"observe", "", "Observers: what the run measures."}, observe);
}

}  // namespace galet
