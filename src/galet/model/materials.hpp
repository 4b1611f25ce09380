// Materials and the laws of their pairs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "galet/law/cohesion.hpp"
#include "galet/law/compliance.hpp"
#include "galet/law/contact_law.hpp"
#include "galet/law/gluey.hpp"
#include "galet/law/hertz.hpp"
#include "galet/law/restitution.hpp"
#include "galet/law/spring.hpp"

namespace galet {

using MaterialIndex = std::int32_t;

struct PairLaw {
  double friction = 0.0;
  Restitution restitution;
  Cohesion cohesion = {};
  double rolling_friction = 0.0;
  double twisting_friction = 0.0;
  Compliance compliance = {};  // of the scheme "newmark"
  Spring spring = {};          // of the scheme "dem"
  Hertz hertz = {};            // of the same, instead of the spring
  FrictionModel friction_model = FrictionModel::coulomb;
  Gluey gluey = {};  // of the scheme "convex"

  bool has_moment() const { return contact_law().has_moment(); }
  bool has_tangential_dashpot() const {
    return friction > 0.0 && spring.tangential_damping + hertz.tangential_damping > 0.0;
  }
  // As contact problems carry it.
  ContactLaw contact_law() const {
    return {.friction = friction,
            .rolling = rolling_friction,
            .twisting = twisting_friction,
            .model = friction_model};
  }
};

// The law of every unordered pair of materials.
class PairTable {
 public:
  explicit PairTable(std::size_t materials = 0)
      : materials_(materials), laws_(materials * materials), contact_laws_(materials * materials) {}

  void set(MaterialIndex a, MaterialIndex b, const PairLaw& law) {
    for (const auto k : {index(a, b), index(b, a)}) {
      laws_[k] = law;
      contact_laws_[k] = law.contact_law();
    }
  }
  const PairLaw& operator()(MaterialIndex a, MaterialIndex b) const { return laws_[index(a, b)]; }

  bool any_tangential_restitution() const {
    return std::ranges::any_of(
        laws_, [](const PairLaw& law) { return law.restitution.tangential != 0.0; });
  }

  bool any_cohesion() const {
    return std::ranges::any_of(laws_, [](const PairLaw& law) { return law.cohesion.any(); });
  }
  bool any_gluey() const {
    return std::ranges::any_of(laws_, [](const PairLaw& law) { return law.gluey.on; });
  }
  bool any_moment() const { return std::ranges::any_of(contact_laws_, &ContactLaw::has_moment); }

  // The laws as contact problems carry them, and the place of a pair's law among them.
  std::span<const ContactLaw> contact_laws() const { return contact_laws_; }
  std::size_t index(MaterialIndex a, MaterialIndex b) const {
    return static_cast<std::size_t>(a) * materials_ + static_cast<std::size_t>(b);
  }

 private:
  std::size_t materials_;
  std::vector<PairLaw> laws_;
  std::vector<ContactLaw> contact_laws_;
};

}  // namespace galet
