#include "galet/sweep/process.hpp"

#include <algorithm>
#include <cmath>

#include "galet/base/error.hpp"
#include "galet/sets/excess.hpp"

namespace galet::sweep {

Vector Solution::at(double t) const {
  const auto after = std::ranges::upper_bound(path, t, {}, &Instant::time);
  if (after == path.begin()) return path.front().u;
  const auto before = std::prev(after);
  if (after == path.end() || before->time == t) return before->u;
  const double part = (t - before->time) / (after->time - before->time);
  return before->u + part * (after->u - before->u);
}

std::vector<Piece> pieces(const Process& process, double step) {
  GALET_ASSERT(step > 0.0 && process.time_end > process.time_start);
  std::vector<double> ends;
  for (const double t : process.breaks) {
    if (t > process.time_start && t < process.time_end) ends.push_back(t);
  }
  ends.push_back(process.time_end);
  GALET_ASSERT(std::ranges::is_sorted(ends));
  std::vector<Piece> result;
  double from = process.time_start;
  for (const double to : ends) {
    // Rounding of the quotient must not cost a step.
    const double count = std::ceil((to - from) / step * (1.0 - 1e-12));
    const bool is_break = std::ranges::find(process.breaks, to) != process.breaks.end();
    result.push_back(
        {from, to, std::max<std::int64_t>(1, static_cast<std::int64_t>(count)), is_break});
    from = to;
  }
  return result;
}

void measure(const Process& process, Solution& solution) {
  std::optional<double> retraction = 0.0;
  const std::vector<Instant>& path = solution.path;
  for (std::size_t k = 0; k < path.size(); ++k) {
    // Of two entries for the same instant the first is before the jump.
    const bool before_jump = k + 1 < path.size() && path[k + 1].time == path[k].time;
    const auto set_of = [&](std::size_t j, bool left) {
      return left ? process.set->before(path[j].time) : process.set->at(path[j].time);
    };
    const sets::SetPtr now = set_of(k, before_jump);
    solution.report.distance_max = std::max(solution.report.distance_max, now->distance(path[k].u));
    if (k == 0 || !retraction) continue;
    const bool previous_before_jump = path[k - 1].time == path[k].time;
    const auto e = sets::excess(*set_of(k - 1, previous_before_jump), *now);
    retraction = e ? std::optional(*retraction + *e) : std::nullopt;
  }
  solution.report.retraction = retraction;
}

}  // namespace galet::sweep
