#include "galet/io/observe_files.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "galet/base/error.hpp"
#include "galet/base/text_file.hpp"
#include "galet/base/version.hpp"
#include "galet/io/atomic_file.hpp"
#include "galet/io/hdf5.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

constexpr const char* kObserveFormat = "galet-observe";
constexpr std::int64_t kObserveVersion = 3;
constexpr std::size_t kLargestObserveSegment = std::size_t{1} << 20;  // numbers in memory

std::string observe_segment_name(std::int64_t number) {
  return fmt::format("observe/{:06}.h5", number);
}

nlohmann::ordered_json description_of(const std::vector<ObserverTable>& tables) {
  nlohmann::ordered_json all = nlohmann::ordered_json::object();
  for (const ObserverTable& table : tables) {
    nlohmann::ordered_json& entry = all[table.name];
    entry["kind"] = table.kind;
    entry["average"] = table.average;
    entry["file"] = table.name + ".csv";
    entry["columns"] = nlohmann::ordered_json::array();
    for (const Column& column : table.columns) {
      entry["columns"].push_back({{"name", column.name}, {"unit", column.unit}});
    }
    if (!table.boundaries.empty()) entry["boundaries"] = table.boundaries;
  }
  return all;
}

// The numbers of a table written by ObserveFiles, without its header.
std::vector<double> numbers_in(const fs::path& csv, std::size_t columns) {
  const std::string text = read_text_file(csv);
  std::vector<double> numbers;
  const char* at = text.c_str() + std::min(text.find('\n'), text.size());
  while (*at == '\n' || *at == ',') {
    char* end = nullptr;
    const double number = std::strtod(++at, &end);
    if (end == at) break;
    numbers.push_back(number);
    at = end;
  }
  if (*at != '\0' || numbers.size() % columns != 0) {
    throw SystemError(fmt::format("cannot continue {}: it has been changed", csv.string()));
  }
  return numbers;
}

void write_header(Hdf5Group& root, const std::string& title) {
  root.set_attribute("format", std::string(kObserveFormat));
  root.set_attribute("format_version", kObserveVersion);
  root.set_attribute("galet_version", std::string(version()));
  root.set_attribute("title", title);
}

Hdf5Group create_table(Hdf5Group& root, const ObserverTable& table) {
  Hdf5Group group = root.create(table.name);
  group.set_attribute("kind", table.kind);
  group.set_attribute("average", static_cast<std::int64_t>(table.average));
  return group;
}

}  // namespace

ObserveFiles::ObserveFiles(fs::path folder, std::string title, std::vector<ObserverTable> tables)
    : folder_(std::move(folder)),
      title_(std::move(title)),
      tables_(std::move(tables)),
      open_(tables_.size()) {
  if (tables_.empty()) return;
  const fs::path below = folder_ / "observe";
  make_folder(below);
  write_atomically(below / "observers.json", description_of(tables_).dump(2) + "\n");
  for (const ObserverTable& table : tables_) {
    std::string header;
    for (const Column& column : table.columns) {
      header += header.empty() ? "" : ",";
      header += column.name;
    }
    files_.emplace_back(below / (table.name + ".csv")).put(header + "\n");
  }
  close_segment();
}

ObserveFiles::ObserveFiles(fs::path folder, std::string title, std::vector<ObserverTable> tables,
                           std::span<const FileSum> csv_sums)
    : folder_(std::move(folder)),
      title_(std::move(title)),
      tables_(std::move(tables)),
      open_(tables_.size()) {
  GALET_ASSERT(csv_sums.size() == tables_.size());
  if (tables_.empty()) return;
  const fs::path below = folder_ / "observe";
  for (std::size_t k = 0; k < tables_.size(); ++k) {
    const fs::path path = below / (tables_[k].name + ".csv");
    files_.emplace_back(path, csv_sums[k]);
    open_[k] = numbers_in(path, tables_[k].columns.size());
    open_count_ += open_[k].size();
  }
  // The CSV files have every bit: the old segments are not needed.
  for (const fs::directory_entry& entry : fs::directory_iterator(below)) {
    if (entry.path().extension() != ".h5") continue;
    stale_.push_back(std::strtoll(entry.path().stem().c_str(), nullptr, 10));
    next_number_ = std::max(next_number_, stale_.back() + 1);
  }
  close_segment();
}

ObserveFiles::~ObserveFiles() {
  try {
    close_segment();
  } catch (const std::exception&) {
    // Whoever called write() has heard of the trouble, or asks for no more than the best effort.
  }
}

void ObserveFiles::write(std::size_t k, std::span<const double> rows) {
  const std::size_t columns = tables_[k].columns.size();
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    // The shortest form that reads back as the same number.
    fmt::format_to(std::back_inserter(text), "{}{}", rows[i], (i + 1) % columns == 0 ? '\n' : ',');
  }
  files_[k].put(text);
  open_[k].insert(open_[k].end(), rows.begin(), rows.end());
  open_count_ += rows.size();
  if (open_count_ >= kLargestObserveSegment) close_segment();
}

// After a failure, another call goes on where this one stopped.
void ObserveFiles::close_segment() {
  if (open_count_ > 0) {
    Segment segment = merged();
    write_segment(segment);
    ++next_number_;
    for (std::size_t s = first_taken_in(); s < segments_.size(); ++s) {
      stale_.push_back(segments_[s].number);
    }
    segments_.resize(first_taken_in());
    if (segment.count >= kLargestObserveSegment) segment.values.clear();
    segments_.push_back(std::move(segment));
    for (std::vector<double>& values : open_) values.clear();
    open_count_ = 0;
    index_is_old_ = true;
  }
  if (index_is_old_ && !tables_.empty()) {
    write_index();
    index_is_old_ = false;
  }
  for (; !stale_.empty(); stale_.pop_back()) fs::remove(path_of(stale_.back()));
}

std::vector<FileSum> ObserveFiles::csv_sums() {
  std::vector<FileSum> sums;
  for (RowFile& file : files_) {
    file.sync();
    sums.push_back(file.written());
  }
  return sums;
}

fs::path ObserveFiles::path_of(std::int64_t segment) const {
  return folder_ / observe_segment_name(segment);
}

std::size_t ObserveFiles::first_taken_in() const {
  std::size_t count = open_count_;
  std::size_t first = segments_.size();
  while (first > 0 && segments_[first - 1].count <= 2 * count &&
         segments_[first - 1].count < kLargestObserveSegment) {
    count += segments_[--first].count;
  }
  return first;
}

ObserveFiles::Segment ObserveFiles::merged() const {
  Segment whole;
  whole.number = next_number_;
  whole.values.resize(tables_.size());
  for (std::size_t k = 0; k < tables_.size(); ++k) {
    std::vector<double>& values = whole.values[k];
    for (std::size_t s = first_taken_in(); s < segments_.size(); ++s) {
      values.insert(values.end(), segments_[s].values[k].begin(), segments_[s].values[k].end());
    }
    values.insert(values.end(), open_[k].begin(), open_[k].end());
    whole.rows.push_back(values.size() / tables_[k].columns.size());
    whole.count += values.size();
  }
  return whole;
}

void ObserveFiles::write_segment(const Segment& segment) const {
  const fs::path path = path_of(segment.number);
  const Hdf5File file = Hdf5File::in_memory(path);
  Hdf5Group root = file.root();
  write_header(root, title_);
  for (std::size_t k = 0; k < tables_.size(); ++k) {
    const ObserverTable& table = tables_[k];
    Hdf5Group group = create_table(root, table);
    const std::size_t columns = table.columns.size();
    std::vector<double> column(segment.rows[k]);
    for (std::size_t j = 0; j < columns; ++j) {
      for (std::size_t i = 0; i < column.size(); ++i) {
        column[i] = segment.values[k][i * columns + j];
      }
      group.write(table.columns[j].name, std::span<const double>(column), {},
                  Hdf5Storage::compressed);
    }
  }
  write_atomically(path, file.image());
}

void ObserveFiles::write_index() const {
  const fs::path path = folder_ / "observe.h5";
  const Hdf5File file = Hdf5File::in_memory(path);
  Hdf5Group root = file.root();
  write_header(root, title_);
  for (std::size_t k = 0; k < tables_.size(); ++k) {
    Hdf5Group group = create_table(root, tables_[k]);
    for (const Column& column : tables_[k].columns) {
      std::vector<Hdf5Piece> pieces;
      for (const Segment& segment : segments_) {
        pieces.push_back({observe_segment_name(segment.number),
                          fmt::format("{}/{}", tables_[k].name, column.name), segment.rows[k]});
      }
      group.join(column.name, pieces);
      group.set_attribute_of(column.name, "unit", column.unit);
    }
  }
  write_atomically(path, file.image());
}

}  // namespace galet
