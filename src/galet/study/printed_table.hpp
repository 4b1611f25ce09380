// Tables as papers print them: scenes/<paper>/printed/<table>.csv.
//
// The first line is "# source: …", the paper and the number of the table; further lines with # are
// comments, the next line names the columns. An empty cell is blank in print.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace galet {

class PrintedRow {
 public:
  // NaN where the print is blank. Throws InputError with file and line when it is no number or when
  // there is no such column.
  double number(std::string_view column) const;
  const std::string& text(std::string_view column) const;

 private:
  friend class PrintedReader;
  struct Header {
    std::string file;
    std::vector<std::string> columns;
  };

  std::shared_ptr<const Header> header_;
  int line_ = 0;
  std::vector<std::string> cells_;
};

// Throws InputError with file and line when the file is missing, does not say its source, or has a
// row that does not fit its columns.
std::vector<PrintedRow> read_printed(const std::filesystem::path& file);

}  // namespace galet
