#include <iterator>
#include <string>
#include <vector>

#include "commands.hpp"
#include "counted.hpp"
#include "exit_codes.hpp"
#include "print_warnings.hpp"
#include "scenes.hpp"
#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/build/build.hpp"
#include "galet/build/check_compliance.hpp"
#include "galet/build/suggest_step.hpp"
#include "galet/io/scene_file.hpp"
#include "galet/io/sweep_file.hpp"
#include "galet/model/sizes.hpp"
#include "galet/sim/simulation.hpp"

namespace galet {
namespace {

void print_sizes(const std::string& what, const BodySizes& sizes) {
  if (sizes.count == 0) return;
  if (sizes.smallest == sizes.largest) {
    fmt::print(stderr, "{}: all diameters {:.4g} m\n", what, sizes.smallest);
    return;
  }
  fmt::print(stderr,
             "{}: diameters from {:.4g} to {:.4g} m; by mass D10 = {:.4g}, D50 = {:.4g}, D90 = "
             "{:.4g} m\n",
             what, sizes.smallest, sizes.largest, sizes.d10, sizes.d50, sizes.d90);
}

// Of a sample; the bodies of the run come with their turn of the random numbers.
template <int D>
BodySizes sizes_of_feed(const Feed<D>& feed) {
  constexpr int count = 10000;
  Random random(feed.seed);
  Bodies<D> bodies;
  for (int k = 0; k < count; ++k) {
    BodySeed<D> seed;
    seed.radius = feed.radius.draw(random);
    bodies.add(feed.maker.make(seed, 0, 1));
  }
  return compute_sizes(bodies);
}

// The warnings that the scene earns.
template <int D>
std::vector<Warning> check(const SceneFile& file) {
  try {
    const Setup<D> setup = build<D>(file.scene);
    // To the standard error, so that --resolved leaves only TOML on the standard output.
    fmt::print(stderr, "ok: \"{}\", {}D, {}, {}, {}\n", file.scene.title, D,
               counted(std::ssize(setup.bodies.mass), "body", "bodies"),
               counted(std::ssize(setup.world.boundaries), "boundary", "boundaries"),
               counted(count_steps(file.scene.time), "step", "steps"));
    if (const auto advice = suggest_step<D>(file.scene, setup)) {
      fmt::print(stderr, "time.step is {:g} s; suggested: {:g} s, in which {}\n",
                 file.scene.time.step, advice->seconds, advice->reason);
    }
    if (std::holds_alternative<DemSettings>(file.scene.scheme)) {
      fmt::print(stderr, "time.step is {:g} s; steps up to {:.3g} s are stable\n",
                 file.scene.time.step,
                 stable_step_with_feeds(setup.world, setup.bodies, setup.exchange).step);
    }
    print_sizes("sizes", compute_sizes(setup.bodies));
    for (std::size_t k = 0; k < setup.exchange.feeds.size(); ++k) {
      print_sizes(fmt::format("sizes of feed[{}]", k), sizes_of_feed(setup.exchange.feeds[k]));
    }
    return setup.warnings;
  } catch (const InputError& error) {
    throw located(error, file.sources);
  }
}

}  // namespace

void add_check_command(CLI::App& app, int& exit_code, Guard guard) {
  struct Arguments {
    std::string scene;
    std::vector<std::string> overrides;
    bool resolved = false;
    bool strict = false;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("check", "Check a scene without running it");
  command->add_option("scene", arguments->scene, "Scene file, or a name shown by `galet list`")
      ->required();
  command->add_option("--set", arguments->overrides, "Override a key: --set solver.tolerance=1e-8")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command->add_flag("--resolved", arguments->resolved, "Print the scene with all defaults");
  command->add_flag("--strict", arguments->strict, "Exit with 1 if there is a warning");
  command->callback([arguments, &exit_code, guard] {
    exit_code = guard([&] {
      const std::filesystem::path path = find_scene(arguments->scene);
      if (is_sweep_file(path)) {
        check_sweep_file(path, arguments->overrides);
        return kDone;
      }
      const SceneFile file = load_scene(path, arguments->overrides);
      const std::vector<Warning> warnings =
          file.scene.dimension == 2 ? check<2>(file) : check<3>(file);
      print_warnings(warnings, arguments->strict);
      if (arguments->resolved) fmt::print("{}", to_toml(file.scene));
      return arguments->strict && !warnings.empty() ? kCheckFailed : kDone;
    });
  });
}

}  // namespace galet
