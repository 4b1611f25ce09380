#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include "commands.hpp"
#include "counted.hpp"
#include "exit_codes.hpp"
#include "print_warnings.hpp"
#include "scenes.hpp"
#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/base/timer.hpp"
#include "galet/draw/sweep_picture.hpp"
#include "galet/io/atomic_file.hpp"
#include "galet/io/sweep_file.hpp"
#include "galet/io/sweep_results.hpp"
#include "galet/sweep/build.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

struct SweepArguments {
  std::string file;
  std::string output;
  std::vector<std::string> overrides;
  bool overwrite = false;
  bool quiet = false;
  bool strict = false;
};

sweep::Process build_located(const SweepFile& file) {
  try {
    return sweep::build(file.scene);
  } catch (const InputError& error) {
    throw located(error, file.sources);
  }
}

// The solution, and for a penalty with continuation how far each run is from the one before.
struct Outcome {
  sweep::Solution solution;
  std::vector<double> changes;
};

Outcome solve(const SweepFile& file, const sweep::Process& process) {
  Outcome outcome;
  sweep::Integrator integrator = file.scene.integrator;
  const auto run = [&] {
    auto solution = sweep::integrate(process, integrator, file.scene.time.step);
    if (!solution) {
      throw located(InputError("integrator",
                               "event-driven needs sets that are given by smooth "
                               "functions; this one has a part that is not (a point "
                               "or a set with inflate)"),
                    file.sources);
    }
    return *std::move(solution);
  };
  if (auto* yosida = std::get_if<sweep::Yosida>(&integrator)) {
    const std::int64_t levels = yosida->continuation;
    for (yosida->continuation = 1; yosida->continuation <= levels; ++yosida->continuation) {
      sweep::Solution next = run();
      if (yosida->continuation > 1) {
        outcome.changes.push_back((next.last() - outcome.solution.last()).norm());
      }
      outcome.solution = std::move(next);
    }
  } else {
    outcome.solution = run();
  }
  return outcome;
}

std::vector<double> picture_times(const sweep::SweepScene& scene) {
  if (!scene.output.times.empty()) return scene.output.times;
  std::vector<double> times;
  const auto count = scene.output.outlines;
  for (std::int64_t k = 0; k < count; ++k) {
    const double part = count > 1 ? static_cast<double>(k) / static_cast<double>(count - 1) : 1.0;
    times.push_back(scene.time.start + part * (scene.time.end - scene.time.start));
  }
  return times;
}

void print(const SweepSummary& s, const fs::path& folder) {
  const sweep::Report& r = s.solution.report;
  const auto row = [](std::string_view name, const std::string& value) {
    fmt::print("  {:<22}{}\n", name, value);
  };
  const sweep::Vector& end = s.solution.last();
  fmt::print("\n{}\n", s.title);
  row("integrator",
      fmt::format("{}, {} steps, {} projections", s.integrator, r.steps, r.projections));
  if (r.events > 0 || r.guarded_steps > 0) {
    row("events", fmt::format("{}, {} steps with too many", r.events, r.guarded_steps));
  }
  row("end point", fmt::format("({:.9g})", fmt::join(end.begin(), end.end(), ", ")));
  row("variation of u", fmt::format("{:.9g}", r.variation));
  row("retraction of C", r.retraction ? fmt::format("{:.9g}", *r.retraction) : "not known");
  row("largest distance", fmt::format("{:.3g} from the set", r.distance_max));
  for (std::size_t k = 0; k < s.continuation_changes.size(); ++k) {
    row(k == 0 ? "continuation" : "",
        fmt::format("end point moved by {:.3g}", s.continuation_changes[k]));
  }
  row("results", folder.string() + "/");
  row("picture", (folder / "picture.png").string());
}

int run_sweep(const SweepArguments& arguments) {
  const fs::path path = find_scene(arguments.file);
  if (!is_sweep_file(path)) {
    throw InputError({path.string(), 0, 0}, "",
                     "has no table [sweep]; bodies in contact are run by `galet run`");
  }
  const SweepFile file = load_sweep(path, arguments.overrides);
  const sweep::Process process = build_located(file);
  const Stopwatch watch;
  Outcome outcome = solve(file, process);
  sweep::measure(process, outcome.solution);
  std::vector<Warning> warnings;
  if (const std::int64_t failed = outcome.solution.report.failed_projections; failed > 0) {
    warnings.push_back(
        {WarningCode::projection,
         fmt::format("{} of {} projections on the set did not converge. The set may have become "
                     "empty; otherwise reduce time.step",
                     failed, outcome.solution.report.projections)});
  }
  const SweepSummary summary{.title = file.scene.title,
                             .dimension = file.scene.sweep.dimension,
                             .integrator = std::string(std::visit(
                                 [](const auto& i) { return i.tag; }, file.scene.integrator)),
                             .solution = std::move(outcome.solution),
                             .continuation_changes = std::move(outcome.changes),
                             .seconds = watch.seconds(),
                             .warnings = std::move(warnings)};

  const fs::path folder =
      arguments.output.empty() ? fs::path("results") / path.stem() : fs::path(arguments.output);
  if (fs::exists(folder / "series.csv") && !arguments.overwrite) {
    throw InputError({folder.string(), 0, 0}, "",
                     "already contains results; choose another folder with -o or add --overwrite");
  }
  make_folder(folder);
  write_sweep_series(folder / "series.csv", process, summary.solution);
  write_sweep_summary(folder / "summary.json", summary);
  draw_sweep(process, summary.solution, folder / "picture.png",
             {.title = file.scene.title, .times = picture_times(file.scene)});
  if (!arguments.quiet) print(summary, folder);
  print_warnings(summary.warnings, arguments.strict);
  return arguments.strict && !summary.warnings.empty() ? kCheckFailed : kDone;
}

}  // namespace

void check_sweep_file(const fs::path& path, const std::vector<std::string>& overrides) {
  const SweepFile file = load_sweep(path, overrides);
  const sweep::Process process = build_located(file);
  std::int64_t steps = 0;
  for (const sweep::Piece& piece : sweep::pieces(process, file.scene.time.step))
    steps += piece.steps;
  fmt::print(stderr, "ok: \"{}\", sweeping process in dimension {}, {}, {}\n", file.scene.title,
             file.scene.sweep.dimension, counted(std::ssize(file.scene.set), "set", "sets"),
             counted(steps, "step", "steps"));
}

void add_sweep_command(CLI::App& app, int& exit_code, Guard guard) {
  auto arguments = std::make_shared<SweepArguments>();
  CLI::App* command =
      app.add_subcommand("sweep", "Integrate a sweeping process: a point pushed by a moving set");
  command
      ->add_option("file", arguments->file,
                   "File with a table [sweep], or a name shown by `galet list`")
      ->required();
  command->add_option("-o,--output", arguments->output,
                      "Folder for the results (default: results/<file>)");
  command->add_option("--set", arguments->overrides, "Override a key: --set time.step=1e-3")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command->add_flag("--overwrite", arguments->overwrite, "Replace existing results");
  command->add_flag("--quiet", arguments->quiet, "Print no summary");
  command->add_flag("--strict", arguments->strict,
                    "Exit with 1 if there is a warning (a projection that did not converge)");
  command->callback(
      [arguments, &exit_code, guard] { exit_code = guard([&] { return run_sweep(*arguments); }); });
}

}  // namespace galet
