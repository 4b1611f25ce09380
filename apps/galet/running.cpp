#include "running.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <thread>

#include "exit_codes.hpp"
#include "interruption.hpp"
#include "print_warnings.hpp"
#include "progress.hpp"
#include "run_plots.hpp"
#include "summary_table.hpp"
#include <fmt/format.h>

#include "galet/base/memory_policy.hpp"
#include "galet/base/process_memory.hpp"
#include "galet/build/build.hpp"
#include "galet/draw/picture.hpp"
#include "galet/io/diagnosis.hpp"
#include "galet/io/run_saver.hpp"

namespace galet {
namespace {

// Those of the end that were not told at the start.
std::vector<Warning> those_not_in(const std::vector<Warning>& told,
                                  const std::vector<Warning>& warnings) {
  std::vector<Warning> others;
  std::ranges::copy_if(warnings, std::back_inserter(others),
                       [&](const Warning& w) { return std::ranges::find(told, w) == told.end(); });
  return others;
}

// How it ended, as the user is told.
int tell_interruption(const RunSummary& summary, const std::string& folder) {
  const bool by_signal = interruption_requested();
  fmt::print(stderr,
             "galet: {} at t = {:.6g} s; the results so far are in {}/; to continue: galet resume "
             "{}\n",
             by_signal ? "interrupted" : "out of time (--max-wall)", summary.time_end, folder,
             folder);
  return by_signal ? kInterrupted : kOutOfTime;
}

}  // namespace

void add_run_options(CLI::App& command, RunArguments& arguments) {
  command
      .add_option("--threads", arguments.threads,
                  "Threads (default: all cores); the results do not depend on it")
      ->check(CLI::Range(1, 1024));
  command
      .add_option("--max-wall", arguments.max_wall,
                  "Stop after this many seconds with a checkpoint and exit code 75; `galet resume` "
                  "continues")
      ->type_name("SECONDS")
      ->check(CLI::PositiveNumber);
  command.add_flag("--quiet", arguments.quiet, "Print neither progress nor summary");
  command.add_flag("--strict", arguments.strict,
                   "Exit with 1 if there is a warning, such as a step that misses the solver's "
                   "tolerance");
}

template <int D>
Simulation<D> make_simulation(SceneFile& file, int threads) {
  Setup<D> setup;
  try {
    setup = build_giving_up_runs<D>(file.scene);
  } catch (const InputError& error) {
    throw located(error, file.sources);
  }
  return_arrays_to_system(setup.bodies.size() >= kLargeScene);
  const int all = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  return Simulation<D>(file.scene, std::move(setup), threads > 0 ? threads : all);
}

template <int D>
int go(Simulation<D>& simulation, ResultWriter<D>& writer, const RunProgress& from,
       const RunFolder& folder, const RunArguments& arguments) {
  const TimeSettings& time = simulation.scene().time;
  const std::int64_t steps = count_steps(time);
  const std::vector<Warning>& foreseen = simulation.foreseen();
  print_warnings(foreseen, arguments.strict);
  watch_signals();
  auto progress = std::make_unique<Progress>(
      simulation.state().step, steps, static_cast<double>(steps) * time.step, arguments.quiet);
  RunSaver<D> saver(simulation, writer, folder);
  std::int64_t frames = 0;
  RunHooks<D> hooks;
  hooks.on_step = [&](const StepRecord& r) { progress->update(r, writer.frames_on_disk()); };
  hooks.on_output = [&](const Frame<D>& frame, const SeriesRow& row) {
    folder.check();
    writer.write(frame, row);
    frames = frame.number + 1;
  };
  hooks.on_rows = [&](std::size_t k, std::span<const double> rows) { writer.write_rows(k, rows); };
  hooks.stop_requested = [&] {
    return interruption_requested() || arguments.since_start.seconds() >= arguments.max_wall;
  };
  hooks.save_requested = [&] { return saver.is_due() || checkpoint_signalled(); };
  hooks.on_save = [&](const RunProgress& done, SavePoint where) { saver.save(done, where); };
  const RunSummary summary = [&] {
    try {
      return run(simulation, hooks, from);
    } catch (const NumericalError& error) {
      write_diagnosis(folder.path(), simulation, error.what());
      throw NumericalError(fmt::format("{}. See {}; what went before is in the results",
                                       error.what(), (folder.path() / "diagnosis.json").string()));
    }
  }();
  progress->finish(writer.frames_on_disk());
  progress.reset();
  const std::string picture = (folder.path() / "picture.png").string();
  draw_picture<D>(simulation.frame(frames - 1), picture);
  const std::filesystem::path plots = write_run_plots(folder.path());
  writer.finish(summary);
  saver.save_end();
  const std::string name = folder.path().string();
  if (!arguments.quiet) {
    print_summary(summary, summary.energy.balance_error_relative());
    const auto line = [](std::string_view what, const std::string& where) {
      fmt::print("  {:<22}{}\n", what, where);
    };
    line("results", name + "/");
    line("picture", picture);
    line("plots", (plots / "energies.svg").string() + " and others");
  }
  print_warnings(those_not_in(foreseen, summary.warnings), arguments.strict);
  if (summary.interrupted) return tell_interruption(summary, name);
  return arguments.strict && !summary.warnings.empty() ? kCheckFailed : kDone;
}

#define GALET_INSTANTIATE(D)                                                              \
  template Simulation<D> make_simulation<D>(SceneFile&, int);                             \
  template int go(Simulation<D>&, ResultWriter<D>&, const RunProgress&, const RunFolder&, \
                  const RunArguments&)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
