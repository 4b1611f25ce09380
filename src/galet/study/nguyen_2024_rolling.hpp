// [Nguyen2024, §4.5.1]: a disc, m = I = 1, v₀ = 1 m/s, slides and rolls on a plane.
//
// Angular momentum about the line of contact points is kept, whatever the normal force: after
// sliding v = v₀/(1 + I/(m r²)), ω = −v/r. While it slides friction is µ λ, and the normal force
// has made m v_y = ∫ λ − m g t, so that slip ends at t_roll with
//   t_roll + v_y/g = v₀/(µ g (1 + m r²/I)),
// whatever the oscillation of the normal force; 0.2 s of the text for µ = 0.5.
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "galet/study/checks.hpp"
#include "galet/study/scene_run.hpp"

namespace galet {

inline constexpr double kPlaneGravity = 9.80665;
inline constexpr double kPlaneRadius = 0.20001;

inline double time_of_rolling(double mu) {
  return 1.0 / (mu * kPlaneGravity * (1.0 + kPlaneRadius * kPlaneRadius));
}

// t + v_y/g at the end of the first step that sticks; NaN if none does.
struct RollWatch {
  double time = std::nan("");

  void look(const Simulation<2>& s) {
    const std::vector<ContactStatus>& status = s.last().status;
    if (!std::isnan(time) || status.empty() || status[0] != ContactStatus::stick) return;
    time = s.state().time + s.state().bodies.velocity[0][1] / kPlaneGravity;
  }
};

// With steps of 1e-4 s and c_t = 1e4. The normal force is at most some four weights. Stick begins
// when the slip is µ λ/c_t, early by λ/(c_t g (1 + m r²/I)), and is seen at the end of its step.
inline void add_time_of_rolling(Report& report, const std::string& name, double mu,
                                const RollWatch& watch) {
  report.add(check_near(
      {name + "t + v_y/g where rolling begins", "s", watch.time,
       mu == 0.5 ? std::optional(0.2) : std::nullopt, mu == 0.5 ? "text: about 0.2 s" : ""},
      time_of_rolling(mu), 4.0 * (1e-4 + 1e-4),
      "a step and the penalty of stick, each with up to four weights"));
}

}  // namespace galet
