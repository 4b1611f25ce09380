#include "galet/io/manifest.hpp"

#include <nlohmann/json.hpp>

#include "galet/base/text_file.hpp"
#include "galet/io/atomic_file.hpp"

namespace galet {
namespace {

constexpr const char* kManifestFormat = "galet-run";

std::filesystem::path manifest_path(const std::filesystem::path& folder) {
  return folder / "manifest.json";
}

}  // namespace

void write_manifest(const std::filesystem::path& folder, const Manifest& manifest) {
  nlohmann::ordered_json json;
  json["format"] = kManifestFormat;
  json["version"] = manifest.program;
  write_atomically(manifest_path(folder), json.dump(2) + "\n");
}

bool has_manifest(const std::filesystem::path& folder) {
  const std::filesystem::path path = manifest_path(folder);
  if (!std::filesystem::is_regular_file(path)) return false;
  const auto json = nlohmann::json::parse(read_text_file(path), nullptr, false);
  return json.is_object() && json.value("format", nlohmann::json()) == kManifestFormat;
}

}  // namespace galet
