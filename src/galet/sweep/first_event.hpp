// The next change of the active set while a system follows its constraints.
#pragma once

#include <optional>

#include <Eigen/Core>

#include "galet/sweep/bracket.hpp"

namespace galet::sweep {

struct Event {
  double after;        // time from now
  Eigen::Index which;  // constraint
};

// The first event within tau, looked for at the middle and at the end of that time. indicators(s)
// has one number per constraint after the time s, positive once the constraint must change: the
// violation of one that is not at work, the lost force of one that is, as works(k) tells.
template <class Indicators, class Works>
std::optional<Event> first_event(Indicators&& indicators, Works&& works, double tau) {
  double low = 0.0;
  Eigen::VectorXd at_low = indicators(low);
  for (const double high : {0.5 * tau, tau}) {
    const Eigen::VectorXd at_high = indicators(high);
    std::optional<Event> first;
    for (Eigen::Index k = 0; k < at_high.size(); ++k) {
      if (at_high[k] <= 0.0) continue;
      const SignChange change = find_sign_change([&](double s) { return indicators(s)[k]; }, low,
                                                 at_low[k], high, at_high[k]);
      // A gap is closed before it is violated; a force is lost after it has changed its sign.
      const double when = works(k) ? change.after : change.before;
      if (!first || when < first->after) first = Event{when, k};
    }
    if (first) return first;
    low = high;
    at_low = at_high;
  }
  return std::nullopt;
}

}  // namespace galet::sweep
