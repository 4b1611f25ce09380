// Forces of springs and dashpots at the end of a step of dem, with what they do to the balances.
//
// What a contact remembers of the step before is adapted to its present stiffness (law/hertz.hpp).
// The stretch of a tangential spring turns with the normal and with the mean spin about it, grows
// by the relative motion of the step at the contact and is cut to Coulomb's cone. Dashpots and slip
// take energy by their mean force over the step and the motion of the step; what the spring of a
// contact still held when it opened is lost. The angle of a spring against rolling and twisting
// turns in the same way and grows by the relative spin; all that it holds is counted to round-off
// but for the turning of the normal within the step, which is second order. Cost: one pass over the
// contacts of the end, one over those of the start.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "galet/scheme/account.hpp"
#include "galet/scheme/rolling_spring.hpp"
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
  bool moments = false;   // of rolling or twisting friction, anywhere
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

  // Impulses h λ, moments (if there are any) and states of the contacts of the end into `out`, into
  // `held` (if there are any dashpots) the impulses without them, and into `lasts` which contacts
  // of the start are there still.
  Account<D> evaluate(Workers& workers, StepOutcome<D>& out, std::vector<Vec<D>>& held,
                      std::vector<std::uint8_t>& lasts) const;
  // The part of the contacts of the start in the balances.
  Account<D> account_start(Workers& workers, std::span<const std::uint8_t> lasts) const;

 private:
  // A contact of the end, and the same at the start if it was there.
  struct Pair {
    const Contact<D>& now;
    Spring spring;
    const Contact<D>* before = nullptr;
    Spring spring_before = {};
    Vec<D> p_before = Vec<D>::Zero();
    Vec<D> held_before = Vec<D>::Zero();
    Spin<D> m_before = Spin<D>::Zero();
    Vec<D> surface = Vec<D>::Zero();  // velocity of the boundary's surface at mid-step
  };
  struct Tangential {
    Vec<D> spring = Vec<D>::Zero();  // N
    Vec<D> dashpot = Vec<D>::Zero();
  };
  struct Turned {
    Spin<D> before;
    Spin<D> growth;
  };

  Pair pair_of(const Contact<D>& now, const PairLaw& law, std::ptrdiff_t j) const;
  double normal_force(const Pair& c, Account<D>& sum) const;
  Tangential tangential_force(const Pair& c, const PairLaw& law, double lambda,
                              Account<D>& sum) const;
  Vec<D> adapted_stretch(const Pair& c, Account<D>& sum) const;
  Vec<D> carried_stretch(const Pair& c, Vec<D> stretch) const;
  Spin<D> adapted_moment(const Pair& c, const RollingSpring<D>& spring, const PairLaw& law,
                         Account<D>& sum) const;
  Spin<D> rolling_moment(const Pair& c, const PairLaw& law, double lambda, Account<D>& sum) const;
  Turned turn_with_pair(const Pair& c, const Spin<D>& before, const Spin<D>& growth) const;
  double dashpot_before(const Contact<D>& c, const Vec<D>& p, const Spring& spring) const;
  Vec<D> surface_mid(const Contact<D>& c) const;
  Vec<D> surface_end(const Contact<D>& c) const;
  Vec<D> slip_mid(const Contact<D>& c, const Vec<D>& surface) const;
  // Spin of a at mid-step, a body or a boundary.
  const Spin<D>& spin_of_a(const Contact<D>& c) const {
    return c.a().is_boundary() ? s_.walls_mid[c.a().boundary()].spin : s_.w_half[c.a().body()];
  }
  Spin<D> relative_spin(const Contact<D>& c) const {
    return s_.w_half[c.b().body()] - spin_of_a(c);
  }
  void account_opened(std::size_t j, Account<D>& sum) const;
  // Impulses of the start without tangential dashpots.
  std::span<const Vec<D>> held() const { return s_.dashpots ? start_.held : start_.impulses; }

  SpringStep<D> s_;
  const SpringContacts<D>& start_;
};

}  // namespace galet
