#include "galet/io/summary_json.hpp"

#include <cmath>
#include <fstream>
#include <limits>

#include "unit/io/sample.hpp"
#include <gtest/gtest.h>

#include "galet/base/error.hpp"
#include "galet/base/version.hpp"
#include "galet/io/atomic_file.hpp"
#include "galet/io/damaged_file.hpp"

namespace galet::summary_json_test {
namespace {

using Json = nlohmann::ordered_json;

std::string keys_of(const Json& table) {
  std::string keys;
  for (const auto& [key, value] : table.items()) keys += (keys.empty() ? "" : " ") + key;
  return keys;
}

RunSummary full_summary() {
  RunSummary s;
  s.title = "Säule";
  s.dimension = 3;
  s.bodies = 10;
  s.steps = 20;
  s.time_end = 0.1;
  s.wall_seconds = 1.5;
  s.cpu_seconds = 2.5;
  s.peak_memory_bytes = 123456789;
  s.phases = {1, 2, 3, 4, 5, 6};
  s.contacts_mean = 7.25;
  s.contacts_max = 9;
  s.contacts_last = 8;
  s.active_mean = 3.5;
  s.active_max = 5;
  s.active_last = 4;
  s.solver_name = "nlgs";
  s.iterations_total = 1000;
  s.iterations_max = 77;
  s.residual_velocity_max = 1e-7;
  s.residual_relative_max = 1e-6;
  s.unconverged_steps = 2;
  s.energy.kinetic_first = 1.0;
  s.energy.kinetic = 2.0;
  s.energy.potential_first = 3.0;
  s.energy.potential = 1.0;
  s.energy.stored_first = 0.25;
  s.energy.stored = 0.75;
  s.energy.work = {0.5, 0.25, 1.75, 0.125, 0.375};
  s.penetration_max = 1e-9;
  s.penetration_relative_max = 1e-7;
  s.state_hash = "0123456789abcdef";
  s.threads = 2;
  s.interrupted = true;
  s.warnings = {{WarningCode::no_law, "a"}};
  return s;
}

TEST(SummaryJson, keys_in_their_order) {
  const Json json = to_json(full_summary());
  EXPECT_EQ(
      keys_of(json),
      "title dimension bodies bodies_inserted bodies_removed steps time_end wall_seconds "
      "cpu_seconds peak_memory_bytes phases contacts solver "
      "energy penetration opening_max trouble state_hash version threads ended_by interrupted "
      "warnings");
  EXPECT_EQ(keys_of(json["trouble"]), "halved_steps parts_max troubled_steps");
  EXPECT_EQ(keys_of(json["phases"]), "predict detect pose solve advance observe");
  EXPECT_EQ(keys_of(json["contacts"]), "mean max last active_mean active_max active_last");
  EXPECT_EQ(json["warnings"], Json::parse(R"([{"code": "no-law", "message": "a"}])"));
  EXPECT_EQ(keys_of(json["solver"]),
            "name iterations_total iterations_max sweeps_momentum sweeps_anderson sweeps_convex "
            "sweeps_damped newton_steps residual_velocity_max residual_relative_max "
            "unconverged_steps");
  EXPECT_EQ(keys_of(json["energy"]),
            "kinetic_first kinetic_last potential_first potential_last stored_first stored_last "
            "work_external work_boundaries dissipated correction exchanged "
            "balance_error_relative");
  EXPECT_EQ(keys_of(json["penetration"]), "max max_relative");
  EXPECT_EQ(json["version"], version());
}

TEST(SummaryJson, comes_back) {
  const TemporaryFolder folder;
  const RunSummary s = full_summary();
  write_summary(folder.path() / "summary.json", s);
  const StoredSummary stored = read_summary(folder.path() / "summary.json");
  EXPECT_EQ(stored.run.program, version());
  EXPECT_EQ(stored.balance_error_relative, s.energy.balance_error_relative());
  // The energies that are not stored do not matter for the rest.
  Json expected = to_json(s);
  Json found = to_json(stored.run);
  expected["energy"].erase("balance_error_relative");
  found["energy"].erase("balance_error_relative");
  EXPECT_EQ(found, expected);
}

TEST(SummaryJson, numbers_that_are_not_finite_become_null) {
  const TemporaryFolder folder;
  RunSummary s;
  s.penetration_max = std::numeric_limits<double>::infinity();
  s.energy.kinetic = std::nan("");
  s.title = "not UTF-8: \xff";
  write_summary(folder.path() / "summary.json", s);
  std::ifstream file(folder.path() / "summary.json");
  const Json json = Json::parse(file);
  EXPECT_TRUE(json["penetration"]["max"].is_null());
  EXPECT_TRUE(json["energy"]["kinetic_last"].is_null());
  EXPECT_TRUE(std::isnan(read_summary(folder.path() / "summary.json").run.penetration_max));
}

TEST(SummaryJson, other_files_are_refused) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "summary.json";
  EXPECT_THROW(read_summary(path), SystemError);
  for (const char* text : {"", "{", "[]", "{\"title\": \"x\"}", "{\"title\": 3}"}) {
    write_atomically(path, text);
    EXPECT_THROW(read_summary(path), DamagedFile) << text;
  }
}

}  // namespace
}  // namespace galet::summary_json_test
