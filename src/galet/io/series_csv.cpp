#include "galet/io/series_csv.hpp"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "galet/base/field_kinds.hpp"
#include "galet/sim/record_fields.hpp"

namespace galet {
namespace {

// A line of cells; cell(field, value) gives one.
template <class F>
std::string line_of(const SeriesRow& row, F&& cell) {
  std::string line;
  for_each_field(row, [&](const Field& field, const auto& value) {
    line += line.empty() ? "" : ",";
    line += cell(field, value);
  });
  return line + "\n";
}

}  // namespace

SeriesCsv::SeriesCsv(std::filesystem::path path) : file_(std::move(path)) {
  file_.put(line_of({}, [](const Field& field, const auto&) { return field.key; }));
}

SeriesCsv::SeriesCsv(std::filesystem::path path, const FileSum& beginning)
    : file_(std::move(path), beginning) {}

void SeriesCsv::write(const SeriesRow& row) {
  // The shortest form that reads back as the same number.
  file_.put(line_of(row, [](const Field&, const auto& x) { return fmt::format("{}", x); }));
}

FileSum SeriesCsv::sync() {
  file_.sync();
  return file_.written();
}

}  // namespace galet
