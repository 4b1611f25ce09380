// Fields on a grid by coarse graining [Goldhirsch2010]: a quantity a_i of the bodies becomes the
// field
//   a(x) = Σ_i a_i φ(x − x_i),
// and the stress of a contact is spread along its branch,
//   σ(x) = Σ_c f_c ⊗ l_c ∫_0^1 φ(x − x_a − s l_c) ds  +  Σ_i m_i (v_i − v(x)) ⊗ (v_i − v(x)) φ(x −
//   x_i).
// The kernel φ is the Gaussian of standard deviation `width`, cut off at 6 widths (which leaves out
// 2e-9 of it). Values are means over cells, not at points: with the normal distribution function in
// place of φ these are exact, mass is neither lost nor made, and a direction with one cell needs no
// special case. A body near a face of the grid has part of its kernel outside; in a periodic cell
// all images of a body that reach into the grid count. Cost: a body touches the cells within 6
// widths of it; a contact 4 points per width of its branch (Gauss; the error is below 1e-7), each
// of which does the same.
#pragma once

#include <array>
#include <vector>

#include "galet/observe/look.hpp"

namespace galet {

template <int D>
struct Grid {
  Vec<D> low;
  Vec<D> high;
  std::array<std::int64_t, D> cells;

  std::size_t size() const;
  Vec<D> center(std::size_t cell) const;  // the first direction runs fastest
  // The cell that holds x, none outside.
  std::optional<std::size_t> cell_of(const Vec<D>& x) const;
};

// Sums over the bodies, each times its kernel, by cell.
template <int D>
struct GridMoments {
  std::vector<double> mass;      // kg/m³ (2D: per m² and 1 m of thickness)
  std::vector<double> solid;     // solid fraction
  std::vector<Vec<D>> momentum;  // kg/(m² s)
  std::vector<Mat<D>> flux;      // Σ m v ⊗ v φ, Pa
  std::vector<Mat<D>> contact;   // Pa, compression positive; empty unless asked for

  GridMoments& operator+=(const GridMoments& other);
  GridMoments& operator/=(double x);
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.mass, self.solid, self.momentum, self.flux, self.contact);
  }

  // Not numbers where there is no mass.
  Vec<D> velocity(std::size_t cell) const { return momentum[cell] / mass[cell]; }
  // Zero where there is no mass.
  Mat<D> kinetic_stress(std::size_t cell) const;
  // Granular temperature: mean of (v − v(x))² per direction, in m²/s².
  double temperature(std::size_t cell) const {
    return kinetic_stress(cell).trace() / (D * mass[cell]);
  }
};

// Of the bodies of the part's group; its window is not looked at.
template <int D>
GridMoments<D> compute_grid_moments(const Look<D>& look, const Part<D>& part, const Grid<D>& grid,
                                    double width, bool with_contacts);

}  // namespace galet
