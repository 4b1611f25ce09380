#include <algorithm>
#include <cmath>

#include <Eigen/QR>

#include "galet/sets/nearest_point.hpp"
#include "galet/sweep/first_event.hpp"
#include "galet/sweep/integrators.hpp"

namespace galet::sweep {
namespace {

// Relative: inequalities nearer than this take part in the choice of the velocity.
constexpr double kNear = 1e-10;
// Relative: violations beyond this are events.
constexpr double kViolated = 1e-12;
// Relative to the velocities: multipliers below this are no forces.
constexpr double kWeak = 1e-9;

using Indices = std::vector<Eigen::Index>;

// The smooth piece that is being integrated.
struct Span {
  double low;
  double high;
  double spacing;  // of differences in time
};

class EventIntegrator {
 public:
  EventIntegrator(const Process& process, const EventDriven& settings)
      : process_(process), settings_(settings) {}

  std::optional<Solution> run(double step) {
    u_ = project(process_.time_start, process_.start, /*left=*/false);
    t_ = process_.time_start;
    if (!process_.set->constraints(t_, u_)) return std::nullopt;
    solution_.path.push_back({t_, u_});
    for (const Piece& piece : pieces(process_, step)) {
      const double h = (piece.to - piece.from) / static_cast<double>(piece.steps);
      span_ = {piece.from, piece.to, 0.25 * h};
      choose({});
      for (std::int64_t k = 0; k < piece.steps; ++k) {
        advance(k + 1 == piece.steps ? piece.to : piece.from + static_cast<double>(k + 1) * h);
        ++solution_.report.steps;
      }
      if (piece.jump_at_end) {
        u_ = project(piece.to, u_, /*left=*/false);
        record();
      }
    }
    return std::move(solution_);
  }

 private:
  Vector project(double t, const Vector& x, bool left) {
    sets::Projection p = (left ? process_.set->before(t) : process_.set->at(t))->project(x);
    ++solution_.report.projections;
    if (!p.converged) ++solution_.report.failed_projections;
    return std::move(p.point);
  }

  void record() {
    solution_.report.variation += (u_ - solution_.path.back().u).norm();
    solution_.path.push_back({t_, u_});
  }

  // The last instant of a piece belongs to what was before the break.
  double inside(double t) const {
    return t >= span_.high ? std::nextafter(span_.high, span_.low) : t;
  }

  sets::Constraints constraints(double t, const Vector& u) const {
    return *process_.set->constraints(inside(t), u);
  }
  Vector rates(double t, const Vector& u) const {
    return process_.set->constraint_rates(inside(t), u, span_.low, span_.high, span_.spacing);
  }
  Vector perturbation(double t, const Vector& u) const {
    return process_.perturbation ? process_.perturbation(inside(t), u)
                                 : Vector(Vector::Zero(u.size()));
  }
  double scale(double t, const Vector& u) const {
    return process_.set->at(inside(t))->length() + u.norm();
  }

  // The working set from the velocity of least |w + f| in W(t, u); those of `forced` stay in.
  // False when W is empty: the set closes on the point.
  bool choose(const Indices& forced) {
    const sets::Constraints c = constraints(t_, u_);
    const Vector rate = rates(t_, u_);
    const Vector f = perturbation(t_, u_);
    Indices near;
    for (Eigen::Index k = 0; k < c.value.size(); ++k) {
      if (c.value[k] >= -kNear * scale(t_, u_)) near.push_back(k);
    }
    const Matrix G = c.gradient(Eigen::all, near);
    const sets::NearestPoint w = sets::nearest_point(G.transpose(), -rate(near), -f);
    working_ = forced;
    double speed = f.norm();
    for (const Eigen::Index k : near) speed = std::max(speed, std::abs(rate[k]));
    for (std::size_t j = 0; j < near.size(); ++j) {
      const auto at = static_cast<Eigen::Index>(j);
      const bool pushes = w.multipliers[at] * G.col(at).norm() > kWeak * speed;
      if (pushes && std::ranges::find(working_, near[j]) == working_.end()) {
        working_.push_back(near[j]);
      }
    }
    return w.feasible;
  }

  // u' = −f − Gλ with the working inequalities kept at 0, and those λ.
  struct Motion {
    Vector velocity;
    Vector multipliers;
  };
  Motion motion(double t, const Vector& u) const {
    const Vector f = perturbation(t, u);
    if (working_.empty()) return {-f, Vector(0)};
    const sets::Constraints c = constraints(t, u);
    const Matrix G = c.gradient(Eigen::all, working_);
    const Vector rate = rates(t, u)(working_);
    const Vector rhs = rate - G.transpose() * f;
    const Vector lambda = (G.transpose() * G).eval().completeOrthogonalDecomposition().solve(rhs);
    return {-f - G * lambda, lambda};
  }

  // The state after a time tau with the present working set.
  Vector flow(double tau) const {
    if (tau == 0.0) return u_;
    const Vector k1 = motion(t_, u_).velocity;
    const Vector k2 = motion(t_ + 0.5 * tau, u_ + 0.5 * tau * k1).velocity;
    const Vector k3 = motion(t_ + 0.5 * tau, u_ + 0.5 * tau * k2).velocity;
    const Vector k4 = motion(t_ + tau, u_ + tau * k3).velocity;
    Vector u = u_ + tau / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    // Back on the boundaries, along their normals.
    for (int k = 0; k < 4 && !working_.empty(); ++k) {
      const sets::Constraints c = constraints(t_ + tau, u);
      const Matrix G = c.gradient(Eigen::all, working_);
      const Vector value = c.value(working_);
      u -= G * (G.transpose() * G).eval().completeOrthogonalDecomposition().solve(value);
    }
    return u;
  }

  bool works(Eigen::Index k) const { return std::ranges::find(working_, k) != working_.end(); }

  // Positive entries are events: violated inequalities that do not work, negative multipliers of
  // those that do.
  Vector indicators(double tau) const {
    const Vector u = flow(tau);
    const sets::Constraints c = constraints(t_ + tau, u);
    Vector result = c.value.array() - kViolated * scale(t_ + tau, u);
    if (!working_.empty()) {
      const Motion m = motion(t_ + tau, u);
      const double speed = m.velocity.norm() + perturbation(t_ + tau, u).norm();
      for (std::size_t j = 0; j < working_.size(); ++j) {
        result[working_[j]] = -m.multipliers[static_cast<Eigen::Index>(j)] - kWeak * speed;
      }
    }
    return result;
  }

  std::optional<Event> next_event(double tau) const {
    return first_event([this](double s) { return indicators(s); },
                       [this](Eigen::Index k) { return works(k); }, tau);
  }

  void advance(double to) {
    const double from = t_;
    const Vector u_from = u_;
    for (std::int64_t events = 0; events <= settings_.max_events; ++events) {
      const double tau = to - t_;
      const auto event = next_event(tau);
      if (!event) {
        u_ = flow(tau);
        t_ = to;
        record();
        return;
      }
      u_ = flow(event->after);
      t_ += event->after;
      ++solution_.report.events;
      const bool enters = !works(event->which);
      if (event->after > 0.0) record();
      if (!choose(enters ? Indices{event->which} : Indices{})) break;
    }
    // Too many events: over the rest of the step the order of events does not matter any more.
    ++solution_.report.guarded_steps;
    u_ = u_from;
    while (solution_.path.size() > 1 && solution_.path.back().time > from) {
      solution_.report.variation -=
          (solution_.path.back().u - solution_.path[solution_.path.size() - 2].u).norm();
      solution_.path.pop_back();
    }
    const auto substeps = settings_.guard_substeps;
    for (std::int64_t k = 1; k <= substeps; ++k) {
      const double s = from + (to - from) * static_cast<double>(k) / static_cast<double>(substeps);
      const double h = (to - from) / static_cast<double>(substeps);
      u_ = project(k == substeps ? to : s, u_ - h * perturbation(s - h, u_), to >= span_.high);
    }
    t_ = to;
    record();
    choose({});
  }

  const Process& process_;
  const EventDriven& settings_;
  Solution solution_;
  Span span_{};
  double t_ = 0.0;
  Vector u_;
  Indices working_;
};

}  // namespace

std::optional<Solution> integrate_events(const Process& process, const EventDriven& settings,
                                         double step) {
  return EventIntegrator(process, settings).run(step);
}

}  // namespace galet::sweep
