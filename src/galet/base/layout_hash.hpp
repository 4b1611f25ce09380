// Which values of base/archive.hpp follow each other in a file, and how they stand in memory: other
// builds may have others.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "galet/base/archive.hpp"
#include "galet/base/hash.hpp"

namespace galet {

// Takes the place of a ByteWriter; what a list or an optional value holds counts once, whether
// there is any or not.
class LayoutHash {
 public:
  template <class... T>
  void operator()(const T&... values) {
    (add(values), ...);
  }
  std::uint64_t value() const { return hash_.value(); }

 private:
  template <class T>
  void add(const T& value) {
    if constexpr (requires { T::archive(value, *this); }) {
      T::archive(value, *this);
    } else {
      static_assert(PlainValue<T>);
      hash_.add(sizeof(T));
      hash_.add(alignof(T));
    }
  }
  template <class T>
  void add(const std::vector<T>&) {
    hash_.add('[');
    add(T());
  }
  template <class T>
  requires(!PlainValue<T>) void add(const std::optional<T>&) {
    hash_.add('?');
    add(T());
  }
  void add(const std::string&) { hash_.add('"'); }

  Hash hash_;
};

}  // namespace galet
