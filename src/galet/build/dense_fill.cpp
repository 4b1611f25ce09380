#include "galet/build/dense_fill.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "galet/build/fill_region.hpp"
#include "galet/build/radius_law.hpp"
#include "galet/collision/broad_phase.hpp"
#include "galet/scene/size_limits.hpp"
#include "galet/scene/vectors.hpp"

namespace galet {
namespace {

constexpr double kEnlargement = 1e-3;  // of the radii during the search
constexpr int kMostSteps = 10000;
// Jammed: in so many steps the energy has not come down to this part of what it was.
constexpr int kPatience = 500;
constexpr double kProgress = 0.9;
// Part of the overlaps that a step takes back; stable below 2 (1 + momentum)/(largest stiffness),
// which is about 12 in 2D and 24 in 3D.
template <int D>
constexpr double kStep = D == 2 ? 0.15 : 0.09;
// Part of its last step that a body repeats, in the first and in the second search. The more, the
// longer the bodies move, and the denser they come to lie.
template <int D>
constexpr std::array<double, 2> kMomentum{D == 2 ? 0.98 : 0.95, D == 2 ? 0.995 : 0.99};

template <int D>
double ball_volume_of(double radius) {
  return ball_volume(D == 2 ? BallSolid::disc : BallSolid::sphere, radius);
}

// The bodies that move, after those that are there already.
template <int D>
class Packing {
 public:
  Packing(const Region<D>& region, std::span<const Boundary<D>> boundaries,
          const BallGrid<D>& others, std::span<const double> radii)
      : region_(region),
        boundaries_(boundaries),
        fixed_(others.centers().size()),
        cell_(others.cell()),
        pairs_(cell_) {
    for (const Boundary<D>& boundary : boundaries) places_.push_back(boundary.placement(0.0));
    position_.assign(others.centers().begin(), others.centers().end());
    true_radius_.assign(others.radii().begin(), others.radii().end());
    true_radius_.insert(true_radius_.end(), radii.begin(), radii.end());
    radius_ = true_radius_;
    for (std::size_t i = fixed_; i < radius_.size(); ++i) radius_[i] *= 1.0 + kEnlargement;
    // Pairs are listed so far around that the list lasts for some steps.
    for (const double radius : radius_) margin_.push_back(0.03 * radius);
    position_.resize(radius_.size());
    force_.resize(radius_.size());
    way_.resize(radius_.size());
  }

  // Whether a state without overlaps of the true radii was found, from new random places.
  bool relax(double momentum, Random& random) {
    for (std::size_t i = fixed_; i < position_.size(); ++i) {
      position_[i] = region_.draw(true_radius_[i], random);
    }
    sort_in_space();
    std::fill(way_.begin(), way_.end(), Vec<D>::Zero());
    double energy_before = std::numeric_limits<double>::infinity();
    for (int step = 0; step < kMostSteps; ++step) {
      compute_forces();
      if (worst_ <= 0.0) return true;
      if (step % kPatience == 0) {
        if (energy_ > kProgress * energy_before) break;
        energy_before = energy_;
      }
      for (std::size_t i = fixed_; i < position_.size(); ++i) {
        way_[i] = momentum * way_[i] + kStep<D> * force_[i];
        position_[i] += way_[i];
      }
    }
    fitting_scale_ = std::max(fitting_scale_, scale_);
    return false;
  }

  std::span<const Vec<D>> centers() const { return std::span(position_).subspan(fixed_); }
  // The largest factor on the radii with which nothing would overlap after a search in vain.
  double fitting_scale() const { return fitting_scale_; }

 private:
  // Row by row: bodies that will meet stand near each other in memory, which saves a third of
  // the time for 10⁵ bodies. Radii are as random as places, so that any place will do for a body.
  void sort_in_space() {
    const double width = 4.0 * *std::ranges::max_element(radius_);
    const auto key = [width](const Vec<D>& x) {
      std::array<double, D> rows;
      for (int d = 1; d < D; ++d) {
        rows[static_cast<std::size_t>(D - 1 - d)] = std::floor(x[d] / width);
      }
      rows[D - 1] = x[0];
      return rows;
    };
    std::sort(position_.begin() + static_cast<std::ptrdiff_t>(fixed_), position_.end(),
              [&](const Vec<D>& a, const Vec<D>& b) { return key(a) < key(b); });
  }

  // Forces are overlaps of the enlarged radii; also what the true radii overlap.
  void compute_forces() {
    std::fill(force_.begin(), force_.end(), Vec<D>::Zero());
    worst_ = 0.0;
    scale_ = 1.0;
    energy_ = 0.0;
    pairs_.update(position_, radius_, margin_, workers_);
    for (const BodyPair& pair : pairs_.pairs()) {
      const auto a = static_cast<std::size_t>(pair.a);
      const auto b = static_cast<std::size_t>(pair.b);
      if (b < fixed_) continue;
      const Vec<D> between = cell_.nearest(position_[b] - position_[a]);
      const double touch = radius_[a] + radius_[b];
      const double distance2 = between.squaredNorm();
      if (distance2 >= touch * touch) continue;
      const double distance = std::sqrt(distance2);
      const Vec<D> n = distance > 0.0 ? Vec<D>(between / distance) : Vec<D>(Vec<D>::Unit(D - 1));
      const Vec<D> push = (touch - distance) * n;
      force_[b] += push;
      if (a >= fixed_) force_[a] -= push;
      energy_ += (touch - distance) * (touch - distance);
      note(true_radius_[a] + true_radius_[b], distance);
    }
    for (std::size_t i = fixed_; i < position_.size(); ++i) {
      push_from_region(i);
      push_from_boundaries(i);
    }
  }

  // A face that pushes a body of the true radius r at this distance from its centre.
  void note(double r, double distance) {
    worst_ = std::max(worst_, r - distance);
    scale_ = std::min(scale_, std::max(distance, 0.0) / r);
  }

  void push_from_region(std::size_t i) {
    const Vec<D> inward = region_.way_inside(position_[i], radius_[i]);
    const double overlap = inward.norm();
    if (overlap == 0.0) return;
    force_[i] += inward;
    energy_ += overlap * overlap;
    note(true_radius_[i], radius_[i] - overlap);
  }

  void push_from_boundaries(std::size_t i) {
    for (std::size_t k = 0; k < boundaries_.size(); ++k) {
      if (!places_[k].present) continue;
      const Vec<D> x = ImageAt<D>(cell_, boundaries_[k].shape, places_[k])(position_[i]);
      std::visit(
          [&](const auto& shape) {
            for_each_face(shape, places_[k], x, [&](int, double distance, const Vec<D>& n) {
              if (distance >= radius_[i]) return;
              // From far behind a wall it comes back at a bearable pace.
              const double overlap = std::min(radius_[i] - distance, radius_[i]);
              force_[i] += overlap * n;
              energy_ += overlap * overlap;
              note(true_radius_[i], distance);
            });
          },
          boundaries_[k].shape);
    }
  }

  const Region<D>& region_;
  std::span<const Boundary<D>> boundaries_;
  std::vector<Placement<D>> places_;
  std::size_t fixed_;
  PeriodicCell<D> cell_;
  std::vector<Vec<D>> position_;
  std::vector<double> true_radius_;
  std::vector<double> radius_;
  std::vector<Vec<D>> force_;
  std::vector<Vec<D>> way_;  // of the last step
  std::vector<double> margin_;
  double worst_ = 0.0;  // largest overlap of the true radii, m
  double scale_ = 1.0;
  double fitting_scale_ = 0.0;
  double energy_ = 0.0;  // Σ overlap², m²
  Workers workers_{1};
  PairList<D> pairs_;
};

}  // namespace

template <int D>
std::vector<double> dense_radii(const std::string& key, const DenseFillBodies& settings,
                                const PeriodicCell<D>& cell, Random& random) {
  if (settings.count.has_value() == settings.fraction.has_value()) {
    refuse(key + ".fraction", "expected either `fraction` or `count`");
  }
  const RadiusLaw law(key + ".radius", settings.radius, solid_of<D>(settings.common));
  if (settings.count) return law.draw(static_cast<std::size_t>(*settings.count), random);
  const double volume =
      *settings.fraction * Region<D>(key + ".region", settings.region, cell).volume();
  Random trial = random;
  const double typical = law.draw(trial);
  check_body_count<D>(key + ".fraction", volume / ball_volume_of<D>(typical));
  std::vector<double> radii;
  double filled = 0.0;
  while (true) {
    const double radius = law.draw(random);
    filled += ball_volume_of<D>(radius);
    if (filled > volume) return radii;
    radii.push_back(radius);
  }
}

template <int D>
std::vector<Vec<D>> dense_fill(const std::string& key, const DenseFillBodies& settings,
                               std::span<const double> radii,
                               std::span<const Boundary<D>> boundaries, BallGrid<D>& grid,
                               Random& random) {
  const Region<D> region(key + ".region", settings.region, grid.cell());
  double volume = 0.0;
  for (const double radius : radii) {
    if (radius > region.largest_radius()) {
      refuse(key + ".region", fmt::format("a body of radius {:.4g} does not fit into it", radius));
    }
    volume += ball_volume_of<D>(radius);
  }
  if (radii.empty()) refuse(key + ".fraction", "leaves no room for a single body");
  Packing<D> packing(region, boundaries, grid, radii);
  if (!packing.relax(kMomentum<D>[0], random) && !packing.relax(kMomentum<D>[1], random)) {
    const double fraction = volume / region.volume();
    refuse(
        key + (settings.count ? ".count" : ".fraction"),
        fmt::format("{} bodies with the solid fraction {:.4g} of the region do not fit: they jam "
                    "with overlaps and would be free of them with radii {:.4g} times as large, "
                    "at a fraction of {:.4g}; use fewer or smaller bodies or a larger region",
                    radii.size(), fraction, packing.fitting_scale(),
                    fraction * std::pow(packing.fitting_scale(), D)));
  }
  for (std::size_t k = 0; k < radii.size(); ++k) grid.add(packing.centers()[k], radii[k]);
  return {packing.centers().begin(), packing.centers().end()};
}

#define GALET_INSTANTIATE(D)                                                                     \
  template std::vector<double> dense_radii<D>(const std::string&, const DenseFillBodies&,        \
                                              const PeriodicCell<D>&, Random&);                  \
  template std::vector<Vec<D>> dense_fill(const std::string&, const DenseFillBodies&,            \
                                          std::span<const double>, std::span<const Boundary<D>>, \
                                          BallGrid<D>&, Random&)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
