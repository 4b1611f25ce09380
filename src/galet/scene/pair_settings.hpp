// Materials and the laws of their pairs, in the words of the scene file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "galet/base/fields.hpp"
#include "galet/law/compliance.hpp"
#include "galet/scene/values.hpp"

namespace galet {

struct MaterialSettings {
  std::string name;
  std::optional<double> density;
};

template <class V>
void fields_of(MaterialSettings& s, V&& visit) {
  auto& [name, density] = s;
  visit(Field{"name", "", "Name of the material.", {}, true}, name);
  visit(Field{"density", "kg/m³",
              "Density; needed by bodies whose mass is not given. A disc is a slice 1 m thick.",
              Range::positive()},
        density);
}

struct ComplianceSettings {
  ComplianceKind kind = ComplianceKind::inc;
  double exponent = 2.0;
  double stiffness = 0.0;
  Normalisation normalisation = Normalisation::force;
  std::optional<double> c_t;
  double blend = 0.0;
};

template <class V>
void fields_of(ComplianceSettings& s, V&& visit) {
  auto& [kind, exponent, stiffness, normalisation, c_t, blend] = s;
  visit(
      Field{"kind", "",
            "\"inc\": the force is a divided difference of the stored energy over the step, which "
            "conserves energy; \"snc\": the force at the end of the step, which takes energy."},
      kind);
  visit(Field{"exponent", "", "α: the stored energy is C d^α for an overlap d.",
              Range::at_least(2.0)},
        exponent);
  visit(Field{"stiffness", "N/m^(α−1)", "Stiffness k; see normalisation.", Range::positive(), true},
        stiffness);
  visit(Field{"normalisation", "",
              "What the stiffness is: \"force\" C = k/α (force k d^(α−1)), \"half-potential\" "
              "C = k/2, \"potential\" C = k."},
        normalisation);
  visit(Field{"c_t", "N s/m",
              "Penalty of friction: while a contact sticks its tangential force is −c_t times the "
              "tangential velocity. Needed where friction is not 0.",
              Range::positive()},
        c_t);
  visit(Field{"blend", "",
              "e: the normal force is (its law + e C d⁺)/(1 + e), d⁺ at the end of the step. Takes "
              "energy; not Newton's restitution (0 is the most elastic).",
              Range::at_least(0.0)},
        blend);
}

struct SpringSettings {
  double normal = 0.0;
  std::optional<double> tangential;
  double damping = 0.0;
  double tangential_damping = 0.0;
  std::optional<double> rolling{};
};

template <class V>
void fields_of(SpringSettings& s, V&& visit) {
  auto& [normal, tangential, damping, tangential_damping, rolling] = s;
  visit(Field{"normal", "N/m", "Stiffness k: the normal force is k d + c ḋ for an overlap d.",
              Range::positive(), true},
        normal);
  visit(Field{"tangential", "N/m",
              "Stiffness k_t of the tangential spring, whose force is cut to Coulomb's limit. "
              "Needed where friction is not 0.",
              Range::positive()},
        tangential);
  visit(Field{"damping", "N s/m", "c of the dashpot along the normal; it never pulls.",
              Range::at_least(0.0)},
        damping);
  visit(Field{"tangential_damping", "N s/m",
              "c_t of the dashpot beside the tangential spring; the two together stay within "
              "Coulomb's limit.",
              Range::at_least(0.0)},
        tangential_damping);
  visit(Field{"rolling", "N m/rad",
              "Stiffness k_r of the spring against rolling and twisting, whose moment is cut to "
              "the limits of rolling_friction and twisting_friction; without it k_t r_eff², with "
              "r_eff = r_a r_b/(r_a + r_b), the radius of a ball at a boundary.",
              Range::positive()},
        rolling);
}

struct HertzSettings {
  Numbers young;
  Numbers poisson;
  double tangential_damping = 0.0;
};

template <class V>
void fields_of(HertzSettings& s, V&& visit) {
  auto& [young, poisson, tangential_damping] = s;
  visit(Field{"young", "Pa",
              "Young's modulus of both materials, or [E_a, E_b] in the order of `materials`.",
              Range::positive(), true},
        young);
  visit(Field{"poisson", "", "Poisson's ratio, likewise.", Range::between(0.0, 0.5), true},
        poisson);
  visit(Field{"tangential_damping", "",
              "ζ_t: share of the critical damping along the tangent, within Coulomb's limit.",
              Range::at_least(0.0)},
        tangential_damping);
}

struct GlueySettings {
  std::optional<double> gamma_star = {};
  std::optional<double> viscosity = {};
  std::vector<double> roughness = {};
};

template <class V>
void fields_of(GlueySettings& s, V&& visit) {
  auto& [gamma_star, viscosity, roughness] = s;
  visit(Field{"gamma_star", "N s",
              "Threshold γ* < 0 at which the surfaces touch and a solid impulse carries what is "
              "more; none by default."},
        gamma_star);
  visit(Field{"viscosity", "Pa s",
              "The same from the fluid and the roughness, for spheres: γ* = 6π η r_eff² ln((r1 + "
              "r2)/r_eff), r_eff = r_a r_b/(r_a + r_b), the radius of a ball at a boundary.",
              Range::positive()},
        viscosity);
  visit(Field{"roughness", "m", "With viscosity: heights [r1, r2] of the two surfaces.",
              Range::at_least(0.0)},
        roughness);
}

struct PairSettings {
  std::vector<std::string> materials;
  double friction = 0.0;
  double restitution = 0.0;
  double restitution_t = 0.0;
  std::optional<double> cohesion{};
  std::optional<double> adhesion_energy{};
  double rolling_friction = 0.0;
  double twisting_friction = 0.0;
  std::optional<ComplianceSettings> compliance{};
  std::optional<SpringSettings> spring{};
  std::optional<HertzSettings> hertz{};
  std::optional<GlueySettings> gluey{};
};

template <class V>
void fields_of(PairSettings& s, V&& visit) {
  auto& [materials, friction, restitution, restitution_t, cohesion, adhesion_energy,
         rolling_friction, twisting_friction, compliance, spring, hertz, gluey] = s;
  visit(Field{"materials", "", "The two materials, in any order.", {}, true}, materials);
  visit(Field{"friction", "", "Coulomb coefficient µ.", Range::at_least(0.0)}, friction);
  visit(Field{"restitution", "", "Newton's normal restitution e_n.", Range::between(0.0, 1.0)},
        restitution);
  visit(Field{"restitution_t", "", "Tangential restitution e_t.", Range::between(-1.0, 1.0)},
        restitution_t);
  visit(Field{"cohesion", "N",
              "Largest pull F_c of a contact that has touched, until it opens; in 2D per metre of "
              "thickness. For scheme = \"moreau-jean\".",
              Range::at_least(0.0)},
        cohesion);
  visit(Field{"adhesion_energy", "J/m²",
              "The same by the energy Γ of the surfaces, in 3D: F_c = 2π Γ r_eff with r_eff = "
              "r_a r_b/(r_a + r_b), the radius of a ball at a boundary. One of the two.",
              Range::at_least(0.0)},
        adhesion_energy);
  visit(Field{"rolling_friction", "",
              "µ_r: a contact resists rolling by a moment up to µ_r r_eff times its normal force. "
              "For schemes \"moreau-jean\" (with local = \"exact\") and \"dem\".",
              Range::at_least(0.0)},
        rolling_friction);
  visit(Field{"twisting_friction", "", "µ_tw: the same about the normal, in 3D.",
              Range::at_least(0.0)},
        twisting_friction);
  visit(Field{"compliance", "",
              "Compliance of the contacts, for scheme = \"newmark\" (which has no restitution)."},
        compliance);
  visit(Field{"spring", "",
              "Springs of the contacts, for scheme = \"dem\" (which then has no restitution)."},
        spring);
  visit(Field{"hertz", "",
              "Instead of `spring`: elastic spheres after Hertz and Mindlin, whose dashpot gives "
              "every impact the pair's restitution."},
        hertz);
  visit(Field{"gluey", "",
              "Lubricated contacts, for scheme = \"convex\": a push is remembered, and the contact "
              "opens when pulls have taken it back. {} has no threshold."},
        gluey);
}

}  // namespace galet
