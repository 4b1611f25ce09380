#include "galet/build/csv_bodies.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <string_view>

#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/base/near_miss.hpp"
#include "galet/base/text_file.hpp"

namespace galet {
namespace {

template <int D>
struct Column {
  std::string_view name;
  bool required = false;
  bool positive = false;
  std::function<void(BodySeed<D>&, double)> set;
};

template <int D>
std::vector<Column<D>> columns() {
  constexpr std::array<std::string_view, 3> position{"x", "y", "z"};
  constexpr std::array<std::string_view, 3> velocity{"vx", "vy", "vz"};
  constexpr std::array<std::string_view, 3> spin{"wx", "wy", "wz"};
  std::vector<Column<D>> list;
  for (int k = 0; k < D; ++k) {
    list.push_back({position[k], true, false, [k](auto& b, double x) { b.position[k] = x; }});
  }
  list.push_back({"radius", true, true, [](auto& b, double x) { b.radius = x; }});
  for (int k = 0; k < D; ++k) {
    list.push_back({velocity[k], false, false, [k](auto& b, double x) { b.velocity[k] = x; }});
  }
  for (int k = 0; k < spin_dimension<D>; ++k) {
    list.push_back(
        {D == 2 ? "w" : spin[k], false, false, [k](auto& b, double x) { b.spin[k] = x; }});
  }
  list.push_back({"mass", false, true, [](auto& b, double x) { b.mass = x; }});
  return list;
}

struct Cell {
  std::string_view text;  // without the blanks around it
  int column = 0;         // from 1
};

std::vector<Cell> split(std::string_view line) {
  std::vector<Cell> cells;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = std::min(line.find(',', begin), line.size());
    std::string_view text = line.substr(begin, end - begin);
    const std::size_t blanks = std::min(text.find_first_not_of(" \t"), text.size());
    text.remove_prefix(blanks);
    const std::size_t last = text.find_last_not_of(" \t");
    cells.push_back(
        {text.substr(0, last == text.npos ? 0 : last + 1), static_cast<int>(begin + blanks) + 1});
    if (end == line.size()) return cells;
    begin = end + 1;
  }
}

template <int D>
class CsvReader {
 public:
  CsvReader(const std::string& key, const std::string& file) : key_(key), file_(file) {}

  std::vector<BodySeed<D>> read() {
    const std::string text = read_text_file(file_, key_);
    std::string_view rest = text;
    if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
    std::vector<BodySeed<D>> bodies;
    bool has_header = false;
    while (!rest.empty()) {
      ++line_;
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      std::string_view line = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (line.ends_with('\r')) line.remove_suffix(1);
      const std::vector<Cell> cells = split(line);
      if (line.starts_with('#') || (cells.size() == 1 && cells.front().text.empty())) continue;
      if (has_header) {
        bodies.push_back(read_row(cells));
      } else {
        read_header(cells);
        has_header = true;
      }
    }
    if (!has_header) fail(0, "is empty; expected a line with the names of the columns");
    if (bodies.empty()) fail(0, "contains no bodies");
    return bodies;
  }

 private:
  [[noreturn]] void fail(int column, const std::string& message) const {
    throw InputError({file_, column > 0 ? line_ : 0, column}, key_, message);
  }

  void read_header(const std::vector<Cell>& cells) {
    std::vector<std::string_view> names;
    for (const Column<D>& column : known_) names.push_back(column.name);
    for (const Cell& cell : cells) {
      const auto found = std::ranges::find(names, cell.text);
      if (found == names.end()) {
        fail(cell.column,
             fmt::format("unknown column \"{}\"; {}", cell.text, suggestion(cell.text, names)));
      }
      const auto index = static_cast<std::size_t>(found - names.begin());
      if (std::ranges::find(order_, index) != order_.end()) {
        fail(cell.column, fmt::format("column \"{}\" is given twice", cell.text));
      }
      order_.push_back(index);
    }
    for (std::size_t k = 0; k < known_.size(); ++k) {
      if (known_[k].required && std::ranges::find(order_, k) == order_.end()) {
        fail(1, fmt::format("column \"{}\" is missing", known_[k].name));
      }
    }
  }

  BodySeed<D> read_row(const std::vector<Cell>& cells) const {
    if (cells.size() != order_.size()) {
      fail(1, fmt::format("expected {} values, got {}", order_.size(), cells.size()));
    }
    BodySeed<D> body;
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const Column<D>& column = known_[order_[k]];
      const double x = number(cells[k]);
      if (column.positive && !(x > 0.0)) {
        fail(cells[k].column, fmt::format("{} must be positive, got {}", column.name, x));
      }
      column.set(body, x);
    }
    return body;
  }

  double number(const Cell& cell) const {
    std::string_view text = cell.text;
    if (text.starts_with('+')) text.remove_prefix(1);
    double x = 0.0;
    const char* const end = text.data() + text.size();
    const auto [after, error] = std::from_chars(text.data(), end, x);
    if (error != std::errc{} || after != end || !std::isfinite(x)) {
      fail(cell.column, fmt::format("expected a finite number, got \"{}\"", cell.text));
    }
    return x;
  }

  std::string key_;
  std::string file_;
  int line_ = 0;
  std::vector<Column<D>> known_ = columns<D>();
  std::vector<std::size_t> order_;  // into known_, as the header says
};

}  // namespace

template <int D>
std::vector<BodySeed<D>> read_csv_bodies(const std::string& key, const std::string& file) {
  return CsvReader<D>(key, file).read();
}

template std::vector<BodySeed<2>> read_csv_bodies(const std::string&, const std::string&);
template std::vector<BodySeed<3>> read_csv_bodies(const std::string&, const std::string&);

}  // namespace galet
