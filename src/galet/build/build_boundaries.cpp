#include "galet/build/build_boundaries.hpp"

#include <cmath>
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
             "in 3D only a drum has an axis to turn about; give motion.axis, or the spin as a "
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

// A plane under load moves along its normal by itself: its motion may only shear.
template <int D>
void set_load(const std::string& key, const LoadSettings& s, Boundary<D>& boundary) {
  check_series<1>(key + ".load.force", s.force);
  boundary.load = Load{s.mass, s.force};
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
