#include "galet/io/summary_json.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <limits>

#include "galet/base/version.hpp"
#include "galet/io/atomic_file.hpp"

namespace galet {
namespace {

using Json = nlohmann::ordered_json;

Json number(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

double read_number(const Json& table, const char* key) {
  const Json& value = table.at(key);
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

EndedBy read_ended_by(const std::string& name) {
  constexpr auto& names = EnumNames<EndedBy>::names;
  const auto found = std::ranges::find(names, name);
  return found == names.end() ? EndedBy::time : static_cast<EndedBy>(found - names.begin());
}

}  // namespace

Json to_json(const RunSummary& s) {
  const EnergyBudget& energy = s.energy;
  return {
      {"title", s.title},
      {"dimension", s.dimension},
      {"bodies", s.bodies},
      {"bodies_inserted", s.inserted},
      {"bodies_removed", s.removed},
      {"steps", s.steps},
      {"time_end", number(s.time_end)},
      {"wall_seconds", number(s.wall_seconds)},
      {"cpu_seconds", number(s.cpu_seconds)},
      {"peak_memory_bytes", s.peak_memory_bytes},
      {"phases",
       {{"predict", number(s.phases.predict)},
        {"detect", number(s.phases.detect)},
        {"pose", number(s.phases.pose)},
        {"solve", number(s.phases.solve)},
        {"advance", number(s.phases.advance)},
        {"observe", number(s.phases.observe)}}},
      {"contacts",
       {{"mean", number(s.contacts_mean)}, {"max", s.contacts_max}, {"last", s.contacts_last}}},
      {"solver",
       {{"name", s.solver_name},
        {"iterations_total", s.iterations_total},
        {"iterations_max", s.iterations_max},
        {"residual_velocity_max", number(s.residual_velocity_max)},
        {"residual_relative_max", number(s.residual_relative_max)},
        {"unconverged_steps", s.unconverged_steps}}},
      {"energy",
       {{"kinetic_first", number(energy.kinetic_first)},
        {"kinetic_last", number(energy.kinetic)},
        {"potential_first", number(energy.potential_first)},
        {"potential_last", number(energy.potential)},
        {"stored_first", number(energy.stored_first)},
        {"stored_last", number(energy.stored)},
        {"work_external", number(energy.work.external)},
        {"work_boundaries", number(energy.work.boundaries)},
        {"dissipated", number(energy.work.dissipated)},
        {"correction", number(energy.work.correction)},
        {"exchanged", number(energy.work.exchanged)},
        {"balance_error_relative", number(energy.balance_error_relative())}}},
      {"penetration",
       {{"max", number(s.penetration_max)}, {"max_relative", number(s.penetration_relative_max)}}},
      {"state_hash", s.state_hash},
      {"version", version()},
      {"threads", s.threads},
      {"ended_by", name_of(s.ended_by)},
      {"interrupted", s.interrupted},
  };
}

void write_summary(const std::filesystem::path& path, const RunSummary& summary) {
  // A title that is not UTF-8 must not cost the summary.
  constexpr auto on_bad_text = Json::error_handler_t::replace;
  write_atomically(path, to_json(summary).dump(2, ' ', false, on_bad_text) + "\n");
}

StoredSummary read_summary(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) throw file_error("open", path, errno);
  try {
    const Json json = Json::parse(file);
    StoredSummary stored;
    RunSummary& s = stored.run;
    json.at("title").get_to(s.title);
    json.at("dimension").get_to(s.dimension);
    json.at("bodies").get_to(s.bodies);
    json.at("bodies_inserted").get_to(s.inserted);
    json.at("bodies_removed").get_to(s.removed);
    json.at("steps").get_to(s.steps);
    s.time_end = read_number(json, "time_end");
    s.wall_seconds = read_number(json, "wall_seconds");
    s.cpu_seconds = read_number(json, "cpu_seconds");
    s.peak_memory_bytes = json.value("peak_memory_bytes", std::int64_t{0});

    const Json& phases = json.at("phases");
    s.phases = {read_number(phases, "predict"), read_number(phases, "detect"),
                read_number(phases, "pose"),    read_number(phases, "solve"),
                read_number(phases, "advance"), read_number(phases, "observe")};

    const Json& contacts = json.at("contacts");
    s.contacts_mean = read_number(contacts, "mean");
    contacts.at("max").get_to(s.contacts_max);
    contacts.at("last").get_to(s.contacts_last);

    const Json& solver = json.at("solver");
    solver.at("name").get_to(s.solver_name);
    solver.at("iterations_total").get_to(s.iterations_total);
    solver.at("iterations_max").get_to(s.iterations_max);
    s.residual_velocity_max = read_number(solver, "residual_velocity_max");
    s.residual_relative_max = read_number(solver, "residual_relative_max");
    solver.at("unconverged_steps").get_to(s.unconverged_steps);

    const Json& energy = json.at("energy");
    s.energy.kinetic_first = read_number(energy, "kinetic_first");
    s.energy.kinetic = read_number(energy, "kinetic_last");
    s.energy.potential_first = read_number(energy, "potential_first");
    s.energy.potential = read_number(energy, "potential_last");
    s.energy.stored_first = read_number(energy, "stored_first");
    s.energy.stored = read_number(energy, "stored_last");
    s.energy.work = {read_number(energy, "work_external"), read_number(energy, "work_boundaries"),
                     read_number(energy, "dissipated"), read_number(energy, "correction"),
                     read_number(energy, "exchanged")};
    stored.balance_error_relative = read_number(energy, "balance_error_relative");

    const Json& penetration = json.at("penetration");
    s.penetration_max = read_number(penetration, "max");
    s.penetration_relative_max = read_number(penetration, "max_relative");
    json.at("state_hash").get_to(s.state_hash);
    json.at("version").get_to(stored.version);
    json.at("threads").get_to(s.threads);
    s.ended_by = read_ended_by(json.at("ended_by").get<std::string>());
    json.at("interrupted").get_to(s.interrupted);
    return stored;
  } catch (const Json::exception& error) {
    throw InputError(SourceLocation{path.string()}, "",
                     std::string("not a summary of a run: ") + error.what());
  }
}

}  // namespace galet
