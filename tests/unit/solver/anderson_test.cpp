// Anderson's mixing. Of an affine map it is GMRES [Walker2011]: in n dimensions the fixed point is
// found in n + 1 mixes and the few that the ridge costs, whether the map contracts or not.
#include "galet/solver/anderson.hpp"

#include <limits>
#include <vector>

#include <Eigen/Dense>
#include <gtest/gtest.h>

namespace galet::anderson_test {
namespace {

constexpr Eigen::Index kSize = 6;
constexpr double kUnlimited = std::numeric_limits<double>::infinity();

struct Affine {
  Eigen::MatrixXd A;
  Eigen::VectorXd b;

  Eigen::VectorXd fixed_point() const {
    return (Eigen::MatrixXd::Identity(kSize, kSize) - A).partialPivLu().solve(b);
  }
  std::vector<double> image(const std::vector<double>& x) const {
    const Eigen::VectorXd g = A * Eigen::Map<const Eigen::VectorXd>(x.data(), kSize) + b;
    return {g.begin(), g.end()};
  }
};

// A turn by a tenth in every plane, times the factor.
Affine turning(double factor) {
  Affine map{Eigen::MatrixXd::Zero(kSize, kSize), Eigen::VectorXd::LinSpaced(kSize, 1.0, 2.0)};
  for (Eigen::Index k = 0; k < kSize; k += 2) {
    const double angle = 0.1 * static_cast<double>(k + 1);
    map.A.block<2, 2>(k, k) = factor * Eigen::Rotation2Dd(angle).toRotationMatrix();
  }
  return map;
}

double error_after(const Affine& map, int mixes, std::span<const double> weight) {
  Workers workers;
  Anderson anderson;
  std::vector<double> x(kSize, 0.0);
  for (int k = 0; k < mixes; ++k) anderson.mix(workers, weight, kUnlimited, map.image(x), x);
  return (Eigen::Map<Eigen::VectorXd>(x.data(), kSize) - map.fixed_point()).norm();
}

TEST(Anderson, finds_the_fixed_point_of_an_affine_map_as_gmres_does) {
  // Equal in the planes of the turns: in their norm the misfit never more than doubles.
  const std::vector<double> weight{1.0, 1.0, 3.0, 3.0, 0.5, 0.5};
  for (const double factor : {0.9, 1.0, 1.05}) {
    const Affine map = turning(factor);
    // Ill-conditioned differences are held back by the ridge for a mix or two; then each gains some
    // orders of magnitude.
    EXPECT_LT(error_after(map, kSize + 3, weight), 1e-6 * map.fixed_point().norm()) << factor;
    // Fewer mixes cannot span the space.
    EXPECT_GT(error_after(map, kSize, weight), 1e-2 * map.fixed_point().norm()) << factor;
  }
}

TEST(Anderson, starts_anew_from_the_image_where_the_misfit_more_than_doubles) {
  Workers workers;
  Anderson anderson;
  const std::vector<double> weight(1, 1.0);
  std::vector<double> x{0.0};
  anderson.mix(workers, weight, kUnlimited, std::vector{1.0}, x);  // f = 1
  EXPECT_EQ(x[0], 1.0);
  anderson.mix(workers, weight, kUnlimited, std::vector{4.0}, x);  // f = 3
  EXPECT_EQ(x[0], 4.0);
  // Nothing of the past is left: the next mix is the image again.
  anderson.mix(workers, weight, kUnlimited, std::vector{4.5}, x);
  EXPECT_EQ(x[0], 4.5);
}

// Along the diagonal the map hardly moves anything, towards a fixed point at (10, 10).
TEST(Anderson, does_not_leave_the_norm_it_is_given) {
  Workers workers;
  const std::vector<double> weight(2, 1.0);
  const auto norm2_after = [&](double largest2) {
    Anderson anderson;
    std::vector<double> x{1.0, 1.0};
    for (int k = 0; k < 20; ++k) {
      const double difference = 0.9 * (x[0] - x[1]);
      const double mean = 0.999 * 0.5 * (x[0] + x[1]) + 0.01;
      const std::vector<double> g{mean + 0.5 * difference, mean - 0.5 * difference};
      anderson.mix(workers, weight, largest2, g, x);
    }
    return Anderson::norm2(workers, weight, x);
  };
  EXPECT_GT(norm2_after(kUnlimited), 190.0);
  EXPECT_LE(norm2_after(3.0), 3.0);
}

TEST(Anderson, has_the_same_bits_for_any_number_of_threads) {
  constexpr std::size_t size = 20000;
  const auto run = [&](int threads) {
    Workers workers(threads);
    Anderson anderson;
    const std::vector<double> weight(size, 1.0);
    std::vector<double> x(size, 0.0);
    for (int k = 0; k < 15; ++k) {
      std::vector<double> g(size);
      for (std::size_t i = 0; i < size; ++i) {
        g[i] = 0.9 * x[(i + 1) % size] + 1.0 / static_cast<double>(i % 7 + 1);
      }
      anderson.mix(workers, weight, kUnlimited, g, x);
    }
    return x;
  };
  const std::vector<double> one = run(1);
  EXPECT_EQ(one, run(2));
  EXPECT_EQ(one, run(3));
}

}  // namespace
}  // namespace galet::anderson_test
