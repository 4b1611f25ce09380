#include "galet/solver/projected_gradient.hpp"

#include <algorithm>
#include <cmath>

#include "galet/base/error.hpp"
#include "galet/base/lean.hpp"
#include "galet/base/memory_policy.hpp"
#include "galet/base/timer.hpp"
#include "galet/solver/ball_data.hpp"
#include "galet/solver/gradient_operators.hpp"
#include "galet/solver/growth_watch.hpp"
#include "galet/solver/momentum.hpp"

namespace galet {
namespace {

// Between two tests of the true residual when the changes of the impulses do not call for one.
constexpr int kStepsBetweenTests = 10;
// Of a step that was short enough, before the first that was not and after it; and the part of the
// longest possible that is tried where it was not.
constexpr double kLongerAtFirst = 1.1;
constexpr double kLonger = 1.005;
constexpr double kShorter = 0.9;

// Where the law sends x in N s (project_impulse), n being the normal, in a metric in which
// tangential parts count `stretch` times their length. The sets are round about n: what counts is
// x_n and |x_t|.
template <int D>
Vec<D> projected(ContactLaw law, const Vec<D>& n, const Vec<D>& x, double stretch = 1.0,
                 double shift = 0.0) {
  const double x_n = n.dot(x);
  if (law.friction == 0.0) return project_impulse<2>(law, {x_n, 0.0})[0] * n;
  const Vec<D> x_t = x - x_n * n;
  const double t = stretch * x_t.norm();
  law.friction *= stretch;
  const Vec<2> y = project_impulse<2>(law, {x_n, t}, shift);
  return t > 0.0 ? Vec<D>(y[0] * n + (y[1] / t) * x_t) : Vec<D>(y[0] * n);
}

// P(y − t L⁻¹ (û + s n)).
template <int D>
Vec<D> projected_step(const ContactLaw& law, const Vec<D>& n, const Vec<D>& y, const Vec<D>& u,
                      double t, const ContactBound& L) {
  const double u_n = n.dot(u);
  if (law.friction == 0.0) return projected<D>(law, n, y - (t / L.n * u_n) * n);
  const Vec<D> u_t = u - u_n * n;
  const double shift = normal_shift<2>(law, {0.0, u_t.norm()});
  return projected<D>(law, n, y - (t / L.n * u_n) * n - (t / L.t) * u_t, std::sqrt(L.t / L.n),
                      t / L.n * shift);
}

// Over the contacts of a step, from y to p⁺.
struct StepSums {
  double length2 = 0.0;    // Σ (p⁺ − y)·L (p⁺ − y)
  double alignment = 0.0;  // Σ (y − p⁺)·L (p⁺ − p)
  double largest2 = 0.0;   // the largest |L (p⁺ − y)|²

  StepSums& operator+=(const StepSums& other) {
    length2 += other.length2;
    alignment += other.alignment;
    largest2 = std::max(largest2, other.largest2);
    return *this;
  }
};

// Of so many steps the last ones are plain. Momentum sends short waves around, contacts against
// their neighbours, which a few plain steps take away: the residual, a largest value, is theirs.
constexpr int kRound = 50;
constexpr int kPlainSteps = 10;

// The largest momentum after so many steps. Coulomb's shift is no gradient: unlimited momentum gets
// into limit cycles, at residuals of some 1e-4 in packings.
double largest_momentum(int steps, bool is_convex) {
  if (steps % kRound >= kRound - kPlainSteps) return 0.0;
  if (is_convex || steps < 300) return 1.0;
  return steps < 5000 ? 0.97 : 0.9;
}

template <int D, class Operator>
class GradientSolve {
  using Row = typename Operator::Row;

 public:
  GradientSolve(const ContactProblem<D>& problem, const GradientMethod& method, const Operator& W,
                GradientArrays<D>& arrays, GradientRows<Row>& rows, std::span<Vec<D>> p,
                Workers& workers)
      : problem_(problem),
        method_(method),
        W_(W),
        arrays_(arrays),
        rows_(rows),
        out_(p),
        workers_(workers),
        L_(W.majorant()),
        now_(p.data()),
        is_convex_(std::ranges::all_of(problem.laws, [](const ContactLaw& law) {
          return law.friction == 0.0 || law.model == FrictionModel::convex;
        })) {
    resize_anew(arrays.next, p.size());
    resize_anew(arrays.best, p.size());
    next_ = arrays.next.data();
    resize_anew(rows.now, W.rows());
    resize_anew(rows.before, W.rows());
    if (!method.accelerated) return;
    resize_anew(arrays.before, p.size());
    before_ = arrays.before.data();
    resize_anew(rows.at, W.rows());
  }

  SolveReport run() {
    start();
    best_ = test();
    keep_best();
    while (!done()) {
      const StepSums sums = step();
      ++steps_;
      const bool last = steps_ >= method_.max_iterations;
      const bool late = method_.max_seconds > 0.0 && watch_.seconds() > method_.max_seconds;
      const double moved = std::sqrt(sums.largest2) / step_;
      if (moved <= trigger_ || steps_ % kStepsBetweenTests == 0 || last || late) {
        look(moved, last, late);
      }
      if (method_.accelerated) {
        momentum_.next(sums.alignment > 0.0, largest_momentum(steps_, is_convex_));
      }
    }
    finish();
    return {stuck_.contact >= 0 ? SolveStatus::no_solution : status_, steps_, best_.velocity,
            best_.relative(), stuck_};
  }

 private:
  bool done() const { return ended_ || best_.velocity <= allowed(best_); }
  double allowed(const Residual& r) const {
    return std::max(method_.tolerance * r.reference, method_.tolerance_velocity);
  }

  // The start, brought into the sets; contacts that nothing can move along their normal carry none.
  void start() {
    for (std::size_t c = 0; c < out_.size(); ++c) {
      const Vec<D> n = W_.normal(c);
      if (W_.mobility(c).w_n == 0.0) {
        L_[c] = {};
        stuck_.note(static_cast<std::int32_t>(c), -n.dot(problem_.q[c]));
        out_[c].setZero();
      } else {
        out_[c] = projected<D>(problem_.law_of(c), n, out_[c]);
      }
    }
    W_.product(now_, rows_.now);
  }

  // The residual of the present impulses; tells whether they are the best, and whether to end.
  void look(double moved, bool last, bool late) {
    const Residual now = test();
    const bool solved = now.velocity <= allowed(now);
    if (solved || now.velocity < best_.velocity) {
      best_ = now;
      keep_best();
    }
    // The residual is about as large against the changes the next time.
    trigger_ = now.velocity > 0.0 ? moved * allowed(now) / now.velocity : 0.0;
    if (solved) return;
    if (last || late) {
      status_ = last ? SolveStatus::iteration_limit : SolveStatus::time_limit;
      ended_ = true;
    } else if (growth_.is_due(steps_)) {
      const Squeeze grown = growth_.look(steps_, {now_, out_.size()});
      stuck_.note(grown.contact, grown.speed);
      ended_ = grown.contact >= 0;
    }
  }

  void keep_best() {
    best_is_now_ = true;
    workers_.for_range(out_.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
      std::copy(now_ + begin, now_ + end, arrays_.best.data() + begin);
    });
  }

  // The best impulses to where the caller wants them, with the rows that belong to them.
  void finish() {
    std::ranges::copy(arrays_.best, out_.begin());
    if (!best_is_now_) W_.product(out_.data(), rows_.now);
  }

  Residual test() const {
    std::vector<Residual> parts(workers_.count());
    workers_.for_range(out_.size(), [&](std::size_t begin, std::size_t end, std::size_t part) {
      for (std::size_t c = begin; c < end; ++c) {
        const Mat<D> frame = problem_.frame(c);
        const Vec<D> u = problem_.q[c] + W_.velocity(c, rows_.now.data());
        const ContactMobility mobility = W_.mobility(c);
        parts[part].template add<D>(frame * now_[c], frame * u, frame * problem_.q[c],
                                    problem_.law_of(c), mobility.w, mobility.w_n);
      }
    });
    Residual all;
    for (const Residual& part : parts) all.add(part);
    return all;
  }

  // One step, as often as it takes to find one that is not too long.
  StepSums step() {
    const double beta = momentum_.beta();
    const Row* at = extrapolated_rows(beta);
    best_is_now_ = false;
    for (;;) {
      // The last one must do, and 1 always does.
      if (method_.accelerated && steps_ + 1 >= method_.max_iterations) step_ = 1.0;
      const StepSums sums = project(at, beta);
      W_.product(next_, rows_.before);
      if (!method_.accelerated || is_short_enough(sums, at, beta)) {
        accept();
        return sums;
      }
      ++steps_;
    }
  }

  const Row* extrapolated_rows(double beta) {
    if (beta == 0.0) return rows_.now.data();
    workers_.for_range(rows_.now.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t i = begin; i < end; ++i) {
        rows_.at[i] = extrapolated(rows_.now[i], rows_.before[i], beta);
      }
    });
    return rows_.at.data();
  }
  static Twist<D> extrapolated(const Twist<D>& x, const Twist<D>& before, double beta) {
    return {x.linear + beta * (x.linear - before.linear),
            x.angular + beta * (x.angular - before.angular)};
  }
  static Vec<D> extrapolated(const Vec<D>& x, const Vec<D>& before, double beta) {
    return x + beta * (x - before);
  }
  Vec<D> start_of_step(std::size_t c, double beta) const {
    return beta == 0.0 ? now_[c] : extrapolated(now_[c], before_[c], beta);
  }

  // p⁺ of all contacts.
  StepSums project(const Row* at, double beta) {
    return sum_over<StepSums>(workers_, out_.size(), [&](std::size_t begin, std::size_t end) {
      StepSums sums;
      for (std::size_t c = begin; c < end; ++c) {
        const ContactBound& L = L_[c];
        if (L.n == 0.0) {
          next_[c].setZero();
          continue;
        }
        const Vec<D> y = start_of_step(c, beta);
        const Vec<D> u = problem_.q[c] + W_.velocity(c, at);
        const Vec<D>& n = W_.normal(c);
        const Vec<D> p = projected_step<D>(problem_.law_of(c), n, y, u, step_, L);
        const Vec<D> change = p - y;
        const double along = n.dot(change);
        const Vec<D> scaled = L.t * change + ((L.n - L.t) * along) * n;
        sums.length2 += change.dot(scaled);
        sums.largest2 = std::max(sums.largest2, scaled.squaredNorm());
        sums.alignment -= scaled.dot(p - now_[c]);
        next_[c] = p;
      }
      return sums;
    });
  }

  // Sets the length of the next step, or of the same once more.
  bool is_short_enough(const StepSums& sums, const Row* at, double beta) {
    const double power = W_.power(rows_.before.data(), at, [&](std::size_t c) {
      return Vec<D>(next_[c] - start_of_step(c, beta));
    });
    const bool passes = step_ <= 1.0 || step_ * power <= sums.length2;
    step_ = passes ? step_ * longer_ : std::max(1.0, kShorter * sums.length2 / power);
    if (!passes) longer_ = kLonger;
    return passes;
  }

  void accept() {
    std::swap(rows_.now, rows_.before);
    if (before_ == nullptr) {
      std::swap(now_, next_);
    } else {
      Vec<D>* const free = before_;
      before_ = now_;
      now_ = next_;
      next_ = free;
    }
  }

  const ContactProblem<D>& problem_;
  const GradientMethod& method_;
  const Operator& W_;
  GradientArrays<D>& arrays_;
  GradientRows<Row>& rows_;
  std::span<Vec<D>> out_;
  Workers& workers_;
  std::vector<ContactBound> L_;
  Vec<D>* now_;               // impulses
  Vec<D>* before_ = nullptr;  // of the step before
  Vec<D>* next_ = nullptr;
  bool is_convex_;
  double step_ = method_.step;
  double longer_ = kLongerAtFirst;
  double trigger_ = 0.0;  // m/s, changes that call for a test
  Momentum momentum_;
  Residual best_;
  bool best_is_now_ = true;
  GrowthWatch<D> growth_{problem_};
  Squeeze stuck_;  // a contact that approaches and that nothing can move
  SolveStatus status_ = SolveStatus::solved;
  bool ended_ = false;
  int steps_ = 0;
  Stopwatch watch_;
};

}  // namespace

template <int D>
template <class Operator>
SolveReport GradientSolver<D>::solve_with(const ContactProblem<D>& problem,
                                          const GradientMethod& method,
                                          GradientRows<typename Operator::Row>& rows,
                                          std::span<Vec<D>> p, NodeMotion& motion) {
  const Operator W(problem, tasks_, workers_);
  // In large scenes the motion takes its memory when other rows have given theirs back.
  const bool is_large = W.rows() >= kLargeScene;
  if (is_large) give_back(motion);
  const SolveReport report =
      GradientSolve<D, Operator>(problem, method, W, arrays_, rows, p, workers_).run();
  if (is_large) {
    give_back(rows.before);
    give_back(rows.at);
  }
  W.give(rows.now, motion);
  return report;
}

template <int D>
SolveReport GradientSolver<D>::solve(const ContactProblem<D>& problem, const GradientMethod& method,
                                     std::span<Vec<D>> p, NodeMotion& motion) {
  GALET_ASSERT(!problem.has_moments());
  const auto* bodies = std::get_if<BodiesOperator<D>>(&problem.W);
  if (!bodies) {
    GradientRows<Vec<D>> rows;
    return solve_with<MatrixGradient<D>>(problem, method, rows, p, motion);
  }
  tasks_.build(*bodies, workers_);
  return has_balls_only(*bodies)
             ? solve_with<BallGradient<D>>(problem, method, arrays_.nodes, p, motion)
             : solve_with<BodyGradient<D>>(problem, method, arrays_.nodes, p, motion);
}

template class GradientSolver<2>;
template class GradientSolver<3>;

}  // namespace galet
