#include "galet/solver/interior_point.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "galet/base/error.hpp"
#include "galet/base/timer.hpp"
#include "galet/problem/residual.hpp"
#include "galet/solver/growth_watch.hpp"
#include "galet/solver/normal_equations.hpp"

namespace galet {
namespace {

// The start: impulses and velocities are this times as large as what has to be stopped.
constexpr double kStart = 5.0;
// Part of the way to the boundary that a step goes.
constexpr double kNearBoundary = 0.995;
// Iterations after which impulses are first looked at for growth without bound.
constexpr int kFirstLook = 8;

// Contacts in the variables of the solver: along the normal, in units in which W has ones on its
// diagonal.
template <int D>
struct NormalContacts {
  std::vector<std::int32_t> contact;  // of the problem, those that can be moved along the normal
  Eigen::ArrayXd scale;               // impulse over variable; one over it for velocities
  Eigen::ArrayXd w;                   // trace(W_cc)/D
  Squeeze stuck;                      // approaches, and nothing can move it

  // Impulses of the other contacts are set to 0.
  NormalContacts(const ContactProblem<D>& problem, std::span<Vec<D>> p) {
    const std::vector<Mat<D>> blocks = diagonal_blocks(problem);
    std::vector<double> w_n;
    for (std::size_t c = 0; c < blocks.size(); ++c) {
      GALET_ASSERT(problem.law_of(c).friction == 0.0 && !problem.law_of(c).holds());
      if (normal_mobility<D>(blocks[c]) == 0.0) {
        stuck.note(static_cast<std::int32_t>(c), -(problem.frame(c) * problem.q[c])[0]);
        p[c].setZero();
        continue;
      }
      contact.push_back(static_cast<std::int32_t>(c));
      w_n.push_back(blocks[c](0, 0));
    }
    const auto n = static_cast<Eigen::Index>(contact.size());
    scale = Eigen::Map<Eigen::ArrayXd>(w_n.data(), n).rsqrt();
    w.resize(n);
    for (Eigen::Index k = 0; k < n; ++k) {
      const auto c = static_cast<std::size_t>(contact[static_cast<std::size_t>(k)]);
      w[k] = blocks[c].trace() / D;
    }
  }
};

double allowed(const InteriorPointSettings& settings, const Residual& r) {
  return std::max(settings.tolerance.value_or(kRelativeTolerance) * r.reference,
                  settings.tolerance_velocity.value_or(0.0));
}

template <int D, class Equations>
class InteriorSolve {
 public:
  using Array = Eigen::ArrayXd;

  InteriorSolve(const ContactProblem<D>& problem, const InteriorPointSettings& settings,
                const NormalContacts<D>& normal, Equations& W, std::span<Vec<D>> p)
      : problem_(problem), settings_(settings), normal_(normal), W_(W), out_(p) {
    const auto n = static_cast<Eigen::Index>(normal.contact.size());
    q_frame_.resize(normal.contact.size());
    q_.resize(n);
    for (Eigen::Index k = 0; k < n; ++k) {
      const std::size_t c = place(k);
      q_frame_[static_cast<std::size_t>(k)] = problem.frame(c) * problem.q[c];
      q_[k] = normal.scale[k] * q_frame_[static_cast<std::size_t>(k)][0];
    }
  }

  SolveReport run() {
    best_p_.assign(out_.size(), Vec<D>(Vec<D>::Zero()));
    best_ = compute_residual<D>(problem_, best_p_);
    start();
    SolveStatus status = SolveStatus::solved;
    while (best_.velocity > allowed(best_)) {
      const bool late = settings_.max_seconds && watch_.seconds() > *settings_.max_seconds;
      if (late || steps_ >= settings_.max_iterations) {
        status = late ? SolveStatus::time_limit : SolveStatus::iteration_limit;
        break;
      }
      if (!step()) {
        status = SolveStatus::stalled;
        break;
      }
      ++steps_;
      look();
      if (stuck_.contact >= 0) break;
    }
    std::ranges::copy(best_p_, out_.begin());
    return report(status);
  }

 private:
  std::size_t place(Eigen::Index k) const {
    return static_cast<std::size_t>(normal_.contact[static_cast<std::size_t>(k)]);
  }
  double allowed(const Residual& r) const { return galet::allowed(settings_, r); }
  SolveReport report(SolveStatus status) const {
    Squeeze squeeze = normal_.stuck;
    squeeze.note(stuck_.contact, stuck_.speed);
    return {squeeze.contact >= 0 ? SolveStatus::no_solution : status, steps_, best_.velocity,
            best_.relative(), squeeze};
  }

  // Far from the boundary against what has to be stopped, and all products the same.
  void start() {
    const double size = kStart * std::max(0.0, -q_.minCoeff());
    u_ = q_.max(size);
    x_ = size * size / u_;
  }

  // A predictor and a corrector with one factorisation; false if that fails.
  bool step() {
    const Array missed = q_ + W_.product(x_) - u_;
    const Array product = x_ * u_;
    const double mean = product.mean();
    if (!W_.factorise(x_ / u_)) return false;
    solve(missed, product);
    const double to_boundary = longest_step();
    const double mean_then = ((x_ + to_boundary * dx_) * (u_ + to_boundary * du_)).mean();
    const double centring = std::pow(mean_then / mean, 3);
    solve(missed, product + dx_ * du_ - centring * mean);
    const double length = std::min(1.0, kNearBoundary * longest_step());
    x_ += length * dx_;
    u_ += length * du_;
    return x_.allFinite() && u_.allFinite();
  }

  // The Newton step for u − W x − q = −missed and x u = x u − product.
  void solve(const Array& missed, const Array& product) {
    du_ = W_.response(x_ / u_, -missed - product / x_) + missed;
    dx_ = -(product + x_ * du_) / u_;
  }
  double longest_step() const {
    const double most = std::max((-dx_ / x_).maxCoeff(), (-du_ / u_).maxCoeff());
    return most > 1.0 ? 1.0 / most : 1.0;
  }

  // The residual of the impulses as they would be given: none where the velocity is larger.
  void look() {
    const Array x = (x_ > u_).select(x_, 0.0);
    const Array u = (q_ + W_.product(x)) / normal_.scale;
    const Array p = normal_.scale * x;
    Residual now;
    for (Eigen::Index k = 0; k < x.size(); ++k) {
      now.add<D>(p[k] * Vec<D>::Unit(0), u[k] * Vec<D>::Unit(0),
                 q_frame_[static_cast<std::size_t>(k)], problem_.law_of(place(k)), normal_.w[k],
                 1.0);
    }
    const bool solved = now.velocity <= allowed(now);
    if (solved || steps_ >= next_look_) look_for_growth(p);
    if (stuck_.contact >= 0 || (!solved && !(now.velocity < best_.velocity))) return;
    best_p_ = in_space(p);
    best_ = solved ? compute_residual<D>(problem_, best_p_) : now;
  }
  // Impulses that grow without bound also make the relative residual small. Those from none on are
  // in the cones, as the bound of the watch asks for.
  void look_for_growth(const Array& p) {
    next_look_ = 2 * steps_;
    GrowthWatch<D> growth(problem_);
    static_cast<void>(growth.look(0, std::vector<Vec<D>>(out_.size(), Vec<D>(Vec<D>::Zero()))));
    stuck_ = growth.look(steps_, in_space(p));
  }
  std::vector<Vec<D>> in_space(const Array& p) const {
    std::vector<Vec<D>> impulses(out_.size(), Vec<D>(Vec<D>::Zero()));
    for (Eigen::Index k = 0; k < p.size(); ++k) {
      impulses[place(k)] = p[k] * problem_.frame(place(k)).row(0).transpose();
    }
    return impulses;
  }

  const ContactProblem<D>& problem_;
  const InteriorPointSettings& settings_;
  const NormalContacts<D>& normal_;
  Equations& W_;
  std::span<Vec<D>> out_;
  std::vector<Vec<D>> q_frame_;
  Array q_;
  Array x_;  // impulses
  Array u_;  // velocities
  Array dx_;
  Array du_;
  Residual best_;
  std::vector<Vec<D>> best_p_;
  Squeeze stuck_;
  int steps_ = 0;
  int next_look_ = kFirstLook;
  Stopwatch watch_;
};

}  // namespace

// What of the factors can be used again.
template <int D>
struct InteriorPointSolver<D>::Memory {
  BlockCholesky<D> balls;
  BlockCholesky<D + spin_dimension<D>> bodies;
};

template <int D>
InteriorPointSolver<D>::InteriorPointSolver(Workers& workers)
    : workers_(workers), memory_(std::make_unique<Memory>()) {}
template <int D>
InteriorPointSolver<D>::~InteriorPointSolver() = default;
template <int D>
InteriorPointSolver<D>::InteriorPointSolver(InteriorPointSolver&&) noexcept = default;
template <int D>
void InteriorPointSolver<D>::release() {
  memory_ = std::make_unique<Memory>();
}

template <int D>
SolveReport InteriorPointSolver<D>::solve(const ContactProblem<D>& problem,
                                          const InteriorPointSettings& settings,
                                          std::span<Vec<D>> p, NodeMotion& motion) {
  GALET_ASSERT(!problem.has_moments());
  const NormalContacts<D> normal(problem, p);
  const Residual at_start = compute_residual<D>(problem, p);
  SolveReport report{
      .status = normal.stuck.contact >= 0 ? SolveStatus::no_solution : SolveStatus::solved,
      .residual_velocity = at_start.velocity,
      .residual_relative = at_start.relative(),
      .squeeze = normal.stuck};
  const auto run = [&](auto&& equations) {
    using Equations = std::decay_t<decltype(equations)>;
    report = InteriorSolve<D, Equations>(problem, settings, normal, equations, p).run();
  };
  const auto* bodies = std::get_if<BodiesOperator<D>>(&problem.W);
  if (at_start.velocity > allowed(settings, at_start)) {
    if (!bodies) {
      run(MatrixEquations<D>(problem, normal.contact, normal.scale));
    } else if (bodies->arms.empty()) {
      // Without friction balls do not turn.
      run(BodyEquations<D, D>(problem, normal.contact, normal.scale, memory_->balls, workers_));
    } else {
      run(BodyEquations<D, D + spin_dimension<D>>(problem, normal.contact, normal.scale,
                                                  memory_->bodies, workers_));
    }
  }
  if (bodies) {
    give_rows<D>(*bodies, node_velocities<D>(*bodies, p), motion);
  } else {
    motion.clear();
  }
  return report;
}

template class InteriorPointSolver<2>;
template class InteriorPointSolver<3>;

}  // namespace galet
