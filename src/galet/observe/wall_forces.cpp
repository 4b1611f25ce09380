#include "galet/observe/wall_forces.hpp"

#include <cmath>

#include "galet/collision/narrow_phase.hpp"

namespace galet {
namespace {

template <int D>
std::vector<int> faces(const HalfSpace<D>&) {
  return {0};
}
template <int D>
std::vector<int> faces(const Stick<D>&) {
  return {0};
}
template <int D>
std::vector<int> faces(const Drum<D>& drum) {
  if (D == 3 && std::isfinite(drum.length)) return {0, 1, 2};
  return {0};
}
template <int D>
std::vector<int> faces(const Plate<D>&) {
  return {0};
}
template <int D>
std::vector<int> faces(const Revolved<D>&) {
  return {0};
}
template <int D>
std::vector<int> faces(const BoxInside<D>& box) {
  std::vector<int> found;
  for (int k = 0; k < 2 * D; ++k) {
    if (box.closed[static_cast<std::size_t>(k)]) found.push_back(k);
  }
  return found;
}

}  // namespace

template <int D>
std::vector<int> faces_of(const Obstacle<D>& shape) {
  return std::visit([](const auto& s) { return faces<D>(s); }, shape);
}

template <int D>
std::vector<std::vector<WallForce<D>>> compute_wall_forces(const Look<D>& look) {
  std::vector<std::vector<WallForce<D>>> forces;
  for (const Boundary<D>& boundary : look.world.boundaries) {
    const std::vector<int> present = faces_of<D>(boundary.shape);
    forces.emplace_back(present.empty() ? 0 : static_cast<std::size_t>(present.back()) + 1);
  }
  const double t = look.time - 0.5 * look.step_length;
  const std::vector<Placement<D>> walls =
      look.loaded.empty() ? placements(look.world, t) : placements(look.world, t, look.loaded);
  for (std::size_t c = 0; c < look.contacts.size(); ++c) {
    const Contact<D>& contact = look.contacts[c];
    if (!contact.a().is_boundary() || !look.is_active(c)) continue;
    const std::size_t k = contact.a().boundary();
    const Vec<D> force = look.force(c);
    const Placement<D>& wall = walls[k];
    const Vec<D> point = look.world.image_at(k, wall, look.point(c));
    const Vec<D> surface = look.world.boundaries[k].surface_velocity_at(wall, point);
    // The two sides of a wall around an axis are one face.
    const bool round = std::holds_alternative<Revolved<D>>(look.world.boundaries[k].shape);
    WallForce<D>& sum = forces[k][round ? 0 : static_cast<std::size_t>(contact.place.feature)];
    sum.force -= force;
    sum.torque -= moment(Vec<D>(point - wall.position), force);
    sum.power += force.dot(surface);
  }
  return forces;
}

template std::vector<int> faces_of<2>(const Obstacle<2>&);
template std::vector<int> faces_of<3>(const Obstacle<3>&);
template std::vector<std::vector<WallForce<2>>> compute_wall_forces(const Look<2>&);
template std::vector<std::vector<WallForce<3>>> compute_wall_forces(const Look<3>&);

}  // namespace galet
