// The contact problem of discs or spheres in the form the fast sweeps work on.
//
// For balls the arms lie along the normal and the inverse mass is a number, so that with
// s = r ω one row (v, s) per ball holds its motion and the contact needs its normal only:
//   û = v_b − v_a − (s_a + s_b) × n + q,    w_n = m_a⁻¹ + m_b⁻¹,    w_t = w_n + κ_a m_a⁻¹ + κ_b
//   m_b⁻¹,
// κ = m r²/I (5/2 for a sphere, 2 for a disc). Impulses are world vectors: no tangents are needed.
// Everything is divided by a reference mass and a reference speed, so single precision has the same
// room at any scale.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "galet/problem/contact_problem.hpp"

namespace galet {

template <int D>
struct BallProblem {
  struct Node {
    double inverse_mass = 0.0;     // times the reference mass
    double inverse_inertia = 0.0;  // κ/m times the reference mass
  };
  struct Contact {
    std::int32_t a = 0;
    std::int32_t b = 0;
    double mu = 0.0;
    Vec<D> n;
    Vec<D> q;  // world components, over the reference speed
  };
  std::vector<Node> nodes;
  std::vector<Contact> contacts;
  double mass = 1.0;   // reference, kg
  double speed = 1.0;  // reference, m/s
};

// Nothing when a contact of the problem is not one of balls (or W is a matrix).
template <int D>
std::optional<BallProblem<D>> as_balls(const ContactProblem<D>& problem);

}  // namespace galet
