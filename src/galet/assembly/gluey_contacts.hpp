// Gluey contacts in a step (law/gluey.hpp): one with γ < 0 holds, by a law of its own, since what
// it can pull is its γ; one with γ = 0 has the law of its pair. A contact that holds has Coulomb's
// friction in both friction models: what holds does not open. Cost: some passes over the contacts,
// in scenes with gluey pairs only.
#pragma once

#include <span>
#include <vector>

#include "galet/assembly/pose.hpp"

namespace galet {

template <int D>
class GlueyContacts {
 public:
  // With γ (the state of a law) and β (its solid impulse) before the step.
  GlueyContacts(const PoseInput<D>& input, const KnownStates& before);

  // Gives the contacts of a posed step their laws.
  void pose(PosedContacts<D>& posed) const;
  // After the solve: γ and β at the end.
  void finish(std::span<const Vec<D>> impulses, std::vector<double>& gamma,
              std::vector<double>& beta) const;

 private:
  const PoseInput<D>& input_;
  std::vector<GlueyState> before_;
};

}  // namespace galet
