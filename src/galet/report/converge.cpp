#include "galet/report/converge.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/base/timer.hpp"
#include "galet/report/scene_without_output.hpp"
#include "galet/sim/simulation.hpp"

namespace galet {
namespace {

// The end of a run, bodies in the order of their ids.
template <int D>
struct RunEnd {
  double time = 0.0;
  std::vector<Vec<D>> position;
  std::vector<Vec<D>> velocity;
  double energy = 0.0;        // J, kinetic + potential
  double energy_scale = 0.0;  // J, that was in play
};

template <int D>
RunEnd<D> end_of(const State<D>& state, const PeriodicCell<D>& cell) {
  const Bodies<D>& bodies = state.bodies;
  std::vector<std::size_t> order(bodies.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](std::size_t i) { return bodies.id[i]; });
  RunEnd<D> end;
  end.time = state.time;
  for (const std::size_t i : order) {
    end.position.push_back(bodies.path(i, cell));
    end.velocity.push_back(bodies.velocity[i]);
  }
  end.energy = state.energy.kinetic + state.energy.potential;
  end.energy_scale = std::max({std::abs(end.energy), state.energy.largest, state.energy.turnover});
  return end;
}

// Free flight from the start of the scene: x = x_0 + v_0 t + a t²/2.
template <int D>
RunEnd<D> free_flight(const Setup<D>& setup, double t) {
  const World<D>& world = setup.world;
  const bool constant =
      world.gravity.is_constant() &&
      std::ranges::all_of(world.forces, [](const GroupForce& f) { return f.force.is_constant(); });
  if (!constant) {
    throw InputError("--reference", "free-flight is exact for constant gravity and forces only");
  }
  Bodies<D> bodies = setup.bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    Vec<D> force = bodies.mass[i] * world.gravity_at(0.0);
    for (const GroupForce& f : world.forces) {
      if (f.group == bodies.group[i]) force += World<D>::value_at(f.force, 0.0);
    }
    const Vec<D> a = bodies.inverse_mass[i].cwiseProduct(force);
    bodies.position[i] += t * bodies.velocity[i] + 0.5 * t * t * a;
    bodies.velocity[i] += t * a;
  }
  State<D> state;
  state.time = t;
  state.bodies = std::move(bodies);
  Workers workers(1);
  state.energy.open(kinetic_energy(state.bodies, workers),
                    potential_energy(state.bodies, world.gravity_at(t), workers, world.cell));
  return end_of(state, world.cell);
}

template <class Vector>
std::pair<double, double> rms_and_max(const std::vector<Vector>& a, const std::vector<Vector>& b) {
  double squares = 0.0;
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double distance = (a[i] - b[i]).norm();
    squares += distance * distance;
    largest = std::max(largest, distance);
  }
  return {std::sqrt(squares / static_cast<double>(a.size())), largest};
}

template <class Vector>
double largest_norm(const std::vector<Vector>& values) {
  double largest = 0.0;
  for (const Vector& x : values) largest = std::max(largest, x.norm());
  return largest;
}

// What rounding may leave after that many steps.
template <int D>
ConvergeError rounding_of(const RunEnd<D>& end, std::int64_t steps) {
  const double relative = 4.0 * std::numeric_limits<double>::epsilon() * static_cast<double>(steps);
  const double position = relative * largest_norm(end.position);
  const double velocity = relative * largest_norm(end.velocity);
  return {position, position, velocity, velocity, relative * end.energy_scale};
}

SceneFile scene_with(const ConvergeRequest& request, double value) {
  std::vector<std::string> overrides = request.overrides;
  overrides.push_back(fmt::format("{}={}", name_of(request.by), value));
  return load_without_output(request.scene, overrides);
}

template <int D>
Convergence converge_in(const ConvergeRequest& request) {
  Convergence study;
  study.by = request.by;
  study.reference = request.reference;
  std::vector<RunEnd<D>> ends;
  Setup<D> setup;
  for (const double value : request.values) {
    const SceneFile file = scene_with(request, value);
    setup = build_located<D>(file);
    Simulation<D> simulation(file.scene, setup, request.threads);
    bool touched = false;
    RunHooks<D> hooks;
    hooks.on_step = [&](const StepRecord& record) { touched |= record.contacts_active > 0; };
    const RunSummary summary = run(simulation, hooks);
    if (touched && request.reference == ConvergeReference::free_flight) {
      throw InputError("--reference",
                       "free-flight is exact only while nothing touches; bodies of this scene do");
    }
    ends.push_back(end_of(simulation.state(), simulation.world().cell));
    if (std::abs(ends.back().time - ends.front().time) > 1e-9 * ends.front().time) {
      throw InputError(
          "--steps",
          fmt::format("runs must end at the same time, but steps of {} s end at {} s "
                      "and of {} s at {} s; choose steps that divide time.end",
                      request.values.front(), ends.front().time, value, ends.back().time));
    }
    ConvergeRow row;
    row.value = value;
    row.steps = summary.steps;
    row.iterations = summary.iterations_total;
    row.unconverged_steps = summary.unconverged_steps;
    row.seconds = summary.wall_seconds;
    study.title = summary.title;
    study.time_end = summary.time_end;
    study.rows.push_back(row);
  }

  const bool exact = request.reference == ConvergeReference::free_flight;
  const RunEnd<D> reference = exact ? free_flight(setup, study.time_end) : ends.back();
  const double h_r = exact ? 0.0 : request.values.back();
  for (std::size_t k = 0; k < ends.size(); ++k) {
    ConvergeError& error = study.rows[k].error;
    std::tie(error.position_rms, error.position_max) =
        rms_and_max(ends[k].position, reference.position);
    std::tie(error.velocity_rms, error.velocity_max) =
        rms_and_max(ends[k].velocity, reference.velocity);
    error.energy = std::abs(ends[k].energy - reference.energy);
    if (k == 0) continue;

    const ConvergeError noise = rounding_of(ends[k], study.rows[k].steps);
    const ConvergeError& before = study.rows[k - 1].error;
    const auto order = [&](double ConvergeError::*part) -> std::optional<double> {
      if (error.*part <= noise.*part) return std::nullopt;
      return observed_order(request.values[k - 1], before.*part, request.values[k], error.*part,
                            h_r);
    };
    study.rows[k].order = {order(&ConvergeError::position_rms), order(&ConvergeError::velocity_rms),
                           order(&ConvergeError::energy)};
  }
  const auto order_of_all = [&](double ConvergeError::*part) {
    std::vector<double> h;
    std::vector<double> e;
    for (std::size_t k = 0; k < ends.size(); ++k) {
      const double error = study.rows[k].error.*part;
      if (error <= rounding_of(ends[k], study.rows[k].steps).*part) continue;
      h.push_back(request.values[k]);
      e.push_back(error);
    }
    return fitted_order(h, e, h_r);
  };
  study.order = {order_of_all(&ConvergeError::position_rms),
                 order_of_all(&ConvergeError::velocity_rms), order_of_all(&ConvergeError::energy)};
  return study;
}

std::string order_text(const std::optional<double>& order) {
  return order ? fmt::format("{:.2f}", *order) : "–";
}

}  // namespace

std::optional<double> observed_order(double h_1, double e_1, double h_2, double e_2, double h_r) {
  if (!(e_2 > 0.0 && e_1 > e_2 && h_1 > h_2 && h_2 > h_r)) return std::nullopt;
  const double wanted = e_1 / e_2;
  // With lengths in units of h_2; grows with p from 1 at −∞ to ∞. At 0 it is a limit.
  const auto ratio = [&](double p) {
    if (h_r == 0.0) return std::pow(h_1 / h_2, p);
    if (std::abs(p) < 1e-9) return std::log(h_1 / h_r) / std::log(h_2 / h_r);
    const double c = std::pow(h_r / h_2, p);
    return (std::pow(h_1 / h_2, p) - c) / (1.0 - c);
  };
  double low = -20.0;
  double high = 20.0;
  if (wanted <= ratio(low) || wanted >= ratio(high)) return std::nullopt;
  for (int k = 0; k < 60; ++k) {
    const double p = 0.5 * (low + high);
    (ratio(p) < wanted ? low : high) = p;
  }
  return 0.5 * (low + high);
}

std::optional<double> fitted_order(std::span<const double> h, std::span<const double> e,
                                   double h_r) {
  std::vector<double> log_h;
  std::vector<double> log_e;
  for (std::size_t k = 0; k < h.size(); ++k) {
    if (!(h[k] > h_r && e[k] > 0.0)) continue;
    log_h.push_back(std::log(h[k]));
    log_e.push_back(std::log(e[k]));
  }
  const auto count = static_cast<double>(log_h.size());
  if (log_h.size() < 2) return std::nullopt;
  // Variance of what C does not explain.
  const auto misfit = [&](double p) {
    double sum = 0.0;
    double squares = 0.0;
    for (std::size_t k = 0; k < log_h.size(); ++k) {
      const double reference = h_r > 0.0 ? std::exp(p * (std::log(h_r) - log_h[k])) : 0.0;
      const double off = log_e[k] - p * log_h[k] - std::log1p(-reference);
      sum += off;
      squares += off * off;
    }
    return squares - sum * sum / count;
  };
  constexpr double least = 0.01;
  constexpr double most = 20.0;
  constexpr int pieces = 500;
  const auto node = [&](int k) { return least + (most - least) * k / pieces; };
  int best = 0;
  for (int k = 1; k <= pieces; ++k) {
    if (misfit(node(k)) < misfit(node(best))) best = k;
  }
  if (best == 0 || best == pieces) return std::nullopt;
  double low = node(best - 1);
  double high = node(best + 1);
  for (int k = 0; k < 60; ++k) {  // thirds
    const double a = low + (high - low) / 3.0;
    const double b = high - (high - low) / 3.0;
    (misfit(a) < misfit(b) ? high : low) = misfit(a) < misfit(b) ? b : a;
  }
  return 0.5 * (low + high);
}

Convergence converge(const ConvergeRequest& request) {
  const std::string key = request.by == ConvergeBy::step ? "--steps" : "--tolerances";
  ConvergeRequest sorted = request;
  std::ranges::sort(sorted.values, std::greater{});
  const std::size_t least = request.reference == ConvergeReference::finest ? 3 : 2;
  if (sorted.values.size() < least) {
    throw InputError(key, fmt::format("expected at least {} values for an order, got {}", least,
                                      sorted.values.size()));
  }
  for (std::size_t k = 0; k < sorted.values.size(); ++k) {
    if (!(sorted.values[k] > 0.0)) {
      throw InputError(key, fmt::format("must be positive, got {}", sorted.values[k]));
    }
    if (k > 0 && sorted.values[k] == sorted.values[k - 1]) {
      throw InputError(key, fmt::format("{} is given twice", sorted.values[k]));
    }
  }
  const Scene scene = scene_with(sorted, sorted.values.front()).scene;
  return scene.dimension == 2 ? converge_in<2>(sorted) : converge_in<3>(sorted);
}

std::string to_markdown(const Convergence& study) {
  std::string text = fmt::format(
      "# Convergence: {}\n\nErrors at t = {:.6g} s against {}. Positions and velocities: root mean "
      "square over the bodies.\n\n"
      "| {} | steps | missed the tolerance | position, m | order | velocity, m/s | order | energy, "
      "J "
      "| order | seconds |\n|---|---|---|---|---|---|---|---|---|---|\n",
      study.title, study.time_end,
      study.reference == ConvergeReference::finest ? "the finest run" : "exact free flight",
      study.by == ConvergeBy::step ? "step, s" : "tolerance");
  for (const ConvergeRow& row : study.rows) {
    text += fmt::format("| {} | {} | {} | {:.3e} | {} | {:.3e} | {} | {:.3e} | {} | {:.2f} |\n",
                        row.value, row.steps, row.unconverged_steps, row.error.position_rms,
                        order_text(row.order.position), row.error.velocity_rms,
                        order_text(row.order.velocity), row.error.energy,
                        order_text(row.order.energy), row.seconds);
  }
  text += fmt::format("\nOrder fitted to all rows: position {}, velocity {}, energy {}.\n",
                      order_text(study.order.position), order_text(study.order.velocity),
                      order_text(study.order.energy));
  return text;
}

std::string to_csv(const Convergence& study) {
  const auto number = [](const std::optional<double>& x) {
    return x ? fmt::format("{}", *x) : std::string();
  };
  std::string text = fmt::format(
      "{},steps,iterations,unconverged_steps,seconds,position_rms,position_max,position_order,"
      "velocity_rms,velocity_max,velocity_order,energy,energy_order\n",
      study.by == ConvergeBy::step ? "step" : "tolerance");
  for (const ConvergeRow& row : study.rows) {
    const ConvergeError& e = row.error;
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{}\n", row.value, row.steps,
                        row.iterations, row.unconverged_steps, row.seconds, e.position_rms,
                        e.position_max, number(row.order.position), e.velocity_rms, e.velocity_max,
                        number(row.order.velocity), e.energy, number(row.order.energy));
  }
  return text;
}

}  // namespace galet
