#include "galet/base/hash.hpp"

#include <bit>
#include <set>

#include <gtest/gtest.h>

#include "galet/base/random.hpp"

namespace galet::hash_test {
namespace {

TEST(Hash, equal_data_have_equal_hashes) {
  Hash a, b;
  for (const double x : {1.0, -2.5, 0.0}) {
    a.add(x);
    b.add(x);
  }
  a.add(7);
  b.add(7);
  EXPECT_EQ(a.value(), b.value());
  EXPECT_EQ(a.hex(), b.hex());
  EXPECT_EQ(a.hex().size(), 16u);
}

// Every single-bit change of a message of four numbers changes the hash, and all 256 differ.
TEST(Hash, one_bit_changes_the_hash) {
  Random random(1);
  std::array<std::uint64_t, 4> words{};
  for (auto& w : words) w = random.bits();
  const auto hash = [](const std::array<std::uint64_t, 4>& message) {
    Hash h;
    for (const std::uint64_t w : message) h.add(std::bit_cast<double>(w));
    return h.value();
  };
  std::set<std::uint64_t> seen{hash(words)};
  for (std::size_t k = 0; k < words.size(); ++k) {
    for (int bit = 0; bit < 64; ++bit) {
      auto changed = words;
      changed[k] ^= 1ULL << bit;
      EXPECT_TRUE(seen.insert(hash(changed)).second) << "word " << k << " bit " << bit;
    }
  }
}

TEST(Hash, order_matters) {
  Hash a, b;
  a.add(1.0);
  a.add(2.0);
  b.add(2.0);
  b.add(1.0);
  EXPECT_NE(a.value(), b.value());
}

// The hash is of bits: the two zeros compare equal but differ.
TEST(Hash, tells_the_two_zeros_apart) {
  Hash a, b;
  a.add(0.0);
  b.add(-0.0);
  EXPECT_NE(a.value(), b.value());
}

}  // namespace
}  // namespace galet::hash_test
