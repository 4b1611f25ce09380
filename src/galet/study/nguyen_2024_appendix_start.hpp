// The initial conditions of the listing of [Nguyen2024, app. A], as numbers and formulas, and the
// comparison of a scene with them.
#pragma once

#include <vector>

#include "galet/study/report.hpp"
#include "galet/study/scene_run.hpp"

namespace galet::nguyen_2024 {

struct Disc {
  double x, y;
  double vx, vy;
  double spin = 0.0;
};

struct Box {
  Vec<2> low;
  Vec<2> high;
};

// What every subroutine sets; the inertia has the same number as the mass.
struct Common {
  std::size_t count;
  double mass;     // of each disc, kg
  double kinetic;  // J, of the kinetic energy with rotation
  Box box;
};

void add_common(Report& report, const Simulation<2>& simulation, const Common& expected,
                bool random_velocity = false);

void add_listed(Report& report, const Simulation<2>& simulation, double radius,
                const std::vector<Disc>& expected);

// x = x0 − pitch (i − 1) + shift + spread U, y likewise, i, j = 1…side, U uniform on [0, 1).
struct Grid {
  int side;
  double pitch;
  Vec<2> first;  // (x0, y0)
  Vec<2> shift;
  double spread;
  double radius;         // largest
  double radius_spread;  // radius − radius_spread U
};

void add_grid(Report& report, const Simulation<2>& simulation, const Grid& grid);

}  // namespace galet::nguyen_2024
