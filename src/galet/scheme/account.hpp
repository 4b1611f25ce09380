// What happened in a step, as sums: work, momentum, stored energy, overlap; and the part of bodies
// in them that every scheme has: group forces, weight, change of momentum, gravity that changes in
// time.
//
// Gravity that changes in time does work that the potential energy at either end does not show: a
// body that gravity g moves by Δx from x to x' while it turns from g⁻ to g⁺ gives the account
//   m (g·Δx − g⁺·x' + g⁻·x),
// so that kinetic and potential energy together change by the work of the account. Positions are
// those of the path, not put back into a periodic cell; locked directions do not count.
#pragma once

#include <algorithm>

#include "galet/scheme/forces.hpp"
#include "galet/scheme/step.hpp"

namespace galet {

template <int D>
struct Account {
  EnergyWork work;
  MomentumBalance<D> momentum;
  double stored = 0.0;        // J, in contacts at the end of the step
  double slip_opening = 0.0;  // m/s, largest µ |u_t| of convex friction where bodies push
  Overlap overlap;

  Account& operator+=(const Account& other) {
    work += other.work;
    momentum += other.momentum;
    stored += other.stored;
    slip_opening = std::max(slip_opening, other.slip_opening);
    overlap.note(other.overlap);
    return *this;
  }
};

// The way of a body in a step.
template <int D>
struct BodyMove {
  Vec<D> moved;     // m, whose product with a force is the force's work
  Vec<D> v_before;  // m/s
  Vec<D> v_after;
};

// Accounts for the bodies of a step from t to t + h with these forces, one by one.
template <int D>
class BodyAccount {
 public:
  BodyAccount(const World<D>& world, const Bodies<D>& bodies, double t, double h,
              const StepForces<D>& forces)
      : bodies_(bodies),
        h_(h),
        forces_(forces),
        gravity_varies_(!world.gravity.is_constant()),
        g_before_(world.gravity_at(t)),
        g_after_(world.gravity_at(t + h)) {}

  bool gravity_varies() const { return gravity_varies_; }
  // Of body i in the directions in which it can move, N.
  Vec<D> weight(std::size_t i) const {
    return bodies_.mass[i] * free(i).cwiseProduct(forces_.gravity);
  }

  void add(std::size_t i, const BodyMove<D>& move, Account<D>& sum) const {
    sum.work.external += forces_.external_on(bodies_, i).dot(move.moved);
    sum.momentum.weight += h_ * bodies_.mass[i] * free(i).cwiseProduct(forces_.gravity);
    sum.momentum.change += bodies_.mass[i] * (move.v_after - move.v_before);
  }
  // Where gravity varies, besides: with the path from `start` to `end`.
  void add_gravity(std::size_t i, const Vec<D>& moved, const Vec<D>& start, const Vec<D>& end,
                   Account<D>& sum) const {
    const Vec<D> f = free(i);
    sum.work.external += bodies_.mass[i] *
                         (f.cwiseProduct(forces_.gravity).dot(moved) -
                          f.cwiseProduct(g_after_).dot(end) + f.cwiseProduct(g_before_).dot(start));
  }

 private:
  // 1 where the body can move, 0 where it is locked.
  Vec<D> free(std::size_t i) const { return bodies_.mass[i] * bodies_.inverse_mass[i]; }

  const Bodies<D>& bodies_;
  double h_;
  const StepForces<D>& forces_;
  bool gravity_varies_;
  Vec<D> g_before_;
  Vec<D> g_after_;
};

}  // namespace galet
