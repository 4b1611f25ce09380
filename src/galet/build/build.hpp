// From a scene to a world with bodies.
#pragma once

#include "galet/base/warning.hpp"
#include "galet/build/build_exchange.hpp"
#include "galet/collision/contact_set.hpp"
#include "galet/model/world.hpp"
#include "galet/observe/observers.hpp"
#include "galet/scene/scene.hpp"

namespace galet {

template <int D>
struct Setup {
  World<D> world;
  Bodies<D> bodies;
  Observers<D> observers = {};
  ContactMemory<D> memory = {};           // impulses to start from, when an earlier run is taken up
  std::vector<LoadedMotion> loaded = {};  // planes under load, by boundary, likewise
  Exchange<D> exchange = {};              // bodies that come and go
  std::vector<Warning> warnings = {};     // what can be known before the run
};

// Builds and checks the scene; D must be scene.dimension. Throws InputError with the key of the
// setting that is wrong: unknown material or group, missing density, bodies overlapping each other
// or a boundary by more than scene.overlap_tolerance (naming which), a fill that jams, an observer
// that looks at nothing, a size that does not fit into memory.
template <int D>
Setup<D> build(const Scene& scene);

// The same, and the scene gives up the states of earlier runs, which may be large: those that no
// other scene shares are not copied.
template <int D>
Setup<D> build_giving_up_runs(Scene& scene);

}  // namespace galet
