#include "galet/io/series_csv.hpp"

#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace galet {
namespace {

// Calls visit(name, value) for every column: the header and the rows cannot drift apart.
template <class V>
void for_each_column(const SeriesRow& row, V&& visit) {
  visit("step", row.step);
  visit("time", row.time);
  visit("bodies", row.bodies);
  visit("inserted", row.inserted);
  visit("removed", row.removed);
  visit("kinetic", row.energy.kinetic);
  visit("potential", row.energy.potential);
  visit("stored", row.energy.stored);
  visit("work_external", row.energy.work.external);
  visit("work_boundaries", row.energy.work.boundaries);
  visit("dissipated", row.energy.work.dissipated);
  visit("correction", row.energy.work.correction);
  visit("exchanged", row.energy.work.exchanged);
  visit("balance_error", row.energy.balance_error_relative());
  visit("contacts", row.contacts);
  visit("contacts_active", row.contacts_active);
  visit("iterations", row.iterations);
  visit("iterations_max", row.iterations_max);
  visit("residual_velocity", row.residual_velocity_max);
  visit("residual_relative", row.residual_relative_max);
  visit("unconverged_steps", row.unconverged_steps);
  visit("penetration", row.penetration_max);
  visit("penetration_relative", row.penetration_relative_max);
  visit("support_ratio", row.support_ratio());
  visit("momentum_ratio", row.momentum_ratio());
  visit("seconds_predict", row.seconds.predict);
  visit("seconds_detect", row.seconds.detect);
  visit("seconds_pose", row.seconds.pose);
  visit("seconds_solve", row.seconds.solve);
  visit("seconds_advance", row.seconds.advance);
  visit("seconds_observe", row.seconds.observe);
}

}  // namespace

SeriesCsv::SeriesCsv(std::filesystem::path path) : file_(std::move(path)) {
  std::string line;
  for_each_column(SeriesRow{}, [&](std::string_view name, auto) {
    line += line.empty() ? "" : ",";
    line += name;
  });
  file_.put(line + "\n");
}

SeriesCsv::SeriesCsv(std::filesystem::path path, std::int64_t bytes)
    : file_(std::move(path), bytes) {}

void SeriesCsv::write(const SeriesRow& row) {
  std::string line;
  for_each_column(row, [&](std::string_view, auto value) {
    line += line.empty() ? "" : ",";
    line += fmt::format("{}", value);  // the shortest form that reads back as the same number
  });
  file_.put(line + "\n");
}

std::int64_t SeriesCsv::sync() {
  file_.sync();
  return file_.bytes();
}

}  // namespace galet
