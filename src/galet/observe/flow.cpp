#include "galet/observe/flow.hpp"

namespace galet {

template <int D>
void FlowCounter<D>::add(const Bodies<D>& bodies) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!part_.has_member(bodies, i)) continue;
    const auto id = static_cast<std::size_t>(bodies.id[i].value);
    if (id >= before_.size()) before_.resize(id + 1);
    const Vec<D>& x = bodies.position[i];
    if (before_[id]) {
      const Vec<D>& old = *before_[id];
      const double from = (old - gate_.point).dot(gate_.normal);
      const double to = (x - gate_.point).dot(gate_.normal);
      if ((from >= 0.0) != (to >= 0.0)) {
        const Vec<D> crossing = old + from / (from - to) * (x - old);
        if (!gate_.radius || (crossing - gate_.point).norm() <= *gate_.radius) {
          const bool forward = to >= 0.0;
          ++(forward ? count_.forward : count_.backward);
          count_.mass += forward ? bodies.mass[i] : -bodies.mass[i];
        }
      }
    }
    before_[id] = x;
  }
}

template class FlowCounter<2>;
template class FlowCounter<3>;

}  // namespace galet
