// The folder of a run: the names in it, who may write there, and what may be removed.
//
// One process at a time owns it, by a lock on the folder itself that is taken before anything is
// removed or written and ends with the process, however that ends. manifest.json is the first file
// of a run: without it nothing in a folder is taken for ours, whatever its name.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace galet {

// The file that makes a folder that of a parameter study (vary/study_folder.hpp): no run takes it.
inline constexpr const char* study_manifest_name = "study.json";

// Whether a process has the folder of a run, now.
bool is_taken(const std::filesystem::path& folder);

// Of files and folders that a run makes at the top of its folder.
bool is_result_name(const std::string& name);

class RunFolder {
 public:
  // For a new run. Results of an earlier one are removed where `overwrite` says so. Throws
  // InputError when there are results otherwise, when they are not of a run of ours, when another
  // process owns the folder, and when the new run reads from what would be removed (`inputs`:
  // files, and folders of runs).
  static RunFolder make(const std::filesystem::path& folder, bool overwrite,
                        std::span<const std::filesystem::path> inputs = {});
  // The first of base, base-2, base-3, … that is not there.
  static RunFolder make_new(const std::filesystem::path& base);
  // Of a run that is to go on; what a kill left half written is removed. Throws InputError when it
  // holds no run, SystemError when another process owns it.
  static RunFolder take_up(const std::filesystem::path& folder);

  ~RunFolder();
  RunFolder(RunFolder&& other) noexcept;
  RunFolder& operator=(RunFolder&&) = delete;

  const std::filesystem::path& path() const { return path_; }
  // Removes all results but scene.toml, for a run that begins again.
  void clear() const;
  // Throws SystemError when the folder is no longer where it was: another could be there, which is
  // not ours.
  void check() const;

 private:
  explicit RunFolder(std::filesystem::path path);
  bool lock();  // false: another process has it
  void start() const;

  std::filesystem::path path_;
  int descriptor_ = -1;
};

}  // namespace galet
