// A picture in memory and what is needed to draw on it. Coordinates are pixels, y downwards.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include <Eigen/Core>
#include <cairo.h>

namespace galet {

using Pixel = Eigen::Vector2d;

struct Color {
  double red = 0.0;
  double green = 0.0;
  double blue = 0.0;
  double alpha = 1.0;

  Color faded(double to) const { return {red, green, blue, alpha * to}; }
};

// From a (s = 0) to b (s = 1).
Color mix(const Color& a, const Color& b, double s);

enum class Align { left, center, right };

// What a canvas becomes: pixels, or shapes that can be enlarged at will.
enum class PictureFormat { png, svg, pdf };

// By the ending of the name. Throws InputError, which names the endings, for another.
PictureFormat picture_format(const std::filesystem::path& path);

// Writes the bytes of a picture under another name first, so that the file is never half a picture.
// Throws SystemError.
void put_picture(const std::filesystem::path& path, const std::string& bytes);

class Canvas {
 public:
  Canvas(int width, int height, const Color& background, PictureFormat format = PictureFormat::png);

  int width() const { return width_; }
  int height() const { return height_; }

  // Nothing is drawn outside the rectangle until the clip is released.
  void clip(double x, double y, double width, double height);
  void release_clip();

  void line(const Pixel& a, const Pixel& b, const Color& color, double thickness);
  void polyline(std::span<const Pixel> points, const Color& color, double thickness,
                bool closed = false);
  // Strokes and gaps by turns, in pixels.
  void dashed(std::span<const Pixel> points, const Color& color, double thickness,
              std::span<const double> dashes);
  void fill_polygon(std::span<const Pixel> points, const Color& color);
  void disc(const Pixel& center, double radius, const Color& color);
  void circle(const Pixel& center, double radius, const Color& color, double thickness);
  void text(const Pixel& at, const std::string& words, const Color& color, double size,
            Align align = Align::left);
  // Upwards, its middle at the point.
  void text_upwards(const Pixel& at, const std::string& words, const Color& color, double size);
  double text_width(const std::string& words, double size);

  // A ball lit from the upper left, blended over what is there. Of PNG only.
  void ball(const Pixel& center, double radius, const Color& color);

  // Rows of 0x00RRGGBB, at the upper left.
  void image(std::span<const std::uint32_t> pixels, int width, int height);

  // The bytes of the file; the canvas cannot be drawn on any more.
  std::string finish();
  void write(const std::filesystem::path& path) { put_picture(path, finish()); }

 private:
  struct Destroy {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
    void operator()(cairo_t* context) const { cairo_destroy(context); }
  };
  void use(const Color& color);
  void trace(std::span<const Pixel> points);

  int width_;
  int height_;
  PictureFormat format_;
  std::unique_ptr<std::string> bytes_ = std::make_unique<std::string>();  // cairo keeps its address
  std::unique_ptr<cairo_surface_t, Destroy> surface_;
  std::unique_ptr<cairo_t, Destroy> context_;
};

}  // namespace galet
