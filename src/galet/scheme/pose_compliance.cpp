#include "galet/scheme/pose_compliance.hpp"

#include <algorithm>
#include <limits>
#include <variant>
#include <vector>

#include "galet/base/error.hpp"

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
class CompliancePose {
 public:
  CompliancePose(const ComplianceInput<D>& input, ComplianceProblem<D>& problem)
      : in_(input),
        world_(input.world),
        bodies_(input.bodies),
        p_(problem),
        walls_mid_(placements(input.world, input.t + 0.5 * input.rates.h)),
        walls_end_(placements(input.world, input.t + input.rates.h)),
        plane_of_(input.world.boundaries.size(), -1) {}

  void run() {
    p_.rates = in_.rates;
    p_.friction_velocity = in_.friction_velocity;
    p_.speed = in_.speed;
    p_.position_round_off = 0.0;
    p_.cell = world_.cell;
    set_nodes();
    set_planes();
    set_laws();
    set_obstacles();
    set_contacts();
    if (p_.rates.midpoint) {
      p_.a_start.clear();
      p_.w_start.clear();
    } else {
      set_start_accelerations(p_);
    }
  }

 private:
  void set_nodes() {
    const auto gather = [this](const auto& from, auto& to) {
      to.resize(in_.near.body_of.size());
      for (std::size_t k = 0; k < to.size(); ++k) to[k] = from[in_.near.body_of[k]];
    };
    p_.unknowns = in_.near.unknowns;
    gather(bodies_.mass, p_.mass);
    gather(bodies_.inertia, p_.inertia);
    gather(bodies_.radius, p_.radius);
    gather(bodies_.inverse_mass, p_.inverse_mass);
    gather(bodies_.inverse_inertia, p_.inverse_inertia);
    gather(bodies_.velocity, p_.velocity);
    gather(bodies_.spin, p_.spin);
    gather(in_.force, p_.force);
  }

  void set_planes() {
    p_.planes.clear();
    for (const LoadedPlane<D>& plane : in_.planes) {
      plane_of_[plane.boundary] = static_cast<std::int32_t>(p_.planes.size());
      p_.planes.push_back({.normal = plane.normal,
                           .mass = plane.mass,
                           .force = plane.force(0.5, in_.gravity),
                           .velocity = plane.start.velocity});
    }
  }

  // By pair of materials.
  void set_laws() {
    p_.laws.clear();
    const auto n = static_cast<MaterialIndex>(world_.materials.size());
    for (MaterialIndex a = 0; a < n; ++a) {
      for (MaterialIndex b = 0; b < n; ++b) {
        p_.laws.push_back({world_.pairs(a, b).friction, world_.pairs(a, b).compliance});
      }
    }
  }
  std::int32_t law_index(const Contact<D>& c) const {
    const MaterialIndex first = c.a().is_boundary() ? world_.boundaries[c.a().boundary()].material
                                                    : bodies_.material[c.a().body()];
    return first * static_cast<std::int32_t>(world_.materials.size()) +
           bodies_.material[c.b().body()];
  }

  void set_obstacles() {
    p_.obstacles.clear();
    for (std::size_t k = 0; k < world_.boundaries.size(); ++k) {
      const Boundary<D>& boundary = world_.boundaries[k];
      p_.obstacles.push_back(
          {boundary.shape, walls_mid_[k], walls_end_[k], stands_still(boundary.motion)});
    }
  }

  void set_contacts() {
    const ContactSet<D>& found = in_.near.found;
    p_.contacts.resize(found.size());
    p_.ends.resize(found.size());
    p_.faces.clear();
    for (std::size_t k = 0; k < found.size(); ++k) {
      const Contact<D>& c = found[k];
      p_.contacts[k] = c.a().is_boundary() ? at_boundary(c) : between_bodies(c);
      p_.ends[k] = {-1, in_.near.node_of[c.b().body()], -1, law_index(c)};
      if (!c.a().is_boundary()) {
        p_.ends[k].a = in_.near.node_of[c.a().body()];
        continue;
      }
      p_.ends[k].plane = plane_of_[c.a().boundary()];
      GALET_ASSERT(p_.faces.size() == k);
      p_.faces.push_back(face_of(c));
    }
  }

  CompliantContact<D> between_bodies(const Contact<D>& c) const {
    const std::size_t a = c.a().body();
    const std::size_t b = c.b().body();
    CompliantContact<D> contact;
    contact.overlap = -c.gap;
    contact.x = world_.cell.nearest(bodies_.position[b] - bodies_.position[a]);
    contact.length = contact.x.norm();
    contact.reach = bodies_.radius[a] + bodies_.radius[b];
    contact.share_a = bodies_.radius[a] / contact.reach;
    contact.share_b = bodies_.radius[b] / contact.reach;
    return contact;
  }
  CompliantContact<D> at_boundary(const Contact<D>& c) const {
    CompliantContact<D> contact;
    contact.overlap = -c.gap;
    contact.boundary = true;
    contact.reach = bodies_.radius[c.b().body()];
    return contact;
  }

  NearFace<D> face_of(const Contact<D>& c) {
    const std::size_t b = c.b().body();
    const std::size_t wall = c.a().boundary();
    const Boundary<D>& boundary = world_.boundaries[wall];
    NearFace<D> face;
    face.x = bodies_.position[b];
    face.obstacle = static_cast<std::int32_t>(wall);
    face.feature = c.place.feature;
    // Planes under load are moved by their motion along themselves only.
    face.flat = is_flat<D>(boundary.shape, c.place.feature) &&
                (stands_still(boundary.motion) || boundary.load);
    if (!face.flat) {
      constexpr double round_off = 8.0 * std::numeric_limits<double>::epsilon();
      p_.position_round_off = std::max(p_.position_round_off, round_off * face.x.norm());
    }
    face.start = {c.gap + bodies_.radius[b], c.n};
    face.surface = boundary_velocity<D>(world_, bodies_, c, face.x, walls_mid_);
    face.surface_seen = in_.friction_velocity == FrictionVelocity::mean
                            ? face.surface
                            : boundary_velocity<D>(world_, bodies_, c, face.x, walls_end_);
    return face;
  }

  const ComplianceInput<D>& in_;
  const World<D>& world_;
  const Bodies<D>& bodies_;
  ComplianceProblem<D>& p_;
  std::vector<Placement<D>> walls_mid_;
  std::vector<Placement<D>> walls_end_;
  std::vector<std::int32_t> plane_of_;  // by boundary, −1 for others
};

}  // namespace

template <int D>
void pose_compliance(const ComplianceInput<D>& input, ComplianceProblem<D>& problem) {
  CompliancePose<D>(input, problem).run();
}

template void pose_compliance(const ComplianceInput<2>&, ComplianceProblem<2>&);
template void pose_compliance(const ComplianceInput<3>&, ComplianceProblem<3>&);

}  // namespace galet
