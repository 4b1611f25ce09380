#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "commands.hpp"
#include "exit_codes.hpp"
#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/io/damaged_file.hpp"
#include "galet/io/manifest.hpp"
#include "galet/io/trajectory.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

// Counts what does not hold, and says it.
class Findings {
 public:
  void look(const std::function<void()>& at) {
    try {
      at();
    } catch (const SystemError& error) {
      ++count_;
      fmt::print(stderr, "galet: damaged file: {}\n", error.what());
    }
  }
  int count() const { return count_; }

 private:
  int count_ = 0;
};

// Every frame, whether or not the manifest lists its file yet.
void read_all_frames(const fs::path& folder, Findings& findings) {
  findings.look([&] {
    const TrajectoryReader trajectory(folder);
    for (std::int64_t k = 0; k < trajectory.frames(); ++k) {
      findings.look([&] { static_cast<void>(trajectory.read(k)); });
    }
  });
}

int verify(const fs::path& folder) {
  if (!fs::is_directory(folder)) {
    throw InputError({folder.string(), 0, 0}, "", "no such folder; expected the results of a run");
  }
  const auto manifest = find_manifest(folder);
  if (!manifest) {
    throw InputError({folder.string(), 0, 0}, "", "contains no run (no manifest.json)");
  }
  Findings findings;
  std::int64_t bytes = 0;
  for (const ManifestFile& file : manifest->files) {
    findings.look([&] { check_sum(folder / file.name, file.sum, file.grows); });
    bytes += file.sum.bytes;
  }
  if (findings.count() == 0 && fs::exists(folder / "trajectory.h5")) {
    read_all_frames(folder, findings);
  }
  if (findings.count() > 0) return kSystemFailure;
  fmt::print("{}/: intact{}; {} files, {} bytes\n", folder.string(),
             manifest->finished ? "" : " so far, the run has not ended", manifest->files.size(),
             bytes);
  return manifest->finished ? kDone : kCheckFailed;
}

}  // namespace

void add_verify_command(CLI::App& app, int& exit_code, Guard guard) {
  auto folder = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand(
      "verify", "Check that results are intact; exit code 0, 1 (run unfinished) or 3 (damaged)");
  command->add_option("folder", *folder, "Results folder")->required();
  command->callback(
      [folder, &exit_code, guard] { exit_code = guard([&] { return verify(*folder); }); });
}

}  // namespace galet
