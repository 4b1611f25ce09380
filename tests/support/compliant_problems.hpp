// Compliance problems made by hand.
#pragma once

#include "galet/problem/compliance_problem.hpp"

namespace galet::test {

template <int D>
std::size_t add_node(ComplianceProblem<D>& problem, double mass, double radius,
                     const Vec<D>& velocity) {
  const double inertia = 0.4 * mass * radius * radius;
  problem.mass.push_back(mass);
  problem.inertia.push_back(inertia);
  problem.radius.push_back(radius);
  problem.inverse_mass.push_back(Vec<D>::Constant(1.0 / mass));
  problem.inverse_inertia.push_back(1.0 / inertia);
  problem.force.push_back(Vec<D>::Zero());
  problem.velocity.push_back(velocity);
  problem.spin.push_back(Spin<D>::Zero());
  ++problem.unknowns;
  return problem.nodes() - 1;
}

// Between the balls a and b, whose centres are x apart.
template <int D>
void add_pair(ComplianceProblem<D>& problem, std::size_t a, std::size_t b, const Vec<D>& x) {
  CompliantContact<D> c;
  c.x = x;
  c.length = x.norm();
  c.reach = problem.radius[a] + problem.radius[b];
  c.overlap = c.reach - c.length;
  c.share_a = problem.radius[a] / c.reach;
  c.share_b = problem.radius[b] / c.reach;
  problem.contacts.push_back(c);
  problem.ends.push_back({static_cast<std::int32_t>(a), static_cast<std::int32_t>(b), -1, 0});
}

// Of ball b with the flat face {x : n·x = 0} that overlaps by d; contacts with faces come first.
template <int D>
NearFace<D>& add_face(ComplianceProblem<D>& problem, std::size_t b, const Vec<D>& n, double d,
                      std::int32_t plane = -1) {
  CompliantContact<D> c;
  c.overlap = d;
  c.boundary = true;
  c.reach = problem.radius[b];
  problem.contacts.push_back(c);
  problem.ends.push_back({-1, static_cast<std::int32_t>(b), plane, 0});
  NearFace<D> face;
  face.start = {c.reach - d, n};
  face.x = face.start.distance * n;
  problem.faces.push_back(face);
  return problem.faces.back();
}

// Everything a problem can hold: a ball on a piston and in a turned drum, a ball with a locked
// direction, a fixed ball, friction; D = 2, 3.
template <int D>
ComplianceProblem<D> lively_problem() {
  ComplianceProblem<D> p;
  p.rates = NewmarkRates::of(0.5, 1.0, 1e-3);
  p.speed = 1.0;
  p.laws = {{0.3, {.exponent = 2.5, .factor = 3e5, .c_t = 20.0}}};
  const Vec<D> up = Vec<D>::Unit(D - 1);
  const Vec<D> right = Vec<D>::Unit(0);
  const std::size_t first = add_node<D>(p, 1.0, 0.1, Vec<D>(0.3 * right - 1.0 * up));
  const std::size_t second = add_node<D>(p, 2.0, 0.12, Vec<D>(-0.4 * right - 0.5 * up));
  const std::size_t fixed = add_node<D>(p, 1.0, 0.1, Vec<D>::Zero());
  p.inverse_mass[second] -= p.inverse_mass[second].cwiseProduct(up);  // locked in height
  p.velocity[second] -= p.velocity[second].cwiseProduct(up);
  p.inverse_mass[fixed].setZero();
  p.inverse_inertia[fixed] = 0.0;
  p.unknowns = 2;
  p.force[first] = -9.81 * up;
  p.planes = {{.normal = up, .mass = 3.0, .force = 12.0, .velocity = 0.2}};
  add_face<D>(p, first, up, 1e-3, 0);
  NearFace<D>& curved = add_face<D>(p, second, Vec<D>(-right), 5e-4);
  curved.flat = false;
  Drum<D> drum;
  drum.radius = 0.5;
  if constexpr (D == 3) drum.axis = Vec<D>::Unit(1);
  p.obstacles = {{drum, {}, {}, true}};
  curved.x = (0.5 - 0.12 + 5e-4) * right;
  curved.start = {0.12 - 5e-4, -right};
  add_pair<D>(p, first, second, Vec<D>(0.219 * right));
  add_pair<D>(p, first, fixed, Vec<D>(0.1985 * up));
  return p;
}

}  // namespace galet::test
