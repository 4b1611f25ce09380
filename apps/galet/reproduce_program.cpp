#include "reproduce_program.hpp"

#include <filesystem>
#include <system_error>

#include "exit_codes.hpp"
#include <fmt/format.h>
#include <unistd.h>

namespace galet {

void announce_reproduce(CLI::App& app) {
  app.add_subcommand("reproduce",
                     "Run a published experiment and compare with the printed or exact figures");
}

int become_reproduce(char** argv) {
  std::error_code ignored;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", ignored);
  const std::filesystem::path other = self.parent_path() / "galet-reproduce";
  execv(other.c_str(), argv);
  fmt::print(stderr,
             "galet: error: the experiments of the papers are a program of their own, {}, which is "
             "not there; `make reproduce` builds and runs it\n",
             other.string());
  return kBadInput;
}

}  // namespace galet
