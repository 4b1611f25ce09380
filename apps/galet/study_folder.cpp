#include "study_folder.hpp"

#include "scenes.hpp"
#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/io/atomic_file.hpp"

namespace galet {

namespace fs = std::filesystem;

void add_scene(CLI::App& command, StudyArguments& arguments) {
  command.add_option("scene", arguments.scene, "Scene file, or a name shown by `galet list`")
      ->required();
}

void add_study_options(CLI::App& command, StudyArguments& arguments) {
  const std::string name = command.get_name();
  command.add_option("--set", arguments.overrides, "Override a key: --set time.end=0.5")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command
      .add_option("--threads", arguments.threads,
                  "Threads (default: 1); the results do not depend on it")
      ->check(CLI::Range(1, 1024));
  command.add_option(
      "-o,--output", arguments.output,
      fmt::format("Folder for {0}.csv and {0}.md (default: results/{0}-<scene>)", name));
  command.add_flag("--overwrite", arguments.overwrite, "Replace existing results");
}

fs::path study_folder(const std::string& command, const fs::path& scene,
                      const StudyArguments& arguments) {
  const std::string& output = arguments.output;
  const bool overwrite = arguments.overwrite;
  if (!output.empty()) {
    const std::string table = command + ".csv";
    if (fs::exists(fs::path(output) / table) && !overwrite) {
      throw InputError({output, 0, 0}, "",
                       fmt::format("already contains a {}; choose another folder with -o or add "
                                   "--overwrite",
                                   table));
    }
    return output;
  }
  const std::string base = fmt::format("results/{}-{}", command, scene.stem().string());
  fs::path folder = base;
  for (int k = 2; fs::exists(folder) && !overwrite; ++k) folder = fmt::format("{}-{}", base, k);
  return folder;
}

void write_tables(const std::string& command, const fs::path& folder, const std::string& csv,
                  const std::string& markdown) {
  make_folder(folder);
  write_atomically(folder / (command + ".csv"), csv);
  write_atomically(folder / (command + ".md"), markdown);
}

void print_tables_line(const std::string& command, const fs::path& folder) {
  fmt::print("\n  {:<22}{}, {}\n", "tables", (folder / (command + ".csv")).string(),
             (folder / (command + ".md")).string());
}

}  // namespace galet
