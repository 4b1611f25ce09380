// `galet reproduce` is a program of its own beside this one: the experiments of the papers take a
// quarter of the time that all of galet takes to compile.
#pragma once

#include <CLI/CLI.hpp>

namespace galet {

// For the help.
void announce_reproduce(CLI::App& app);
// Goes on as the other program, with the same arguments; returns, with an exit code, only when it
// is not there.
int become_reproduce(char** argv);

}  // namespace galet
