#include "command_line.hpp"

#include <algorithm>
#include <cctype>
#include <exception>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "exit_codes.hpp"
#include "streams.hpp"
#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/base/near_miss.hpp"
#include "galet/io/damaged_file.hpp"

namespace galet {
namespace {

int report(std::string_view kind, const std::exception& error, int code) {
  fmt::print(stderr, "galet: {}: {}\n", kind, error.what());
  return code;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::string with_small_initial(std::string text) {
  if (!text.empty()) text.front() = static_cast<char>(std::tolower(text.front()));
  return text;
}

// What is wrong with a command line that CLI11 refuses, such as
// `unknown command "rnu"; did you mean "run"?`
std::string describe(const CLI::ParseError& error, const CLI::App& app,
                     const std::vector<std::string>& words) {
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
  if (words.empty()) return "expected a command; `galet --help` lists them";
  if (command == nullptr && !words.front().starts_with("-")) {
    return unknown("command", words.front(), commands);
  }
  const std::string named = command == nullptr ? "galet" : "galet " + command->get_name();
  const std::vector<std::string> options = option_names(command == nullptr ? app : *command);
  for (const std::string& word : words) {
    const std::string name = word.substr(0, word.find('='));
    if (!name.starts_with("--") || name == "--") continue;
    if (std::ranges::find(options, name) != options.end()) continue;
    return unknown(fmt::format("option of `{}`", named), name, options);
  }
  return fmt::format("{}; see `{} --help`", with_small_initial(error.what()), named);
}

}  // namespace

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

int parse(CLI::App& app, int argc, char** argv, const int& exit_code) {
  try {
    app.parse(argc, argv);
    // A run is healthy without anybody who listens; the others are there to be heard.
    const std::string command = app.get_subcommands().front()->get_name();
    const bool is_heard = command != "run" && command != "resume";
    if (is_heard && exit_code == kDone && !close_output()) return kSystemFailure;
  } catch (const CLI::ParseError& error) {
    // Help and version, which were asked for.
    if (error.get_exit_code() == 0) {
      app.exit(error);
      return close_output() ? kDone : kSystemFailure;
    }
    fmt::print(stderr, "galet: error: {}\n", describe(error, app, {argv + 1, argv + argc}));
    return kBadInput;
  }
  return exit_code;
}

}  // namespace galet
