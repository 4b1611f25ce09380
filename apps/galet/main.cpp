// The command line: arguments, exit codes and messages only.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "address_limit.hpp"
#include "commands.hpp"
#include "exit_codes.hpp"
#include "streams.hpp"
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/base/near_miss.hpp"
#include "galet/base/version.hpp"
#include "galet/io/damaged_file.hpp"

namespace {

using namespace galet;

int report(std::string_view kind, const std::exception& error, int code) {
  fmt::print(stderr, "galet: {}: {}\n", kind, error.what());
  return code;
}

int guarded(const std::function<int()>& command) {
  try {
    return command();
  } catch (const InputError& error) {
    return report("error", error, kBadInput);
  } catch (const DamagedFile& error) {
    return report("damaged file", error, kSystemFailure);
  } catch (const SystemError& error) {
    return report("cannot continue", error, kSystemFailure);
  } catch (const NumericalError& error) {
    return report("the computation broke down", error, kNumericalFailure);
  } catch (const std::filesystem::filesystem_error& error) {
    return report("cannot continue", error, kSystemFailure);
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "galet: cannot continue: out of memory\n");
    return kSystemFailure;
  } catch (const std::exception& error) {
    return report("internal error, please report it", error, kSystemFailure);
  }
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// `unknown command "rnu"; did you mean "run"?` of a command line that CLI11 refuses, or "" when the
// trouble is another.
std::string misspelt_word(const CLI::App& app, const std::vector<std::string>& words) {
  const auto unknown = [](std::string_view what, const std::string& word,
                          const std::vector<std::string>& known) {
    const std::vector<std::string_view> names(known.begin(), known.end());
    return fmt::format("unknown {} \"{}\"; {}", what, word, suggestion(word, names));
  };
  const CLI::App* command = nullptr;
  std::vector<std::string> commands;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    commands.push_back(sub->get_name());
    if (!words.empty() && sub->get_name() == words.front()) command = sub;
  }
  if (command == nullptr) {
    const bool named = !words.empty() && !words.front().starts_with("-");
    return named ? unknown("command", words.front(), commands) : "";
  }
  const std::vector<std::string> options = option_names(*command);
  for (const std::string& word : words) {
    const std::string name = word.substr(0, word.find('='));
    if (!name.starts_with("--") || name == "--") continue;
    if (std::ranges::find(options, name) != options.end()) continue;
    return unknown(fmt::format("option of `galet {}`", command->get_name()), name, options);
  }
  return "";
}

}  // namespace

int main(int argc, char** argv) {
  spare_address_space(argv);
  open_streams();
  CLI::App app{"galet simulates many rigid bodies in contact with friction by nonsmooth methods."};
  app.set_version_flag("--version", fmt::format("galet {}", version()));
  app.require_subcommand(1);
  app.set_help_all_flag("--help-all", "Show the help of all commands");
  app.footer(
      "Exit codes: 0 done, 1 a check failed (--strict, reproduce), 2 bad input, 3 the machine "
      "failed\n(disk, memory) or a file is damaged, 4 the computation broke down, 75 out of time "
      "(--max-wall),\n130 interrupted.\n"
      "Examples:\n"
      "  galet run scenes/gallery/rotating-drum.toml -o results/drum\n"
      "  galet resume results/drum\n"
      "  galet run scenes/gallery/box-2d.toml --set solver.tolerance=1e-8 --vtk\n"
      "  galet converge scenes/gallery/rolling-race.toml --steps 1e-2,5e-3,2.5e-3,1e-3\n"
      "  galet compare scenes/gallery/three-laws.toml --with moreau-jean,newmark,dem\n"
      "  galet export results/drum --csv --frame -1\n"
      "  galet render results/drum -o film.mp4\n"
      "  galet plot results/drum --compare results/drum-2\n"
      "  galet sweep scenes/sweep/rotating-ellipse.toml\n"
      "  galet reproduce abide-2021/6.1-conveyor");

  int exit_code = kDone;
  add_run_command(app, exit_code, guarded);
  add_resume_command(app, exit_code, guarded);
  add_check_command(app, exit_code, guarded);
  add_list_command(app, exit_code, guarded);
  add_info_command(app, exit_code, guarded);
  add_verify_command(app, exit_code, guarded);
  add_export_command(app, exit_code, guarded);
  add_render_command(app, exit_code, guarded);
  add_plot_command(app, exit_code, guarded);
  add_report_command(app, exit_code, guarded);
  add_compare_command(app, exit_code, guarded);
  add_converge_command(app, exit_code, guarded);
  add_reproduce_command(app, exit_code, guarded);
  add_reference_command(app, exit_code, guarded);
  add_sweep_command(app, exit_code, guarded);

  try {
    app.parse(argc, argv);
    // A run is healthy without anybody who listens; the others are there to be heard.
    const bool is_heard = !app.got_subcommand("run") && !app.got_subcommand("resume");
    if (is_heard && exit_code == kDone && !close_output()) exit_code = kSystemFailure;
  } catch (const CLI::ParseError& error) {
    const std::string hint = misspelt_word(app, {argv + 1, argv + argc});
    if (error.get_exit_code() == 0 || hint.empty()) {
      const bool asked_for = app.exit(error) == 0;
      if (asked_for) return close_output() ? kDone : kSystemFailure;
      return kBadInput;
    }
    fmt::print(stderr, "galet: error: {}\n", hint);
    return kBadInput;
  }
  return exit_code;
}
