#include "galet/study/curve_charts.hpp"

#include <utility>

namespace galet {

std::vector<NamedChart> charts_of(std::span<const RunCurve> curves) {
  std::vector<NamedChart> charts;
  const auto add = [&](std::string name, std::string title, AxisSettings y, auto member) {
    Chart chart{.title = std::move(title), .x = {"time", "s"}, .y = std::move(y), .curves = {}};
    for (const RunCurve& curve : curves) {
      if ((curve.*member).empty()) continue;
      chart.curves.push_back({.name = curve.name, .x = curve.time, .y = curve.*member});
    }
    if (!chart.curves.empty()) charts.push_back({std::move(name), std::move(chart)});
  };
  add("energy", "Energy", {"kinetic, potential and stored", "J"}, &RunCurve::energy);
  add("iterations", "Iterations since the start", {"iterations", ""}, &RunCurve::iterations);
  add("seconds", "Time of the solver since the start", {"time", "s"}, &RunCurve::seconds);
  return charts;
}

}  // namespace galet
