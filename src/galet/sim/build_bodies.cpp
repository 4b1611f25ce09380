#include "galet/sim/build_bodies.hpp"

#include <algorithm>
#include <cmath>

#include "galet/sim/place_bodies.hpp"
#include "galet/sim/size_limits.hpp"
#include "galet/sim/vectors.hpp"

namespace galet {
namespace {

std::string entry_key(std::size_t k) { return fmt::format("bodies[{}]", k); }

template <int D>
void check_counts(const Scene& scene) {
  double total = 0.0;
  for (std::size_t k = 0; k < scene.bodies.size(); ++k) {
    total += count_bodies(scene.bodies[k]);
    check_body_count<D>(entry_key(k) + ".count", total);
  }
}

// The stream of entry k; `derived` is the seed it has by default.
Random stream_of(const BodiesSettings& settings, std::uint64_t derived) {
  return std::visit(
      [derived](const auto& s) {
        if constexpr (requires { s.seed; }) {
          return Random(s.seed ? static_cast<std::uint64_t>(*s.seed) : derived);
        } else {
          return Random(derived);
        }
      },
      settings);
}

GroupIndex group_index(std::vector<std::string>& groups, const std::string& name) {
  const auto found = std::ranges::find(groups, name);
  if (found != groups.end()) return static_cast<GroupIndex>(found - groups.begin());
  groups.push_back(name);
  return static_cast<GroupIndex>(groups.size() - 1);
}

// What all bodies of an entry share; makes bodies from seeds.
template <int D>
class BodyMaker {
 public:
  BodyMaker(std::string key, const BodyCommon& common, const MaterialList& materials,
            GroupIndex group)
      : key_(std::move(key)), common_(common) {
    solid_ = common.shape.value_or(D == 2 ? BallSolid::disc : BallSolid::sphere);
    if (D == 3 && solid_ == BallSolid::disc) {
      refuse(key_ + ".shape", "a disc belongs to 2D; expected \"sphere\"");
    }
    body_.material = materials.index_of(key_ + ".material", common.material);
    body_.group = group;
    density_ = materials.density(body_.material);
    material_name_ = materials.names()[static_cast<std::size_t>(body_.material)];
    body_.free = common.fixed ? Vec<D>(Vec<D>::Zero()) : free_directions();
    body_.free_rotation = common.rotation && !common.fixed;
  }

  Body<D> make(const BodySeed<D>& seed, std::size_t index, std::size_t count) {
    Body<D> body = body_;
    body.position = seed.position;
    body.velocity = seed.velocity;
    body.spin = seed.spin;
    body.radius = seed.radius;
    check_size(body);
    body.mass = mass_of(seed, index, count);
    check_positive(".mass", "mass", body.mass, body.radius);
    body.inertia = inertia_of(body);
    check_positive(".inertia", "moment of inertia", body.inertia, body.radius);
    return body;
  }

 private:
  Vec<D> free_directions() const {
    if (!common_.free) return Vec<D>::Ones();
    const std::string_view letters = D == 2 ? "xy" : "xyz";
    Vec<D> free = Vec<D>::Zero();
    for (const char c : *common_.free) {
      const std::size_t k = letters.find(c);
      if (k == std::string_view::npos) {
        refuse(key_ + ".free",
               fmt::format("'{}' is no direction; expected letters of \"{}\"", c, letters));
      }
      if (free[static_cast<int>(k)] != 0.0) {
        refuse(key_ + ".free", fmt::format("'{}' is given twice", c));
      }
      free[static_cast<int>(k)] = 1.0;
    }
    return free;
  }

  // Squares and cubes of lengths must stay numbers.
  void check_size(const Body<D>& body) const {
    constexpr double largest = 1e100;
    if (!body.position.allFinite() || !body.velocity.allFinite() ||
        body.position.cwiseAbs().maxCoeff() > largest) {
      refuse(key_, "a body is too far or too fast for floating-point numbers");
    }
    if (!(body.radius >= 1.0 / largest && body.radius <= largest)) {
      refuse(
          key_ + ".radius",
          fmt::format("must be positive and within floating-point numbers, got {}", body.radius));
    }
  }

  void check_positive(const char* suffix, const char* what, double x, double radius) const {
    if (!(x > 0.0) || !std::isfinite(1.0 / x) || !std::isfinite(x)) {
      refuse(key_ + suffix,
             fmt::format("the {} of a body of radius {} is {}; expected a positive, finite number",
                         what, radius, x));
    }
  }

  double mass_of(const BodySeed<D>& seed, std::size_t index, std::size_t count) const {
    const std::vector<double>& given = common_.mass.values;
    if (seed.mass) {
      if (!given.empty()) refuse(key_ + ".mass", "the file gives masses already");
      return *seed.mass;
    }
    if (given.size() == 1) return given.front();
    if (!given.empty()) {
      if (given.size() != count) {
        refuse(key_ + ".mass", fmt::format("expected one, or one for each of the {} bodies, got {}",
                                           count, given.size()));
      }
      return given[index];
    }
    if (density_) return *density_ * ball_volume(solid_, seed.radius);
    // The mass of a fixed body enters nothing but the potential energy of its weight.
    if (common_.fixed) return 1.0;
    refuse(key_ + ".mass",
           fmt::format("missing; give the bodies a mass or the material \"{}\" a density",
                       material_name_));
  }

  double inertia_of(const Body<D>& body) const {
    switch (common_.inertia.kind) {
      case InertiaRule::Kind::shape:
        return ball_inertia(solid_, body.mass, body.radius);
      case InertiaRule::Kind::mass:
        return body.mass;
      case InertiaRule::Kind::value:
        return common_.inertia.value;
    }
    return common_.inertia.value;
  }

  std::string key_;
  const BodyCommon& common_;
  BallSolid solid_ = BallSolid::disc;
  std::optional<double> density_;
  std::string material_name_;
  Body<D> body_;  // the shared part
};

}  // namespace

template <int D>
BuiltBodies<D> build_bodies(const Scene& scene, const MaterialList& materials,
                            std::span<const Boundary<D>> boundaries) {
  check_counts<D>(scene);
  BuiltBodies<D> built;
  built.groups.emplace_back();
  BallGrid<D> grid;
  Random seeds(static_cast<std::uint64_t>(scene.seed));
  for (std::size_t k = 0; k < scene.bodies.size(); ++k) {
    const std::string key = entry_key(k);
    Random random = stream_of(scene.bodies[k], seeds.bits());
    std::visit(
        [&](const auto& settings) {
          const GroupIndex group = group_index(built.groups, settings.common.group);
          BodyMaker<D> maker(key, settings.common, materials, group);
          const std::vector<BodySeed<D>> placed =
              place_bodies<D>(key, settings, {boundaries, grid}, random);
          check_body_count<D>(key, static_cast<double>(built.bodies.size() + placed.size()));
          // A fill adds its bodies to the grid itself.
          constexpr bool is_fill = std::is_same_v<std::decay_t<decltype(settings)>, FillBodies>;
          for (std::size_t n = 0; n < placed.size(); ++n) {
            built.bodies.add(maker.make(placed[n], n, placed.size()));
            if (!is_fill) grid.add(placed[n].position, placed[n].radius);
          }
        },
        scene.bodies[k]);
    built.entry_ends.push_back(built.bodies.size());
  }
  return built;
}

template BuiltBodies<2> build_bodies(const Scene&, const MaterialList&,
                                     std::span<const Boundary<2>>);
template BuiltBodies<3> build_bodies(const Scene&, const MaterialList&,
                                     std::span<const Boundary<3>>);

}  // namespace galet
