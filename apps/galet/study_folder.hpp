// What the commands that run a scene several times share.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace galet {

struct StudyArguments {
  std::string scene;
  std::vector<std::string> overrides;
  std::string output;
  int threads = 1;
  bool overwrite = false;
};

// The positional `scene`, and after the options of its own those that every such command has.
void add_scene(CLI::App& command, StudyArguments& arguments);
void add_study_options(CLI::App& command, StudyArguments& arguments);

// The folder for <command>.csv and <command>.md: `output`, or results/<command>-<scene> with a
// number if that exists. Throws InputError if `output` holds such a table already.
std::filesystem::path study_folder(const std::string& command, const std::filesystem::path& scene,
                                   const StudyArguments& arguments);

// Both tables into the folder.
void write_tables(const std::string& command, const std::filesystem::path& folder,
                  const std::string& csv, const std::string& markdown);
// Where they are, on the screen.
void print_tables_line(const std::string& command, const std::filesystem::path& folder);

}  // namespace galet
