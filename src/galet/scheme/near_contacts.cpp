#include "galet/scheme/near_contacts.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "galet/collision/narrow_phase.hpp"

namespace galet {
namespace {

template <int D>
bool is_flat(const Obstacle<D>& shape, int feature) {
  return std::holds_alternative<HalfSpace<D>>(shape) ||
         std::holds_alternative<BoxInside<D>>(shape) ||
         (std::holds_alternative<Drum<D>>(shape) && feature != 0);
}

template <int D>
bool stands_still(const Motion<D>& motion) {
  return motion.velocity.isZero(0.0) && motion.spin.isZero(0.0) &&
         (motion.frequency == 0.0 || motion.amplitude.isZero(0.0));
}

template <int D>
FacePoint<D> face_at(const Boundary<D>& boundary, const Placement<D>& place, int feature,
                     const Vec<D>& x, const FacePoint<D>& otherwise) {
  FacePoint<D> point = otherwise;
  std::visit(
      [&](const auto& shape) {
        for_each_face(shape, place, x, [&](int face, double distance, const Vec<D>& n) {
          if (face == feature) point = {distance, n};
        });
      },
      boundary.shape);
  return point;
}

}  // namespace

template <int D>
void NearContacts<D>::list(const World<D>& world, const Bodies<D>& bodies, double t, double h,
                           FrictionVelocity velocity, std::span<const double> margin,
                           std::span<const LoadedMotion> loaded,
                           std::span<const std::int32_t> plane_of, StepTools<D>& tools) {
  tools.pairs.update(bodies.position, bodies.radius, margin, tools.workers);
  const std::vector<Placement<D>> walls = placements(world, t, loaded);
  walls_mid_ = placements(world, t + 0.5 * h);
  walls_end_ = placements(world, t + h);
  found = detect_contacts(world, bodies, {bodies.position, walls}, tools.pairs.pairs(),
                          {.margin = margin, .seconds = h}, tools.workers);
  set_rows(bodies);
  edges.clear();
  position_round_off = 0.0;
  contacts.resize(found.size());
  for (std::size_t k = 0; k < found.size(); ++k) set_contact(world, bodies, velocity, plane_of, k);
  number_edges();
}

template <int D>
void NearContacts<D>::set_rows(const Bodies<D>& bodies) {
  row_of.assign(bodies.size(), -1);
  for (const Contact<D>& c : found) {
    for (const NodeRef node : {c.a(), c.b()}) {
      if (!node.is_boundary() && !bodies.is_fixed(node.body())) row_of[node.body()] = 0;
    }
  }
  body_of.clear();
  any_locked = false;
  for (std::size_t i = 0; i < row_of.size(); ++i) {
    if (row_of[i] < 0) continue;
    row_of[i] = static_cast<std::int32_t>(body_of.size());
    body_of.push_back(i);
    any_locked = any_locked || (bodies.inverse_mass[i].array() == 0.0).any() ||
                 bodies.inverse_inertia[i] == 0.0;
  }
}

template <int D>
void NearContacts<D>::set_contact(const World<D>& world, const Bodies<D>& bodies,
                                  FrictionVelocity velocity, std::span<const std::int32_t> plane_of,
                                  std::size_t k) {
  const Contact<D>& c = found[k];
  NearContact<D>& l = contacts[k];
  const PairLaw& law = law_of(world, bodies, c);
  const std::size_t b = c.b().body();
  l.contact = {};
  l.contact.law = law.compliance;
  l.contact.mu = law.friction;
  l.contact.overlap = -c.gap;
  l.contact.boundary = c.a().is_boundary();
  l.row_a = -1;
  l.row_b = row_of[b];
  l.flat = true;
  l.surface.setZero();
  l.surface_seen.setZero();
  if (!c.a().is_boundary()) {
    const std::size_t a = c.a().body();
    l.row_a = row_of[a];
    l.contact.x = world.cell.nearest(bodies.position[b] - bodies.position[a]);
    l.contact.reach = bodies.radius[a] + bodies.radius[b];
    l.contact.share_a = bodies.radius[a] / l.contact.reach;
    l.contact.share_b = bodies.radius[b] / l.contact.reach;
    if (l.row_a >= 0 && l.row_b >= 0) {
      edges.push_back({std::min(l.row_a, l.row_b), std::max(l.row_a, l.row_b)});
    }
    return;
  }
  const std::size_t wall = c.a().boundary();
  const Boundary<D>& boundary = world.boundaries[wall];
  l.contact.reach = bodies.radius[b];
  // Planes under load are moved by their motion along themselves only.
  l.flat = is_flat<D>(boundary.shape, c.place.feature) &&
           (stands_still(boundary.motion) || boundary.load);
  if (plane_of[wall] >= 0 && l.row_b >= 0) {
    l.row_a = static_cast<std::int32_t>(body_of.size()) + plane_of[wall];
    edges.push_back({l.row_b, l.row_a});
  }
  if (!l.flat) {
    constexpr double round_off = 8.0 * std::numeric_limits<double>::epsilon();
    position_round_off = std::max(position_round_off, round_off * bodies.position[b].norm());
  }
  l.start = {c.gap + bodies.radius[b], c.n};
  const Vec<D>& x = bodies.position[b];
  l.surface = boundary_velocity<D>(world, bodies, c, x, walls_mid_);
  l.surface_seen = velocity == FrictionVelocity::mean
                       ? l.surface
                       : boundary_velocity<D>(world, bodies, c, x, walls_end_);
}

// Edges sorted for the matrix; every contact learns the place of its own.
template <int D>
void NearContacts<D>::number_edges() {
  std::vector<std::size_t> order(edges.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (!std::ranges::is_sorted(edges)) {
    std::ranges::sort(order, {}, [this](std::size_t k) { return edges[k]; });
    std::vector<BlockEdge> sorted(edges.size());
    for (std::size_t k = 0; k < order.size(); ++k) sorted[k] = edges[order[k]];
    edges = std::move(sorted);
  }
  std::vector<std::size_t> place(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) place[order[k]] = k;
  std::size_t next = 0;
  for (NearContact<D>& l : contacts) {
    if (l.row_a >= 0 && l.row_b >= 0) l.edge = place[next++];
  }
}

template <int D>
FaceAtEnd<D> NearContacts<D>::face_at_end(const World<D>& world, const Bodies<D>& bodies,
                                          std::size_t k, const Vec<D>& dx) const {
  const NearContact<D>& l = contacts[k];
  if (!l.contact.boundary) return {};
  const Contact<D>& c = found[k];
  const Vec<D>& n = l.start.normal;
  if (l.flat) return {l.contact.overlap - n.dot(dx), n, n};
  const std::size_t wall = c.a().boundary();
  const Boundary<D>& boundary = world.boundaries[wall];
  const Vec<D>& x = bodies.position[c.b().body()];
  const auto face = [&](const Placement<D>& place, const Vec<D>& at) {
    return face_at<D>(boundary, place, c.place.feature, world.image_at(wall, place, at), l.start);
  };
  const FacePoint<D> end = face(walls_end_[wall], x + dx);
  const FacePoint<D> mid = face(walls_mid_[wall], x + 0.5 * dx);
  FaceAtEnd<D> at_end{bodies.radius[c.b().body()] - end.distance, end.normal, mid.normal};
  const double moved2 = dx.squaredNorm();
  if (stands_still(boundary.motion) && moved2 > 0.0) {
    const double missing = (end.distance - l.start.distance) - mid.normal.dot(dx);
    at_end.gradient += missing / moved2 * dx;
  }
  return at_end;
}

template struct NearContacts<2>;
template struct NearContacts<3>;

}  // namespace galet
