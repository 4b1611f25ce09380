// The linear solvers of [Nguyen2024, §4.6] by their names there, and how their times are reported.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "galet/study/compliant_run.hpp"
#include "galet/study/report.hpp"

namespace galet {

struct SolverName {
  const char* thesis;
  LinearSettings linear;
  MatrixAssembly assembly;
  bool symmetric;  // for pairs without friction only
};

const std::array<SolverName, 9>& solver_names();

const SolverName& solver_named(const std::string& thesis);

// CPU time beside the printed one; another machine, so that nothing is decided.
void add_cpu(Report& report, const std::string& name, double seconds,
             std::optional<double> printed);

}  // namespace galet
