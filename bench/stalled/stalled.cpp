// Sweeps that nlgs takes for the problems of tests/data/stalled, as a table:
//   galet_stalled FOLDER TOLERANCE… [--sweeps N] [--finisher] [--orders N] [--curve]
// With --finisher Newton's method goes on after the sweeps; its steps are the last count. With
// --orders every problem is solved N times, its contacts in other orders (the first as stored): how
// many of these solves end within the limit, and their median. With --curve the residual after 10,
// 30, 100 … sweeps instead.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <numeric>
#include <random>
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
  int orders = 1;
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

// Its contacts in an order that the seed decides.
template <int D>
ProblemColumns<D> shuffled(const ProblemColumns<D>& problem, int seed) {
  std::vector<std::size_t> order(problem.contacts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::mt19937 random(static_cast<unsigned>(seed));
  for (std::size_t k = order.size(); k > 1; --k) std::swap(order[k - 1], order[random() % k]);
  ProblemColumns<D> other = problem;
  for (std::size_t k = 0; k < order.size(); ++k) {
    other.contacts[k] = problem.contacts[order[k]];
    other.q[k] = problem.q[order[k]];
    other.law[k] = problem.law[order[k]];
    other.start[k] = problem.start[order[k]];
  }
  return other;
}

// Failures count as endless.
int median_of(std::vector<int> sweeps) {
  constexpr int endless = std::numeric_limits<int>::max();
  for (int& n : sweeps) n = n < 0 ? endless : n;
  std::ranges::sort(sweeps);
  return sweeps.empty() || sweeps[sweeps.size() / 2] == endless ? -1 : sweeps[sweeps.size() / 2];
}
std::ptrdiff_t count_solved(const std::vector<int>& sweeps) {
  return std::ranges::count_if(sweeps, [](int n) { return n >= 0; });
}

template <int D>
void show_orders(const ProblemColumns<D>& problem, const Options& options,
                 std::vector<std::vector<int>>& taken) {
  for (std::size_t k = 0; k < options.tolerances.size(); ++k) {
    std::vector<int> of_orders;
    for (int seed = 0; seed < options.orders; ++seed) {
      const SolveReport report =
          solve_stalled<D>(seed == 0 ? problem : shuffled<D>(problem, seed), options.tolerances[k],
                           options.sweeps, options.finisher);
      of_orders.push_back(report.status == SolveStatus::solved ? report.iterations : -1);
    }
    std::printf("  %3td of %d %6d", count_solved(of_orders), options.orders, median_of(of_orders));
    taken[k].insert(taken[k].end(), of_orders.begin(), of_orders.end());
  }
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
  } else if (options.orders > 1) {
    show_orders<D>(problem, options, taken);
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

// Of the 2D ones, -1: not solved.
void show_medians(const Options& options, const std::vector<std::vector<int>>& taken) {
  for (std::size_t k = 0; k < options.tolerances.size(); ++k) {
    std::printf("2D, tolerance %g: %td of %zu solved, median %d sweeps\n", options.tolerances[k],
                count_solved(taken[k]), taken[k].size(), median_of(taken[k]));
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
    } else if (word == "--orders" && k + 1 < count) {
      options.orders = std::stoi(words[++k]);
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
  std::printf(options.orders > 1
                  ? "problem, contacts, then by tolerance: solved, median of sweeps\n"
                  : "problem, contacts, then by tolerance: sweeps (* not solved), residual, time "
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
