#include <filesystem>
#include <memory>
#include <string>

#include "commands.hpp"
#include "interruption.hpp"
#include "running.hpp"
#include "scenes.hpp"

#include "galet/base/process_memory.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

RunFolder folder_for(const RunArguments& arguments, const fs::path& scene_path,
                     const Scene& scene) {
  if (arguments.output.empty()) return RunFolder::make_new(fs::path("results") / scene_path.stem());
  return RunFolder::make(arguments.output, arguments.overwrite, inputs_of(scene));
}

template <int D>
int run_scene(SceneFile& file, const RunArguments& arguments, const fs::path& scene_path) {
  Simulation<D> simulation = make_simulation<D>(file, arguments.threads);
  const RunFolder folder = folder_for(arguments, scene_path, file.scene);
  ResultWriter<D> writer(folder.path(), file.scene,
                         {arguments.vtk, simulation.observers().tables()});
  return go(simulation, writer, {}, folder, arguments);
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
      watch_checkpoint_signal();
      const fs::path path = find_scene_of_bodies(arguments->scene, "run");
      return_arrays_to_system(true);  // what is read of an earlier run is large, and soon moves on
      SceneFile file = load_scene(path, arguments->overrides);
      return file.scene.dimension == 2 ? run_scene<2>(file, *arguments, path)
                                       : run_scene<3>(file, *arguments, path);
    });
  });
}

}  // namespace galet
