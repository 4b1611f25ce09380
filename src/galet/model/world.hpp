// What surrounds the bodies and does not change in a run: materials, pair laws, boundaries, forces.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "galet/model/bodies.hpp"
#include "galet/model/boundary.hpp"
#include "galet/model/desire.hpp"
#include "galet/model/materials.hpp"
#include "galet/model/series.hpp"

namespace galet {

// A force in N on every body of a group, constant or in time.
struct GroupForce {
  GroupIndex group = 0;
  VectorSeries force;
};

template <int D>
struct World {
  std::vector<std::string> materials;
  std::vector<std::string> groups;  // group 0 is "", the bodies without a name
  PairTable pairs;
  std::vector<Boundary<D>> boundaries;
  PeriodicCell<D> cell;
  VectorSeries gravity = VectorSeries::constant(std::vector<double>(D, 0.0));
  std::vector<GroupForce> forces;
  std::vector<Desire<D>> desires;
  std::vector<std::int32_t> desire_of_group;  // −1: none; empty: none at all

  // What body i wants, if anything.
  const Desire<D>* desire_of(const Bodies<D>& bodies, std::size_t i) const {
    if (desire_of_group.empty()) return nullptr;
    const std::int32_t k = desire_of_group[static_cast<std::size_t>(bodies.group[i])];
    return k < 0 ? nullptr : &desires[static_cast<std::size_t>(k)];
  }
  Vec<D> gravity_at(double t) const { return value_at(gravity, t); }
  // The image of x that boundary k meets.
  Vec<D> image_at(std::size_t k, const Placement<D>& at, const Vec<D>& x) const {
    return ImageAt<D>(cell, boundaries[k].shape, at)(x);
  }
  static Vec<D> mean_of(const VectorSeries& series, double t, double h) {
    Vec<D> x;
    for (int k = 0; k < D; ++k) x[k] = series.mean(t, h, static_cast<std::size_t>(k));
    return x;
  }
  static Vec<D> value_at(const VectorSeries& series, double t) {
    Vec<D> x;
    for (int k = 0; k < D; ++k) x[k] = series.component(t, static_cast<std::size_t>(k));
    return x;
  }
};

}  // namespace galet
