// Convergence of a scene: the same run with several time steps, or tolerances of the solver, and
// what its end differs by from a reference.
//
// Errors are taken at the end of the run, over all bodies by id: root mean square and largest
// distance of centres; the same for velocities; difference of kinetic plus potential energy.
//
// The observed order p of a row and the one before it solves
//   e_1/e_2 = (h_1^p − h_r^p)/(h_2^p − h_r^p),
// h_r being the step of the reference if that is a run (0 if it is exact): the errors against the
// finest run are differences of errors, and without this the last order would come out too large.
// The order of all rows fits C (h^p − h_r^p) to the logarithms of the errors by least squares:
// where errors scatter from step to step, as with impacts, it tells more than two neighbours do.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "galet/base/fields.hpp"

namespace galet {

enum class ConvergeBy { step, tolerance };
enum class ConvergeReference { finest, free_flight };

template <>
struct EnumNames<ConvergeBy> {
  static constexpr std::array<std::string_view, 2> names{"time.step", "solver.tolerance"};
};
template <>
struct EnumNames<ConvergeReference> {
  static constexpr std::array<std::string_view, 2> names{"finest", "free-flight"};
};

struct ConvergeError {
  double position_rms = 0.0;  // m
  double position_max = 0.0;
  double velocity_rms = 0.0;  // m/s
  double velocity_max = 0.0;
  double energy = 0.0;  // J
};

// Absent where there is no row before, where an error is not smaller than the one before or where
// one is rounding alone.
struct ConvergeOrder {
  std::optional<double> position;  // of the root mean squares
  std::optional<double> velocity;
  std::optional<double> energy;
};

struct ConvergeRow {
  double value = 0.0;  // the step or tolerance
  std::int64_t steps = 0;
  std::int64_t iterations = 0;
  std::int64_t unconverged_steps = 0;
  double seconds = 0.0;
  ConvergeError error;
  ConvergeOrder order;
};

struct Convergence {
  std::string title;
  ConvergeBy by = ConvergeBy::step;
  ConvergeReference reference = ConvergeReference::finest;
  double time_end = 0.0;
  std::vector<ConvergeRow> rows;  // from the coarsest to the finest
  ConvergeOrder order;            // of all rows
};

// p from two errors, the coarser one first; none if the finer one is not smaller.
std::optional<double> observed_order(double h_1, double e_1, double h_2, double e_2, double h_r);

// p from all of them; those at the reference itself and without error do not count. None if fewer
// than two are left, or if no p between 0.01 and 20 fits best.
std::optional<double> fitted_order(std::span<const double> h, std::span<const double> e,
                                   double h_r);

struct ConvergeRequest {
  std::filesystem::path scene;
  std::vector<std::string> overrides;  // as of `galet run --set`
  ConvergeBy by = ConvergeBy::step;
  std::vector<double> values;
  ConvergeReference reference = ConvergeReference::finest;
  int threads = 1;
};

// Runs the scene once for each value. Throws InputError when the values do not end at the same
// time, or when the reference does not apply: free flight is exact under constant gravity and
// forces while nothing touches.
Convergence converge(const ConvergeRequest& request);

std::string to_markdown(const Convergence& study);
std::string to_csv(const Convergence& study);

}  // namespace galet
