// What the contacts of a step did, from their impulses and the velocities at both ends: work of
// boundaries, of friction and impacts, of the push against overlaps, and support of the bodies. An
// impulse p does the work p·(u⁻ + u⁺)/2 on its contact, exactly, a moment m the work m·(ω⁻ + ω⁺)/2.
#pragma once

#include <span>

#include "galet/assembly/pose.hpp"
#include "galet/scheme/account.hpp"

namespace galet {

template <int D>
struct ImpulseAccount {
  const World<D>& world;
  const Bodies<D>& bodies;
  std::span<const Contact<D>> contacts;
  std::span<const Vec<D>> impulses;
  std::span<const Spin<D>> moments;  // empty where there are none
  std::span<const double> pulls;     // of bonds, N s; empty where there are none
  std::span<const ContactLaw> laws;
  std::span<const std::int32_t> law;            // of `laws`
  std::span<const Vec<D>> position;             // of the centres where the contacts were found
  std::span<const NodeRow<double>> motion_sum;  // of both ends
  std::span<const Placement<D>> walls_before;
  std::span<const Placement<D>> walls_after;
  const GapFeedback* feedback = nullptr;  // none: overlaps were not taken back
  double h = 0.0;

  // Over all contacts; also their status.
  Account<D> sum(Workers& workers, std::span<ContactStatus> status) const;

 private:
  void add_moment(std::size_t c, Account<D>& all) const;
  double slip_at_end(const Contact<D>& contact) const;  // m/s
  Account<D> sum_part(std::size_t begin, std::size_t end, std::span<ContactStatus> status) const;
};

}  // namespace galet
