#include "galet/io/observe_files.hpp"

#include <cerrno>
#include <exception>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "galet/base/version.hpp"
#include "galet/io/atomic_file.hpp"
#include "galet/io/hdf5.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

constexpr const char* format_name = "galet-observe";
constexpr std::int64_t format_version = 1;
constexpr std::size_t first_size = std::size_t{1} << 14;  // numbers, before the first observe.h5

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

}  // namespace

void ObserveFiles::Csv::put(const std::string& text) {
  if (std::fputs(text.c_str(), file.get()) < 0 || std::fflush(file.get()) != 0) {
    throw file_error("write", path, errno);
  }
}

ObserveFiles::ObserveFiles(fs::path folder, std::string title, std::vector<ObserverTable> tables)
    : folder_(std::move(folder)),
      title_(std::move(title)),
      tables_(std::move(tables)),
      values_(tables_.size()) {
  if (tables_.empty()) return;
  const fs::path below = folder_ / "observe";
  make_folder(below);
  write_atomically(below / "observers.json", description_of(tables_).dump(2) + "\n");
  for (const ObserverTable& table : tables_) {
    Csv csv{below / (table.name + ".csv"), nullptr};
    csv.file.reset(std::fopen(csv.path.c_str(), "we"));
    if (!csv.file) throw file_error("open", csv.path, errno);
    std::string header;
    for (const Column& column : table.columns) {
      header += header.empty() ? "" : ",";
      header += column.name;
    }
    csv.put(header + "\n");
    files_.push_back(std::move(csv));
  }
  write_hdf5();
}

ObserveFiles::~ObserveFiles() {
  try {
    close();
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
  values_[k].insert(values_[k].end(), rows.begin(), rows.end());
  count_ += rows.size();
  if (count_ >= std::max(first_size, 2 * on_disk_)) write_hdf5();
}

void ObserveFiles::close() {
  if (count_ > on_disk_) write_hdf5();
}

void ObserveFiles::write_hdf5() {
  const fs::path path = folder_ / "observe.h5";
  const Hdf5File file = Hdf5File::in_memory(path);
  Hdf5Group root = file.root();
  root.set_attribute("format", std::string(format_name));
  root.set_attribute("format_version", format_version);
  root.set_attribute("galet_version", std::string(version()));
  root.set_attribute("title", title_);
  for (std::size_t k = 0; k < tables_.size(); ++k) {
    const ObserverTable& table = tables_[k];
    Hdf5Group group = root.create(table.name);
    group.set_attribute("kind", table.kind);
    group.set_attribute("average", static_cast<std::int64_t>(table.average));
    const std::size_t columns = table.columns.size();
    std::vector<double> column(values_[k].size() / columns);
    for (std::size_t j = 0; j < columns; ++j) {
      for (std::size_t i = 0; i < column.size(); ++i) column[i] = values_[k][i * columns + j];
      const std::string& name = table.columns[j].name;
      group.write(name, std::span<const double>(column), {}, Hdf5Storage::compressed);
      group.set_attribute_of(name, "unit", table.columns[j].unit);
    }
  }
  write_atomically(path, file.image());
  on_disk_ = count_;
}

}  // namespace galet
