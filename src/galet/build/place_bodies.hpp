// Where the bodies of an entry of the scene are, how large and how fast.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "galet/base/random.hpp"
#include "galet/build/ball_grid.hpp"
#include "galet/build/body_seed.hpp"
#include "galet/model/boundary.hpp"
#include "galet/scene/scene.hpp"

namespace galet {

// What the placing of an entry may need to know about the rest of the scene.
template <int D>
struct Surroundings {
  std::span<const Boundary<D>> boundaries;
  // Bodies of the entries before, for those that must avoid them.
  BallGrid<D>& grid;
};

template <int D>
std::vector<BodySeed<D>> place_bodies(const std::string& key, const ListBodies& settings,
                                      Surroundings<D> around, Random& random);

// First direction outermost. Draws: the radii of all bodies, then for each body the jitter of its
// position and of its velocity, direction by direction. All are drawn even where the jitter is
// zero, so that changing one setting does not change what the others give.
template <int D>
std::vector<BodySeed<D>> place_bodies(const std::string& key, const LatticeBodies& settings,
                                      Surroundings<D> around, Random& random);

// Draws: the radii of all bodies, their places (see fill.hpp), then the jitter of their velocities.
template <int D>
std::vector<BodySeed<D>> place_bodies(const std::string& key, const FillBodies& settings,
                                      Surroundings<D> around, Random& random);

// Draws: the radii, the places from which the bodies are pushed apart (see dense_fill.hpp), then
// the jitter of their velocities.
template <int D>
std::vector<BodySeed<D>> place_bodies(const std::string& key, const DenseFillBodies& settings,
                                      Surroundings<D> around, Random& random);

template <int D>
std::vector<BodySeed<D>> place_bodies(const std::string& key, const CsvBodies& settings,
                                      Surroundings<D> around, Random& random);

// The number of bodies of an entry as far as the scene tells (0 for files). It may be absurd.
double count_bodies(const BodiesSettings& settings);

}  // namespace galet
