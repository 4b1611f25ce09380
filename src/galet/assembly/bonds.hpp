// Cohesion in a step (law/cohesion.hpp): which contacts are bonded, and their pull, which is known
// before the problem is solved.
//
// The pull −F_c h n on b (+ on a) joins the motion free of contact, so that q' = q − W F_c h n; the
// problem is solved for p' = p + F_c h n; then p and the motion that p gives are put together
// again. Cost: some passes over the contacts, in scenes with cohesion only.
#pragma once

#include <span>
#include <vector>

#include "galet/assembly/pose.hpp"

namespace galet {

template <int D>
class Bonds {
 public:
  // The bonds of a step of h, with the states before it; contacts with a gap up to `touching` times
  // the smaller radius of the pair touch.
  Bonds(const PoseInput<D>& input, std::span<const double> states_before, double h,
        double touching);

  // Before the solve: q and the impulses to start from become those of p'.
  void pose(const ContactProblem<D>& problem, std::span<Vec<D>> impulses, PosedContacts<D>& posed);
  // After it: the states at the end, the impulses p and the motion they give.
  void finish(std::span<Vec<D>> impulses, std::span<double> states, NodeMotion& motion) const;

  // F_c h of each contact that is bonded, else 0.
  std::span<const double> pulls() const { return pulls_; }

 private:
  const PoseInput<D>& input_;
  std::vector<double> pulls_;       // N s
  std::vector<Twist<D>> by_pulls_;  // motion of the nodes
};

}  // namespace galet
