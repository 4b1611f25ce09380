#include "galet/report/report_page.hpp"

#include <utility>

#include <fmt/format.h>

namespace galet {
namespace {

// Two stand side by side.
constexpr ChartOptions figure_size{.width = 660, .height = 420};

}  // namespace

void ReportPage::add_image(const std::string& name, const std::string& words, std::string bytes) {
  images[name] = std::move(bytes);
  markdown += fmt::format("![{}]({})\n\n", words, name);
}

void ReportPage::add_figure(const RunFigure& figure, const std::string& prefix) {
  add_image(prefix + figure.name + ".svg", figure.chart.title,
            chart_bytes(figure.chart, PictureFormat::svg, figure_size));
}

}  // namespace galet
