// How far bodies have moved since a reference, over the seams of a periodic cell too. Cost: O(N).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "galet/observe/look.hpp"

namespace galet {

template <int D>
struct Displacement {
  std::int64_t bodies = 0;
  Vec<D> mean = Vec<D>::Zero();         // m
  Vec<D> mean_square = Vec<D>::Zero();  // m², by direction

  double total() const { return mean_square.sum(); }                  // <|Δx|²>
  double about_mean() const { return total() - mean.squaredNorm(); }  // <|Δx − <Δx>|²>
};

// Centres of bodies at a reference, by id.
template <int D>
class ReferencePositions {
 public:
  ReferencePositions() = default;
  ReferencePositions(const Bodies<D>& bodies, const Part<D>& part);

  // Of the bodies of the reference that are still there; not numbers without any.
  Displacement<D> displacement(const Bodies<D>& bodies) const;
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.cell_, self.place_);
  }

 private:
  struct Place {
    Vec<D> position;
    Image<D> image;
  };
  PeriodicCell<D> cell_;
  std::vector<std::optional<Place>> place_;
};

}  // namespace galet
