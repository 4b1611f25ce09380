// series.csv: energies, contacts, cost and errors of a run, one row per output.
#pragma once

#include <cstdint>
#include <filesystem>

#include "galet/io/row_file.hpp"
#include "galet/sim/records.hpp"

namespace galet {

class SeriesCsv {
 public:
  // Starts the file with its header.
  explicit SeriesCsv(std::filesystem::path path);
  // Goes on with the first part of a file.
  SeriesCsv(std::filesystem::path path, const FileSum& beginning);

  // The row has left the process when this returns.
  void write(const SeriesRow& row);

  // What is there so far, brought to the disk.
  FileSum sync();

 private:
  RowFile file_;
};

}  // namespace galet
