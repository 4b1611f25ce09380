// The files of a run that are JSON: manifest, summary, and the list of observers.
#include "fuzz/targets.hpp"

#include "galet/io/manifest.hpp"
#include "galet/io/stored_series.hpp"
#include "galet/io/summary_json.hpp"

namespace galet::fuzz {

void read_json(Bytes input) {
  const std::filesystem::path manifest = put("manifest/manifest.json", input);
  accepts([&] { find_manifest(manifest.parent_path()); });
  const std::filesystem::path summary = put("summary.json", input);
  accepts([&] { static_cast<void>(read_summary(summary)); });
  const std::filesystem::path observers = put("observed/observe/observers.json", input);
  accepts(
      [&] { static_cast<void>(read_observed(observers.parent_path().parent_path(), "energy")); });
}

}  // namespace galet::fuzz
