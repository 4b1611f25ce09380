#include "galet/observe/observers.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "galet/base/memory_limit.hpp"
#include "galet/base/refuse.hpp"
#include "galet/base/tidy_time.hpp"
#include "galet/observe/watches.hpp"

namespace galet {
namespace {

std::string key_of(std::size_t k) { return fmt::format("observe[{}]", k); }

const ObserveCommon& common_of(const ObserverSettings& settings) {
  return std::visit([](const auto& s) -> const ObserveCommon& { return s.common; }, settings);
}

void check_name(const std::string& key, const std::string& name) {
  const bool fits = std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
  });
  if (!fits) {
    refuse(key, fmt::format("\"{}\" is not a file name; expected letters, digits, - and _", name));
  }
}

// Given names as they are; otherwise the kind, or kind-2, kind-3, …
std::vector<std::string> unique_names(const std::vector<ObserverSettings>& observers) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < observers.size(); ++k) {
    const std::string& given = common_of(observers[k]).name;
    check_name(key_of(k) + ".name", given);
    if (!given.empty() && std::ranges::find(names, given) != names.end()) {
      refuse(key_of(k) + ".name", fmt::format("\"{}\" is the name of another observer", given));
    }
    names.push_back(given);
  }
  for (std::size_t k = 0; k < observers.size(); ++k) {
    if (!names[k].empty()) continue;
    const auto kind = std::visit([](const auto& s) { return std::string(s.tag); }, observers[k]);
    std::string name = kind;
    for (int n = 2; std::ranges::find(names, name) != names.end(); ++n) {
      name = fmt::format("{}-{}", kind, n);
    }
    names[k] = name;
  }
  return names;
}

// Steps between rows.
std::int64_t stride_of(const std::string& key, const std::optional<double>& every,
                       const ObservedSteps& steps) {
  if (!every) return steps.row_every;
  if (*every < steps.step) {
    refuse(key + ".every",
           fmt::format("must be at least the time step ({}), got {}", steps.step, *every));
  }
  return std::max<std::int64_t>(1, std::llround(*every / steps.step));
}

template <int D>
ObserverTable table_of(const std::string& name, const ObserverSettings& settings,
                       const Watch<D>& watch, const World<D>& world) {
  ObserverTable table;
  table.name = name;
  std::visit(
      [&](const auto& s) {
        table.kind = s.tag;
        if constexpr (requires { s.average; }) table.average = s.average;
      },
      settings);
  table.columns = {{"step", ""}, {"time", "s"}};
  std::ranges::copy(std::visit([](const auto& w) { return w.columns(); }, watch),
                    std::back_inserter(table.columns));
  if (std::holds_alternative<ObserveWallForces>(settings)) {
    for (const Boundary<D>& boundary : world.boundaries) table.boundaries.push_back(boundary.name);
  }
  return table;
}

// The rows of an observer are kept until they are all written.
void check_row_count(const std::string& key, double rows, double columns) {
  check_memory(key, fmt::format("{:.10g} rows of an observer", rows),
               rows * columns * sizeof(double));
}

// Watches that remember nothing have no archive().
template <class W, class Archive>
void archive_memory(W& watch, Archive& a) {
  if constexpr (requires { W::archive(watch, a); }) W::archive(watch, a);
}

}  // namespace

template <int D>
struct Observers<D>::Entries {
  struct Entry {
    Watch<D> watch;
    std::int64_t stride = 1;  // steps between rows
  };
  std::vector<Entry> list;
};

template <int D>
Observers<D>::Observers() : entries_(std::make_unique<Entries>()) {}
template <int D>
Observers<D>::~Observers() = default;
template <int D>
Observers<D>::Observers(const Observers& other)
    : entries_(std::make_unique<Entries>(*other.entries_)), tables_(other.tables_) {}
template <int D>
Observers<D>::Observers(Observers&& other) noexcept = default;
template <int D>
Observers<D>& Observers<D>::operator=(Observers other) noexcept {
  entries_ = std::move(other.entries_);
  tables_ = std::move(other.tables_);
  return *this;
}

template <int D>
Observers<D>::Observers(const std::vector<ObserverSettings>& settings, const ObservedSteps& steps,
                        const World<D>& world, const Bodies<D>& bodies)
    : Observers() {
  const std::vector<std::string> names = unique_names(settings);
  for (std::size_t k = 0; k < settings.size(); ++k) {
    const std::int64_t stride = stride_of(key_of(k), common_of(settings[k]).every, steps);
    Watch<D> watch = make_watch<D>(settings[k], {key_of(k), steps.end, world, bodies});
    ObserverTable table = table_of<D>(names[k], settings[k], watch, world);
    const double times = static_cast<double>(steps.count / stride) + 2.0;
    const auto height = std::visit([](const auto& w) { return w.height(); }, watch);
    check_row_count(key_of(k), times * static_cast<double>(height),
                    static_cast<double>(table.columns.size()));
    entries_->list.push_back({std::move(watch), stride});
    tables_.push_back(std::move(table));
  }
}

template <int D>
void Observers<D>::give_rows(std::size_t k, std::int64_t step, const Look<D>& look,
                             const OnRows& on_rows) {
  RowSink rows(step, tidy_time(look.time));
  std::visit([&](auto& watch) { watch.rows(look, rows); }, entries_->list[k].watch);
  if (!rows.values().empty()) on_rows(k, rows.values());
}

template <int D>
void Observers<D>::start(const Look<D>& look, const OnRows& on_rows) {
  for (std::size_t k = 0; k < size(); ++k) {
    const bool has_row = std::visit(
        [&](auto& watch) {
          if constexpr (requires { watch.start(look); }) watch.start(look);
          return watch.at_start();
        },
        entries_->list[k].watch);
    if (has_row) give_rows(k, 0, look, on_rows);
  }
}

template <int D>
void Observers<D>::step(std::int64_t step, const Look<D>& look, const OnRows& on_rows) {
  for (std::size_t k = 0; k < size(); ++k) {
    std::visit(
        [&](auto& watch) {
          if constexpr (requires { watch.each_step(look); }) watch.each_step(look);
        },
        entries_->list[k].watch);
    if (step % entries_->list[k].stride == 0) give_rows(k, step, look, on_rows);
  }
}

template <int D>
void Observers<D>::finish(std::int64_t step, const Look<D>& look, const OnRows& on_rows) {
  for (std::size_t k = 0; k < size(); ++k) {
    if (step % entries_->list[k].stride != 0) give_rows(k, step, look, on_rows);
  }
}

template <int D>
void Observers<D>::save(ByteWriter& out) const {
  for (const auto& entry : entries_->list) {
    std::visit([&](const auto& watch) { archive_memory(watch, out); }, entry.watch);
  }
}

template <int D>
void Observers<D>::load(ByteReader& in) {
  for (auto& entry : entries_->list) {
    std::visit([&](auto& watch) { archive_memory(watch, in); }, entry.watch);
  }
}

template class Observers<2>;
template class Observers<3>;

}  // namespace galet
