// A formula that is read can be computed, and gives the same again.
#include "galet/sweep/expression.hpp"

#include <array>
#include <bit>
#include <cstdint>

#include "fuzz/targets.hpp"

namespace galet::fuzz {

void read_expression(Bytes input) {
  accepts([&] {
    const sweep::Expression formula(text_of(input), {"t", "x", "y"}, "key");
    for (const auto& at : {std::array{0.0, 0.0, 0.0}, std::array{1.5, -2.0, 1e300}}) {
      const double value = formula(at);
      expect(std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(formula(at)),
             "a formula computes nothing but its value");
    }
  });
}

}  // namespace galet::fuzz
