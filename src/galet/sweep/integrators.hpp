// Integrators of the sweeping process by name: settings, and one function over all of them.
#pragma once

#include <span>
#include <string_view>
#include <variant>

#include "galet/base/fields.hpp"
#include "galet/sweep/process.hpp"

namespace galet::sweep {

// u^{n+1} = prox(C(t^{n+1}), u^n − h f(t^n, u^n))  [Moreau1999, eq. 19]
//
// First order in h; non-expansive step by step; every u^n is in C(t^n). Depends on the sequence of
// sets only, not on the instants (rate independence) when f = 0.
// Differs from the paper: the perturbation, taken at the start of the step.
struct CatchingUp {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "catching-up";
};
template <class V>
void fields_of(CatchingUp&, V&&) {}

// u_a = prox(C(t^n + θh), u^n − θh f(t^n, u^n)),  u^{n+1} = u^n + (u_a − u^n)/θ  [Moreau1999, §4.3]
//
// θ = 1 is catching-up. For θ < 1 only the average u_a is in its set: u^{n+1} may be outside
// C(t^{n+1}) by about |C'| h, and θ = 1/2 reflects.
struct Theta {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "theta";
  double theta = 0.5;
};
template <class V>
void fields_of(Theta& s, V&& visit) {
  auto& [theta] = s;
  visit(Field{"theta", "", "Weight of the end of the step; 1 is catching-up, 1/2 reflects.",
              Range::positive()},
        theta);
}

// −u' = (1/R) |u − Pu|^{α−2} (u − Pu) + f(t, u), P = prox(C(t), ·): gradient of the α-Moreau
// envelope of the constraint with index R [Nguyen2024, Def. 2.25; Moreau1999, eqs. 17–18 with λ =
// 1/R].
//
// Implicit in the penalty: u^{n+1} is on the segment from y = u^n − h f to Py at the distance d
// from the set with d + (h/R) d^{α−1} = |y − Py| (P is the same on the whole segment), one scalar
// equation that Newton's method solves from above. No stability limit; h/R → ∞ gives catching-up.
// The lag behind a wall of speed V is (V R)^{1/(α−1)}. With `continuation` = k > 1 the run is
// repeated with R, R/10, …, R/10^{k−1}; the last is the result and the change of the end point from
// one to the next is in the notes of the caller.
struct Yosida {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "yosida";
  double index = 1e-3;
  double alpha = 2.0;
  std::int64_t continuation = 1;
};
template <class V>
void fields_of(Yosida& s, V&& visit) {
  auto& [index, alpha, continuation] = s;
  visit(Field{"index", "", "Index R of the envelope: the velocity is (distance)^(alpha-1)/R.",
              Range::positive()},
        index);
  visit(Field{"alpha", "", "Exponent of the envelope.", Range::at_least(2.0)}, alpha);
  visit(Field{"continuation", "",
              "Runs with R, R/10, R/100, …: this many; the last one counts and the others show how "
              "far it is from the limit.",
              Range::between(1.0, 12.0)},
        continuation);
}

// C(t) = {c_k(t, x) <= 0}: between events u' = −f − Σ λ_k ∇c_k with λ >= 0 and the active c_k kept
// at 0 is an ordinary differential equation; events are the changes of the active set [Moreau1999,
// §3.2, §4.1]. At an event the velocity of least |w + f| in W = {w : ∂c_k/∂t + w·∇c_k <= 0, k
// active} decides which inequalities stay active (eq. 15, exactly, by sets/nearest_point.hpp). The
// equation is integrated by the classical Runge–Kutta method of order 4 with steps of `step`, the
// result put back on the active boundaries; events are located by bracketing and the Illinois
// method. Differs from the paper: the perturbation; events that accumulate are cut short: a step
// with more than `max_events` of them is done by catching-up with `guard_substeps` substeps and
// counted. Fails for sets that are not given by smooth functions (no answer).
struct EventDriven {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "event-driven";
  std::int64_t max_events = 50;
  std::int64_t guard_substeps = 100;
};
template <class V>
void fields_of(EventDriven& s, V&& visit) {
  auto& [max_events, guard_substeps] = s;
  visit(Field{"max_events", "", "Events in one step beyond which they are taken to accumulate.",
              Range::at_least(1.0)},
        max_events);
  visit(
      Field{"guard_substeps", "", "Catching-up substeps that replace a step with too many events.",
            Range::at_least(1.0)},
      guard_substeps);
}

using Integrator = std::variant<CatchingUp, Theta, Yosida, EventDriven>;

// Solves the process with steps of at most `step` that end at the breaks. No answer only from
// event-driven, for sets that have no smooth functions.
[[nodiscard]] std::optional<Solution> integrate(const Process& process,
                                                const Integrator& integrator, double step);

// The functions behind it.
[[nodiscard]] Solution integrate_catching_up(const Process& process, double step);
[[nodiscard]] Solution integrate_theta(const Process& process, const Theta& settings, double step);
// One run with the index of the settings; `continuation` is the caller's.
[[nodiscard]] Solution integrate_yosida(const Process& process, const Yosida& settings,
                                        double step);
[[nodiscard]] std::optional<Solution> integrate_events(const Process& process,
                                                       const EventDriven& settings, double step);

// Catching-up on a given sequence of sets, without instants.
std::vector<Vector> catch_up(std::span<const sets::SetPtr> sequence, const Vector& start);

// The d >= 0 with d + stiffness · d^{exponent} = distance; exponent >= 1.
double penalty_distance(double distance, double stiffness, double exponent);

}  // namespace galet::sweep
