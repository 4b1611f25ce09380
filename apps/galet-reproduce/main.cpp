// `galet reproduce`, which galet starts with its own arguments.
#include "command_line.hpp"
#include "exit_codes.hpp"
#include "reproduce_command.hpp"
#include "streams.hpp"

int main(int argc, char** argv) {
  using namespace galet;
  open_streams();
  CLI::App app{"The experiments of published papers.", "galet"};
  app.require_subcommand(1);
  int exit_code = kDone;
  add_reproduce_command(app, exit_code, guarded);
  return parse(app, argc, argv, exit_code);
}
