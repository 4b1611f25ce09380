// Overlaps at the start of a run.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "galet/base/warning.hpp"
#include "galet/model/world.hpp"

namespace galet {

// What a [[bodies]] of the scene has added.
struct BodiesEntry {
  std::size_t end = 0;                       // number of bodies up to its end
  bool from_run = false;                     // the state of an earlier run
  std::vector<std::string> boundaries = {};  // of that run, by name
};

// Throws InputError, naming the worst of them, when bodies overlap each other or a boundary by more
// than `tolerance` times the smaller radius; the error has the key of the later of the two bodies.
// Bodies fixed in space may overlap what does not move either: such contacts have no law to obey.
// Overlaps that an earlier run had between its bodies are accepted, and those of its bodies with
// boundaries of the same name, unless a centre lies outside. Where these are large, a boundary may
// have been moved: they are what is returned. `loaded`, by boundary, says where planes under load
// are. Cost: O(N) plus N times the number of boundaries.
template <int D>
std::vector<Warning> check_overlaps(const World<D>& world, const Bodies<D>& bodies,
                                    std::span<const LoadedMotion> loaded,
                                    std::span<const BodiesEntry> entries, double tolerance);

}  // namespace galet
