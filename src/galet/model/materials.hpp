// Materials and the laws of their pairs.
#pragma once

#include <cstdint>
#include <vector>

#include "galet/law/compliance.hpp"
#include "galet/law/restitution.hpp"
#include "galet/law/spring.hpp"

namespace galet {

using MaterialIndex = std::int32_t;

struct PairLaw {
  double friction = 0.0;
  Restitution restitution;
  Compliance compliance = {};  // of the scheme "newmark"
  Spring spring = {};          // of the scheme "dem"
};

// The law of every unordered pair of materials.
class PairTable {
 public:
  explicit PairTable(std::size_t materials = 0)
      : materials_(materials), laws_(materials * materials) {}

  void set(MaterialIndex a, MaterialIndex b, const PairLaw& law) {
    laws_[index(a, b)] = law;
    laws_[index(b, a)] = law;
  }
  const PairLaw& operator()(MaterialIndex a, MaterialIndex b) const { return laws_[index(a, b)]; }

 private:
  std::size_t index(MaterialIndex a, MaterialIndex b) const {
    return static_cast<std::size_t>(a) * materials_ + static_cast<std::size_t>(b);
  }
  std::size_t materials_;
  std::vector<PairLaw> laws_;
};

}  // namespace galet
