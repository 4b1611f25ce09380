#include "galet/build/check_compliance.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <variant>

#include "galet/scene/vectors.hpp"

namespace galet {
namespace {

void check_variant(const NewmarkSettings& scheme) {
  if (scheme.variant != NewmarkVariant::exact) {
    if (!scheme.step_norm) {
      refuse("scheme.step_norm", fmt::format("missing; variant = \"{}\" ends a step by this length",
                                             name_of(scheme.variant)));
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

// Every two materials that can meet must have what `has` looks for in their law.
template <int D, class F>
void check_pairs(const World<D>& world, const Bodies<D>& bodies, std::string_view what,
                 std::string_view scheme, std::string_view remedy, F&& has) {
  const std::set<MaterialIndex> moving(bodies.material.begin(), bodies.material.end());
  std::set<MaterialIndex> all = moving;
  for (const Boundary<D>& boundary : world.boundaries) all.insert(boundary.material);
  for (const MaterialIndex a : moving) {
    for (const MaterialIndex b : all) {
      if (has(world.pairs(a, b))) continue;
      refuse("pair",
             fmt::format("the materials \"{}\" and \"{}\" can meet and have no {}; scheme = "
                         "\"{}\" needs a [[pair]] with {} for them",
                         world.materials[static_cast<std::size_t>(a)],
                         world.materials[static_cast<std::size_t>(b)], what, scheme, remedy));
    }
  }
}

template <int D>
void check(const Scene& scene, const NewmarkSettings& scheme, const World<D>& world,
           const Bodies<D>& bodies, const Exchange<D>& exchange) {
  check_variant(scheme);
  check_friction(scene, scheme);
  check_pairs(world, with_feeds(bodies, exchange), "compliance", scheme.tag,
              "compliance = {stiffness = …}",
              [](const PairLaw& law) { return law.compliance.factor > 0.0; });
}

// A dashpot for less would set the step.
constexpr double kLeastRestitution = 0.01;

// Springs that the frictions of the pairs need.
void check_springs(const Scene& scene) {
  for (std::size_t k = 0; k < scene.pair.size(); ++k) {
    const PairSettings& pair = scene.pair[k];
    if (pair.hertz && !(pair.restitution >= kLeastRestitution)) {
      refuse(fmt::format("pair[{}].restitution", k),
             fmt::format("must be at least {} with hertz, whose dashpot it sets, got {}",
                         kLeastRestitution, pair.restitution));
    }
    if (!pair.spring || pair.spring->tangential) continue;
    if (pair.friction > 0.0) {
      refuse(fmt::format("pair[{}].spring.tangential", k),
             fmt::format("missing; the friction {} of this pair needs a tangential stiffness > 0",
                         pair.friction));
    }
    const bool rolls = pair.rolling_friction > 0.0;
    if (pair.spring->rolling || (!rolls && pair.twisting_friction == 0.0)) continue;
    refuse(fmt::format("pair[{}].spring.rolling", k),
           fmt::format("missing; the {} {} of this pair needs a stiffness > 0 in N m/rad, or "
                       "spring.tangential, from which it is k_t r_eff²",
                       rolls ? "rolling_friction" : "twisting_friction",
                       rolls ? pair.rolling_friction : pair.twisting_friction));
  }
}

template <int D>
void check(const Scene& scene, const DemSettings& scheme, const World<D>& world,
           const Bodies<D>& given, const Exchange<D>& exchange) {
  check_springs(scene);
  check_pairs(world, with_feeds(given, exchange), "spring", scheme.tag,
              "spring = {normal = …}, or hertz = {young = …, poisson = …},",
              [](const PairLaw& law) { return law.spring.normal > 0.0 || law.hertz.on(); });
  if (scheme.allow_unstable) return;
  const StableStep<D> stable = stable_step_with_feeds(world, given, exchange);
  if (scene.time.step <= stable.step) return;
  const PairLaw& law = world.pairs(stable.a, stable.b);
  std::string stiffness = fmt::format("spring.normal = {}", law.spring.normal);
  if (law.has_moment() && law.spring.rolling > 0.0) {
    stiffness += fmt::format(", spring.rolling = {}", law.spring.rolling);
  }
  if (law.hertz.on()) {
    stiffness =
        fmt::format("hertz, E* = {:.3g} Pa, at overlaps of 1 % of the radius", law.hertz.normal);
  }
  refuse(
      "time.step",
      fmt::format("must be at most {:.3g} s with scheme = \"dem\", got {}: contacts of \"{}\" and "
                  "\"{}\" ({}) make longer steps unstable; use a shorter step or softer contacts, "
                  "or set scheme.allow_unstable = true",
                  stable.step, scene.time.step, world.materials[static_cast<std::size_t>(stable.a)],
                  world.materials[static_cast<std::size_t>(stable.b)], stiffness));
}

template <int D>
void check(const Scene&, const MoreauJeanSettings&, const World<D>&, const Bodies<D>&,
           const Exchange<D>&) {}
template <int D>
void check(const Scene&, const ConvexSettings&, const World<D>&, const Bodies<D>&,
           const Exchange<D>&) {}
template <int D>
void check(const Scene&, const FirstOrderSettings&, const World<D>&, const Bodies<D>&,
           const Exchange<D>&) {}

}  // namespace

template <int D>
void check_compliance(const Scene& scene, const World<D>& world, const Bodies<D>& bodies,
                      const Exchange<D>& exchange) {
  std::visit([&](const auto& scheme) { check(scene, scheme, world, bodies, exchange); },
             scene.scheme);
}

template void check_compliance(const Scene&, const World<2>&, const Bodies<2>&, const Exchange<2>&);
template void check_compliance(const Scene&, const World<3>&, const Bodies<3>&, const Exchange<3>&);

}  // namespace galet
