#include "galet/solver/nlgs.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "galet/base/error.hpp"
#include "galet/base/random.hpp"
#include "galet/base/timer.hpp"
#include "galet/problem/residual.hpp"
#include "galet/solver/local_solvers.hpp"

namespace galet {
namespace {

// Between two tests of the true residual when the changes of the impulses do not call for one.
constexpr int kSweepsBetweenTests = 20;

// Velocities while impulses change: both forms of W behind one face. `velocity` is û of a contact,
// `change` tells that its impulse (already in p) changed by dp, `refresh` recomputes from p.
template <int D>
class GraphVelocities {
 public:
  GraphVelocities(const DelassusGraph<D>& graph, std::span<const Vec<D>> q,
                  std::span<const Vec<D>> p)
      : graph_(graph), q_(q), p_(p), v_(graph.nodes.size()) {}
  void refresh() {
    std::ranges::fill(v_, Twist<D>{});
    for (std::size_t c = 0; c < p_.size(); ++c) graph_.apply_impulse(c, p_[c], v_);
  }
  Vec<D> velocity(std::size_t c) const { return q_[c] + graph_.relative_velocity(c, v_); }
  void change(std::size_t c, const Vec<D>& dp) { graph_.apply_impulse(c, dp, v_); }

 private:
  const DelassusGraph<D>& graph_;
  std::span<const Vec<D>> q_;
  std::span<const Vec<D>> p_;
  std::vector<Twist<D>> v_;
};

template <int D>
class MatrixVelocities {
 public:
  MatrixVelocities(const DelassusMatrix<D>& matrix, std::span<const Vec<D>> q,
                   std::span<const Vec<D>> p)
      : matrix_(matrix), q_(q), p_(p) {}
  void refresh() {}
  Vec<D> velocity(std::size_t c) const { return q_[c] + matrix_.row_product(c, p_); }
  void change(std::size_t, const Vec<D>&) {}

 private:
  const DelassusMatrix<D>& matrix_;
  std::span<const Vec<D>> q_;
  std::span<const Vec<D>> p_;
};

template <int D>
GraphVelocities<D> velocities_of(const DelassusGraph<D>& W, std::span<const Vec<D>> q,
                                 std::span<const Vec<D>> p) {
  return {W, q, p};
}
template <int D>
MatrixVelocities<D> velocities_of(const DelassusMatrix<D>& W, std::span<const Vec<D>> q,
                                  std::span<const Vec<D>> p) {
  return {W, q, p};
}

// What a sweep changed.
struct Changes {
  double velocity = 0.0;  // largest w |Δp|, m/s
  double normal = 0.0;    // largest |Δp_n|
  double tangential = 0.0;
  double impulse = 0.0;  // largest |p| after the visit

  template <int D>
  void add(const Vec<D>& dp, const Vec<D>& p, double w) {
    velocity = std::max(velocity, w * dp.norm());
    normal = std::max(normal, std::abs(dp[0]));
    tangential = std::max(tangential, dp.template tail<D - 1>().norm());
    impulse = std::max(impulse, p.norm());
  }
  bool stagnate(const NlgsSettings& settings) const {
    return normal + tangential <=
           std::max(settings.tolerance * impulse, settings.tolerance_impulse.value_or(0.0));
  }
};

// The order of the visits in each sweep.
class Order {
 public:
  Order(std::size_t contacts, SweepOrder kind, std::int64_t seed)
      : kind_(kind), random_(static_cast<std::uint64_t>(seed)), order_(contacts) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
  }
  const std::vector<std::size_t>& sweep(int number) {
    if (kind_ == SweepOrder::symmetric && number > 1) std::ranges::reverse(order_);
    if (kind_ == SweepOrder::random) {
      for (std::size_t k = order_.size(); k > 1; --k) {
        std::swap(order_[k - 1], order_[random_.below(k)]);
      }
    }
    return order_;
  }

 private:
  SweepOrder kind_;
  Random random_;
  std::vector<std::size_t> order_;
};

template <int D, class Velocities, class Local>
SolveReport iterate(const ContactProblem<D>& problem, const NlgsSettings& settings,
                    const Local& local, Velocities velocities, std::span<Vec<D>> p) {
  const std::size_t n = problem.contacts();
  std::vector<LocalBlock<D>> blocks(n);
  std::visit(
      [&](const auto& W) {
        for (std::size_t c = 0; c < n; ++c) blocks[c] = LocalBlock<D>(W.diagonal_block(c));
      },
      problem.W);

  const auto compute = [&] {
    velocities.refresh();
    Residual r;
    for (std::size_t c = 0; c < n; ++c) {
      r.add<D>(p[c], velocities.velocity(c), problem.q[c], problem.mu[c], blocks[c].w);
    }
    return r;
  };
  const auto allowed = [&](const Residual& r) {
    return std::max(settings.tolerance * r.reference, settings.tolerance_velocity.value_or(0.0));
  };

  const bool by_changes = settings.criterion == NlgsCriterion::stagnation;
  const Stopwatch watch;
  Order order(n, settings.order, settings.seed);
  Residual best = compute();
  std::vector<Vec<D>> best_p(p.begin(), p.end());
  double threshold = allowed(best);
  // A warm start that is a solution already needs one sweep, not as many as make the changes small.
  const bool good_start = best.velocity <= threshold;
  const auto report = [&](SolveStatus status, int sweeps, const Residual& r) {
    return SolveReport{status, sweeps, r.velocity, r.relative()};
  };

  for (int sweep = 1;; ++sweep) {
    Changes changes;
    for (const std::size_t c : order.sweep(sweep)) {
      const Vec<D> p_new =
          solve_local(local, blocks[c], problem.mu[c], p[c], velocities.velocity(c));
      const Vec<D> dp = p_new - p[c];
      p[c] = p_new;
      velocities.change(c, dp);
      changes.add<D>(dp, p_new, blocks[c].w);
    }
    const bool last = sweep == settings.max_iterations;
    const bool late = settings.max_seconds && watch.seconds() > *settings.max_seconds;
    const bool stagnant = by_changes && changes.stagnate(settings);
    const bool test = by_changes ? stagnant
                                 : changes.velocity <= threshold || (sweep == 1 && good_start) ||
                                       sweep % kSweepsBetweenTests == 0;
    if (!test && !last && !late) continue;

    const Residual now = compute();
    threshold = allowed(now);
    if (by_changes ? stagnant && std::isfinite(now.velocity) : now.velocity <= threshold) {
      return report(SolveStatus::solved, sweep, now);
    }
    if (now.velocity < best.velocity) {
      best = now;
      std::ranges::copy(p, best_p.begin());
    }
    if (last || late) {
      std::ranges::copy(best_p, p.begin());
      return report(last ? SolveStatus::iteration_limit : SolveStatus::time_limit, sweep, best);
    }
  }
}

}  // namespace

template <int D>
SolveReport solve_nlgs(const ContactProblem<D>& problem, const NlgsSettings& settings,
                       std::span<Vec<D>> p) {
  GALET_ASSERT(p.size() == problem.contacts() && problem.mu.size() == problem.contacts());
  if (!settings.warm_start) std::ranges::fill(p, Vec<D>(Vec<D>::Zero()));
  if (p.empty()) return {};
  return std::visit(
      [&](const auto& W, const auto& local) {
        return iterate<D>(problem, settings, local, velocities_of<D>(W, problem.q, p), p);
      },
      problem.W, settings.local);
}

template <int D>
SolveReport solve(const ContactProblem<D>& problem, const SolverSettings& settings,
                  std::span<Vec<D>> p) {
  return std::visit([&](const NlgsSettings& s) { return solve_nlgs<D>(problem, s, p); }, settings);
}

namespace {

bool in_batches(const NlgsSettings& s) {
  return s.batches && std::holds_alternative<ExactLocal>(s.local) && s.order == SweepOrder::fixed &&
         s.criterion == NlgsCriterion::residual;
}

}  // namespace

template <int D>
SolveReport solve(const BallProblem<D>& problem, const SolverSettings& settings,
                  SolverTools<D>& tools, std::span<Vec<D>> impulse, BallMotion& motion) {
  GALET_ASSERT(impulse.size() == problem.contacts.size() && problem.q.size() == impulse.size() &&
               problem.mu.size() == impulse.size());
  if (const auto* nlgs = std::get_if<NlgsSettings>(&settings);
      nlgs && in_batches(*nlgs) && BallSolver<D>::accepts(problem)) {
    if (!nlgs->warm_start) std::ranges::fill(impulse, Vec<D>(Vec<D>::Zero()));
    return tools.balls.solve(problem, *nlgs, impulse, motion);
  }
  const ContactProblem<D> in_components = in_contact_components(problem);
  const auto& graph = std::get<DelassusGraph<D>>(in_components.W);
  std::vector<Vec<D>> p(impulse.size());
  for (std::size_t c = 0; c < p.size(); ++c) p[c] = graph.edges[c].frame * impulse[c];
  const SolveReport report = solve<D>(in_components, settings, p);
  for (std::size_t c = 0; c < p.size(); ++c) {
    impulse[c] = graph.edges[c].frame.transpose() * p[c];
  }
  const std::vector<Twist<D>> velocities = graph.node_velocities(p);  // the ground is the last
  motion.assign(velocities.size(), {});
  for (std::size_t i = 0; i < problem.radius.size(); ++i) {
    set_motion<D>(velocities[i].linear, problem.radius[i] * velocities[i].angular, motion[i]);
  }
  return report;
}

template SolveReport solve(const BallProblem<2>&, const SolverSettings&, SolverTools<2>&,
                           std::span<Vec<2>>, BallMotion&);
template SolveReport solve(const BallProblem<3>&, const SolverSettings&, SolverTools<3>&,
                           std::span<Vec<3>>, BallMotion&);
template SolveReport solve_nlgs(const ContactProblem<2>&, const NlgsSettings&, std::span<Vec<2>>);
template SolveReport solve_nlgs(const ContactProblem<3>&, const NlgsSettings&, std::span<Vec<3>>);
template SolveReport solve(const ContactProblem<2>&, const SolverSettings&, std::span<Vec<2>>);
template SolveReport solve(const ContactProblem<3>&, const SolverSettings&, std::span<Vec<3>>);

}  // namespace galet
