// A compliance problem as bytes. The first byte of the input says the dimension; what marks the
// format is put before the rest.
#include <vector>

#include "fuzz/targets.hpp"

#include "galet/problem/compliance_problem.hpp"

namespace galet::fuzz {
namespace {

template <int D>
void read_problem_of(Bytes payload) {
  // The mark and the dimension, as dump() writes them.
  static const std::vector<std::byte> empty = dump(ComplianceProblem<D>{});
  constexpr std::size_t marks = sizeof(std::uint32_t) + sizeof(int);
  std::vector<std::byte> bytes(empty.begin(), empty.begin() + marks);
  bytes.insert(bytes.end(), payload.begin(), payload.end());
  accepts([&] { static_cast<void>(load_compliance_problem<D>(bytes)); });
}

}  // namespace

void read_problem(Bytes input) {
  if (input.empty()) return;
  const Bytes rest = input.subspan(1);
  if (input[0] == std::byte{2}) {
    read_problem_of<2>(rest);
  } else {
    read_problem_of<3>(rest);
  }
}

}  // namespace galet::fuzz
