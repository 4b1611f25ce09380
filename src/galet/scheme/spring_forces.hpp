// Forces of springs and dashpots at the end of a step of dem, with what they do to the balances.
//
// The stretch of a tangential spring turns with the normal and with the mean spin about it, grows
// by the relative motion of the step at the contact and is cut to Coulomb's cone. Dashpots and slip
// take energy by their mean force over the step and the motion of the step; what the spring of a
// contact still held when it opened is lost.
// Cost: one pass over the contacts of the end, one over those of the start.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "galet/scheme/account.hpp"
#include "galet/scheme/spring_contacts.hpp"

namespace galet {

// The motion of a step, known before the forces of its end.
template <int D>
struct SpringStep {
  const World<D>& world;
  const Bodies<D>& bodies;  // at the end, with the velocities that the start foresees
  double h = 0.0;
  double late = 0.5;      // weight of the end in the mean forces
  bool dashpots = false;  // along the tangent, anywhere
  std::span<const Vec<D>> v_half;
  std::span<const Spin<D>> w_half;
  std::span<const Placement<D>> walls_mid;
  std::span<const Placement<D>> walls_end;
};

template <int D>
class SpringForces {
 public:
  SpringForces(const SpringStep<D>& step, const SpringContacts<D>& start)
      : s_(step), start_(start) {}

  // Impulses h λ and states of the contacts of the end into `out`, into `held` (if there are any
  // dashpots) the impulses without them, and into `lasts` which contacts of the start are there
  // still.
  Account<D> evaluate(Workers& workers, StepOutcome<D>& out, std::vector<Vec<D>>& held,
                      std::vector<std::uint8_t>& lasts) const;
  // The part of the contacts of the start in the balances.
  Account<D> account_start(Workers& workers, std::span<const std::uint8_t> lasts) const;

 private:
  // A contact of the end, and the same at the start if it was there.
  struct Pair {
    const Contact<D>& now;
    const Contact<D>* before = nullptr;
    Vec<D> p_before = Vec<D>::Zero();
    Vec<D> held_before = Vec<D>::Zero();
    Vec<D> surface = Vec<D>::Zero();  // velocity of the boundary's surface at mid-step
  };
  struct Tangential {
    Vec<D> spring = Vec<D>::Zero();  // N
    Vec<D> dashpot = Vec<D>::Zero();
  };

  Pair pair_of(const Contact<D>& now, std::ptrdiff_t j) const;
  double normal_force(const Pair& c, const Spring& spring, Account<D>& sum) const;
  Tangential tangential_force(const Pair& c, const PairLaw& law, double lambda,
                              Account<D>& sum) const;
  Vec<D> carried_stretch(const Pair& c, Vec<D> stretch) const;
  double dashpot_before(const Contact<D>& c, const Vec<D>& p, const Spring& spring) const;
  Vec<D> surface_mid(const Contact<D>& c) const;
  Vec<D> surface_end(const Contact<D>& c) const;
  Vec<D> slip_mid(const Contact<D>& c, const Vec<D>& surface) const;
  void account_opened(std::size_t j, Account<D>& sum) const;
  // Impulses of the start without tangential dashpots.
  std::span<const Vec<D>> held() const { return s_.dashpots ? start_.held : start_.impulses; }

  SpringStep<D> s_;
  const SpringContacts<D>& start_;
};

}  // namespace galet
