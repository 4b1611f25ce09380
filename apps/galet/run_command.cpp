#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "commands.hpp"
#include "exit_codes.hpp"
#include "interruption.hpp"
#include "print_warnings.hpp"
#include "progress.hpp"
#include "run_plots.hpp"
#include "scenes.hpp"
#include "summary_table.hpp"
#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/base/memory_policy.hpp"
#include "galet/base/process_memory.hpp"
#include "galet/build/build.hpp"
#include "galet/draw/picture.hpp"
#include "galet/io/result_writer.hpp"
#include "galet/io/scene_file.hpp"
#include "galet/sim/simulation.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

struct RunArguments {
  std::string scene;
  std::string output;
  std::vector<std::string> overrides;
  int threads = 0;  // 0: as many as the machine has
  bool overwrite = false;
  bool quiet = false;
  bool vtk = false;
  bool strict = false;
};

// What a run leaves in its folder.
const std::vector<std::string>& result_names() {
  static const std::vector<std::string> names{
      "scene.toml",  "series.csv",   "trajectory",   "trajectory.h5", "observe",       "observe.h5",
      "vtk",         "summary.json", "picture.png",  "plots",         "render.png",    "report",
      "report.html", "grains.pvd",   "contacts.pvd", "walls.pvd",     "checkpoint.bin"};
  return names;
}

bool holds_results(const fs::path& folder) {
  return std::ranges::any_of(result_names(),
                             [&](const std::string& name) { return fs::exists(folder / name); });
}

// results/<scene>, or the first free of results/<scene>-2, -3, …
fs::path default_folder(const fs::path& scene) {
  const fs::path base = fs::path("results") / scene.stem();
  fs::path folder = base;
  for (int k = 2; fs::exists(folder); ++k) folder = fmt::format("{}-{}", base.string(), k);
  return folder;
}

fs::path prepare_folder(const RunArguments& arguments, const fs::path& scene) {
  const fs::path folder =
      arguments.output.empty() ? default_folder(scene) : fs::path(arguments.output);
  if (fs::exists(folder) && !fs::is_directory(folder)) {
    throw InputError({folder.string(), 0, 0}, "", "is a file; expected a folder for the results");
  }
  if (holds_results(folder)) {
    if (!arguments.overwrite) {
      throw InputError(
          {folder.string(), 0, 0}, "",
          "already contains results; choose another folder with -o or add --overwrite");
    }
    for (const std::string& name : result_names()) fs::remove_all(folder / name);
  }
  return folder;
}

template <int D>
Simulation<D> make_simulation(const SceneFile& file, int threads) {
  Setup<D> setup;
  return_arrays_to_system(true);
  try {
    setup = build<D>(file.scene);
  } catch (const InputError& error) {
    throw located(error, file.sources);
  }
  return_arrays_to_system(setup.bodies.size() >= kLargeScene);
  const int all = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  return Simulation<D>(file.scene, std::move(setup), threads > 0 ? threads : all);
}

// Those of the end that were not told at the start.
std::vector<Warning> those_not_in(const std::vector<Warning>& told,
                                  const std::vector<Warning>& warnings) {
  std::vector<Warning> others;
  std::ranges::copy_if(warnings, std::back_inserter(others),
                       [&](const Warning& w) { return std::ranges::find(told, w) == told.end(); });
  return others;
}

// From the start, or from where `progress` says that the simulation is.
template <int D>
int go(Simulation<D>& simulation, ResultWriter<D>& writer, const RunProgress& from,
       const fs::path& folder, const RunArguments& arguments) {
  const TimeSettings& time = simulation.scene().time;
  const std::int64_t steps = count_steps(time);
  const std::vector<Warning>& foreseen = simulation.foreseen();
  print_warnings(foreseen, arguments.strict);
  watch_interruption();
  auto progress = std::make_unique<Progress>(
      simulation.state().step, steps, static_cast<double>(steps) * time.step, arguments.quiet);
  std::int64_t frames = 0;
  RunHooks<D> hooks;
  hooks.on_step = [&](const StepRecord& r) { progress->update(r, writer.frames_on_disk()); };
  hooks.on_output = [&](const Frame<D>& frame, const SeriesRow& row) {
    writer.write(frame, row);
    frames = frame.number + 1;
  };
  hooks.on_rows = [&](std::size_t k, std::span<const double> rows) { writer.write_rows(k, rows); };
  hooks.stop_requested = interruption_requested;
  hooks.on_checkpoint = [&](const RunProgress& done, bool stopping) {
    if (stopping || writer.is_closed()) writer.write_checkpoint(simulation.save(done));
  };
  const RunSummary summary = run(simulation, hooks, from);
  writer.finish(summary);
  progress->finish(writer.frames_on_disk());
  progress.reset();
  draw_picture<D>(simulation.frame(frames - 1), folder / "picture.png");
  const fs::path plots = write_run_plots(folder);
  if (!arguments.quiet) {
    print_summary(summary, summary.energy.balance_error_relative());
    const auto line = [](std::string_view name, const std::string& what) {
      fmt::print("  {:<22}{}\n", name, what);
    };
    line("results", folder.string() + "/");
    line("picture", (folder / "picture.png").string());
    line("plots", (plots / "energies.svg").string() + " and others");
  }

  print_warnings(those_not_in(foreseen, summary.warnings), arguments.strict);
  if (summary.interrupted) {
    fmt::print(stderr,
               "galet: interrupted at t = {:.6g} s; the results so far are in {}/; to continue: "
               "galet resume {}\n",
               summary.time_end, folder.string(), folder.string());
    return kInterrupted;
  }
  return arguments.strict && !summary.warnings.empty() ? kCheckFailed : kDone;
}

template <int D>
int run_scene(const SceneFile& file, const RunArguments& arguments, const fs::path& scene_path) {
  Simulation<D> simulation = make_simulation<D>(file, arguments.threads);
  const fs::path folder = prepare_folder(arguments, scene_path);
  ResultWriter<D> writer(folder, file.scene, {arguments.vtk, simulation.observers().tables()});
  return go(simulation, writer, {}, folder, arguments);
}

template <int D>
int resume_run(const SceneFile& file, const Checkpoint& checkpoint, const fs::path& folder,
               const RunArguments& arguments) {
  Simulation<D> simulation = make_simulation<D>(file, arguments.threads);
  const RunProgress progress = simulation.restore(checkpoint.run);
  ResultWriter<D> writer(folder, file.scene, simulation.observers().tables(), checkpoint.files);
  // Of the end that is not the end any more.
  for (const char* name :
       {"summary.json", "picture.png", "plots", "render.png", "report", "report.html"}) {
    fs::remove_all(folder / name);
  }
  if (!arguments.quiet) {
    fmt::print(stderr, "galet: continuing from t = {:.6g} s\n", simulation.state().time);
  }
  return go(simulation, writer, progress, folder, arguments);
}

// Why there is nothing to go on from.
std::string why_not_resumed(const fs::path& folder) {
  if (!fs::is_directory(folder)) return "no such folder; expected the results of a run";
  if (!holds_results(folder)) return "contains no results of a run";
  if (fs::exists(folder / "summary.json")) {
    return "the run has ended; to start another from its last frame, use bodies of kind \"run\"";
  }
  return "the run ended before its first checkpoint; run its scene.toml again";
}

// Options of all commands that run.
void add_run_options(CLI::App& command, RunArguments& arguments) {
  command
      .add_option("--threads", arguments.threads,
                  "Threads (default: all cores); the results do not depend on it")
      ->check(CLI::Range(1, 1024));
  command.add_flag("--quiet", arguments.quiet, "No progress, no summary");
  command.add_flag("--strict", arguments.strict,
                   "Exit with 1 if there is a warning, such as a step that misses the solver's "
                   "tolerance");
}

}  // namespace

void add_run_command(CLI::App& app, int& exit_code, Guard guard) {
  auto arguments = std::make_shared<RunArguments>();
  CLI::App* command = app.add_subcommand("run", "Run a scene and write its results");
  command->add_option("scene", arguments->scene, "Scene file, or a name shown by `galet list`")
      ->required();
  command->add_option("-o,--output", arguments->output,
                      "Folder for the results (default: results/<scene>)");
  command->add_option("--set", arguments->overrides, "Override a key: --set solver.tolerance=1e-8")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command->add_flag("--overwrite", arguments->overwrite, "Replace existing results");
  command->add_flag("--vtk", arguments->vtk, "Also write files for ParaView");
  add_run_options(*command, *arguments);
  command->callback([arguments, &exit_code, guard] {
    exit_code = guard([&] {
      const fs::path path = find_scene_of_bodies(arguments->scene, "run");
      const SceneFile file = load_scene(path, arguments->overrides);
      return file.scene.dimension == 2 ? run_scene<2>(file, *arguments, path)
                                       : run_scene<3>(file, *arguments, path);
    });
  });
}

void add_resume_command(CLI::App& app, int& exit_code, Guard guard) {
  auto arguments = std::make_shared<RunArguments>();
  CLI::App* command = app.add_subcommand(
      "resume", "Continue an interrupted or killed run as if nothing had happened");
  command->add_option("folder", arguments->output, "Its results folder")->required();
  add_run_options(*command, *arguments);
  command->callback([arguments, &exit_code, guard] {
    exit_code = guard([&] {
      const fs::path folder = arguments->output;
      if (!has_checkpoint(folder)) {
        throw InputError({folder.string(), 0, 0}, "", why_not_resumed(folder));
      }
      const Checkpoint checkpoint = read_checkpoint(folder);
      const SceneFile file = load_scene(folder / "scene.toml", {});
      return file.scene.dimension == 2 ? resume_run<2>(file, checkpoint, folder, *arguments)
                                       : resume_run<3>(file, checkpoint, folder, *arguments);
    });
  });
}

}  // namespace galet
