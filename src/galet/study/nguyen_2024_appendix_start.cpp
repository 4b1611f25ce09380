#include "galet/study/nguyen_2024_appendix_start.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "galet/study/checks.hpp"

namespace galet::nguyen_2024 {

void add_common(Report& report, const Simulation<2>& simulation, const Common& expected,
                bool random_velocity) {
  const Bodies<2>& bodies = simulation.state().bodies;
  const double n = static_cast<double>(expected.count);
  report.add(check_equal({"number of discs", "", static_cast<double>(bodies.size()), {}, ""}, n));
  double mass = 0.0;
  double inertia_off = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    mass += bodies.mass[i];
    inertia_off = std::max(inertia_off, std::abs(bodies.inertia[i] - bodies.mass[i]));
  }
  report.add(check_near({"total mass", "kg", mass, {}, ""}, n * expected.mass,
                        n * kEpsilon * n * expected.mass, "round-off of the sum"));
  report.add(check_equal({"largest |inertia − mass|, in numbers",
                          "",
                          inertia_off,
                          {},
                          "the listing fills all three entries of a disc with the mass"},
                         0.0));
  if (!random_velocity) {
    report.add(check_near({"kinetic energy", "J", simulation.state().energy.kinetic_first, {}, ""},
                          expected.kinetic, 4.0 * n * kEpsilon * expected.kinetic,
                          "round-off of the sum"));
  }
  double off = std::nan("");
  if (!simulation.world().boundaries.empty()) {
    const Boundary<2>& walls = simulation.world().boundaries[0];
    if (const auto* box = std::get_if<BoxInside<2>>(&walls.shape)) {
      const bool all = std::ranges::all_of(box->closed, [](bool closed) { return closed; });
      off = std::max((walls.origin + box->low - expected.box.low).lpNorm<Eigen::Infinity>(),
                     (walls.origin + box->high - expected.box.high).lpNorm<Eigen::Infinity>());
      if (!all) off = std::nan("");
    }
  }
  report.add(check_at_most({"largest error of the corners of the box", "m", off, {}, ""},
                           2.0 * kEpsilon * expected.box.high.norm(),
                           "round-off of a translation"));
}

void add_listed(Report& report, const Simulation<2>& simulation, double radius,
                const std::vector<Disc>& expected) {
  const Bodies<2>& bodies = simulation.state().bodies;
  double off = bodies.size() == expected.size() ? 0.0 : std::nan("");
  for (std::size_t i = 0; i < std::min(bodies.size(), expected.size()); ++i) {
    const Disc& d = expected[i];
    off = std::max({off, (bodies.position[i] - Vec<2>(d.x, d.y)).lpNorm<Eigen::Infinity>(),
                    (bodies.velocity[i] - Vec<2>(d.vx, d.vy)).lpNorm<Eigen::Infinity>(),
                    std::abs(bodies.spin[i][0] - d.spin), std::abs(bodies.radius[i] - radius)});
  }
  report.add(check_equal(
      {"largest difference of positions, velocities, spins, radii, in numbers", "", off, {}, ""},
      0.0));
}

void add_grid(Report& report, const Simulation<2>& simulation, const Grid& grid) {
  const Bodies<2>& bodies = simulation.state().bodies;
  // A disc's place in the grid is the one nearest to it; half the spread is far below half a pitch.
  std::set<std::pair<long, long>> places;
  double offset_low = 1.0;  // U of the formula, smallest and largest
  double offset_high = 0.0;
  double error = 0.0;  // without randomness: distance from the place
  for (const Vec<2>& x : bodies.position) {
    std::array<long, 2> place{};
    for (int k = 0; k < 2; ++k) {
      const double mean = grid.first[k] + grid.shift[k] + 0.5 * grid.spread;
      place[k] = std::lround((mean - x[k]) / grid.pitch);
      const double from = grid.first[k] + grid.shift[k] - grid.pitch * double(place[k]);
      if (grid.spread > 0.0) {
        offset_low = std::min(offset_low, (x[k] - from) / grid.spread);
        offset_high = std::max(offset_high, (x[k] - from) / grid.spread);
      } else {
        error = std::max(error, std::abs(x[k] - from));
      }
    }
    if (std::ranges::all_of(place, [&](long p) { return p >= 0 && p < grid.side; })) {
      places.insert({place[0], place[1]});
    }
  }
  report.add(check_equal({"places of the grid with a disc", "", double(places.size()), {}, ""},
                         double(grid.side) * grid.side));
  const double round = 4.0 * kEpsilon * grid.first.norm();
  if (grid.spread == 0.0) {
    report.add(check_at_most({"largest error of a position", "m", error, {}, ""}, round,
                             "round-off of the formula"));
  } else {
    // 2 n numbers uniform on [0, 1): the smallest exceeds s with probability (1 − s)^(2n).
    const double draws = 2.0 * grid.side * grid.side;
    const double tail = 1.0 - std::pow(1e-6, 1.0 / draws);
    const double slack = round / grid.spread;
    report.add(check_between({"smallest U of a position", "", offset_low, {}, ""}, -slack, tail,
                             "uniform on [0, 1): chance of a larger one is 1e-6"));
    report.add(check_between({"largest U of a position", "", offset_high, {}, ""}, 1.0 - tail,
                             1.0 + slack, "uniform on [0, 1): chance of a smaller one is 1e-6"));
  }
  const auto [least, most] = std::ranges::minmax_element(bodies.radius);
  if (grid.radius_spread == 0.0) {
    report.add(check_equal({"smallest radius", "m", *least, {}, ""}, grid.radius));
    report.add(check_equal({"largest radius", "m", *most, {}, ""}, grid.radius));
    return;
  }
  const double draws = double(grid.side) * grid.side;
  const double tail = grid.radius_spread * (1.0 - std::pow(1e-6, 1.0 / draws));
  const double low = grid.radius - grid.radius_spread;
  report.add(check_between({"smallest radius", "m", *least, {}, ""}, low - kEpsilon, low + tail,
                           "uniform: chance of a larger one is 1e-6"));
  report.add(check_between({"largest radius", "m", *most, {}, ""}, grid.radius - tail,
                           grid.radius + kEpsilon, "uniform: chance of a smaller one is 1e-6"));
}

}  // namespace galet::nguyen_2024
