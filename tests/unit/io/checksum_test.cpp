#include "galet/io/checksum.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "galet/base/random.hpp"

namespace galet::checksum_test {
namespace {

std::vector<std::byte> random_bytes(std::size_t count) {
  Random random(count);
  std::vector<std::byte> bytes(count);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.uniform(0.0, 255.999));
  return bytes;
}

std::uint64_t sum_in_pieces(std::span<const std::byte> bytes, std::size_t piece) {
  Checksum sum;
  while (!bytes.empty()) {
    const std::size_t count = std::min(piece, bytes.size());
    sum.add(bytes.first(count));
    bytes = bytes.subspan(count);
  }
  return sum.value();
}

TEST(Checksum, does_not_depend_on_the_pieces) {
  for (const std::size_t count : {0, 1, 7, 8, 9, 1000}) {
    const auto bytes = random_bytes(count);
    const std::uint64_t whole = sum_in_pieces(bytes, count + 1);
    for (const std::size_t piece : {1, 3, 8, 11}) EXPECT_EQ(sum_in_pieces(bytes, piece), whole);
  }
}

TEST(Checksum, every_bit_counts) {
  for (const std::size_t count : {1, 8, 61}) {
    auto bytes = random_bytes(count);
    const std::uint64_t whole = sum_in_pieces(bytes, count);
    for (std::size_t bit = 0; bit < 8 * count; ++bit) {
      const auto mask = static_cast<std::byte>(1U << bit % 8);
      bytes[bit / 8] ^= mask;
      EXPECT_NE(sum_in_pieces(bytes, count), whole);
      bytes[bit / 8] ^= mask;
    }
  }
}

TEST(Checksum, zeros_at_the_end_count) {
  std::vector<std::byte> bytes(5);
  const std::uint64_t five = sum_in_pieces(bytes, 5);
  bytes.resize(6);
  EXPECT_NE(sum_in_pieces(bytes, 6), five);
}

}  // namespace
}  // namespace galet::checksum_test
