// A body moves so far in a step that no distance can be said within which it may meet others.
#pragma once

#include <cstddef>
#include <stdexcept>

namespace galet {

class UnboundedReach : public std::runtime_error {
 public:
  explicit UnboundedReach(std::size_t place)
      : std::runtime_error("a body moves beyond all bounds"), place_(place) {}
  std::size_t place() const { return place_; }  // in the arrays of bodies

 private:
  std::size_t place_;
};

}  // namespace galet
