#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "commands.hpp"
#include "exit_codes.hpp"
#include "interruption.hpp"
#include <fmt/format.h>
#include <spawn.h>

#include "galet/io/atomic_file.hpp"
#include "galet/view/export_page.hpp"
#include "galet/view/server.hpp"

extern char** environ;

namespace galet {
namespace {

struct ViewArguments {
  std::vector<std::string> folders;
  ViewAddress address;
  bool open = false;
  std::string output;  // of an export
  ExportLimits limits;
};

void export_runs(const ViewArguments& arguments, ViewSession& session) {
  const ExportedPage page = export_page(session, arguments.limits);
  write_atomically(arguments.output, page.html);
  for (const std::string& note : page.notes) {
    fmt::print(stderr, "galet: note: the page has {}; --frames and --limit allow more\n", note);
  }
  fmt::print("{}\n", arguments.output);
}

// Whether there is such a program or display is the user's business; the address is on the screen.
void open_browser(const std::string& url) {
  std::string program = "xdg-open";
  std::string address = url;
  std::vector<char*> words{program.data(), address.data(), nullptr};
  pid_t process = 0;
  if (posix_spawnp(&process, program.c_str(), nullptr, nullptr, words.data(), environ) != 0) {
    fmt::print(stderr, "galet: note: cannot start xdg-open; open {} in a browser\n", url);
  }
}

void serve_runs(const ViewArguments& arguments, ViewSession& session) {
  watch_signals();
  ViewServer server(arguments.address, [&](const HttpRequest& request, const ViewAddress& at) {
    return session.respond(request, at);
  });
  fmt::print("{}\n", server.url());
  std::fflush(stdout);
  if (arguments.address.host != ViewAddress{}.host) {
    fmt::print(stderr, "galet: note: whoever reaches {} can see these results\n", server.url());
  }
  fmt::print(stderr, "Ctrl-C ends the viewer\n");
  if (arguments.open) open_browser(server.url());
  server.serve(interruption_requested);
}

void view(const ViewArguments& arguments) {
  ViewSession session({arguments.folders.begin(), arguments.folders.end()});
  if (arguments.output.empty()) {
    serve_runs(arguments, session);
  } else {
    export_runs(arguments, session);
  }
}

}  // namespace

void add_view_command(CLI::App& app, int& exit_code, Guard guard) {
  auto arguments = std::make_shared<ViewArguments>();
  CLI::App* command = app.add_subcommand("view", "View a run, or two side by side, in a browser");
  command->add_option("folders", arguments->folders, "One or two results folders")
      ->required()
      ->expected(1, 2);
  auto* output =
      command->add_option("--export", arguments->output,
                          "Write viewer and data as one HTML file that needs no server, and exit");
  command
      ->add_option(
          "--frames", arguments->limits.frames,
          "With --export: at most this many frames of each run, evenly spread (default: 250)")
      ->check(CLI::Range(2, 1'000'000))
      ->needs(output);
  command
      ->add_option("--limit", arguments->limits.megabytes,
                   "With --export: largest size in MB (default: 60)")
      ->check(CLI::Range(1.0, 2000.0))
      ->needs(output);
  command->add_option("--port", arguments->address.port, "Port (default: any free one)")
      ->check(CLI::Range(1, 65535))
      ->excludes(output);
  command
      ->add_option("--host", arguments->address.host,
                   "Address to listen on (default: 127.0.0.1, reachable only from this machine)")
      ->excludes(output);
  command->add_flag("--open", arguments->open, "Open it in the browser (xdg-open)")
      ->excludes(output);
  command->callback([arguments, &exit_code, guard] {
    exit_code = guard([&] {
      view(*arguments);
      return kDone;
    });
  });
}

}  // namespace galet
