// Exact solutions that the experiments of [LefebvreLepot2024] compare with.
//
// One ball of unit mass falls from rest at q = 1 under f = −2 until t = 2, then f = +2; the
// momentum the load has given is Φ(t) = −2t until 2, 2t − 8 afterwards.
#pragma once

namespace galet::lefebvre_lepot_2024 {

// Φ, N s.
double load_impulse(double t);

struct GlueyBall {
  double q = 0.0;
  double v = 0.0;
  double gamma = 0.0;  // N s
  double beta = 0.0;   // N s, <= 0: the solid push has the sign of γ
};

// The gluey law with a threshold −4 <= γ* <= 0 (γ* = −∞: any value below −4):
//   contact at t = 1, γ + β = Φ while it lasts; γ = max(γ*, Φ) until t = 2;
//   then the pull brings γ back to 0 at 2 + |γ*|/2, 4 at most, and q = (t − that)².
GlueyBall gluey_solution(double t, double gamma_star);
double gluey_release(double gamma_star);

// The lubricated ball q' + μ ln q = Φ, for which γ_μ = μ ln q.
//
// Implicit Euler in y = ln q, which exists where q itself is too small for a number (q = e^(Φ/μ),
// e^-400 for μ = 0.01): e^y⁺ + h μ y⁺ = q + h Φ⁺, an increasing and convex left side, solved by
// Newton's method. First order in h; never fails.
class LubricatedBall {
 public:
  LubricatedBall(double mu, double step) : mu_(mu), h_(step) {}

  void advance();
  double time() const { return static_cast<double>(n_) * h_; }
  double q() const;
  double gamma() const { return mu_ * y_; }

 private:
  double mu_;
  double h_;
  long long n_ = 0;
  double y_ = 0.0;  // ln q
};

// Bound of |q_μ − q| on [0, 6], for μ <= 1: 3μ + (μ ln μ)²/2.
//   The difference d has d' = −μ ln q_μ in flight, and q_μ >= q there as long as q_μ <= 1.
//   [0, 1]:  d <= μ ∫ −ln(1 − t²) = (2 − 2 ln 2) μ < μ.
//   [1, 4]:  q = 0; q_μ falls while it is above e^(Φ/μ), so q_μ <= max(μ, e^(Φ/μ)) until σ = (μ/2)
//            ln(1/μ) before 4, where both are at most μ; in σ it grows by at most σ μ ln(1/μ).
//   [4, 5]:  d grows by at most μ ∫ −2 ln(t − 4) = 2μ.
//   [5, 6]:  −d' = μ ln q_μ is between 0 and μ ln(4 + 3μ + …) <= 2μ.
// In the same way the integral of |γ_μ − γ| = |q_μ' − q'| is at most 7μ + (μ ln μ)²/2.
double lubrication_bound(double mu);
double lubrication_gamma_bound(double mu);

}  // namespace galet::lefebvre_lepot_2024
