#include "galet/solver/nlgs_balls.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "galet/base/timer.hpp"
#include "galet/solver/ball_batches.hpp"

namespace galet {
namespace {

constexpr double kMomentumCap = 0.85;
constexpr int kSweepsToShrink = 400;
constexpr int kSweepsBetweenTests = 100;
// Changes of a sweep, over the tolerance, that call for a test of the residual.
constexpr double kTrigger = 0.8;

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

SweepResult<float> sweep_batches(std::vector<BallBatch<float>>& batches, BallRow<float>* rows,
                                 double beta) {
  return ball_kernels().sweep_single(batches.data(), batches.size(), rows,
                                     static_cast<float>(beta));
}
SweepResult<double> sweep_batches(std::vector<BallBatch<double>>& batches, BallRow<double>* rows,
                                  double beta) {
  return ball_kernels().sweep_double(batches.data(), batches.size(), rows, beta);
}

// The largest of `f(begin, end)` over parts of [0, n), by `merge(into, part)`.
template <class R, class F, class M>
R largest_over(Workers& workers, std::size_t n, F&& f, M&& merge) {
  std::vector<R> parts(workers.count());
  workers.for_range(n, [&](std::size_t begin, std::size_t end, std::size_t part) {
    parts[part] = f(begin, end);
  });
  for (std::size_t k = 1; k < parts.size(); ++k) merge(parts.front(), parts[k]);
  return parts.front();
}

}  // namespace

template <int D>
bool BallSolver<D>::accepts(const BallProblem<D>& problem) {
  return std::ranges::all_of(problem.inverse_mass,
                             [](const Vec<D>& m) { return m[0] == m[1] && m[0] == m[D - 1]; });
}

// One solve: impulses in N s, and the best of them.
template <int D>
struct BallSolver<D>::Solve {
  BallSolver& tools;
  const BallProblem<D>& problem;
  const NlgsSettings& settings;
  std::span<Vec<D>> impulse;
  std::vector<Twist<D>>& change;

  Scales scales{};
  Momentum momentum{settings.momentum};
  Stopwatch watch{};
  Residual best{.velocity = std::numeric_limits<double>::infinity()};
  bool best_is_current = false;
  double threshold = 0.0;  // m/s
  double reference = 0.0;  // m/s, v_ref of the last test
  int sweeps = 0;
  SolveStatus status = SolveStatus::solved;
  bool done = false;

  SolveReport run() {
    tools.tasks_.build(problem);
    compute_change();
    if (!set_scales()) return {};  // no impulse can move anything
    if (settings.precision == Precision::single_) iterate(tools.single_);
    if (!done) iterate(tools.double_);
    if (!best_is_current) {
      restore_best();
      compute_change();
      best = residual();
    }
    return {status, sweeps, best.velocity, best.relative()};
  }

  // Reference mass and speed, so that single precision has the same room at any scale; and the
  // scale v_ref of the problem with its start.
  bool set_scales() {
    double inverse_mass = 0.0;
    for (const Vec<D>& m : problem.inverse_mass) inverse_mass = std::max(inverse_mass, m[0]);
    if (!(inverse_mass > 0.0)) return false;
    scales.mass = 1.0 / inverse_mass;

    struct Largest {
      double speed2 = 0.0;
      Residual residual;
    };
    const Largest largest = largest_over<Largest>(
        tools.workers_, impulse.size(),
        [&](std::size_t begin, std::size_t end) {
          Largest l;
          for (std::size_t c = begin; c < end; ++c) {
            l.speed2 = std::max(l.speed2, problem.q[c].squaredNorm());
            l.residual.template add_scale<D>(problem.contacts[c].n, impulse[c], problem.q[c],
                                             mean_inverse_mass(c));
          }
          return l;
        },
        [](Largest& into, const Largest& part) {
          into.speed2 = std::max(into.speed2, part.speed2);
          into.residual.merge(part.residual);
        });
    scales.speed = largest.speed2 > 0.0 ? std::sqrt(largest.speed2) : 1.0;
    threshold = allowed(largest.residual);
    reference = largest.residual.reference;
    return true;
  }

  double allowed(const Residual& r) const {
    return std::max(settings.tolerance * r.reference, settings.tolerance_velocity.value_or(0.0));
  }

  // trace(W_cc)/D.
  double mean_inverse_mass(std::size_t c) const {
    const Contact<D>& contact = problem.contacts[c];
    const auto mass = [&](std::size_t i) { return problem.inverse_mass[i][0]; };
    const auto turn = [&](std::size_t i) {
      return problem.inverse_inertia[i] * problem.radius[i] * problem.radius[i];
    };
    const std::size_t b = contact.b().body();
    double w_n = mass(b);
    double turning = turn(b);
    if (!contact.a().is_boundary()) {
      w_n += mass(contact.a().body());
      turning += turn(contact.a().body());
    }
    return w_n + turning * (D - 1) / D;
  }

  // M⁻¹ H of the impulses.
  void compute_change() {
    change.assign(problem.inverse_mass.size(), Twist<D>{});
    tools.tasks_.for_each(tools.workers_, [&](std::size_t task) {
      for (const std::int32_t k : tools.tasks_.contacts(task)) {
        const auto c = static_cast<std::size_t>(k);
        apply_impulse<D>(problem, problem.contacts[c], impulse[c], change);
      }
    });
  }

  // The common residual, of exactly these impulses and their change, in m/s.
  Residual residual() const {
    return largest_over<Residual>(
        tools.workers_, impulse.size(),
        [&](std::size_t begin, std::size_t end) {
          Residual r;
          for (std::size_t c = begin; c < end; ++c) {
            const Contact<D>& contact = problem.contacts[c];
            const std::size_t b = contact.b().body();
            Vec<D> v = change[b].linear;
            Spin<D> s = problem.radius[b] * change[b].angular;
            if (!contact.a().is_boundary()) {
              const std::size_t a = contact.a().body();
              v -= change[a].linear;
              s += problem.radius[a] * change[a].angular;
            }
            const Vec<D> u = v - cross(s, contact.n) + problem.q[c];
            r.template add<D>(contact.n, impulse[c], u, problem.q[c], problem.mu[c],
                              mean_inverse_mass(c));
          }
          return r;
        },
        [](Residual& into, const Residual& part) { into.merge(part); });
  }

  // ---- Lanes
  // ----------------------------------------------------------------------------------------------

  template <class T, class F>
  static void for_each_lane(typename BallLanes<T>::Task& task, F&& f) {
    constexpr auto lanes = static_cast<std::size_t>(kLanes<T>);
    for (std::size_t k = 0; k < task.plan.size(); ++k) {
      if (task.plan[k] < 0) continue;
      f(task.batches[k / lanes], k % lanes, static_cast<std::size_t>(task.plan[k]));
    }
  }

  // Batches and rows from the impulses and the velocities they give.
  template <class T>
  void load(BallLanes<T>& lanes) {
    const std::size_t bodies = problem.inverse_mass.size();
    const SweepTasks& tasks = tools.tasks_;
    lanes.tasks.resize(tasks.count());
    lanes.rows.resize(bodies + tasks.count());
    tools.workers_.for_range(bodies, [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t i = begin; i < end; ++i) load_row<T>(i, lanes.rows[i]);
    });
    std::fill(lanes.rows.begin() + static_cast<std::ptrdiff_t>(bodies), lanes.rows.end(),
              BallRow<T>{});
    lanes.rows_before = lanes.rows;
    tools.masks_.resize(bodies, 0);
    tasks.for_each(tools.workers_, [&](std::size_t k) {
      auto& task = lanes.tasks[k];
      task.plan.clear();
      plan_batches<D>(problem, tasks.contacts(k), kLanes<T>, tools.masks_, task.plan);
      load_batches<T>(task, lanes.rows, static_cast<std::int32_t>(bodies + k));
    });
  }

  template <class T>
  void load_row(std::size_t i, BallRow<T>& row) const {
    row = {};
    const Vec<D> v = change[i].linear / scales.speed;
    const Spin<D> s = (problem.radius[i] / scales.speed) * change[i].angular;
    for (int d = 0; d < D; ++d) row.v[d] = static_cast<T>(v[d]);
    constexpr int first = D == 2 ? 2 : 0;  // in 2D the spin is about z
    for (int d = 0; d < spin_dimension<D>; ++d) row.s[first + d] = static_cast<T>(s[d]);
    row.inverse_mass = static_cast<T>(scales.mass * problem.inverse_mass[i][0]);
    row.inverse_inertia = static_cast<T>(scales.mass * problem.inverse_inertia[i] *
                                         problem.radius[i] * problem.radius[i]);
  }

  template <class T>
  void load_batches(typename BallLanes<T>::Task& task, const std::vector<BallRow<T>>& rows,
                    std::int32_t still) const {
    constexpr auto width = static_cast<std::size_t>(kLanes<T>);
    task.batches.assign(task.plan.size() / width, BallBatch<T>{});
    for (BallBatch<T>& batch : task.batches) {
      std::fill_n(batch.a, width, still);
      std::fill_n(batch.b, width, still);
    }
    const double unit = 1.0 / (scales.mass * scales.speed);
    const double per_speed = 1.0 / scales.speed;
    const auto row_of = [&](std::size_t i) {
      return problem.can_move(i) ? static_cast<std::int32_t>(i) : still;
    };
    for_each_lane<T>(task, [&](BallBatch<T>& batch, std::size_t lane, std::size_t c) {
      const Contact<D>& contact = problem.contacts[c];
      batch.b[lane] = row_of(contact.b().body());
      if (!contact.a().is_boundary()) batch.a[lane] = row_of(contact.a().body());
      const BallRow<T>& a = rows[static_cast<std::size_t>(batch.a[lane])];
      const BallRow<T>& b = rows[static_cast<std::size_t>(batch.b[lane])];
      for (int d = 0; d < D; ++d) {
        batch.n[d][lane] = static_cast<T>(contact.n[d]);
        batch.q[d][lane] = static_cast<T>(per_speed * problem.q[c][d]);
        batch.p[d][lane] = batch.p_before[d][lane] = static_cast<T>(unit * impulse[c][d]);
      }
      batch.mu[lane] = static_cast<T>(problem.mu[c]);
      const T w_n = a.inverse_mass + b.inverse_mass;
      const T w_t = w_n + a.inverse_inertia + b.inverse_inertia;
      batch.k_n[lane] = w_n > 0 ? 1 / w_n : 0;
      batch.k_t[lane] = w_t > 0 ? 1 / w_t : 0;
    });
  }

  // The impulses, brought into the cone where the rounding of T left it, and the change they give.
  template <class T>
  void unload(BallLanes<T>& lanes) {
    const double unit = scales.mass * scales.speed;
    change.assign(problem.inverse_mass.size(), Twist<D>{});
    tools.tasks_.for_each(tools.workers_, [&](std::size_t k) {
      for_each_lane<T>(lanes.tasks[k],
                       [&](const BallBatch<T>& batch, std::size_t lane, std::size_t c) {
                         const Contact<D>& contact = problem.contacts[c];
                         Vec<D> p;
                         for (int d = 0; d < D; ++d)
                           p[d] = unit * static_cast<double>(batch.p[d][lane]);
                         const double p_n = p.dot(contact.n);
                         if (!(p_n > 0.0)) {
                           impulse[c].setZero();
                           return;
                         }
                         const Vec<D> p_t = p - p_n * contact.n;
                         impulse[c] = p_n * contact.n + project_disc<D>(p_t, problem.mu[c] * p_n);
                         apply_impulse<D>(problem, contact, impulse[c], change);
                       });
    });
  }

  template <class T>
  SweepResult<T> sweep(BallLanes<T>& lanes) {
    tools.tasks_.for_each(tools.workers_, [&](std::size_t k) {
      auto& task = lanes.tasks[k];
      task.result = sweep_batches(task.batches, lanes.rows.data(), momentum.beta());
    });
    SweepResult<T> all;
    for (const auto& task : lanes.tasks) {
      all.largest_change2 = std::max(all.largest_change2, task.result.largest_change2);
      all.alignment += task.result.alignment;
    }
    return all;
  }

  // The velocities that belong to the extrapolated impulses of the next sweep. Inverse masses are
  // the same in both rows and stay.
  template <class T>
  void extrapolate(BallLanes<T>& lanes) {
    const T beta = static_cast<T>(momentum.beta());
    tools.workers_.for_range(problem.inverse_mass.size(),
                             [&](std::size_t begin, std::size_t end, std::size_t) {
                               T* now = reinterpret_cast<T*>(lanes.rows.data());
                               T* before = reinterpret_cast<T*>(lanes.rows_before.data());
                               for (std::size_t k = 8 * begin; k < 8 * end; ++k) {
                                 const T x = now[k];
                                 now[k] = x + beta * (x - before[k]);
                                 before[k] = x;
                               }
                             });
  }

  // ---- The loop
  // -------------------------------------------------------------------------------------------

  // Sweeps until the residual passes, a limit is met, or (in single precision) rounding is in the
  // way.
  template <class T>
  void iterate(BallLanes<T>& lanes) {
    load(lanes);
    momentum.restart();
    // Changes do not fall below the rounding of T, however small the threshold is.
    const double rounding = 8.0 * static_cast<double>(std::numeric_limits<T>::epsilon());
    double trigger = kTrigger * threshold;  // changes that call for a test
    int failed_tests = 0;
    while (!done) {
      const SweepResult<T> result = sweep(lanes);
      ++sweeps;
      const double moved = scales.speed * std::sqrt(static_cast<double>(result.largest_change2));
      const bool last = sweeps == settings.max_iterations;
      const bool late = settings.max_seconds && watch.seconds() > *settings.max_seconds;
      const double floor = rounding * reference;
      const bool settled = moved <= std::max(trigger, floor);
      if (settled || sweeps % kSweepsBetweenTests == 0 || last || late) {
        unload(lanes);
        const Residual now = test(last, late);
        if (done) return;
        // The residual is as far above the threshold as the changes may be above the next trigger.
        if (settled) trigger = 0.9 * moved * threshold / now.velocity;
        // Changes this small with a residual this large are rounding.
        if (moved <= std::max(threshold, floor) && sizeof(T) < sizeof(double) &&
            ++failed_tests == 3) {
          return;
        }
      }
      momentum.next(result.alignment > 0);
      extrapolate(lanes);
    }
  }

  void restore_best() {
    if (std::isfinite(best.velocity)) {
      std::ranges::copy(tools.best_, impulse.begin());
    } else {  // nothing that was seen is any good
      std::ranges::fill(impulse, Vec<D>(Vec<D>::Zero()));
    }
  }

  Residual test(bool last, bool late) {
    const Residual now = residual();
    threshold = allowed(now);
    reference = now.reference;
    const bool passed = std::isfinite(now.velocity) && now.velocity <= threshold;
    done = passed || last || late;
    best_is_current = passed || now.velocity < best.velocity;
    if (best_is_current) {
      best = now;
      if (!done) tools.best_.assign(impulse.begin(), impulse.end());
    }
    if (done && !passed) status = last ? SolveStatus::iteration_limit : SolveStatus::time_limit;
    return now;
  }
};

template <int D>
SolveReport BallSolver<D>::solve(const BallProblem<D>& problem, const NlgsSettings& settings,
                                 std::span<Vec<D>> impulse, std::vector<Twist<D>>& change) {
  return Solve{*this, problem, settings, impulse, change}.run();
}

template class BallSolver<2>;
template class BallSolver<3>;

}  // namespace galet
