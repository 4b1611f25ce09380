#include "galet/observe/flow.hpp"

#include <cmath>

namespace galet {

template <int D>
std::int64_t FlowCounter<D>::side(const Place& place) const {
  const double along = (place.position - gate_.point).dot(gate_.normal);
  const double spacing = part_.cell.period.cwiseProduct(gate_.normal.cwiseAbs()).sum();
  if (!(spacing > 0.0)) return along >= 0.0 ? 1 : 0;
  auto gates = static_cast<std::int64_t>(std::floor(along / spacing));
  for (int k = 0; k < D; ++k) {
    if (!part_.cell.repeats(k) || gate_.normal[k] == 0.0) continue;
    gates += gate_.normal[k] > 0.0 ? place.image[k] : -place.image[k];
  }
  return gates;
}

template <int D>
std::int64_t FlowCounter<D>::orifice_crossings(const Place& old, const Place& now) const {
  const Vec<D> end = now.position + part_.cell.offset(now.image - old.image);
  const Vec<D> reach = Vec<D>::Constant(*gate_.radius);
  std::int64_t count = 0;
  part_.cell.for_each_shift(old.position.cwiseMin(end), old.position.cwiseMax(end),
                            gate_.point - reach, gate_.point + reach, [&](const Vec<D>& shift) {
                              const Vec<D> start = old.position + shift;
                              const double from = (start - gate_.point).dot(gate_.normal);
                              const double to = (end + shift - gate_.point).dot(gate_.normal);
                              if ((from >= 0.0) == (to >= 0.0)) return;
                              const Vec<D> crossing =
                                  start + from / (from - to) * (end - old.position);
                              if ((crossing - gate_.point).norm() <= *gate_.radius)
                                count += to >= 0.0 ? 1 : -1;
                            });
  return count;
}

template <int D>
void FlowCounter<D>::add(const Bodies<D>& bodies) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!part_.has_member(bodies, i)) continue;
    const auto id = static_cast<std::size_t>(bodies.id[i].value);
    if (id >= before_.size()) before_.resize(id + 1);
    const Place now{bodies.position[i], bodies.image_of(i)};
    if (before_[id]) {
      const std::int64_t count =
          gate_.radius ? orifice_crossings(*before_[id], now) : side(now) - side(*before_[id]);
      (count > 0 ? count_.forward : count_.backward) += std::abs(count);
      count_.mass += static_cast<double>(count) * bodies.mass[i];
    }
    before_[id] = now;
  }
}

template class FlowCounter<2>;
template class FlowCounter<3>;

}  // namespace galet
