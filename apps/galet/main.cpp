// The command line: arguments, exit codes and messages only.
#include <string_view>

#include "address_limit.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "exit_codes.hpp"
#include "reproduce_program.hpp"
#include "streams.hpp"
#include <fmt/format.h>

#include "galet/base/version.hpp"

int main(int argc, char** argv) {
  using namespace galet;
  spare_address_space(argv);
  open_streams();
  if (argc > 1 && std::string_view(argv[1]) == "reproduce") return become_reproduce(argv);
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
      "  galet study friction.toml -o results/friction --jobs 4\n"
      "  galet export results/drum --csv --frame -1\n"
      "  galet render results/drum -o film.mp4\n"
      "  galet view results/drum --open\n"
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
  add_view_command(app, exit_code, guarded);
  add_plot_command(app, exit_code, guarded);
  add_report_command(app, exit_code, guarded);
  add_compare_command(app, exit_code, guarded);
  add_converge_command(app, exit_code, guarded);
  add_study_command(app, exit_code, guarded);
  announce_reproduce(app);
  add_reference_command(app, exit_code, guarded);
  add_sweep_command(app, exit_code, guarded);

  return parse(app, argc, argv, exit_code);
}
