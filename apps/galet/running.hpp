// What `run` and `resume` share: a simulation that goes on until it ends, is told to stop or runs
// out of time, with its files, checkpoints and messages.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "galet/base/timer.hpp"
#include "galet/io/result_writer.hpp"
#include "galet/io/run_folder.hpp"
#include "galet/io/scene_file.hpp"
#include "galet/sim/simulation.hpp"

namespace galet {

struct RunArguments {
  std::string scene;
  std::string output;
  std::vector<std::string> overrides;
  int threads = 0;                                            // 0: as many as the machine has
  double max_wall = std::numeric_limits<double>::infinity();  // s, from the start of the program
  bool overwrite = false;
  bool quiet = false;
  bool vtk = false;
  bool strict = false;
  Stopwatch since_start;
};

// Options of all commands that run.
void add_run_options(CLI::App& command, RunArguments& arguments);

// The scene gives up the states of earlier runs that it was made from: the simulation has them.
template <int D>
Simulation<D> make_simulation(SceneFile& file, int threads);

// From the start, or from where `progress` says that the simulation is. Returns the exit code.
template <int D>
int go(Simulation<D>& simulation, ResultWriter<D>& writer, const RunProgress& progress,
       const RunFolder& folder, const RunArguments& arguments);

}  // namespace galet
