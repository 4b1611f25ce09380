#include "galet/io/sweep_results.hpp"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "galet/base/version.hpp"
#include "galet/io/atomic_file.hpp"
#include "galet/io/summary_json.hpp"
#include "galet/sweep/build.hpp"

namespace galet {
namespace {

using Json = nlohmann::ordered_json;

Json numbers(const sweep::Vector& x) {
  Json list = Json::array();
  for (const double value : x) list.push_back(value);
  return list;
}

}  // namespace

void write_sweep_series(const std::filesystem::path& csv, const sweep::Process& process,
                        const sweep::Solution& solution) {
  const auto n = static_cast<int>(solution.path.front().u.size());
  std::string text =
      fmt::format("time,{},distance,variation\n", fmt::join(sweep::coordinate_names(n), ","));
  double variation = 0.0;
  for (std::size_t k = 0; k < solution.path.size(); ++k) {
    const sweep::Instant& now = solution.path[k];
    if (k > 0) variation += (now.u - solution.path[k - 1].u).norm();
    // Of two rows for the same instant the first is before the jump.
    const bool before = k + 1 < solution.path.size() && solution.path[k + 1].time == now.time;
    const auto set = before ? process.set->before(now.time) : process.set->at(now.time);
    text += fmt::format("{},{},{},{}\n", now.time, fmt::join(now.u.begin(), now.u.end(), ","),
                        set->distance(now.u), variation);
  }
  write_atomically(csv, text);
}

void write_sweep_summary(const std::filesystem::path& json, const SweepSummary& s) {
  const sweep::Report& r = s.solution.report;
  const Json summary = {
      {"title", s.title},
      {"dimension", s.dimension},
      {"integrator", s.integrator},
      {"time_end", s.solution.path.back().time},
      {"start", numbers(s.solution.path.front().u)},
      {"end", numbers(s.solution.last())},
      {"steps", r.steps},
      {"projections", r.projections},
      {"failed_projections", r.failed_projections},
      {"events", r.events},
      {"guarded_steps", r.guarded_steps},
      {"variation", r.variation},
      {"retraction", r.retraction ? Json(*r.retraction) : Json(nullptr)},
      {"distance_max", r.distance_max},
      {"continuation_changes", s.continuation_changes},
      {"wall_seconds", s.seconds},
      {"version", version()},
      {"warnings", to_json(s.warnings)},
  };
  constexpr auto on_bad_text = Json::error_handler_t::replace;
  write_atomically(json, summary.dump(2, ' ', false, on_bad_text) + "\n");
}

}  // namespace galet
