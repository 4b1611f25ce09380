#include "galet/build/check_laws.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "galet/law/rolling.hpp"
#include "galet/scene/vectors.hpp"

namespace galet {
namespace {

// Messages name the key of the pair.
class PairCheck {
 public:
  PairCheck(const Scene& scene, std::size_t number)
      : scene_(scene),
        pair_(scene.pair[number]),
        key_(fmt::format("pair[{}].", number)),
        scheme_(std::visit([](const auto& s) { return s.tag; }, scene.scheme)) {}

  void run() const {
    if (pair_.cohesion && pair_.adhesion_energy) {
      refuse(key_ + "adhesion_energy",
             "stands beside cohesion; give one of the two, F_c or the Γ of F_c = 2π Γ r_eff");
    }
    if (scene_.dimension == 2 && pair_.adhesion_energy) {
      refuse(key_ + "adhesion_energy",
             "is of spheres, in 3D; in 2D give cohesion, in N per metre of thickness");
    }
    if (scene_.dimension == 2 && pair_.twisting_friction > 0.0) {
      refuse(key_ + "twisting_friction",
             fmt::format("is about the normal, in 3D; must be 0 in 2D, got {}",
                         pair_.twisting_friction));
    }
    if (pair_.friction > 0.0) check_friction();
    if (pair_.cohesion.value_or(0.0) > 0.0) check_cohesion("cohesion");
    if (pair_.adhesion_energy.value_or(0.0) > 0.0) check_cohesion("adhesion_energy");
    if (pair_.rolling_friction > 0.0) check_moment("rolling_friction", pair_.rolling_friction);
    if (pair_.twisting_friction > 0.0) check_moment("twisting_friction", pair_.twisting_friction);
    if (std::holds_alternative<ConvexSettings>(scene_.scheme)) check_inelastic();
    if (std::holds_alternative<FirstOrderSettings>(scene_.scheme)) check_bare();
    if (pair_.gluey) check_gluey(*pair_.gluey);
    check_finisher();
    if (pair_.hertz && std::holds_alternative<DemSettings>(scene_.scheme) &&
        scene_.dimension == 2) {
      check_spheres(key_ + "hertz", "cylinders press each other otherwise", ", or give spring");
    }
  }

 private:
  void check_friction() const {
    if (!std::holds_alternative<UzawaSettings>(scene_.solver) &&
        !std::holds_alternative<InteriorPointSettings>(scene_.solver)) {
      return;
    }
    refuse(key_ + "friction",
           fmt::format("must be 0 with solver = \"{}\", got {}; use \"pgd\", \"apgd\" or \"nlgs\"",
                       std::visit([](const auto& s) { return s.tag; }, scene_.solver),
                       pair_.friction));
  }
  void check_cohesion(std::string_view name) const {
    if (std::holds_alternative<MoreauJeanSettings>(scene_.scheme)) return;
    refuse(key_ + std::string(name),
           fmt::format("is not built into scheme = \"{}\"; use \"moreau-jean\"", scheme_));
  }

  void check_moment(std::string_view name, double value) const {
    const std::string key = key_ + std::string(name);
    if (std::holds_alternative<NewmarkSettings>(scene_.scheme) ||
        std::holds_alternative<ConvexSettings>(scene_.scheme) ||
        std::holds_alternative<FirstOrderSettings>(scene_.scheme)) {
      refuse(key, fmt::format("must be 0 with scheme = \"{}\", got {}; use \"moreau-jean\" or "
                              "\"dem\"",
                              scheme_, value));
    }
    if (std::holds_alternative<DemSettings>(scene_.scheme)) return;
    const auto* nlgs = std::get_if<NlgsSettings>(&scene_.solver);
    if (!nlgs) {
      const std::string_view solver =
          std::visit([](const auto& s) { return s.tag; }, scene_.solver);
      refuse(key,
             fmt::format("must be 0 with solver = \"{}\", got {}; use \"nlgs\"", solver, value));
    }
    if (std::holds_alternative<ExactLocal>(nlgs->local)) return;
    const std::string_view local = std::visit([](const auto& s) { return s.tag; }, nlgs->local);
    refuse(key, fmt::format("must be 0 with solver.local = \"{}\", got {}; use local = \"exact\"",
                            local, value));
  }

  // A projection of the free velocity has no rebound in it [Maury2006, Remark 6].
  void check_inelastic() const {
    check_zero("restitution", pair_.restitution);
    check_zero("restitution_t", pair_.restitution_t);
    const bool convex =
        std::get<ConvexSettings>(scene_.scheme).friction_model == FrictionModel::convex;
    if (convex && pair_.friction > 0.0) check_local("scheme.friction_model");
  }
  // A projection of the desired velocities alone.
  void check_bare() const {
    check_zero("restitution", pair_.restitution);
    check_zero("restitution_t", pair_.restitution_t);
    if (pair_.friction == 0.0) return;
    refuse(key_ + "friction", fmt::format("must be 0 with scheme = \"{}\", got {}; use \"convex\"",
                                          scheme_, pair_.friction));
  }
  void check_zero(std::string_view name, double value) const {
    if (value == 0.0) return;
    refuse(key_ + std::string(name),
           fmt::format("must be 0 with scheme = \"{}\", whose impacts are inelastic, got {}; use "
                       "\"moreau-jean\"",
                       scheme_, value));
  }

  void check_gluey(const GlueySettings& gluey) const {
    const std::string key = key_ + "gluey";
    if (std::holds_alternative<InteriorPointSettings>(scene_.solver)) {
      refuse(key, "is not built into solver = \"interior-point\"; use \"apgd\" or \"nlgs\"");
    }
    if (!std::holds_alternative<ConvexSettings>(scene_.scheme)) {
      refuse(key, fmt::format("is not built into scheme = \"{}\"; use \"convex\"", scheme_));
    }
    if (gluey.gamma_star && gluey.viscosity) {
      refuse(key + ".viscosity", "stands beside gamma_star; give one of the two");
    }
    if (gluey.gamma_star && !(*gluey.gamma_star < 0.0)) {
      refuse(key + ".gamma_star",
             fmt::format("must be negative, got {}; an inelastic contact (γ* = 0) has no gluey",
                         *gluey.gamma_star));
    }
    if (gluey.viscosity.has_value() == gluey.roughness.empty()) {
      refuse(key + (gluey.viscosity ? ".roughness" : ".viscosity"),
             "missing; viscosity and roughness = [r1, r2] stand together");
    }
    if (gluey.viscosity) {
      check_roughness(key + ".roughness", gluey.roughness);
      if (scene_.dimension == 2) {
        check_spheres(key + ".viscosity", "cylinders lubricate otherwise", ", or give gamma_star");
      }
    }
    check_local(key);
  }
  void check_roughness(const std::string& key, const std::vector<double>& heights) const {
    if (heights.size() != 2) {
      refuse(key, fmt::format("expected the heights of two surfaces, got {}", heights.size()));
    }
    if (!(heights[0] + heights[1] > 0.0)) {
      refuse(key, "r1 + r2 must be above 0; without a threshold leave out viscosity and roughness");
    }
  }

  // Newton's method after the sweeps knows Coulomb's law alone.
  void check_finisher() const {
    const auto* nlgs = std::get_if<NlgsSettings>(&scene_.solver);
    if (!nlgs || !nlgs->finisher) return;
    const auto* convex = std::get_if<ConvexSettings>(&scene_.scheme);
    const auto refuse_with = [&](const std::string& key) {
      refuse(key, "is not built into solver.finisher; leave one of the two out");
    };
    if (pair_.rolling_friction > 0.0) refuse_with(key_ + "rolling_friction");
    if (pair_.twisting_friction > 0.0) refuse_with(key_ + "twisting_friction");
    if (pair_.gluey) refuse_with(key_ + "gluey");
    if (pair_.friction > 0.0 && convex && convex->friction_model == FrictionModel::convex) {
      refuse_with("scheme.friction_model");
    }
  }

  // Of bodies whose entry of the scene says it.
  void check_spheres(const std::string& key, std::string_view why, std::string_view instead) const {
    const auto check = [&](const BodyCommon& common, const std::string& entry) {
      const bool meant =
          common.material.empty() ||
          std::ranges::find(pair_.materials, common.material) != pair_.materials.end();
      if (!meant || common.shape == BallSolid::sphere) return;
      refuse(key, fmt::format("is of spheres, and {}; set {}.shape = \"sphere\"{}", why, entry,
                              instead));
    };
    for (std::size_t k = 0; k < scene_.bodies.size(); ++k) {
      std::visit(
          [&](const auto& bodies) {
            if constexpr (requires { bodies.common; }) {
              check(bodies.common, fmt::format("bodies[{}]", k));
            }
          },
          scene_.bodies[k]);
    }
    for (std::size_t k = 0; k < scene_.feed.size(); ++k) {
      check(scene_.feed[k].common, fmt::format("feed[{}]", k));
    }
  }

  // Laws beyond Coulomb's need the local solver that knows them.
  void check_local(const std::string& key) const {
    const auto* solver = std::get_if<NlgsSettings>(&scene_.solver);
    if (!solver || std::holds_alternative<ExactLocal>(solver->local)) return;
    refuse(key, fmt::format("needs solver.local = \"exact\", got \"{}\"",
                            std::visit([](const auto& s) { return s.tag; }, solver->local)));
  }

  const Scene& scene_;
  const PairSettings& pair_;
  std::string key_;
  std::string_view scheme_;
};

}  // namespace

void check_laws(const Scene& scene) {
  for (std::size_t k = 0; k < scene.pair.size(); ++k) PairCheck(scene, k).run();
}

template <int D>
void check_thresholds(const World<D>& world, const Bodies<D>& bodies) {
  constexpr double none = std::numeric_limits<double>::infinity();
  const std::size_t count = world.materials.size();
  std::vector<double> smallest(count, none);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    double& r = smallest[static_cast<std::size_t>(bodies.material[i])];
    r = std::min(r, bodies.radius[i]);
  }
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = 0; b < count; ++b) {
      const Gluey& gluey =
          world.pairs(static_cast<MaterialIndex>(a), static_cast<MaterialIndex>(b)).gluey;
      if (gluey.viscosity == 0.0 || smallest[a] == none) continue;
      // A material without bodies is one of boundaries.
      const double r_eff =
          smallest[b] == none ? smallest[a] : effective_radius(smallest[a], smallest[b]);
      if (gluey.roughness < r_eff) continue;
      refuse("pair",
             fmt::format("gluey.roughness of \"{}\" and \"{}\": r1 + r2 must be below the "
                         "smallest r_eff of their contacts, {:.3g} m, so that γ* < 0; got {}",
                         world.materials[a], world.materials[b], r_eff, gluey.roughness));
    }
  }
}

template void check_thresholds(const World<2>&, const Bodies<2>&);
template void check_thresholds(const World<3>&, const Bodies<3>&);

}  // namespace galet
