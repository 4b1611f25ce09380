// Mean stress in a part of space, compression positive:
//   V σ = Σ_c f_c ⊗ l_c  +  Σ_i m_i (v_i − v̄) ⊗ (v_i − v̄),
// f_c being the force of a contact on b, l_c its branch from the centre of a (from the point of
// contact at a boundary) to the centre of b, v̄ the mean velocity by mass, and V the volume (area in
// 2D): Love's and Weber's formula [Love1927, note B; Weber1966; Christoffersen1981] with the part
// of the moving bodies. σ_ij is the force along i through a unit area across j.
//
// Differs from the papers: a branch counts by the part of it that lies in the window, which makes σ
// the exact mean over the window of the stress field that runs along the branches [Goldhirsch2010];
// bodies count for the second sum when their centres are inside. For one group only, each branch is
// divided at the point of contact and only the parts at bodies of the group count: the sum over all
// groups gives the whole. Cost: O(bodies + contacts).
#pragma once

#include "galet/observe/look.hpp"

namespace galet {

template <int D>
struct Stress {
  Mat<D> contact = Mat<D>::Zero();  // Pa; N/m in 2D, which is Pa for discs 1 m thick
  Mat<D> kinetic = Mat<D>::Zero();
  double volume = 0.0;  // m³; m² in 2D

  Mat<D> total() const { return contact + kinetic; }
  Stress& operator+=(const Stress& other) {
    contact += other.contact;
    kinetic += other.kinetic;
    volume += other.volume;
    return *this;
  }
  Stress& operator/=(double x) {
    contact /= x;
    kinetic /= x;
    volume /= x;
    return *this;
  }
};

// Without a window, in the box around the bodies of the part at that time.
template <int D>
Stress<D> compute_stress(const Look<D>& look, const Part<D>& part);

}  // namespace galet
