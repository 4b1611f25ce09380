#include "galet/solver/interior_point.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>
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
constexpr double kMostCentring = 0.03;
// Correctors after the first: they look so much further along the step, there bring products to
// within this factor of their target, and go on while the step becomes longer by this factor.
constexpr int kMoreCorrectors = 4;
constexpr double kFurther = 0.3;
constexpr double kOutlier = 10.0;
constexpr double kWorthwhile = 1.01;
// How often a mixture of two steps is tried.
constexpr int kMixtures = 2;
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
    for (std::size_t c = 0; c < blocks.size(); ++c) {
      GALET_ASSERT(problem.law_of(c).friction == 0.0 && !problem.law_of(c).holds());
      if (normal_mobility<D>(blocks[c]) == 0.0) {
        stuck.note(static_cast<std::int32_t>(c), -(problem.frame(c) * problem.q[c])[0]);
        p[c].setZero();
        continue;
      }
      contact.push_back(static_cast<std::int32_t>(c));
    }
    const auto n = static_cast<Eigen::Index>(contact.size());
    scale.resize(n);
    w.resize(n);
    for (Eigen::Index k = 0; k < n; ++k) {
      const Mat<D>& block = blocks[static_cast<std::size_t>(contact[static_cast<std::size_t>(k)])];
      scale[k] = 1.0 / std::sqrt(block(0, 0));
      w[k] = block.trace() / D;
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
  using Index = Eigen::Index;

  InteriorSolve(const ContactProblem<D>& problem, const InteriorPointSettings& settings,
                const NormalContacts<D>& normal, Equations& W, Workers& workers,
                std::span<Vec<D>> p)
      : problem_(problem),
        settings_(settings),
        normal_(normal),
        W_(W),
        workers_(workers),
        out_(p),
        size_(static_cast<Index>(normal.contact.size())),
        q_(size_),
        q_t_(size_) {
    for (Index k = 0; k < size_; ++k) {
      const std::size_t c = place(k);
      const Vec<D> q = problem.frame(c) * problem.q[c];
      q_[k] = normal.scale[k] * q[0];
      q_t_[k] = q.template tail<D - 1>().norm();
    }
    for (Array* a : {&d_, &missed_, &inverse_, &product_, &right_, &dx_, &du_, &dx_before_,
                     &du_before_, &given_}) {
      a->resize(size_);
    }
  }

  SolveReport run() {
    best_x_ = Array::Zero(size_);
    best_ = residual_of(best_x_);
    const Array p = normal_part(out_);
    const Residual of_last = residual_of(p);
    if (of_last.velocity < best_.velocity || of_last.velocity <= allowed(of_last)) {
      best_x_ = p;
      best_ = of_last;
    }
    start(p);
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
  // Where a step ends: the contact that hinders it, by one over its length (of any size).
  struct Hindrance {
    double steepness = -std::numeric_limits<double>::infinity();
    Index contact = 0;
    bool is_velocity = false;
    void note(double s, Index k, bool of_velocity) {
      if (s > steepness) *this = {s, k, of_velocity};
    }
    double length() const { return 1.0 / std::max(1.0, steepness); }
  };

  std::size_t place(Index k) const {
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
    for (Index k = 0; k < size_; ++k) {
      const std::size_t c = place(k);
      p[k] = std::max(0.0, (problem_.frame(c) * impulses[c])[0]) / normal_.scale[k];
    }
    return p;
  }

  // Far from the boundary, and all products the same: against what has to be stopped or, if that is
  // less, against what is wrong with the impulses p of the last step, which W has been applied to.
  // With the velocities u that belong to them a contact has x − u = p − max(u, 0).
  void start(const Array& p) {
    Array u(size_);
    for (Index k = 0; k < size_; ++k) u[k] = q_[k] + W_.velocity(k);
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
    const double mean = linearise();
    if (!W_.factorise(d_)) return false;
    Hindrance end = newton([](Index) { return 1.0; });
    const double rest = rest_of_products(end.length()) / mean;
    const double target = std::min(kMostCentring, rest * rest * rest) * mean;
    end = newton([&](Index k) { return 1.0 + dx_[k] * du_[k] - target * inverse_[k]; });
    for (int k = 0; k < kMoreCorrectors && end.length() < 1.0; ++k) {
      const double before = end.length();
      end = correct_further(target, end);
      if (end.length() < kWorthwhile * before) break;
    }
    return advance(std::min(1.0, kNearBoundary * end.length()));
  }

  // What Newton's method needs to know of x and u; the mean of their products.
  double linearise() {
    W_.apply(x_);
    for_parts([&](Index begin, Index end, std::size_t) {
      for (Index k = begin; k < end; ++k) {
        missed_[k] = W_.velocity(k) + q_[k] - u_[k];
        inverse_[k] = 1.0 / (x_[k] * u_[k]);
        d_[k] = x_[k] * x_[k] * inverse_[k];
      }
    });
    return sum_of([&](Index k) { return x_[k] * u_[k]; }) / static_cast<double>(size_);
  }
  // The Newton step, over x and u, for u − W x − q = −missed and x u less product(k) of itself.
  template <class F>
  Hindrance newton(F&& product) {
    for_parts([&](Index begin, Index end, std::size_t) {
      for (Index k = begin; k < end; ++k) {
        product_[k] = product(k);
        right_[k] = -(d_[k] * missed_[k] + x_[k] * product_[k]);
      }
    });
    W_.respond(right_);
    return worst_of([&](Index k) {
      du_[k] = (W_.velocity(k) + missed_[k]) * x_[k] * inverse_[k];
      dx_[k] = -(product_[k] + du_[k]);
      return std::pair(dx_[k], du_[k]);
    });
  }
  // Brings products farther along the step closer to the target, as much as makes it longer.
  Hindrance correct_further(double target, const Hindrance& before) {
    const double further = std::min(1.0, before.length() + kFurther);
    const double least = target / kOutlier;
    const double most = target * kOutlier;
    dx_before_.swap(dx_);
    du_before_.swap(du_);
    const Hindrance after = newton([&](Index k) {
      const double dx = dx_before_[k];
      const double du = du_before_[k];
      const double then = x_[k] * u_[k] * (1.0 + further * dx) * (1.0 + further * du);
      const double change = std::max(std::clamp(then, least, most) - then, -most);
      return -(dx + du) - change * inverse_[k];
    });
    return mix(before, after);
  }
  // The best of the step before (weight 0), this one (1) and some between. What hinders them is the
  // largest of functions that are linear in the weight: two of them meet below the others.
  Hindrance mix(const Hindrance& before, const Hindrance& after) {
    struct Mixture {
      double weight;
      Hindrance end;
    };
    const auto slope = [&](const Hindrance& h) {
      return h.is_velocity ? du_before_[h.contact] - du_[h.contact]
                           : dx_before_[h.contact] - dx_[h.contact];
    };
    Mixture low{0.0, before};
    Mixture high{1.0, after};
    Mixture best = after.steepness < before.steepness ? high : low;
    for (int k = 0; k < kMixtures && slope(low.end) < 0.0 && slope(high.end) > 0.0; ++k) {
      const double falls = slope(low.end);
      const double rises = slope(high.end);
      const double weight =
          (high.end.steepness - rises * high.weight - (low.end.steepness - falls * low.weight)) /
          (falls - rises);
      const Mixture between{weight, worst_of([&](Index i) { return mixed(i, weight); })};
      if (between.end.steepness < best.end.steepness) best = between;
      (slope(between.end) < 0.0 ? low : high) = between;
    }
    if (best.weight == 1.0) return after;
    for_parts([&](Index begin, Index end, std::size_t) {
      for (Index k = begin; k < end; ++k) std::tie(dx_[k], du_[k]) = mixed(k, best.weight);
    });
    return best.end;
  }
  std::pair<double, double> mixed(Index k, double weight) const {
    return {dx_before_[k] + weight * (dx_[k] - dx_before_[k]),
            du_before_[k] + weight * (du_[k] - du_before_[k])};
  }
  // The mean product, that part of the predictor farther, which would take all of them away if it
  // were not for their bend.
  double rest_of_products(double length) const {
    return sum_of([&](Index k) {
             return x_[k] * u_[k] * (1.0 - length + length * length * dx_[k] * du_[k]);
           }) /
           static_cast<double>(size_);
  }
  bool advance(double length) {
    std::vector<std::uint8_t> finite(workers_.count(), 1);
    for_parts([&](Index begin, Index end, std::size_t part) {
      bool all = true;
      for (Index k = begin; k < end; ++k) {
        x_[k] *= 1.0 + length * dx_[k];
        u_[k] *= 1.0 + length * du_[k];
        all = all && std::isfinite(x_[k]) && std::isfinite(u_[k]);
      }
      finite[part] = all ? 1 : 0;
    });
    return std::ranges::all_of(finite, [](std::uint8_t f) { return f != 0; });
  }

  // f(begin, end, part) for parts of the contacts that are as good as any.
  template <class F>
  void for_parts(F&& f) const {
    workers_.for_range(static_cast<std::size_t>(size_),
                       [&](std::size_t begin, std::size_t end, std::size_t part) {
                         f(static_cast<Index>(begin), static_cast<Index>(end), part);
                       });
  }
  template <class F>
  double sum_of(F&& f) const {
    return sum_over<double>(workers_, static_cast<std::size_t>(size_),
                            [&](std::size_t begin, std::size_t end) {
                              double sum = 0.0;
                              for (std::size_t k = begin; k < end; ++k)
                                sum += f(static_cast<Index>(k));
                              return sum;
                            });
  }
  // What hinders the step whose relative changes of x and u f(k) returns.
  template <class F>
  Hindrance worst_of(F&& f) const {
    std::vector<Hindrance> parts(workers_.count());
    for_parts([&](Index begin, Index end, std::size_t part) {
      Hindrance worst;
      for (Index k = begin; k < end; ++k) {
        const auto [dx, du] = f(k);
        worst.note(-dx, k, false);
        worst.note(-du, k, true);
      }
      parts[part] = worst;
    });
    Hindrance worst;
    for (const Hindrance& h : parts) worst.note(h.steepness, h.contact, h.is_velocity);
    return worst;
  }

  // The residual of the impulses as they would be given: none where the velocity is larger.
  void look() {
    for_parts([&](Index begin, Index end, std::size_t) {
      for (Index k = begin; k < end; ++k) given_[k] = x_[k] > u_[k] ? x_[k] : 0.0;
    });
    const Residual now = residual_of(given_);
    const bool solved = now.velocity <= allowed(now);
    if (solved || steps_ >= next_look_) look_for_growth(given_);
    if (stuck_.contact >= 0 || (!solved && !(now.velocity < best_.velocity))) return;
    best_x_ = given_;
    best_ = solved ? compute_residual<D>(problem_, in_space(given_)) : now;
  }
  Residual residual_of(const Array& x) {
    W_.apply(x);
    std::vector<Residual> parts(workers_.count());
    for_parts([&](Index begin, Index end, std::size_t part) {
      for (Index k = begin; k < end; ++k) {
        const double scale = normal_.scale[k];
        parts[part].add_normal(scale * x[k], (W_.velocity(k) + q_[k]) / scale, q_[k] / scale,
                               q_t_[k], normal_.w[k]);
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
    for (Index k = 0; k < x.size(); ++k) {
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
  Index size_;
  Array q_;
  Array q_t_;      // m/s
  Array x_;        // impulses
  Array u_;        // velocities
  Array d_;        // x/u
  Array inverse_;  // 1/(x u)
  Array missed_;
  Array product_;  // that the step takes away, over x u
  Array right_;
  Array dx_;  // change of x, over x
  Array du_;
  Array dx_before_;
  Array du_before_;
  Array given_;
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
