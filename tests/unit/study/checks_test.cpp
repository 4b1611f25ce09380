#include "galet/study/checks.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace galet::checks_test {
namespace {

const double kNaN = std::nan("");

Figure figure(double ours) { return {"speed", "m/s", ours, {}, ""}; }

TEST(Checks, near_includes_the_tolerance_and_nothing_beyond) {
  EXPECT_EQ(check_near(figure(1.25), 1.0, 0.25, "why").verdict, Verdict::pass);
  EXPECT_EQ(check_near(figure(0.75), 1.0, 0.25, "why").verdict, Verdict::pass);
  EXPECT_EQ(check_near(figure(std::nextafter(1.25, 2.0)), 1.0, 0.25, "why").verdict, Verdict::fail);
  EXPECT_EQ(check_near(figure(kNaN), 1.0, 0.25, "why").verdict, Verdict::fail);
  EXPECT_EQ(check_near(figure(1.0), 1.0, kNaN, "why").verdict, Verdict::fail);
}

TEST(Checks, near_says_what_decided) {
  const Finding f = check_near(figure(1.0), 1.0, 0.25, "because of the step");
  EXPECT_EQ(f.criterion, "|ours − exact| <= 0.25 m/s: because of the step");
  EXPECT_EQ(f.exact, 1.0);
  EXPECT_EQ(f.unit, "m/s");
}

TEST(Checks, at_most_refuses_negative_errors) {
  EXPECT_EQ(check_at_most(figure(0.0), 0.5, "why").verdict, Verdict::pass);
  EXPECT_EQ(check_at_most(figure(0.5), 0.5, "why").verdict, Verdict::pass);
  EXPECT_EQ(check_at_most(figure(0.6), 0.5, "why").verdict, Verdict::fail);
  EXPECT_EQ(check_at_most(figure(-0.1), 0.5, "why").verdict, Verdict::fail);
  EXPECT_EQ(check_at_most(figure(kNaN), 0.5, "why").verdict, Verdict::fail);
}

TEST(Checks, between_includes_its_ends) {
  EXPECT_EQ(check_between(figure(1.0), 1.0, 2.0, "why").verdict, Verdict::pass);
  EXPECT_EQ(check_between(figure(2.0), 1.0, 2.0, "why").verdict, Verdict::pass);
  EXPECT_EQ(check_between(figure(2.1), 1.0, 2.0, "why").verdict, Verdict::fail);
  EXPECT_EQ(check_between(figure(0.9), 1.0, 2.0, "why").verdict, Verdict::fail);
  EXPECT_EQ(check_between(figure(kNaN), 1.0, 2.0, "why").verdict, Verdict::fail);
}

TEST(Checks, at_least_refuses_what_is_no_number) {
  EXPECT_EQ(check_at_least(figure(1.0), 1.0, "why").verdict, Verdict::pass);
  EXPECT_EQ(check_at_least(figure(1e9), 1.0, "why").verdict, Verdict::pass);
  EXPECT_EQ(check_at_least(figure(std::nextafter(1.0, 0.0)), 1.0, "why").verdict, Verdict::fail);
  EXPECT_EQ(check_at_least(figure(kNaN), 1.0, "why").verdict, Verdict::fail);
  EXPECT_EQ(check_at_least(figure(HUGE_VAL), 1.0, "why").verdict, Verdict::fail);
  EXPECT_EQ(check_at_least(figure(2.0), 1.0, "why").criterion, "ours >= 1 m/s: why");
}

TEST(Checks, equal_is_exact) {
  EXPECT_EQ(check_equal(figure(4.0), 4.0).verdict, Verdict::pass);
  EXPECT_EQ(check_equal(figure(4.0), std::nextafter(4.0, 5.0)).verdict, Verdict::fail);
  EXPECT_EQ(check_equal(figure(kNaN), 4.0).verdict, Verdict::fail);
}

TEST(Checks, source_is_wrong_only_if_we_are_right_and_it_is_not) {
  const auto verdict = [](double ours, double published) {
    return check_source_wrong({"speed", "m/s", ours, published, "reason"}, 1.0, 0.1, 0.01, "why")
        .verdict;
  };
  EXPECT_EQ(verdict(1.05, 2.0), Verdict::source_wrong);
  EXPECT_EQ(verdict(1.2, 2.0), Verdict::fail);    // we are wrong as well
  EXPECT_EQ(verdict(1.0, 1.005), Verdict::fail);  // print is right to its digits
  EXPECT_EQ(verdict(kNaN, 2.0), Verdict::fail);
}

TEST(Checks, report_only_decides_nothing) {
  const Finding f = report_only(figure(kNaN), 3.0);
  EXPECT_EQ(f.verdict, Verdict::report_only);
  EXPECT_EQ(f.exact, 3.0);
}

TEST(Checks, published_figure_within_its_tolerance) {
  EXPECT_EQ(check_published({"q", "", 1.04, 1.0, ""}, 0.05, "why").verdict, Verdict::pass);
  EXPECT_EQ(check_published({"q", "", 1.06, 1.0, ""}, 0.05, "why").verdict, Verdict::fail);
  EXPECT_EQ(check_published({"q", "", std::nan(""), 1.0, ""}, 0.05, "why").verdict, Verdict::fail);
  EXPECT_EQ(check_published({"q", "", 3.0, 3.0, ""}, 0.0, "why").verdict, Verdict::pass);
}

}  // namespace
}  // namespace galet::checks_test
