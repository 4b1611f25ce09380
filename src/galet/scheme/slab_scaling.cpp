#include "galet/scheme/slab_scaling.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "galet/base/reduce.hpp"

namespace galet {
namespace {

constexpr int kMostSlabs = 64;
constexpr double kDiameters = 8.0;  // height of a slab
constexpr double kDamping = 1e-3;   // of y², beside the squares of what is lacking over a weight
constexpr double kWorthScaling = 0.01;  // of an impulse
constexpr double kTouching = 1e-3;      // gap over the radius
constexpr double kNormalShare = 0.7;    // of the weight above that a contact carries, in the mean
constexpr double kLeastUpright = 0.3;   // of |n·e|

// Where the slabs are.
template <int D>
struct Slabs {
  Vec<D> up = Vec<D>::Zero();
  double weight = 0.0;  // m/s², gravity against `up`
  double low = 0.0;     // height of the lowest centre
  double high = 0.0;
  double diameter = 0.0;  // mean
  double thickness = 0.0;
  int count = 0;  // 0: nothing to do

  double height(const Vec<D>& x) const { return up.dot(x); }
  int slab(double z) const {
    return std::clamp(static_cast<int>((z - low) / thickness), 0, count - 1);
  }
  // Hats of the nodes at the bottoms of slab(z) and of the next.
  double share_of_next(double z) const {
    const int k = slab(z);
    return k + 1 < count ? std::clamp((z - low) / thickness - k, 0.0, 1.0) : 0.0;
  }
};

// Of the bodies that can move.
struct Extent {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  double radii = 0.0;  // sum
  double count = 0.0;

  Extent& operator+=(const Extent& other) {
    low = std::min(low, other.low);
    high = std::max(high, other.high);
    radii += other.radii;
    count += other.count;
    return *this;
  }
};

template <int D>
Extent extent_along(const Vec<D>& up, const WarmStart<D>& start, Workers& workers) {
  return sum_over<Extent>(workers, start.bodies.size(), [&](std::size_t begin, std::size_t end) {
    Extent part;
    for (std::size_t i = begin; i < end; ++i) {
      if (start.bodies.inverse_mass[i].isZero(0.0)) continue;
      const double z = up.dot(start.position[i]);
      part += {z, z, start.bodies.radius[i], 1.0};
    }
    return part;
  });
}

template <int D>
Slabs<D> find_slabs(const WarmStart<D>& start, Workers& workers) {
  Slabs<D> slabs;
  Vec<D> down = start.forces.gravity;
  for (int k = 0; k < D; ++k) {
    if (start.cell.repeats(k)) down[k] = 0.0;
  }
  slabs.weight = down.norm();
  if (slabs.weight == 0.0) return slabs;
  slabs.up = -down / slabs.weight;
  const Extent extent = extent_along(slabs.up, start, workers);
  if (extent.count == 0.0) return slabs;
  slabs.low = extent.low;
  slabs.high = extent.high;
  slabs.diameter = 2.0 * extent.radii / extent.count;
  const double tall = slabs.high - slabs.low;
  slabs.thickness = std::max(kDiameters * slabs.diameter, 1.001 * tall / kMostSlabs);
  slabs.count = 1 + static_cast<int>(tall / slabs.thickness);
  return slabs;
}

struct SlabSums {
  std::array<double, kMostSlabs> mass{};
  std::array<double, kMostSlabs> load{};    // Σ h |F·e|
  std::array<double, kMostSlabs> speed{};   // Σ m |v⁻·e|
  std::array<double, kMostSlabs> gained{};  // Σ (h F + H p)·e

  SlabSums& operator+=(const SlabSums& other) {
    for (std::size_t j = 0; j < kMostSlabs; ++j) {
      mass[j] += other.mass[j];
      load[j] += other.load[j];
      speed[j] += other.speed[j];
      gained[j] += other.gained[j];
    }
    return *this;
  }
};

// −1 for what cannot move.
template <int D>
std::vector<std::int8_t> slabs_of_bodies(const WarmStart<D>& start, const Slabs<D>& slabs,
                                         Workers& workers) {
  std::vector<std::int8_t> slab(start.bodies.size());
  workers.for_range(slab.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i) {
      const bool moves = !start.bodies.inverse_mass[i].isZero(0.0);
      slab[i] = static_cast<std::int8_t>(moves ? slabs.slab(slabs.height(start.position[i])) : -1);
    }
  });
  return slab;
}

template <int D>
SlabSums sum_slabs(const WarmStart<D>& start, const Slabs<D>& slabs,
                   std::span<const std::int8_t> slab, Workers& workers) {
  SlabSums sums =
      sum_over<SlabSums>(workers, start.bodies.size(), [&](std::size_t begin, std::size_t end) {
        SlabSums part;
        for (std::size_t i = begin; i < end; ++i) {
          if (slab[i] < 0) continue;
          const auto j = static_cast<std::size_t>(slab[i]);
          const double m = start.bodies.mass[i];
          const Vec<D> force = start.forces.on(start.bodies, i);
          part.mass[j] += m;
          part.speed[j] += m * std::abs(slabs.up.dot(start.bodies.velocity[i]));
          const double given =
              start.h * m * slabs.up.dot(start.bodies.inverse_mass[i].cwiseProduct(force));
          part.load[j] += std::abs(given);
          part.gained[j] += given;
        }
        return part;
      });
  sums +=
      sum_over<SlabSums>(workers, start.contacts.size(), [&](std::size_t begin, std::size_t end) {
        SlabSums part;
        for (std::size_t c = begin; c < end; ++c) {
          const Contact<D>& contact = start.contacts[c];
          const double p = slabs.up.dot(start.impulses[c]);
          const std::int8_t b = slab[contact.b().body()];
          const std::int8_t a =
              contact.a().is_boundary() ? std::int8_t{-1} : slab[contact.a().body()];
          if (b >= 0) part.gained[static_cast<std::size_t>(b)] += p;
          if (a >= 0) part.gained[static_cast<std::size_t>(a)] -= p;
        }
        return part;
      });
  return sums;
}

// Of a contact: the mean of its centres, or the body at a boundary.
template <int D>
double contact_height(const WarmStart<D>& start, const Slabs<D>& slabs, const Contact<D>& contact) {
  const double b = slabs.height(start.position[contact.b().body()]);
  if (contact.a().is_boundary()) return b;
  return 0.5 * (b + slabs.height(start.position[contact.a().body()]));
}

template <int D>
Eigen::MatrixXd momentum_by_node(const WarmStart<D>& start, const Slabs<D>& slabs,
                                 std::span<const std::int8_t> slab) {
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(slabs.count, slabs.count);
  for (std::size_t c = 0; c < start.contacts.size(); ++c) {
    const double p = slabs.up.dot(start.impulses[c]);
    if (p == 0.0) continue;
    const Contact<D>& contact = start.contacts[c];
    const double z = contact_height(start, slabs, contact);
    const int k = slabs.slab(z);
    const double next = slabs.share_of_next(z);
    const auto give = [&](std::int8_t j, double momentum) {
      if (j < 0) return;
      A(j, k) += (1.0 - next) * momentum;
      if (next > 0.0) A(j, k + 1) += next * momentum;
    };
    give(slab[contact.b().body()], p);
    if (!contact.a().is_boundary()) give(slab[contact.a().body()], -p);
  }
  return A;
}

// What slabs gain under the impulses.
struct Balance {
  Eigen::VectorXd rests;    // 1 for slabs at rest, else 0
  Eigen::VectorXd lacking;  // N s
  double mass = 0.0;        // kg, of all
  double load = 0.0;        // N s, on those at rest
  double lacked = 0.0;      // N s, by those at rest

  double share() const { return load > 0.0 ? lacked / load : 0.0; }
};

Balance balance_of(const SlabSums& sums, int count, double rest_speed) {
  Balance balance{Eigen::VectorXd(count), Eigen::VectorXd(count)};
  for (int j = 0; j < count; ++j) {
    const auto k = static_cast<std::size_t>(j);
    const bool at_rest = sums.mass[k] > 0.0 && sums.speed[k] <= rest_speed * sums.mass[k];
    balance.rests[j] = at_rest ? 1.0 : 0.0;
    balance.lacking[j] = -sums.gained[k];
    balance.mass += sums.mass[k];
    balance.load += balance.rests[j] * sums.load[k];
    balance.lacked += balance.rests[j] * std::abs(sums.gained[k]);
  }
  return balance;
}

}  // namespace

template <int D>
double lacking_share(const WarmStart<D>& start, const SlabScaling& rules, Workers& workers) {
  const Slabs<D> slabs = find_slabs(start, workers);
  if (slabs.count < rules.fewest) return 0.0;
  const double gh = slabs.weight * start.h;
  const SlabSums sums = sum_slabs(start, slabs, slabs_of_bodies(start, slabs, workers), workers);
  return balance_of(sums, slabs.count, rules.rest * gh).share();
}

template <int D>
bool scale_by_slabs(const WarmStart<D>& start, const SlabScaling& rules, Workers& workers) {
  const Slabs<D> slabs = find_slabs(start, workers);
  if (slabs.count < rules.fewest) return false;
  const std::vector<std::int8_t> slab = slabs_of_bodies(start, slabs, workers);
  const double gh = slabs.weight * start.h;
  const Balance balance =
      balance_of(sum_slabs(start, slabs, slab, workers), slabs.count, rules.rest * gh);
  if (!(balance.share() > rules.lacking)) return false;

  const double unit = gh * balance.mass / slabs.count;
  const Eigen::MatrixXd A = momentum_by_node(start, slabs, slab) / unit;
  Eigen::MatrixXd normal = A.transpose() * balance.rests.asDiagonal() * A;
  normal.diagonal().array() += kDamping;
  Eigen::VectorXd factor =
      normal.ldlt().solve(A.transpose() * balance.rests.asDiagonal() * (balance.lacking / unit));
  if (!factor.allFinite()) return false;
  factor = (1.0 + factor.array()).max(1.0 / rules.limit).min(rules.limit);
  if ((factor.array() - 1.0).abs().maxCoeff() < kWorthScaling) return false;
  workers.for_range(start.contacts.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t c = begin; c < end; ++c) {
      const double z = contact_height(start, slabs, start.contacts[c]);
      const int k = slabs.slab(z);
      const double next = slabs.share_of_next(z);
      const double scale = next > 0.0 ? (1.0 - next) * factor[k] + next * factor[k + 1] : factor[k];
      start.impulses[c] *= scale;
      if (!start.moments.empty()) start.moments[c] *= scale;
    }
  });
  return true;
}

template <int D>
void guess_hydrostatic(const WarmStart<D>& start, Workers& workers) {
  const Slabs<D> slabs = find_slabs(start, workers);
  if (slabs.count == 0) return;
  const double gh = slabs.weight * start.h;
  const auto rests = [&](NodeRef side) {
    return side.is_boundary() || start.bodies.velocity[side.body()].norm() <= 3.0 * gh;
  };
  for (std::size_t c = 0; c < start.contacts.size(); ++c) {
    const Contact<D>& contact = start.contacts[c];
    const std::size_t b = contact.b().body();
    if (contact.gap > kTouching * start.bodies.radius[b]) continue;
    if (!rests(contact.a()) || !rests(contact.b())) continue;
    const double depth = slabs.high - contact_height(start, slabs, contact) + slabs.diameter;
    const double upright = std::max(std::abs(contact.n.dot(slabs.up)), kLeastUpright);
    start.impulses[c] =
        kNormalShare * depth / slabs.diameter * start.bodies.mass[b] * gh * upright * contact.n;
  }
}

template double lacking_share(const WarmStart<2>&, const SlabScaling&, Workers&);
template double lacking_share(const WarmStart<3>&, const SlabScaling&, Workers&);
template bool scale_by_slabs(const WarmStart<2>&, const SlabScaling&, Workers&);
template bool scale_by_slabs(const WarmStart<3>&, const SlabScaling&, Workers&);
template void guess_hydrostatic(const WarmStart<2>&, Workers&);
template void guess_hydrostatic(const WarmStart<3>&, Workers&);

}  // namespace galet
