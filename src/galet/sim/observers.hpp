// The observers of a run: when each is due, and the tables their rows belong to.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "galet/base/archive.hpp"
#include "galet/observe/look.hpp"
#include "galet/sim/scene.hpp"

namespace galet {

struct Column {
  std::string name;
  std::string unit;  // "" for numbers without one
};

// What the file of an observer is.
struct ObserverTable {
  std::string name;             // unique; of the file
  std::string kind;             // as in the scene
  bool average = false;         // whether rows are means over the steps since the row before
  std::vector<Column> columns;  // first `step` and `time`
  std::vector<std::string> boundaries;  // names, where there is a column `boundary`
};

// A value: a copy goes on by itself from what was gathered so far.
template <int D>
class Observers {
 public:
  Observers();
  // Throws InputError with the key of what is wrong.
  Observers(const Scene& scene, const World<D>& world, const Bodies<D>& bodies);
  ~Observers();
  Observers(const Observers& other);
  Observers(Observers&& other) noexcept;
  Observers& operator=(Observers other) noexcept;

  std::size_t size() const { return tables_.size(); }
  const std::vector<ObserverTable>& tables() const { return tables_; }

  // Gets the rows of table k, one after the other.
  using OnRows = std::function<void(std::size_t k, std::span<const double> rows)>;
  // Before the first step: rows of those that need no step to look at.
  void start(const Look<D>& look, const OnRows& on_rows);
  // After every step: gathers, and gives the rows that are due. An interval between rows is a whole
  // number of steps.
  void step(std::int64_t step, const Look<D>& look, const OnRows& on_rows);
  // After the last step: gives the rows that were not due.
  void finish(std::int64_t step, const Look<D>& look, const OnRows& on_rows);

  // What was gathered so far; to be loaded by the observers of the same scene.
  void save(ByteWriter& out) const;
  void load(ByteReader& in);

 private:
  struct Entries;  // the watches, which need not be known to those who only pass observers on
  void give_rows(std::size_t k, std::int64_t step, const Look<D>& look, const OnRows& on_rows);

  std::unique_ptr<Entries> entries_;
  std::vector<ObserverTable> tables_;
};

}  // namespace galet
