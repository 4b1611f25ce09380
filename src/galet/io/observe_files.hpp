// The tables of the observers: observe/<name>.csv, row by row; observe/observers.json, what their
// columns are; observe.h5 with all of them. See docs/file-formats.md.
//
// Rows are in the CSV files when write() returns. observe.h5 is replaced as a whole, whenever the
// rows have doubled in number since it was written, and at the end: the cost stays proportional to
// the rows. They are kept in memory for that.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "galet/sim/observers.hpp"

namespace galet {

class ObserveFiles {
 public:
  // Writes into the folder of results, which must exist. Nothing is written without tables.
  ObserveFiles(std::filesystem::path folder, std::string title, std::vector<ObserverTable> tables);
  // Writes observe.h5 as far as possible.
  ~ObserveFiles();
  ObserveFiles(ObserveFiles&&) = delete;
  ObserveFiles& operator=(ObserveFiles&&) = delete;

  // Rows of table k, one after the other.
  void write(std::size_t k, std::span<const double> rows);
  // Brings observe.h5 up to date.
  void close();

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  struct Csv {
    std::filesystem::path path;
    std::unique_ptr<std::FILE, CloseFile> file;
    void put(const std::string& text);
  };

  void write_hdf5();

  std::filesystem::path folder_;
  std::string title_;
  std::vector<ObserverTable> tables_;
  std::vector<Csv> files_;
  std::vector<std::vector<double>> values_;  // all rows of each table
  std::size_t count_ = 0;                    // numbers in values_
  std::size_t on_disk_ = 0;                  // of them in observe.h5
};

}  // namespace galet
