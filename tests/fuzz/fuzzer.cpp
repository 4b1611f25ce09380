// For libFuzzer: GALET_FUZZ_TARGET names the target.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "fuzz/targets.hpp"

namespace {

const galet::fuzz::Target& chosen_target() {
  const char* name = std::getenv("GALET_FUZZ_TARGET");
  const auto& all = galet::fuzz::targets;
  const auto found =
      std::ranges::find(all, std::string_view(name ? name : ""), &galet::fuzz::Target::name);
  if (found != all.end()) return *found;
  std::fprintf(stderr, "GALET_FUZZ_TARGET must be one of:");
  for (const auto& target : all) std::fprintf(stderr, " %s", target.name.data());
  std::fprintf(stderr, "\n");
  std::exit(2);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const galet::fuzz::Target& target = chosen_target();
  target.run(std::as_bytes(std::span(data, size)));
  return 0;
}
