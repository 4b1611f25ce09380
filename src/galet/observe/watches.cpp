#include "galet/observe/watches.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "galet/base/near_miss.hpp"
#include "galet/math/checked_vectors.hpp"
#include "galet/model/known_group.hpp"
#include "galet/observe/observer_domain.hpp"

namespace galet {
namespace {

constexpr std::string_view axis_names = "xyz";

template <int D>
std::string volume_unit() {
  return D == 2 ? "m²" : "m³";
}

// name_x, name_y, …
template <int D>
void add_vector(std::vector<Column>& columns, const std::string& name, const std::string& unit) {
  for (int k = 0; k < D; ++k) columns.push_back({fmt::format("{}_{}", name, axis_names[k]), unit});
}

// name_xx, name_xy, …
template <int D>
void add_tensor(std::vector<Column>& columns, const std::string& name, const std::string& unit) {
  for (int i = 0; i < D; ++i) {
    for (int j = 0; j < D; ++j) {
      columns.push_back({fmt::format("{}_{}{}", name, axis_names[i], axis_names[j]), unit});
    }
  }
}

template <int D>
BoxWindow<D> box_window(const std::string& key, const std::vector<double>& low,
                        const std::vector<double>& high) {
  const BoxWindow<D> box{fixed_vector<D>(key + ".low", low), fixed_vector<D>(key + ".high", high)};
  if (!((box.high - box.low).array() > 0.0).all()) {
    refuse(key + ".high", "must be above `low` in every direction");
  }
  return box;
}

template <int D>
Window<D> window_of(const std::string& key, const WindowSettings& s) {
  const bool is_box = !s.low.empty() || !s.high.empty();
  const bool is_ball = !s.center.empty() || s.radius;
  if (is_box == is_ball) refuse(key, "expected either {low, high} or {center, radius}");
  if (is_box) return box_window<D>(key, s.low, s.high);
  if (!s.radius) refuse(key + ".radius", "missing; a round region needs its radius");
  return BallWindow<D>{fixed_vector<D>(key + ".center", s.center), *s.radius};
}

// A window wider than a period would see bodies twice.
template <int D>
void refuse_wider_than_period(const std::string& key, const PeriodicCell<D>& cell,
                              const Window<D>& window) {
  const BoxWindow<D> box = bounds_of<D>(window);
  for (int k = 0; k < D; ++k) {
    const double width = box.high[k] - box.low[k];
    if (cell.repeats(k) && width > (1.0 + 1e-9) * cell.period[k]) {
      refuse(key, fmt::format("is {:.6g} wide along {}; at most the period ({:.6g}) is allowed",
                              width, axis_names[k], cell.period[k]));
    }
  }
}

template <int D>
void refuse_out_of_reach(const std::string& key, const WatchContext<D>& context,
                         const Window<D>& window) {
  const std::string why = out_of_reach(context.end, context.world, context.bodies, window);
  if (!why.empty()) refuse(key, why);
}

template <int D>
double mean_radius(const Bodies<D>& bodies, const Part<D>& part) {
  double sum = 0.0;
  double count = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!part.has_member(bodies, i)) continue;
    sum += bodies.radius[i];
    count += 1.0;
  }
  return sum / count;  // a group exists because a body has it
}

template <int D>
Vec<D> up_at(const Look<D>& look) {
  return upright_frame<D>(look.world.gravity_at(look.time)).row(D - 1).transpose();
}

}  // namespace

// ---- Resolving settings
// ---------------------------------------------------------------------------

template <int D>
Part<D> WatchContext<D>::part(const ObservePart& settings) const {
  Part<D> result = part(settings.group);
  if (settings.region) {
    result.window = window_of<D>(key + ".region", *settings.region);
    refuse_wider_than_period<D>(key + ".region", world.cell, *result.window);
    refuse_out_of_reach(key + ".region", *this, *result.window);
  }
  return result;
}

template <int D>
Part<D> WatchContext<D>::part(const std::string& group) const {
  Part<D> result{{}, {}, world.cell};
  if (!group.empty()) result.group = known_group(key + ".group", world.groups, group);
  return result;
}

template <int D>
Grid<D> WatchContext<D>::grid(const GridSettings& settings) const {
  const BoxWindow<D> box = box_window<D>(key + ".grid", settings.low, settings.high);
  refuse_out_of_reach<D>(key + ".grid", *this, box);
  if (settings.cells.size() != D) {
    refuse(key + ".grid.cells", fmt::format("expected {} numbers, one for each direction, got {}",
                                            D, settings.cells.size()));
  }
  Grid<D> grid{box.low, box.high, {}};
  std::ranges::copy(settings.cells, grid.cells.begin());
  return grid;
}

template <int D>
double WatchContext<D>::width(const std::optional<double>& given, const Part<D>& of) const {
  return given ? *given : mean_radius(bodies, of);
}

// ---- Energy
// ---------------------------------------------------------------------------------------

template <int D>
std::vector<Column> EnergyWatch<D>::columns() const {
  return {{"kinetic", "J"},       {"kinetic_rotation", "J"}, {"potential", "J"},
          {"work_external", "J"}, {"work_boundaries", "J"},  {"dissipated", "J"},
          {"correction", "J"},    {"balance_error", ""}};
}

template <int D>
void EnergyWatch<D>::rows(const Look<D>& look, RowSink& out) const {
  const EnergyBudget& e = look.energy;
  out.add(e.kinetic, rotation_energy(look.bodies), e.potential, e.work.external, e.work.boundaries,
          e.work.dissipated, e.work.correction, e.balance_error_relative());
}

// ---- Contacts
// -------------------------------------------------------------------------------------

template <int D>
CoordinationWatch<D>::CoordinationWatch(const ObserveCoordination& s,
                                        const WatchContext<D>& context)
    : part(context.part(s.part)), walls(s.boundaries), least(s.least) {}

template <int D>
std::vector<Column> CoordinationWatch<D>::columns() const {
  return {{"bodies", ""},
          {"coordination", ""},
          {"rattlers", ""},
          {"coordination_without_rattlers", ""}};
}

template <int D>
void CoordinationWatch<D>::rows(const Look<D>& look, RowSink& out) const {
  const Coordination z = compute_coordination(look, part, walls, least);
  out.add(z.bodies, z.mean(), z.rattlers, z.mean_without_rattlers());
}

template <int D>
FabricWatch<D>::FabricWatch(const ObserveFabric& s, const WatchContext<D>& context)
    : part(context.part(s.part)) {}

template <int D>
std::vector<Column> FabricWatch<D>::columns() const {
  std::vector<Column> columns{{"contacts", ""}};
  add_tensor<D>(columns, "fabric", "");
  columns.push_back({"anisotropy", ""});
  add_vector<D>(columns, "direction", "");
  return columns;
}

template <int D>
void FabricWatch<D>::rows(const Look<D>& look, RowSink& out) const {
  const Fabric<D> fabric = compute_fabric(look, part);
  out.add(fabric.contacts, fabric.tensor, fabric.anisotropy(), fabric.direction());
}

template <int D>
ForceDistributionWatch<D>::ForceDistributionWatch(const ObserveForceDistribution& s,
                                                  const WatchContext<D>& context)
    : part(context.part(s.part)), bins(s.bins), limit(s.limit) {}

template <int D>
std::vector<Column> ForceDistributionWatch<D>::columns() const {
  return {{"bin_low", ""},        {"bin_high", ""},         {"normal_count", ""},
          {"normal_density", ""}, {"tangential_count", ""}, {"tangential_density", ""},
          {"normal_mean", "N"},   {"tangential_mean", "N"}};
}

template <int D>
void ForceDistributionWatch<D>::rows(const Look<D>& look, RowSink& out) const {
  const ForceDistribution f = compute_force_distribution(look, part, bins, limit);
  for (std::size_t bin = 0; bin < height(); ++bin) {
    const double low = static_cast<double>(bin) * f.normal.width;
    const bool last = bin + 1 == height();
    out.add(low, last ? std::numeric_limits<double>::infinity() : low + f.normal.width,
            f.normal.count[bin], f.normal.density(bin), f.tangential.count[bin],
            f.tangential.density(bin), f.normal.mean, f.tangential.mean);
  }
}

template <int D>
ForceChainsWatch<D>::ForceChainsWatch(const ObserveForceChains& s, const WatchContext<D>& context)
    : part(context.part(s.part)) {}

template <int D>
std::vector<Column> ForceChainsWatch<D>::columns() const {
  return {{"contacts", ""},       {"strong_contacts", ""}, {"mean_normal_force", "N"},
          {"pressure_share", ""}, {"chains", ""},          {"bodies_in_chains", ""},
          {"largest_chain", ""}};
}

template <int D>
void ForceChainsWatch<D>::rows(const Look<D>& look, RowSink& out) const {
  const ForceChains f = compute_force_chains(look, part);
  out.add(f.contacts, f.strong, f.mean_force, f.pressure_share, f.chains, f.bodies, f.largest);
}

template <int D>
WallForcesWatch<D>::WallForcesWatch(const ObserveWallForces& s, const WatchContext<D>& context)
    : by_face(s.faces), average(s.average) {
  const auto& boundaries = context.world.boundaries;
  if (boundaries.empty()) refuse(context.key, "the scene has no boundaries to observe");
  for (std::size_t k = 0; k < boundaries.size(); ++k) {
    if (!s.boundary.empty() && boundaries[k].name != s.boundary) continue;
    const std::vector<int> faces = faces_of<D>(boundaries[k].shape);
    if (!by_face) {
      places.push_back({k, faces});
      continue;
    }
    for (const int face : faces) places.push_back({k, {face}});
  }
  if (places.empty()) {
    const std::vector<std::string_view> names = [&] {
      std::vector<std::string_view> all;
      for (const Boundary<D>& boundary : boundaries) all.push_back(boundary.name);
      return all;
    }();
    refuse(context.key + ".boundary",
           fmt::format("unknown boundary \"{}\"; {}", s.boundary, suggestion(s.boundary, names)));
  }
}

template <int D>
std::vector<Column> WallForcesWatch<D>::columns() const {
  std::vector<Column> columns{{"boundary", ""}};
  if (by_face) columns.push_back({"face", ""});
  add_vector<D>(columns, "force", "N");
  if constexpr (D == 2) {
    columns.push_back({"torque", "N m"});
  } else {
    add_vector<3>(columns, "torque", "N m");
  }
  columns.push_back({"power", "W"});
  return columns;
}

template <int D>
typename WallForcesWatch<D>::Forces& WallForcesWatch<D>::Forces::operator+=(const Forces& other) {
  for (std::size_t k = 0; k < at.size(); ++k) at[k] += other.at[k];
  return *this;
}

template <int D>
typename WallForcesWatch<D>::Forces& WallForcesWatch<D>::Forces::operator/=(double x) {
  for (WallForce<D>& force : at) force /= x;
  return *this;
}

template <int D>
typename WallForcesWatch<D>::Forces WallForcesWatch<D>::forces(const Look<D>& look) const {
  const auto all = compute_wall_forces(look);
  Forces result;
  result.at.resize(places.size());
  for (std::size_t k = 0; k < places.size(); ++k) {
    for (const int face : places[k].faces) {
      result.at[k] += all[places[k].boundary][static_cast<std::size_t>(face)];
    }
  }
  return result;
}

template <int D>
void WallForcesWatch<D>::each_step(const Look<D>& look) {
  if (average) mean.add(forces(look));
}

template <int D>
void WallForcesWatch<D>::rows(const Look<D>& look, RowSink& out) {
  const Forces now = average ? mean.take() : forces(look);
  for (std::size_t k = 0; k < places.size(); ++k) {
    const auto boundary = static_cast<std::int64_t>(places[k].boundary);
    const WallForce<D>& f = now.at[k];
    if (by_face) {
      out.add(boundary, static_cast<std::int64_t>(places[k].faces.front()), f.force, f.torque,
              f.power);
    } else {
      out.add(boundary, f.force, f.torque, f.power);
    }
  }
}

// ---- Stress, packing and fields
// -------------------------------------------------------------------

template <int D>
StressWatch<D>::StressWatch(const ObserveStress& s, const WatchContext<D>& context)
    : part(context.part(s.part)), average(s.average) {}

template <int D>
std::vector<Column> StressWatch<D>::columns() const {
  std::vector<Column> columns;
  add_tensor<D>(columns, "stress", "Pa");
  add_tensor<D>(columns, "kinetic", "Pa");
  columns.push_back({"pressure", "Pa"});
  columns.push_back({"volume", volume_unit<D>()});
  return columns;
}

template <int D>
void StressWatch<D>::each_step(const Look<D>& look) {
  if (average) mean.add(compute_stress(look, part));
}

template <int D>
void StressWatch<D>::rows(const Look<D>& look, RowSink& out) {
  const Stress<D> stress = average ? mean.take() : compute_stress(look, part);
  out.add(stress.total(), stress.kinetic, stress.total().trace() / D, stress.volume);
}

template <int D>
PackingWatch<D>::PackingWatch(const ObservePacking& s, const WatchContext<D>& context)
    : part(context.part(s.part)) {}

template <int D>
std::vector<Column> PackingWatch<D>::columns() const {
  return {{"fraction", ""}, {"solid", volume_unit<D>()}, {"volume", volume_unit<D>()}};
}

template <int D>
void PackingWatch<D>::rows(const Look<D>& look, RowSink& out) const {
  const Packing packing = compute_packing(look.bodies, part);
  out.add(packing.fraction(), packing.solid, packing.volume);
}

template <int D>
GridWatch<D>::GridWatch(const WatchContext<D>& context, const ObserveField& s, bool contacts)
    : part(context.part(s.group)),
      grid(context.grid(s.grid)),
      width(context.width(s.width, part)),
      average(s.average),
      with_contacts(contacts) {}

template <int D>
void GridWatch<D>::each_step(const Look<D>& look) {
  if (average) mean.add(compute_grid_moments(look, part, grid, width, with_contacts));
}

template <int D>
GridMoments<D> GridWatch<D>::moments(const Look<D>& look) {
  return average ? mean.take() : compute_grid_moments(look, part, grid, width, with_contacts);
}

template <int D>
std::vector<Column> ProfileWatch<D>::columns() const {
  std::vector<Column> columns;
  for (int k = 0; k < D; ++k) columns.push_back({std::string(1, axis_names[k]), "m"});
  columns.push_back({"density", "kg/m³"});
  columns.push_back({"solid_fraction", ""});
  add_vector<D>(columns, "velocity", "m/s");
  columns.push_back({"temperature", "m²/s²"});
  return columns;
}

template <int D>
void ProfileWatch<D>::rows(const Look<D>& look, RowSink& out) {
  const GridMoments<D> m = this->moments(look);
  for (std::size_t cell = 0; cell < this->grid.size(); ++cell) {
    out.add(this->grid.center(cell), m.mass[cell], m.solid[cell], m.velocity(cell),
            m.temperature(cell));
  }
}

template <int D>
std::vector<Column> StressProfileWatch<D>::columns() const {
  std::vector<Column> columns;
  for (int k = 0; k < D; ++k) columns.push_back({std::string(1, axis_names[k]), "m"});
  add_tensor<D>(columns, "stress", "Pa");
  add_tensor<D>(columns, "kinetic", "Pa");
  columns.push_back({"pressure", "Pa"});
  return columns;
}

template <int D>
void StressProfileWatch<D>::rows(const Look<D>& look, RowSink& out) {
  const GridMoments<D> m = this->moments(look);
  for (std::size_t cell = 0; cell < this->grid.size(); ++cell) {
    const Mat<D> kinetic = m.kinetic_stress(cell);
    const Mat<D> stress = m.contact[cell] + kinetic;
    out.add(this->grid.center(cell), stress, kinetic, stress.trace() / D);
  }
}

// ---- Shape and motion of the mass
// -----------------------------------------------------------------

template <int D>
SurfaceWatch<D>::SurfaceWatch(const ObserveSurface& s, const WatchContext<D>& context)
    : part(context.part(s.part)), shape(s.shape) {
  column = s.column ? *s.column : 4.0 * mean_radius(context.bodies, part);
  if (s.apex.empty()) return;
  if (shape != SurfaceShape::heap) refuse(context.key + ".apex", "is for shape = \"heap\"");
  apex = fixed_vector<D>(context.key + ".apex", s.apex);
}

template <int D>
std::vector<Column> SurfaceWatch<D>::columns() const {
  std::vector<Column> columns{{"columns", ""}, {"angle", "rad"}};
  if (shape == SurfaceShape::slope) {
    for (int k = 1; k < D; ++k) columns.push_back({fmt::format("slope_{}", k), ""});
  }
  columns.push_back({"top", "m"});
  columns.push_back({"roughness", "m"});
  return columns;
}

template <int D>
void SurfaceWatch<D>::rows(const Look<D>& look, RowSink& out) const {
  const Mat<D> frame = upright_frame<D>(look.world.gravity_at(look.time));
  const auto points = surface_points<D>(look.bodies, part, frame, column);
  if (shape == SurfaceShape::slope) {
    const SurfaceFit<D> fit = fit_slope<D>(points);
    out.add(fit.columns, fit.angle, fit.slope, fit.top, fit.roughness);
    return;
  }
  const Vec<D> axis =
      apex ? *apex : compute_spread<D>(look.bodies, part, up_at(look), up_at(look), 1.0).center;
  const SurfaceFit<D> fit =
      fit_heap<D>(points, Horizontal<D>((frame * axis).template head<D - 1>()));
  out.add(fit.columns, fit.angle, fit.top, fit.roughness);
}

template <int D>
RunoutWatch<D>::RunoutWatch(const ObserveRunout& s, const WatchContext<D>& context)
    : part(context.part(s.group)), direction(Vec<D>::Unit(0)), fraction(s.fraction) {
  if (!s.direction.empty()) {
    direction = galet::direction<D>(context.key + ".direction", s.direction);
  }
}

template <int D>
std::vector<Column> RunoutWatch<D>::columns() const {
  std::vector<Column> columns{{"front", "m"}, {"back", "m"}, {"runout", "m"}, {"top", "m"}};
  add_vector<D>(columns, "center", "m");
  return columns;
}

template <int D>
void RunoutWatch<D>::rows(const Look<D>& look, RowSink& out) {
  const Spread<D> spread = compute_spread<D>(look.bodies, part, direction, up_at(look), fraction);
  if (!first_front) first_front = spread.front;
  out.add(spread.front, spread.back, spread.front - *first_front, spread.top, spread.center);
}

template <int D>
FlowWatch<D>::FlowWatch(const ObserveFlow& s, const WatchContext<D>& context)
    : counter({fixed_vector<D>(context.key + ".point", s.point),
               direction<D>(context.key + ".normal", s.normal), s.radius},
              context.part(s.group)) {
  if (s.radius) {
    const BallWindow<D> orifice{fixed_vector<D>(context.key + ".point", s.point), *s.radius};
    refuse_wider_than_period<D>(context.key + ".radius", context.world.cell, orifice);
    refuse_out_of_reach<D>(context.key + ".point", context, orifice);
    return;
  }
  const Vec<D> normal = direction<D>(context.key + ".normal", s.normal);
  if ((normal.cwiseProduct(context.world.cell.period).array() != 0.0).count() > 1) {
    refuse(context.key + ".normal",
           "has parts along several periodic directions, in which the line or plane would pass "
           "through the cell again and again; give one direction, or a radius");
  }
}

template <int D>
std::vector<Column> FlowWatch<D>::columns() const {
  return {
      {"forward", ""}, {"backward", ""}, {"mass", "kg"}, {"rate", "1/s"}, {"mass_rate", "kg/s"}};
}

template <int D>
void FlowWatch<D>::start(const Look<D>& look) {
  counter.add(look.bodies);
  time_before = look.time;
}

template <int D>
void FlowWatch<D>::each_step(const Look<D>& look) {
  counter.add(look.bodies);
}

template <int D>
void FlowWatch<D>::rows(const Look<D>& look, RowSink& out) {
  const FlowCount& now = counter.count();
  const double span = look.time - time_before;
  const std::int64_t crossed =
      (now.forward - now.backward) - (counted_before.forward - counted_before.backward);
  out.add(now.forward, now.backward, now.mass, static_cast<double>(crossed) / span,
          (now.mass - counted_before.mass) / span);
  counted_before = now;
  time_before = look.time;
}

template <int D>
DisplacementWatch<D>::DisplacementWatch(const ObserveDisplacement& s,
                                        const WatchContext<D>& context)
    : part(context.part(s.part)), start_time(s.start) {
  if (s.start > context.end) {
    refuse(context.key + ".start",
           fmt::format("must be at most the end of the run ({}), got {}", context.end, s.start));
  }
}

template <int D>
std::vector<Column> DisplacementWatch<D>::columns() const {
  std::vector<Column> columns{{"bodies", ""}, {"msd", "m²"}, {"msd_about_mean", "m²"}};
  add_vector<D>(columns, "msd", "m²");
  add_vector<D>(columns, "mean", "m");
  return columns;
}

template <int D>
void DisplacementWatch<D>::each_step(const Look<D>& look) {
  // A start at a multiple of the step that rounding puts a trifle later counts.
  if (reference || look.time < start_time - 1e-9 * look.step_length) return;
  reference.emplace(look.bodies, part);
}

template <int D>
void DisplacementWatch<D>::rows(const Look<D>& look, RowSink& out) const {
  if (!reference) return;
  const Displacement<D> d = reference->displacement(look.bodies);
  out.add(d.bodies, d.total(), d.about_mean(), d.mean_square, d.mean);
}

template <int D>
SegregationWatch<D>::SegregationWatch(const ObserveSegregation& s, const WatchContext<D>& context)
    : grid(context.grid(s.grid)) {
  if (s.groups.empty() == !s.radius) {
    refuse(context.key, "expected either `groups`, two of them, or `radius` to tell the species");
  }
  if (s.radius) {
    radius = *s.radius;
    return;
  }
  if (s.groups.size() != 2) {
    refuse(context.key + ".groups", fmt::format("expected two, got {}", s.groups.size()));
  }
  if (s.groups[0] == s.groups[1]) {
    refuse(context.key + ".groups", fmt::format("\"{}\" is given twice", s.groups[0]));
  }
  for (const std::string& name : s.groups) {
    groups.push_back(known_group(context.key + ".groups", context.world.groups, name));
  }
}

template <int D>
std::vector<Column> SegregationWatch<D>::columns() const {
  std::vector<Column> columns{
      {"first", ""}, {"second", ""}, {"intensity", ""}, {"mixing_index", ""}};
  add_vector<D>(columns, "offset", "m");
  return columns;
}

template <int D>
void SegregationWatch<D>::rows(const Look<D>& look, RowSink& out) const {
  const Bodies<D>& bodies = look.bodies;
  const Segregation<D> s = compute_segregation<D>(
      bodies, grid,
      [&](std::size_t i) {
        if (groups.empty()) return bodies.radius[i] <= radius ? Species::first : Species::second;
        if (bodies.group[i] == groups[0]) return Species::first;
        return bodies.group[i] == groups[1] ? Species::second : Species::neither;
      },
      look.world.cell);
  out.add(s.first, s.second, s.intensity, s.mixing_index, s.offset);
}

template <int D>
UnbalancedWatch<D>::UnbalancedWatch(const ObserveUnbalanced& s, const WatchContext<D>& context)
    : part(context.part(s.part)) {}

template <int D>
std::vector<Column> UnbalancedWatch<D>::columns() const {
  return {{"unbalanced", ""}, {"resultant", "N"}, {"contact_force", "N"}};
}

template <int D>
void UnbalancedWatch<D>::rows(const Look<D>& look, RowSink& out) const {
  const Unbalanced u = compute_unbalanced(look, part);
  out.add(u.ratio(), u.resultant, u.contact);
}

template <int D>
InertialNumberWatch<D>::InertialNumberWatch(const ObserveInertialNumber& s,
                                            const WatchContext<D>& context)
    : part(context.part(s.part)), average(s.average) {}

template <int D>
std::vector<Column> InertialNumberWatch<D>::columns() const {
  return {{"inertial_number", ""}, {"shear_rate", "1/s"}, {"pressure", "Pa"}, {"stress_ratio", ""}};
}

template <int D>
void InertialNumberWatch<D>::each_step(const Look<D>& look) {
  if (average) mean.add(compute_flow_state(look, part));
}

template <int D>
void InertialNumberWatch<D>::rows(const Look<D>& look, RowSink& out) {
  const FlowState<D> flow = average ? mean.take() : compute_flow_state(look, part);
  out.add(flow.inertial_number(), flow.shear_rate(), flow.pressure(), flow.stress_ratio());
}

template <int D>
BodiesWatch<D>::BodiesWatch(const ObserveBodies& s, const WatchContext<D>& context) {
  if (s.ids.empty()) refuse(context.key + ".ids", "must have at least one number");
  for (std::size_t k = 0; k < s.ids.size(); ++k) {
    const BodyId id = BodyId::body(static_cast<std::int32_t>(s.ids[k]));
    if (std::ranges::find(context.bodies.id, id) == context.bodies.id.end()) {
      refuse(fmt::format("{}.ids[{}]", context.key, k),
             fmt::format("no body has the number {} at the start, where there are {} bodies",
                         s.ids[k], context.bodies.size()));
    }
    ids.push_back(id);
  }
}

template <int D>
std::vector<Column> BodiesWatch<D>::columns() const {
  std::vector<Column> columns{{"id", ""}};
  add_vector<D>(columns, "position", "m");
  add_vector<D>(columns, "velocity", "m/s");
  if constexpr (D == 2) {
    columns.push_back({"spin", "rad/s"});
  } else {
    add_vector<D>(columns, "spin", "rad/s");
  }
  return columns;
}

template <int D>
void BodiesWatch<D>::rows(const Look<D>& look, RowSink& out) const {
  const Bodies<D>& bodies = look.bodies;
  for (const BodyId id : ids) {
    const auto found = std::ranges::find(bodies.id, id);
    if (found == bodies.id.end()) {  // taken out
      const Vec<D> none = Vec<D>::Constant(std::numeric_limits<double>::quiet_NaN());
      const Spin<D> no_spin = Spin<D>::Constant(std::numeric_limits<double>::quiet_NaN());
      out.add(std::int64_t{id.value}, none, none, no_spin);
      continue;
    }
    const auto i = static_cast<std::size_t>(found - bodies.id.begin());
    out.add(std::int64_t{id.value}, bodies.path(i, look.world.cell), bodies.velocity[i],
            bodies.spin[i]);
  }
}

// The kinds stand in the same order in both variants.
template <int D>
Watch<D> make_watch(const ObserverSettings& settings, const WatchContext<D>& context) {
  std::optional<Watch<D>> watch;
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    const auto try_kind = [&]<std::size_t K>(std::integral_constant<std::size_t, K>) {
      if (settings.index() != K) return;
      watch.emplace(std::in_place_index<K>, std::get<K>(settings), context);
    };
    (try_kind(std::integral_constant<std::size_t, I>{}), ...);
  }
  (std::make_index_sequence<std::variant_size_v<ObserverSettings>>{});
  return *std::move(watch);
}

template Watch<2> make_watch(const ObserverSettings&, const WatchContext<2>&);
template Watch<3> make_watch(const ObserverSettings&, const WatchContext<3>&);

#define GALET_INSTANTIATE(D)                 \
  template struct WatchContext<D>;           \
  template struct EnergyWatch<D>;            \
  template struct CoordinationWatch<D>;      \
  template struct FabricWatch<D>;            \
  template struct StressWatch<D>;            \
  template struct PackingWatch<D>;           \
  template struct GridWatch<D>;              \
  template struct ProfileWatch<D>;           \
  template struct StressProfileWatch<D>;     \
  template struct WallForcesWatch<D>;        \
  template struct ForceDistributionWatch<D>; \
  template struct ForceChainsWatch<D>;       \
  template struct SurfaceWatch<D>;           \
  template struct RunoutWatch<D>;            \
  template struct FlowWatch<D>;              \
  template struct DisplacementWatch<D>;      \
  template struct SegregationWatch<D>;       \
  template struct UnbalancedWatch<D>;        \
  template struct InertialNumberWatch<D>;    \
  template struct BodiesWatch<D>
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
