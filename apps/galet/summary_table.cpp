#include "summary_table.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "counted.hpp"
#include <fmt/format.h>

namespace galet {

void print_summary(const RunSummary& s, double balance_error_relative) {
  const auto row = [](std::string_view name, const std::string& value) {
    fmt::print("  {:<22}{}\n", name, value);
  };
  const EnergyBudget& e = s.energy;
  fmt::print("\n{}\n", s.title);
  row("bodies", fmt::format("{} in {}D", s.bodies, s.dimension));
  row("simulated", fmt::format("{:.6g} s in {} steps", s.time_end, s.steps));
  row("wall / CPU time", fmt::format("{:.2f} s / {:.2f} s, {}", s.wall_seconds, s.cpu_seconds,
                                     counted(s.threads, "thread", "threads")));
  if (s.peak_memory_bytes > 0) {
    row("largest memory",
        fmt::format("{:.1f} MB", 1e-6 * static_cast<double>(s.peak_memory_bytes)));
  }
  row("contacts", fmt::format("{:.1f} on average, {} at most, {} at the end, of {:.1f} candidates",
                              s.active_mean, s.active_max, s.active_last, s.contacts_mean));
  row("solver", fmt::format("{}: {} sweeps, at most {} in a step", s.solver_name,
                            s.iterations_total, s.iterations_max));
  if (s.sweeps.after_stall() > 0) {
    row("", fmt::format("of these after stalls: {} anderson, {} convex, {} damped",
                        s.sweeps.of(SweepMap::anderson), s.sweeps.of(SweepMap::convex),
                        s.sweeps.of(SweepMap::damped)));
  }
  if (s.sweeps.newton > 0) row("", fmt::format("and {} steps of Newton's method", s.sweeps.newton));
  row("largest residual",
      fmt::format("{:.2e} m/s, relative {:.2e}", s.residual_velocity_max, s.residual_relative_max));
  row("unconverged steps", fmt::format("{} of {}", s.unconverged_steps, s.steps));
  if (s.halved_steps > 0) {
    row("halved steps",
        fmt::format("{} of {}, into up to {} parts", s.halved_steps, s.steps, s.parts_max));
  }
  row("kinetic energy", fmt::format("{:.6g} J → {:.6g} J", e.kinetic_first, e.kinetic));
  row("potential energy", fmt::format("{:.6g} J → {:.6g} J", e.potential_first, e.potential));
  row("work",
      fmt::format("external {:.4g} J, boundaries {:.4g} J, dissipated {:.4g} J, correction "
                  "{:.4g} J",
                  e.work.external, e.work.boundaries, e.work.dissipated, e.work.correction));
  row("energy balance error", fmt::format("{:.1e} relative", balance_error_relative));
  row("largest overlap", fmt::format("{:.3g} m, {:.3g} of the smaller radius", s.penetration_max,
                                     s.penetration_relative_max));
  row("state hash", s.state_hash);
  if (!s.warnings.empty()) {
    std::vector<std::string_view> codes;
    for (const Warning& warning : s.warnings) codes.push_back(name_of(warning.code));
    row("warnings", fmt::format("{}", fmt::join(codes, ", ")));
  }
}

}  // namespace galet
