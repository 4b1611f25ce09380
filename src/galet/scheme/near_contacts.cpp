#include "galet/scheme/near_contacts.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "galet/base/error.hpp"
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
  detect_contacts(world, bodies, {bodies.position, walls}, tools.pairs.pairs(),
                  {.margin = margin, .seconds = h}, tools.workers, found);
  set_rows(bodies);
  edges.clear();
  position_round_off = 0.0;
  contacts.resize(found.size());
  laws.resize(found.size());
  ends.resize(found.size());
  forces.resize(found.size());
  faces.clear();
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
  CompliantContact<D>& contact = contacts[k];
  ContactEnds& end = ends[k];
  const std::size_t b = c.b().body();
  laws[k] = &law_of(world, bodies, c);
  contact = {};
  contact.overlap = -c.gap;
  contact.boundary = c.a().is_boundary();
  end = {-1, c.b().value, -1, row_of[b], 0};
  if (!contact.boundary) {
    const std::size_t a = c.a().body();
    end.a = c.a().value;
    end.row_a = row_of[a];
    contact.x = world.cell.nearest(bodies.position[b] - bodies.position[a]);
    contact.length = contact.x.norm();
    contact.reach = bodies.radius[a] + bodies.radius[b];
    contact.share_a = bodies.radius[a] / contact.reach;
    contact.share_b = bodies.radius[b] / contact.reach;
    if (end.row_a >= 0 && end.row_b >= 0) {
      edges.push_back({std::min(end.row_a, end.row_b), std::max(end.row_a, end.row_b)});
    }
    return;
  }
  const std::size_t wall = c.a().boundary();
  const Boundary<D>& boundary = world.boundaries[wall];
  contact.reach = bodies.radius[b];
  if (plane_of[wall] >= 0 && end.row_b >= 0) {
    end.row_a = static_cast<std::int32_t>(body_of.size()) + plane_of[wall];
    edges.push_back({end.row_b, end.row_a});
  }
  NearFace<D> face;
  // Planes under load are moved by their motion along themselves only.
  face.flat = is_flat<D>(boundary.shape, c.place.feature) &&
              (stands_still(boundary.motion) || boundary.load);
  if (!face.flat) {
    constexpr double round_off = 8.0 * std::numeric_limits<double>::epsilon();
    position_round_off = std::max(position_round_off, round_off * bodies.position[b].norm());
  }
  face.start = {c.gap + bodies.radius[b], c.n};
  const Vec<D>& x = bodies.position[b];
  face.surface = boundary_velocity<D>(world, bodies, c, x, walls_mid_);
  face.surface_seen = velocity == FrictionVelocity::mean
                          ? face.surface
                          : boundary_velocity<D>(world, bodies, c, x, walls_end_);
  GALET_ASSERT(faces.size() == k);
  faces.push_back(face);
}

// Edges sorted for the matrix; every contact learns the place of its own. Bodies keep their order
// as rows, so that only planes under load disturb it.
template <int D>
void NearContacts<D>::number_edges() {
  const auto number = [this](auto&& place) {
    std::size_t next = 0;
    for (ContactEnds& end : ends) {
      if (end.row_a >= 0 && end.row_b >= 0) end.edge = static_cast<std::int32_t>(place(next++));
    }
  };
  if (std::ranges::is_sorted(edges)) {
    number([](std::size_t k) { return k; });
    return;
  }
  std::vector<std::size_t> order(edges.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [this](std::size_t k) { return edges[k]; });
  std::vector<BlockEdge> sorted(edges.size());
  std::vector<std::size_t> place(edges.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    sorted[k] = edges[order[k]];
    place[order[k]] = k;
  }
  edges = std::move(sorted);
  number([&](std::size_t k) { return place[k]; });
}

template <int D>
FaceAtEnd<D> NearContacts<D>::face_at_end(const World<D>& world, const Bodies<D>& bodies,
                                          std::size_t k, const Vec<D>& dx) const {
  const NearFace<D>& at_start = faces[k];
  const Contact<D>& c = found[k];
  const Vec<D>& n = at_start.start.normal;
  if (at_start.flat) return {contacts[k].overlap - n.dot(dx), n, n};
  const std::size_t wall = c.a().boundary();
  const Boundary<D>& boundary = world.boundaries[wall];
  const Vec<D>& x = bodies.position[c.b().body()];
  const auto face = [&](const Placement<D>& place, const Vec<D>& at) {
    return face_at<D>(boundary, place, c.place.feature, world.image_at(wall, place, at),
                      at_start.start);
  };
  const FacePoint<D> end = face(walls_end_[wall], x + dx);
  const FacePoint<D> mid = face(walls_mid_[wall], x + 0.5 * dx);
  FaceAtEnd<D> at_end{bodies.radius[c.b().body()] - end.distance, end.normal, mid.normal};
  const double moved2 = dx.squaredNorm();
  if (stands_still(boundary.motion) && moved2 > 0.0) {
    const double missing = (end.distance - at_start.start.distance) - mid.normal.dot(dx);
    at_end.gradient += missing / moved2 * dx;
  }
  return at_end;
}

template struct NearContacts<2>;
template struct NearContacts<3>;

}  // namespace galet
