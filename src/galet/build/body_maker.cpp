#include "galet/build/body_maker.hpp"

#include <cmath>
#include <utility>

#include "galet/scene/vectors.hpp"

namespace galet {

template <int D>
BodyMaker<D>::BodyMaker(std::string key, const BodyCommon& common, const MaterialList& materials,
                        GroupIndex group)
    : key_(std::move(key)), common_(common), without_inertia_(materials.without_inertia()) {
  solid_ = common.shape.value_or(D == 2 ? BallSolid::disc : BallSolid::sphere);
  if (D == 3 && solid_ == BallSolid::disc) {
    refuse(key_ + ".shape", "a disc belongs to 2D; expected \"sphere\"");
  }
  body_.material = materials.index_of(key_ + ".material", common.material);
  body_.group = group;
  density_ = materials.density(body_.material);
  material_name_ = materials.names()[static_cast<std::size_t>(body_.material)];
  body_.free = common.fixed ? Vec<D>(Vec<D>::Zero()) : free_directions();
  body_.free_rotation = common.rotation && !common.fixed && !without_inertia_;
}

template <int D>
Body<D> BodyMaker<D>::make(const BodySeed<D>& seed, std::size_t index, std::size_t count) const {
  Body<D> body = body_;
  body.position = seed.position;
  body.velocity = seed.velocity;
  body.spin = seed.spin;
  body.radius = seed.radius;
  check_size(body);
  if (without_inertia_) body.velocity.setZero();
  body.mass = mass_of(seed, index, count);
  check_positive(".mass", "mass", body.mass, body.radius);
  body.inertia = inertia_of(body);
  check_positive(".inertia", "moment of inertia", body.inertia, body.radius);
  return body;
}

template <int D>
Vec<D> BodyMaker<D>::free_directions() const {
  if (!common_.free) return Vec<D>::Ones();
  const std::string_view letters = D == 2 ? "xy" : "xyz";
  Vec<D> free = Vec<D>::Zero();
  for (const char c : *common_.free) {
    const std::size_t k = letters.find(c);
    if (k == std::string_view::npos) {
      refuse(key_ + ".free",
             fmt::format("'{}' is not a direction; expected letters of \"{}\"", c, letters));
    }
    if (free[static_cast<int>(k)] != 0.0) {
      refuse(key_ + ".free", fmt::format("'{}' is given twice", c));
    }
    free[static_cast<int>(k)] = 1.0;
  }
  return free;
}

// Squares and cubes of lengths must stay numbers.
template <int D>
void BodyMaker<D>::check_size(const Body<D>& body) const {
  constexpr double largest = 1e100;
  if (!body.position.allFinite() || !body.velocity.allFinite() ||
      body.position.cwiseAbs().maxCoeff() > largest) {
    refuse(key_, "a body is too far or too fast for floating-point numbers");
  }
  if (!(body.radius >= 1.0 / largest && body.radius <= largest)) {
    refuse(key_ + ".radius",
           fmt::format("must be positive and within floating-point numbers, got {}", body.radius));
  }
}

template <int D>
void BodyMaker<D>::check_positive(const char* suffix, const char* what, double x,
                                  double radius) const {
  if (!(x > 0.0) || !std::isfinite(1.0 / x) || !std::isfinite(x)) {
    refuse(key_ + suffix,
           fmt::format("the {} of a body of radius {} is {}; expected a positive, finite number",
                       what, radius, x));
  }
}

template <int D>
double BodyMaker<D>::mass_of(const BodySeed<D>& seed, std::size_t index, std::size_t count) const {
  if (without_inertia_) return 1.0;
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

template <int D>
double BodyMaker<D>::inertia_of(const Body<D>& body) const {
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

template class BodyMaker<2>;
template class BodyMaker<3>;

}  // namespace galet
