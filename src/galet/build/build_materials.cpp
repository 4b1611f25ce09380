#include "galet/build/build_materials.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "galet/base/near_miss.hpp"
#include "galet/scene/size_limits.hpp"
#include "galet/scene/vectors.hpp"

namespace galet {
namespace {

Compliance compliance_of(const ComplianceSettings& s) {
  return {s.kind, s.exponent, energy_factor(s.normalisation, s.stiffness, s.exponent),
          s.c_t.value_or(0.0), s.blend};
}

Spring spring_of(const SpringSettings& s) {
  return {s.normal, s.tangential.value_or(0.0), s.damping, s.tangential_damping,
          s.rolling.value_or(0.0)};
}

void check_hertz(const std::string& key, const PairSettings& pair) {
  if (pair.spring) refuse(key, "stands beside spring; give one of the two");
  const auto check = [&](std::string_view name, const Numbers& numbers) {
    if (numbers.values.size() == 1 || numbers.values.size() == 2) return;
    refuse(fmt::format("{}.{}", key, name),
           fmt::format("expected a number, or one for each of the two materials, got {}",
                       numbers.values.size()));
  };
  check("young", pair.hertz->young);
  check("poisson", pair.hertz->poisson);
}

// The dashpot is that of the pair's restitution.
Hertz hertz_of(const HertzSettings& s, double restitution) {
  const std::vector<double>& young = s.young.values;
  const std::vector<double>& poisson = s.poisson.values;
  return {contact_modulus(young.front(), poisson.front(), young.back(), poisson.back()),
          contact_shear_modulus(young.front(), poisson.front(), young.back(), poisson.back()),
          damping_of_restitution(restitution), s.tangential_damping};
}

FrictionModel friction_model_of(const Scene& scene) {
  const auto* convex = std::get_if<ConvexSettings>(&scene.scheme);
  return convex ? convex->friction_model : FrictionModel::coulomb;
}

Gluey gluey_of(const GlueySettings& s) {
  Gluey gluey{.on = true};
  if (s.gamma_star) gluey.gamma_star = *s.gamma_star;
  if (s.viscosity) {
    gluey.viscosity = *s.viscosity;
    for (const double height : s.roughness) gluey.roughness += height;
  }
  return gluey;
}

}  // namespace

MaterialList::MaterialList(const Scene& scene)
    : without_inertia_(std::holds_alternative<FirstOrderSettings>(scene.scheme)) {
  if (scene.material.empty()) refuse("material", "a scene needs at least one material");
  check_material_count("material", static_cast<double>(scene.material.size()));
  std::set<std::string_view> known;
  for (std::size_t k = 0; k < scene.material.size(); ++k) {
    const MaterialSettings& material = scene.material[k];
    const std::string key = fmt::format("material[{}].name", k);
    if (material.name.empty()) refuse(key, "must not be empty");
    if (!known.insert(material.name).second) {
      refuse(key, fmt::format("\"{}\" is the name of another material already", material.name));
    }
    names_.push_back(material.name);
    densities_.push_back(material.density);
  }
}

MaterialIndex MaterialList::index_of(const std::string& key, const std::string& name) const {
  if (name.empty()) {
    if (names_.size() == 1) return 0;
    refuse(key, "missing; a material must be named where the scene has several");
  }
  const auto found = std::ranges::find(names_, name);
  if (found == names_.end()) {
    const std::vector<std::string_view> known(names_.begin(), names_.end());
    refuse(key, fmt::format("unknown material \"{}\"; {}", name, suggestion(name, known)));
  }
  return static_cast<MaterialIndex>(found - names_.begin());
}

PairTable build_pairs(const Scene& scene, const MaterialList& materials) {
  PairTable table(materials.names().size());
  std::set<std::pair<MaterialIndex, MaterialIndex>> known;
  for (std::size_t k = 0; k < scene.pair.size(); ++k) {
    const PairSettings& pair = scene.pair[k];
    const std::string key = fmt::format("pair[{}].materials", k);
    if (pair.materials.size() != 2) {
      refuse(key, fmt::format("expected two materials, got {}", pair.materials.size()));
    }
    const MaterialIndex a = materials.index_of(key, pair.materials[0]);
    const MaterialIndex b = materials.index_of(key, pair.materials[1]);
    if (!known.insert(std::minmax(a, b)).second) {
      refuse(key, fmt::format("the pair \"{}\", \"{}\" is given already", pair.materials[0],
                              pair.materials[1]));
    }
    if (pair.hertz) check_hertz(fmt::format("pair[{}].hertz", k), pair);
    table.set(a, b,
              {pair.friction,
               {pair.restitution, pair.restitution_t},
               {pair.cohesion.value_or(0.0), pair.adhesion_energy.value_or(0.0)},
               pair.rolling_friction,
               pair.twisting_friction,
               pair.compliance ? compliance_of(*pair.compliance) : Compliance{},
               pair.spring ? spring_of(*pair.spring) : Spring{},
               pair.hertz ? hertz_of(*pair.hertz, pair.restitution) : Hertz{},
               friction_model_of(scene),
               pair.gluey ? gluey_of(*pair.gluey) : Gluey{}});
  }
  return table;
}

}  // namespace galet
