// The folder of a small run, written by hand: two discs of radius 0.5 and 0.25 m over a plane.
#pragma once

#include <filesystem>

#include "support/temporary_folder.hpp"
#include "unit/io/sample.hpp"

#include "galet/io/atomic_file.hpp"
#include "galet/io/manifest.hpp"
#include "galet/io/trajectory.hpp"

namespace galet {

inline Sample<2> two_discs(double time) {
  Sample<2> sample;
  sample.world.materials = {"glass"};
  sample.world.groups = {""};
  sample.add_boundary(HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}});
  sample.add_body({1.0 + time, 0.5}, 0.5, {3.0, 4.0});
  sample.add_body({1.0 + time, 1.25}, 0.25, {0.0, -1.0 / 3.0});
  sample.state.bodies.spin[0] = Spin<2>(-2.0);
  // 2 N s and 1 N s in a step of 1 ms: 2000 N and 1000 N.
  sample.add_wall_contact(0, 0, {0.0, 1.0}, {2.0, 0.5});
  sample.add_contact(0, 1, {1.0, 0.0});
  sample.state.step = static_cast<std::int64_t>(1000.0 * time + 0.5);
  sample.state.time = time;
  return sample;
}

// Frames at 0, 0.1 s, … in segments of two.
inline void write_two_discs(const std::filesystem::path& folder, int frames, bool finished = true) {
  make_folder(folder);
  write_atomically(folder / "scene.toml", R"(title = "two discs"
dimension = 2
gravity = [0, -9.81]
[[material]]
name = "glass"
density = 2600
[[bodies]]
kind = "list"
position = [[1, 0.5], [1, 1.25]]
radius = 0.25
[[boundary]]
kind = "plane"
point = [0, 0]
normal = [0, 1]
[time]
step = 1e-3
end = 1.0
)");
  write_atomically(folder / "series.csv", "step,time,kinetic\n0,0,12.5\n100,0.1,13\n");
  {
    TrajectoryWriter writer(folder, "two discs", 2, 2);
    for (int k = 0; k < frames; ++k) writer.add(stored(two_discs(0.1 * k).frame(k)));
  }
  write_manifest(folder, {.finished = finished});
}

}  // namespace galet
