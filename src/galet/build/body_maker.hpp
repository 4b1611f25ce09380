// From a seed (place, radius, velocity) to a body with material, mass and locks. Where bodies have
// no inertia, they have mass 1 and begin at rest.
#pragma once

#include <optional>
#include <string>

#include "galet/build/body_seed.hpp"
#include "galet/build/build_materials.hpp"
#include "galet/model/bodies.hpp"
#include "galet/scene/scene.hpp"

namespace galet {

// What all bodies of an entry of the scene share.
template <int D>
class BodyMaker {
 public:
  // `key` is that of the entry, for messages. Throws InputError.
  BodyMaker(std::string key, const BodyCommon& common, const MaterialList& materials,
            GroupIndex group);

  // Body number `index` of `count`. Throws InputError.
  Body<D> make(const BodySeed<D>& seed, std::size_t index, std::size_t count) const;

 private:
  Vec<D> free_directions() const;
  void check_size(const Body<D>& body) const;
  void check_positive(const char* suffix, const char* what, double x, double radius) const;
  double mass_of(const BodySeed<D>& seed, std::size_t index, std::size_t count) const;
  double inertia_of(const Body<D>& body) const;

  std::string key_;
  BodyCommon common_;
  BallSolid solid_ = BallSolid::disc;
  std::optional<double> density_;
  bool without_inertia_;
  std::string material_name_;
  Body<D> body_;  // the shared part
};

}  // namespace galet
