#include "galet/io/record_reference.hpp"

#include <string_view>

#include <fmt/format.h>

#include "galet/base/field_kinds.hpp"
#include "galet/sim/record_fields.hpp"

namespace galet {
namespace {

template <Listed Record>
std::string table_of(std::string_view title, std::string_view text, std::string_view name,
                     const Record& record) {
  std::string page =
      fmt::format("\n## {}\n\n{}\n\n| {} | unit | |\n|---|---|---|\n", title, text, name);
  for_each_field(record, [&](const Field& field, const auto&) {
    page += fmt::format("| `{}` | {} | {} |\n", field.key, field.unit, field.doc);
  });
  return page;
}

}  // namespace

std::string record_reference() {
  return "# Reference of records\n\n"
         "What a run reports, with units (SI) and meanings.\n" +
         table_of(
             "series.csv",
             "One row per output. Counts and maxima are over the steps since the previous row.",
             "column", SeriesRow{}) +
         table_of("summary.json",
                  "A point in a key is a table within the table: `contacts.mean` is `mean` in "
                  "`contacts`. A number that is not finite is `null`.",
                  "key", RunSummary{}) +
         table_of("A step", "`StepRecord`, which `RunHooks::on_step` gets; not written to files.",
                  "field", StepRecord{});
}

}  // namespace galet
