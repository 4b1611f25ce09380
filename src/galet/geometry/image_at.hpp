// Which image of a point in a periodic cell a placed obstacle meets.
#pragma once

#include <variant>

#include "galet/geometry/periodic_cell.hpp"
#include "galet/geometry/shapes.hpp"

namespace galet {

// That nearest to the middle of a stick, of which there is one in each period. All other obstacles
// are the same in every period (those that are not are refused where a scene is built), so that any
// image will do.
template <int D>
class ImageAt {
 public:
  ImageAt(const PeriodicCell<D>& cell, const Obstacle<D>& shape, const Placement<D>& at) {
    if (!cell.any()) return;
    const auto* stick = std::get_if<Stick<D>>(&shape);
    if (stick == nullptr) return;
    cell_ = &cell;
    middle_ = at.to_world(0.5 * (stick->start + stick->end));
  }

  Vec<D> operator()(const Vec<D>& x) const {
    return cell_ == nullptr ? x : Vec<D>(middle_ + cell_->nearest(x - middle_));
  }

 private:
  const PeriodicCell<D>* cell_ = nullptr;
  Vec<D> middle_ = Vec<D>::Zero();
};

}  // namespace galet
