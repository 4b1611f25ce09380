// The law of a contact as data: contacts carry it by index; kernels, residual, memory, accounts and
// files ask it and nothing else. What the numbers mean stands in one file each:
//   friction, model, pull   law/coulomb.hpp, set and shift
//   rolling, twisting       law/rolling.hpp
// Laws with a memory (law/gluey.hpp) are, in a step, one of these with numbers of their own.
// A law that is a plain force of known size (law/cohesion.hpp) is posed, and never seen by a
// solver.
#pragma once

#include "galet/law/friction_model.hpp"

namespace galet {

struct ContactLaw {
  double friction = 0.0;  // mu
  double rolling = 0.0;   // mu_r
  double twisting = 0.0;  // mu_tw, 3D
  FrictionModel model = FrictionModel::coulomb;
  // N s: beside the friction cone {|p_t| <= mu p_n} the contact has pulls without friction,
  // {−pull <= p_n < 0, p_t = 0}; it then holds, û_n = 0, until it takes the whole pull.
  double pull = 0.0;

  // Whether it is Signorini's and Coulomb's law between forces and velocities, with or without a
  // law of moments besides.
  bool is_coulomb() const { return model == FrictionModel::coulomb && !holds(); }
  // What every local solver knows.
  bool is_plain() const { return is_coulomb() && !has_moment(); }
  bool holds() const { return pull > 0.0; }
  bool has_moment() const { return rolling > 0.0 || twisting > 0.0; }
};

}  // namespace galet
