// Integrators that step over time without looking for events.
#include <algorithm>
#include <cmath>

#include "galet/base/error.hpp"
#include "galet/sweep/integrators.hpp"

namespace galet::sweep {
namespace {

// One step from (t, u) to t + h; the set is asked for by its time, from the left at a break.
struct Step {
  double time;
  double h;
  double end;          // time + h up to rounding
  bool from_the_left;  // the step ends at a break
};

class Stepper {
 public:
  explicit Stepper(const Process& process) : process_(process) {}

  // `advance(step, u)` gives u at the end of the step.
  template <class Advance>
  Solution run(double step, Advance&& advance) {
    Vector u = project(*process_.set->at(process_.time_start), process_.start);
    solution_.path.push_back({process_.time_start, u});
    for (const Piece& piece : pieces(process_, step)) {
      const double h = (piece.to - piece.from) / static_cast<double>(piece.steps);
      for (std::int64_t k = 0; k < piece.steps; ++k) {
        const bool last = k + 1 == piece.steps;
        const double t = piece.from + static_cast<double>(k) * h;
        const double end = last ? piece.to : t + h;
        u = advance(Step{t, h, end, last && piece.jump_at_end}, u);
        record(end, u);
        ++solution_.report.steps;
      }
      if (piece.jump_at_end) {
        u = project(*process_.set->at(piece.to), u);
        record(piece.to, u);
      }
    }
    return std::move(solution_);
  }

  Vector project(const sets::Set& set, const Vector& x) {
    sets::Projection p = set.project(x);
    ++solution_.report.projections;
    if (!p.converged) ++solution_.report.failed_projections;
    return std::move(p.point);
  }

  // The set at a part of the step, 1 being its end.
  sets::SetPtr set_at(const Step& step, double part) const {
    const double t = part == 1.0 ? step.end : step.time + part * step.h;
    return step.from_the_left && part >= 1.0 ? process_.set->before(t) : process_.set->at(t);
  }

  Vector perturbation(double t, const Vector& u) const {
    return process_.perturbation ? process_.perturbation(t, u) : Vector(Vector::Zero(u.size()));
  }

 private:
  void record(double t, const Vector& u) {
    solution_.report.variation += (u - solution_.path.back().u).norm();
    solution_.path.push_back({t, u});
  }

  const Process& process_;
  Solution solution_;
};

}  // namespace

Solution integrate_theta(const Process& process, const Theta& settings, double step) {
  Stepper stepper(process);
  const double theta = settings.theta;
  return stepper.run(step, [&](const Step& s, const Vector& u) -> Vector {
    const Vector from = u - theta * s.h * stepper.perturbation(s.time, u);
    const Vector average = stepper.project(*stepper.set_at(s, theta), from);
    if (theta == 1.0) return average;
    return u + (average - u) / theta;
  });
}

Solution integrate_catching_up(const Process& process, double step) {
  return integrate_theta(process, {.theta = 1.0}, step);
}

double penalty_distance(double distance, double stiffness, double exponent) {
  GALET_ASSERT(distance >= 0.0 && stiffness >= 0.0 && exponent >= 1.0);
  if (distance == 0.0 || stiffness == 0.0) return distance;
  if (exponent == 1.0) return distance / (1.0 + stiffness);
  // g(d) = d + s d^e − D is convex and increasing; from a point with g >= 0 Newton falls to the
  // root.
  double d = std::min(distance, std::pow(distance / stiffness, 1.0 / exponent));
  for (int k = 0; k < 200; ++k) {
    const double power = stiffness * std::pow(d, exponent - 1.0);
    const double next = d - (d + power * d - distance) / (1.0 + exponent * power);
    if (!(next < d) || next <= 0.0) break;
    d = next;
  }
  return d;
}

Solution integrate_yosida(const Process& process, const Yosida& settings, double step) {
  Stepper stepper(process);
  return stepper.run(step, [&](const Step& s, const Vector& u) -> Vector {
    const Vector y = u - s.h * stepper.perturbation(s.time, u);
    const Vector p = stepper.project(*stepper.set_at(s, 1.0), y);
    const double distance = (y - p).norm();
    if (distance == 0.0) return y;
    const double d = penalty_distance(distance, s.h / settings.index, settings.alpha - 1.0);
    return p + d / distance * (y - p);
  });
}

std::vector<Vector> catch_up(std::span<const sets::SetPtr> sequence, const Vector& start) {
  std::vector<Vector> path{start};
  for (const sets::SetPtr& set : sequence) path.push_back(set->project(path.back()).point);
  return path;
}

std::optional<Solution> integrate(const Process& process, const Integrator& integrator,
                                  double step) {
  struct Visitor {
    const Process& process;
    double step;
    std::optional<Solution> operator()(const CatchingUp&) const {
      return integrate_catching_up(process, step);
    }
    std::optional<Solution> operator()(const Theta& s) const {
      return integrate_theta(process, s, step);
    }
    std::optional<Solution> operator()(Yosida s) const {
      s.index *= std::pow(10.0, 1.0 - static_cast<double>(s.continuation));
      return integrate_yosida(process, s, step);
    }
    std::optional<Solution> operator()(const EventDriven& s) const {
      return integrate_events(process, s, step);
    }
  };
  return std::visit(Visitor{process, step}, integrator);
}

}  // namespace galet::sweep
