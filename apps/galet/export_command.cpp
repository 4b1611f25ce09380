#include <filesystem>
#include <optional>
#include <string>

#include "commands.hpp"
#include "counted.hpp"
#include "exit_codes.hpp"
#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/io/atomic_file.hpp"
#include "galet/io/frame_csv.hpp"
#include "galet/io/stored_walls.hpp"
#include "galet/io/trajectory.hpp"
#include "galet/io/vtk.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

struct ExportArguments {
  std::string folder;
  std::string output;
  std::optional<std::int64_t> frame;
  bool csv = false;
  bool vtk = false;
};

void export_frames(const ExportArguments& arguments) {
  const fs::path folder = arguments.folder;
  if (!fs::is_directory(folder)) {
    throw InputError({folder.string(), 0, 0}, "", "no such folder; expected the results of a run");
  }
  if (!arguments.csv && !arguments.vtk) {
    throw InputError({}, "", "nothing to export; add --csv or --vtk");
  }
  if (!fs::exists(folder / "trajectory.h5")) {
    throw InputError({folder.string(), 0, 0}, "", "contains no trajectory (no trajectory.h5)");
  }
  const TrajectoryReader trajectory(folder);
  std::int64_t first = 0;
  std::int64_t last = trajectory.frames() - 1;
  if (arguments.frame) {
    // From the end when negative.
    first = last = *arguments.frame < 0 ? trajectory.frames() + *arguments.frame : *arguments.frame;
    if (first < 0 || first >= trajectory.frames()) {
      throw InputError({}, "--frame",
                       fmt::format("the trajectory has the frames 0 … {}, got {}",
                                   trajectory.frames() - 1, *arguments.frame));
    }
  }

  const fs::path target = arguments.output.empty() ? folder : fs::path(arguments.output);
  if (arguments.csv) make_folder(target / "csv");
  std::optional<VtkWriter> vtk;
  std::optional<StoredWalls> walls;
  if (arguments.vtk) {
    make_folder(target);
    vtk.emplace(target);
    walls.emplace(folder);
  }
  for (std::int64_t number = first; number <= last; ++number) {
    const StoredFrame frame = trajectory.read(number);
    if (arguments.csv) {
      write_atomically(target / fmt::format("csv/bodies_{:06}.csv", number), bodies_csv(frame));
      write_atomically(target / fmt::format("csv/contacts_{:06}.csv", number), contacts_csv(frame));
    }
    if (vtk) vtk->add(frame, walls->walls(frame));
  }
  fmt::print("{} in {}/\n", counted(last - first + 1, "frame", "frames"), target.string());
}

}  // namespace

void add_export_command(CLI::App& app, int& exit_code, Guard guard) {
  auto arguments = std::make_shared<ExportArguments>();
  CLI::App* command = app.add_subcommand("export", "Export the frames of a run to other formats");
  command->add_option("folder", arguments->folder, "Results folder")->required();
  command->add_flag("--csv", arguments->csv,
                    "Bodies and contacts as csv/bodies_NNNNNN.csv and csv/contacts_NNNNNN.csv");
  command->add_flag("--vtk", arguments->vtk,
                    "Files for ParaView, as `galet run --vtk` writes them");
  command->add_option("--frame", arguments->frame,
                      "Only this frame, counted from 0; −1 is the last (default: all)");
  command->add_option("-o,--output", arguments->output,
                      "Folder to write to (default: the results folder)");
  command->callback([arguments, &exit_code, guard] {
    exit_code = guard([&] {
      export_frames(*arguments);
      return kDone;
    });
  });
}

}  // namespace galet
