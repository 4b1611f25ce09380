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

template <int D, class Shape>
Spin<D> spin_of(const std::string& key, const MotionSettings& s, const Shape& shape) {
  if (!s.rpm) return vector_or_zero<spin_dimension<D>>(key + ".spin", s.spin.values);
  if (!s.spin.empty()) refuse(key + ".rpm", "is the spin in other units; give one of the two");
  const double omega = *s.rpm * 2.0 * std::numbers::pi / 60.0;
  if constexpr (D == 2) {
    return Spin<2>{omega};
  } else if constexpr (std::is_same_v<Shape, Drum<3>>) {
    return omega * shape.axis;
  } else {
    refuse(key + ".rpm", "in 3D only a drum has an axis to turn about; give the spin as a vector");
  }
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
  const auto is_along_normal = [&](const Vec<D>& v) {
    return std::abs(v.dot(boundary.load_direction())) > round_off * v.norm();
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
  motion.velocity = vector_or_zero<D>(key + ".velocity", s.velocity);
  motion.spin = spin_of<D>(key, s, shape);
  motion.amplitude = vector_or_zero<D>(key + ".amplitude", s.amplitude);
  motion.frequency = s.frequency;
  motion.phase = s.phase;
  if (!motion.amplitude.isZero(0.0) && !(s.frequency > 0.0)) {
    refuse(key + ".frequency", "missing or zero; an oscillation needs its frequency");
  }
  motion.surface_velocity = vector_or_zero<D>(key + ".surface_velocity", s.surface_velocity);
  // Round-off of a direction that is written with all its digits.
  constexpr double round_off = 1e-9;
  if (normal_part(shape, motion.surface_velocity) > round_off * motion.surface_velocity.norm()) {
    refuse(key + ".surface_velocity",
           "must be along the whole surface; it has a part normal to it");
  }
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
