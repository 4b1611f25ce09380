#include "galet/solver/nlgs_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "galet/base/error.hpp"
#include "galet/base/random.hpp"
#include "galet/base/timer.hpp"
#include "galet/problem/residual.hpp"
#include "galet/solver/growth_watch.hpp"
#include "galet/solver/local_other.hpp"
#include "galet/solver/local_rolling.hpp"
#include "galet/solver/local_solvers.hpp"

namespace galet {
namespace {

// Between two tests of the true residual when the changes of the impulses do not call for one.
constexpr int kSweepsBetweenTests = 20;

// Velocities while impulses change, in contact components: both operators behind one face.
// `velocity` is û of a contact, `change` tells that its impulse (already in p) changed by dp,
// `refresh` recomputes from p.
template <int D>
class BodyVelocities {
 public:
  BodyVelocities(const BodiesOperator<D>& bodies, const ContactProblem<D>& problem,
                 std::span<const Vec<D>> q, std::span<const Vec<D>> p, std::span<const Spin<D>> m,
                 const SweepTasks& tasks, Workers& workers)
      : bodies_(bodies),
        problem_(problem),
        q_(q),
        p_(p),
        m_(m),
        tasks_(tasks),
        workers_(workers),
        edges_(p.size()),
        frames_(p.size()),
        v_(bodies.nodes() + 1) {
    for (std::size_t c = 0; c < p.size(); ++c) {
      edges_[c] = bodies.edge(c);
      frames_[c] = bodies.contacts[c].frame();
    }
  }
  void refresh() {
    std::ranges::fill(v_, Twist<D>{});
    tasks_.for_each(workers_, [&](std::size_t task) {
      for (const std::int32_t number : tasks_.contacts(task)) {
        const auto c = static_cast<std::size_t>(number);
        change(c, p_[c]);
        if (!m_.empty()) change_moment(c, m_[c]);
      }
    });
  }
  Vec<D> velocity(std::size_t c) const {
    return q_[c] + frames_[c] * BodiesOperator<D>::relative_velocity(edges_[c], v_);
  }
  void change(std::size_t c, const Vec<D>& dp) {
    bodies_.apply_impulse(edges_[c], frames_[c].transpose() * dp, v_);
  }
  Mat<D> diagonal_block(std::size_t c) const {
    return bodies_.diagonal_block(edges_[c], frames_[c]);
  }
  const Mat<D>& frame(std::size_t c) const { return frames_[c]; }
  // Of moments, in world components.
  Spin<D> spin(std::size_t c) const {
    return problem_.q_spin[c] + BodiesOperator<D>::relative_spin(edges_[c], v_);
  }
  void change_moment(std::size_t c, const Spin<D>& dm) { bodies_.apply_moment(edges_[c], dm, v_); }
  RollingBlock rolling_block(std::size_t c) const {
    const double l = bodies_.moment_length(c);
    const bool balls = bodies_.arms.empty() && bodies_.inertia_blocks.empty();
    return {l, l * l * bodies_.spin_mobility(edges_[c]),
            balls ? l * bodies_.spin_coupling(edges_[c]) : 0.0};
  }
  void give(NodeMotion& motion) { give_rows<D>(bodies_, v_, motion); }

 private:
  const BodiesOperator<D>& bodies_;
  const ContactProblem<D>& problem_;
  std::span<const Vec<D>> q_;
  std::span<const Vec<D>> p_;
  std::span<const Spin<D>> m_;  // empty where there are no moments
  const SweepTasks& tasks_;
  Workers& workers_;
  std::vector<Edge<D>> edges_;
  std::vector<Mat<D>> frames_;
  std::vector<Twist<D>> v_;
};

template <int D>
class MatrixVelocities {
 public:
  MatrixVelocities(const MatrixOperator<D>& matrix, const ContactProblem<D>& problem,
                   std::span<const Vec<D>> q, std::span<const Vec<D>> p, std::span<const Spin<D>>,
                   const SweepTasks&, Workers&)
      : matrix_(matrix), q_(q), p_(p) {
    GALET_ASSERT(!problem.has_moments());
  }
  void refresh() {}
  Vec<D> velocity(std::size_t c) const { return q_[c] + matrix_.row_product(c, p_); }
  void change(std::size_t, const Vec<D>&) {}
  Mat<D> diagonal_block(std::size_t c) const { return matrix_.diagonal_block(c); }
  Mat<D> frame(std::size_t) const { return Mat<D>::Identity(); }
  // A matrix has no rows of moments.
  Spin<D> spin(std::size_t) const { return Spin<D>::Zero(); }
  void change_moment(std::size_t, const Spin<D>&) {}
  RollingBlock rolling_block(std::size_t) const { return {}; }
  void give(NodeMotion& motion) { motion.clear(); }

 private:
  const MatrixOperator<D>& matrix_;
  std::span<const Vec<D>> q_;
  std::span<const Vec<D>> p_;
};

template <class Operator>
struct VelocitiesFor;
template <int D>
struct VelocitiesFor<BodiesOperator<D>> {
  using type = BodyVelocities<D>;
};
template <int D>
struct VelocitiesFor<MatrixOperator<D>> {
  using type = MatrixVelocities<D>;
};

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
  void add_moment(double dM, double w_r) { velocity = std::max(velocity, w_r * dM); }
  void add(const Changes& other) {
    velocity = std::max(velocity, other.velocity);
    normal = std::max(normal, other.normal);
    tangential = std::max(tangential, other.tangential);
    impulse = std::max(impulse, other.impulse);
  }
  bool stagnate(const NlgsSettings& settings) const {
    return normal + tangential <=
           std::max(settings.tolerance.value_or(kRelativeTolerance) * impulse,
                    settings.tolerance_impulse.value_or(0.0));
  }
};

// The order of the visits of one task in each sweep.
class Order {
 public:
  Order(std::span<const std::int32_t> contacts, SweepOrder kind, std::uint64_t seed)
      : kind_(kind), random_(seed), order_(contacts.begin(), contacts.end()) {}
  const std::vector<std::int32_t>& sweep(int number) {
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
  std::vector<std::int32_t> order_;
};

// One solve, in contact components.
template <int D, class Velocities, class Local>
class Solve {
 public:
  Solve(const ContactProblem<D>& problem, const NlgsSettings& settings, const Local& local,
        std::span<const Vec<D>> q, std::span<Vec<D>> p, std::span<Spin<D>> m,
        Velocities& velocities, const SweepTasks& tasks, Workers& workers)
      : problem_(problem),
        settings_(settings),
        local_(local),
        q_(q),
        p_(p),
        m_(m),
        velocities_(velocities),
        tasks_(tasks),
        workers_(workers),
        blocks_(p.size()),
        changes_(tasks.count()) {
    for (std::size_t c = 0; c < p.size(); ++c) {
      blocks_[c] = LocalBlock<D>(velocities.diagonal_block(c));
      if (blocks_[c].w_n == 0.0) stuck_.note(static_cast<std::int32_t>(c), -q[c][0]);
    }
    for (std::size_t c = 0; c < m.size(); ++c) rolling_.push_back(velocities.rolling_block(c));
    for (std::size_t k = 0; k < tasks.count(); ++k) {
      orders_.emplace_back(tasks.contacts(k), settings.order,
                           static_cast<std::uint64_t>(settings.seed) + k);
    }
  }

  SolveReport run() {
    const bool by_changes = settings_.criterion == NlgsCriterion::stagnation;
    Residual best = compute_residual();
    std::vector<Vec<D>> best_p(p_.begin(), p_.end());
    std::vector<Spin<D>> best_m(m_.begin(), m_.end());
    double threshold = allowed(best);
    // A warm start that is a solution already needs one sweep, not as many as make the changes
    // small.
    const bool good_start = best.velocity <= threshold;
    for (int number = 1;; ++number) {
      const Changes changes = sweep(number);
      const bool last = number == settings_.max_iterations;
      const bool late = settings_.max_seconds && watch_.seconds() > *settings_.max_seconds;
      const bool stagnant = by_changes && changes.stagnate(settings_);
      const bool test = by_changes ? stagnant
                                   : changes.velocity <= threshold || (number == 1 && good_start) ||
                                         number % kSweepsBetweenTests == 0;
      if (!test && !last && !late) continue;

      const Residual now = compute_residual();
      threshold = allowed(now);
      if (by_changes ? stagnant && std::isfinite(now.velocity) : now.velocity <= threshold) {
        return report(SolveStatus::solved, number, now);
      }
      if (now.velocity < best.velocity) {
        best = now;
        std::ranges::copy(p_, best_p.begin());
        std::ranges::copy(m_, best_m.begin());
      }
      const Squeeze squeeze = look_for_growth(number);
      if (!last && !late && squeeze.contact < 0) continue;
      std::ranges::copy(best_p, p_.begin());
      std::ranges::copy(best_m, m_.begin());
      velocities_.refresh();
      SolveReport result =
          report(last ? SolveStatus::iteration_limit : SolveStatus::time_limit, number, best);
      if (squeeze.contact >= 0) result.status = SolveStatus::no_solution;
      result.squeeze.note(squeeze.contact, squeeze.speed);
      return result;
    }
  }

 private:
  SolveReport report(SolveStatus status, int sweeps, const Residual& r) const {
    return {stuck_.contact >= 0 ? SolveStatus::no_solution : status, sweeps, r.velocity,
            r.relative(), stuck_};
  }
  double allowed(const Residual& r) const {
    return std::max(settings_.tolerance.value_or(kRelativeTolerance) * r.reference,
                    settings_.tolerance_velocity.value_or(0.0));
  }

  Squeeze look_for_growth(int sweeps) {
    if (!growth_.is_due(sweeps)) return {};
    std::vector<Vec<D>> p(p_.begin(), p_.end());
    for (std::size_t c = 0; c < p.size(); ++c) p[c] = problem_.frame(c).transpose() * p_[c];
    return growth_.look(sweeps, p);
  }

  // With velocities that belong to exactly these impulses.
  Residual compute_residual() {
    velocities_.refresh();
    std::vector<Residual> parts(workers_.count());
    workers_.for_range(p_.size(), [&](std::size_t begin, std::size_t end, std::size_t part) {
      for (std::size_t c = begin; c < end; ++c) {
        parts[part].template add<D>(p_[c], velocities_.velocity(c), q_[c], problem_.law_of(c),
                                    blocks_[c].w, blocks_[c].w_n);
        if (!m_.empty()) add_moment_residual(c, parts[part]);
      }
    });
    Residual all;
    for (const Residual& part : parts) all.add(part);
    return all;
  }

  void add_moment_residual(std::size_t c, Residual& residual) const {
    const RollingBlock& rolling = rolling_[c];
    const Vec<D> n = velocities_.frame(c).row(0).transpose();
    residual.template add_moment<D>(n, p_[c][0], m_[c] / rolling.length,
                                    rolling.length * velocities_.spin(c), problem_.law_of(c),
                                    rolling.w_r);
  }

  Changes sweep(int number) {
    tasks_.for_each(workers_, [&](std::size_t task) {
      Changes changes;
      for (const std::int32_t contact : orders_[task].sweep(number)) {
        visit(static_cast<std::size_t>(contact), changes);
      }
      changes_[task] = changes;
    });
    Changes all;
    for (const Changes& changes : changes_) all.add(changes);
    return all;
  }

  void visit(std::size_t c, Changes& changes) {
    const ContactLaw& law = problem_.law_of(c);
    if (!law.is_plain()) return visit_other(c, law, changes);
    change_impulse(c, solve_local(local_, blocks_[c], law.friction, p_[c], velocities_.velocity(c)),
                   changes);
  }
  // Laws that the exact local solver alone knows.
  void visit_other(std::size_t c, const ContactLaw& law, Changes& changes) {
    if (!law.has_moment()) {
      change_impulse(c, solve_other<D>(blocks_[c], law, p_[c], velocities_.velocity(c)), changes);
      return;
    }
    const RollingBlock& rolling = rolling_[c];
    const Wrench<D> old{p_[c], m_[c] / rolling.length};
    const Wrench<D> now =
        solve_rolling<D>(blocks_[c], rolling, law, velocities_.frame(c), old,
                         velocities_.velocity(c), rolling.length * velocities_.spin(c));
    change_impulse(c, now.p, changes);
    const Spin<D> m_new = rolling.length * now.M;
    velocities_.change_moment(c, m_new - m_[c]);
    m_[c] = m_new;
    changes.add_moment((now.M - old.M).norm(), rolling.w_r);
  }
  void change_impulse(std::size_t c, const Vec<D>& p_new, Changes& changes) {
    const Vec<D> dp = p_new - p_[c];
    p_[c] = p_new;
    velocities_.change(c, dp);
    changes.add<D>(dp, p_new, blocks_[c].w);
  }

  const ContactProblem<D>& problem_;
  const NlgsSettings& settings_;
  const Local& local_;
  std::span<const Vec<D>> q_;
  std::span<Vec<D>> p_;
  std::span<Spin<D>> m_;  // world components; empty where there are no moments
  Velocities& velocities_;
  const SweepTasks& tasks_;
  Workers& workers_;
  std::vector<LocalBlock<D>> blocks_;
  std::vector<RollingBlock> rolling_;  // empty where there are no moments
  std::vector<Order> orders_;          // by task
  std::vector<Changes> changes_;       // by task, of the last sweep
  GrowthWatch<D> growth_{problem_};
  Squeeze stuck_;  // a contact that approaches and that nothing can move
  Stopwatch watch_;
};

}  // namespace

template <int D>
SolveReport BlockSolver<D>::solve(const ContactProblem<D>& problem, const NlgsSettings& settings,
                                  std::span<Vec<D>> p, NodeMotion& motion, std::span<Spin<D>> m) {
  // Local solvers work along and across the normal.
  std::vector<Vec<D>> q(p.size());
  for (std::size_t c = 0; c < p.size(); ++c) {
    const Mat<D> frame = problem.frame(c);
    q[c] = frame * problem.q[c];
    p[c] = (frame * p[c]).eval();
  }
  const SolveReport report = std::visit(
      [&](const auto& W, const auto& local) {
        using Operator = std::decay_t<decltype(W)>;
        using Velocities = typename VelocitiesFor<Operator>::type;
        if constexpr (std::is_same_v<Operator, BodiesOperator<D>>) {
          tasks_.build(W, workers_);
        } else {
          tasks_.build_one(p.size());
        }
        Velocities velocities(W, problem, q, p, m, tasks_, workers_);
        SolveReport result;
        if (!p.empty()) {
          result = Solve<D, Velocities, std::decay_t<decltype(local)>>(
                       problem, settings, local, q, p, m, velocities, tasks_, workers_)
                       .run();
        }
        velocities.give(motion);
        return result;
      },
      problem.W, settings.local);
  for (std::size_t c = 0; c < p.size(); ++c) {
    p[c] = (problem.frame(c).transpose() * p[c]).eval();
  }
  return report;
}

template class BlockSolver<2>;
template class BlockSolver<3>;

}  // namespace galet
