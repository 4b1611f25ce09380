// Plots: named curves over two axes with units, ticks and a legend, as SVG, PDF or PNG.
//
//   draw_chart({.title = "Energies", .x = {"time", "s"}, .y = {"energy", "J"},
//                .curves = {{.name = "kinetic", .x = time, .y = kinetic}}},
//               "energies.svg");
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "galet/draw/axis.hpp"
#include "galet/draw/canvas.hpp"

namespace galet {

enum class CurveStyle {
  line,
  points,           // such as measured or published values
  line_and_points,  // few values, such as errors over steps
};

// Numbers that are not finite, and those that a logarithmic axis has no place for, leave gaps.
struct Curve {
  std::string name;  // in the legend; curves without a name are not in it
  std::vector<double> x;
  std::vector<double> y;  // as many
  CurveStyle style = CurveStyle::line;
  std::optional<int> color = {};   // place in the list of colours; by default that of the curve
  int dashes = 0;                  // 0: a solid line; 1, 2, 3: broken ones that can be told apart
  std::vector<double> error = {};  // half the height of a bar at each point; 0: none. Or empty.
};

struct Chart {
  std::string title;
  AxisSettings x;
  AxisSettings y;
  std::vector<Curve> curves;
};

struct ChartOptions {
  int width = 900;  // pixels; fonts keep their size
  int height = 540;
};

// The format follows from the ending of the name. Throws SystemError when it cannot be written,
// InputError when the ending is of no picture.
void draw_chart(const Chart& chart, const std::filesystem::path& path,
                const ChartOptions& options = {});

// The same as the bytes of a file.
std::string chart_bytes(const Chart& chart, PictureFormat format, const ChartOptions& options = {});

}  // namespace galet
