// series.csv of a run, by a plot or a report.
#include "fuzz/targets.hpp"

#include "galet/io/stored_series.hpp"

namespace galet::fuzz {

void read_tables(Bytes input) {
  const std::filesystem::path file = put("series.csv", input);
  accepts([&] {
    const StoredSeries table = read_table(file);
    for (const SeriesColumn& column : table.columns) {
      expect(column.values.size() == table.rows(), "columns of a table have one length");
    }
  });
}

}  // namespace galet::fuzz
