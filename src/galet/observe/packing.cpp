#include "galet/observe/packing.hpp"

namespace galet {

template <int D>
Packing compute_packing(const Bodies<D>& bodies, const Part<D>& part) {
  Packing packing;
  const std::optional<Window<D>> extent = part.extent(bodies);
  if (!extent) return packing;
  packing.volume = volume_of<D>(*extent);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!part.has_member(bodies, i)) continue;
    packing.solid += part.ball_within(*extent, bodies.position[i], bodies.radius[i]);
  }
  return packing;
}

template Packing compute_packing(const Bodies<2>&, const Part<2>&);
template Packing compute_packing(const Bodies<3>&, const Part<3>&);

}  // namespace galet
