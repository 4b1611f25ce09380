// [Abide2021, §6.4]: balls in a rotating drum with every local solver.
#include "galet/study/abide_2021_drum.hpp"

#include <fmt/format.h>

#include "galet/study/checks.hpp"

namespace galet::abide_2021 {

Scene drum_scene(const std::filesystem::path& scenes, int count) {
  Scene scene = scene_of(scenes, "abide-2021/drum.toml");
  set_fill(scene, 0, count, drum_ball_radius(count));
  return scene;
}

double column_slope(std::span<const std::optional<double>> heights, double width, double reach) {
  const double middle = 0.5 * static_cast<double>(heights.size() - 1);
  double n = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
  for (std::size_t k = 0; k < heights.size(); ++k) {
    const double x = (static_cast<double>(k) - middle) * width;
    if (!heights[k] || std::abs(x) > reach) continue;
    n += 1.0;
    sx += x;
    sy += *heights[k];
    sxx += x * x;
    sxy += x * *heights[k];
  }
  const double spread = n * sxx - sx * sx;
  return spread > 0.0 ? (n * sxy - sx * sy) / spread : 0.0;
}

void add_surface(Report& report, const std::string& name, const SurfaceMean& surface) {
  report.add(check_at_least(
      {name + ": slope of the bed, from its centre of mass", "°", surface.centre(), 26.0,
       fmt::format("standard deviation in time {:.1f}°; printed from an experiment and the "
                   "simulation of another paper",
                   surface.spread())},
      0.0, "the wall drags the bed up its side: it slopes that way"));
  report.add(report_only(
      {name + ": slope of the line through the surface", "°", surface.whole(), 26.0, ""}));
  report.add(report_only(
      {name + ": the same in the middle half of the drum", "°", surface.middle(), 26.0, ""}));
  report.add(report_only({name + ": highest point above the lowest of the drum",
                          "m",
                          surface.rise(),
                          {},
                          "announced in the paper, not printed"}));
}

namespace {

struct DrumExtent {
  std::int64_t samples;
  std::int64_t steps;  // of every solver from every sample
};

void fill_drum(const std::filesystem::path& scenes, std::size_t column, const DrumExtent& extent,
               Report& report) {
  const Scene scene = drum_scene(scenes, kCounts[column]);
  SurfaceMean surface(0.5 * scene.time.end, scene.time.step);
  const Trajectory trajectory =
      run_trajectory(scene, extent.samples, [&](const Simulation<2>& s) { surface.look(s); });
  const std::vector<SolverRun> runs = run_solvers(scene, trajectory.samples, extent.steps);
  add_surface(report, "trajectory", surface);
  add_trajectory(report, trajectory);
  add_comparison(report, runs, printed_solvers(scenes, "7-8"), column);
  add_printed_gammas(report, scene, trajectory.samples, {1e-8, 1e-8});
  report.notes =
      protocol_notes(scene, trajectory.samples.size(), run_of(runs, "ipdas"), trajectory);
  report.notes.push_back(
      "Slopes and height: means over the second half of the trajectory, every 0.01 s; "
      "`abide-2021/6.4-drum-angle` has longer runs.");
  report.notes.push_back(
      "With e_n = 0.6 and e_t = 1 Newton's law does not bound the energy of several contacts at "
      "once, so that no sign of the dissipation is demanded.");
}

Experiment drum_experiment(const std::string& name, const std::string& title, bool quick,
                           std::size_t column, const DrumExtent& extent) {
  return {.id = "abide-2021/6.4-drum-" + name,
          .title = title,
          .source = "[Abide2021, §6.4, Tables 7 and 8]",
          .quick = quick,
          .catalogue = {"pdas-rotating-drum"},
          .scenes = {"abide-2021/drum.toml"},
          .fill = [column, extent](const std::filesystem::path& scenes, Report& report) {
            fill_drum(scenes, column, extent, report);
          }};
}

}  // namespace

std::vector<Experiment> drum_experiments() {
  std::vector<Experiment> all{drum_experiment(
      "100-short", "100 balls in a rotating drum with every local solver, few samples", true, 0,
      {.samples = 8, .steps = 3})};
  constexpr std::array<std::int64_t, 5> steps{20, 10, 5, 2, 1};
  for (std::size_t k = 0; k < kCounts.size(); ++k) {
    all.push_back(drum_experiment(
        fmt::format("{}", kCounts[k]),
        fmt::format("{} balls in a rotating drum with every local solver", kCounts[k]), false, k,
        {.samples = 10, .steps = steps[k]}));
  }
  return all;
}

}  // namespace galet::abide_2021
