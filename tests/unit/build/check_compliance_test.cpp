// Bad input of the schemes "newmark" and "dem": messages name key, limit and value.
#include "galet/build/check_compliance.hpp"

#include "support/scenes.hpp"

namespace galet::check_compliance_test {
namespace {

Scene compliant_scene() {
  Scene scene = scene_with(2, balls_at({{0.0, 0.0}, {1.0, 0.0}}, 0.1));
  PairSettings pair;
  pair.materials = {"glass", "glass"};
  pair.compliance = ComplianceSettings{};
  pair.compliance->stiffness = 1e4;
  scene.pair = {pair};
  scene.scheme = NewmarkSettings{};
  return scene;
}

NewmarkSettings& scheme_of(Scene& scene) { return std::get<NewmarkSettings>(scene.scheme); }

TEST(CheckCompliance, good_scenes_build) {
  EXPECT_EQ(build_error<2>(compliant_scene()), "");
  Scene rough = compliant_scene();
  rough.pair[0].friction = 0.5;
  rough.pair[0].compliance->c_t = 10.0;
  EXPECT_EQ(build_error<2>(rough), "");
  Scene thesis = compliant_scene();
  scheme_of(thesis).variant = NewmarkVariant::thesis;
  scheme_of(thesis).beta = 0.25;
  scheme_of(thesis).gamma = 0.5;
  scheme_of(thesis).step_norm = 1e-8;
  EXPECT_EQ(build_error<2>(thesis), "");
}

TEST(CheckCompliance, numbers_have_ranges) {
  Scene scene = compliant_scene();
  scene.pair[0].compliance->exponent = 1.5;
  EXPECT_EQ(build_error<2>(scene), "pair[0].compliance.exponent: must be at least 2, got 1.5");
  scene = compliant_scene();
  scene.pair[0].compliance->stiffness = -3.0;
  EXPECT_EQ(build_error<2>(scene), "pair[0].compliance.stiffness: must be positive, got -3");
  scene = compliant_scene();
  scene.pair[0].compliance->blend = -0.5;
  EXPECT_EQ(build_error<2>(scene), "pair[0].compliance.blend: must be at least 0, got -0.5");
}

TEST(CheckCompliance, friction_needs_its_penalty_and_a_linear_solver_that_takes_it) {
  Scene scene = compliant_scene();
  scene.pair[0].friction = 0.5;
  EXPECT_EQ(build_error<2>(scene),
            "pair[0].compliance.c_t: missing; the friction 0.5 of this pair needs a penalty c_t > "
            "0");
  scene.pair[0].compliance->c_t = 10.0;
  for (const LinearSettings& linear :
       std::vector<LinearSettings>{SparseCholesky{}, PcgIc{}, PcgJacobi{}}) {
    scheme_of(scene).linear = linear;
    const std::string name = std::visit([](const auto& s) { return std::string(s.tag); }, linear);
    EXPECT_EQ(
        build_error<2>(scene),
        "scheme.linear: \"" + name +
            "\" needs a symmetric matrix, and friction makes it unsymmetric: "
            "pair[0].friction must be 0, got 0.5; use \"auto\", \"sparse-lu\", \"superlu\" or "
            "\"gmres-ilut\"");
  }
  for (const LinearSettings& linear :
       std::vector<LinearSettings>{DenseLu{}, SuperLu{}, SparseLu{}, GmresIlut{}, AutoLinear{}}) {
    scheme_of(scene).linear = linear;
    EXPECT_EQ(build_error<2>(scene), "");
  }
}

TEST(CheckCompliance, materials_that_meet_need_a_compliance) {
  Scene scene = compliant_scene();
  scene.material.push_back({"wall", std::nullopt});
  EXPECT_EQ(build_error<2>([&] {
              Scene named = scene;
              std::get<ListBodies>(named.bodies[0]).common.material = "glass";
              return named;
            }()),
            "");  // nothing is made of it
  std::get<ListBodies>(scene.bodies[0]).common.material = "glass";
  PlaneBoundary floor;
  floor.common.material = "wall";
  floor.point = {0.0, -1.0};
  floor.normal = {0.0, 1.0};
  scene.boundary.emplace_back(floor);
  EXPECT_EQ(build_error<2>(scene),
            "pair: the materials \"glass\" and \"wall\" can meet and have no compliance; scheme = "
            "\"newmark\" needs a [[pair]] with compliance = {stiffness = …} for them");
  scene.scheme = MoreauJeanSettings{};
  EXPECT_EQ(build_error<2>(scene), "");
}

// What is fed later must have a compliance as well, with itself and with all others.
TEST(CheckCompliance, fed_materials_need_a_compliance) {
  Scene scene = compliant_scene();
  std::get<ListBodies>(scene.bodies[0]).common.material = "glass";
  scene.material.push_back({"steel", 7800.0});
  FeedSettings feed;
  feed.common.material = "steel";
  feed.region.low = {0.0, 2.0};
  feed.region.high = {1.0, 3.0};
  feed.rate = 10.0;
  feed.radius.min = 0.05;
  feed.radius.max = 0.1;
  scene.feed = {feed};
  EXPECT_EQ(build_error<2>(scene),
            "pair: the materials \"glass\" and \"steel\" can meet and have no compliance; scheme = "
            "\"newmark\" needs a [[pair]] with compliance = {stiffness = …} for them");
  PairSettings pair = scene.pair[0];
  pair.materials = {"glass", "steel"};
  scene.pair.push_back(pair);
  EXPECT_EQ(build_error<2>(scene),
            "pair: the materials \"steel\" and \"steel\" can meet and have no compliance; scheme = "
            "\"newmark\" needs a [[pair]] with compliance = {stiffness = …} for them");
  pair.materials = {"steel", "steel"};
  scene.pair.push_back(pair);
  EXPECT_EQ(build_error<2>(scene), "");
}

TEST(CheckCompliance, variants_and_their_weights) {
  Scene scene = compliant_scene();
  scheme_of(scene).beta = 0.25;
  EXPECT_EQ(build_error<2>(scene),
            "scheme.beta: must be 0.5 with variant = \"exact\", got 0.25; leave it out or set "
            "scheme.variant = \"thesis\"");
  scene = compliant_scene();
  scheme_of(scene).gamma = 0.5;
  EXPECT_EQ(build_error<2>(scene),
            "scheme.gamma: must be 1 with variant = \"exact\", got 0.5; leave it out or set "
            "scheme.variant = \"thesis\"");
  scene = compliant_scene();
  scheme_of(scene).step_norm = 1e-5;
  EXPECT_EQ(build_error<2>(scene),
            "scheme.step_norm: is used with variant = \"thesis\" only, got 1e-05; set "
            "scheme.tolerance instead");
  scene = compliant_scene();
  scheme_of(scene).variant = NewmarkVariant::thesis;
  EXPECT_EQ(build_error<2>(scene),
            "scheme.step_norm: missing; variant = \"thesis\" ends a step by this length");
}

Scene spring_scene() {
  Scene scene = compliant_scene();
  scene.pair[0].compliance.reset();
  scene.pair[0].spring = SpringSettings{.normal = 1e4, .tangential = std::nullopt};
  scene.scheme = DemSettings{};
  scene.time.step = 1e-4;
  return scene;
}

TEST(CheckSprings, good_scenes_build) {
  EXPECT_EQ(build_error<2>(spring_scene()), "");
  Scene rough = spring_scene();
  rough.pair[0].friction = 0.5;
  rough.pair[0].spring->tangential = 5e3;
  EXPECT_EQ(build_error<2>(rough), "");
}

TEST(CheckSprings, numbers_have_ranges) {
  Scene scene = spring_scene();
  scene.pair[0].spring->normal = -3.0;
  EXPECT_EQ(build_error<2>(scene), "pair[0].spring.normal: must be positive, got -3");
  scene = spring_scene();
  scene.pair[0].spring->tangential = 0.0;
  EXPECT_EQ(build_error<2>(scene), "pair[0].spring.tangential: must be positive, got 0");
  scene = spring_scene();
  scene.pair[0].spring->damping = -1.0;
  EXPECT_EQ(build_error<2>(scene), "pair[0].spring.damping: must be at least 0, got -1");
  scene = spring_scene();
  scene.pair[0].spring->tangential_damping = -2.0;
  EXPECT_EQ(build_error<2>(scene), "pair[0].spring.tangential_damping: must be at least 0, got -2");
}

TEST(CheckSprings, friction_needs_a_tangential_spring) {
  Scene scene = spring_scene();
  scene.pair[0].friction = 0.5;
  EXPECT_EQ(build_error<2>(scene),
            "pair[0].spring.tangential: missing; the friction 0.5 of this pair needs a tangential "
            "stiffness > 0");
}

TEST(CheckSprings, rolling_friction_needs_a_stiffness) {
  Scene scene = spring_scene();
  scene.pair[0].rolling_friction = 0.1;
  EXPECT_EQ(build_error<2>(scene),
            "pair[0].spring.rolling: missing; the rolling_friction 0.1 of this pair needs a "
            "stiffness > 0 in N m/rad, or spring.tangential, from which it is k_t r_eff²");
  scene.pair[0].spring->tangential = 5e3;
  EXPECT_EQ(build_error<2>(scene), "");
  scene.pair[0].spring->tangential.reset();
  scene.pair[0].spring->rolling = 2.0;
  EXPECT_EQ(build_error<2>(scene), "");
  scene.pair[0].spring->rolling = 0.0;
  EXPECT_EQ(build_error<2>(scene), "pair[0].spring.rolling: must be positive, got 0");
}

TEST(CheckSprings, materials_that_meet_need_a_spring) {
  Scene scene = spring_scene();
  scene.pair[0].spring.reset();
  EXPECT_EQ(
      build_error<2>(scene),
      "pair: the materials \"glass\" and \"glass\" can meet and have no spring; scheme = "
      "\"dem\" needs a [[pair]] with spring = {normal = …}, or hertz = {young = …, poisson = …}, "
      "for them");
}

// Two discs of mass 2600 π r² = 81.68 kg: ω² = 2k/m, 2/ω = 0.1278 s.
TEST(CheckSprings, unstable_steps_are_refused) {
  Scene scene = spring_scene();
  scene.time.step = 0.127;
  EXPECT_EQ(build_error<2>(scene), "");
  scene.time.step = 0.129;
  EXPECT_EQ(build_error<2>(scene),
            "time.step: must be at most 0.128 s with scheme = \"dem\", got 0.129: contacts of "
            "\"glass\" and \"glass\" (spring.normal = 10000) make longer steps unstable; use a "
            "shorter step or softer contacts, or set scheme.allow_unstable = true");
  std::get<DemSettings>(scene.scheme).allow_unstable = true;
  EXPECT_EQ(build_error<2>(scene), "");
}

}  // namespace
}  // namespace galet::check_compliance_test
