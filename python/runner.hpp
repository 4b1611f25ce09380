// A simulation of either dimension as Python drives it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bindings.hpp"

#include "galet/io/stored_frame.hpp"
#include "galet/observe/observer_table.hpp"
#include "galet/sim/records.hpp"

namespace galet::python {

// Everything that a simulation needs to go on from here.
struct SavedState {
  std::int64_t step = 0;
  double time = 0.0;
  std::string hash;
  std::vector<std::byte> run;             // Simulation::save()
  std::vector<std::vector<double>> rows;  // of the observers so far
  StepRecord report;
  bool started = false;
  bool ended = false;
};

class Runner : public std::enable_shared_from_this<Runner> {
 public:
  virtual ~Runner() = default;

  virtual int dimension() const = 0;
  virtual std::int64_t step() const = 0;
  virtual double time() const = 0;
  virtual double step_length() const = 0;
  virtual std::int64_t steps_of_scene() const = 0;
  virtual int threads() const = 0;
  virtual std::size_t count() const = 0;
  virtual std::string hash() const = 0;
  virtual const EnergyBudget& energy() const = 0;
  virtual const std::vector<Warning>& foreseen() const = 0;

  // So many steps, unless `seconds` of computing have passed or, where it is asked to look, a stop
  // condition of the scene is met. Tells why it ended before that: the name of the condition, or
  // "".
  virtual std::string advance(std::int64_t steps, bool conditions, double seconds) = 0;
  // The whole run of the scene with its files; `before` and `after` are called around every step
  // unless they are None.
  virtual void write_run(const std::string& folder, bool overwrite, const py::object& before,
                         const py::object& after) = 0;

  virtual SavedState save() const = 0;
  virtual void restore(const SavedState& saved) = 0;

  // A column of the bodies by its name, without a copy.
  virtual py::array column(const std::string& name) = 0;
  // By place: 2D angle, 3D quaternion w, x, y, z; a copy.
  virtual py::array orientation() const = 0;
  // By place: where the bodies would be, had they not been put back into a periodic cell; a copy.
  virtual py::array path() const = 0;
  virtual StoredFrame frame() const = 0;
  virtual const std::vector<ObserverTable>& tables() const = 0;
  // Of observer k so far; at the end of the run with those that were not due.
  virtual std::vector<double> rows(std::size_t k) const = 0;

  const StepRecord& report() const { return report_; }

 protected:
  StepRecord report_;
};

}  // namespace galet::python
