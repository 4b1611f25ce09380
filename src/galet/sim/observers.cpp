#include "galet/sim/observers.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "galet/sim/simulation.hpp"
#include "galet/sim/size_limits.hpp"
#include "galet/sim/vectors.hpp"
#include "galet/sim/watches.hpp"

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
    refuse(key,
           fmt::format("\"{}\" is no name of a file; expected letters, digits, - and _", name));
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
Observers<D>::Observers(const Scene& scene, const World<D>& world, const Bodies<D>& bodies)
    : Observers() {
  const std::vector<std::string> names = unique_names(scene.observe);
  for (std::size_t k = 0; k < scene.observe.size(); ++k) {
    const ObserverSettings& settings = scene.observe[k];
    const std::optional<double>& every = common_of(settings).every;
    if (every && *every < scene.time.step) {
      refuse(key_of(k) + ".every",
             fmt::format("must be at least the time step ({}), got {}", scene.time.step, *every));
    }
    typename Entries::Entry entry{
        make_watch<D>(settings, {key_of(k), scene, world, bodies}),
        every ? std::max<std::int64_t>(1, std::llround(*every / scene.time.step))
              : output_stride(scene)};

    ObserverTable table;
    table.name = names[k];
    std::visit(
        [&](const auto& s) {
          table.kind = s.tag;
          if constexpr (requires { s.average; }) table.average = s.average;
        },
        settings);
    table.columns = {{"step", ""}, {"time", "s"}};
    std::visit(
        [&](const auto& watch) {
          std::ranges::copy(watch.columns(), std::back_inserter(table.columns));
          const double times = static_cast<double>(count_steps(scene.time) / entry.stride) + 2.0;
          check_row_count(key_of(k), times * static_cast<double>(watch.height()),
                          static_cast<double>(table.columns.size()));
        },
        entry.watch);
    if (std::holds_alternative<ObserveWallForces>(settings)) {
      for (const Boundary<D>& boundary : world.boundaries)
        table.boundaries.push_back(boundary.name);
    }
    entries_->list.push_back(std::move(entry));
    tables_.push_back(std::move(table));
  }
}

template <int D>
void Observers<D>::give_rows(std::size_t k, std::int64_t step, const Look<D>& look,
                             const OnRows& on_rows) {
  RowSink rows(step, look.time);
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
