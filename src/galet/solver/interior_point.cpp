#include "galet/solver/interior_point.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "galet/base/error.hpp"
#include "galet/base/reduce.hpp"
#include "galet/base/timer.hpp"
#include "galet/problem/residual.hpp"
#include "galet/solver/growth_watch.hpp"
#include "galet/solver/normal_equations.hpp"

namespace galet {
namespace {

// The start: impulses and velocities are this times as large as what has to be stopped, or as what
// the impulses of the last step miss.
constexpr double kStart = 10.0;
constexpr double kWarmStart = 2.0;
// Part of the way to the boundary that a step goes.
constexpr double kNearBoundary = 0.995;
// Largest mean product that a step goes for, over the present one.
constexpr double kMostCentring = 0.1;
// Correctors after the first: they look so much further along the step, there bring products to
// within this factor of their target, and go on while the step becomes longer by this factor.
constexpr int kMoreCorrectors = 3;
constexpr double kFurther = 0.3;
constexpr double kOutlier = 10.0;
constexpr double kWorthwhile = 1.01;
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
                const NormalContacts<D>& normal, Equations& W, Workers& workers,
                std::span<Vec<D>> p)
      : problem_(problem),
        settings_(settings),
        normal_(normal),
        W_(W),
        workers_(workers),
        out_(p),
        size_(static_cast<Eigen::Index>(normal.contact.size())),
        q_(size_),
        q_t_(size_),
        d_(size_),
        missed_(size_),
        product_(size_),
        right_(size_),
        dx_(Array::Zero(size_)),
        du_(Array::Zero(size_)) {
    for (Eigen::Index k = 0; k < size_; ++k) {
      const std::size_t c = place(k);
      const Vec<D> q = problem.frame(c) * problem.q[c];
      q_[k] = normal.scale[k] * q[0];
      q_t_[k] = q.template tail<D - 1>().norm();
    }
  }

  SolveReport run() {
    const Array p = normal_part(out_);
    const Array u = q_ + W_.product(p);
    best_x_ = Array::Zero(size_);
    best_ = residual_of(best_x_, q_);
    const Residual of_last = residual_of(p, u);
    if (of_last.velocity < best_.velocity || of_last.velocity <= allowed(of_last)) {
      best_x_ = p;
      best_ = of_last;
    }
    start(p, u);
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
    std::ranges::copy(in_space(best_x_), out_.begin());
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

  Array normal_part(std::span<const Vec<D>> impulses) const {
    Array p(size_);
    for (Eigen::Index k = 0; k < size_; ++k) {
      const std::size_t c = place(k);
      p[k] = std::max(0.0, (problem_.frame(c) * impulses[c])[0]) / normal_.scale[k];
    }
    return p;
  }

  // Far from the boundary, and all products the same: against what has to be stopped or, if that is
  // less, against what is wrong with the impulses p of the last step. With the velocities u that
  // belong to them a contact has x − u = p − max(u, 0).
  void start(const Array& p, const Array& u) {
    double size = kStart * std::max(0.0, -q_.minCoeff());
    if ((p > 0.0).any()) size = std::min(size, kWarmStart * p.min(u).abs().maxCoeff());
    const Array half = 0.5 * (p - u.max(0.0));
    const Array root = (half.square() + size * size).sqrt();
    // One of the two would lose its digits as a difference.
    x_ = (half > 0.0).select(half + root, size * size / (root - half));
    u_ = size * size / x_;
  }

  // A predictor, a corrector and more of these with one factorisation; false if that fails.
  bool step() {
    missed_ = W_.product(x_);
    for_parts([&](Eigen::Index begin, Eigen::Index n, std::size_t) {
      const auto of = [&](auto& a) { return a.segment(begin, n); };
      of(missed_) += of(q_) - of(u_);
      of(product_) = of(x_) * of(u_);
      of(d_) = of(x_) / of(u_);
    });
    const double mean = mean_product(0.0);
    if (!W_.factorise(d_)) return false;
    double length = solve();
    const double target = std::min(kMostCentring, std::pow(mean_product(length) / mean, 3)) * mean;
    for_parts([&](Eigen::Index begin, Eigen::Index n, std::size_t) {
      const auto of = [&](auto& a) { return a.segment(begin, n); };
      of(product_) += of(dx_) * of(du_) - target;
    });
    length = solve();
    for (int k = 0; k < kMoreCorrectors && length < 1.0; ++k) {
      const double further = std::min(1.0, length + kFurther);
      for_parts([&](Eigen::Index begin, Eigen::Index n, std::size_t) {
        const auto of = [&](auto& a) { return a.segment(begin, n); };
        const Array then = (of(x_) + further * of(dx_)) * (of(u_) + further * of(du_));
        of(product_) -=
            (then.max(target / kOutlier).min(target * kOutlier) - then).max(-target * kOutlier);
      });
      dx_before_.swap(dx_);
      du_before_.swap(du_);
      const double now = solve();
      if (now < kWorthwhile * length) {
        dx_before_.swap(dx_);
        du_before_.swap(du_);
        break;
      }
      length = now;
    }
    length = std::min(1.0, kNearBoundary * length);
    std::vector<std::uint8_t> finite(workers_.count(), 1);
    for_parts([&](Eigen::Index begin, Eigen::Index n, std::size_t part) {
      const auto of = [&](auto& a) { return a.segment(begin, n); };
      of(x_) += length * of(dx_);
      of(u_) += length * of(du_);
      finite[part] = of(x_).allFinite() && of(u_).allFinite() ? 1 : 0;
    });
    return std::ranges::all_of(finite, [](std::uint8_t f) { return f != 0; });
  }

  // The Newton step for u − W x − q = −missed and x u = x u − product; how much of it can be gone,
  // at most all, before a component vanishes.
  double solve() {
    for_parts([&](Eigen::Index begin, Eigen::Index n, std::size_t) {
      const auto of = [&](auto& a) { return a.segment(begin, n); };
      of(right_) = -of(missed_) - of(product_) / of(x_);
    });
    du_ = W_.response(d_, right_);
    dx_.resize(size_);
    std::vector<double> steepest(workers_.count(), 1.0);
    for_parts([&](Eigen::Index begin, Eigen::Index n, std::size_t part) {
      const auto of = [&](auto& a) { return a.segment(begin, n); };
      of(du_) += of(missed_);
      of(dx_) = -(of(product_) + of(x_) * of(du_)) / of(u_);
      steepest[part] =
          std::max({1.0, (-of(dx_) / of(x_)).maxCoeff(), (-of(du_) / of(u_)).maxCoeff()});
    });
    return 1.0 / std::ranges::max(steepest);
  }
  // That part of the step farther.
  double mean_product(double length) const {
    const double sum = sum_over<double>(
        workers_, static_cast<std::size_t>(size_), [&](std::size_t begin, std::size_t end) {
          const auto of = [&](auto& a) {
            return a.segment(static_cast<Eigen::Index>(begin),
                             static_cast<Eigen::Index>(end - begin));
          };
          return ((of(x_) + length * of(dx_)) * (of(u_) + length * of(du_))).sum();
        });
    return sum / static_cast<double>(size_);
  }
  // f(begin, n, part) for parts that are as good as any.
  template <class F>
  void for_parts(F&& f) const {
    workers_.for_range(
        static_cast<std::size_t>(size_), [&](std::size_t begin, std::size_t end, std::size_t part) {
          if (begin == end) return;
          f(static_cast<Eigen::Index>(begin), static_cast<Eigen::Index>(end - begin), part);
        });
  }

  // The residual of the impulses as they would be given: none where the velocity is larger.
  void look() {
    Array x(size_);
    for_parts([&](Eigen::Index begin, Eigen::Index n, std::size_t) {
      const auto of = [&](auto& a) { return a.segment(begin, n); };
      of(x) = (of(x_) > of(u_)).select(of(x_), 0.0);
    });
    Array u = W_.product(x);
    for_parts([&](Eigen::Index begin, Eigen::Index n, std::size_t) {
      u.segment(begin, n) += q_.segment(begin, n);
    });
    const Residual now = residual_of(x, u);
    const bool solved = now.velocity <= allowed(now);
    if (solved || steps_ >= next_look_) look_for_growth(x);
    if (stuck_.contact >= 0 || (!solved && !(now.velocity < best_.velocity))) return;
    best_x_ = x;
    best_ = solved ? compute_residual<D>(problem_, in_space(x)) : now;
  }
  Residual residual_of(const Array& x, const Array& u) const {
    std::vector<Residual> parts(workers_.count());
    for_parts([&](Eigen::Index begin, Eigen::Index n, std::size_t part) {
      for (Eigen::Index k = begin; k < begin + n; ++k) {
        const double scale = normal_.scale[k];
        parts[part].add_normal(scale * x[k], u[k] / scale, q_[k] / scale, q_t_[k], normal_.w[k]);
      }
    });
    Residual all;
    for (const Residual& part : parts) all.add(part);
    return all;
  }
  // Impulses that grow without bound also make the relative residual small. Those from none on are
  // in the cones, as the bound of the watch asks for.
  void look_for_growth(const Array& x) {
    next_look_ = 2 * steps_;
    GrowthWatch<D> growth(problem_);
    static_cast<void>(growth.look(0, std::vector<Vec<D>>(out_.size(), Vec<D>(Vec<D>::Zero()))));
    stuck_ = growth.look(steps_, in_space(x));
  }
  std::vector<Vec<D>> in_space(const Array& x) const {
    std::vector<Vec<D>> impulses(out_.size(), Vec<D>(Vec<D>::Zero()));
    for (Eigen::Index k = 0; k < x.size(); ++k) {
      impulses[place(k)] = normal_.scale[k] * x[k] * problem_.frame(place(k)).row(0).transpose();
    }
    return impulses;
  }

  const ContactProblem<D>& problem_;
  const InteriorPointSettings& settings_;
  const NormalContacts<D>& normal_;
  Equations& W_;
  Workers& workers_;
  std::span<Vec<D>> out_;
  Eigen::Index size_;
  Array q_;
  Array q_t_;  // m/s
  Array x_;    // impulses
  Array u_;    // velocities
  Array d_;    // x/u
  Array missed_;
  Array product_;  // that the step takes away
  Array right_;
  Array dx_;
  Array du_;
  Array dx_before_;
  Array du_before_;
  Residual best_;
  Array best_x_;
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
    report = InteriorSolve<D, Equations>(problem, settings, normal, equations, workers_, p).run();
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
