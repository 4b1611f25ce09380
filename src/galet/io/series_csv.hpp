// series.csv: energies, contacts, cost and errors of a run, one row per output.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>

#include "galet/sim/records.hpp"

namespace galet {

class SeriesCsv {
 public:
  // Starts the file with its header.
  explicit SeriesCsv(std::filesystem::path path);

  // The row has left the process when this returns.
  void write(const SeriesRow& row);

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void put_line(const std::string& line);

  std::filesystem::path path_;
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace galet
