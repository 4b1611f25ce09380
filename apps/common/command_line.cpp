#include "command_line.hpp"

#include <algorithm>
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

}  // namespace galet
