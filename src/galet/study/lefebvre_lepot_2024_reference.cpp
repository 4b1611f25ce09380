#include <algorithm>
#include <cmath>

#include "galet/base/error.hpp"
#include "galet/study/lefebvre_lepot_2024.hpp"

namespace galet::lefebvre_lepot_2024 {

double load_impulse(double t) { return t <= 2.0 ? -2.0 * t : 2.0 * t - 8.0; }

double gluey_release(double gamma_star) { return 2.0 + std::min(4.0, -gamma_star) / 2.0; }

GlueyBall gluey_solution(double t, double gamma_star) {
  if (t <= 1.0) return {1.0 - t * t, -2.0 * t, 0.0, 0.0};
  const double after = t - gluey_release(gamma_star);
  const double solid = std::min(0.0, -4.0 - gamma_star);  // β from t = 2 on
  if (after >= 0.0) return {after * after, 2.0 * after, 0.0, solid};
  const double total = load_impulse(t);
  const double beta = t <= 2.0 ? std::min(0.0, total - gamma_star) : solid;
  return {0.0, 0.0, total - beta, beta};
}

void LubricatedBall::advance() {
  ++n_;
  const double right = q() + h_ * load_impulse(time());
  // A start where the left side is too large: Newton's iterates fall from there to the solution.
  double y = right <= 0.0 ? right / (h_ * mu_) : std::max(0.0, std::log(right));
  for (int k = 0; k < 200; ++k) {
    const double q_next = std::exp(y);
    const double change = (q_next + h_ * mu_ * y - right) / (q_next + h_ * mu_);
    y -= change;
    if (std::abs(change) <= 1e-15 * (1.0 + std::abs(y))) break;
  }
  y_ = y;
}

double LubricatedBall::q() const { return std::exp(y_); }

double lubrication_bound(double mu) {
  GALET_ASSERT(mu > 0.0 && mu <= 1.0);
  const double x = mu * std::log(mu);
  return 3.0 * mu + 0.5 * x * x;
}

double lubrication_gamma_bound(double mu) { return lubrication_bound(mu) + 4.0 * mu; }

}  // namespace galet::lefebvre_lepot_2024
