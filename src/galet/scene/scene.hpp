// A scene: everything a run needs, as data, in the words of the scene file. Nothing here depends on
// the dimension at compile time; build/build.hpp turns it into a World and Bodies.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "galet/base/fields.hpp"
#include "galet/model/series.hpp"
#include "galet/observe/settings.hpp"
#include "galet/scene/body_settings.hpp"
#include "galet/scene/boundary_settings.hpp"
#include "galet/scene/desire_settings.hpp"
#include "galet/scene/exchange_settings.hpp"
#include "galet/scene/pair_settings.hpp"
#include "galet/scheme/settings.hpp"
#include "galet/solver/nlgs_settings.hpp"

namespace galet {

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

// What to do about a step that went wrong (Simulation::advance).
enum class OnTrouble { stop, warn, halve_step };

template <>
struct EnumNames<OnTrouble> {
  static constexpr std::array<std::string_view, 3> names{"stop", "warn", "halve-step"};
};

struct TimeSettings {
  double step = 0.0;
  double end = 0.0;
  OnTrouble on_trouble = OnTrouble::stop;
};

template <class V>
void fields_of(TimeSettings& s, V&& visit) {
  auto& [step, end, on_trouble] = s;
  visit(Field{"step", "s", "Time step; `galet check` suggests one, whatever is given here.",
              Range::positive(), true},
        step);
  visit(Field{"end", "s", "End of the run: the first multiple of the step that reaches it.",
              Range::positive(), true},
        end);
  visit(Field{"on_trouble", "",
              "What to do when values in a step are not finite, or when bodies are driven together "
              "and have nowhere to go: \"stop\" ends the run (exit code 4); \"warn\" goes on in "
              "the second case; \"halve-step\" undoes the step and makes it in 2, 4, … 64 parts, "
              "also when bodies overlap by more than the warning `overlap` allows and by more than "
              "before the step. Observers see the last part of such a step."},
        on_trouble);
}

struct StopSettings {
  std::optional<double> kinetic_energy = {};
  std::optional<double> kinetic_energy_per_body = {};
  std::optional<double> unbalanced = {};
  double lasting = 0.0;
  std::optional<FillRegion> empty = {};
  double after = 0.0;
};

template <class V>
void fields_of(StopSettings& s, V&& visit) {
  auto& [kinetic_energy, kinetic_energy_per_body, unbalanced, lasting, empty, after] = s;
  visit(Field{"kinetic_energy", "J", "The run ends when the kinetic energy is below this …",
              Range::positive()},
        kinetic_energy);
  visit(Field{"kinetic_energy_per_body", "J",
              "… and its mean over the bodies that can move below this …", Range::positive()},
        kinetic_energy_per_body);
  visit(Field{"unbalanced", "",
              "… and the mean resultant force on a body below this times the mean force of a "
              "contact, such as 1e-2, or less with a solver.tolerance of 1e-6 (of these conditions "
              "those "
              "that are given) …",
              Range::positive()},
        unbalanced);
  visit(Field{"lasting", "s", "… at every step for this time.", Range::at_least(0.0)}, lasting);
  visit(Field{"empty", "",
              "The run ends when no body that can move has its centre in this region (a table as "
              "`region` of a fill)."},
        empty);
  visit(Field{"after", "s", "Conditions are ignored before this time.", Range::at_least(0.0)},
        after);
}

// Checkpoints by the clock, beside those at the ends of segments.
struct CheckpointSettings {
  double every_seconds = 60.0;
  std::int64_t keep = 2;
};

template <class V>
void fields_of(CheckpointSettings& s, V&& visit) {
  auto& [every_seconds, keep] = s;
  visit(Field{"every_seconds", "s",
              "Wall-clock time between checkpoints: what a killed run loses at most. Results do "
              "not depend on it.",
              Range::positive()},
        every_seconds);
  visit(
      Field{
          "keep", "",
          "Number of checkpoints kept; `galet resume` takes an earlier one if the last is damaged.",
          Range::between(1, 100)},
      keep);
}

struct OutputSettings {
  std::optional<double> every = {};
  bool contacts = true;
  std::int64_t frames_per_segment = 20;
  CheckpointSettings checkpoint = {};
};

template <class V>
void fields_of(OutputSettings& s, V&& visit) {
  auto& [every, contacts, frames_per_segment, checkpoint] = s;
  visit(Field{"every", "s", "Simulated time between outputs; by default a hundredth of the run.",
              Range::positive()},
        every);
  visit(Field{"contacts", "", "Whether to store contacts in the trajectory."}, contacts);
  visit(Field{"frames_per_segment", "", "Frames in one file of the trajectory.",
              Range::between(1, 1000000)},
        frames_per_segment);
  visit(Field{"checkpoint", "", "Where `galet resume` continues, and how much is lost at most."},
        checkpoint);
}

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
  std::vector<DesireSettings> desire;
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
         boundary, periodic, force, desire, feed, remove, time, stop, scheme, solver, output,
         observe] = s;
  visit(Field{"title", "", "What the scene is, in one line.", {}, true}, title);
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
  visit(Field{"boundary", "",
              "Planes, boxes, drums, segments, rectangles, cylinders, cones and discs."},
        boundary);
  visit(Field{"periodic", "", "Directions in which the scene repeats itself."}, periodic);
  visit(Field{"force", "", "Forces on groups of bodies."}, force);
  visit(Field{"desire", "",
              "Where bodies want to go, for scheme = \"first-order\"; those without a desire stand "
              "until they are pushed."},
        desire);
  visit(Field{"feed", "", "Bodies added during the run."}, feed);
  visit(Field{"remove", "", "Regions where bodies are removed during the run."}, remove);
  visit(Field{"time", "", "Time step and end of the run.", {}, true}, time);
  visit(Field{"stop", "", "Conditions that end the run early."}, stop);
  visit(Field{"scheme", "",
              "Time-stepping scheme. \"first-order\" has no inertia: bodies move as their `desire` "
              "says, as far as contacts let them; masses and initial velocities do not count."},
        scheme);
  visit(Field{"solver", "", "Solver of the contact problem of a step."}, solver);
  visit(Field{"output", "", "What is written, and how often."}, output);
  visit(Field{"observe", "", "Observers: what the run measures."}, observe);
}

}  // namespace galet
