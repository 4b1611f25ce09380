// The tables of the observers: observe/<name>.csv, row by row; observe/observers.json, what their
// columns are; and the same rows as HDF5: segments observe/NNNNNN.h5, and observe.h5, which joins
// them so that a reader sees one column. See docs/file-formats.md.
//
// Rows are in the CSV files when write() returns, and in observe.h5 when close_segment() does. A
// segment appears on the disk whole and is not touched as long as observe.h5 refers to it
// (docs/adr/0004). A new segment takes in those before it that are not larger than twice its size,
// as long as they are small: there are few of them, O(log rows) and one more for every 2²⁰ numbers,
// and a row is written O(log rows) times.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "galet/io/row_file.hpp"
#include "galet/observe/observers.hpp"

namespace galet {

class ObserveFiles {
 public:
  // Writes into the folder of results, which must exist. Nothing is written without tables.
  ObserveFiles(std::filesystem::path folder, std::string title, std::vector<ObserverTable> tables);
  // Goes on with CSV files that begin like this (csv_sums()); what was written later is dropped.
  ObserveFiles(std::filesystem::path folder, std::string title, std::vector<ObserverTable> tables,
               std::span<const FileSum> csv_sums);
  // Closes the open segment as far as possible.
  ~ObserveFiles();
  ObserveFiles(ObserveFiles&&) = delete;
  ObserveFiles& operator=(ObserveFiles&&) = delete;

  // Rows of table k, one after the other.
  void write(std::size_t k, std::span<const double> rows);
  // Brings all rows into observe.h5.
  void close_segment();
  // What the CSV files hold, by table, which is on the disk then.
  std::vector<FileSum> csv_sums();

 private:
  struct Segment {
    std::int64_t number = 0;
    std::vector<std::vector<double>> values;  // by table, row by row; dropped when it is large
    std::vector<std::size_t> rows;            // by table
    std::size_t count = 0;                    // of numbers
  };
  // What is to be written: the open segment after those that it takes in.
  Segment merged() const;
  std::size_t first_taken_in() const;
  void write_segment(const Segment& segment) const;
  void write_index() const;
  std::filesystem::path path_of(std::int64_t segment) const;

  std::filesystem::path folder_;
  std::string title_;
  std::vector<ObserverTable> tables_;
  std::vector<RowFile> files_;
  std::vector<std::vector<double>> open_;  // values of the open segment, by table
  std::size_t open_count_ = 0;             // numbers in it
  std::vector<Segment> segments_;
  std::int64_t next_number_ = 0;
  std::vector<std::int64_t> stale_;  // segments that are part of others and still there
  bool index_is_old_ = true;
};

}  // namespace galet
