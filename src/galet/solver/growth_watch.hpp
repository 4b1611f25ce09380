// Recognises problems without a solution while they are swept: impulses then grow without bound,
// along a self-stress that the load keeps driving (a body squeezed between walls that do not give
// way).
//
// Let d be the growth of the impulses between two looks. If a solution p* existed, with û* = W p* +
// q in the dual cones, then for d in the cones 0 <= d·û* = d·W p* + d·q, so that
//   (d·q)² <= (p*·W p*) (d·W d)      where d·q < 0.
// p*·W p* is (twice) the kinetic energy that the impulses change: the velocities of a solution are
// of the order of those of q, those of levers and wedges some times larger. If the bound fails by a
// factor of a million with the mass of all nodes and the largest |q|, there is none. With friction,
// which is not associated, slip at the contacts of d could still give a solution; but impulses that
// have grown so far will not find it.
// Cost: one product with W at the sweeps 128, 256, 512 …; none for problems that are solved before.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "galet/problem/contact_problem.hpp"
#include "galet/solver/report.hpp"

namespace galet {

template <int D>
class GrowthWatch {
 public:
  explicit GrowthWatch(const ContactProblem<D>& problem) : problem_(problem) {}

  // Whether it is time to look.
  bool is_due(int sweeps) const { return sweeps >= next_; }
  // The contact where impulses grow most and the speed at which it is squeezed, if they show that
  // there is no solution. p in the components of the operator.
  Squeeze look(int sweeps, std::span<const Vec<D>> p);

 private:
  static constexpr int kFirstLook = 64;

  // The same, of impulses that have grown by d.
  Squeeze squeeze_of(std::span<const Vec<D>> d) const;

  const ContactProblem<D>& problem_;
  std::vector<Vec<D>> before_;
  int next_ = kFirstLook;
};

}  // namespace galet
