// The observers of a run: when each is due, and the tables their rows belong to.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "galet/sim/watches.hpp"

namespace galet {

// What the file of an observer is.
struct ObserverTable {
  std::string name;             // unique; of the file
  std::string kind;             // as in the scene
  bool average = false;         // whether rows are means over the steps since the row before
  std::vector<Column> columns;  // first `step` and `time`
  std::vector<std::string> boundaries;  // names, where there is a column `boundary`
};

template <int D>
class Observers {
 public:
  Observers() = default;
  // Throws InputError with the key of what is wrong.
  Observers(const Scene& scene, const World<D>& world, const Bodies<D>& bodies);

  std::size_t size() const { return entries_.size(); }
  const std::vector<ObserverTable>& tables() const { return tables_; }

  // Gets the rows of table k, one after the other.
  using OnRows = std::function<void(std::size_t k, std::span<const double> rows)>;
  // Before the first step: rows of those that need no step to look at.
  void start(const Look<D>& look, const OnRows& on_rows);
  // After every step: gathers, and gives the rows that are due: after each interval, and at the
  // last step. An interval is a whole number of steps.
  void step(std::int64_t step, bool last, const Look<D>& look, const OnRows& on_rows);

 private:
  struct Entry {
    Watch<D> watch;
    std::int64_t stride = 1;  // steps between rows
  };
  void give_rows(std::size_t k, std::int64_t step, const Look<D>& look, const OnRows& on_rows);

  std::vector<Entry> entries_;
  std::vector<ObserverTable> tables_;
};

}  // namespace galet
