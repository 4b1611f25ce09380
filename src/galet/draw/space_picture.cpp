#include "galet/draw/space_picture.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <thread>

#include "galet/draw/images.hpp"
#include "galet/draw/legend.hpp"
#include "galet/draw/palette.hpp"
#include "galet/draw/polygon.hpp"
#include "galet/draw/quantile.hpp"
#include "galet/io/wall_mesh.hpp"

namespace galet {
namespace {

constexpr Color wall_color{0.90, 0.895, 0.88};
constexpr int outermost_directions = 200;

// Vertical axis and the horizontal one that points to the viewer before the camera is turned.
struct SpaceAxes {
  Vec<3> up = Vec<3>::UnitZ();
  Vec<3> front = -Vec<3>::UnitY();
};

// The axis of gravity upwards (z without gravity); the viewer stands before the longer side.
SpaceAxes axes_of_space(const Frame<3>& frame, const Vec<3>& extent) {
  SpaceAxes axes;
  int up = 2;
  const Vec<3> gravity = frame.world.gravity_at(frame.state.time);
  if (gravity.squaredNorm() > 0.0) {
    gravity.cwiseAbs().maxCoeff(&up);
    axes.up = (gravity[up] > 0.0 ? -1.0 : 1.0) * Vec<3>::Unit(up);
  }
  const int a = (up + 1) % 3;
  const int b = (up + 2) % 3;
  axes.front = extent[a] >= extent[b] ? Vec<3>(-Vec<3>::Unit(b)) : Vec<3>(Vec<3>::Unit(a));
  return axes;
}

struct SpaceBox {
  Vec<3> low = Vec<3>::Constant(std::numeric_limits<double>::infinity());
  Vec<3> high = -low;

  void take(const Vec<3>& x, double r) {
    low = low.cwiseMin(x - Vec<3>::Constant(r));
    high = high.cwiseMax(x + Vec<3>::Constant(r));
  }
  SpaceBox widened(double room) const {
    return {low - Vec<3>::Constant(room), high + Vec<3>::Constant(room)};
  }
  Vec<3> middle() const { return 0.5 * (low + high); }
};

SpaceBox box_of_balls(const std::vector<Ball>& balls) {
  SpaceBox box;
  for (const Ball& ball : balls) box.take(ball.center, ball.radius);
  return box;
}

// A single ball, or few, get some room around them.
std::optional<Ball> room_around(const std::vector<Ball>& balls) {
  double largest = 0.0;
  for (const Ball& ball : balls) largest = std::max(largest, ball.radius);
  const SpaceBox box = box_of_balls(balls);
  const double least = 3.0 * largest;
  if ((box.high - box.low).maxCoeff() >= 2.0 * least) return {};
  return Ball{box.middle(), least, {}};
}

// Whether a boundary may be a wall around the grains, which hides them from outside, rather than a
// thing among them: all but sticks, plates through the middle of the bulk (blades), and what is
// turned about an axis that the bulk is not around, or that is thin.
bool surrounds(const Obstacle<3>& shape, const Placement<3>& at, const SpaceBox& bulk) {
  if (std::holds_alternative<Stick<3>>(shape)) return false;
  if (const auto* plate = std::get_if<Plate<3>>(&shape)) {
    const Vec<3> across = at.rotation.apply(Vec<3>(plate->a.cross(plate->b).normalized()));
    const double width = across.cwiseAbs().dot(bulk.high - bulk.low);
    return std::abs(across.dot(bulk.middle() - at.to_world(plate->center))) > 0.2 * width;
  }
  const auto* turned = std::get_if<Revolved<3>>(&shape);
  if (turned == nullptr) return true;
  const Vec<3> axis = at.rotation.apply(turned->axis);
  const Vec<3> arm = bulk.middle() - at.position;
  const double radius = std::max(turned->start[1], turned->end[1]);
  const double thin = 0.2 * (bulk.high - bulk.low).maxCoeff();
  return radius > thin && (arm - arm.dot(axis) * axis).norm() < radius;
}

// Whether a polygon with this normal belongs to the round edge of a thick plate.
bool is_rim(const Obstacle<3>& shape, const Placement<3>& at, const Vec<3>& normal) {
  const auto* plate = std::get_if<Plate<3>>(&shape);
  if (plate == nullptr) return false;
  const Vec<3> across = at.rotation.apply(Vec<3>(plate->a.cross(plate->b).normalized()));
  return std::abs(normal.dot(across)) < (1.0 - 1e-6) * normal.norm();
}

// Boundaries around the grains show their inner sides only: those that stand between the grains and
// the viewer are outlines.
struct SpaceWalls {
  std::vector<Face> faces;
  std::vector<std::vector<Vec<3>>> outlines;
};

SpaceWalls space_walls(const Frame<3>& frame, const SpaceBox& bulk, const Camera& camera) {
  SpaceWalls walls;
  const double size = (bulk.high - bulk.low).maxCoeff();
  const SpaceBox near = bulk.widened(0.03 * size);  // boxes end a little above the grains
  const SpaceBox wide = bulk.widened(0.15 * size);  // planes go on
  const std::vector<Boundary<3>>& boundaries = frame.world.boundaries;
  const WallMesh mesh =
      wall_mesh(stored(frame, false), Walls(std::span<const Boundary<3>>(boundaries)));
  const auto point = [&](std::int64_t k) -> Vec<3> {
    return Eigen::Map<const Vec<3>>(&mesh.points[3 * static_cast<std::size_t>(k)]);
  };
  for (std::size_t p = 0; p < mesh.polygons.size(); ++p) {
    const auto k = static_cast<std::size_t>(mesh.boundary[mesh.lines.size() + p]);
    const Obstacle<3>& shape = boundaries[k].shape;
    const Placement<3> at = boundaries[k].placement(frame.state.time, frame.state.loaded_motion(k));
    std::vector<Vec<3>> corners;
    for (const std::int64_t corner : mesh.polygons[p]) corners.push_back(point(corner));
    const bool drum = std::holds_alternative<Drum<3>>(shape);
    const bool lid = drum && corners.size() > 4;
    const bool plane = std::holds_alternative<HalfSpace<3>>(shape);
    const SpaceBox& within = plane ? wide : near;
    const bool wall = surrounds(shape, at, bulk);
    if (wall && !drum) corners = cut_to_box(std::move(corners), within.low, within.high);
    if (corners.size() < 3) continue;
    const Vec<3> normal = area_vector(corners);
    const bool rim = is_rim(shape, at, normal);
    const double inner = normal.dot(bulk.middle() - corners[0]);
    const double viewer = normal.dot(camera.eye - corners[0]);
    if (!wall || inner * viewer > 0.0) {
      walls.faces.push_back({std::move(corners), wall_color});
    } else if (lid || !(drum || rim || std::holds_alternative<Revolved<3>>(shape))) {
      walls.outlines.push_back(std::move(corners));
    }
  }
  return walls;
}

// A drum is shown whole unless it is much larger than what is in it.
void include_drums(const Frame<3>& frame, const SpaceBox& bulk, std::vector<Ball>& framed) {
  const double size = (bulk.high - bulk.low).maxCoeff();
  for (std::size_t k = 0; k < frame.world.boundaries.size(); ++k) {
    const Boundary<3>& boundary = frame.world.boundaries[k];
    const Placement<3> at = boundary.placement(frame.state.time, frame.state.loaded_motion(k));
    const auto* drum = std::get_if<Drum<3>>(&boundary.shape);
    if (drum == nullptr || !at.present || !std::isfinite(drum->length)) continue;
    if (std::max(2.0 * drum->radius, drum->length) > 4.0 * size) continue;
    for (const Vec<3>& x : finite_points<3>(boundary.shape, at)) framed.push_back({x, 0.0, {}});
  }
}

std::vector<Ball> drawn_balls(const Frame<3>& frame, const std::vector<Color>& colors) {
  std::vector<Ball> balls;
  for (std::size_t k = 0; k < frame.state.bodies.size(); ++k) {
    if (!frame.state.bodies.position[k].allFinite()) continue;
    for_each_ball(frame, k, [&](const Vec<3>& x) {
      balls.push_back({x, frame.state.bodies.radius[k], colors[k]});
    });
  }
  return balls;
}

std::vector<Tube> force_tubes(const Frame<3>& frame, const PictureScale<3>& scale) {
  std::vector<Tube> tubes;
  const Bodies<3>& bodies = frame.state.bodies;
  const double thickest = 0.45 * quantile(bodies.radius, 0.5);
  for (std::size_t c = 0; c < frame.contacts.size(); ++c) {
    const Contact<3>& contact = frame.contacts[c];
    const double force = frame.impulses[c].dot(contact.n) / frame.step_length;
    const double radius = thickest * std::min(force / scale.force, 1.5);
    if (!(radius > 0.02 * thickest)) continue;  // thinner would not be seen
    const Color& color = frame.status[c] == ContactStatus::slip ? palette::slip : palette::force;
    const Vec<3>& b = bodies.position[contact.b().body()];
    double length = bodies.radius[contact.b().body()] + contact.gap;
    if (!contact.a().is_boundary()) length += bodies.radius[contact.a().body()];
    tubes.push_back({b - length * contact.n, b, radius, color});
  }
  return tubes;
}

// So faint that about a third of the light passes the whole heap.
double glass_opacity(std::size_t balls) {
  const double layers = std::max(1.0, std::cbrt(static_cast<double>(balls)));
  return std::clamp(1.0 - std::pow(0.35, 1.0 / layers), 0.02, 0.3);
}

std::optional<CutPlane> cut_plane(const PictureOptions& options, const Camera& camera,
                                  const SpaceBox& bulk) {
  if (!options.cut) return {};
  const int axis = options.cut->axis;
  Vec<3> point = bulk.middle();
  if (options.cut->at) point[axis] = *options.cut->at;
  const double side = camera.eye[axis] > point[axis] ? 1.0 : -1.0;
  return CutPlane{point, side * Vec<3>::Unit(axis)};
}

std::size_t count_out_of_view(const Frame<3>& frame, const Camera& camera) {
  std::size_t out = 0;
  for (const Vec<3>& x : frame.state.bodies.position) {
    const Vec<3> own = camera.to_own(x);
    const Pixel p = camera.project(own);
    const bool seen = own.z() > 0.0 && p.x() > 0.0 && p.x() < camera.width && p.y() > 0.0 &&
                      p.y() < camera.height;
    out += seen ? 0 : 1;
  }
  return out;
}

}  // namespace

std::vector<Ball> outermost_balls(const Frame<3>& frame) {
  const Bodies<3>& bodies = frame.state.bodies;
  const std::vector<std::size_t> bulk = bulk_of(bodies);
  std::vector<std::size_t> found;
  for (int k = 0; k < outermost_directions && !bulk.empty(); ++k) {
    // Evenly over the sphere, along a spiral.
    const double z = 1.0 - (2.0 * k + 1.0) / outermost_directions;
    const double angle = k * std::numbers::pi * (3.0 - std::sqrt(5.0));
    const double across = std::sqrt(1.0 - z * z);
    const Vec<3> n(across * std::cos(angle), across * std::sin(angle), z);
    found.push_back(*std::ranges::max_element(
        bulk, {}, [&](std::size_t b) { return n.dot(bodies.position[b]) + bodies.radius[b]; }));
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::vector<Ball> balls;
  for (const std::size_t b : found) balls.push_back({bodies.position[b], bodies.radius[b], {}});
  if (balls.empty()) balls.push_back({Vec<3>::Zero(), 0.5, {}});
  return balls;
}

std::string space_picture_bytes(const Frame<3>& frame, PictureFormat format,
                                const PictureOptions& options, const PictureScale<3>& scale) {
  const double unit = std::max(0.5, options.width / 1200.0);
  const int legend_height = static_cast<int>(std::lround(48.0 * unit));
  std::vector<Ball> framed = scale.outermost;
  if (const auto room = room_around(framed)) framed.push_back(*room);
  const SpaceBox bulk = box_of_balls(framed);
  const SpaceAxes axes = axes_of_space(frame, bulk.high - bulk.low);
  include_drums(frame, bulk, framed);
  const Camera camera = framed_camera(framed, axes.up, axes.front, options.angles, options.width);

  Legend legend{.time = frame.state.time,
                .color = color_key(frame, options.color_by, scale.color),
                .scale = camera.focal / camera.to_own(bulk.middle()).z(),
                .out_of_view = count_out_of_view(frame, camera)};
  Solids solids;
  solids.up = axes.up;
  solids.balls = drawn_balls(frame, body_colors(frame, options.color_by, legend.color));
  solids.cut = cut_plane(options, camera, bulk);
  if (scale.force > 0.0) {
    solids.tubes = force_tubes(frame, scale);
    solids.opacity = glass_opacity(solids.balls.size());
    legend.force = scale.force;
    legend.force_thickness = 10.0 * unit;
  }
  SpaceWalls walls = space_walls(frame, bulk, camera);
  solids.faces = std::move(walls.faces);

  Canvas canvas(camera.width, camera.height + legend_height, palette::paper, format);
  Workers workers(static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
  const PixelImage image = shade(solids, camera, palette::paper, workers);
  canvas.image(image.pixels, image.width, image.height);
  canvas.clip(0.0, 0.0, camera.width, camera.height);
  for (const std::vector<Vec<3>>& outline : walls.outlines) {
    std::vector<Pixel> pixels;
    for (const Vec<3>& x : outline) pixels.push_back(camera.project(camera.to_own(x)));
    canvas.polyline(pixels, palette::ink.faded(0.35), unit, true);
  }
  canvas.release_clip();
  draw_legend(canvas, legend, camera.height, unit);
  return canvas.finish();
}

}  // namespace galet
