#include "galet/sweep/event_dynamics.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/QR>

#include "galet/base/error.hpp"
#include "galet/sets/nearest_point.hpp"
#include "galet/sweep/first_event.hpp"

namespace galet::sweep {
namespace {

constexpr double kTouching = 1e-10;      // of the length: contacts that count as closed
constexpr double kOverlapEvent = 1e-12;  // of the length: overlaps that are events
constexpr double kSlow = 1e-9;       // of the largest speed: relative velocities that count as 0
constexpr double kWeakForce = 1e-9;  // of the largest force: contact forces that count as 0

using Indices = std::vector<Eigen::Index>;

// min |x − z|_A over {x : Gᵀx <= b}, A = LLᵀ: the nearest point in the coordinates y = Lᵀx.
sets::NearestPoint nearest_in_metric(const Eigen::LLT<Matrix>& mass, const Matrix& G,
                                     const Vector& b, const Vector& z) {
  const Matrix rows = mass.matrixL().solve(G).transpose();
  sets::NearestPoint y = sets::nearest_point(rows, b, mass.matrixU() * z);
  y.point = mass.matrixU().solve(y.point);
  return y;
}

Matrix columns(const Matrix& G, const Indices& which) { return G(Eigen::all, which); }

class EventDynamics {
 public:
  EventDynamics(const FrictionlessSystem& system, const DynamicsSettings& settings)
      : system_(system), settings_(settings), mass_(system.mass) {}

  DynamicsSolution run(Vector q, Vector u, double from, double to) {
    t_ = from;
    q_ = std::move(q);
    u_ = std::move(u);
    record();
    restitution_ = system_.restitution;
    settle();
    const auto steps = std::max<std::int64_t>(
        1, std::llround(std::ceil((to - from) / settings_.step * (1 - 1e-12))));
    for (std::int64_t k = 1; k <= steps && solution_.report.completed; ++k) {
      const double part = static_cast<double>(k) / static_cast<double>(steps);
      advance(k == steps ? to : from + part * (to - from));
      ++solution_.report.steps;
    }
    return std::move(solution_);
  }

 private:
  void record() { solution_.path.push_back({t_, q_, u_}); }

  double speed_scale() const {
    const double force_speed = mass_.solve(system_.force(t_, q_, u_)).norm() * settings_.step;
    return std::max(u_.lpNorm<Eigen::Infinity>(), force_speed);
  }

  // Impact of what touches and approaches; then which of the closed contacts carry forces.
  void settle() {
    Contacts c = system_.contacts(t_, q_, u_);
    Indices touching;
    for (Eigen::Index k = 0; k < c.value.size(); ++k) {
      if (c.value[k] >= -kTouching * system_.length) touching.push_back(k);
    }
    const auto approach = [&](Eigen::Index k) { return c.rate[k] + c.gradient.col(k).dot(u_); };
    const double slow = kSlow * speed_scale();
    if (std::ranges::any_of(touching, [&](Eigen::Index k) { return approach(k) > slow; })) {
      u_ = collide(system_, t_, q_, u_, touching, restitution_);
      ++solution_.report.impacts;
      record();
      c = system_.contacts(t_, q_, u_);
    }
    Indices closed;
    for (const Eigen::Index k : touching) {
      if (std::abs(approach(k)) <= slow) closed.push_back(k);
    }
    const RightAcceleration right = right_acceleration(system_, t_, q_, u_, closed);
    solution_.report.completed = right.solvable;
    working_.clear();
    const double weak = kWeakForce * right.forces.cwiseAbs().sum();
    for (std::size_t j = 0; j < closed.size(); ++j) {
      if (right.forces[static_cast<Eigen::Index>(j)] > weak) working_.push_back(closed[j]);
    }
  }

  struct Motion {
    Vector acceleration;
    Vector forces;
  };
  Motion motion(double t, const Vector& q, const Vector& u) const {
    const Vector force = system_.force(t, q, u);
    const Vector free = mass_.solve(force);
    if (working_.empty()) return {free, Vector(0)};
    const Contacts c = system_.contacts(t, q, u);
    const Matrix G = columns(c.gradient, working_);
    const Matrix MG = mass_.solve(G);
    const Vector rhs = G.transpose() * free + Vector(c.curvature(working_));
    const Vector lambda = (G.transpose() * MG).eval().completeOrthogonalDecomposition().solve(rhs);
    return {free - MG * lambda, lambda};
  }

  struct State {
    Vector q;
    Vector u;
  };
  State flow(double tau) const {
    if (tau == 0.0) return {q_, u_};
    const double half = 0.5 * tau;
    const Vector a1 = motion(t_, q_, u_).acceleration;
    const Vector u2 = u_ + half * a1;
    const Vector a2 = motion(t_ + half, q_ + half * u_, u2).acceleration;
    const Vector u3 = u_ + half * a2;
    const Vector a3 = motion(t_ + half, q_ + half * u2, u3).acceleration;
    const Vector u4 = u_ + tau * a3;
    const Vector a4 = motion(t_ + tau, q_ + tau * u3, u4).acceleration;
    State s{q_ + tau / 6.0 * (u_ + 2.0 * u2 + 2.0 * u3 + u4),
            u_ + tau / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4)};
    for (int k = 0; k < 4 && !working_.empty(); ++k) {
      const Contacts c = system_.contacts(t_ + tau, s.q, s.u);
      s.q -= correction(c, c.value(working_));
    }
    if (!working_.empty()) {
      const Contacts c = system_.contacts(t_ + tau, s.q, s.u);
      const Vector approach = c.rate + c.gradient.transpose() * s.u;
      s.u -= correction(c, approach(working_));
    }
    return s;
  }
  // A⁻¹G(GᵀA⁻¹G)⁻¹ x for the working contacts.
  Vector correction(const Contacts& c, const Vector& x) const {
    const Matrix G = columns(c.gradient, working_);
    const Matrix MG = mass_.solve(G);
    return MG * (G.transpose() * MG).eval().completeOrthogonalDecomposition().solve(x);
  }

  Vector indicators(double tau) const {
    const State s = flow(tau);
    const Contacts c = system_.contacts(t_ + tau, s.q, s.u);
    Vector result = c.value.array() - kOverlapEvent * system_.length;
    if (!working_.empty()) {
      const Motion m = motion(t_ + tau, s.q, s.u);
      const double weak = kWeakForce * m.forces.cwiseAbs().sum();
      for (std::size_t j = 0; j < working_.size(); ++j) {
        result[working_[j]] = -m.forces[static_cast<Eigen::Index>(j)] - weak;
      }
    }
    return result;
  }

  bool works(Eigen::Index k) const { return std::ranges::find(working_, k) != working_.end(); }

  std::optional<Event> next_event(double tau) const {
    return first_event([this](double s) { return indicators(s); },
                       [this](Eigen::Index k) { return works(k); }, tau);
  }

  void advance(double to) {
    restitution_ = system_.restitution;
    for (std::int64_t events = 0; solution_.report.completed; ++events) {
      if (events == settings_.max_events) {
        ++solution_.report.accumulations;
        restitution_ = 0.0;
      }
      if (events > 3 * settings_.max_events) {
        solution_.report.completed = false;
        return;
      }
      const auto event = next_event(to - t_);
      const State s = flow(event ? event->after : to - t_);
      t_ = event ? t_ + event->after : to;
      q_ = s.q;
      u_ = s.u;
      record();
      if (!event) return;
      if (works(event->which)) ++solution_.report.releases;
      settle();
    }
  }

  const FrictionlessSystem& system_;
  const DynamicsSettings& settings_;
  Eigen::LLT<Matrix> mass_;
  DynamicsSolution solution_;
  double restitution_ = 0.0;
  double t_ = 0.0;
  Vector q_;
  Vector u_;
  Indices working_;
};

}  // namespace

RightAcceleration right_acceleration(const FrictionlessSystem& system, double t, const Vector& q,
                                     const Vector& u, const Indices& closed) {
  const Contacts c = system.contacts(t, q, u);
  const Eigen::LLT<Matrix> mass(system.mass);
  GALET_ASSERT(mass.info() == Eigen::Success);
  const sets::NearestPoint a =
      nearest_in_metric(mass, columns(c.gradient, closed), -Vector(c.curvature(closed)),
                        mass.solve(system.force(t, q, u)));
  return {a.point, a.multipliers, a.feasible};
}

Vector collide(const FrictionlessSystem& system, double t, const Vector& q, const Vector& u,
               const Indices& touching, double restitution) {
  const Contacts c = system.contacts(t, q, u);
  const Eigen::LLT<Matrix> mass(system.mass);
  const sets::NearestPoint w =
      nearest_in_metric(mass, columns(c.gradient, touching), -Vector(c.rate(touching)), u);
  return (1.0 + restitution) * w.point - restitution * u;
}

DynamicsSolution integrate_dynamics(const FrictionlessSystem& system, const Vector& q,
                                    const Vector& u, double from, double to,
                                    const DynamicsSettings& settings) {
  return EventDynamics(system, settings).run(q, u, from, to);
}

}  // namespace galet::sweep
