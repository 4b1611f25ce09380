#include "galet/report/study_report.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "galet/base/text_file.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

// Tables of compare and converge, or reports of experiments, which have a .json beside them.
std::vector<fs::path> study_pages(const fs::path& folder) {
  std::vector<fs::path> pages;
  for (const char* name : {"compare.md", "converge.md"}) {
    if (fs::exists(folder / name)) pages.push_back(folder / name);
  }
  if (!pages.empty()) return pages;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    fs::path json = entry.path();
    if (entry.path().extension() == ".md" && fs::exists(json.replace_extension(".json"))) {
      pages.push_back(entry.path());
    }
  }
  std::ranges::sort(pages);
  return pages;
}

// The file of "![words](name)" beside the page; empty where the line is none, or the file no
// picture.
fs::path picture_of(std::string_view line, const fs::path& page) {
  const std::size_t from = line.find("](");
  if (!line.starts_with("![") || from == std::string_view::npos || !line.ends_with(')')) return {};
  const fs::path name(line.substr(from + 2, line.size() - from - 3));
  if (name != name.filename()) return {};
  if (name.extension() != ".svg" && name.extension() != ".png") return {};
  const fs::path file = page.parent_path() / name;
  return fs::is_regular_file(file) ? file : fs::path();
}

// One name for each file, though pages of several folders may have pictures of the same name.
std::string name_in(const fs::path& folder, const fs::path& file) {
  std::string name = file.lexically_relative(folder).generic_string();
  std::ranges::replace(name, '/', '-');
  return name;
}

}  // namespace

ReportPage study_report(const fs::path& folder) {
  ReportPage report;
  for (const fs::path& page : study_pages(folder)) {
    const std::string text = read_text_file(page);
    for (std::size_t from = 0; from < text.size();) {
      const std::size_t end = std::min(text.find('\n', from), text.size());
      const std::string_view line = std::string_view(text).substr(from, end - from);
      const fs::path picture = picture_of(line, page);
      if (picture.empty()) {
        report.markdown += fmt::format("{}\n", line);
      } else {
        const std::string_view words = line.substr(2, line.find("](") - 2);
        report.add_image(name_in(folder, picture), std::string(words), read_text_file(picture));
      }
      from = end + 1;
    }
    report.markdown += '\n';
  }
  return report;
}

}  // namespace galet
