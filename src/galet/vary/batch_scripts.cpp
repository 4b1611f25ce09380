#include "galet/vary/batch_scripts.hpp"

#include <map>

#include <fmt/format.h>

namespace galet {
namespace {

constexpr std::int64_t most_tasks = 1000;

// A word for the shell, whatever is in it.
std::string shell_word(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

// Names of jobs have no spaces or signs.
std::string job_name(const std::string& title) {
  std::string name;
  for (const char c : title) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    name += plain || c == '-' || c == '_' ? c : '-';
  }
  return name.empty() ? "galet" : name;
}

}  // namespace

std::string number_ranges(std::span<const std::int64_t> numbers) {
  std::string text;
  for (std::size_t from = 0; from < numbers.size();) {
    std::size_t to = from;
    while (to + 1 < numbers.size() && numbers[to + 1] == numbers[to] + 1) ++to;
    text += text.empty() ? "" : ",";
    text += from == to ? fmt::format("{}", numbers[from])
                       : fmt::format("{}-{}", numbers[from], numbers[to]);
    from = to + 1;
  }
  return text;
}

std::vector<std::string> slurm_scripts(const BatchSettings& settings,
                                       std::span<const std::int64_t> numbers) {
  std::map<std::int64_t, std::vector<std::int64_t>> blocks;
  for (const std::int64_t number : numbers) {
    const std::int64_t block = (number - 1) / most_tasks;
    blocks[block].push_back(number - block * most_tasks);
  }
  std::vector<std::string> scripts;
  for (const auto& [block, tasks] : blocks) {
    // Slurm reads its options from the lines that begin with #SBATCH, before the first command. A
    // minute before the end of its time a task is told to stop, and leaves a checkpoint.
    scripts.push_back(fmt::format(
        R"(#!/bin/sh
#SBATCH --job-name={name}
#SBATCH --array={tasks}
#SBATCH --cpus-per-task={threads}
#SBATCH --output=/dev/null
#SBATCH --signal=B:TERM@60
# One task for each run that is missing; what a run says is in logs/. Options of the cluster, such as
# --time, --partition or --mem, may be added here or given to sbatch. Submitted again, it goes on
# with runs that were cut off; `galet study {folder} --collect` gathers at any time.
exec {program} study {folder} --task $((SLURM_ARRAY_TASK_ID + {offset})) --threads "${{SLURM_CPUS_PER_TASK:-{threads}}}"
)",
        fmt::arg("name", job_name(settings.name)), fmt::arg("tasks", number_ranges(tasks)),
        fmt::arg("threads", settings.threads), fmt::arg("program", shell_word(settings.program)),
        fmt::arg("folder", shell_word(settings.folder)), fmt::arg("offset", block * most_tasks)));
  }
  return scripts;
}

std::string parallel_script(const BatchSettings& settings, std::span<const std::int64_t> numbers) {
  std::string list;
  for (const std::int64_t number : numbers) list += fmt::format("{}\n", number);
  return fmt::format(
      R"(#!/bin/sh
# One task for each run that is missing, by GNU parallel, whose options may be given: --jobs 8,
# --sshloginfile hosts. Started again, it goes on with runs that were cut off;
# `galet study {folder} --collect` gathers at any time.
exec parallel --quote "$@" {program} study {folder} --task {{}} --threads {threads} <<'RUNS'
{list}RUNS
)",
      fmt::arg("program", shell_word(settings.program)),
      fmt::arg("folder", shell_word(settings.folder)), fmt::arg("threads", settings.threads),
      fmt::arg("list", list));
}

}  // namespace galet
