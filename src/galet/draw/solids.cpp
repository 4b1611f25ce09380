#include "galet/draw/solids.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "galet/draw/lamp.hpp"
#include "galet/draw/near_balls.hpp"
#include "galet/draw/polygon.hpp"

namespace galet {
namespace {

constexpr int stripe_rows = 8;         // of the picture, drawn by one task
constexpr int most_fine_width = 8000;  // beyond it pixels are not divided
constexpr std::size_t most_neighbours = 24;
constexpr double sky_light = 0.66;
constexpr double lamp_light = 0.60;
constexpr std::int32_t nothing = -1;
constexpr float no_depth = std::numeric_limits<float>::infinity();

using Light = Eigen::Array3d;  // linear red, green, blue

double decoded(double x) { return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4); }

Light light_of(const Color& color) {
  return {decoded(color.red), decoded(color.green), decoded(color.blue)};
}

std::uint32_t pixel_of(const Light& light) {
  const auto channel = [](double x) {
    const double y = std::clamp(x, 0.0, 1.0);
    const double code = y <= 0.0031308 ? 12.92 * y : 1.055 * std::pow(y, 1.0 / 2.4) - 0.055;
    return static_cast<std::uint32_t>(std::lround(255.0 * code));
  };
  return channel(light[0]) << 16 | channel(light[1]) << 8 | channel(light[2]);
}

// Pixels that may show something, ends included.
struct PixelBox {
  int i0 = 0;
  int i1 = -1;
  int j0 = 0;
  int j1 = -1;

  void clip(int width, int height) {
    i0 = std::max(i0, 0);
    j0 = std::max(j0, 0);
    i1 = std::min(i1, width - 1);
    j1 = std::min(j1, height - 1);
  }
  bool empty() const { return i0 > i1 || j0 > j1; }
  void take(const PixelBox& other) {
    if (other.empty()) return;
    if (empty()) {
      *this = other;
      return;
    }
    i0 = std::min(i0, other.i0);
    i1 = std::max(i1, other.i1);
    j0 = std::min(j0, other.j0);
    j1 = std::max(j1, other.j1);
  }
};

// Slopes s = x/z of the two rays through the eye that touch a ball, in a plane through the eye:
// (c − s z)² = r² (1 + s²).
std::array<double, 2> touching_slopes(double c, double z, double r) {
  const double root = r * std::sqrt(std::max(0.0, c * c + z * z - r * r));
  const double over = z * z - r * r;
  return {(c * z - root) / over, (c * z + root) / over};
}

PixelBox box_of_ball(const Camera& camera, const Vec<3>& own, double r) {
  if (!own.allFinite() || own.z() <= 1.001 * r) return {};  // around or behind the eye
  const auto x = touching_slopes(own.x(), own.z(), r);
  const auto y = touching_slopes(own.y(), own.z(), r);
  const auto pixel = [](double p) {
    return static_cast<int>(std::floor(std::clamp(p, -1e6, 1e6)));
  };
  PixelBox box{pixel(0.5 * camera.width + camera.focal * x[0]),
               pixel(0.5 * camera.width + camera.focal * x[1]),
               pixel(0.5 * camera.height - camera.focal * y[1]),
               pixel(0.5 * camera.height - camera.focal * y[0])};
  box.clip(camera.width, camera.height);
  return box;
}

struct OwnFace {
  std::vector<Pixel> outline;
  Vec<3> normal;  // towards the eye, own axes
  double offset = 0.0;
};

// Columns of pixels, ends included.
struct PixelSpan {
  int i0 = 0;
  int i1 = -1;
};

// Those whose middles lie in the outline, which is convex, at the height of a row's middle.
PixelSpan span_of(const OwnFace& face, int row) {
  const double y = row + 0.5;
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (std::size_t k = 0; k < face.outline.size(); ++k) {
    const Pixel& p = face.outline[k];
    const Pixel& q = face.outline[(k + 1) % face.outline.size()];
    if ((p.y() < y) == (q.y() < y)) continue;
    const double x = p.x() + (y - p.y()) / (q.y() - p.y()) * (q.x() - p.x());
    low = std::min(low, x);
    high = std::max(high, x);
  }
  if (low > high) return {};
  return {static_cast<int>(std::ceil(std::clamp(low, -1e6, 1e6) - 0.5)),
          static_cast<int>(std::floor(std::clamp(high, -1e6, 1e6) - 0.5))};
}

// Where a ray meets a face, a ball or a tube: its distance along the ray, infinite for none.
double meets_face(const OwnFace& face, const Vec<3>& ray) {
  const double slope = face.normal.dot(ray);
  return slope == 0.0 ? std::numeric_limits<double>::infinity() : face.offset / slope;
}

double meets_ball(const Vec<3>& own, double r, const Vec<3>& ray) {
  const double a = ray.squaredNorm();
  const double b = ray.dot(own);
  const double h = b * b - a * (own.squaredNorm() - r * r);
  return h < 0.0 ? std::numeric_limits<double>::infinity() : (b - std::sqrt(h)) / a;
}

double meets_tube(const Vec<3>& p, const Vec<3>& q, double r, const Vec<3>& ray) {
  const Vec<3> axis = q - p;
  const double aa = axis.squaredNorm();
  const double ad = axis.dot(ray);
  const double ap = -axis.dot(p);
  const double dp = -ray.dot(p);
  const double a = aa * ray.squaredNorm() - ad * ad;
  const double b = aa * dp - ap * ad;
  const double c = aa * p.squaredNorm() - ap * ap - r * r * aa;
  const double h = b * b - a * c;
  if (h < 0.0) return std::numeric_limits<double>::infinity();
  if (a > 0.0) {
    const double t = (-b - std::sqrt(h)) / a;
    const double along = ap + t * ad;
    if (along > 0.0 && along < aa) return t;
  }
  return std::min(meets_ball(p, r, ray), meets_ball(q, r, ray));
}

// What every task looks at: everything in the axes of the camera, and what dims the light.
class Stage {
 public:
  Stage(const Solids& solids, const Camera& camera, Workers& workers)
      : solids_(solids),
        camera_(camera),
        lamp_(lit_balls(solids, camera), lamp_direction(solids, camera)),
        near_(solids.balls),
        crowded_(near_.crowding() > 8.0) {
    for (const Ball& ball : solids.balls) {
      own_.push_back(camera.to_own(ball.center));
      boxes_.push_back(box_of_ball(camera, own_.back(), ball.radius));
      colors_.push_back(light_of(ball.color));
    }
    for (const Face& face : solids.faces) add_face(face);
    for (const Tube& tube : solids.tubes) {
      ends_.push_back({camera.to_own(tube.a), camera.to_own(tube.b)});
      PixelBox box = box_of_ball(camera, ends_.back()[0], tube.radius);
      box.take(box_of_ball(camera, ends_.back()[1], tube.radius));
      boxes_.push_back(box);
      colors_.push_back(light_of(tube.color));
    }
    neighbours_.resize(solids.balls.size());
    workers.for_range(solids.balls.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t b = begin; b < end; ++b) find_neighbours(b);
    });
  }

  const Camera& camera() const { return camera_; }
  std::size_t things() const { return boxes_.size(); }
  const PixelBox& box(std::size_t thing) const { return boxes_[thing]; }
  bool is_ball(std::size_t thing) const { return thing < own_.size(); }
  bool is_glass(std::size_t thing) const { return is_ball(thing) && solids_.opacity < 1.0; }
  double opacity() const { return solids_.opacity; }
  // No ray meets it nearer than this.
  double nearest(std::size_t thing) const {
    return is_ball(thing) ? own_[thing].z() - solids_.balls[thing].radius : 0.0;
  }

  // The pixels of a row that may show it.
  PixelSpan span(std::size_t thing, int row) const {
    const PixelBox& box = boxes_[thing];
    const bool face = !is_ball(thing) && thing - own_.size() < faces_.size();
    if (!face) return {box.i0, box.i1};
    const PixelSpan inside = span_of(faces_[thing - own_.size()], row);
    return {std::max(box.i0, inside.i0), std::min(box.i1, inside.i1)};
  }

  double distance(std::size_t thing, const Vec<3>& ray) const {
    if (is_ball(thing)) return distance_of_ball(thing, ray);
    const std::size_t k = thing - own_.size();
    if (k < faces_.size()) return meets_face(faces_[k], ray);
    const std::size_t t = k - faces_.size();
    return meets_tube(ends_[t][0], ends_[t][1], solids_.tubes[t].radius, ray);
  }

  // The light that comes along the ray from where it meets the thing.
  Light seen(std::size_t thing, const Vec<3>& ray, double distance) const {
    const Vec<3> x = camera_.to_world(distance * ray);
    const bool cut = on_cut(thing, x);
    const Vec<3> n = cut ? solids_.cut->normal : normal(thing, x);
    const double tilt = n.dot(solids_.up);
    // Walls get light from all around, so that upright ones are not dark.
    double sky = is_ball(thing) ? 0.58 + 0.42 * tilt : 0.85 + 0.15 * tilt;
    double direct = std::max(0.0, n.dot(lamp_.towards()));
    if (!is_glass(thing) && !cut) {
      sky *= open_sky(thing, x, n);
      if (direct > 0.0) direct *= lamp_.reaching(x);
    }
    return colors_[thing] * (sky_light * sky + lamp_light * direct);
  }

 private:
  // What is cut away throws no shadow, and glass a negligible one. What is out of the picture would
  // make the map of shadows coarse.
  static std::vector<Ball> lit_balls(const Solids& solids, const Camera& camera) {
    std::vector<Ball> balls;
    if (solids.opacity < 1.0) return balls;
    for (const Ball& ball : solids.balls) {
      const PixelBox box = box_of_ball(camera, camera.to_own(ball.center), ball.radius);
      if (!box.empty() && !is_cut_away(solids, ball)) balls.push_back(ball);
    }
    return balls;
  }

  // From above, and from the left behind the viewer.
  static Vec<3> lamp_direction(const Solids& solids, const Camera& camera) {
    const Vec<3> right = camera.axes.row(0).transpose();
    const Vec<3> towards = -camera.axes.row(2).transpose();
    return (solids.up - 0.55 * right + 0.55 * towards).normalized();
  }

  void add_face(const Face& face) {
    OwnFace own;
    PixelBox box;
    std::vector<Vec<3>> corners;
    for (const Vec<3>& x : face.corners) corners.push_back(camera_.to_own(x));
    const Vec<3> across = area_vector(corners);
    const bool seen = !across.isZero(0.0) && std::ranges::all_of(corners, [&](const Vec<3>& x) {
      return x.z() > 1e-6 * x.norm();
    });
    if (seen) {
      own.normal = across.normalized();
      own.offset = own.normal.dot(corners[0]);
      if (own.offset > 0.0) {
        own.normal = -own.normal;
        own.offset = -own.offset;
      }
      for (const Vec<3>& x : corners) {
        const Pixel p = camera_.project(x);
        own.outline.push_back(p);
        const int i = static_cast<int>(std::clamp(p.x(), -1e6, 1e6));
        const int j = static_cast<int>(std::clamp(p.y(), -1e6, 1e6));
        box.take({i - 1, i + 1, j - 1, j + 1});
      }
      box.clip(camera_.width, camera_.height);
    }
    faces_.push_back(std::move(own));
    boxes_.push_back(box);
    colors_.push_back(light_of(face.color));
  }

  double distance_of_ball(std::size_t b, const Vec<3>& ray) const {
    const double r = solids_.balls[b].radius;
    const double entry = meets_ball(own_[b], r, ray);
    if (!solids_.cut || !std::isfinite(entry)) return entry;
    // Cut open: the ray goes on to the plane of the cut, if it is still inside there.
    const Vec<3> normal = camera_.axes * solids_.cut->normal;
    const double offset = normal.dot(camera_.to_own(solids_.cut->point));
    if (normal.dot(entry * ray) <= offset) return entry;
    const double plane = offset / normal.dot(ray);
    const double exit = 2.0 * ray.dot(own_[b]) / ray.squaredNorm() - entry;
    return plane > entry && plane < exit ? plane : std::numeric_limits<double>::infinity();
  }

  static bool is_cut_away(const Solids& solids, const Ball& ball) {
    return solids.cut && (ball.center - solids.cut->point).dot(solids.cut->normal) > 0.0;
  }
  bool on_cut(std::size_t thing, const Vec<3>& x) const {
    if (!solids_.cut || !is_ball(thing)) return false;
    return std::abs((x - solids_.cut->point).dot(solids_.cut->normal)) <
           1e-3 * solids_.balls[thing].radius;
  }

  Vec<3> normal(std::size_t thing, const Vec<3>& x) const {
    if (is_ball(thing)) {
      const Ball& ball = solids_.balls[thing];
      return (x - ball.center) / ball.radius;
    }
    const std::size_t k = thing - own_.size();
    if (k < faces_.size()) return camera_.axes.transpose() * faces_[k].normal;
    const Tube& tube = solids_.tubes[k - faces_.size()];
    const Vec<3> axis = tube.b - tube.a;
    const double length2 = axis.squaredNorm();
    const double along =
        length2 > 0.0 ? std::clamp((x - tube.a).dot(axis) / length2, 0.0, 1.0) : 0.0;
    return (x - tube.a - along * axis).normalized();
  }

  void find_neighbours(std::size_t b) {
    const Ball& ball = solids_.balls[b];
    if (boxes_[b].empty()) return;
    std::vector<std::pair<double, std::uint32_t>> found;
    near_.for_each(ball.center, [&](std::uint32_t other) {
      if (other == b) return;
      const Ball& o = solids_.balls[other];
      const double distance = (o.center - ball.center).norm();
      if (distance < ball.radius + 3.0 * o.radius) found.emplace_back(distance / o.radius, other);
    });
    std::ranges::sort(found);
    if (found.size() > most_neighbours) found.resize(most_neighbours);
    for (const auto& [distance, other] : found) neighbours_[b].push_back(other);
  }

  // The share of the sky above a surface that other balls leave free: a ball of radius r at
  // distance d covers the part cos(angle) (r/d)² of the light that reaches it.
  double open_sky(std::size_t thing, const Vec<3>& x, const Vec<3>& n) const {
    double open = 1.0;
    const auto cover = [&](std::uint32_t other, double reach) {
      const Ball& ball = solids_.balls[other];
      if (is_cut_away(solids_, ball)) return;
      const Vec<3> to = ball.center - x;
      const double d2 = to.squaredNorm();
      const double d = std::sqrt(d2);
      const double r = std::min(ball.radius, d);
      // Balls that rise above the horizon in part count in part, those at the end of reach less.
      const double above = std::max(0.0, (n.dot(to) + 0.5 * r) / (d + 0.5 * r));
      const double share = std::clamp(2.0 - 2.0 * d / reach, 0.0, 1.0);
      open *= 1.0 - 0.9 * share * above * r * r / d2;
    };
    if (is_ball(thing)) {
      for (const std::uint32_t other : neighbours_[thing]) {
        cover(other, std::numeric_limits<double>::infinity());
      }
    } else if (!crowded_ && solids_.opacity >= 1.0) {
      near_.for_each(x, [&](std::uint32_t other) { cover(other, near_.reach()); });
    }
    return open;
  }

  const Solids& solids_;
  Camera camera_;
  Lamp lamp_;
  NearBalls near_;
  bool crowded_;  // too much to look at for every pixel
  std::vector<Vec<3>> own_;
  std::vector<OwnFace> faces_;
  std::vector<std::array<Vec<3>, 2>> ends_;  // of the tubes
  std::vector<PixelBox> boxes_;              // balls, faces, tubes
  std::vector<Light> colors_;
  std::vector<std::vector<std::uint32_t>> neighbours_;
};

// The fine pixels of some rows.
class Stripe {
 public:
  // Of `fine` by `fine` of them for each pixel of the picture.
  Stripe(const Stage& stage, int top, int rows, int fine)
      : stage_(stage),
        top_(top),
        rows_(rows),
        fine_(fine),
        width_(stage.camera().width),
        depth_(static_cast<std::size_t>(rows * width_), no_depth),
        thing_(depth_.size(), nothing) {}

  void draw(std::span<const std::uint32_t> things) {
    for (const std::uint32_t thing : things) {
      if (stage_.is_glass(thing)) continue;
      for_each_pixel(thing, [&](std::size_t place, const Vec<3>&, double distance) {
        depth_[place] = static_cast<float>(distance);
        thing_[place] = static_cast<std::int32_t>(thing);
      });
    }
  }

  std::vector<Light> light(std::span<const std::uint32_t> things, const Light& background) const {
    std::vector<Light> lights(depth_.size(), background);
    for (int j = 0; j < rows_; j += fine_) {
      for (int i = 0; i < width_; i += fine_) light_pixel(i, j, lights);
    }
    if (stage_.opacity() < 1.0) lay_glass(things, lights);
    return lights;
  }

 private:
  // Light varies little over a pixel that shows one thing: its first part stands for all.
  void light_pixel(int i, int j, std::vector<Light>& lights) const {
    const auto first = static_cast<std::size_t>(j * width_ + i);
    for (int v = 0; v < fine_; ++v) {
      for (int u = 0; u < fine_; ++u) {
        const auto place = static_cast<std::size_t>((j + v) * width_ + i + u);
        if (thing_[place] == nothing) continue;
        const auto thing = static_cast<std::size_t>(thing_[place]);
        const bool known = place != first && thing_[place] == thing_[first];
        lights[place] = known ? lights[first] : stage_.seen(thing, ray(place), depth_[place]);
      }
    }
  }

  Vec<3> ray(std::size_t place) const {
    const int p = static_cast<int>(place);
    return stage_.camera().ray(p % width_, top_ + p / width_);
  }

  // Calls f(place, ray, distance) where the thing is nearer than what is there.
  template <class F>
  void for_each_pixel(std::uint32_t thing, F&& f) const {
    const PixelBox& box = stage_.box(thing);
    const double nearest = stage_.nearest(thing);
    for (int j = std::max(box.j0, top_); j <= std::min(box.j1, top_ + rows_ - 1); ++j) {
      const PixelSpan span = stage_.span(thing, j);
      for (int i = span.i0; i <= span.i1; ++i) {
        const auto place = static_cast<std::size_t>((j - top_) * width_ + i);
        if (depth_[place] <= nearest) continue;
        const Vec<3> ray = stage_.camera().ray(i, j);
        const double distance = stage_.distance(thing, ray);
        if (distance > 0.0 && distance < depth_[place]) f(place, ray, distance);
      }
    }
  }

  // Glass in any order: what shines through is dimmed by all of it, its own light is a mean in
  // which near balls count more.
  void lay_glass(std::span<const std::uint32_t> things, std::vector<Light>& lights) const {
    std::vector<float> through(lights.size(), 1.0F);
    std::vector<Light> sum(lights.size(), Light::Zero());
    std::vector<float> weight(lights.size(), 0.0F);
    for (const std::uint32_t thing : things) {
      if (!stage_.is_glass(thing)) continue;
      for_each_pixel(thing, [&](std::size_t place, const Vec<3>& ray, double distance) {
        const double near = stage_.opacity() / std::pow(distance, 6);
        through[place] *= static_cast<float>(1.0 - stage_.opacity());
        sum[place] += near * stage_.seen(thing, ray, distance);
        weight[place] += static_cast<float>(near);
      });
    }
    for (std::size_t place = 0; place < lights.size(); ++place) {
      if (!(weight[place] > 0.0F)) continue;
      const double share = through[place];
      lights[place] = share * lights[place] + (1.0 - share) / weight[place] * sum[place];
    }
  }

  const Stage& stage_;
  int top_;
  int rows_;
  int fine_;
  int width_;
  std::vector<float> depth_;
  std::vector<std::int32_t> thing_;
};

}  // namespace

PixelImage shade(const Solids& solids, const Camera& camera, const Color& background,
                 Workers& workers) {
  const int fine = camera.width <= most_fine_width / 2 ? 2 : 1;
  const Stage stage(solids, camera.finer(fine), workers);
  const int stripes = (camera.height + stripe_rows - 1) / stripe_rows;
  std::vector<std::vector<std::uint32_t>> things(static_cast<std::size_t>(stripes));
  for (std::size_t k = 0; k < stage.things(); ++k) {
    const PixelBox& box = stage.box(k);
    if (box.empty()) continue;
    for (int s = box.j0 / (fine * stripe_rows); s <= box.j1 / (fine * stripe_rows); ++s) {
      things[static_cast<std::size_t>(s)].push_back(static_cast<std::uint32_t>(k));
    }
  }
  PixelImage image{camera.width, camera.height, {}};
  image.pixels.resize(static_cast<std::size_t>(image.width) *
                      static_cast<std::size_t>(image.height));
  workers.for_tasks(static_cast<std::size_t>(stripes), [&](std::size_t s) {
    const int top = static_cast<int>(s) * stripe_rows;
    const int rows = std::min(stripe_rows, camera.height - top);
    Stripe stripe(stage, fine * top, fine * rows, fine);
    stripe.draw(things[s]);
    const std::vector<Light> lights = stripe.light(things[s], light_of(background));
    for (int j = 0; j < rows; ++j) {
      for (int i = 0; i < image.width; ++i) {
        Light sum = Light::Zero();
        for (int v = 0; v < fine; ++v) {
          for (int u = 0; u < fine; ++u) {
            sum += lights[static_cast<std::size_t>((fine * j + v) * fine * image.width + fine * i +
                                                   u)];
          }
        }
        image.pixels[static_cast<std::size_t>((top + j) * image.width + i)] =
            pixel_of(sum / (fine * fine));
      }
    }
  });
  return image;
}

}  // namespace galet
