// A checkpoint whose checksum fits, however it came about: the input is what follows it, or the
// whole file where it opens like one.
#include "galet/io/checkpoint.hpp"

#include <algorithm>
#include <vector>

#include "fuzz/targets.hpp"
#include <fmt/format.h>

#include "galet/base/hash.hpp"
#include "galet/base/version.hpp"
#include "galet/scene/scene.hpp"

namespace galet::fuzz {
namespace {

constexpr std::string_view kOpening = "galet-checkpoint ";

std::vector<std::byte> with_checksum(Bytes payload) {
  const std::string header = fmt::format("{}2 of galet {}\n", kOpening, version());
  Hash hash;
  for (const std::byte byte : payload) hash.add(static_cast<std::uint8_t>(byte));
  const std::uint64_t sum = hash.value();
  const auto begin = std::as_bytes(std::span(header));
  const auto middle = std::as_bytes(std::span(&sum, 1));
  std::vector<std::byte> file(begin.begin(), begin.end());
  file.insert(file.end(), middle.begin(), middle.end());
  file.insert(file.end(), payload.begin(), payload.end());
  return file;
}

}  // namespace

void read_checkpoint_file(Bytes input) {
  const bool whole = text_of(input.first(std::min(input.size(), kOpening.size()))) == kOpening;
  const std::vector<std::byte> file =
      whole ? std::vector<std::byte>(input.begin(), input.end()) : with_checksum(input);
  const std::filesystem::path path = put("checkpoint/checkpoint.bin", file);
  accepts([&] { static_cast<void>(read_checkpoint(path.parent_path(), Scene{})); });
}

}  // namespace galet::fuzz
