// The saved state of a run, behind the marks by which a program knows its own.
#include <cstring>
#include <vector>

#include "fuzz/targets.hpp"

#include "galet/io/scene_reader.hpp"
#include "galet/io/toml_document.hpp"
#include "galet/sim/simulation.hpp"

namespace galet::fuzz {
namespace {

constexpr std::string_view kRestored = R"(
title = "few"
dimension = 2
gravity = [0, -9.81]
[[material]]
name = "glass"
density = 2600
[[pair]]
materials = ["glass", "glass"]
friction = 0.3
[[bodies]]
kind = "list"
position = [0, 0.05]
radius = 0.05
[[boundary]]
kind = "plane"
point = [0, 0]
normal = [0, 1]
[[observe]]
kind = "energy"
every = 0.01
[time]
step = 1e-3
end = 0.2
)";

// What the bytes of a run begin with: the layout of its types, and its start.
constexpr std::size_t kMarks = 2 * sizeof(std::uint64_t);

}  // namespace

void restore_run(Bytes input) {
  static const Scene scene = galet::read_scene(parse_toml(kRestored, "scene")).scene;
  static Simulation<2> simulation(scene, build<2>(scene));
  static const std::vector<std::byte> saved = simulation.save({});
  std::vector<std::byte> bytes(saved.begin(), saved.begin() + kMarks);
  bytes.insert(bytes.end(), input.begin(), input.end());
  accepts([&] { simulation.restore(bytes); });
}

}  // namespace galet::fuzz
