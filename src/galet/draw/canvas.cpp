#include "galet/draw/canvas.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <numbers>
#include <span>

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <fmt/format.h>

#include "galet/base/error.hpp"

namespace galet {
namespace {

constexpr const char* font = "DejaVu Sans";

std::uint32_t blended(std::uint32_t below, const Color& color, double light, double alpha) {
  const auto channel = [&](int shift, double value) {
    const double old = (below >> shift) & 0xffU;
    const double fresh = 255.0 * std::clamp(value * light, 0.0, 1.0);
    return static_cast<std::uint32_t>(std::lround(old + alpha * (fresh - old))) << shift;
  };
  return channel(16, color.red) | channel(8, color.green) | channel(0, color.blue);
}

cairo_status_t append(void* bytes, const unsigned char* data, unsigned int length) {
  static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

cairo_surface_t* new_surface(PictureFormat format, int width, int height, std::string* bytes) {
  switch (format) {
    case PictureFormat::png:
      return cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    case PictureFormat::pdf:
      return cairo_pdf_surface_create_for_stream(append, bytes, width, height);
    case PictureFormat::svg:
      break;
  }
  cairo_surface_t* surface = cairo_svg_surface_create_for_stream(append, bytes, width, height);
  cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
  return surface;
}

// Whether all is written; errno says why not.
bool put_file(const std::filesystem::path& path, const std::string& bytes) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return false;
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  const int error = errno;
  const bool closed = std::fclose(file) == 0;
  if (!written) errno = error;
  return written && closed;
}

}  // namespace

PictureFormat picture_format(const std::filesystem::path& path) {
  const std::string ending = path.extension().string();
  if (ending == ".png") return PictureFormat::png;
  if (ending == ".svg") return PictureFormat::svg;
  if (ending == ".pdf") return PictureFormat::pdf;
  throw InputError({path.string(), 0, 0}, "",
                   "is not the name of a picture; expected .png, .svg or .pdf");
}

Color mix(const Color& a, const Color& b, double s) {
  const auto between = [s](double x, double y) { return x + s * (y - x); };
  return {between(a.red, b.red), between(a.green, b.green), between(a.blue, b.blue),
          between(a.alpha, b.alpha)};
}

void put_picture(const std::filesystem::path& path, const std::string& bytes) {
  std::filesystem::path part = path;
  part += ".part";
  errno = 0;
  if (put_file(part, bytes) && std::rename(part.c_str(), path.c_str()) == 0) return;
  const std::string message =
      fmt::format("cannot write {}: {}", path.string(), std::strerror(errno));
  std::remove(part.c_str());
  throw SystemError(message);
}

Canvas::Canvas(int width, int height, const Color& background, PictureFormat format)
    : width_(width),
      height_(height),
      format_(format),
      surface_(new_surface(format, width, height, bytes_.get())),
      context_(cairo_create(surface_.get())) {
  if (const cairo_status_t status = cairo_status(context_.get()); status != CAIRO_STATUS_SUCCESS) {
    throw SystemError(fmt::format("cannot make a picture of {} × {} pixels: {}", width, height,
                                  cairo_status_to_string(status)));
  }
  use(background);
  cairo_paint(context_.get());
  cairo_set_line_cap(context_.get(), CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join(context_.get(), CAIRO_LINE_JOIN_ROUND);
  cairo_select_font_face(context_.get(), font, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
}

void Canvas::use(const Color& color) {
  cairo_set_source_rgba(context_.get(), color.red, color.green, color.blue, color.alpha);
}

void Canvas::clip(double x, double y, double width, double height) {
  cairo_rectangle(context_.get(), x, y, width, height);
  cairo_clip(context_.get());
}

void Canvas::release_clip() { cairo_reset_clip(context_.get()); }

void Canvas::line(const Pixel& a, const Pixel& b, const Color& color, double thickness) {
  use(color);
  cairo_set_line_width(context_.get(), thickness);
  cairo_move_to(context_.get(), a.x(), a.y());
  cairo_line_to(context_.get(), b.x(), b.y());
  cairo_stroke(context_.get());
}

void Canvas::trace(std::span<const Pixel> points) {
  cairo_new_path(context_.get());  // text leaves a current point
  for (const Pixel& p : points) cairo_line_to(context_.get(), p.x(), p.y());
}

void Canvas::polyline(std::span<const Pixel> points, const Color& color, double thickness,
                      bool closed) {
  use(color);
  cairo_set_line_width(context_.get(), thickness);
  trace(points);
  if (closed) cairo_close_path(context_.get());
  cairo_stroke(context_.get());
}

void Canvas::dashed(std::span<const Pixel> points, const Color& color, double thickness,
                    std::span<const double> dashes) {
  cairo_set_line_cap(context_.get(), CAIRO_LINE_CAP_BUTT);  // round ends would fill the gaps
  cairo_set_dash(context_.get(), dashes.data(), static_cast<int>(dashes.size()), 0.0);
  polyline(points, color, thickness);
  cairo_set_dash(context_.get(), nullptr, 0, 0.0);
  cairo_set_line_cap(context_.get(), CAIRO_LINE_CAP_ROUND);
}

void Canvas::fill_polygon(std::span<const Pixel> points, const Color& color) {
  use(color);
  trace(points);
  cairo_close_path(context_.get());
  cairo_fill(context_.get());
}

void Canvas::disc(const Pixel& center, double radius, const Color& color) {
  use(color);
  cairo_new_path(context_.get());
  cairo_arc(context_.get(), center.x(), center.y(), radius, 0.0, 2.0 * std::numbers::pi);
  cairo_fill(context_.get());
}

void Canvas::circle(const Pixel& center, double radius, const Color& color, double thickness) {
  use(color);
  cairo_set_line_width(context_.get(), thickness);
  cairo_new_path(context_.get());
  cairo_arc(context_.get(), center.x(), center.y(), radius, 0.0, 2.0 * std::numbers::pi);
  cairo_stroke(context_.get());
}

double Canvas::text_width(const std::string& words, double size) {
  cairo_set_font_size(context_.get(), size);
  cairo_text_extents_t extents;
  cairo_text_extents(context_.get(), words.c_str(), &extents);
  return extents.x_advance;
}

void Canvas::text(const Pixel& at, const std::string& words, const Color& color, double size,
                  Align align) {
  const double width = text_width(words, size);
  const double shift = align == Align::left ? 0.0 : align == Align::center ? 0.5 * width : width;
  use(color);
  cairo_move_to(context_.get(), at.x() - shift, at.y());
  cairo_show_text(context_.get(), words.c_str());
}

void Canvas::text_upwards(const Pixel& at, const std::string& words, const Color& color,
                          double size) {
  cairo_save(context_.get());
  cairo_translate(context_.get(), at.x(), at.y());
  cairo_rotate(context_.get(), -0.5 * std::numbers::pi);
  text({0.0, 0.0}, words, color, size, Align::center);
  cairo_restore(context_.get());
}

void Canvas::ball(const Pixel& center, double radius, const Color& color) {
  // Cairo's gradients cost more than the pixels of a small ball; write these directly.
  cairo_surface_flush(surface_.get());
  unsigned char* data = cairo_image_surface_get_data(surface_.get());
  const int stride = cairo_image_surface_get_stride(surface_.get());
  const int x0 = std::max(0, static_cast<int>(std::floor(center.x() - radius - 1.0)));
  const int x1 = std::min(width_ - 1, static_cast<int>(std::ceil(center.x() + radius + 1.0)));
  const int y0 = std::max(0, static_cast<int>(std::floor(center.y() - radius - 1.0)));
  const int y1 = std::min(height_ - 1, static_cast<int>(std::ceil(center.y() + radius + 1.0)));
  const Eigen::Vector3d light = Eigen::Vector3d(-0.45, -0.60, 0.66).normalized();
  for (int y = y0; y <= y1; ++y) {
    for (int x = x0; x <= x1; ++x) {
      const double dx = x + 0.5 - center.x();
      const double dy = y + 0.5 - center.y();
      const double distance = std::sqrt(dx * dx + dy * dy);
      const double cover = std::clamp(radius - distance + 0.5, 0.0, 1.0);
      if (cover == 0.0) continue;
      const double s = std::min(distance / radius, 1.0);
      const Eigen::Vector3d n(dx / radius, dy / radius, std::sqrt(1.0 - s * s));
      // The rim is darkened so that balls of the same colour stand out from each other.
      const double rim = 0.72 + 0.28 * std::sqrt(n.z());
      const double brightness = (0.62 + 0.46 * std::max(0.0, n.dot(light))) * rim;
      auto* pixel =
          reinterpret_cast<std::uint32_t*>(data + static_cast<std::ptrdiff_t>(y) * stride) + x;
      *pixel = blended(*pixel, color, brightness, cover * color.alpha);
    }
  }
  cairo_surface_mark_dirty_rectangle(surface_.get(), x0, y0, std::max(0, x1 - x0 + 1),
                                     std::max(0, y1 - y0 + 1));
}

void Canvas::image(std::span<const std::uint32_t> pixels, int width, int height) {
  // A copy in cairo's own layout, which pads rows.
  const std::unique_ptr<cairo_surface_t, Destroy> picture(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
  cairo_surface_flush(picture.get());
  unsigned char* data = cairo_image_surface_get_data(picture.get());
  const int stride = cairo_image_surface_get_stride(picture.get());
  for (int row = 0; row < height && data != nullptr; ++row) {
    std::memcpy(data + static_cast<std::ptrdiff_t>(row) * stride,
                &pixels[static_cast<std::size_t>(row) * static_cast<std::size_t>(width)],
                static_cast<std::size_t>(width) * sizeof(std::uint32_t));
  }
  cairo_surface_mark_dirty(picture.get());
  cairo_set_source_surface(context_.get(), picture.get(), 0.0, 0.0);
  cairo_paint(context_.get());
}

std::string Canvas::finish() {
  if (format_ == PictureFormat::png) {
    cairo_surface_write_to_png_stream(surface_.get(), append, bytes_.get());
  }
  cairo_surface_finish(surface_.get());
  return std::move(*bytes_);
}

}  // namespace galet
