#include "galet/build/build_cell.hpp"

#include <array>
#include <cmath>
#include <string_view>
#include <variant>

#include "galet/scene/vectors.hpp"

namespace galet {
namespace {

constexpr std::array<std::string_view, 3> axes{"x", "y", "z"};

// Whether the vector has no part across direction k.
template <int D>
bool is_along(const Vec<D>& v, int k) {
  return (v - v[k] * Vec<D>::Unit(k)).isZero(0.0);
}

// A rotation carries the cell's images of a boundary with it only about the direction itself.
template <int D>
bool turns_across(const Motion<D>& motion, int k) {
  if (motion.spin.isZero(0.0)) return false;
  if constexpr (D == 2)
    return true;
  else
    return !is_along<D>(motion.spin.largest(), k);
}

template <int D>
void check_shape(const std::string& key, const HalfSpace<D>& plane, int k) {
  if (plane.normal[k] != 0.0) {
    refuse(key + ".normal",
           fmt::format("must have no part along {0}, which is periodic, got {1:.4g}; an incline is "
                       "made by turning gravity, or leave periodic.{0} out",
                       axes[k], plane.normal[k]));
  }
}

template <int D>
void check_shape(const std::string&, const Stick<D>&, int) {}

// Of one wall in each period the nearest would have to be found.
void refuse_repetition(const std::string& key, int k) {
  refuse(key + ".kind",
         fmt::format("rectangles, cylinders, cones and discs do not repeat along {0}, which is "
                     "periodic; use segments, or leave periodic.{0} out",
                     axes[k]));
}
template <int D>
void check_shape(const std::string& key, const Plate<D>&, int k) {
  refuse_repetition(key, k);
}
template <int D>
void check_shape(const std::string& key, const Revolved<D>&, int k) {
  refuse_repetition(key, k);
}

template <int D>
void check_shape(const std::string& key, const BoxInside<D>& box, int k) {
  if (box.closed[2 * k] || box.closed[2 * k + 1]) {
    refuse(key + ".open",
           fmt::format("the direction {0} is periodic and has no walls: add \"{0}-\" and \"{0}+\" "
                       "to the open faces, or leave periodic.{0} out",
                       axes[k]));
  }
}

template <int D>
void check_shape(const std::string& key, const Drum<D>& drum, int k) {
  if (D == 2 || !is_along<D>(drum.axis, k)) {
    refuse(key + (D == 2 ? ".center" : ".axis"),
           fmt::format("a drum is closed across {0}, which is periodic{1}; leave periodic.{0} out",
                       axes[k], D == 2 ? "" : ": its axis must be along it"));
  }
  if (std::isfinite(drum.length)) {
    refuse(key + ".length",
           fmt::format("the drum ends along {0}, which is periodic; leave the length out to make "
                       "it endless, or leave periodic.{0} out",
                       axes[k]));
  }
}

// How long a stick may be along direction k at any time; 0 if it is as long as the period and goes
// on in its image.
template <int D>
double extent(const Stick<D>& stick, const Motion<D>& motion, double period, int k) {
  const Vec<D> way = stick.end - stick.start;
  if (turns_across(motion, k)) return way.norm() + 2.0 * stick.radius;
  constexpr double round_off = 1e-9;
  if (is_along<D>(way, k) && std::abs(way[k]) >= (1.0 - round_off) * period) return 0.0;
  return std::abs(way[k]) + 2.0 * stick.radius;
}

}  // namespace

template <int D>
PeriodicCell<D> build_cell(const PeriodicSettings& settings) {
  PeriodicCell<D> cell;
  const std::array<const std::vector<double>*, 3> given{&settings.x, &settings.y, &settings.z};
  for (int k = 0; k < 3; ++k) {
    if (given[k]->empty()) continue;
    const std::string key = fmt::format("periodic.{}", axes[k]);
    if (k >= D) refuse(key, "is for 3D");
    const Vec<2> ends = fixed_vector<2>(key, *given[k]);
    if (!(ends[1] > ends[0])) {
      refuse(key, fmt::format("the upper end must be above the lower one ({}), got {}", ends[0],
                              ends[1]));
    }
    cell.low[k] = ends[0];
    cell.period[k] = ends[1] - ends[0];
  }
  return cell;
}

template <int D>
void refuse_broken_periods(const PeriodicCell<D>& cell, std::span<const Boundary<D>> boundaries) {
  for (std::size_t b = 0; b < boundaries.size(); ++b) {
    const std::string key = fmt::format("boundary[{}]", b);
    for (int k = 0; k < D; ++k) {
      if (!cell.repeats(k)) continue;
      std::visit([&](const auto& shape) { check_shape<D>(key, shape, k); }, boundaries[b].shape);
      const bool repeated = std::holds_alternative<Stick<D>>(boundaries[b].shape);
      if (!repeated && turns_across(boundaries[b].motion, k)) {
        refuse(key + ".motion",
               fmt::format("must not turn the boundary in the direction {0}, which is periodic; "
                           "leave the spin or periodic.{0} out",
                           axes[k]));
      }
    }
  }
}

template <int D>
void check_periods(const PeriodicCell<D>& cell, std::span<const Boundary<D>> boundaries,
                   double largest_diameter) {
  const double least = 2.0 * largest_diameter;
  for (int k = 0; k < D; ++k) {
    if (!cell.repeats(k)) continue;
    if (cell.period[k] < least) {
      refuse(
          fmt::format("periodic.{}", axes[k]),
          fmt::format("the period must be at least {:.6g}, twice the largest diameter of a body, "
                      "got {:.6g}",
                      least, cell.period[k]));
    }
    for (std::size_t b = 0; b < boundaries.size(); ++b) {
      const auto* stick = std::get_if<Stick<D>>(&boundaries[b].shape);
      if (stick == nullptr) continue;
      const double length = extent<D>(*stick, boundaries[b].motion, cell.period[k], k);
      if (length == 0.0 || length + least <= cell.period[k]) continue;
      refuse(
          fmt::format("boundary[{}].end", b),
          fmt::format("the segment takes up {:.6g} of the period {:.6g} along {}; at most {:.6g} "
                      "is allowed, which leaves two of the largest diameters up to its image "
                      "(an endless one lies along {} and is as long as the period)",
                      length, cell.period[k], axes[k], cell.period[k] - least, axes[k]));
    }
  }
}

#define GALET_INSTANTIATE(D)                                                                 \
  template PeriodicCell<D> build_cell<D>(const PeriodicSettings&);                           \
  template void refuse_broken_periods(const PeriodicCell<D>&, std::span<const Boundary<D>>); \
  template void check_periods(const PeriodicCell<D>&, std::span<const Boundary<D>>, double)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
