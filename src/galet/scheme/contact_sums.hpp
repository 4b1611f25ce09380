// Impulses and moments of the contacts, summed by body.
//
// The sums run in the order of the contacts: those that a body has as b come before those that it
// has as a; hence the same bits for any number of threads. Every part of the bodies has the
// contacts of its a in one piece; which others reach into it is found by all parts together.
// Cost: O(bodies + contacts); no memory is asked for once the arrays have grown.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "galet/base/workers.hpp"
#include "galet/model/bodies.hpp"
#include "galet/problem/contact.hpp"
#include "galet/problem/node_motion.hpp"

namespace galet {

template <int D>
class ContactSums {
 public:
  // Of contacts sorted by place, with impulses on b in world components, and moments besides if
  // there are any (else empty).
  void compute(const Bodies<D>& bodies, std::span<const Contact<D>> contacts,
               std::span<const Vec<D>> impulses, std::span<const Spin<D>> moments,
               Workers& workers);

  // N s and N m s on body i.
  const Twist<D>& operator[](std::size_t i) const { return sums_[i]; }

 private:
  void list_foreign(std::span<const Contact<D>> contacts, std::size_t part, std::size_t parts);
  void sum_part(const Bodies<D>& bodies, std::span<const Contact<D>> contacts,
                std::span<const Vec<D>> impulses, std::span<const Spin<D>> moments,
                std::size_t part, std::size_t parts);

  std::vector<Twist<D>> sums_;
  // By part of the contacts and part of the bodies: contacts whose b is in the latter and whose a
  // is not.
  std::vector<std::vector<std::uint32_t>> foreign_;
};

}  // namespace galet
