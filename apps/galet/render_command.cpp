#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "commands.hpp"
#include "exit_codes.hpp"
#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/base/near_miss.hpp"
#include "galet/draw/film.hpp"
#include "galet/draw/picture.hpp"
#include "galet/io/atomic_file.hpp"
#include "galet/io/replay.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t scale_frames = 25;  // that the scales of a film are taken from

struct RenderArguments {
  std::string folder;
  std::string output;
  std::optional<double> time;
  std::optional<std::int64_t> frame;
  std::string color = "speed";
  double color_max = 0.0;  // 0: from the frames
  double rate = 25.0;
  bool forces = false;
  bool no_forces = false;
  bool no_marks = false;
  std::string cut;
  double azimuth = 30.0;
  double elevation = 22.0;
  PictureOptions options;
};

ColorBy color_named(const std::string& name) {
  const auto& names = EnumNames<ColorBy>::names;
  const auto it = std::ranges::find(names, name);
  if (it != names.end()) return static_cast<ColorBy>(it - names.begin());
  throw InputError("--color", fmt::format("unknown \"{}\"; {}", name, suggestion(name, names)));
}

// "x", or "x=0.05".
PictureCut cut_named(const std::string& words) {
  static const std::string axes = "xyz";
  PictureCut cut;
  const std::size_t axis = words.empty() ? std::string::npos : axes.find(words.front());
  bool good = axis != std::string::npos && (words.size() == 1 || words[1] == '=');
  if (good && words.size() > 1) {
    double at = 0.0;
    const auto [end, error] = std::from_chars(words.data() + 2, words.data() + words.size(), at);
    good = error == std::errc{} && end == words.data() + words.size() && std::isfinite(at);
    cut.at = at;
  }
  if (!good) {
    throw InputError("--cut", fmt::format("expected an axis, or an axis and a place on it in "
                                          "metres, such as y or y=0.05; got \"{}\"",
                                          words));
  }
  cut.axis = static_cast<int>(axis);
  return cut;
}

void refuse_in_plane(const RenderArguments& arguments) {
  const bool spatial = !arguments.cut.empty() || arguments.options.flat;
  if (spatial) throw InputError("", "--cut and --flat are for 3D runs; this one is 2D");
}

std::int64_t chosen_frame(const RenderArguments& arguments, const Replay& replay) {
  const std::int64_t frames = replay.frames();
  if (arguments.time) return replay.frame_at(*arguments.time);
  if (!arguments.frame) return frames - 1;
  const std::int64_t number = *arguments.frame < 0 ? frames + *arguments.frame : *arguments.frame;
  if (number >= 0 && number < frames) return number;
  throw InputError("--frame", fmt::format("the trajectory has the frames 0 … {}, got {}",
                                          frames - 1, *arguments.frame));
}

template <int D>
PictureScale<D> common_scale(const RenderArguments& arguments, const Replay& replay,
                             std::int64_t first, std::int64_t last) {
  std::optional<PictureScale<D>> scale;
  const std::int64_t count = std::min(last - first + 1, scale_frames);
  for (std::int64_t k = 0; k < count; ++k) {
    // Evenly spread, the last among them.
    const std::int64_t number = last - (last - first) * k / std::max<std::int64_t>(count - 1, 1);
    const PictureScale<D> own = picture_scale(replay.frame<D>(number).frame(), arguments.options);
    if (scale) {
      scale->include(own);
    } else {
      scale = own;
    }
  }
  if (arguments.color_max > 0.0) scale->color = arguments.color_max;
  return *scale;
}

// Calls put(bytes) with the pictures of all frames.
template <int D, class F>
void for_each_picture(const RenderArguments& arguments, const Replay& replay, F&& put) {
  const PictureScale<D> scale = common_scale<D>(arguments, replay, 0, replay.frames() - 1);
  for (std::int64_t number = 0; number < replay.frames(); ++number) {
    put(number, picture_bytes(replay.frame<D>(number).frame(), PictureFormat::png,
                              arguments.options, scale));
  }
}

template <int D>
void render(const RenderArguments& arguments, const Replay& replay) {
  const fs::path output = arguments.output.empty() ? fs::path(arguments.folder) / "render.png"
                                                   : fs::path(arguments.output);
  const bool all = output.extension() == ".mp4" || output.extension().empty();
  if (all && (arguments.time || arguments.frame)) {
    throw InputError("-o", fmt::format("--time and --frame choose one frame, but {} takes all of "
                                       "them; give the name of a picture",
                                       output.string()));
  }
  if (output.extension() == ".mp4") {
    Film film(output, arguments.rate);
    for_each_picture<D>(arguments, replay,
                        [&](std::int64_t, const std::string& png) { film.add(png); });
    film.finish();
  } else if (output.extension().empty()) {
    make_folder(output);
    for_each_picture<D>(arguments, replay, [&](std::int64_t number, const std::string& png) {
      put_picture(output / fmt::format("frame_{:06}.png", number), png);
    });
  } else {
    const std::int64_t number = chosen_frame(arguments, replay);
    const PictureFormat format = picture_format(output);
    const PictureScale<D> scale = common_scale<D>(arguments, replay, number, number);
    put_picture(output,
                picture_bytes(replay.frame<D>(number).frame(), format, arguments.options, scale));
  }
  fmt::print("{}\n", output.string());
}

void render_run(RenderArguments& arguments) {
  arguments.options.color_by = color_named(arguments.color);
  if (arguments.forces || arguments.no_forces) arguments.options.force_chains = arguments.forces;
  arguments.options.marks = !arguments.no_marks;
  arguments.options.angles = {arguments.azimuth * std::numbers::pi / 180.0,
                              arguments.elevation * std::numbers::pi / 180.0};
  if (!arguments.cut.empty()) arguments.options.cut = cut_named(arguments.cut);
  const Replay replay(arguments.folder);
  if (replay.dimension() == 2) {
    refuse_in_plane(arguments);
    render<2>(arguments, replay);
  } else {
    render<3>(arguments, replay);
  }
}

}  // namespace

void add_render_command(CLI::App& app, int& exit_code, Guard guard) {
  auto arguments = std::make_shared<RenderArguments>();
  CLI::App* command = app.add_subcommand("render", "Draw a frame of a run, or a film of all");
  command->add_option("folder", arguments->folder, "Results folder")->required();
  command->add_option("-o,--output", arguments->output,
                      "Picture (.png, .svg, .pdf), film (.mp4, by ffmpeg) or a folder for all "
                      "frames (default: render.png in the results folder)");
  auto* time = command->add_option("--time", arguments->time,
                                   "The frame nearest to this time, s (default: the last)");
  command
      ->add_option("--frame", arguments->frame, "The frame of this number, from 0; −1 is the last")
      ->excludes(time);
  command->add_option("--color", arguments->color,
                      "Grains by speed (default), spin, pressure, contacts or material");
  command
      ->add_option("--color-max", arguments->color_max,
                   "Value shown in the darkest colour (default: one that few grains exceed)")
      ->check(CLI::PositiveNumber);
  auto* forces = command->add_flag("--forces", arguments->forces,
                                   "Force chains (default in 2D); in 3D as tubes in glassy grains");
  command->add_flag("--no-forces", arguments->no_forces, "No force chains")->excludes(forces);
  command->add_flag("--no-marks", arguments->no_marks,
                    "2D: without the lines that turn with the grains");
  command->add_option("--azimuth", arguments->azimuth,
                      "3D: camera turned to the right by this many degrees (default: 30)");
  command
      ->add_option("--elevation", arguments->elevation,
                   "3D: camera above the horizon by this many degrees (default: 22)")
      ->check(CLI::Range(-89.0, 89.0));
  command->add_option(
      "--cut", arguments->cut,
      "3D: cut away what is in front of a plane: y (through the middle) or y=0.05 (m)");
  command->add_flag("--flat", arguments->options.flat,
                    "3D: view from the side, without perspective");
  command->add_option("--width", arguments->options.width, "Pixels (default: 1200)")
      ->check(CLI::Range(64, 16384));
  command->add_option("--fps", arguments->rate, "Frames of a film per second (default: 25)")
      ->check(CLI::Range(1.0, 240.0));
  command->callback([arguments, &exit_code, guard] {
    exit_code = guard([&] {
      render_run(*arguments);
      return kDone;
    });
  });
}

}  // namespace galet
