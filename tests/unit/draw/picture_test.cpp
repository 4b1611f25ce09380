#include "galet/draw/picture.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <set>

#include "unit/io/sample.hpp"
#include <cairo.h>
#include <gtest/gtest.h>

#include "galet/base/error.hpp"

namespace galet::picture_test {
namespace {

namespace fs = std::filesystem;

struct Png {
  int width = 0;
  int height = 0;
  std::vector<std::uint32_t> pixels;  // 0x00RRGGBB

  std::uint32_t at(int x, int y) const { return pixels[static_cast<std::size_t>(y * width + x)]; }
  std::size_t colors() const { return std::set(pixels.begin(), pixels.end()).size(); }
};

constexpr std::uint32_t white = 0xffffff;

Png read_png(const fs::path& path) {
  cairo_surface_t* surface = cairo_image_surface_create_from_png(path.c_str());
  EXPECT_EQ(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
  Png png;
  png.width = cairo_image_surface_get_width(surface);
  png.height = cairo_image_surface_get_height(surface);
  const int stride = cairo_image_surface_get_stride(surface);
  const unsigned char* data = cairo_image_surface_get_data(surface);
  for (int y = 0; y < png.height; ++y) {
    const auto* row = reinterpret_cast<const std::uint32_t*>(data + y * stride);
    for (int x = 0; x < png.width; ++x) png.pixels.push_back(row[x] & 0xffffffU);
  }
  cairo_surface_destroy(surface);
  return png;
}

template <int D>
Png drawn(const Sample<D>& sample, const PictureOptions& options = {}) {
  const TemporaryFolder folder;
  draw_picture<D>(sample.frame(), folder.path() / "a.png", options);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
  return read_png(folder.path() / "a.png");
}

TEST(Picture, is_a_png_of_the_asked_width) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "a.png";
  draw_picture<2>(packed_sample<2>({4, 3}, 0.01).frame(), path, {.width = 400});
  std::ifstream file(path, std::ios::binary);
  std::array<unsigned char, 24> head{};
  file.read(reinterpret_cast<char*>(head.data()), head.size());
  const std::array<unsigned char, 8> signature{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  EXPECT_TRUE(std::equal(signature.begin(), signature.end(), head.begin()));
  EXPECT_EQ(head[18] * 256 + head[19], 400);
  EXPECT_GT(head[22] * 256 + head[23], 100);
}

// Two discs at the left and right ends, nothing between them. The view is 30 px (at width 1200)
// wider than the discs on each side.
TEST(Picture, shows_grains_where_they_are) {
  Sample<2> sample;
  sample.add_body({0.0, 0.0}, 1.0);
  sample.add_body({8.0, 0.0}, 1.0);
  const Png png = drawn(sample, {.width = 1200});
  const double scale = (1200.0 - 60.0) / 10.0;
  const int y = static_cast<int>(30.0 + 3.0 * scale);  // at least six radii are shown
  EXPECT_NE(png.at(static_cast<int>(30.0 + 0.8 * scale), y), white);
  EXPECT_NE(png.at(static_cast<int>(30.0 + 8.4 * scale), y), white);
  EXPECT_EQ(png.at(600, y), white);
  EXPECT_EQ(png.at(static_cast<int>(30.0 + 1.0 * scale), y - static_cast<int>(1.2 * scale)), white);
}

TEST(Picture, mark_turns_with_the_grain) {
  Sample<2> sample;
  sample.add_body({0.0, 0.0}, 1.0);
  const Png before = drawn(sample);
  sample.state.bodies.rotation[0] = Rotation<2>(1.0);
  EXPECT_NE(drawn(sample).pixels, before.pixels);
}

TEST(Picture, drum_shows_its_turning) {
  Sample<2> sample;
  Motion<2> motion;
  motion.spin = Spin<2>(1.0);
  sample.add_boundary(Drum<2>{1.0}, {0.0, 0.0}, motion);
  const Png before = drawn(sample);
  sample.state.time = 0.1;
  const Png after = drawn(sample);
  EXPECT_NE(before.at(1184, 600), after.at(1184, 600));  // the long tick has left
}

TEST(Picture, force_chains_can_be_left_out) {
  const Sample<2> sample = packed_sample<2>({3, 3}, 0.01);
  const auto reddish = [](const Png& png) {
    return std::ranges::count_if(png.pixels, [](std::uint32_t p) {
      return static_cast<int>(p >> 16) > static_cast<int>(p >> 8 & 0xff) + 60;
    });
  };
  EXPECT_GT(reddish(drawn(sample)), 500);
  EXPECT_EQ(reddish(drawn(sample, {.force_chains = false})), 0);
}

TEST(Picture, faster_grains_are_darker) {
  Sample<2> sample;
  sample.add_body({0.0, 0.0}, 1.0);
  sample.add_body({4.0, 0.0}, 1.0, {0.0, 2.0});
  const Png png = drawn(sample);
  const double scale = (1200.0 - 60.0) / 6.0;
  const int y = static_cast<int>(30.0 + 3.0 * scale);
  const auto green = [&](double x) {
    return png.at(static_cast<int>(30.0 + (x + 1.0) * scale), y) >> 8 & 0xffU;
  };
  EXPECT_GT(green(-0.4), green(3.6) + 100);
}

TEST(Picture, a_stray_body_does_not_shrink_the_rest) {
  Sample<2> sample = packed_sample<2>({6, 6}, 0.01);
  const Png before = drawn(sample);
  sample.add_body({1e4, 1e5}, 0.01, {10.0, 100.0});
  sample.add_body({std::nan(""), 0.0}, 0.01);
  sample.add_body({std::numeric_limits<double>::infinity(), 0.0}, 0.01);
  const Png after = drawn(sample);
  EXPECT_EQ(after.width, before.width);
  EXPECT_EQ(after.height, before.height);
}

TEST(Picture, planes_do_not_enlarge_the_view) {
  Sample<2> sample = packed_sample<2>({6, 6}, 0.01);
  const Png before = drawn(sample);
  sample.add_boundary(HalfSpace<2>{{0.0, -1e6}, {0.0, 1.0}});
  EXPECT_EQ(drawn(sample).pixels, before.pixels);
}

TEST(Picture, empty_and_single_body_scenes) {
  EXPECT_GT(drawn(Sample<2>()).height, 100);
  EXPECT_GT(drawn(Sample<3>()).height, 100);
  Sample<2> flat;
  flat.add_boundary(HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}});
  EXPECT_GT(drawn(flat).colors(), 2U);
  flat.add_body({1e5, 0.0}, 1e-4);
  EXPECT_GT(drawn(flat).colors(), 3U);
  Sample<3> space;
  space.add_body({1.0, 2.0, 3.0}, 0.5);
  const Png ball = drawn(space);
  EXPECT_GT(ball.colors(), 100U);  // shaded
}

TEST(Picture, tall_and_flat_scenes_keep_bearable_proportions) {
  const Png tall = drawn(packed_sample<2>({1, 200}, 0.01));
  EXPECT_LT(tall.height, 2 * tall.width);
  const Png flat = drawn(packed_sample<2>({200, 1}, 0.01));
  EXPECT_GT(flat.height, flat.width / 5);
}

TEST(Picture, all_boundaries_in_3d) {
  Sample<3> sample = packed_sample<3>({4, 2, 3}, 0.01);
  sample.add_boundary(
      BoxInside<3>{{0, 0, 0}, {0.1, 0.05, 0.1}, {true, true, true, true, true, false}});
  sample.add_boundary(Drum<3>{0.1, Vec<3>(0.0, 1.0, 0.0), 0.1}, {0.05, 0.02, 0.05});
  sample.add_boundary(Drum<3>{0.1, Vec<3>(0.6, 0.0, 0.8)}, {0.05, 0.02, 0.05});
  sample.add_boundary(Stick<3>{{0, 0, 0}, {0.1, 0.1, 0.1}, 0.002});
  sample.add_boundary(HalfSpace<3>{{0.0, 0.0, 0.0}, Vec<3>(1.0, 1.0, 1.0).normalized()});
  EXPECT_GT(drawn(sample).colors(), 100U);
}

// Half of the forces of a column slip: as many strokes in amber as in red.
TEST(Picture, forces_that_slip_have_their_colour) {
  Sample<2> sample;
  for (int k = 0; k < 3; ++k) sample.add_body({0.0, 2.0 * k}, 1.0);
  sample.add_contact(0, 1, {1.0, 0.0});
  sample.add_contact(1, 2, {1.0, 0.0});
  const auto amber = [](const Png& png) {
    return std::ranges::count_if(png.pixels, [](std::uint32_t p) {
      const int red = static_cast<int>(p >> 16);
      const int green = static_cast<int>(p >> 8 & 0xff);
      return red > 180 && green > 100 && green < 190 && static_cast<int>(p & 0xff) < 80;
    });
  };
  const auto legend = amber(drawn(sample));  // the sample of the colour in it
  sample.status[1] = ContactStatus::slip;
  EXPECT_GT(amber(drawn(sample)), legend + 500);
}

TEST(Picture, belts_show_where_they_run) {
  Sample<2> sample;
  sample.add_body({0.0, 1.0}, 1.0);
  sample.add_boundary(HalfSpace<2>{Vec<2>::Zero(), Vec<2>::Unit(1)});
  const Png still = drawn(sample);
  sample.world.boundaries[0].motion.surface_velocity = Vec<2>(1.0, 0.0);
  const Png right = drawn(sample);
  EXPECT_NE(right.pixels, still.pixels);
  sample.world.boundaries[0].motion.surface_velocity = Vec<2>(-1.0, 0.0);
  EXPECT_NE(drawn(sample).pixels, right.pixels);
}

TEST(Picture, formats_follow_from_the_name) {
  const TemporaryFolder folder;
  const auto head = [&]<int D>(const Sample<D>& sample, const std::string& name) {
    draw_picture<D>(sample.frame(), folder.path() / name, {.width = 300});
    std::ifstream file(folder.path() / name, std::ios::binary);
    std::string bytes(5, ' ');
    file.read(bytes.data(), 5);
    return bytes;
  };
  const Sample<2> flat = packed_sample<2>({3, 3}, 0.01);
  const Sample<3> space = packed_sample<3>({3, 3, 3}, 0.01);
  EXPECT_EQ(head(flat, "a.svg"), "<?xml");
  EXPECT_EQ(head(space, "b.svg"), "<?xml");
  EXPECT_EQ(head(flat, "a.pdf"), "%PDF-");
  EXPECT_EQ(head(space, "b.pdf"), "%PDF-");
  EXPECT_THROW(head(flat, "a.jpeg"), InputError);
}

// Pictures of a film share their scales: a frame at rest drawn with the scale of a fast one is
// pale.
TEST(Picture, a_scale_fits_all_it_includes) {
  Sample<2> fast;
  fast.add_body({0.0, 0.0}, 1.0, {0.0, 8.0});
  Sample<2> far;
  far.add_body({30.0, 0.0}, 1.0, {0.0, 0.1});
  const PictureOptions options;
  PictureScale<2> scale = picture_scale(fast.frame(), options);
  scale.include(picture_scale(far.frame(), options));
  EXPECT_DOUBLE_EQ(scale.color, 10.0);
  EXPECT_LE(scale.window.low[0], -1.0);
  EXPECT_GE(scale.window.high[0], 31.0);
}

std::size_t pixels_of_grains(const Png& png) {
  // Deep blue: as fast as the scale says.
  return static_cast<std::size_t>(std::ranges::count_if(
      png.pixels, [](std::uint32_t p) { return (p & 0xff) > (p >> 16) + 40; }));
}

// A box around the grains hides none of them: the sides before them are outlines. Nor does a drum,
// which has no lid.
TEST(Picture, boundaries_in_space_do_not_hide_grains) {
  Sample<3> open = packed_sample<3>({6, 6, 6}, 0.01);
  for (Vec<3>& v : open.state.bodies.velocity) v = {3.0, 0.0, 0.0};
  const std::size_t alone = pixels_of_grains(drawn(open, {.width = 600}));
  Sample<3> boxed = open;
  boxed.add_boundary(
      BoxInside<3>{{0, 0, 0}, {0.12, 0.12, 5.0}, {true, true, true, true, true, true}});
  const std::size_t in_box = pixels_of_grains(drawn(boxed, {.width = 600}));
  EXPECT_GT(alone, 25'000U);
  EXPECT_GT(in_box, alone * 95 / 100);
  Sample<3> turned = open;
  turned.add_boundary(Drum<3>{0.12, Vec<3>(0.0, 1.0, 0.0), 0.13}, {0.06, 0.06, 0.06});
  EXPECT_GT(pixels_of_grains(drawn(turned, {.width = 600})),
            alone / 5);  // the whole drum is shown: smaller
}

// Nor do a tube and plates that stand around them; a rod that stands before them does.
TEST(Picture, tubes_and_plates_around_the_grains_are_open_to_the_viewer) {
  Sample<3> open = packed_sample<3>({6, 6, 6}, 0.01);
  for (Vec<3>& v : open.state.bodies.velocity) v = {3.0, 0.0, 0.0};
  const std::size_t alone = pixels_of_grains(drawn(open, {.width = 600}));
  Sample<3> tube = open;
  tube.add_boundary(Revolved<3>{Vec<3>::UnitZ(), {0.0, 0.09}, {0.2, 0.09}}, {0.06, 0.06, 0.0});
  EXPECT_GT(pixels_of_grains(drawn(tube, {.width = 600})), alone * 95 / 100);
  Sample<3> plates = open;
  plates.add_boundary(Plate<3>{{0.06, 0.0, 0.1}, {0.1, 0.0, 0.0}, {0.0, 0.0, 0.1}, 0.001});
  EXPECT_GT(pixels_of_grains(drawn(plates, {.width = 600})), alone * 95 / 100);
  Sample<3> rod = open;
  rod.add_boundary(Stick<3>{{0.1, -0.05, 0.0}, {0.1, -0.05, 0.2}, 0.02});
  EXPECT_LT(pixels_of_grains(drawn(rod, {.width = 600})), alone * 95 / 100);
}

// A box of 5 m around grains of 0.12 m: the grains fill the picture nevertheless.
TEST(Picture, space_is_framed_on_the_grains) {
  Sample<3> sample = packed_sample<3>({6, 6, 6}, 0.01);
  for (Vec<3>& v : sample.state.bodies.velocity) v = {3.0, 0.0, 0.0};
  sample.add_boundary(BoxInside<3>{{-2, -2, 0}, {3, 3, 5}, {true, true, true, true, true, false}});
  const Png png = drawn(sample, {.width = 600});
  EXPECT_GT(pixels_of_grains(png), png.pixels.size() / 5);
}

// As in the plane, three radii around it are seen: a ball of a third of the picture's height covers
// π/36 = 9 % of a square one, less with the room around.
TEST(Picture, a_single_ball_has_room_around_it) {
  Sample<3> sample;
  sample.add_body({1.0, 2.0, 3.0}, 0.5, {3.0, 0.0, 0.0});
  const Png png = drawn(sample, {.width = 600});
  EXPECT_LT(pixels_of_grains(png), png.pixels.size() * 9 / 100);
  EXPECT_GT(pixels_of_grains(png), png.pixels.size() * 3 / 100);
}

TEST(Picture, forces_in_space_only_when_asked_for) {
  const Sample<3> sample = packed_sample<3>({4, 4, 4}, 0.01);
  const auto reddish = [](const Png& png) {
    return std::ranges::count_if(png.pixels, [](std::uint32_t p) {
      return static_cast<int>(p >> 16) > static_cast<int>(p >> 8 & 0xff) + 60;
    });
  };
  EXPECT_EQ(reddish(drawn(sample, {.width = 400})), 0);
  EXPECT_GT(reddish(drawn(sample, {.width = 400, .force_chains = true})), 300);
}

TEST(Picture, unwritable_path_is_an_error) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "absent" / "a.png";
  try {
    draw_picture<2>(Sample<2>().frame(), path);
    FAIL() << "no error";
  } catch (const SystemError& error) {
    EXPECT_NE(std::string(error.what()).find(path.string()), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("No such file"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace galet::picture_test
