#include "galet/observe/displacement.hpp"

namespace galet {

template <int D>
ReferencePositions<D>::ReferencePositions(const Bodies<D>& bodies, const Part<D>& part)
    : cell_(part.cell) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!part.has(bodies, i)) continue;
    const auto id = static_cast<std::size_t>(bodies.id[i].value);
    if (id >= place_.size()) place_.resize(id + 1);
    place_[id] = {bodies.position[i], bodies.image_of(i)};
  }
}

template <int D>
Displacement<D> ReferencePositions<D>::displacement(const Bodies<D>& bodies) const {
  Displacement<D> result;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto id = static_cast<std::size_t>(bodies.id[i].value);
    if (id >= place_.size() || !place_[id]) continue;
    const Vec<D> moved = bodies.position[i] - place_[id]->position +
                         cell_.offset(bodies.image_of(i) - place_[id]->image);
    result.mean += moved;
    result.mean_square += moved.cwiseAbs2();
    ++result.bodies;
  }
  result.mean /= static_cast<double>(result.bodies);
  result.mean_square /= static_cast<double>(result.bodies);
  return result;
}

template class ReferencePositions<2>;
template class ReferencePositions<3>;

}  // namespace galet
