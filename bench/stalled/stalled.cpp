// Sweeps that nlgs takes for the problems of tests/data/stalled, as a table:
//   galet_stalled FOLDER TOLERANCE… [--sweeps N] [--finisher] [--curve]
// With --finisher Newton's method goes on after the sweeps; its steps are the last count.
// With --curve the residual after 10, 30, 100 … sweeps instead.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/stalled_problem.hpp"

#include "galet/base/timer.hpp"
#include "galet/problem/residual.hpp"
#include "galet/solver/nlgs.hpp"

namespace {

using namespace galet;

struct Options {
  std::vector<std::filesystem::path> files;
  std::vector<double> tolerances;
  std::int64_t sweeps = 10000;
  bool finisher = false;
  bool curve = false;
};

template <int D>
SolveReport solve_stalled(const ProblemColumns<D>& problem, double tolerance, std::int64_t sweeps,
                          bool finisher) {
  NlgsSettings settings;
  settings.tolerance = tolerance;
  settings.max_iterations = sweeps;
  settings.finisher = finisher;
  std::vector<Vec<D>> p = problem.start;
  return solve<D>(problem.view(), settings, p);
}

template <int D>
void show_curve(const ProblemColumns<D>& problem, std::int64_t sweeps) {
  for (std::int64_t k = 10; k <= sweeps; k = k % 3 == 0 ? k / 3 * 10 : k * 3) {
    std::printf(" %lld:%.1e", static_cast<long long>(k),
                solve_stalled<D>(problem, 1e-12, k, false).residual_relative);
  }
}

template <int D>
void show(const std::filesystem::path& file, const Options& options,
          std::vector<std::vector<int>>& taken) {
  const ProblemColumns<D> problem = read_stalled<D>(file);
  const std::string name = file.stem().stem();
  std::printf("%-16s %5zu", name.c_str(), problem.contacts.size());
  if (options.curve) {
    show_curve<D>(problem, options.sweeps);
  } else {
    for (std::size_t k = 0; k < options.tolerances.size(); ++k) {
      const Stopwatch watch;
      const SolveReport report =
          solve_stalled<D>(problem, options.tolerances[k], options.sweeps, options.finisher);
      const auto& by = report.sweeps.sweeps;
      const bool solved = report.status == SolveStatus::solved;
      taken[k].push_back(solved ? report.iterations : -1);
      std::printf("  %s%6d %.1e %6.3f s (%ld+%ld+%ld+%ld+%ld)", solved ? " " : "*",
                  report.iterations, report.residual_relative, watch.seconds(),
                  static_cast<long>(by[0]), static_cast<long>(by[1]), static_cast<long>(by[2]),
                  static_cast<long>(by[3]), static_cast<long>(report.sweeps.newton));
    }
  }
  std::printf("\n");
  std::fflush(stdout);
}

// Of the 2D ones, failures counted as endless.
void show_medians(const Options& options, const std::vector<std::vector<int>>& taken) {
  for (std::size_t k = 0; k < options.tolerances.size(); ++k) {
    std::vector<int> sorted = taken[k];
    const auto solved = std::ranges::count_if(sorted, [](int n) { return n >= 0; });
    for (int& n : sorted) n = n < 0 ? 1 << 30 : n;
    std::ranges::sort(sorted);
    std::printf("2D, tolerance %g: %td of %zu solved, median %d sweeps\n", options.tolerances[k],
                solved, sorted.size(), sorted.empty() ? 0 : sorted[sorted.size() / 2]);
  }
}

Options parse(int count, char** words) {
  Options options;
  for (int k = 1; k < count; ++k) {
    const std::string word = words[k];
    if (word == "--curve") {
      options.curve = true;
    } else if (word == "--finisher") {
      options.finisher = true;
    } else if (word == "--sweeps" && k + 1 < count) {
      options.sweeps = std::stol(words[++k]);
    } else if (std::filesystem::is_directory(word)) {
      for (const auto& entry : std::filesystem::directory_iterator(word)) {
        if (entry.path().string().ends_with(".gbp.gz")) options.files.push_back(entry.path());
      }
    } else if (word.ends_with(".gbp.gz")) {
      options.files.emplace_back(word);
    } else {
      options.tolerances.push_back(std::stod(word));
    }
  }
  if (options.tolerances.empty()) options.tolerances = {1e-5};
  std::ranges::sort(options.files);
  return options;
}

}  // namespace

int main(int count, char** words) {
  const Options options = parse(count, words);
  std::printf(
      "problem, contacts, then by tolerance: sweeps (* not solved), residual, time "
      "(momentum + anderson + convex + damped + Newton steps)\n");
  std::vector<std::vector<int>> taken(options.tolerances.size());
  std::vector<std::vector<int>> taken_3d(options.tolerances.size());
  for (const auto& file : options.files) {
    if (dimension_of(file) == 2) {
      show<2>(file, options, taken);
    } else {
      show<3>(file, options, taken_3d);
    }
  }
  if (!options.curve) show_medians(options, taken);
}
