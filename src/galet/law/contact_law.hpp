// The law of a contact as data: contacts carry it by index, solvers, residual and accounts read it.
#pragma once

namespace galet {

struct ContactLaw {
  double friction = 0.0;  // Coulomb's coefficient (law/coulomb.hpp)
};

}  // namespace galet
