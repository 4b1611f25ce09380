// Orders of convergence that are known.
#include "galet/report/converge.hpp"

#include <cmath>
#include <numbers>

#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>

#include "galet/base/error.hpp"
#include "galet/io/atomic_file.hpp"

namespace galet::converge_test {
namespace {

TEST(ObservedOrder, of_powers) {
  for (const double p : {0.5, 1.0, 2.0, 3.7}) {
    const auto error = [&](double h, double h_r) {
      return 7.0 * (std::pow(h, p) - std::pow(h_r, p));
    };
    for (const double h_r : {0.0, 0.1, 0.15}) {
      const auto order = observed_order(0.4, error(0.4, h_r), 0.2, error(0.2, h_r), h_r);
      ASSERT_TRUE(order);
      EXPECT_NEAR(*order, p, 1e-9);
    }
  }
  EXPECT_FALSE(observed_order(0.4, 1.0, 0.2, 1.0, 0.0));  // does not shrink
  EXPECT_FALSE(observed_order(0.4, 1.0, 0.2, 0.0, 0.0));  // nothing left
  EXPECT_FALSE(observed_order(0.4, 1.0, 0.2, 0.5, 0.2));  // the reference itself
}

// Exact for powers, whatever the reference; a scatter that is even in the logarithms does not shift
// it.
TEST(FittedOrder, of_powers_and_of_scattered_ones) {
  const std::vector<double> h{0.8, 0.4, 0.2, 0.1};
  for (const double p : {0.5, 1.0, 2.0}) {
    for (const double h_r : {0.0, 0.1}) {
      std::vector<double> e;
      for (const double x : h) e.push_back(3.0 * (std::pow(x, p) - std::pow(h_r, p)));
      ASSERT_TRUE(fitted_order(h, e, h_r));
      EXPECT_NEAR(*fitted_order(h, e, h_r), p, 1e-6);
    }
  }
  const std::vector<double> scattered{0.8 * 2.0, 0.4 / 2.0, 0.2 / 2.0, 0.1 * 2.0};
  EXPECT_NEAR(*fitted_order(h, scattered, 0.0), 1.0, 1e-6);
  EXPECT_FALSE(fitted_order(h, std::vector<double>(4, 1.0), 0.0));  // does not shrink
  EXPECT_FALSE(fitted_order(h, std::vector<double>(4, 0.0), 0.0));
}

class Converge : public testing::Test {
 protected:
  ConvergeRequest request(const std::string& text, std::vector<double> steps) {
    const auto file = folder_.path() / "scene.toml";
    write_atomically(file, text);
    ConvergeRequest r;
    r.scene = file;
    r.values = std::move(steps);
    return r;
  }

 private:
  TemporaryFolder folder_;
};

const std::string flight = R"(
title = "free flight"
dimension = 3
gravity = [1, 0, -10]
[[material]]
name = "stone"
density = 2600
[[bodies]]
kind = "list"
position = [[0, 0, 0], [1, 0, 0]]
velocity = [[1, 2, 3], [-1, 0, 1]]
radius = 0.1
[[force]]
force = [0, 3, 0]
[time]
step = 0.1
end = 1.0
)";

// θ = 1: x = Σ h v_n+1 misses a t²/2 by a t h/2, of first order; the velocity is exact. θ = 1/2 is
// exact.
TEST_F(Converge, free_flight) {
  ConvergeRequest r = request(flight, {0.1, 0.05, 0.025, 0.0125});
  r.reference = ConvergeReference::free_flight;
  r.overrides = {"scheme.theta=1", "scheme.normal=\"velocity\""};
  const Convergence first = converge(r);
  ASSERT_EQ(first.rows.size(), 4u);
  const double mass = 2600.0 * 4.0 / 3.0 * std::numbers::pi * 1e-3;
  const double a = std::sqrt(101.0 + 9.0 / (mass * mass));
  for (const ConvergeRow& row : first.rows) {
    EXPECT_NEAR(row.error.position_rms, 0.5 * a * row.value, 1e-12);
    EXPECT_NEAR(row.error.velocity_max, 0.0, 1e-13);
    EXPECT_FALSE(row.order.velocity);
    if (row.value < 0.1) {
      EXPECT_NEAR(row.order.position.value(), 1.0, 1e-9);
    }
  }
  r.reference = ConvergeReference::finest;
  const Convergence finest = converge(r);
  EXPECT_NEAR(finest.rows[1].order.position.value(), 1.0, 1e-9);
  EXPECT_NEAR(finest.rows[2].order.position.value(), 1.0, 1e-9);
  EXPECT_EQ(finest.rows[3].error.position_max, 0.0);

  r.overrides = {"scheme.theta=0.5", "scheme.normal=\"velocity\""};
  r.reference = ConvergeReference::free_flight;
  for (const ConvergeRow& row : converge(r).rows) {
    EXPECT_NEAR(row.error.position_max, 0.0, 1e-13);
    EXPECT_FALSE(row.order.position);
  }
}

// A ball stays on a floor that moves by A (1 − cos ωt), A ω² < G. It has the floor's velocity at
// the end of every step, so that its place is the trapezoidal sum of the floor's velocity (θ =
// 1/2), off by h² (a(t) − a(0))/12 with a = A ω² cos ωt: into the floor at all times, so the
// contact stays. After half a period that is A ω² h²/6.
TEST_F(Converge, ball_on_an_oscillating_floor) {
  const double amplitude = 0.01, frequency = 4.0, omega = 2.0 * std::numbers::pi * frequency;
  const ConvergeRequest r = request(R"(
title = "ball on a shaken floor"
dimension = 2
gravity = [0, -9.81]
[[material]]
name = "stone"
density = 2600
[[bodies]]
kind = "list"
position = [0, 0.1]
radius = 0.1
[[boundary]]
kind = "plane"
point = [0, 0]
normal = [0, 1]
motion = {amplitude = [0, 0.01], frequency = 4, phase = -1.5707963267948966}
[scheme]
normal = "velocity"
[time]
step = 1e-3
end = 0.125
)",
                                    {0.0125, 0.00625, 0.003125, 0.0015625});
  const Convergence study = converge(r);
  const double h_r = study.rows.back().value;
  for (std::size_t k = 0; k + 1 < study.rows.size(); ++k) {
    const ConvergeRow& row = study.rows[k];
    const double leading = amplitude * omega * omega / 6.0 * (row.value * row.value - h_r * h_r);
    EXPECT_NEAR(row.error.position_rms / leading, 1.0, 0.02);  // (ω h)²/60 and smaller
    // The velocity is the floor's, the same for all: 0 after half a period.
    EXPECT_NEAR(row.error.velocity_rms, 0.0, 1e-9);
    if (k > 0) {
      EXPECT_NEAR(row.order.position.value(), 2.0, 0.02);
    }
  }
}

// One bounce: the impact is met up to a step late, which changes the place afterwards by at most
// the jump of velocity (1 + e) v times the step, and the velocity by at most (1 + e) G times the
// step.
TEST_F(Converge, bouncing_ball_is_of_first_order) {
  ConvergeRequest r;
  r.scene = std::filesystem::path(GALET_SCENES) / "gallery/bouncing-ball.toml";
  r.values = {1.6e-2, 8e-3, 4e-3, 2e-3, 1e-3, 5e-4, 2.5e-4, 1.25e-4, 1e-5};
  r.overrides = {"time.end=0.8"};
  const Convergence study = converge(r);
  const double jump = 1.8 * std::sqrt(2.0 * 9.81);
  for (const ConvergeRow& row : study.rows) {
    EXPECT_LE(row.error.position_max, 1.5 * jump * row.value);
    EXPECT_LE(row.error.velocity_max, 2.0 * 1.8 * 9.81 * row.value);
  }
  // Errors anywhere below the bound scatter by a factor of e or so; over 7 halvings that leaves the
  // order uncertain by 1/(log 2 · √42) = 0.22; three times that.
  EXPECT_NEAR(study.order.position.value(), 1.0, 0.67);
}

TEST_F(Converge, tolerances) {
  ConvergeRequest r;
  r.scene = std::filesystem::path(GALET_SCENES) / "gallery/box-2d.toml";
  r.by = ConvergeBy::tolerance;
  r.values = {1e-2, 1e-4, 1e-8};
  r.overrides = {"time.end=0.02", "output.every=0.01"};
  const Convergence study = converge(r);
  EXPECT_GE(study.rows[2].iterations, study.rows[0].iterations);
  EXPECT_LE(study.rows[1].error.velocity_max, study.rows[0].error.velocity_max);
  EXPECT_EQ(study.rows[2].error.velocity_max, 0.0);
  EXPECT_EQ(to_csv(study).find("tolerance,steps,"), 0u);
}

TEST_F(Converge, refusals) {
  const auto error = [](const ConvergeRequest& r) -> std::string {
    try {
      converge(r);
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_NE(error(request(flight, {0.1, 0.05})).find("at least 3"), std::string::npos);
  EXPECT_NE(error(request(flight, {0.1, 0.05, 0.05})).find("given twice"), std::string::npos);
  EXPECT_NE(error(request(flight, {0.1, 0.05, -1.0})).find("positive"), std::string::npos);
  EXPECT_NE(error(request(flight, {0.3, 0.1, 0.05})).find("end at the same time"),
            std::string::npos);
  ConvergeRequest r;
  r.scene = std::filesystem::path(GALET_SCENES) / "gallery/bouncing-ball.toml";
  r.values = {8e-3, 4e-3};
  r.reference = ConvergeReference::free_flight;
  EXPECT_NE(error(r).find("nothing touches"), std::string::npos);
}

}  // namespace
}  // namespace galet::converge_test
