// The command of the program.
#pragma once

#include "command_line.hpp"
#include <CLI/CLI.hpp>

namespace galet {

void add_reproduce_command(CLI::App& app, int& exit_code, Guard guard);

}  // namespace galet
