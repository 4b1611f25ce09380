// What the files of [Abide2021] share: the local solvers it compares, and the scales of its
// parameters.
#pragma once

#include <string>
#include <vector>

#include "galet/solver/nlgs_settings.hpp"
#include "galet/study/experiments.hpp"

namespace galet::abide_2021 {

struct LocalChoice {
  std::string name;
  LocalSolver local;
};

// exact, epdas, ipdas, sal, sbp, ibp with automatic parameters, and SAL with a single projection
// per visit ("sal-1"), which is what the iterations of Tables 2 and 3 count (see
// docs/nscd-pdas.md).
std::vector<LocalChoice> local_choices();

// The paper's unknowns. Its parameters γ and r = m/dt have the unit kg/s, so they belong to contact
// forces; and its velocities are the averages (u⁺ + e u⁻)/(1 + e). Here the unknowns are impulses
// h f and the velocities û = u⁺ + e u⁻, so that
//   f − γ ũ >= 0   ⇔   p − γ h û/(1 + e) >= 0:
// a printed γ is γ h/(1 + e) here, and r = m/dt is m/(1 + e).
inline double converted(double printed, double step, double restitution) {
  return printed * step / (1.0 + restitution);
}

std::vector<Experiment> row_experiments();
std::vector<Experiment> fixed_drum_experiments();
std::vector<Experiment> sedimentation_experiments();
std::vector<Experiment> drum_experiments();
std::vector<Experiment> drum_angle_experiments();

}  // namespace galet::abide_2021
