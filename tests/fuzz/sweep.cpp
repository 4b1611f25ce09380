// The file of a sweeping process, to the sets and formulas it stands for.
#include "fuzz/targets.hpp"

#include "galet/io/sweep_file.hpp"
#include "galet/sweep/build.hpp"

namespace galet::fuzz {

void read_sweep_file(Bytes input) {
  const std::filesystem::path file = put("sweep.toml", input);
  accepts([&] { is_sweep_file(file); });
  accepts([&] { static_cast<void>(sweep::build(load_sweep(file).scene)); });
}

}  // namespace galet::fuzz
