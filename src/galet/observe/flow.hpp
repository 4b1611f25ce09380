// Bodies that cross a line (2D) or plane (3D).
//
// A body crosses when its centre changes sides between the ends of two successive steps; a centre
// on the plane is on the forward side. With a radius only crossings count whose point, on the
// straight line between the two centres, lies within it. In a periodic cell the gate stands in
// every period, and leaving on one side of the cell is no step back to the other. Without a radius
// its normal may have a part along one of the directions that repeat. Cost: O(N) per step.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "galet/observe/look.hpp"

namespace galet {

template <int D>
struct Gate {
  Vec<D> point;
  Vec<D> normal;                 // unit, forward
  std::optional<double> radius;  // m, around the point
};

struct FlowCount {
  std::int64_t forward = 0;
  std::int64_t backward = 0;
  double mass = 0.0;  // kg, forward minus backward
};

template <int D>
class FlowCounter {
 public:
  FlowCounter(Gate<D> gate, Part<D> part) : gate_(std::move(gate)), part_(std::move(part)) {}

  // Looks at the bodies after a step; the first look counts nothing, nor does a body's first.
  void add(const Bodies<D>& bodies);
  const FlowCount& count() const { return count_; }  // since the first look
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.count_, self.before_);
  }

 private:
  Gate<D> gate_;
  Part<D> part_;
  FlowCount count_;
  struct Place {
    Vec<D> position;
    Image<D> image;
  };
  // Gates behind a body: 0 or 1, or with one in every period any number.
  std::int64_t side(const Place& place) const;
  // How often (signed) the way leads through the gate, which has a radius, or an image of it.
  std::int64_t orifice_crossings(const Place& old, const Place& now) const;

  std::vector<std::optional<Place>> before_;  // by id
};

}  // namespace galet
