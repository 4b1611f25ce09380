#include "galet/sim/look_back.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <variant>

#include <fmt/format.h>

#include "galet/collision/narrow_phase.hpp"
#include "galet/model/pressed_area.hpp"
#include "galet/model/pressure_drift.hpp"
#include "galet/model/travel.hpp"
#include "galet/model/way_out.hpp"
#include "galet/scheme/stable_step.hpp"

namespace galet {
namespace {

std::optional<Warning> unconverged(const RunSummary& s) {
  if (s.unconverged_steps == 0) return {};
  return Warning{WarningCode::unconverged,
                 fmt::format("{} of {} steps missed the tolerance of the solver (largest relative "
                             "residual {:.1e}). {}",
                             s.unconverged_steps, s.steps, s.residual_relative_max,
                             s.sweeps.after_stall() > 0
                                 ? "The residual stalled, so that more sweeps would hardly help: "
                                   "accept a wider solver.tolerance or reduce time.step"
                                 : "Raise solver.max_iterations, reduce time.step or accept a "
                                   "wider solver.tolerance")};
}

// Elastic spheres are stiffer the more they overlap: the longest stable step goes with d^(−1/4)
// from the overlap of 1 % that stable_step() counts on.
template <int D>
std::optional<Warning> stiffened(const RunSummary& s, const Simulation<D>& simulation) {
  constexpr double counted_on = 0.01;
  const Scene& scene = simulation.scene();
  const double overlap = s.penetration_relative_max;
  if (!std::holds_alternative<DemSettings>(scene.scheme) || !(overlap > counted_on)) return {};
  const StableStep<D> stable = stable_step(simulation.world(), simulation.state().bodies);
  if (!simulation.world().pairs(stable.a, stable.b).hertz.on()) return {};
  const double longest = stable.step * std::pow(counted_on / overlap, 0.25);
  if (scene.time.step <= longest) return {};
  return Warning{
      WarningCode::overlap,
      fmt::format("elastic spheres overlap by up to {:.3g} % of the smaller radius, where "
                  "steps above {:.3g} s are unstable. Reduce time.step, or stiffen them",
                  100.0 * overlap, longest)};
}

std::optional<Warning> overlapping(const RunSummary& s, const SchemeSettings& scheme) {
  const bool rigid = has_rigid_contacts(scheme);
  if (!(s.penetration_relative_max > (rigid ? kLargeOverlap : kLargeSoftOverlap))) return {};
  const double percent = 100.0 * s.penetration_relative_max;
  if (!rigid) {
    return Warning{WarningCode::overlap,
                   fmt::format("soft bodies overlap by up to {:.3g} % of the smaller radius. "
                               "Stiffen their contacts or reduce time.step",
                               percent)};
  }
  return Warning{
      WarningCode::overlap,
      fmt::format("rigid bodies overlap by up to {:.3g} % of the smaller radius. Reduce "
                  "time.step{}, or check that the boundaries leave them room",
                  percent, is_posed_on_velocities(scheme) ? ", use normal = \"gap\"" : "")};
}

// J, to lift all bodies that can move by their radii: next to nothing moves in a bed at rest, and
// energies are to be compared with this.
template <int D>
double lifting_by_a_radius(const Simulation<D>& simulation) {
  const Bodies<D>& bodies = simulation.state().bodies;
  const Vec<D> gravity = simulation.world().gravity_at(simulation.state().time);
  double energy = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies.inverse_mass[i].isZero(0.0)) continue;
    energy += bodies.mass[i] * gravity.norm() * bodies.radius[i];
  }
  return energy;
}

// Of the energy in play, made by the scheme or missing in the balance, that is told.
constexpr double kMuchEnergy = 0.05;

// J. What boundaries and forces have done in all may have gone straight into friction, as in a slow
// test between plates.
double energy_in_play(const RunSummary& s, double least) {
  const EnergyWork& work = s.energy.work;
  return std::max({s.energy.scale(), std::abs(work.boundaries), std::abs(work.external), least});
}

std::optional<Warning> corrected(const RunSummary& s, double least_scale) {
  const double part = std::abs(s.energy.work.correction) / energy_in_play(s, least_scale);
  if (!(part > kMuchEnergy)) return {};
  return Warning{
      WarningCode::correction,
      fmt::format("the scheme itself {} {:.3g} J, {:.0f} % of the energy in play. Reduce "
                  "time.step",
                  s.energy.work.correction > 0.0 ? "added" : "took",
                  std::abs(s.energy.work.correction), 100.0 * part)};
}

std::optional<Warning> unbalanced_energy(const RunSummary& s, double least_scale) {
  const double missing = s.energy.balance_error_relative() * s.energy.scale();
  const double part = missing / energy_in_play(s, least_scale);
  if (!(part > kMuchEnergy)) return {};
  return Warning{
      WarningCode::balance,
      fmt::format("{:.3g} J, {:.3g} % of the energy in play, are unaccounted for. Reduce time.step",
                  missing, 100.0 * part)};
}

std::optional<Warning> troubled(const RunSummary& s, OnTrouble policy) {
  if (s.troubled_steps == 0) return {};
  return Warning{
      WarningCode::trouble,
      fmt::format("{} of {} steps went on although {}", s.troubled_steps, s.steps,
                  policy == OnTrouble::warn
                      ? "bodies were driven together and had nowhere to go. Leave them room, or "
                        "push by a load instead of a motion"
                      : "overlaps grew beyond the limit of the warning `overlap` even in the "
                        "smallest parts. Check that the boundaries leave the bodies room")};
}

// Bodies that left in one way, with one of them to look at.
struct Leavers {
  std::int64_t count = 0;
  std::string example;

  template <int D>
  void add(const Bodies<D>& bodies, std::size_t i) {
    if (count++ > 0) return;
    const Vec<D>& x = bodies.position[i];
    example = fmt::format("body {} at ({:.4g})", bodies.id[i].value,
                          fmt::join(x.data(), x.data() + D, ", "));
  }
};

// Whether body i lies wholly behind a face of the boundary; sticks have no behind.
template <int D>
bool is_behind(const Boundary<D>& boundary, const Placement<D>& at, const Bodies<D>& bodies,
               std::size_t i) {
  if (!at.present || std::holds_alternative<Stick<D>>(boundary.shape)) return false;
  double nearest = std::numeric_limits<double>::infinity();
  std::visit(
      [&](const auto& shape) {
        for_each_face(
            shape, Pose<D>(at), bodies.position[i],
            [&](int, double distance, const Vec<D>&) { nearest = std::min(nearest, distance); });
      },
      boundary.shape);
  return nearest < -bodies.radius[i];
}

// Whether body i is outside all that was there at the start and falls to nowhere. Those that are
// taken out before the next step do not count.
template <int D>
bool is_gone(const Simulation<D>& simulation, std::span<const Placement<D>> at,
             const Vec<D>& gravity, std::size_t i) {
  const Bodies<D>& bodies = simulation.state().bodies;
  const Vec<D>& x = bodies.position[i];
  if ((x.array() >= simulation.low().array() && x.array() <= simulation.high().array()).all()) {
    return false;
  }
  const Vec<D> weight = bodies.inverse_mass[i].cwiseProduct(gravity);
  return !weight.isZero(0.0) && !is_removed(simulation.exchange(), bodies, i) &&
         !is_stopped<D>(simulation.world(), at, bodies, i, weight);
}

template <int D>
std::optional<Warning> left(const Simulation<D>& simulation) {
  const World<D>& world = simulation.world();
  const State<D>& state = simulation.state();
  const Bodies<D>& bodies = state.bodies;
  // Without anything that stands there is nothing to leave.
  if (world.boundaries.empty()) return {};
  const std::vector<Placement<D>> at = placements(world, state.time, state.loaded);
  const Vec<D> gravity = world.gravity_at(state.time);
  std::vector<Leavers> behind(world.boundaries.size());
  Leavers gone;
  std::int64_t count = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies.is_fixed(i)) continue;
    std::size_t k = 0;
    while (k < at.size() && !is_behind(world.boundaries[k], at[k], bodies, i)) ++k;
    if (k < at.size()) {
      behind[k].add(bodies, i);
    } else if (is_gone<D>(simulation, at, gravity, i)) {
      gone.add(bodies, i);
    } else {
      continue;
    }
    ++count;
  }
  if (count == 0) return {};
  std::string where;
  const auto tell = [&](const Leavers& leavers, const std::string& way) {
    if (leavers.count == 0) return;
    where += fmt::format("{}{} {} ({}{})", where.empty() ? "" : ", ", leavers.count, way,
                         leavers.count > 1 ? "one is " : "", leavers.example);
  };
  for (std::size_t k = 0; k < behind.size(); ++k) {
    tell(behind[k], fmt::format("behind boundary \"{}\"", world.boundaries[k].name));
  }
  tell(gone, "past all boundaries");
  return Warning{
      WarningCode::left,
      fmt::format("{} of {} bodies left the scene: {}. Close the way out, reduce time.step if they "
                  "went through a wall, or take them out with [[remove]]",
                  count, bodies.size(), where)};
}

template <int D>
std::vector<Warning> drifted(const Simulation<D>& simulation, const RunProgress& progress) {
  std::vector<Warning> found;
  const World<D>& world = simulation.world();
  const State<D>& state = simulation.state();
  for (std::size_t k = 0; k < progress.carried_area.size(); ++k) {
    if (progress.carried_area[k] == 0.0) continue;
    const Boundary<D>& plane = world.boundaries[k];
    const auto now = pressed_area<D>(world, placements(world, state.time, state.loaded), k);
    const auto warning =
        pressure_drift(plane.name, plane.load->force_at(state.time), progress.carried_area[k], now);
    if (warning) found.push_back(*warning);
  }
  return found;
}

// What the bodies take of the load of boundary k in the last step, N.
template <int D>
double carried_force(const StepOutcome<D>& last, std::size_t k, const Vec<D>& normal, double h) {
  double impulse = 0.0;
  for (std::size_t c = 0; c < last.contacts.size() && last.contacts[c].a().is_boundary(); ++c) {
    if (last.contacts[c].a().boundary() == k) impulse += last.impulses[c].dot(normal);
  }
  return impulse / h;
}

}  // namespace

template <int D>
void note_carried_areas(const Simulation<D>& simulation, std::vector<double>& areas) {
  const World<D>& world = simulation.world();
  const State<D>& state = simulation.state();
  areas.resize(world.boundaries.size(), 0.0);
  for (std::size_t k = 0; k < areas.size(); ++k) {
    const Boundary<D>& plane = world.boundaries[k];
    if (!plane.load || areas[k] > 0.0 || !plane.load->force.is_constant()) continue;
    const double carried =
        carried_force<D>(simulation.last(), k, plane.load_direction(), simulation.step_length());
    if (carried < 0.5 * std::abs(plane.load->force_at(state.time))) continue;
    areas[k] = pressed_area<D>(world, placements(world, state.time, state.loaded), k).value_or(0.0);
  }
}

template <int D>
void look_back(const Simulation<D>& simulation, const RunProgress& progress, RunSummary& summary) {
  const auto add = [&](const std::optional<Warning>& warning) {
    if (warning) summary.warnings.push_back(*warning);
  };
  // What was foreseen and came true is told with the figures of the run.
  const auto replace = [&](WarningCode code, const std::vector<Warning>& now) {
    if (now.empty()) return;
    std::erase_if(summary.warnings, [&](const Warning& w) { return w.code == code; });
    summary.warnings.insert(summary.warnings.end(), now.begin(), now.end());
  };
  add(unconverged(summary));
  add(overlapping(summary, simulation.scene().scheme));
  add(stiffened(summary, simulation));
  add(corrected(summary, lifting_by_a_radius(simulation)));
  add(unbalanced_energy(summary, lifting_by_a_radius(simulation)));
  add(troubled(summary, simulation.scene().time.on_trouble));
  add(left(simulation));
  const double travel = progress.total.travel_max;
  if (travel > 1.0) {
    replace(WarningCode::long_step,
            {long_step_warning(travel, has_rigid_contacts(simulation.scene().scheme))});
  }
  replace(WarningCode::pressure_drift, drifted(simulation, progress));
}

#define GALET_INSTANTIATE(D)                                                    \
  template void note_carried_areas(const Simulation<D>&, std::vector<double>&); \
  template void look_back(const Simulation<D>&, const RunProgress&, RunSummary&)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
