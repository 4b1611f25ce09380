#include "galet/sim/check_compliance.hpp"

#include <set>

#include "galet/sim/vectors.hpp"

namespace galet {
namespace {

void check_variant(const NewmarkSettings& scheme) {
  if (scheme.variant == NewmarkVariant::thesis) {
    if (!scheme.step_norm) {
      refuse("scheme.step_norm", "missing; variant = \"thesis\" ends a step by this length");
    }
    return;
  }
  const std::string remedy = "or set scheme.variant = \"thesis\"";
  if (scheme.beta != 0.5) {
    refuse("scheme.beta",
           fmt::format("must be 0.5 with variant = \"exact\", got {}; leave it out {}", scheme.beta,
                       remedy));
  }
  if (scheme.gamma != 1.0) {
    refuse("scheme.gamma",
           fmt::format("must be 1 with variant = \"exact\", got {}; leave it out {}", scheme.gamma,
                       remedy));
  }
  if (scheme.step_norm) {
    refuse(
        "scheme.step_norm",
        fmt::format("is used with variant = \"thesis\" only, got {}; set scheme.tolerance instead",
                    *scheme.step_norm));
  }
}

void check_friction(const Scene& scene, const NewmarkSettings& scheme) {
  for (std::size_t k = 0; k < scene.pair.size(); ++k) {
    const PairSettings& pair = scene.pair[k];
    if (pair.friction == 0.0) continue;
    if (pair.compliance && !pair.compliance->c_t) {
      refuse(fmt::format("pair[{}].compliance.c_t", k),
             fmt::format("missing; the friction {} of this pair needs a penalty c_t > 0",
                         pair.friction));
    }
    if (needs_symmetry(scheme.linear)) {
      refuse("scheme.linear",
             fmt::format("\"{}\" needs a symmetric matrix, and friction makes it unsymmetric: "
                         "pair[{}].friction must be 0, got {}; use \"auto\", \"sparse-lu\", "
                         "\"superlu\" or \"gmres-ilut\"",
                         std::visit([](const auto& s) { return s.tag; }, scheme.linear), k,
                         pair.friction));
    }
  }
}

}  // namespace

template <int D>
void check_compliance(const Scene& scene, const World<D>& world, const Bodies<D>& bodies) {
  const auto* scheme = std::get_if<NewmarkSettings>(&scene.scheme);
  if (scheme == nullptr) return;
  check_variant(*scheme);
  check_friction(scene, *scheme);
  const std::set<MaterialIndex> moving(bodies.material.begin(), bodies.material.end());
  std::set<MaterialIndex> all = moving;
  for (const Boundary<D>& boundary : world.boundaries) all.insert(boundary.material);
  for (const MaterialIndex a : moving) {
    for (const MaterialIndex b : all) {
      if (world.pairs(a, b).compliance.factor > 0.0) continue;
      refuse("pair", fmt::format("the materials \"{}\" and \"{}\" can meet and have no compliance; "
                                 "scheme = \"newmark\" needs a [[pair]] with compliance = "
                                 "{{stiffness = …}} for them",
                                 world.materials[static_cast<std::size_t>(a)],
                                 world.materials[static_cast<std::size_t>(b)]));
    }
  }
}

template void check_compliance(const Scene&, const World<2>&, const Bodies<2>&);
template void check_compliance(const Scene&, const World<3>&, const Bodies<3>&);

}  // namespace galet
