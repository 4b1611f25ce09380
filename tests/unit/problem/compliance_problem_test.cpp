// Compliance problems as data: stored and loaded, and what they say of the start of a step.
#include "galet/problem/compliance_problem.hpp"

#include "support/compliant_problems.hpp"
#include <gtest/gtest.h>

#include "galet/base/error.hpp"

namespace galet::compliance_problem_test {
namespace {

using test::add_node;
using test::add_pair;
using test::lively_problem;

TEST(ComplianceProblem, StoredAndLoaded) {
  const ComplianceProblem<3> problem = lively_problem<3>();
  const ComplianceProblem<3> loaded = load_compliance_problem<3>(dump(problem));
  EXPECT_EQ(loaded.unknowns, problem.unknowns);
  EXPECT_EQ(loaded.mass, problem.mass);
  EXPECT_EQ(loaded.velocity, problem.velocity);
  EXPECT_EQ(loaded.planes[0].force, problem.planes[0].force);
  EXPECT_EQ(loaded.laws[0].compliance.factor, problem.laws[0].compliance.factor);
  // The curved face, too.
  const Vec<3> dx(1e-3, 2e-3, -1e-3);
  const FaceAtEnd<3> before =
      face_at_end<3>(problem.cell, problem.obstacles, problem.faces[1], problem.contacts[1], dx);
  const FaceAtEnd<3> after =
      face_at_end<3>(loaded.cell, loaded.obstacles, loaded.faces[1], loaded.contacts[1], dx);
  EXPECT_EQ(before.overlap, after.overlap);
  EXPECT_EQ(before.gradient, after.gradient);
  EXPECT_NE(before.overlap, problem.contacts[1].overlap);
}

TEST(ComplianceProblem, BytesThatHoldNoneAreRefused) {
  ComplianceProblem<3> problem = lively_problem<3>();
  const std::vector<std::byte> bytes = dump(problem);
  EXPECT_THROW(load_compliance_problem<2>(bytes), SystemError);
  EXPECT_THROW(load_compliance_problem<3>(std::span(bytes).first(bytes.size() / 2)), SystemError);
  problem.ends[2].b = 3;  // there are nodes 0 to 2
  EXPECT_THROW(load_compliance_problem<3>(dump(problem)), SystemError);
  problem = lively_problem<3>();
  problem.obstacles.clear();
  EXPECT_THROW(load_compliance_problem<3>(dump(problem)), SystemError);
  problem = lively_problem<3>();
  problem.rates = NewmarkRates::of(0.25, 0.5, 1e-3);  // needs accelerations at the start
  EXPECT_THROW(load_compliance_problem<3>(dump(problem)), SystemError);
}

// M a = F + Q at the start: φ'(d) = 2 C d for α = 2.
TEST(ComplianceProblem, AccelerationsAtTheStart) {
  constexpr double C = 1e3, d = 0.01;
  ComplianceProblem<2> p;
  p.rates = NewmarkRates::of(0.25, 0.5, 1e-3);
  p.laws = {{0.0, {.exponent = 2.0, .factor = C}}};
  const std::size_t a = add_node<2>(p, 1.0, 0.1, Vec<2>(0.0, 0.0));
  const std::size_t b = add_node<2>(p, 4.0, 0.1, Vec<2>(0.0, 0.0));
  p.force[b] = Vec<2>(0.0, -8.0);
  add_pair<2>(p, a, b, Vec<2>(0.2 - d, 0.0));
  set_start_accelerations(p);
  EXPECT_NEAR(p.a_start[a][0], -2.0 * C * d, 1e-12);
  EXPECT_NEAR(p.a_start[b][0], 0.5 * C * d, 1e-12);
  EXPECT_EQ(p.a_start[b][1], -2.0);
  ComplianceSolution<2> free;
  set_free(p, free);
  // Δq = h² ((1/2 − β) a + β F/m)
  EXPECT_NEAR(free.dx[b][0], 1e-6 * 0.25 * 0.5 * C * d, 1e-18);
  EXPECT_NEAR(free.dx[b][1], 1e-6 * 0.5 * -2.0, 1e-18);
}

}  // namespace
}  // namespace galet::compliance_problem_test
