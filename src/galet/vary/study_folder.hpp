// The folder of a parameter study.
//
//   study.json          that the folder is one, and its runs: what each is, in the order of the
//   study study.toml          the file of the study scenes/0001.toml    the scene of a run,
//   complete runs/0001/          its results, the folder of an ordinary run logs/0001.txt what the
//   program said in it logs/0001.json      how it ended, if it failed table.csv, plots/, study.md,
//   study.html     what was gathered from the runs
//
// Whether a run is done is read from its own folder, whoever ran it: nothing else keeps account, so
// that nothing can disagree when a process is killed. A run keeps its number when the study is
// changed; its scene says which it is. Nothing is ever removed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace galet {

struct StudyRun {
  std::int64_t number = 0;
  std::vector<std::string> values = {};  // by parameter, as the table has them
  std::int64_t replica = 1;
  std::int64_t seed = 1;
  double end = 0.0;  // s, of its scene
};

struct StudyManifest {
  std::string title;
  std::vector<std::string> parameters;
  std::vector<StudyRun> runs;     // in the order of the study
  std::vector<StudyRun> earlier;  // runs of the folder that the study no longer has
};

class StudyFolder {
 public:
  explicit StudyFolder(std::filesystem::path path) : path_(std::move(path)) {}

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path study() const { return path_ / "study.toml"; }
  std::filesystem::path scene(std::int64_t number) const;
  std::filesystem::path run(std::int64_t number) const;
  std::filesystem::path log(std::int64_t number) const;
  std::filesystem::path outcome(std::int64_t number) const;
  static std::string name_of(std::int64_t number);  // "0001"

  // Nothing where the folder is no study. Throws DamagedFile when study.json is not readable.
  std::optional<StudyManifest> find_manifest() const;
  void write_manifest(const StudyManifest& manifest) const;

 private:
  std::filesystem::path path_;
};

// Who works on a study: one process on the whole, or several on single runs of it. Ends with the
// object, and with the process.
class StudyLock {
 public:
  enum class Part { whole, runs };
  // Throws SystemError when others are at work that this part excludes.
  StudyLock(const std::filesystem::path& folder, Part part);
  ~StudyLock();
  StudyLock(StudyLock&&) = delete;
  StudyLock& operator=(StudyLock&&) = delete;

 private:
  int descriptor_ = -1;
};

// Makes the folder for a study, or finds that it is one. Throws InputError when it holds something
// else.
StudyFolder open_study_folder(const std::filesystem::path& folder);
// Of a study that is there. Throws InputError when it is none.
StudyFolder find_study_folder(const std::filesystem::path& folder);

}  // namespace galet
