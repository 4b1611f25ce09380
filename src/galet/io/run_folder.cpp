#include "galet/io/run_folder.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <regex>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "galet/base/error.hpp"
#include "galet/base/text_file.hpp"
#include "galet/io/atomic_file.hpp"
#include "galet/io/manifest.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

// Files at the top, those below, and the folders themselves.
const std::regex& file_names() {
  static const std::regex names(
      R"((manifest\.json|scene\.toml|series\.csv|trajectory\.h5|observe\.h5|summary\.json|diagnosis\.json|)"
      R"(picture\.png|render\.png|report\.html|grains\.pvd|contacts\.pvd|walls\.pvd|checkpoint(-\d+|-new)?\.bin)(\.part)?)");
  return names;
}

struct OwnedFolder {
  const char* name;
  std::regex files;
};

const std::array<OwnedFolder, 6>& owned_folders() {
  static const std::array<OwnedFolder, 6> folders{{
      {"trajectory", std::regex(R"(\d{6,}\.h5(\.part)?)")},
      {"observe", std::regex(R"((\d{6,}\.h5|observers\.json)(\.part)?)")},
      {"vtk", std::regex(R"((grains|contacts|walls)_\d{6,}\.vtp(\.part)?)")},
      {"csv", std::regex(R"((bodies|contacts)_\d{6,}\.csv(\.part)?)")},
      {"plots", std::regex(R"([\w-]+\.(svg|png|pdf)(\.part)?)")},
      {"report", std::regex(R"([\w-]+\.(svg|png|md)(\.part)?)")},
  }};
  return folders;
}

// The tables of the observers, whose names are the scene's.
std::vector<std::string> observer_tables(const fs::path& below) {
  std::vector<std::string> names;
  if (!fs::exists(below / "observers.json")) return names;
  const auto all = nlohmann::json::parse(read_text_file(below / "observers.json"), nullptr, false);
  if (!all.is_object()) return names;
  for (const auto& [name, table] : all.items()) names.push_back(name + ".csv");
  return names;
}

// What runs of ours, and exports of their frames, leave in a folder.
std::vector<fs::path> owned_files(const fs::path& folder) {
  std::vector<fs::path> files;
  const auto collect = [&](const fs::path& from, auto&& is_owned) {
    for (const fs::directory_entry& entry : fs::directory_iterator(from)) {
      const bool is_file = !fs::is_directory(entry.symlink_status());
      if (is_file && is_owned(entry.path().filename().string())) files.push_back(entry.path());
    }
  };
  for (const OwnedFolder& owned : owned_folders()) {
    const fs::path below = folder / owned.name;
    if (!fs::is_directory(fs::symlink_status(below))) continue;
    const std::vector<std::string> tables =
        below.filename() == "observe" ? observer_tables(below) : std::vector<std::string>{};
    collect(below, [&](const std::string& name) {
      return std::regex_match(name, owned.files) || std::ranges::find(tables, name) != tables.end();
    });
  }
  collect(folder, [](const std::string& name) { return std::regex_match(name, file_names()); });
  return files;
}

[[noreturn]] void refuse_folder(const fs::path& folder, const std::string& why) {
  throw InputError({folder.string(), 0, 0}, "", why);
}

std::optional<std::string> first_result_in(const fs::path& folder) {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    // What a kill left of a file that was not yet there is no result.
    if (is_result_name(name) && !name.ends_with(".part")) return name;
  }
  return std::nullopt;
}

// scene.toml and manifest.json are replaced, never missing: a kill leaves a folder that is ours.
bool is_replaced(const fs::path& file) {
  return file.filename() == "scene.toml" || file.filename() == "manifest.json";
}

// What the new run reads is not removed.
void check_inputs(const fs::path& folder, std::span<const fs::path> inputs) {
  const std::vector<fs::path> files = owned_files(folder);
  std::error_code ignored;
  for (const fs::path& input : inputs) {
    if (fs::equivalent(input, folder, ignored)) {
      refuse_folder(folder, "is the run that the scene starts from; choose another folder with -o");
    }
    for (const fs::path& file : files) {
      if (!fs::equivalent(input, file, ignored)) continue;
      refuse_folder(folder, fmt::format("contains {}, which the scene reads; choose another folder "
                                        "with -o",
                                        file.lexically_relative(folder).string()));
    }
  }
}

void remove_results(const fs::path& folder) {
  std::error_code ignored;
  for (const fs::path& file : owned_files(folder)) {
    if (!is_replaced(file)) fs::remove(file);
  }
  for (const OwnedFolder& owned : owned_folders()) {
    const fs::path below = folder / owned.name;
    // Files of others keep their folder.
    if (fs::is_directory(fs::symlink_status(below))) fs::remove(below, ignored);
  }
}

}  // namespace

bool is_result_name(const std::string& name) {
  return std::regex_match(name, file_names()) ||
         std::ranges::any_of(std::array{"trajectory", "observe", "vtk"},
                             [&](const char* folder) { return name == folder; });
}

bool is_taken(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool taken = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(descriptor);
  return taken;
}

RunFolder::RunFolder(fs::path path) : path_(std::move(path)) {
  descriptor_ = ::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor_ < 0) throw file_error("open", path_, errno);
}

RunFolder::RunFolder(RunFolder&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

RunFolder::~RunFolder() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool RunFolder::lock() {
  // File systems that know no locks are left without.
  return ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

RunFolder RunFolder::make(const fs::path& folder, bool overwrite,
                          std::span<const fs::path> inputs) {
  if (fs::exists(folder) && !fs::is_directory(folder)) {
    refuse_folder(folder, "is a file; expected a folder for the results");
  }
  if (fs::exists(folder / study_manifest_name)) {
    refuse_folder(folder, "is the folder of a parameter study; choose another folder with -o");
  }
  make_folder(folder);
  RunFolder owned(folder);
  const auto result = first_result_in(folder);
  if (result && !overwrite) {
    refuse_folder(folder,
                  "already contains results; choose another folder with -o or add --overwrite");
  }
  if (!owned.lock()) {
    refuse_folder(folder,
                  "another process is writing results there; stop it first or choose another "
                  "folder with -o");
  }
  if (result && !has_manifest(folder)) {
    refuse_folder(folder, fmt::format("contains {}, but no manifest.json of a run that could be "
                                      "replaced; choose another folder with -o",
                                      *result));
  }
  if (result) check_inputs(folder, inputs);
  owned.start();
  if (result) remove_results(folder);
  return owned;
}

RunFolder RunFolder::make_new(const fs::path& base) {
  make_folder(base.parent_path());
  fs::path folder = base;
  // Of two processes that look for a name at once, one makes the folder.
  for (int k = 2; !fs::create_directory(folder); ++k) {
    folder = fmt::format("{}-{}", base.string(), k);
  }
  return make(folder, false);
}

RunFolder RunFolder::take_up(const fs::path& folder) {
  if (!fs::is_directory(folder)) {
    refuse_folder(folder, "no such folder; expected the results of a run");
  }
  RunFolder owned(folder);
  if (!owned.lock()) {
    throw SystemError(fmt::format("cannot continue the run in {}: another process is writing there",
                                  folder.string()));
  }
  if (!find_manifest(folder)) refuse_folder(folder, "contains no results of a run");
  for (const fs::path& file : owned_files(folder)) {
    const bool is_prepared = file.filename() == "checkpoint-new.bin";
    if (is_prepared || file.extension() == ".part") fs::remove(file);
  }
  return owned;
}

void RunFolder::clear() const {
  start();
  remove_results(path_);
}

// The name of the folder is on the disk before that of anything in it.
void RunFolder::start() const {
  write_manifest(path_, {});
  const fs::path parent = fs::absolute(path_ / "").parent_path().parent_path();
  sync_folder(parent);
}

void RunFolder::check() const {
  struct stat held {};
  struct stat there {};
  const bool same = ::fstat(descriptor_, &held) == 0 && ::stat(path_.c_str(), &there) == 0 &&
                    held.st_dev == there.st_dev && held.st_ino == there.st_ino;
  if (same) return;
  throw SystemError(
      fmt::format("the folder {} has been removed or replaced while results were written into it",
                  path_.string()));
}

}  // namespace galet
