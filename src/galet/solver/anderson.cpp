#include "galet/solver/anderson.hpp"

#include <algorithm>

#include <Eigen/Cholesky>

#include "galet/base/reduce.hpp"

namespace galet {
namespace {

// The weight of |y|² beside the misfit, in the mean of the products: keeps the equation solvable
// where differences are nearly the same.
constexpr double kRidge = 1e-8;
// f larger than this times the last one, squared: the mixture was none.
constexpr double kWorse2 = 4.0;

double weighted_product(Workers& workers, std::span<const double> weight, std::span<const double> a,
                        std::span<const double> b) {
  return sum_over<double>(workers, a.size(), [&](std::size_t begin, std::size_t end) {
    double sum = 0.0;
    for (std::size_t k = begin; k < end; ++k) sum += weight[k] * a[k] * b[k];
    return sum;
  });
}

}  // namespace

void Anderson::clear() {
  differences_.clear();
  products_.resize(0, 0);
  g_last_.clear();
  next_ = 0;
}

double Anderson::norm2(Workers& workers, std::span<const double> weight,
                       std::span<const double> x) {
  return weighted_product(workers, weight, x, x);
}

void Anderson::mix(Workers& workers, std::span<const double> weight, double largest2,
                   std::span<const double> g, std::span<double> x) {
  std::vector<double> f(g.size());
  for (std::size_t k = 0; k < f.size(); ++k) f[k] = g[k] - x[k];
  const double f2 = norm2(workers, weight, f);
  if (!g_last_.empty() && !(f2 <= kWorse2 * f2_last_)) {
    std::ranges::copy(g, x.begin());
    clear();
    return;
  }
  if (!g_last_.empty()) add_difference(workers, weight, g, f);
  f_last_ = std::move(f);
  g_last_.assign(g.begin(), g.end());
  f2_last_ = f2;
  combine(workers, weight, g, x);
  if (norm2(workers, weight, x) <= largest2) return;
  std::ranges::copy(g, x.begin());
  clear();
}

void Anderson::add_difference(Workers& workers, std::span<const double> weight,
                              std::span<const double> g, std::span<const double> f) {
  if (differences_.size() < window_) {
    next_ = differences_.size();
    differences_.push_back({std::vector<double>(g.size()), std::vector<double>(g.size())});
    products_.conservativeResize(std::ssize(differences_), std::ssize(differences_));
  } else {
    next_ = (next_ + 1) % window_;
  }
  Difference& d = differences_[next_];
  for (std::size_t k = 0; k < g.size(); ++k) {
    d.g[k] = g[k] - g_last_[k];
    d.f[k] = f[k] - f_last_[k];
  }
  const auto row = static_cast<Eigen::Index>(next_);
  for (std::size_t i = 0; i < differences_.size(); ++i) {
    const auto column = static_cast<Eigen::Index>(i);
    products_(row, column) = products_(column, row) =
        weighted_product(workers, weight, d.f, differences_[i].f);
  }
}

// x = g − dG y, y = argmin |f − dF y|².
void Anderson::combine(Workers& workers, std::span<const double> weight, std::span<const double> g,
                       std::span<double> x) const {
  std::ranges::copy(g, x.begin());
  if (differences_.empty()) return;
  const std::ptrdiff_t count = std::ssize(differences_);
  Eigen::MatrixXd matrix = products_;
  matrix.diagonal().array() += kRidge * products_.trace() / static_cast<double>(count);
  Eigen::VectorXd right(count);
  for (std::size_t i = 0; i < differences_.size(); ++i) {
    right[static_cast<Eigen::Index>(i)] =
        weighted_product(workers, weight, differences_[i].f, f_last_);
  }
  const Eigen::VectorXd y = matrix.ldlt().solve(right);
  if (!y.allFinite()) return;
  workers.for_range(x.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = 0; i < differences_.size(); ++i) {
      const double factor = y[static_cast<Eigen::Index>(i)];
      const std::vector<double>& d = differences_[i].g;
      for (std::size_t k = begin; k < end; ++k) x[k] -= factor * d[k];
    }
  });
}

}  // namespace galet
