// The problem of a step with compliant contacts, as data: find increments Δq of the nodes with
//   M a⁺(Δq) = F + Q(Δq),
// a⁺ by Newmark's formulas (problem/newmark_rates.hpp), Q the forces of the contacts
// (problem/compliant_contact.hpp) [Nguyen2024, §3.4, §4.2].
//
// Nodes are the bodies near a contact, first those that can move, whose motions are unknown, then
// those that cannot. A plane under load is one more node that moves along its normal only. Nothing
// refers to a world or to bodies: a problem can be made by hand, stored and loaded. The solver is
// solver/newton.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "galet/law/compliance.hpp"
#include "galet/problem/compliance_face.hpp"
#include "galet/problem/newmark_rates.hpp"

namespace galet {

// The two sides of a contact.
struct ContactEnds {
  std::int32_t a = -1;      // node; −1 for a boundary
  std::int32_t b = -1;      // node
  std::int32_t plane = -1;  // of the boundary if it is a plane under load, else −1
  std::int32_t law = 0;
};

// A plane under load: a node with a single direction.
template <int D>
struct PlaneUnknown {
  Vec<D> normal = Vec<D>::Zero();
  double mass = 0.0;      // kg
  double force = 0.0;     // N along the normal, with its weight
  double velocity = 0.0;  // m/s at the start, along the normal
  double a_start = 0.0;   // m/s², where the scheme needs it
};

template <int D>
struct ComplianceProblem {
  NewmarkRates rates;
  FrictionVelocity friction_velocity = FrictionVelocity::mean;
  // Largest velocity of the step, which residuals are compared with, m/s.
  double speed = 0.0;
  // Of gaps that come from positions and not from increments: at faces that turn or move. m
  double position_round_off = 0.0;

  // By node. The first `unknowns` of them can move in some direction.
  std::size_t unknowns = 0;
  std::vector<double> mass;
  std::vector<double> inertia;
  std::vector<double> radius;
  std::vector<Vec<D>> inverse_mass;     // per direction, 0 where locked
  std::vector<double> inverse_inertia;  // 0 where locked
  std::vector<Vec<D>> force;            // external, N, without the locked directions
  std::vector<Vec<D>> velocity;         // at the start
  std::vector<Spin<D>> spin;
  std::vector<Vec<D>> a_start;  // accelerations there; empty for the midpoint rule
  std::vector<Spin<D>> w_start;
  std::vector<PlaneUnknown<D>> planes;

  // By contact, those with boundaries first: in separate arrays, so that every pass over them reads
  // only what it needs.
  std::vector<CompliantContact<D>> contacts;
  std::vector<ContactEnds> ends;
  std::vector<NearFace<D>> faces;  // of the contacts with boundaries

  std::vector<CompliantLaw> laws;
  std::vector<StepObstacle<D>> obstacles;
  PeriodicCell<D> cell;

  std::size_t nodes() const { return mass.size(); }
  bool has_friction() const;
  // Of a node that can move: one of its directions or its spin is locked.
  bool is_locked(std::size_t i) const {
    return (inverse_mass[i].array() == 0.0).any() || inverse_inertia[i] == 0.0;
  }
  const CompliantLaw& law(std::size_t contact) const {
    return laws[static_cast<std::size_t>(ends[contact].law)];
  }
  const PlaneUnknown<D>* plane(std::size_t contact) const {
    const std::int32_t j = ends[contact].plane;
    return j < 0 ? nullptr : &planes[static_cast<std::size_t>(j)];
  }
  Vec<D> acceleration_start(std::size_t i) const {
    return a_start.empty() ? Vec<D>(Vec<D>::Zero()) : a_start[i];
  }
  Spin<D> angular_acceleration_start(std::size_t i) const {
    return w_start.empty() ? Spin<D>(Spin<D>::Zero()) : w_start[i];
  }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.rates, self.friction_velocity, self.speed, self.position_round_off, self.unknowns);
    a(self.mass, self.inertia, self.radius, self.inverse_mass, self.inverse_inertia, self.force,
      self.velocity, self.spin, self.a_start, self.w_start, self.planes);
    a(self.contacts, self.ends, self.faces, self.laws, self.obstacles, self.cell);
  }
};

// The motion of a step and the forces of the contacts in it.
template <int D>
struct ComplianceSolution {
  std::vector<Vec<D>> dx;               // increments, by node
  std::vector<Spin<D>> dr;              // rotation vectors, by node
  std::vector<double> plane;            // increments of the planes, m
  std::vector<ContactForce<D>> forces;  // by contact, as evaluated last
};

// Accelerations at the start from M a = F + Q there. O(nodes + contacts).
template <int D>
void set_start_accelerations(ComplianceProblem<D>& problem);

// The motion without contacts; the motion at the velocities of the start.
template <int D>
void set_free(const ComplianceProblem<D>& problem, ComplianceSolution<D>& solution);
template <int D>
void set_unforced(const ComplianceProblem<D>& problem, ComplianceSolution<D>& solution);

// The problem as bytes, for the same program to read again. load() throws SystemError when they
// hold no problem of this dimension.
template <int D>
std::vector<std::byte> dump(const ComplianceProblem<D>& problem);
template <int D>
ComplianceProblem<D> load_compliance_problem(std::span<const std::byte> bytes);

}  // namespace galet
