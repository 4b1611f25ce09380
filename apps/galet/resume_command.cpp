#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "interruption.hpp"
#include "running.hpp"
#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/base/lean.hpp"
#include "galet/base/process_memory.hpp"
#include "galet/io/atomic_file.hpp"
#include "galet/io/checkpoint.hpp"
#include "galet/io/manifest.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

// What may be another when a run goes on: when it ends, and what is written.
constexpr std::array<std::string_view, 5> kChangeable{
    "time.end", "stop", "output.every", "output.frames_per_segment", "output.checkpoint"};

void check_changeable(const std::string& text) {
  const std::string key = text.substr(0, text.find('='));
  const bool known = std::ranges::any_of(kChangeable, [&](std::string_view name) {
    return key == name || key.starts_with(std::string(name) + ".");
  });
  if (known) return;
  throw InputError({"--set", 0, 0}, key,
                   fmt::format("cannot be changed when a run goes on; only {} can. To start "
                               "another run from its last frame, use bodies of kind \"run\"",
                               fmt::join(kChangeable, ", ")));
}

// The scene of the run, with what is to be another from here on. An interval of outputs that
// followed from the end stays what it was.
SceneFile changed_scene(const fs::path& file, const std::vector<std::string>& overrides) {
  const auto [end, every] = [&] {
    const Scene before = load_scene(file).scene;
    return std::pair(before.time.end,
                     static_cast<double>(output_stride(before)) * before.time.step);
  }();
  SceneFile now = load_scene(file, overrides);
  if (!now.scene.output.every && now.scene.time.end != end) now.scene.output.every = every;
  return now;
}

template <int D>
void check_not_ended(const Simulation<D>& simulation, const Checkpoint& checkpoint,
                     const fs::path& folder, bool longer) {
  const Scene& scene = simulation.scene();
  const bool at_end = simulation.state().step >= count_steps(scene.time);
  const bool stopped = checkpoint.stop != 0 && checkpoint.stop == stop_identity(scene.stop);
  if (!at_end && !stopped) return;
  const std::string where =
      fmt::format("the run has ended at t = {:.6g} s", simulation.state().time);
  const std::string how =
      stopped ? "by its stop condition; to go on beyond, change that: --set stop.…"
      : longer
          ? "; to go on, it takes a later end"
          : "; to go on beyond, give a later end: --until; to start another from its last frame, "
            "use bodies of kind \"run\"";
  throw InputError({folder.string(), 0, 0}, "",
                   fmt::format("{}{}{}", where, stopped ? " " : "", how));
}

template <int D>
int start_again(SceneFile& file, const RunFolder& folder, const RunArguments& arguments) {
  Simulation<D> simulation = make_simulation<D>(file, arguments.threads);
  const bool vtk = find_manifest(folder.path())->vtk;
  folder.clear();
  if (!arguments.quiet) {
    fmt::print(stderr, "galet: the run was killed before its first checkpoint: from the start\n");
  }
  ResultWriter<D> writer(folder.path(), file.scene, {vtk, simulation.observers().tables()});
  return go(simulation, writer, {}, folder, arguments);
}

template <int D>
int resume_run(SceneFile& file, Checkpoint& checkpoint, const RunFolder& folder,
               const RunArguments& arguments) {
  Simulation<D> simulation = make_simulation<D>(file, arguments.threads);
  const RunProgress progress = simulation.restore(checkpoint.run);
  give_back(checkpoint.run);
  check_not_ended(simulation, checkpoint, folder.path(), !arguments.overrides.empty());
  // From here on the scene of the folder is the one that goes on; the checkpoint fits to both.
  if (!arguments.overrides.empty()) {
    write_manifest(folder.path(), {.vtk = checkpoint.files.vtk});
    write_atomically(folder.path() / "scene.toml", to_toml(file.scene));
  }
  ResultWriter<D> writer(folder.path(), file.scene, simulation.observers().tables(),
                         checkpoint.files);
  // Of the end that is not the end any more.
  for (const char* name : {"summary.json", "picture.png", "diagnosis.json"})
    fs::remove(folder.path() / name);
  if (!arguments.quiet) {
    fmt::print(stderr, "galet: continuing from t = {:.6g} s\n", simulation.state().time);
  }
  return go(simulation, writer, progress, folder, arguments);
}

int resume(const RunArguments& arguments) {
  const RunFolder folder = RunFolder::take_up(arguments.output);
  for (const std::string& text : arguments.overrides) check_changeable(text);
  const fs::path scene = folder.path() / "scene.toml";
  if (!fs::exists(scene)) {
    throw InputError({folder.path().string(), 0, 0}, "",
                     "the run was killed before it began; run its scene again");
  }
  SceneFile file = changed_scene(scene, arguments.overrides);
  const bool flat = file.scene.dimension == 2;
  if (!has_checkpoint(folder.path())) {
    return flat ? start_again<2>(file, folder, arguments) : start_again<3>(file, folder, arguments);
  }
  CheckpointFound found = read_checkpoint(folder.path(), file.scene);
  if (!found.note.empty()) {
    fmt::print(stderr, "galet: {}; continuing from the checkpoint before\n", found.note);
  }
  return flat ? resume_run<2>(file, found.checkpoint, folder, arguments)
              : resume_run<3>(file, found.checkpoint, folder, arguments);
}

}  // namespace

void add_resume_command(CLI::App& app, int& exit_code, Guard guard) {
  auto arguments = std::make_shared<RunArguments>();
  auto until = std::make_shared<std::optional<double>>();
  CLI::App* command = app.add_subcommand(
      "resume", "Continue an interrupted or killed run as if nothing had happened, or extend one");
  command->add_option("folder", arguments->output, "Its results folder")->required();
  command->add_option("--until", *until, "New end of the run, in seconds of simulated time");
  command
      ->add_option("--set", arguments->overrides,
                   "Override a key of time.end, stop or output: --set output.every=0.1")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  add_run_options(*command, *arguments);
  command->callback([arguments, until, &exit_code, guard] {
    exit_code = guard([&] {
      watch_checkpoint_signal();
      return_arrays_to_system(true);  // as in run
      if (*until) arguments->overrides.push_back(fmt::format("time.end={}", **until));
      return resume(*arguments);
    });
  });
}

}  // namespace galet
