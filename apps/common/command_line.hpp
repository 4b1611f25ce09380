// What the command lines of the programs share: exceptions become messages and exit codes, and
// misspelt words suggestions.
#pragma once

#include <functional>

#include <CLI/CLI.hpp>

namespace galet {

// Runs a command inside; returns its exit code, or that of what it threw.
using Guard = int (*)(const std::function<int()>&);
int guarded(const std::function<int()>& command);

// Parses, which runs the command that is named; its callback sets `exit_code`. Returns the exit
// code of the program.
int parse(CLI::App& app, int argc, char** argv, const int& exit_code);

}  // namespace galet
