// A report in the making: Markdown with its images.
#pragma once

#include <map>
#include <string>

#include "galet/draw/run_figures.hpp"

namespace galet {

struct ReportPage {
  std::string markdown;                       // with the images by name
  std::map<std::string, std::string> images;  // their bytes, by name

  // An image on a line of its own; the words stand for it where it cannot be seen.
  void add_image(const std::string& name, const std::string& words, std::string bytes);
  // As <prefix><its name>.svg.
  void add_figure(const RunFigure& figure, const std::string& prefix = "");
};

}  // namespace galet
