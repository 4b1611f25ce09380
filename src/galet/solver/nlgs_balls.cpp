#include "galet/solver/nlgs_balls.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "galet/base/timer.hpp"
#include "galet/problem/residual.hpp"
#include "galet/solver/ball_batches.hpp"
#include "galet/solver/ball_kernel.hpp"

namespace galet {
namespace {

constexpr double kMomentumCap = 0.85;
constexpr int kSweepsToShrink = 400;
constexpr int kSweepsBetweenTests = 20;
// Relative residual that single precision reaches with ease; below it the sweeps are double.
constexpr double kSingleReach = 1e-5;

// Nesterov's sequence with restart.
class Momentum {
 public:
  explicit Momentum(bool wanted) : cap_(wanted ? kMomentumCap : 0.0) {}

  double beta() const { return beta_; }
  void restart() {
    t_ = 1.0;
    beta_ = 0.0;
  }
  // After a sweep; `turned_back` asks for a restart.
  void next(bool turned_back) {
    if (++sweeps_ % kSweepsToShrink == 0) cap_ *= 0.5;
    if (turned_back) t_ = 1.0;
    const double t = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * t_ * t_));
    beta_ = std::min(cap_, (t_ - 1.0) / t);
    t_ = t;
  }

 private:
  double cap_;
  double t_ = 1.0;
  double beta_ = 0.0;
  int sweeps_ = 0;
};

template <class T>
SweepFunction<T> kernel();
template <>
SweepFunction<float> kernel<float>() {
  return ball_kernels().sweep_single;
}
template <>
SweepFunction<double> kernel<double>() {
  return ball_kernels().sweep_double;
}

// Motion of a ball in 3D (2D: in the plane z = 0), over the reference speed.
struct BallMotion {
  Eigen::Vector3d v = Eigen::Vector3d::Zero();
  Eigen::Vector3d s = Eigen::Vector3d::Zero();  // r ω
};

template <int D>
Eigen::Vector3d in_space(const Vec<D>& x) {
  Eigen::Vector3d y = Eigen::Vector3d::Zero();
  y.template head<D>() = x;
  return y;
}

// The motion that the impulses give, in double precision.
template <int D>
void compute_motion(const BallProblem<D>& problem, std::span<const Vec<D>> impulse,
                    std::vector<BallMotion>& motion) {
  motion.assign(problem.nodes.size(), BallMotion{});
  for (std::size_t c = 0; c < impulse.size(); ++c) {
    const auto& contact = problem.contacts[c];
    const Eigen::Vector3d e = in_space<D>(impulse[c]);
    const Eigen::Vector3d m = cross(in_space<D>(contact.n), e);
    const auto push = [&](std::int32_t node, double sign) {
      const auto k = static_cast<std::size_t>(node);
      motion[k].v += (sign * problem.nodes[k].inverse_mass) * e;
      motion[k].s -= problem.nodes[k].inverse_inertia * m;
    };
    push(contact.b, 1.0);
    push(contact.a, -1.0);
  }
}

// Rows and batches in precision T, with the way to and from impulses in world components over the
// reference momentum.
template <class T, int D>
class Sweeper {
 public:
  explicit Sweeper(const BallProblem<D>& problem) : problem_(problem) {
    std::vector<std::int32_t> all(problem.contacts.size());
    std::iota(all.begin(), all.end(), 0);
    plan_ = plan_batches<D>(problem, all, kLanes<T>);
    batches_ = make_batches<T, D>(problem, plan_);
    rows_ = make_rows<T, D>(problem);
  }

  // Starts from these impulses and the motion they give.
  void set(std::span<const Vec<D>> impulse, std::span<const BallMotion> motion) {
    for_each_lane([&](BallBatch<T>& batch, std::size_t lane, std::size_t contact) {
      for (int d = 0; d < D; ++d) {
        batch.p[d][lane] = batch.p_before[d][lane] = static_cast<T>(impulse[contact][d]);
      }
    });
    for (std::size_t k = 0; k < motion.size(); ++k) {
      for (int d = 0; d < 3; ++d) {
        rows_[k].v[d] = static_cast<T>(motion[k].v[d]);
        rows_[k].s[d] = static_cast<T>(motion[k].s[d]);
      }
    }
    rows_before_ = rows_;
  }

  // The impulses, brought into the cone where the rounding of T left it.
  void get(std::span<Vec<D>> impulse) {
    for_each_lane([&](const BallBatch<T>& batch, std::size_t lane, std::size_t contact) {
      Vec<D> p;
      for (int d = 0; d < D; ++d) p[d] = static_cast<double>(batch.p[d][lane]);
      const auto& c = problem_.contacts[contact];
      const double p_n = p.dot(c.n);
      const Vec<D> p_t = p - p_n * c.n;
      impulse[contact] =
          p_n > 0.0 ? Vec<D>(p_n * c.n + project_disc<D>(p_t, c.mu * p_n)) : Vec<D>(Vec<D>::Zero());
    });
  }

  SweepResult<T> sweep(double beta) {
    return kernel<T>()(batches_.data(), batches_.size(), rows_.data(), static_cast<T>(beta));
  }

  // The velocities that belong to the extrapolated impulses of the next sweep.
  void extrapolate(double beta) {
    const T b = static_cast<T>(beta);
    for (std::size_t k = 0; k + 1 < rows_.size(); ++k) {
      BallRow<T>& row = rows_[k];
      BallRow<T>& before = rows_before_[k];
      for (std::size_t d = 0; d < 3; ++d) {
        const T v = row.v[d];
        const T s = row.s[d];
        row.v[d] = v + b * (v - before.v[d]);
        row.s[d] = s + b * (s - before.s[d]);
        before.v[d] = v;
        before.s[d] = s;
      }
    }
  }

 private:
  template <class F>
  void for_each_lane(F&& f) {
    constexpr auto lanes = static_cast<std::size_t>(kLanes<T>);
    for (std::size_t k = 0; k < plan_.contact.size(); ++k) {
      if (plan_.contact[k] < 0) continue;
      f(batches_[k / lanes], k % lanes, static_cast<std::size_t>(plan_.contact[k]));
    }
  }

  const BallProblem<D>& problem_;
  BatchPlan plan_;
  std::vector<BallBatch<T>> batches_;
  std::vector<BallRow<T>> rows_;
  std::vector<BallRow<T>> rows_before_;
};

// The solve while precision changes: impulses in world components, and the best of them.
template <int D>
class BallSolve {
 public:
  BallSolve(const ContactProblem<D>& problem, const BallProblem<D>& balls,
            const NlgsSettings& settings, std::span<Vec<D>> p)
      : problem_(problem),
        graph_(std::get<DelassusGraph<D>>(problem.W)),
        balls_(balls),
        settings_(settings),
        p_(p),
        impulse_(p.size()),
        momentum_(settings.momentum) {
    const double unit = 1.0 / (balls.mass * balls.speed);
    for (std::size_t c = 0; c < p.size(); ++c) {
      impulse_[c] = unit * (graph_.edges[c].frame.transpose() * p[c]);
    }
    best_impulse_ = impulse_;
    best_ = compute();
    threshold_ = allowed(best_);
    done_ =
        std::isfinite(best_.velocity) && best_.velocity <= threshold_;  // a warm start that holds
  }

  SolveReport solve() {
    if (!done_ && settings_.precision == Precision::single_) iterate<float>();
    if (!done_) iterate<double>();
    store(best_impulse_);
    return {status_, sweeps_, best_.velocity, best_.relative()};
  }

 private:
  // Sweeps until the residual passes, a limit is met, or (in single precision) rounding is in the
  // way.
  template <class T>
  void iterate() {
    Sweeper<T, D> sweeper(balls_);
    compute_motion<D>(balls_, impulse_, motion_);
    sweeper.set(impulse_, motion_);
    momentum_.restart();
    int failed_tests = 0;
    while (!done_) {
      const SweepResult<T> result = sweeper.sweep(momentum_.beta());
      ++sweeps_;
      const double change = balls_.speed * std::sqrt(static_cast<double>(result.largest_change2));
      const bool last = sweeps_ == settings_.max_iterations;
      const bool late = settings_.max_seconds && watch_.seconds() > *settings_.max_seconds;
      // Changes do not fall below the rounding of T, however small the threshold is.
      const double floor =
          8.0 * static_cast<double>(std::numeric_limits<T>::epsilon()) * reference_;
      const bool settled = change <= std::max(threshold_, floor);
      if (settled || sweeps_ % kSweepsBetweenTests == 0 || last || late) {
        sweeper.get(impulse_);
        test(last, late);
        // Changes this small with a residual this large are rounding.
        if (!done_ && settled && sizeof(T) < sizeof(double) && ++failed_tests == 3) return;
      }
      momentum_.next(result.alignment > 0);
      sweeper.extrapolate(momentum_.beta());
    }
  }

  void test(bool last, bool late) {
    const Residual now = compute();
    threshold_ = allowed(now);
    reference_ = now.reference;
    const bool passed = std::isfinite(now.velocity) && now.velocity <= threshold_;
    if (passed || now.velocity < best_.velocity) {
      best_ = now;
      best_impulse_ = impulse_;
    }
    done_ = passed || last || late;
    if (done_ && !passed) {
      status_ = last ? SolveStatus::iteration_limit : SolveStatus::time_limit;
    }
  }

  double allowed(const Residual& r) const {
    return std::max(settings_.tolerance * r.reference, settings_.tolerance_velocity.value_or(0.0));
  }

  // Impulses in contact components, in the problem's units.
  void store(std::span<const Vec<D>> impulse) {
    const double unit = balls_.mass * balls_.speed;
    for (std::size_t c = 0; c < p_.size(); ++c) {
      p_[c] = unit * (graph_.edges[c].frame * impulse[c]);
    }
  }

  // The common residual, of exactly these impulses, in m/s.
  Residual compute() {
    compute_motion<D>(balls_, impulse_, motion_);
    Residual residual;
    for (std::size_t c = 0; c < p_.size(); ++c) {
      const auto& contact = balls_.contacts[c];
      const auto a = static_cast<std::size_t>(contact.a);
      const auto b = static_cast<std::size_t>(contact.b);
      const Eigen::Vector3d surface =
          motion_[b].v - motion_[a].v -
          cross(Eigen::Vector3d(motion_[a].s + motion_[b].s), in_space<D>(contact.n));
      const Vec<D> u = surface.template head<D>() + contact.q;
      const double w_n = balls_.nodes[a].inverse_mass + balls_.nodes[b].inverse_mass;
      const double w_t = w_n + balls_.nodes[a].inverse_inertia + balls_.nodes[b].inverse_inertia;
      const Mat<D>& frame = graph_.edges[c].frame;
      residual.add<D>(frame * impulse_[c], frame * u, problem_.q[c] / balls_.speed, contact.mu,
                      (w_n + (D - 1) * w_t) / D);
    }
    residual.velocity *= balls_.speed;
    residual.reference *= balls_.speed;
    return residual;
  }

  const ContactProblem<D>& problem_;
  const DelassusGraph<D>& graph_;
  const BallProblem<D>& balls_;
  const NlgsSettings& settings_;
  std::span<Vec<D>> p_;
  std::vector<Vec<D>> impulse_;
  std::vector<Vec<D>> best_impulse_;
  std::vector<BallMotion> motion_;
  Residual best_{.velocity = std::numeric_limits<double>::infinity()};
  double threshold_ = 0.0;  // m/s
  double reference_ = 0.0;  // m/s, v_ref of the last test
  Momentum momentum_;
  Stopwatch watch_;
  int sweeps_ = 0;
  SolveStatus status_ = SolveStatus::solved;
  bool done_ = false;
};

}  // namespace

template <int D>
SolveReport solve_nlgs_balls(const ContactProblem<D>& problem, const BallProblem<D>& balls,
                             const NlgsSettings& settings, std::span<Vec<D>> p) {
  return BallSolve<D>(problem, balls, settings, p).solve();
}

template SolveReport solve_nlgs_balls(const ContactProblem<2>&, const BallProblem<2>&,
                                      const NlgsSettings&, std::span<Vec<2>>);
template SolveReport solve_nlgs_balls(const ContactProblem<3>&, const BallProblem<3>&,
                                      const NlgsSettings&, std::span<Vec<3>>);

}  // namespace galet
