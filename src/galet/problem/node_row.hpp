// The motion of one node as the loops over contacts want it: one row that fits vector registers.
// No functions here: the kernels, compiled once per instruction set, include it.
#pragma once

namespace galet {

// Velocity, spin times radius and inverse masses of one node (2D: in the plane z = 0).
template <class T>
struct alignas(8 * sizeof(T)) NodeRow {
  T v[3];
  T inverse_mass;
  T s[3];             // r ω
  T inverse_inertia;  // times r²
};

}  // namespace galet
