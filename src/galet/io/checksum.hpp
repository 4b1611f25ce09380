// A checksum of a stream of bytes, however it is cut into pieces. Not against malice: against
// disks, copies and editors. Every change of a single word of eight bytes changes it: each step is
// invertible, in the sum so far as in the word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "galet/base/hash.hpp"

namespace galet {

class Checksum {
 public:
  void add(std::span<const std::byte> bytes) {
    length_ += bytes.size();
    while (pending_ > 0 && !bytes.empty()) {
      add_byte(bytes.front());
      bytes = bytes.subspan(1);
    }
    for (; bytes.size() >= sizeof word_; bytes = bytes.subspan(sizeof word_)) {
      std::memcpy(&word_, bytes.data(), sizeof word_);
      hash_.add_word(word_);
    }
    for (const std::byte byte : bytes) add_byte(byte);
  }

  std::uint64_t value() const {
    Hash whole = hash_;
    // What is left of the last word, and the length, which tells it from one with zeros.
    std::uint64_t rest = 0;
    std::memcpy(&rest, &word_, pending_);
    whole.add_word(rest);
    whole.add_word(length_);
    return whole.value();
  }

 private:
  void add_byte(std::byte byte) {
    std::memcpy(reinterpret_cast<std::byte*>(&word_) + pending_, &byte, 1);
    if (++pending_ < sizeof word_) return;
    pending_ = 0;
    hash_.add_word(word_);
  }

  Hash hash_;
  std::uint64_t word_ = 0;
  std::size_t pending_ = 0;  // bytes in the word
  std::uint64_t length_ = 0;
};

}  // namespace galet
