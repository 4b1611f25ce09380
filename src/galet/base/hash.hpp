// A 64-bit hash of plain data, for state hashes: equal bits give equal hashes on every machine of
// the same byte order.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace galet {

// FNV-1a over 64-bit words with a final mix.
class Hash {
 public:
  void add_word(std::uint64_t word) {
    value_ = (value_ ^ word) * 0x100000001b3ULL;
    value_ ^= value_ >> 29;
  }
  void add(double x) {
    std::uint64_t word = 0;
    std::memcpy(&word, &x, sizeof word);
    add_word(word);
  }
  template <class T>
  requires std::is_integral_v<T>
  void add(T x) { add_word(static_cast<std::uint64_t>(x)); }

  std::uint64_t value() const { return value_; }
  std::string hex() const;

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

}  // namespace galet
