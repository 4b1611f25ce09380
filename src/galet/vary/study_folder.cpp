#include "galet/vary/study_folder.hpp"

#include <cerrno>
#include <chrono>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <unistd.h>

#include "galet/base/error.hpp"
#include "galet/base/text_file.hpp"
#include "galet/base/version.hpp"
#include "galet/io/atomic_file.hpp"
#include "galet/io/damaged_file.hpp"
#include "galet/io/run_folder.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* study_format = "galet-study";
constexpr std::int64_t largest_run = 1'000'000'000;

Json json_of_runs(std::span<const StudyRun> runs) {
  Json list = Json::array();
  for (const StudyRun& run : runs) {
    list.push_back({{"run", run.number},
                    {"values", run.values},
                    {"replica", run.replica},
                    {"seed", run.seed},
                    {"end", run.end}});
  }
  return list;
}

std::vector<StudyRun> runs_of_json(const Json& list) {
  std::vector<StudyRun> runs;
  for (const Json& entry : list) {
    runs.push_back({entry.at("run").get_ref<const std::int64_t&>(),
                    entry.at("values").get<std::vector<std::string>>(),
                    entry.at("replica").get_ref<const std::int64_t&>(),
                    entry.at("seed").get_ref<const std::int64_t&>(),
                    entry.at("end").get<double>()});
  }
  return runs;
}

[[noreturn]] void refuse_study(const fs::path& folder, std::string why) {
  throw InputError({folder.string(), 0, 0}, "", std::move(why));
}

}  // namespace

std::string StudyFolder::name_of(std::int64_t number) { return fmt::format("{:04}", number); }
fs::path StudyFolder::scene(std::int64_t number) const {
  return path_ / "scenes" / (name_of(number) + ".toml");
}
fs::path StudyFolder::run(std::int64_t number) const { return path_ / "runs" / name_of(number); }
fs::path StudyFolder::log(std::int64_t number) const {
  return path_ / "logs" / (name_of(number) + ".txt");
}
fs::path StudyFolder::outcome(std::int64_t number) const {
  return path_ / "logs" / (name_of(number) + ".json");
}

std::optional<StudyManifest> StudyFolder::find_manifest() const {
  const fs::path file = path_ / study_manifest_name;
  if (!fs::exists(file)) return std::nullopt;
  try {
    const Json json = Json::parse(read_text_file(file));
    if (json.at("format") != study_format) {
      throw DamagedFile(file.string(), "", "not the manifest of a study");
    }
    StudyManifest manifest{json.at("title").get<std::string>(),
                           json.at("parameters").get<std::vector<std::string>>(),
                           runs_of_json(json.at("runs")), runs_of_json(json.at("earlier"))};
    for (const auto* runs : {&manifest.runs, &manifest.earlier}) {
      for (const StudyRun& run : *runs) {
        const bool fits = runs != &manifest.runs || run.values.size() == manifest.parameters.size();
        if (run.number < 1 || run.number > largest_run || !fits)
          throw DamagedFile(file.string(), "", "has a run that is none");
      }
    }
    return manifest;
  } catch (const Json::exception& error) {
    throw DamagedFile(file.string(), "",
                      std::string("not the manifest of a study: ") + error.what());
  }
}

void StudyFolder::write_manifest(const StudyManifest& manifest) const {
  Json json;
  json["format"] = study_format;
  json["version"] = version();
  json["title"] = manifest.title;
  json["parameters"] = manifest.parameters;
  json["runs"] = json_of_runs(manifest.runs);
  json["earlier"] = json_of_runs(manifest.earlier);
  constexpr auto on_bad_text = Json::error_handler_t::replace;
  write_atomically(path_ / study_manifest_name, json.dump(1, ' ', false, on_bad_text) + "\n");
}

StudyLock::StudyLock(const fs::path& folder, Part part) {
  descriptor_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor_ < 0) throw file_error("open", folder, errno);
  const int kind = part == Part::whole ? LOCK_EX : LOCK_SH;
  // A child of a process that was killed holds its lock until it has become another program.
  for (int attempt = 0; attempt < 20; ++attempt) {
    // File systems that know no locks are left without.
    if (::flock(descriptor_, kind | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  ::close(descriptor_);
  throw SystemError(fmt::format("another process is working on the study in {}", folder.string()));
}

StudyLock::~StudyLock() { ::close(descriptor_); }

StudyFolder open_study_folder(const fs::path& folder) {
  if (fs::exists(folder) && !fs::is_directory(folder)) {
    refuse_study(folder, "is a file; expected a folder for the study");
  }
  StudyFolder study(folder);
  make_folder(folder);
  if (study.find_manifest()) return study;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    // What a kill left of a manifest that was not yet there is nothing.
    if (entry.path().extension() == ".part") continue;
    refuse_study(folder,
                 "is neither empty nor the folder of a study; choose another folder with -o");
  }
  study.write_manifest({});
  return study;
}

StudyFolder find_study_folder(const fs::path& folder) {
  StudyFolder study(folder);
  if (!study.find_manifest()) refuse_study(folder, "is not the folder of a study");
  return study;
}

}  // namespace galet
