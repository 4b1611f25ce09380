// Shear rate, inertial number and ratio of stresses of a flow [Jop2006].
//
// The velocity gradient L is that of the affine field that fits the velocities of the bodies best
// (least squares); with its symmetric part without trace, d, and the stress σ = p 1 + s:
//   γ̇ = √(2 d:d),   I = γ̇ D √(ρ/p),   µ = √(s:s/2)/p,
// D being the mean diameter and ρ the density of the bodies themselves. In simple shear γ̇ is the
// shear rate and µ the shear stress over the pressure. Cost: O(bodies + contacts).
#pragma once

#include "galet/observe/stress.hpp"

namespace galet {

template <int D>
struct FlowState {
  Mat<D> gradient = Mat<D>::Zero();  // L, 1/s; not numbers where the bodies do not tell it
  Stress<D> stress;
  double diameter = 0.0;  // m
  double density = 0.0;   // kg/m³; kg/m² in 2D

  FlowState& operator+=(const FlowState& other);
  FlowState& operator/=(double x);

  double shear_rate() const;
  double pressure() const { return stress.total().trace() / D; }
  double inertial_number() const;
  double stress_ratio() const;
};

template <int D>
FlowState<D> compute_flow_state(const Look<D>& look, const Part<D>& part);

}  // namespace galet
