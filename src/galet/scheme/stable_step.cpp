#include "galet/scheme/stable_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <variant>
#include <vector>

#include <Eigen/Geometry>

#include "galet/law/rolling.hpp"

namespace galet {
namespace {

// Faces that one body could touch.
template <int D>
double faces(const Obstacle<D>& shape) {
  if (const auto* box = std::get_if<BoxInside<D>>(&shape)) {
    return static_cast<double>(std::ranges::count(box->closed, true));
  }
  if (std::holds_alternative<Revolved<D>>(shape)) return 2.0;
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
  double rolling = 0.0;     // R
  double rolling_l2 = 0.0;  // R ℓ² between bodies
  double rolling_r2 = 0.0;  // R ℓ² at boundaries
  // Of elastic spheres.
  double normal_r = 0.0;            // r N, m/kg
  double tangential_r = 0.0;        // r T
  double rolling_r3 = 0.0;          // r R ℓ²
  double damping = 0.0;             // √(r N s), √(m/kg)
  double tangential_damping = 0.0;  // √(r T² m)

  void note(const Softness& other) {
    normal = std::max(normal, other.normal);
    tangential = std::max(tangential, other.tangential);
    rolling = std::max(rolling, other.rolling);
    rolling_l2 = std::max(rolling_l2, other.rolling_l2);
    rolling_r2 = std::max(rolling_r2, other.rolling_r2);
    normal_r = std::max(normal_r, other.normal_r);
    tangential_r = std::max(tangential_r, other.tangential_r);
    rolling_r3 = std::max(rolling_r3, other.rolling_r3);
    damping = std::max(damping, other.damping);
    tangential_damping = std::max(tangential_damping, other.tangential_damping);
  }
};

template <int D>
Softness softness(const Bodies<D>& bodies, std::size_t i, double z, double r_max) {
  const double spread = z <= 2.0 ? z : std::max(2.0 + (z - 2.0) / (D + 2.0), z / D);
  const double inverse_mass = bodies.inverse_mass[i].maxCoeff();
  const double r = bodies.radius[i];
  const double across = D == 2 ? z : std::min(z, 2.0 * spread);
  const double rolling = z * bodies.inverse_inertia[i];
  const double length = effective_radius(r, r_max);
  const double along = spread * inverse_mass;
  const double tangent =
      std::min(z, (D - 1.0) * spread) * inverse_mass + across * r * r * bodies.inverse_inertia[i];
  return {.normal = along,
          .tangential = tangent,
          .rolling = rolling,
          .rolling_l2 = rolling * length * length,
          .rolling_r2 = rolling * r * r,
          .normal_r = r * along,
          .tangential_r = r * tangent,
          .rolling_r3 = r * rolling * r * r,
          .damping = std::sqrt(r * along * spread),
          .tangential_damping = inverse_mass > 0.0 ? tangent * std::sqrt(r / inverse_mass) : 0.0};
}

// ω² of the springs against rolling and twisting of a body like a with bodies like b, if `meet`,
// and with boundaries.
double rolling_omega2(const PairLaw& law, const Softness& a, const Softness& b, bool meet,
                      bool wall) {
  if (!law.has_moment()) return 0.0;
  if (law.spring.rolling > 0.0) {
    return law.spring.rolling * (a.rolling + (meet ? b.rolling : 0.0));
  }
  return law.spring.tangential *
         std::max(meet ? a.rolling_l2 + b.rolling_l2 : 0.0, wall ? a.rolling_r2 : 0.0);
}

struct Oscillation {
  double omega2 = 0.0;
  double gamma = 0.0;
};

Oscillation of_springs(const PairLaw& law, const Softness& a, const Softness& b, double omega2) {
  const double rough = law.friction > 0.0 ? 1.0 : 0.0;
  const double normal = a.normal + b.normal;
  const double tangential = a.tangential + b.tangential;
  return {law.spring.normal * normal + rough * law.spring.tangential * tangential + omega2,
          law.spring.damping * normal + rough * law.spring.tangential_damping * tangential};
}

Oscillation of_spheres(const Hertz& law, double rough, bool rolls, const Softness& a,
                       const Softness& b) {
  const double rolling = rolls ? a.rolling_r3 + b.rolling_r3 : 0.0;
  const double along = rough * (a.tangential_r + b.tangential_r);
  return {0.2 * law.normal * (a.normal_r + b.normal_r) + 0.8 * law.tangential * (along + rolling),
          law.damping * std::sqrt(2.0 / 3.0 * law.normal) * (a.damping + b.damping) +
              rough * 2.0 * law.tangential_damping * std::sqrt(0.8 * law.tangential) *
                  (a.tangential_damping + b.tangential_damping)};
}

// Where bodies can be, as far as is known.
template <int D>
Eigen::AlignedBox<double, D> region(const World<D>& world, const Bodies<D>& bodies) {
  Eigen::AlignedBox<double, D> box;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    box.extend(Vec<D>(bodies.position[i].array() - bodies.radius[i]));
    box.extend(Vec<D>(bodies.position[i].array() + bodies.radius[i]));
  }
  for (const Boundary<D>& boundary : world.boundaries) {
    const auto* inside = std::get_if<BoxInside<D>>(&boundary.shape);
    if (inside == nullptr) continue;
    for (int corner = 0; corner < 1 << D; ++corner) {
      Vec<D> x;
      for (int k = 0; k < D; ++k) x[k] = (corner >> k & 1) == 0 ? inside->low[k] : inside->high[k];
      box.extend(boundary.placement(0.0).position + x);
    }
  }
  for (int k = 0; k < D; ++k) {
    if (!world.cell.repeats(k)) continue;
    box.min()[k] = world.cell.low[k];
    box.max()[k] = world.cell.high()[k];
  }
  return box;
}

// Bodies of at least the radius r_min that can lie side by side on a plane within the region.
template <int D>
double most_on(const Vec<D>& normal, const Eigen::AlignedBox<double, D>& region, double r_min) {
  // Of the region's projection along the normal: Σ (area of a face) |n_k| in 3D, the length of the
  // projection in 2D. One row more, since bodies at the rim lie half outside.
  const Vec<D> size = region.sizes() + Vec<D>::Constant(2.0 * r_min);
  if constexpr (D == 2) {
    return std::floor((size[0] * std::abs(normal[1]) + size[1] * std::abs(normal[0])) /
                      (2.0 * r_min));
  } else {
    const double area = size[1] * size[2] * std::abs(normal[0]) +
                        size[2] * size[0] * std::abs(normal[1]) +
                        size[0] * size[1] * std::abs(normal[2]);
    return std::floor(area / (2.0 * std::numbers::sqrt3 * r_min * r_min));
  }
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
  const auto [r_min, r_max] = std::ranges::minmax(bodies.radius);
  const double count_all = more_to_come ? others : static_cast<double>(bodies.size());
  std::vector<Softness> softest(world.materials.size());
  std::vector<std::size_t> count(world.materials.size());
  std::vector<std::optional<Softness>> walls(world.materials.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto m = static_cast<std::size_t>(bodies.material[i]);
    const double z = std::min(others, most_around<D>(bodies.radius[i], r_min));
    softest[m].note(softness(bodies, i, z, r_max));
    ++count[m];
  }
  const Eigen::AlignedBox<double, D> where = region(world, bodies);
  for (const Boundary<D>& boundary : world.boundaries) {
    std::optional<Softness>& wall = walls[static_cast<std::size_t>(boundary.material)];
    if (!wall) wall = Softness{};
    if (!boundary.load) continue;
    const double on = std::min(count_all, most_on<D>(boundary.load_direction(), where, r_min));
    const double softness = on / boundary.load->mass;
    wall->note({.normal = softness,
                .normal_r = r_max * softness,
                .damping = std::sqrt(r_max * softness * on)});
  }
  const auto materials = static_cast<MaterialIndex>(world.materials.size());
  for (MaterialIndex a = 0; a < materials; ++a) {
    for (MaterialIndex b = 0; b < materials; ++b) {
      const auto ka = static_cast<std::size_t>(a);
      const auto kb = static_cast<std::size_t>(b);
      if (count[ka] == 0) continue;
      const bool meet = count[kb] > (a == b && !more_to_come ? 1U : 0U);
      if (!meet && !walls[kb]) continue;
      const PairLaw& law = world.pairs(a, b);
      Softness other = meet ? softest[kb] : Softness{};
      if (walls[kb]) other.note(*walls[kb]);
      const double rolling =
          rolling_omega2(law, softest[ka], softest[kb], meet, walls[kb].has_value());
      const auto [omega2, gamma] = law.hertz.on()
                                       ? of_spheres(law.hertz, law.friction > 0.0 ? 1.0 : 0.0,
                                                    law.has_moment(), softest[ka], other)
                                       : of_springs(law, softest[ka], other, rolling);
      if (omega2 <= 0.0) continue;
      const double step = 2.0 / (std::sqrt(gamma * gamma + omega2) + gamma);
      if (step < stable.step) stable = {step, a, b};
    }
  }
  return stable;
}

template StableStep<2> stable_step(const World<2>&, const Bodies<2>&, bool);
template StableStep<3> stable_step(const World<3>&, const Bodies<3>&, bool);

}  // namespace galet
