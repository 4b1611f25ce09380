// One function per command: adds it to the command line; when chosen it runs inside `guard`, which
// turns exceptions into messages and exit codes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "command_line.hpp"
#include <CLI/CLI.hpp>

namespace galet {

void add_run_command(CLI::App& app, int& exit_code, Guard guard);
void add_resume_command(CLI::App& app, int& exit_code, Guard guard);
void add_check_command(CLI::App& app, int& exit_code, Guard guard);
void add_list_command(CLI::App& app, int& exit_code, Guard guard);
void add_info_command(CLI::App& app, int& exit_code, Guard guard);
void add_reference_command(CLI::App& app, int& exit_code, Guard guard);
void add_verify_command(CLI::App& app, int& exit_code, Guard guard);
void add_export_command(CLI::App& app, int& exit_code, Guard guard);
void add_report_command(CLI::App& app, int& exit_code, Guard guard);
void add_render_command(CLI::App& app, int& exit_code, Guard guard);
void add_view_command(CLI::App& app, int& exit_code, Guard guard);
void add_plot_command(CLI::App& app, int& exit_code, Guard guard);
void add_compare_command(CLI::App& app, int& exit_code, Guard guard);
void add_converge_command(CLI::App& app, int& exit_code, Guard guard);
void add_study_command(CLI::App& app, int& exit_code, Guard guard);
void add_sweep_command(CLI::App& app, int& exit_code, Guard guard);

// `check` of a file with a table [sweep].
void check_sweep_file(const std::filesystem::path& path, const std::vector<std::string>& overrides);

}  // namespace galet
