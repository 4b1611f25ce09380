#include "galet/observe/grid.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "galet/geometry/mass_properties.hpp"

namespace galet {
namespace {

constexpr double reach = 6.0;  // widths

// Gauss's quadrature with 4 points on [0, 1].
constexpr std::array<std::array<double, 2>, 4> gauss_of_cells{
    {{0.5 - 0.5 * 0.8611363115940526, 0.5 * 0.3478548451374537},
     {0.5 - 0.5 * 0.33998104358485626, 0.5 * 0.6521451548625462},
     {0.5 + 0.5 * 0.33998104358485626, 0.5 * 0.6521451548625462},
     {0.5 + 0.5 * 0.8611363115940526, 0.5 * 0.3478548451374537}}};

double normal_distribution(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

// Means of the kernel over the cells, direction by direction.
template <int D>
class Kernel {
 public:
  Kernel(const Grid<D>& grid, double width, const PeriodicCell<D>& cell)
      : grid_(grid), width_(width), cell_(cell) {
    for (int k = 0; k < D; ++k) {
      step_[k] = (grid.high[k] - grid.low[k]) / static_cast<double>(grid.cells[k]);
      weights_[k].resize(static_cast<std::size_t>(grid.cells[k]));
    }
  }

  // Calls f(cell, mean of φ(· − x) over the cell) for the cells that x or an image of it reaches.
  template <class F>
  void spread(const Vec<D>& x, F&& f) {
    if (!cell_.any()) return spread_image(x, f);
    const Vec<D> range = Vec<D>::Constant(reach * width_);
    cell_.for_each_shift(x - range, x + range, grid_.low, grid_.high,
                         [&](const Vec<D>& shift) { spread_image(x + shift, f); });
  }

 private:
  template <class F>
  void spread_image(const Vec<D>& x, F&& f) {
    for (int k = 0; k < D; ++k) {
      if (!weigh(k, x[k])) return;
    }
    std::array<std::int64_t, D> cell = first_;
    while (true) {
      double weight = 1.0;
      std::size_t index = 0;
      for (int k = D; k-- > 0;) {
        weight *= weights_[k][static_cast<std::size_t>(cell[k])];
        index =
            index * static_cast<std::size_t>(grid_.cells[k]) + static_cast<std::size_t>(cell[k]);
      }
      f(index, weight);
      int k = 0;
      while (k < D && cell[k] == last_[k]) {
        cell[k] = first_[k];
        ++k;
      }
      if (k == D) return;
      ++cell[k];
    }
  }

  // Fills weights_[k] between first_[k] and last_[k]; false when no cell is reached.
  bool weigh(int k, double x) {
    const double from = (x - reach * width_ - grid_.low[k]) / step_[k];
    const double to = (x + reach * width_ - grid_.low[k]) / step_[k];
    const auto count = static_cast<double>(grid_.cells[k]);
    if (!(to > 0.0 && from < count)) return false;
    first_[k] = static_cast<std::int64_t>(std::max(0.0, std::floor(from)));
    last_[k] = static_cast<std::int64_t>(std::min(count, std::ceil(to))) - 1;
    const auto below = [&](std::int64_t edge) {
      return normal_distribution((grid_.low[k] + static_cast<double>(edge) * step_[k] - x) /
                                 width_);
    };
    double left = below(first_[k]);
    for (std::int64_t i = first_[k]; i <= last_[k]; ++i) {
      const double right = below(i + 1);
      weights_[k][static_cast<std::size_t>(i)] = (right - left) / step_[k];
      left = right;
    }
    return true;
  }

  const Grid<D>& grid_;
  double width_;
  PeriodicCell<D> cell_;
  std::array<double, D> step_;
  std::array<std::vector<double>, D> weights_;
  std::array<std::int64_t, D> first_;
  std::array<std::int64_t, D> last_;
};

template <int D>
void add_line(Kernel<D>& kernel, const Vec<D>& start, const Vec<D>& line, const Vec<D>& force,
              double width, std::vector<Mat<D>>& field) {
  const Mat<D> moment = force * line.transpose();
  const double pieces = std::max(1.0, std::ceil(line.norm() / width));
  for (double piece = 0.0; piece < pieces; piece += 1.0) {
    for (const auto& [s, weight] : gauss_of_cells) {
      const Vec<D> x = start + (piece + s) / pieces * line;
      kernel.spread(
          x, [&](std::size_t cell, double phi) { field[cell] += phi * weight / pieces * moment; });
    }
  }
}

template <class T>
void add(std::vector<T>& sum, const std::vector<T>& other) {
  if (sum.empty()) {
    sum = other;
    return;
  }
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += other[i];
}

}  // namespace

template <int D>
std::size_t Grid<D>::size() const {
  std::size_t product = 1;
  for (const std::int64_t count : cells) product *= static_cast<std::size_t>(count);
  return product;
}

template <int D>
Vec<D> Grid<D>::center(std::size_t cell) const {
  Vec<D> x;
  for (int k = 0; k < D; ++k) {
    const auto count = static_cast<std::size_t>(cells[k]);
    const double along = (static_cast<double>(cell % count) + 0.5) / static_cast<double>(count);
    x[k] = low[k] + along * (high[k] - low[k]);
    cell /= count;
  }
  return x;
}

template <int D>
std::optional<std::size_t> Grid<D>::cell_of(const Vec<D>& x) const {
  std::size_t index = 0;
  for (int k = D; k-- > 0;) {
    const auto count = static_cast<double>(cells[k]);
    const double along = std::floor((x[k] - low[k]) / (high[k] - low[k]) * count);
    if (!(along >= 0.0 && along < count)) return std::nullopt;
    index = index * static_cast<std::size_t>(cells[k]) + static_cast<std::size_t>(along);
  }
  return index;
}

template <int D>
GridMoments<D>& GridMoments<D>::operator+=(const GridMoments& other) {
  add(mass, other.mass);
  add(solid, other.solid);
  add(momentum, other.momentum);
  add(flux, other.flux);
  add(contact, other.contact);
  return *this;
}

template <int D>
GridMoments<D>& GridMoments<D>::operator/=(double x) {
  for (double& value : mass) value /= x;
  for (double& value : solid) value /= x;
  for (Vec<D>& value : momentum) value /= x;
  for (Mat<D>& value : flux) value /= x;
  for (Mat<D>& value : contact) value /= x;
  return *this;
}

template <int D>
Mat<D> GridMoments<D>::kinetic_stress(std::size_t cell) const {
  if (!(mass[cell] > 0.0)) return Mat<D>::Zero();
  return flux[cell] - momentum[cell] * momentum[cell].transpose() / mass[cell];
}

template <int D>
GridMoments<D> compute_grid_moments(const Look<D>& look, const Part<D>& part, const Grid<D>& grid,
                                    double width, bool with_contacts) {
  GridMoments<D> moments;
  moments.mass.assign(grid.size(), 0.0);
  moments.solid.assign(grid.size(), 0.0);
  moments.momentum.assign(grid.size(), Vec<D>::Zero());
  moments.flux.assign(grid.size(), Mat<D>::Zero());
  Kernel<D> kernel(grid, width, part.cell);
  const Bodies<D>& bodies = look.bodies;
  constexpr BallSolid solid = D == 2 ? BallSolid::disc : BallSolid::sphere;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!part.has_member(bodies, i)) continue;
    const double m = bodies.mass[i];
    const double volume = ball_volume(solid, bodies.radius[i]);
    const Vec<D> v = bodies.velocity[i];
    kernel.spread(bodies.position[i], [&](std::size_t cell, double phi) {
      moments.mass[cell] += phi * m;
      moments.solid[cell] += phi * volume;
      moments.momentum[cell] += phi * m * v;
      moments.flux[cell] += phi * m * v * v.transpose();
    });
  }
  if (!with_contacts) return moments;

  moments.contact.assign(grid.size(), Mat<D>::Zero());
  for (std::size_t c = 0; c < look.contacts.size(); ++c) {
    if (!look.is_active(c)) continue;
    const Contact<D>& contact = look.contacts[c];
    const Branch<D> branch = branch_of(bodies, contact);
    const Vec<D> point = look.point(c);
    const Vec<D> force = look.force(c);
    if (!contact.a().is_boundary() && part.has_member(bodies, contact.a().body())) {
      add_line<D>(kernel, point - branch.from_a, branch.from_a, force, width, moments.contact);
    }
    if (part.has_member(bodies, contact.b().body())) {
      add_line<D>(kernel, point, branch.to_b, force, width, moments.contact);
    }
  }
  return moments;
}

#define GALET_INSTANTIATE(D)                                                                   \
  template struct Grid<D>;                                                                     \
  template struct GridMoments<D>;                                                              \
  template GridMoments<D> compute_grid_moments(const Look<D>&, const Part<D>&, const Grid<D>&, \
                                               double, bool)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
