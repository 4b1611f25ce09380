#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "commands.hpp"
#include "counted.hpp"
#include "exit_codes.hpp"
#include "print_warnings.hpp"
#include "summary_table.hpp"
#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/io/checkpoint.hpp"
#include "galet/io/manifest.hpp"
#include "galet/io/summary_json.hpp"
#include "galet/io/trajectory.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

// Names of the tables that observers left, sorted.
std::string observer_names(const fs::path& folder) {
  std::vector<std::string> names;
  if (fs::is_directory(folder)) {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == ".csv") names.push_back(entry.path().stem().string());
    }
  }
  std::ranges::sort(names);
  return fmt::format("{}", fmt::join(names, ", "));
}

void info(const fs::path& folder) {
  if (!fs::is_directory(folder)) {
    throw InputError({folder.string(), 0, 0}, "", "no such folder; expected the results of a run");
  }
  check_listed(folder, "summary.json");
  const bool finished = fs::exists(folder / "summary.json");
  if (!finished && !fs::exists(folder / "series.csv")) {
    throw InputError({folder.string(), 0, 0}, "", "contains no results of a run (no series.csv)");
  }
  const TrajectoryReader trajectory(folder);
  bool ended = false;
  if (finished) {
    const StoredSummary stored = read_summary(folder / "summary.json");
    print_summary(stored.run, stored.balance_error_relative);
    fmt::print("  {:<22}galet {}{}\n", "made by", stored.run.program,
               stored.run.interrupted ? ", interrupted" : "");
    print_warnings(stored.run.warnings, /*strict=*/false);
    ended = !stored.run.interrupted;
  } else {
    fmt::print("\n{}\n  no summary.json: the run is still going or was killed\n",
               trajectory.title());
  }
  if (has_checkpoint(folder)) {
    fmt::print("  {:<22}galet resume {}{}\n", ended ? "to extend" : "to continue", folder.string(),
               ended ? " --until …" : "");
  }
  if (const std::string names = observer_names(folder / "observe"); !names.empty()) {
    fmt::print("  {:<22}{}\n", "observers", names);
  }
  if (trajectory.frames() == 0) {
    fmt::print("  {:<22}none\n", "frames");
    return;
  }
  const StoredFrame last = trajectory.read(trajectory.frames() - 1);
  fmt::print("  {:<22}{}, t = {:.6g} … {:.6g} s\n", "frames", trajectory.frames(),
             trajectory.times().front(), trajectory.times().back());
  fmt::print("  {:<22}{}, {}, {}\n", "last frame",
             counted(static_cast<std::int64_t>(last.bodies()), "body", "bodies"),
             counted(static_cast<std::int64_t>(last.boundaries()), "boundary", "boundaries"),
             last.contacts
                 ? counted(static_cast<std::int64_t>(last.contacts->size()), "contact", "contacts")
                 : "no contacts stored");
}

}  // namespace

void add_info_command(CLI::App& app, int& exit_code, Guard guard) {
  auto folder = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("info", "Show what a results folder contains");
  command->add_option("folder", *folder, "Results folder")->required();
  command->callback([folder, &exit_code, guard] {
    exit_code = guard([&] {
      info(*folder);
      return kDone;
    });
  });
}

}  // namespace galet
