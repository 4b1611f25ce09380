#include "galet/io/frame_check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "galet/io/damaged_file.hpp"

namespace galet {
namespace {

// Of one frame: what is wrong is thrown with the name of the array and the row.
class FrameCheck {
 public:
  FrameCheck(const StoredFrame& frame, const std::string& file) : frame_(frame), file_(file) {}

  void run() const {
    check_header();
    check_bodies();
    check_boundaries();
    if (frame_.contacts) check_contacts(*frame_.contacts);
  }

 private:
  [[noreturn]] void refuse(std::string_view array, const std::string& why) const {
    throw DamagedFile(file_, place(array), why);
  }
  [[noreturn]] void refuse(std::string_view array, std::size_t row, const std::string& why) const {
    throw DamagedFile(file_, fmt::format("{}, row {}", place(array), row), why);
  }
  std::string place(std::string_view array) const {
    return fmt::format("frames/{:06}/{}", frame_.number, array);
  }

  template <class T>
  void check_length(std::string_view array, const std::vector<T>& values, std::size_t rows,
                    std::size_t row = 1) const {
    if (values.size() == rows * row) return;
    refuse(array, fmt::format("has {} values; expected {} rows of {}", values.size(), rows, row));
  }
  void check_finite(std::string_view array, const std::vector<double>& values, std::size_t rows,
                    std::size_t row = 1) const {
    check_length(array, values, rows, row);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!std::isfinite(values[i]))
        refuse(array, i / row, fmt::format("{} is no number", values[i]));
    }
  }
  void check_positive(std::string_view array, const std::vector<double>& values,
                      std::size_t rows) const {
    check_finite(array, values, rows);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!(values[i] > 0.0)) refuse(array, i, fmt::format("{} is not positive", values[i]));
    }
  }
  template <class T>
  void check_range(std::string_view array, const std::vector<T>& values, std::size_t rows,
                   std::int64_t low, std::int64_t high) const {
    check_length(array, values, rows);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto value = static_cast<std::int64_t>(values[i]);
      if (value >= low && value <= high) continue;
      refuse(array, i, fmt::format("{} is not between {} and {}", value, low, high));
    }
  }
  // Rows of length one but for rounding, of which there is much less than this.
  void check_unit(std::string_view array, const std::vector<double>& values, std::size_t rows,
                  std::size_t row, std::size_t parts) const {
    constexpr double tolerance = 1e-6;
    check_finite(array, values, rows, row * parts);
    for (std::size_t i = 0; i < rows * parts; ++i) {
      const auto part = std::span(values).subspan(i * row, row);
      const double square = std::inner_product(part.begin(), part.end(), part.begin(), 0.0);
      if (!(std::abs(square - 1.0) <= tolerance)) {
        refuse(array, i / parts, fmt::format("has length {}; expected 1", std::sqrt(square)));
      }
    }
  }
  void check_orientation(std::string_view array, const std::vector<double>& values,
                         std::size_t rows) const {
    if (frame_.dimension == 2) {
      check_finite(array, values, rows);
    } else {
      check_unit(array, values, rows, 4, 1);
    }
  }

  void check_header() const {
    if (frame_.dimension != 2 && frame_.dimension != 3) {
      throw DamagedFile(file_, "dimension", fmt::format("{} is neither 2 nor 3", frame_.dimension));
    }
    if (frame_.step < 0) refuse("step", fmt::format("{} is negative", frame_.step));
    if (!std::isfinite(frame_.time)) refuse("time", "is no number");
    if (!std::isfinite(frame_.step_length) || !(frame_.step_length > 0.0)) {
      refuse("step_length", fmt::format("{} is not positive", frame_.step_length));
    }
  }

  void check_bodies() const {
    const std::size_t n = frame_.bodies();
    check_range("id", frame_.id, n, 0, std::numeric_limits<std::int32_t>::max());
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t k) { return std::pair(frame_.id[k], k); });
    for (std::size_t i = 1; i < n; ++i) {
      const std::size_t row = order[i];
      if (frame_.id[row] != frame_.id[order[i - 1]]) continue;
      refuse("id", row, fmt::format("{} stands in row {} already", frame_.id[row], order[i - 1]));
    }
    check_finite("position", frame_.position, n, d());
    check_orientation("orientation", frame_.orientation, n);
    check_finite("velocity", frame_.velocity, n, d());
    check_finite("spin", frame_.spin, n, s());
    check_positive("radius", frame_.radius, n);
    check_positive("mass", frame_.mass, n);
    check_positive("inertia", frame_.inertia, n);
    check_range("free", frame_.free, n, 0, 15);
    check_range("material", frame_.material, n, 0, last_of(frame_.names.materials));
    check_range("group", frame_.group, n, 0, last_of(frame_.names.groups));
    if (!frame_.image.empty()) check_length("image", frame_.image, n, d());
  }

  void check_boundaries() const {
    const std::size_t count = frame_.names.boundaries.size();
    check_finite("boundaries/position", frame_.boundary_position, count, d());
    check_orientation("boundaries/orientation", frame_.boundary_orientation, count);
    check_range("boundaries/present", frame_.boundary_present, count, 0, 1);
    check_finite("boundaries/displacement", frame_.boundary_displacement, count);
    check_finite("boundaries/normal_velocity", frame_.boundary_velocity, count);
  }

  void check_contacts(const StoredContacts& contacts) const {
    const std::size_t n = contacts.size();
    constexpr std::int64_t largest = std::numeric_limits<std::int32_t>::max();
    const auto boundaries = static_cast<std::int64_t>(frame_.boundaries());
    check_range("contacts/body_a", contacts.body_a, n, -boundaries, largest);
    check_range("contacts/body_b", contacts.body_b, n, 0, largest);
    check_length("contacts/feature", contacts.feature, n);
    std::vector<std::int64_t> ids = frame_.id;
    std::ranges::sort(ids);
    const auto check_there = [&](std::string_view array, const std::vector<std::int64_t>& sides) {
      for (std::size_t c = 0; c < n; ++c) {
        if (sides[c] < 0 || std::ranges::binary_search(ids, sides[c])) continue;
        refuse(array, c, fmt::format("there is no body {}", sides[c]));
      }
    };
    check_there("contacts/body_a", contacts.body_a);
    check_there("contacts/body_b", contacts.body_b);
    check_unique(contacts);
    check_finite("contacts/gap", contacts.gap, n);
    check_finite("contacts/point", contacts.point, n, d());
    check_unit("contacts/frame", contacts.frame, n, d(), d());
    check_finite("contacts/impulse", contacts.impulse, n, d());
    check_range("contacts/status", contacts.status, n, 0, 2);
    if (!contacts.moment.empty()) check_finite("contacts/moment", contacts.moment, n, s());
    if (!contacts.state.empty()) check_finite("contacts/state", contacts.state, n);
    if (!contacts.solid.empty()) check_finite("contacts/solid", contacts.solid, n);
  }

  // The memory of a run has one place for each.
  void check_unique(const StoredContacts& contacts) const {
    const auto key = [&](std::size_t c) {
      return std::tuple(contacts.body_a[c], contacts.body_b[c], contacts.feature[c]);
    };
    std::vector<std::size_t> order(contacts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t c) { return std::pair(key(c), c); });
    const auto same = std::ranges::adjacent_find(order, {}, key);
    if (same == order.end()) return;
    const std::size_t row = *std::next(same);
    refuse("contacts/feature", row,
           fmt::format("the contact of {} and {} stands in row {} already", contacts.body_a[row],
                       contacts.body_b[row], *same));
  }

  static std::int64_t last_of(const std::vector<std::string>& names) {
    return static_cast<std::int64_t>(names.size()) - 1;
  }
  std::size_t d() const { return static_cast<std::size_t>(frame_.dimension); }
  std::size_t s() const { return frame_.dimension == 2 ? 1 : 3; }

  const StoredFrame& frame_;
  const std::string& file_;
};

}  // namespace

void validate(const StoredFrame& frame, const std::string& file) { FrameCheck(frame, file).run(); }

}  // namespace galet
