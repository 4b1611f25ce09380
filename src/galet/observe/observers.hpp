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
#include "galet/observe/observer_table.hpp"
#include "galet/observe/settings.hpp"

namespace galet {

// The steps of the run that is observed.
struct ObservedSteps {
  double step = 0.0;           // s
  double end = 0.0;            // s
  std::int64_t count = 0;      // in the whole run
  std::int64_t row_every = 1;  // steps between rows where an observer does not say
};

// A value: a copy goes on by itself from what was gathered so far.
template <int D>
class Observers {
 public:
  Observers();
  // Throws InputError with the key of what is wrong.
  Observers(const std::vector<ObserverSettings>& settings, const ObservedSteps& steps,
            const World<D>& world, const Bodies<D>& bodies);
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
