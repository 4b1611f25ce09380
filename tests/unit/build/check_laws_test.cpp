// Laws of pairs that do not fit scheme, solver, dimension or bodies: messages name key and remedy.
#include "galet/build/check_laws.hpp"

#include "support/scenes.hpp"

namespace galet::check_laws_test {
namespace {

Scene convex_scene(int dimension = 3) {
  std::vector<std::vector<double>> at{{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}};
  for (auto& x : at) x.resize(static_cast<std::size_t>(dimension));
  Scene scene = scene_with(dimension, balls_at(at, 0.1));
  PairSettings pair;
  pair.materials = {"glass", "glass"};
  scene.pair = {pair};
  scene.scheme = ConvexSettings{};
  return scene;
}

Scene gluey_scene(const GlueySettings& gluey, int dimension = 3) {
  Scene scene = convex_scene(dimension);
  scene.pair[0].gluey = gluey;
  return scene;
}

TEST(CheckLaws, good_scenes_build) {
  EXPECT_EQ(build_error<3>(gluey_scene({})), "");
  EXPECT_EQ(build_error<3>(gluey_scene({.gamma_star = -3.0})), "");
  EXPECT_EQ(build_error<3>(gluey_scene({.viscosity = 1.0, .roughness = {1e-3, 2e-3}})), "");
}

TEST(CheckLaws, convex_is_inelastic) {
  Scene scene = convex_scene();
  scene.pair[0].restitution = 0.5;
  EXPECT_EQ(build_error<3>(scene),
            "pair[0].restitution: must be 0 with scheme = \"convex\", whose impacts are inelastic, "
            "got 0.5; use \"moreau-jean\"");
}

TEST(CheckLaws, convex_has_no_rolling_friction) {
  Scene scene = convex_scene();
  scene.pair[0].rolling_friction = 0.1;
  EXPECT_EQ(build_error<3>(scene),
            "pair[0].rolling_friction: must be 0 with scheme = \"convex\", got 0.1; use "
            "\"moreau-jean\" or \"dem\"");
}

TEST(CheckLaws, gluey_is_of_convex_alone) {
  Scene scene = gluey_scene({});
  scene.scheme = MoreauJeanSettings{};
  EXPECT_EQ(build_error<3>(scene),
            "pair[0].gluey: is not built into scheme = \"moreau-jean\"; use \"convex\"");
  scene = gluey_scene({});
  scene.pair[0].cohesion = 1.0;
  EXPECT_EQ(build_error<3>(scene),
            "pair[0].cohesion: is not built into scheme = \"convex\"; use \"moreau-jean\"");
  scene = gluey_scene({});
  scene.solver = NlgsSettings{.local = IpdasLocal{}};
  EXPECT_EQ(build_error<3>(scene), "pair[0].gluey: needs solver.local = \"exact\", got \"ipdas\"");
}

TEST(CheckLaws, thresholds_are_negative) {
  EXPECT_EQ(build_error<3>(gluey_scene({.gamma_star = 0.0})),
            "pair[0].gluey.gamma_star: must be negative, got 0; an inelastic contact (γ* = 0) has "
            "no gluey");
  EXPECT_EQ(build_error<3>(gluey_scene({.viscosity = -1.0, .roughness = {1e-3, 1e-3}})),
            "pair[0].gluey.viscosity: must be positive, got -1");
  EXPECT_EQ(build_error<3>(gluey_scene({.viscosity = 1.0, .roughness = {1e-3, -1e-3}})),
            "pair[0].gluey.roughness[1]: must be at least 0, got -0.001");
  EXPECT_EQ(build_error<3>(gluey_scene({.viscosity = 1.0})),
            "pair[0].gluey.roughness: missing; viscosity and roughness = [r1, r2] stand together");
  EXPECT_EQ(build_error<3>(gluey_scene({.gamma_star = -1.0, .viscosity = 1.0})),
            "pair[0].gluey.viscosity: stands beside gamma_star; give one of the two");
  // r_eff of two balls of 0.1 m is 0.05 m.
  EXPECT_EQ(build_error<3>(gluey_scene({.viscosity = 1.0, .roughness = {0.25, 0.5}})),
            "pair: gluey.roughness of \"glass\" and \"glass\": r1 + r2 must be below the smallest "
            "r_eff of their contacts, 0.05 m, so that γ* < 0; got 0.75");
}

TEST(CheckLaws, discs_lubricate_otherwise) {
  Scene scene = gluey_scene({.viscosity = 1.0, .roughness = {1e-3, 1e-3}}, 2);
  EXPECT_EQ(build_error<2>(scene),
            "pair[0].gluey.viscosity: is of spheres, and cylinders lubricate otherwise; set "
            "bodies[0].shape = \"sphere\", or give gamma_star");
  std::get<ListBodies>(scene.bodies[0]).common.shape = BallSolid::sphere;
  EXPECT_EQ(build_error<2>(scene), "");
}

}  // namespace
}  // namespace galet::check_laws_test
