#include "galet/scheme/stable_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <variant>
#include <vector>

namespace galet {
namespace {

// Faces that one body could touch.
template <int D>
double faces(const Obstacle<D>& shape) {
  if (const auto* box = std::get_if<BoxInside<D>>(&shape)) {
    return static_cast<double>(std::ranges::count(box->closed, true));
  }
  return std::holds_alternative<Drum<D>>(shape) && D == 3 ? 3.0 : 1.0;
}

// Bodies of at least the radius r_min that fit around one of radius r.
template <int D>
double most_around(double r, double r_min) {
  const double angle = std::asin(r_min / (r + r_min));
  constexpr double round_off = 1e-9;
  if constexpr (D == 2) return std::floor(std::numbers::pi / angle + round_off);
  constexpr double covered = std::numbers::pi / (2.0 * std::numbers::sqrt3);
  return std::floor(2.0 * covered / (1.0 - std::cos(angle)) + round_off);
}

struct Softness {
  double normal = 0.0;      // N
  double tangential = 0.0;  // T
};

template <int D>
Softness softness(const Bodies<D>& bodies, std::size_t i, double z) {
  const double spread = z <= 2.0 ? z : std::max(2.0 + (z - 2.0) / (D + 2.0), z / D);
  const double inverse_mass = bodies.inverse_mass[i].maxCoeff();
  const double r = bodies.radius[i];
  const double across = D == 2 ? z : std::min(z, 2.0 * spread);
  return {spread * inverse_mass, std::min(z, (D - 1.0) * spread) * inverse_mass +
                                     across * r * r * bodies.inverse_inertia[i]};
}

}  // namespace

template <int D>
StableStep<D> stable_step(const World<D>& world, const Bodies<D>& bodies, bool more_to_come) {
  StableStep<D> stable{std::numeric_limits<double>::infinity()};
  if (bodies.size() == 0) return stable;
  double others = std::numeric_limits<double>::infinity();
  if (!more_to_come) {
    others = static_cast<double>(bodies.size()) - 1.0;
    for (const Boundary<D>& boundary : world.boundaries) others += faces<D>(boundary.shape);
  }
  const double r_min = *std::ranges::min_element(bodies.radius);
  std::vector<Softness> softest(world.materials.size());
  std::vector<std::size_t> count(world.materials.size());
  std::vector<bool> bounds(world.materials.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto m = static_cast<std::size_t>(bodies.material[i]);
    const Softness s =
        softness(bodies, i, std::min(others, most_around<D>(bodies.radius[i], r_min)));
    softest[m].normal = std::max(softest[m].normal, s.normal);
    softest[m].tangential = std::max(softest[m].tangential, s.tangential);
    ++count[m];
  }
  for (const Boundary<D>& boundary : world.boundaries) {
    bounds[static_cast<std::size_t>(boundary.material)] = true;
  }
  const auto materials = static_cast<MaterialIndex>(world.materials.size());
  for (MaterialIndex a = 0; a < materials; ++a) {
    for (MaterialIndex b = 0; b < materials; ++b) {
      const auto ka = static_cast<std::size_t>(a);
      const auto kb = static_cast<std::size_t>(b);
      if (count[ka] == 0) continue;
      const bool meet = count[kb] > (a == b && !more_to_come ? 1U : 0U);
      if (!meet && !bounds[kb]) continue;
      const PairLaw& law = world.pairs(a, b);
      const Softness other = meet ? softest[kb] : Softness{};
      const double normal = softest[ka].normal + other.normal;
      const double k_t = law.friction > 0.0 ? law.spring.tangential : 0.0;
      const double omega2 =
          law.spring.normal * normal + k_t * (softest[ka].tangential + other.tangential);
      if (omega2 <= 0.0) continue;
      const double gamma = law.spring.damping * normal;
      const double step = 2.0 / (std::sqrt(gamma * gamma + omega2) + gamma);
      if (step < stable.step) stable = {step, a, b};
    }
  }
  return stable;
}

template StableStep<2> stable_step(const World<2>&, const Bodies<2>&, bool);
template StableStep<3> stable_step(const World<3>&, const Bodies<3>&, bool);

}  // namespace galet
