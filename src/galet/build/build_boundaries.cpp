#include "galet/build/build_boundaries.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <type_traits>

#include "galet/base/near_miss.hpp"
#include "galet/scene/series_check.hpp"
#include "galet/scene/vectors.hpp"

namespace galet {
namespace {

// A shape in its own frame, and where the origin of the frame is.
template <int D, class Shape>
struct Placed {
  Shape shape;
  Vec<D> origin;
};

// The pivot if given, otherwise the shape's own centre.
template <int D>
Vec<D> origin_of(const std::string& key, const BoundaryCommon& common, const Vec<D>& center) {
  if (!common.motion || common.motion->pivot.empty()) return center;
  return fixed_vector<D>(key + ".motion.pivot", common.motion->pivot);
}

template <int D>
Placed<D, HalfSpace<D>> placed(const std::string& key, const PlaneBoundary& s) {
  const Vec<D> point = fixed_vector<D>(key + ".point", s.point);
  const Vec<D> origin = origin_of<D>(key, s.common, point);
  return {{point - origin, direction<D>(key + ".normal", s.normal)}, origin};
}

template <int D>
Placed<D, Stick<D>> placed(const std::string& key, const SegmentBoundary& s) {
  const Vec<D> start = fixed_vector<D>(key + ".start", s.start);
  const Vec<D> end = fixed_vector<D>(key + ".end", s.end);
  // A length whose square vanishes is as useless as none.
  if (!((end - start).squaredNorm() > 0.0)) refuse(key + ".end", "must differ from the start");
  const Vec<D> origin = origin_of<D>(key, s.common, 0.5 * (start + end));
  return {{start - origin, end - origin, s.radius}, origin};
}

template <int D>
std::array<bool, 2 * D> closed_faces(const std::string& key, const std::vector<std::string>& open) {
  constexpr std::array<std::string_view, 6> all{"x-", "x+", "y-", "y+", "z-", "z+"};
  const std::span<const std::string_view> names = std::span(all).template first<2 * D>();
  std::array<bool, 2 * D> closed;
  closed.fill(true);
  for (const std::string& face : open) {
    const auto found = std::ranges::find(names, face);
    if (found == names.end()) {
      refuse(key,
             fmt::format("unknown face \"{}\"; expected some of {}", face, quoted_list(names)));
    }
    closed[static_cast<std::size_t>(found - names.begin())] = false;
  }
  return closed;
}

template <int D>
Placed<D, BoxInside<D>> placed(const std::string& key, const BoxBoundary& s) {
  const Vec<D> low = fixed_vector<D>(key + ".low", s.low);
  const Vec<D> high = fixed_vector<D>(key + ".high", s.high);
  if (!((high - low).array() > 0.0).all()) {
    refuse(key + ".high", "must be above `low` in every direction");
  }
  const Vec<D> origin = origin_of<D>(key, s.common, 0.5 * (low + high));
  return {{low - origin, high - origin, closed_faces<D>(key + ".open", s.open)}, origin};
}

template <int D>
Placed<D, Drum<D>> placed(const std::string& key, const DrumBoundary& s) {
  const Vec<D> center = fixed_vector<D>(key + ".center", s.center);
  if (origin_of<D>(key, s.common, center) != center) {
    refuse(key + ".motion.pivot", "a drum turns about its own centre; leave the pivot out");
  }
  Drum<D> drum{.radius = s.radius};
  if constexpr (D == 2) {
    if (!s.axis.empty()) refuse(key + ".axis", "is for 3D; a 2D drum is a circle");
    if (s.length) refuse(key + ".length", "is for 3D; a 2D drum is a circle");
  } else {
    if (s.axis.empty()) refuse(key + ".axis", "missing; a 3D drum needs its axis");
    drum.axis = direction<D>(key + ".axis", s.axis);
    if (s.length) drum.length = *s.length;
  }
  return {drum, center};
}

template <int D>
Placed<D, Plate<D>> placed(const std::string& key, const RectangleBoundary& s) {
  if (D == 2) refuse(key + ".kind", "a rectangle is for 3D; in 2D use kind = \"segment\"");
  const Vec<D> corner = fixed_vector<D>(key + ".corner", s.corner);
  if (s.edges.size() != 2) {
    refuse(key + ".edges", fmt::format("expected two vectors, got {}", s.edges.size()));
  }
  const Vec<D> a = fixed_vector<D>(key + ".edges[0]", s.edges[0]);
  const Vec<D> b = fixed_vector<D>(key + ".edges[1]", s.edges[1]);
  for (const int k : {0, 1}) {
    if (!((k == 0 ? a : b).squaredNorm() > 0.0)) {
      refuse(fmt::format("{}.edges[{}]", key, k), "must not be zero");
    }
  }
  constexpr double round_off = 1e-9;
  if (std::abs(a.dot(b)) > round_off * a.norm() * b.norm()) {
    refuse(key + ".edges",
           fmt::format("must be at right angles; the cosine of their angle is {:.4g}",
                       a.dot(b) / (a.norm() * b.norm())));
  }
  const Vec<D> center = corner + 0.5 * (a + b);
  const Vec<D> origin = origin_of<D>(key, s.common, center);
  return {{center - origin, 0.5 * a, 0.5 * b, s.half_thickness}, origin};
}

// A wall around an axis turns about its centre, through which the axis goes.
template <int D>
Placed<D, Revolved<D>> placed_around(const std::string& key, const BoundaryCommon& common,
                                     const Vec<D>& center, const Revolved<D>& wall) {
  if (origin_of<D>(key, common, center) != center) {
    refuse(key + ".motion.pivot", "this boundary turns about its own centre; leave the pivot out");
  }
  return {wall, center};
}

template <int D>
Placed<D, Revolved<D>> placed(const std::string& key, const CylinderBoundary& s) {
  const Vec<D> axis = direction<D>(key + ".axis", s.axis);
  const double half = 0.5 * s.length;
  return placed_around<D>(key, s.common, fixed_vector<D>(key + ".center", s.center),
                          {axis, {-half, s.radius}, {half, s.radius}, s.half_thickness});
}

template <int D>
Placed<D, Revolved<D>> placed(const std::string& key, const ConeBoundary& s) {
  const Vec<D> start = fixed_vector<D>(key + ".start", s.start);
  const Vec<D> way = fixed_vector<D>(key + ".end", s.end) - start;
  if (!(way.squaredNorm() > 0.0)) {
    refuse(key + ".end", "must differ from the start; a flat ring is kind = \"disc\"");
  }
  if (!(s.start_radius > 0.0 || s.end_radius > 0.0)) {
    refuse(key + ".end_radius", "one of the two radii must be positive");
  }
  const double half = 0.5 * way.norm();
  return placed_around<D>(
      key, s.common, start + 0.5 * way,
      {way.normalized(), {-half, s.start_radius}, {half, s.end_radius}, s.half_thickness});
}

template <int D>
Placed<D, Revolved<D>> placed(const std::string& key, const DiscBoundary& s) {
  if (!(s.hole < s.radius)) {
    refuse(key + ".hole", fmt::format("must be smaller than the radius of the disc ({}), got {}",
                                      s.radius, s.hole));
  }
  const Vec<D> axis = direction<D>(key + ".axis", s.axis);
  return placed_around<D>(key, s.common, fixed_vector<D>(key + ".center", s.center),
                          {axis, {0.0, s.hole}, {0.0, s.radius}, s.half_thickness});
}

// The greatest part of v that is normal to the surface somewhere.
template <int D>
double normal_part(const HalfSpace<D>& s, const Vec<D>& v) {
  return std::abs(v.dot(s.normal));
}
template <int D>
double normal_part(const Stick<D>& s, const Vec<D>& v) {
  const Vec<D> along = (s.end - s.start).normalized();
  return (v - v.dot(along) * along).norm();
}
template <int D>
double normal_part(const Drum<D>& s, const Vec<D>& v) {
  const double along = v.dot(s.axis);  // 0 in 2D, which has no axis
  const double across = (v - along * s.axis).norm();
  return std::isfinite(s.length) ? std::max(across, std::abs(along)) : across;
}
template <int D>
double normal_part(const Plate<D>& s, const Vec<D>& v) {
  const Vec<D> a = s.a.normalized();
  const Vec<D> b = s.b.normalized();
  return (v - v.dot(a) * a - v.dot(b) * b).norm();
}
template <int D>
double normal_part(const Revolved<D>& s, const Vec<D>& v) {
  const Vec<2> edge = (s.end - s.start).normalized();
  const double along = v.dot(s.axis);
  return std::abs(edge[1] * along) + std::abs(edge[0]) * (v - along * s.axis).norm();
}
template <int D>
double normal_part(const BoxInside<D>& s, const Vec<D>& v) {
  double part = 0.0;
  for (int k = 0; k < D; ++k) {
    if (s.closed[2 * k] || s.closed[2 * k + 1]) part = std::max(part, std::abs(v[k]));
  }
  return part;
}

// A rate of N components, zero when left out.
template <int N>
Rate<N> rate_of(const std::string& key, const VectorSeries& series) {
  if (series.values.empty()) return {};
  check_series<N>(key, series);
  return Rate<N>(series);
}

// The axis that `rpm` and `rim_speed` turn about in 3D.
template <class Shape>
Vec<3> axis_of(const std::string& key, const std::string& what, const MotionSettings& s,
               const Shape& shape) {
  if constexpr (requires { shape.axis; }) {
    if (!s.axis.empty()) refuse(key + ".axis", "this boundary has an axis already; leave it out");
    return shape.axis;
  } else {
    if (s.axis.empty()) {
      refuse(key + "." + what,
             "in 3D this boundary has no axis to turn about; give motion.axis, or the spin as a "
             "vector");
    }
    return direction<3>(key + ".axis", s.axis);
  }
}

// The spin of a series of speeds, which to_spin turns into rad/s.
template <int D, class Shape, class F>
Rate<spin_dimension<D>> spin_by_speed(const std::string& key, const std::string& what,
                                      const MotionSettings& s, VectorSeries series,
                                      const Shape& shape, F&& to_spin) {
  check_series<1>(key + "." + what, series);
  for (std::vector<double>& row : series.values) {
    const double omega = to_spin(row.front());
    if constexpr (D == 3) {
      const Vec<3> spin = omega * axis_of(key, what, s, shape);
      row.assign(spin.begin(), spin.end());
    } else {
      row.front() = omega;
    }
  }
  return Rate<spin_dimension<D>>(series);
}

template <int N>
void refuse_turning_axis(const std::string& key, const Rate<N>& spin) {
  const Vec<N> axis = spin.largest().normalized();
  constexpr double round_off = 1e-9;
  spin.for_each_row([&](const Vec<N>& row) {
    if ((row - row.dot(axis) * axis).norm() > round_off * row.norm()) {
      refuse(key, "all spins of a table must be along one axis");
    }
  });
}

template <int D, class Shape>
Rate<spin_dimension<D>> spin_of(const std::string& key, const MotionSettings& s,
                                const Shape& shape) {
  const bool by_spin = !s.spin.values.empty();
  const bool by_rpm = !s.rpm.values.empty();
  const bool by_rim = !s.rim_speed.values.empty();
  if (!s.axis.empty() && (D == 2 || !by_rpm)) {
    refuse(key + ".axis", D == 2 ? "is for 3D; in 2D rotations are counter-clockwise"
                                 : "is the direction of `rpm`, which is missing");
  }
  if (by_spin + by_rpm + by_rim > 1) {
    refuse(key + (by_rim ? ".rim_speed" : ".rpm"),
           "is the spin in other units; give one of the two");
  }
  if (by_rpm) {
    return spin_by_speed<D>(key, "rpm", s, s.rpm, shape,
                            [](double rpm) { return rpm * 2.0 * std::numbers::pi / 60.0; });
  }
  if (by_rim) {
    if constexpr (std::is_same_v<Shape, Drum<D>>) {
      return spin_by_speed<D>(key, "rim_speed", s, s.rim_speed, shape,
                              [&](double speed) { return speed / shape.radius; });
    }
    refuse(key + ".rim_speed", "only a drum has a rim; give the spin or `rpm`");
  }
  const auto spin = rate_of<spin_dimension<D>>(key + ".spin", s.spin);
  refuse_turning_axis(key + ".spin", spin);
  return spin;
}

std::vector<Drive> build_drives(const std::string& key,
                                const std::vector<DriveSettings>& settings) {
  std::vector<Drive> drives;
  for (std::size_t k = 0; k < settings.size(); ++k) {
    const DriveSettings& s = settings[k];
    const std::string at = fmt::format("{}[{}]", key, k);
    const double until = s.until.value_or(std::numeric_limits<double>::infinity());
    if (!(until > s.from)) {
      refuse(at + ".until", fmt::format("must be after `from` ({}), got {}", s.from, until));
    }
    if (k > 0 && s.from < drives.back().until) {
      refuse(at + ".from",
             fmt::format("must not be before the end of the drive before ({}), got {}",
                         drives.back().until, s.from));
    }
    drives.push_back({s.from, until, rate_of<1>(at + ".velocity", s.velocity)});
  }
  return drives;
}

Load build_load(const std::string& key, const LoadSettings& s) {
  Load load;
  load.mass = s.mass.value_or(0.0);  // set_default_masses() puts in what is missing
  if (s.force.values.empty() && s.pressure.values.empty()) {
    refuse(key + ".force", "missing; a load has a force or a pressure (0 for none)");
  }
  if (!s.force.values.empty()) {
    check_series<1>(key + ".force", s.force);
    load.force = s.force;
  }
  if (!s.pressure.values.empty()) {
    check_series<1>(key + ".pressure", s.pressure);
    load.pressure = s.pressure;
  }
  if (s.area && !load.pressure) refuse(key + ".area", "is for `pressure`, which is missing");
  load.area = s.area;
  load.drives = build_drives(key + ".drive", s.drive);
  return load;
}

// A plane under load moves along its normal by itself: its motion may only shear.
template <int D>
void set_load(const std::string& key, const LoadSettings& s, Boundary<D>& boundary) {
  boundary.load = build_load(key + ".load", s);
  const Motion<D>& motion = boundary.motion;
  if (!motion.spin.isZero(0.0)) {
    refuse(key + ".motion.spin", "a plane under load does not turn; leave one of the two out");
  }
  constexpr double round_off = 1e-9;
  const auto is_along_normal = [&](const Rate<D>& rate) {
    bool along = false;
    rate.for_each_row([&](const Vec<D>& v) {
      along = along || std::abs(v.dot(boundary.load_direction())) > round_off * v.norm();
    });
    return along;
  };
  if (is_along_normal(motion.velocity) || is_along_normal(motion.amplitude)) {
    refuse(key + (is_along_normal(motion.velocity) ? ".motion.velocity" : ".motion.amplitude"),
           "must be along the plane, which its load moves along the normal");
  }
}

// When the boundary is there, and that its motion fits into that time.
template <int D>
void set_times(const std::string& key, const BoundaryCommon& s, Boundary<D>& boundary) {
  boundary.from = s.from;
  if (s.until) boundary.until = *s.until;
  if (!(boundary.until > boundary.from)) {
    refuse(key + ".until", fmt::format("must be after the boundary is put in (from = {}), got {}",
                                       boundary.from, boundary.until));
  }
  if (boundary.motion.start >= boundary.until) {
    refuse(key + ".motion.start",
           fmt::format("must be before the boundary is taken away (until = {}), got {}",
                       boundary.until, boundary.motion.start));
  }
}

template <int D, class Shape>
Motion<D> build_motion(const std::string& key, const MotionSettings& s, const Shape& shape) {
  Motion<D> motion;
  motion.velocity = rate_of<D>(key + ".velocity", s.velocity);
  motion.spin = spin_of<D>(key, s, shape);
  motion.amplitude = vector_or_zero<D>(key + ".amplitude", s.amplitude);
  motion.frequency = s.frequency;
  motion.phase = s.phase;
  if (!motion.amplitude.isZero(0.0) && !(s.frequency > 0.0)) {
    refuse(key + ".frequency", "missing or zero; an oscillation needs its frequency");
  }
  motion.surface_velocity = rate_of<D>(key + ".surface_velocity", s.surface_velocity);
  motion.surface_velocity.for_each_row([&](const Vec<D>& v) {
    // Round-off of a direction that is written with all its digits.
    constexpr double round_off = 1e-9;
    if (normal_part(shape, v) > round_off * v.norm()) {
      refuse(key + ".surface_velocity",
             "must be along the whole surface; it has a part normal to it");
    }
  });
  motion.start = s.start;
  if (s.stop) motion.stop = *s.stop;
  if (!(motion.stop > motion.start)) {
    refuse(key + ".stop",
           fmt::format("must be after the start ({}), got {}", motion.start, motion.stop));
  }
  return motion;
}

}  // namespace

template <int D>
std::vector<Boundary<D>> build_boundaries(const Scene& scene, const MaterialList& materials) {
  std::vector<Boundary<D>> boundaries;
  std::set<std::string> names;
  for (std::size_t k = 0; k < scene.boundary.size(); ++k) {
    const std::string key = fmt::format("boundary[{}]", k);
    std::visit(
        [&](const auto& settings) {
          const BoundaryCommon& common = settings.common;
          const auto [shape, origin] = placed<D>(key, settings);
          Boundary<D> boundary;
          boundary.name = common.name.empty() ? fmt::format("{}-{}", settings.tag, k) : common.name;
          if (!names.insert(boundary.name).second) {
            refuse(key + ".name",
                   fmt::format("\"{}\" is the name of another boundary already", boundary.name));
          }
          boundary.shape = shape;
          boundary.origin = origin;
          boundary.material = materials.index_of(key + ".material", common.material);
          if (common.motion) {
            boundary.motion = build_motion<D>(key + ".motion", *common.motion, shape);
          }
          if constexpr (requires { settings.load; }) {
            if (settings.load) set_load(key, *settings.load, boundary);
          }
          set_times(key, common, boundary);
          boundaries.push_back(std::move(boundary));
        },
        scene.boundary[k]);
  }
  return boundaries;
}

template std::vector<Boundary<2>> build_boundaries(const Scene&, const MaterialList&);
template std::vector<Boundary<3>> build_boundaries(const Scene&, const MaterialList&);

}  // namespace galet
