// The curves of a report as charts.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "galet/draw/plot.hpp"
#include "galet/study/run_curve.hpp"

namespace galet {

struct NamedChart {
  std::string name;  // of a file
  Chart chart;
};

// Energies, and iterations and seconds summed up, of all curves: those that there are.
std::vector<NamedChart> charts_of(std::span<const RunCurve> curves);

}  // namespace galet
