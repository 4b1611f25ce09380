#include "galet/solver/growth_watch.hpp"

#include <algorithm>
#include <cmath>

namespace galet {
namespace {

// By which the bound must fail.
constexpr double kFactor = 1e6;
// Impulses that grow in proportion to the sweeps double between two looks.
constexpr double kGrowth = 1.5;

// Mass of all that can move; of a matrix, that of its contacts.
template <int D>
double total_mass(const ContactProblem<D>& problem) {
  double mass = 0.0;
  const auto add = [&](double inverse) {
    if (inverse > 0.0) mass += 1.0 / inverse;
  };
  if (const auto* bodies = std::get_if<BodiesOperator<D>>(&problem.W)) {
    for (const Vec<D>& m : bodies->inverse_mass) add(m.maxCoeff());
    for (const PlaneNode<D>& plane : bodies->planes) add(plane.inverse_mass);
  } else {
    for (const Mat<D>& block : diagonal_blocks(problem)) add(block(0, 0));
  }
  return mass;
}

template <int D>
double largest(std::span<const Vec<D>> x) {
  double norm2 = 0.0;
  for (const Vec<D>& v : x) norm2 = std::max(norm2, v.squaredNorm());
  return std::sqrt(norm2);
}

}  // namespace

template <int D>
Squeeze GrowthWatch<D>::look(int sweeps, std::span<const Vec<D>> p) {
  next_ = 2 * sweeps;
  Squeeze squeeze;
  if (!before_.empty() && largest<D>(p) >= kGrowth * largest<D>(before_)) {
    for (std::size_t c = 0; c < p.size(); ++c) before_[c] = p[c] - before_[c];
    squeeze = squeeze_of(before_);
  }
  before_.assign(p.begin(), p.end());
  return squeeze;
}

template <int D>
Squeeze GrowthWatch<D>::squeeze_of(std::span<const Vec<D>> d) const {
  const std::vector<Vec<D>> u = compute_velocities<D>(problem_, d);  // W d + q
  double d_q = 0.0;
  double d_W_d = 0.0;
  double d_n = 0.0;
  double most = 0.0;
  Squeeze squeeze;
  for (std::size_t c = 0; c < d.size(); ++c) {
    d_q += d[c].dot(problem_.q[c]);
    d_W_d += d[c].dot(u[c] - problem_.q[c]);
    d_n += (problem_.frame(c) * d[c])[0];
    if (d[c].norm() <= most) continue;
    most = d[c].norm();
    squeeze.contact = static_cast<std::int32_t>(c);
  }
  const double speed = largest<D>(problem_.q);
  const double bound = kFactor * total_mass(problem_) * speed * speed * std::max(d_W_d, 0.0);
  if (!(d_q < 0.0 && d_n > 0.0 && d_q * d_q > bound)) return {};
  squeeze.speed = -d_q / d_n;
  return squeeze;
}

template class GrowthWatch<2>;
template class GrowthWatch<3>;

}  // namespace galet
