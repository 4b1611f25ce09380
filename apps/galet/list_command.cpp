#include <filesystem>
#include <variant>

#include "commands.hpp"
#include "exit_codes.hpp"
#include "scenes.hpp"
#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/io/record_reference.hpp"
#include "galet/io/scene_file.hpp"
#include "galet/io/sweep_file.hpp"
#include "galet/vary/study_file.hpp"

namespace galet {
namespace {

template <class... Ts>
std::string tags(std::variant<Ts...>*) {
  std::string names;
  ((names += fmt::format("{}{}", names.empty() ? "" : ", ", Ts::tag)), ...);
  return names;
}

template <class Variant>
std::string tags_of() {
  return tags(static_cast<Variant*>(nullptr));
}

void list() {
  fmt::print("schemes:        {}\n", tags_of<SchemeSettings>());
  fmt::print("solvers:        {}\n", tags_of<SolverSettings>());
  fmt::print("local solvers:  {}\n", tags_of<LocalSolver>());
  fmt::print("linear solvers: {}\n", tags_of<LinearSettings>());
  fmt::print("bodies:         {}\n", tags_of<BodiesSettings>());
  fmt::print("boundaries:     {}\n", tags_of<BoundarySettings>());
  fmt::print("observers:      {}\n", tags_of<ObserverSettings>());
  fmt::print("sweeping sets:  {}\n", tags_of<sweep::SetSettings>());
  fmt::print("integrators:    {}\n", tags_of<sweep::Integrator>());
  const std::filesystem::path folder = scenes_folder();
  fmt::print("\nscenes in {}:\n", folder.string());
  for (const std::filesystem::path& file : all_scenes(folder)) {
    std::string name = std::filesystem::relative(file, folder).replace_extension().string();
    try {
      if (is_sweep_file(file)) {
        const sweep::SweepScene scene = load_sweep(file).scene;
        fmt::print("  {:<36} {}D  {} (galet sweep)\n", name, scene.sweep.dimension, scene.title);
        continue;
      }
      const Scene scene = load_scene(file).scene;
      fmt::print("  {:<36} {}D  {}\n", name, scene.dimension, scene.title);
    } catch (const InputError& error) {
      fmt::print("  {:<36} not readable: {}\n", name, error.what());
    }
  }
}

}  // namespace

void add_list_command(CLI::App& app, int& exit_code, Guard guard) {
  CLI::App* command = app.add_subcommand(
      "list", "List schemes, solvers, observers and the scenes that come with galet");
  command->callback([&exit_code, guard] {
    exit_code = guard([] {
      list();
      return kDone;
    });
  });
}

void add_reference_command(CLI::App& app, int& exit_code, Guard guard) {
  CLI::App* command =
      app.add_subcommand("reference", "Print the reference of all scene keys as Markdown");
  auto sweep = std::make_shared<bool>(false);
  auto records = std::make_shared<bool>(false);
  CLI::Option* of_sweep =
      command->add_flag("--sweep", *sweep, "The reference of files for `galet sweep` instead");
  command->add_flag("--records", *records, "The reference of series.csv and summary.json instead")
      ->excludes(of_sweep);
  auto study = std::make_shared<bool>(false);
  command->add_flag("--study", *study, "The reference of files for `galet study` instead");
  command->callback([&exit_code, guard, sweep, records, study] {
    exit_code = guard([&] {
      fmt::print("{}", *study     ? study_reference()
                       : *sweep   ? sweep_reference()
                       : *records ? record_reference()
                                  : scene_reference());
      return kDone;
    });
  });
}

}  // namespace galet
