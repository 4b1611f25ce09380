#include "galet/study/printed_table.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/base/text_file.hpp"

namespace galet {
namespace {

std::vector<std::string> split(std::string_view line) {
  std::vector<std::string> cells;
  while (true) {
    const std::size_t end = std::min(line.find(','), line.size());
    cells.emplace_back(line.substr(0, end));
    if (end == line.size()) return cells;
    line.remove_prefix(end + 1);
  }
}

}  // namespace

class PrintedReader {
 public:
  explicit PrintedReader(const std::filesystem::path& file) : file_(file.string()) {}

  std::vector<PrintedRow> read() {
    const std::string text = read_text_file(file_);
    std::string_view rest = text;
    while (!rest.empty()) {
      ++line_;
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      take(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (rows_.empty()) fail("holds no rows");
    return std::move(rows_);
  }

 private:
  void take(std::string_view line) {
    if (line_ == 1 && !line.starts_with("# source: ")) {
      fail("the first line must name the paper and the table: \"# source: …\"");
    }
    if (line.starts_with('#')) return;
    if (!header_) {
      header_ = std::make_shared<PrintedRow::Header>(PrintedRow::Header{file_, split(line)});
      return;
    }
    PrintedRow row;
    row.header_ = header_;
    row.line_ = line_;
    row.cells_ = split(line);
    if (row.cells_.size() != header_->columns.size()) {
      fail(fmt::format("expected {} cells, got {}", header_->columns.size(), row.cells_.size()));
    }
    rows_.push_back(std::move(row));
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw InputError({file_, line_, 0}, "", message);
  }

  std::string file_;
  int line_ = 0;
  std::shared_ptr<const PrintedRow::Header> header_;
  std::vector<PrintedRow> rows_;
};

const std::string& PrintedRow::text(std::string_view column) const {
  const auto found = std::ranges::find(header_->columns, column);
  if (found == header_->columns.end()) {
    throw InputError({header_->file, line_, 0}, "",
                     fmt::format("there is no column \"{}\"", column));
  }
  return cells_[static_cast<std::size_t>(found - header_->columns.begin())];
}

double PrintedRow::number(std::string_view column) const {
  const std::string& cell = text(column);
  if (cell.empty()) return std::numeric_limits<double>::quiet_NaN();
  double x = 0.0;
  const char* const end = cell.data() + cell.size();
  const auto [after, error] = std::from_chars(cell.data(), end, x);
  if (error != std::errc{} || after != end) {
    throw InputError({header_->file, line_, 0}, "",
                     fmt::format("{}: expected a number, got \"{}\"", column, cell));
  }
  return x;
}

std::vector<PrintedRow> read_printed(const std::filesystem::path& file) {
  return PrintedReader(file).read();
}

}  // namespace galet
