#include "galet/io/manifest.hpp"

#include <charconv>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "galet/base/text_file.hpp"
#include "galet/io/atomic_file.hpp"
#include "galet/io/damaged_file.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

constexpr const char* kManifestFormat = "galet-run";

fs::path manifest_path(const fs::path& folder) { return folder / "manifest.json"; }

nlohmann::ordered_json manifest_json(const Manifest& manifest) {
  nlohmann::ordered_json json;
  json["format"] = kManifestFormat;
  json["version"] = manifest.program;
  json["vtk"] = manifest.vtk;
  json["finished"] = manifest.finished;
  json["files"] = nlohmann::ordered_json::object();
  for (const ManifestFile& file : manifest.files) {
    nlohmann::ordered_json& entry = json["files"][file.name];
    entry["bytes"] = file.sum.bytes;
    entry["sum"] = fmt::format("{:016x}", file.sum.sum);
    if (file.grows) entry["grows"] = true;
  }
  return json;
}

Manifest parsed_manifest(const nlohmann::ordered_json& json) {
  Manifest manifest;
  manifest.program = json.at("version").get<std::string>();
  manifest.vtk = json.at("vtk").get<bool>();
  manifest.finished = json.at("finished").get<bool>();
  for (const auto& [name, entry] : json.at("files").items()) {
    ManifestFile file;
    file.name = name;
    file.grows = entry.value("grows", false);
    // By reference: numbers that are not whole are refused, not converted.
    file.sum.bytes = entry.at("bytes").get_ref<const std::int64_t&>();
    const std::string hex = entry.at("sum").get<std::string>();
    std::from_chars(hex.data(), hex.data() + hex.size(), file.sum.sum, 16);
    manifest.files.push_back(std::move(file));
  }
  return manifest;
}

}  // namespace

void write_manifest(const fs::path& folder, const Manifest& manifest) {
  write_atomically(manifest_path(folder), manifest_json(manifest).dump(1) + "\n");
}

std::optional<Manifest> find_manifest(const fs::path& folder) {
  const fs::path path = manifest_path(folder);
  if (!fs::exists(path)) return std::nullopt;
  try {
    const auto json = nlohmann::ordered_json::parse(read_text_file(path));
    if (json.at("format") != kManifestFormat) {
      throw DamagedFile(path.string(), "", "not a manifest of a run");
    }
    return parsed_manifest(json);
  } catch (const nlohmann::ordered_json::exception& error) {
    throw DamagedFile(path.string(), "", std::string("not a manifest of a run: ") + error.what());
  }
}

bool has_manifest(const fs::path& folder) {
  try {
    return find_manifest(folder).has_value();
  } catch (const DamagedFile&) {
    return false;
  }
}

void check_listed(const fs::path& folder, const std::string& name) {
  const auto manifest = find_manifest(folder);
  if (!manifest) return;
  for (const ManifestFile& file : manifest->files) {
    if (file.name == name) check_sum(folder / name, file.sum, file.grows);
  }
}

}  // namespace galet
