#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "commands.hpp"
#include "exit_codes.hpp"
#include "interruption.hpp"
#include "scenes.hpp"
#include "status_line.hpp"
#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/io/atomic_file.hpp"
#include "galet/vary/batch_scripts.hpp"
#include "galet/vary/plan.hpp"
#include "galet/vary/run_study.hpp"
#include "galet/vary/study_page.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

struct ParameterStudyArguments {
  std::string target;  // a file, or the folder of a study
  std::string output;
  std::vector<std::string> overrides;
  int jobs = 0;  // 0: as many as fit
  int threads = 1;
  bool retry = false;
  bool quiet = false;
  bool collect = false;
  bool slurm = false;
  bool parallel = false;
  std::int64_t task = 0;  // 0: none
};

fs::path this_program() { return fs::read_symlink("/proc/self/exe"); }

// The scene of a study stands relative to its file, or is one of those of galet.
fs::path scene_of(const StudyFile& study, const fs::path& file) {
  const fs::path near = fs::absolute(file).parent_path() / study.settings.scene;
  try {
    return find_scene_of_bodies(fs::exists(near) ? near.string() : study.settings.scene, "study");
  } catch (const InputError& error) {
    throw InputError(study.sources.find("scene"), "scene", error.what());
  }
}

// The runs that a script would run, by number.
std::vector<std::int64_t> missing_runs(const StudyFolder& folder, const StudyManifest& manifest,
                                       bool retry) {
  std::vector<std::int64_t> numbers;
  for (const StudyRun& run : manifest.runs) {
    const RunStanding standing = standing_of(folder, run);
    const bool failed = standing.state == RunState::failed;
    if (standing.state == RunState::done) continue;
    if (failed && standing.outcome.is_final() && !retry) continue;
    numbers.push_back(run.number);
  }
  std::ranges::sort(numbers);
  return numbers;
}

void write_scripts(const ParameterStudyArguments& arguments, const StudyFolder& folder,
                   const StudyManifest& manifest) {
  const std::vector<std::int64_t> numbers = missing_runs(folder, manifest, arguments.retry);
  if (numbers.empty()) {
    fmt::print("no run is missing\n");
    return;
  }
  make_folder(folder.path() / "logs");
  const BatchSettings settings{this_program().string(), fs::absolute(folder.path()).string(),
                               manifest.title, arguments.threads};
  const auto put = [&](const std::string& name, const std::string& text, const char* start) {
    const fs::path path = folder.path() / name;
    write_atomically(path, text);
    fs::permissions(path, fs::perms::owner_exec, fs::perm_options::add);
    fmt::print("{} {}\n", start, path.string());
  };
  if (arguments.parallel) put("parallel.sh", parallel_script(settings, numbers), "sh");
  if (!arguments.slurm) return;
  const std::vector<std::string> scripts = slurm_scripts(settings, numbers);
  for (std::size_t k = 0; k < scripts.size(); ++k) {
    put(k == 0 ? "study.sbatch" : fmt::format("study-{}.sbatch", k + 1), scripts[k], "sbatch");
  }
}

int tell_table(const StudyTable& table, const StudyFolder& folder, bool quiet) {
  const std::size_t done = table.count(RunState::done);
  const std::size_t failed = table.count(RunState::failed);
  if (!quiet) {
    fmt::print("  {:<22}{} done, {} failed, {} unfinished, {} not begun\n", "runs", done, failed,
               table.count(RunState::unfinished), table.count(RunState::waiting));
    fmt::print("  {:<22}{}\n", "table", (folder.path() / "table.csv").string());
    fmt::print("  {:<22}{}\n", "page", (folder.path() / "study.html").string());
  }
  constexpr std::size_t most_told = 20;
  std::size_t told = 0;
  for (const StudyRow& row : table.rows) {
    if (row.state != RunState::failed) continue;
    if (++told > most_told) break;
    fmt::print(stderr, "galet: run {} failed: {}\n", StudyFolder::name_of(row.run.number),
               row.reason);
  }
  if (failed > most_told) {
    fmt::print(stderr, "galet: and {} more, see {}\n", failed - most_told,
               (folder.path() / "table.csv").string());
  }
  return done == table.rows.size() ? kDone : kCheckFailed;
}

StudyOrders orders_of(const ParameterStudyArguments& arguments) {
  StudyOrders orders;
  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  orders.program = this_program().string();
  orders.threads = arguments.threads;
  orders.jobs = arguments.jobs > 0 ? arguments.jobs : std::max(1, cores / arguments.threads);
  orders.retry = arguments.retry;
  orders.stop_requested = interruption_requested;
  return orders;
}

int run_all(const ParameterStudyArguments& arguments, const StudyFolder& folder,
            const StudyManifest& manifest) {
  StudyOrders orders = orders_of(arguments);
  std::optional<StatusLine> line;
  if (!arguments.quiet) line.emplace();
  orders.on_progress = [&](const StudyProgress& p) {
    const bool over = p.running == 0 && p.done + p.failed == p.runs;
    if (!line || !(line->is_due() || over)) return;
    std::vector<std::string> parts{fmt::format("{:5.1f} %", 100.0 * p.fraction),
                                   fmt::format("{} of {} runs", p.done, p.runs)};
    if (p.seconds_left && !over) {
      parts.push_back(fmt::format("ETA {}", duration(*p.seconds_left)));
    }
    if (p.failed > 0) parts.push_back(fmt::format("{} failed", p.failed));
    parts.push_back(fmt::format("{} running", p.running));
    line->show(p.fraction, parts);
  };
  const bool stopped = run_missing(folder, manifest.runs, orders);
  line.reset();
  const int code = tell_table(collect(folder), folder, arguments.quiet);
  if (!stopped) return code;
  fmt::print(stderr, "galet: interrupted; to continue: galet study {}\n", folder.path().string());
  return kInterrupted;
}

int run_task(const ParameterStudyArguments& arguments, const StudyFolder& folder,
             const StudyManifest& manifest) {
  const auto run = std::ranges::find(manifest.runs, arguments.task, &StudyRun::number);
  if (run == manifest.runs.end()) {
    throw InputError("--task", fmt::format("the study has no run {}", arguments.task));
  }
  StudyOrders orders = orders_of(arguments);
  orders.jobs = 1;
  if (run_missing(folder, {&*run, 1}, orders)) return kInterrupted;
  const RunStanding standing = standing_of(folder, *run);
  if (standing.state == RunState::done) return kDone;
  fmt::print(stderr, "galet: run {} failed: {}\n", StudyFolder::name_of(run->number),
             standing.outcome.message);
  return standing.outcome.exit_code != 0 ? standing.outcome.exit_code : kSystemFailure;
}

int work_on(const ParameterStudyArguments& arguments, const StudyFolder& folder,
            const StudyManifest& manifest) {
  if (arguments.slurm || arguments.parallel) {
    write_scripts(arguments, folder, manifest);
    return kDone;
  }
  return run_all(arguments, folder, manifest);
}

int run_parameter_study(const ParameterStudyArguments& arguments) {
  const fs::path target = arguments.target;
  watch_signals();
  if (fs::is_directory(target)) {
    if (!arguments.output.empty() || !arguments.overrides.empty()) {
      throw InputError({target.string(), 0, 0}, "",
                       "is the folder of a study; -o and --set belong to a study file");
    }
    const StudyFolder folder = find_study_folder(target);
    if (arguments.collect) return tell_table(collect(folder), folder, arguments.quiet);
    const bool task = arguments.task > 0;
    const StudyLock lock(target, task ? StudyLock::Part::runs : StudyLock::Part::whole);
    const StudyManifest manifest = folder.find_manifest().value();
    return task ? run_task(arguments, folder, manifest) : work_on(arguments, folder, manifest);
  }
  if (arguments.collect || arguments.task > 0) {
    throw InputError({target.string(), 0, 0}, "",
                     "no such folder; --collect and --task belong to the folder of a study");
  }
  const StudyFile study = load_study(target);
  const std::vector<PlannedRun> runs =
      plan_runs(study, scene_of(study, target), arguments.overrides);
  const fs::path output =
      arguments.output.empty() ? fs::path("results") / target.stem() : fs::path(arguments.output);
  const StudyFolder folder = open_study_folder(output);
  const StudyLock lock(output, StudyLock::Part::whole);
  const StudyManifest manifest = adopt(study, runs, folder);
  if (!arguments.quiet) {
    fmt::print("\n{}\n  {:<22}{} runs in {}\n", study.settings.title, "study", manifest.runs.size(),
               output.string());
    if (!manifest.earlier.empty()) {
      fmt::print("  {:<22}{} runs of earlier versions of the study stay in the folder\n", "",
                 manifest.earlier.size());
    }
    std::fflush(stdout);
  }
  return work_on(arguments, folder, manifest);
}

}  // namespace

void add_study_command(CLI::App& app, int& exit_code, Guard guard) {
  auto arguments = std::make_shared<ParameterStudyArguments>();
  CLI::App* command = app.add_subcommand(
      "study", "Vary the parameters of a scene, run what is missing, gather a table and plots");
  command
      ->add_option("study", arguments->target,
                   "Study file, or the folder of a study that is to go on")
      ->required();
  command->add_option("-o,--output", arguments->output,
                      "Folder of the study (default: results/<file>); one that is there goes on");
  command
      ->add_option("--set", arguments->overrides,
                   "Override a key of the scene in all runs: --set time.end=0.5")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command
      ->add_option("--jobs", arguments->jobs,
                   "Runs at a time (default: as many as there are cores)")
      ->check(CLI::Range(1, 4096));
  command->add_option("--threads", arguments->threads, "Threads of each run (default: 1)")
      ->check(CLI::Range(1, 1024));
  command->add_flag("--retry", arguments->retry, "Begin runs again that have failed");
  command->add_flag("--quiet", arguments->quiet, "No progress, no summary");
  CLI::Option* collect = command->add_flag("--collect", arguments->collect,
                                           "Run nothing; table, plots and page of what is there");
  CLI::Option* task = command
                          ->add_option("--task", arguments->task,
                                       "Run this run of the study alone; other tasks may go on at "
                                       "the same time")
                          ->check(CLI::PositiveNumber)
                          ->excludes(collect);
  command
      ->add_flag("--slurm", arguments->slurm,
                 "Run nothing; write study.sbatch, an array job with one task for each run that is "
                 "missing")
      ->excludes(collect)
      ->excludes(task);
  command->add_flag("--parallel", arguments->parallel, "The same for GNU parallel, parallel.sh")
      ->excludes(collect)
      ->excludes(task);
  command->callback([arguments, &exit_code, guard] {
    exit_code = guard([&] { return run_parameter_study(*arguments); });
  });
}

}  // namespace galet
