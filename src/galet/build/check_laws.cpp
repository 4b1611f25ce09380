#include "galet/build/check_laws.hpp"

#include <string>
#include <string_view>
#include <variant>

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
    if (pair_.cohesion.value_or(0.0) > 0.0) check_cohesion("cohesion");
    if (pair_.adhesion_energy.value_or(0.0) > 0.0) check_cohesion("adhesion_energy");
    if (pair_.rolling_friction > 0.0) check_moment("rolling_friction", pair_.rolling_friction);
    if (pair_.twisting_friction > 0.0) check_moment("twisting_friction", pair_.twisting_friction);
  }

 private:
  void check_cohesion(std::string_view name) const {
    if (std::holds_alternative<MoreauJeanSettings>(scene_.scheme)) return;
    refuse(key_ + std::string(name),
           fmt::format("is not built into scheme = \"{}\"; use \"moreau-jean\"", scheme_));
  }

  void check_moment(std::string_view name, double value) const {
    const std::string key = key_ + std::string(name);
    if (std::holds_alternative<NewmarkSettings>(scene_.scheme)) {
      refuse(key, fmt::format("must be 0 with scheme = \"newmark\", got {}; use \"moreau-jean\" or "
                              "\"dem\"",
                              value));
    }
    if (!std::holds_alternative<MoreauJeanSettings>(scene_.scheme)) return;
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

  const Scene& scene_;
  const PairSettings& pair_;
  std::string key_;
  std::string_view scheme_;
};

}  // namespace

void check_laws(const Scene& scene) {
  for (std::size_t k = 0; k < scene.pair.size(); ++k) PairCheck(scene, k).run();
}

}  // namespace galet
