#include "galet/sim/finite_check.hpp"

#include <atomic>
#include <cmath>

#include <fmt/format.h>

namespace galet {
namespace {

void turn_values(const Rotation<2>& r, double& sum) { sum += r.angle(); }
void turn_values(const Rotation<3>& r, double& sum) { sum += r.quaternion().coeffs().sum(); }

// Squares of velocities are energies, and must be numbers, too.
template <int D>
bool is_finite_body(const Bodies<D>& bodies, std::size_t i) {
  double sum =
      bodies.position[i].sum() + bodies.velocity[i].squaredNorm() + bodies.spin[i].squaredNorm();
  turn_values(bodies.rotation[i], sum);
  return std::isfinite(sum);
}

// The first place that is bad, or n; the same for any number of threads.
template <class F>
std::size_t first_of(std::size_t n, Workers& workers, F&& is_bad) {
  std::atomic<std::size_t> first = n;
  workers.for_range(n, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i) {
      if (!is_bad(i)) continue;
      std::size_t known = first.load();
      while (i < known && !first.compare_exchange_weak(known, i)) {
      }
      return;
    }
  });
  return first.load();
}

}  // namespace

template <int D>
std::string describe_body(const Bodies<D>& bodies, std::size_t place) {
  const Vec<D>& x = bodies.position[place];
  return fmt::format("body {} at ({:.4g}), moving at {:.3g} m/s", bodies.id[place].value,
                     fmt::join(x.data(), x.data() + D, ", "), bodies.velocity[place].stableNorm());
}

template <int D>
std::string describe_sides(const World<D>& world, const Bodies<D>& bodies,
                           const ContactPlace& place) {
  const std::int32_t b = bodies.id[place.b.body()].value;
  return place.a.is_boundary()
             ? fmt::format("body {} and the boundary \"{}\"", b,
                           world.boundaries[place.a.boundary()].name)
             : fmt::format("bodies {} and {}", bodies.id[place.a.body()].value, b);
}

template <int D>
std::string find_not_finite(const World<D>& world, const State<D>& state,
                            const StepOutcome<D>* last, Workers& workers) {
  if (last) {
    const std::size_t contact = first_of(last->contacts.size(), workers, [&](std::size_t c) {
      return !last->impulses[c].allFinite() || !std::isfinite(last->contacts[c].gap);
    });
    if (contact < last->contacts.size()) {
      return "the contact of " + describe_sides(world, state.bodies, last->contacts[contact].place);
    }
  }
  const std::size_t body = first_of(state.bodies.size(), workers, [&](std::size_t i) {
    return !is_finite_body(state.bodies, i);
  });
  if (body < state.bodies.size()) return describe_body(state.bodies, body);
  for (std::size_t k = 0; k < world.boundaries.size(); ++k) {
    const Placement<D> at = world.boundaries[k].placement(state.time, state.loaded_motion(k));
    if (!at.position.allFinite()) {
      return fmt::format("the boundary \"{}\"", world.boundaries[k].name);
    }
  }
  return "";
}

#define GALET_INSTANTIATE(D)                                                                    \
  template std::string describe_body(const Bodies<D>&, std::size_t);                            \
  template std::string describe_sides(const World<D>&, const Bodies<D>&, const ContactPlace&);  \
  template std::string find_not_finite(const World<D>&, const State<D>&, const StepOutcome<D>*, \
                                       Workers&)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
