// Scripts that run a study elsewhere: the jobs of a cluster by Slurm, or GNU parallel. Each task is
// `galet study FOLDER --task NUMBER`, whose results lie where those of `galet study` do; tasks that
// are done end at once, so that a script may be started again.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace galet {

// "1-3,7,9-12" of ascending numbers.
std::string number_ranges(std::span<const std::int64_t> numbers);

struct BatchSettings {
  std::string program;  // both as they are found from any folder
  std::string folder;
  std::string name;  // of the jobs
  int threads = 1;
};

// Of an array job. Clusters limit the indices of an array, mostly to 1000: there is one script for
// each thousand numbers that has any of these.
std::vector<std::string> slurm_scripts(const BatchSettings& settings,
                                       std::span<const std::int64_t> numbers);

std::string parallel_script(const BatchSettings& settings, std::span<const std::int64_t> numbers);

}  // namespace galet
