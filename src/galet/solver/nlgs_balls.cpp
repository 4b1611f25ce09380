#include "galet/solver/nlgs_balls.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "galet/base/error.hpp"
#include "galet/base/lean.hpp"
#include "galet/base/timer.hpp"
#include "galet/solver/ball_batches.hpp"
#include "galet/solver/ball_data.hpp"
#include "galet/solver/growth_watch.hpp"
#include "galet/solver/idle_contacts.hpp"
#include "galet/solver/map_rotation.hpp"
#include "galet/solver/momentum.hpp"

namespace galet {
namespace {

// Where Nesterov's sequence starts: impulses of the last step are near, so some momentum from the
// second sweep on saves a tenth of the sweeps.
constexpr double kMomentumStart = 3.0;
// Sweeps between two looks at the residual, of Anderson's blocks, and for which slip is held.
constexpr int kSweepsBetweenLooks = 10;
// Changes of a sweep, over the tolerance, that call for a look at the residual.
constexpr double kTrigger = 0.8;
// From so many sweeps on a residual is kept that is this much better than the best one.
constexpr int kSweepsBeforeKeeping = 100;
constexpr double kWorthKeeping = 0.7;
// How far impulses may grow by mixing since the first stall, squared: self-stresses cost nothing,
// and large ones would even lower the relative residual.
constexpr double kMixedGrowth2 = 4.0;
// From so many sweeps on the cap of the momentum follows the residual.
constexpr int kSweepsBeforeCap = 50;
// Momentum of convex sweeps, and of damped ones.
constexpr double kConvexCap = 0.85;
constexpr double kDampedCap = 0.5;
// Problems of several tasks: loads that spread through tall beds want more momentum from a hundred
// sweeps on, until a stall. A cap that follows the residual has not shown to be better there.
constexpr double kLargeCap = 0.9;
constexpr int kSweepsBeforeLargeCap = 100;
// Idle contacts are looked for at this sweep, and every so often.
constexpr int kFirstIdle = 50;
constexpr int kSweepsBetweenIdle = 100;
// They part with so many times the residual.
constexpr double kIdleSpeed = 10.0;
// Sweeps without gain of the first map until the next one takes over.
constexpr int kPatience = 250;
constexpr int kPatienceWithLarge = 150;
// In single precision, in roundings of v_ref: residuals below tell nothing; for residuals below
// rows are computed anew every so often.
constexpr double kUnclear = 64.0;
constexpr double kDrifting = 300.0;
constexpr int kSweepsBetweenRenewals = 50;

template <int D>
const BallPasses& ball_passes() {
  return D == 2 ? ball_kernels().in_2d : ball_kernels().in_3d;
}

template <class T>
const SweepKernels<T>& sweep_kernels() {
  if constexpr (sizeof(T) == sizeof(float)) {
    return ball_kernels().single;
  } else {
    return ball_kernels().double_;
  }
}

template <int D>
void unload_batches(std::span<const BallBatch<float>> batches, const std::int32_t* plan,
                    const BallData& data, double unit, double* impulse) {
  ball_passes<D>().unload_single(batches.data(), plan, batches.size(), data, unit, impulse);
}
template <int D>
void unload_batches(std::span<const BallBatch<double>> batches, const std::int32_t* plan,
                    const BallData& data, double unit, double* impulse) {
  ball_passes<D>().unload_double(batches.data(), plan, batches.size(), data, unit, impulse);
}

}  // namespace

template <int D>
bool BallSolver<D>::accepts(const ContactProblem<D>& problem) {
  const auto* bodies = std::get_if<BodiesOperator<D>>(&problem.W);
  const auto known = [](const ContactLaw& law) {
    return !law.holds() && (law.model == FrictionModel::coulomb || !law.has_moment());
  };
  return bodies && has_balls_only(*bodies) && common_model(problem) &&
         std::ranges::all_of(problem.laws, known);
}

// One solve: impulses in N s, and the best of them.
template <int D>
struct BallSolver<D>::Solve {
  BallSolver& tools;
  const ContactProblem<D>& problem;
  const NlgsSettings& settings;
  std::span<Vec<D>> impulse;
  NodeMotion& motion;
  std::span<Spin<D>> moment;  // empty where there are none

  const BodiesOperator<D>& bodies = std::get<BodiesOperator<D>>(problem.W);
  BallData data = ball_data(problem);
  // Of several tasks: long solves of beds, in which loads spread. Nothing that helps with stalls of
  // few bodies has shown to be better there, and some of it makes beds ring.
  bool is_large = slab_count(bodies.nodes()) > 1;
  Scales scales{};
  Momentum momentum{kMomentumStart};
  MomentumCap cap{};
  MapRotation rotation{data.model == FrictionModel::coulomb && moment.empty(),
                       is_large ? kPatienceWithLarge : kPatience};
  SweepCounts counts{};
  bool slip_is_held = false;  // of the convex sweeps
  double mixed_norm2 = 0.0;   // largest of a mixture; 0 before the first stall
  Stopwatch watch{};
  GrowthWatch<D> growth{problem};
  Squeeze squeeze{};
  Residual best{.velocity = std::numeric_limits<double>::infinity()};
  bool best_is_current = false;
  double threshold = 0.0;  // m/s
  double reference = 0.0;  // m/s, v_ref of the last test
  int sweeps = 0;
  SolveStatus status = SolveStatus::solved;
  bool done = false;

  SolveReport run() {
    // Rows are found by 32-bit offsets.
    GALET_ASSERT(bodies.nodes() + 128 < (std::size_t{1} << 32) / sizeof(NodeRow<double>));
    tools.tasks_.build(bodies, tools.workers_);
    drop_stuck_impulses();
    compute_motion();
    if (!set_scales()) {  // no impulse can move anything
      for (std::size_t c = 0; c < problem.contacts(); ++c) {
        squeeze.note(static_cast<std::int32_t>(c), -problem.q[c].dot(bodies.contacts[c].n));
      }
      best = {};
      return report();
    }
    if (settings.precision == Precision::single_) iterate(tools.single_);
    if (!done) iterate(tools.double_);
    if (!best_is_current) {
      restore_best();
      best = residual();
    }
    return report();
  }

  // Contacts that nothing can move along their normal carry no impulse, whatever the start brings:
  // those of bodies whose centres are held and that turn.
  void drop_stuck_impulses() {
    const auto held = [&](std::size_t node) {
      return node >= bodies.bodies() ? node == bodies.ground()
                                     : bodies.inverse_mass[node][0] == 0.0;
    };
    const std::span<const double> inertia = bodies.inverse_inertia;
    bool any = false;
    for (std::size_t i = 0; i < inertia.size() && !any; ++i) any = held(i) && inertia[i] > 0.0;
    if (!any) return;
    for (std::size_t c = 0; c < impulse.size(); ++c) {
      const Contact<D>& contact = bodies.contacts[c];
      if (!held(contact.b().body()) || !held(bodies.node_of(contact.a()))) continue;
      impulse[c].setZero();
      if (!moment.empty()) moment[c].setZero();
    }
  }

  SolveReport report() const {
    return {squeeze.contact < 0 ? status : SolveStatus::no_solution,
            sweeps,
            best.velocity,
            best.relative(),
            squeeze,
            counts};
  }

  // Reference mass and speed, so that single precision has the same room at any scale.
  bool set_scales() {
    double inverse_mass = 0.0;
    for (const Vec<D>& m : bodies.inverse_mass) inverse_mass = std::max(inverse_mass, m[0]);
    for (const PlaneNode<D>& plane : bodies.planes) {
      inverse_mass = std::max(inverse_mass, plane.inverse_mass);
    }
    if (!(inverse_mass > 0.0)) return false;
    scales.mass = 1.0 / inverse_mass;
    double speed2 = 0.0;
    for (const Vec<D>& q : problem.q) speed2 = std::max(speed2, q.squaredNorm());
    scales.speed = speed2 > 0.0 ? std::sqrt(speed2) : 1.0;
    return true;
  }

  // v_ref, and what it allows.
  void set_reference(double speed) {
    reference = speed;
    threshold = std::max(settings.tolerance.value_or(kRelativeTolerance) * speed,
                         settings.tolerance_velocity.value_or(0.0));
  }

  // M⁻¹ H of the impulses, in rows.
  void compute_motion() {
    const std::size_t balls = bodies.bodies();
    tools.workers_.for_range(balls, [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t i = begin; i < end; ++i) {
        motion[i] = {{},
                     bodies.inverse_mass[i][0],
                     {},
                     bodies.inverse_inertia[i] * bodies.radius[i] * bodies.radius[i]};
      }
    });
    for (std::size_t j = 0; j < bodies.planes.size(); ++j) {
      const double inverse_mass = bodies.planes[j].inverse_mass;
      motion[balls + j] = {{}, inverse_mass, {}, -inverse_mass};
    }
    motion[bodies.ground()] = {};
    tools.tasks_.for_each(tools.workers_, [&](std::size_t task) {
      const std::span<const std::int32_t> contacts = tools.tasks_.contacts(task);
      ball_passes<D>().accumulate(data, contacts.data(), contacts.size(), impulse.data()->data(),
                                  motion.data());
      if (!moment.empty()) accumulate_moments(contacts);
    });
  }

  // What a moment acts on, by M = m/ℓ.
  struct Turning {
    double length = 0.0;  // ℓ
    double rho_a = 0.0;   // ℓ/r, 0 of a boundary
    double rho_b = 0.0;
    NodeRow<double>* a = nullptr;  // none of a boundary
    NodeRow<double>* b = nullptr;

    double w_r() const {
      return rho_b * rho_b * b->inverse_inertia + (a ? rho_a * rho_a * a->inverse_inertia : 0.0);
    }
    double coupling() const {
      return rho_b * b->inverse_inertia - (a ? rho_a * a->inverse_inertia : 0.0);
    }
    Spin<D> l_omega() const {
      Spin<D> x = rho_b * rim_velocity_of<D>(*b);
      if (a) x -= rho_a * rim_velocity_of<D>(*a);
      return x;
    }
  };
  Turning turning(std::size_t c) const {
    const Contact<D>& contact = bodies.contacts[c];
    const std::size_t b = contact.b().body();
    Turning t{bodies.moment_length(c), 0.0, 0.0, nullptr, &motion[b]};
    t.rho_b = t.length / bodies.radius[b];
    if (contact.a().is_boundary()) return t;
    t.rho_a = t.length / bodies.radius[contact.a().body()];
    t.a = &motion[contact.a().body()];
    return t;
  }

  void accumulate_moments(std::span<const std::int32_t> contacts) {
    const auto turn = [](NodeRow<double>& row, const Spin<D>& M) {
      if (row.inverse_inertia == 0.0) return;
      set_motion<D>(velocity_of<D>(row), rim_velocity_of<D>(row) + row.inverse_inertia * M, row);
    };
    for (const std::int32_t number : contacts) {
      const auto c = static_cast<std::size_t>(number);
      const Turning t = turning(c);
      const Spin<D> M = moment[c] / t.length;
      turn(*t.b, t.rho_b * M);
      if (t.a) turn(*t.a, -t.rho_a * M);
    }
  }

  void add_moment_residual(std::size_t begin, std::size_t end, Residual& sum) const {
    for (std::size_t c = begin; c < end; ++c) {
      const Turning t = turning(c);
      const Vec<D>& n = bodies.contacts[c].n;
      sum.add_moment<D>(n, impulse[c].dot(n), moment[c] / t.length,
                        t.l_omega() + t.length * problem.q_spin[c], problem.law_of(c), t.w_r());
    }
  }

  // The common residual, of exactly these impulses and the motion they give, in m/s.
  Residual residual() const {
    std::vector<ResidualSquares> parts(tools.workers_.count());
    std::vector<Residual> of_moments(moment.empty() ? 0 : parts.size());
    tools.workers_.for_range(
        impulse.size(), [&](std::size_t begin, std::size_t end, std::size_t part) {
          parts[part] =
              ball_passes<D>().residual(data, begin, end, impulse.data()->data(), motion.data());
          if (!moment.empty()) add_moment_residual(begin, end, of_moments[part]);
        });
    Residual all;
    for (const Residual& part : of_moments) all.add(part);
    for (const ResidualSquares& part : parts) {
      all.add_rho(std::sqrt(part.velocity2), part.finite);
      all.reference = std::max(all.reference, std::sqrt(part.reference2));
    }
    return all;
  }

  // ---- Lanes
  // ----------------------------------------------------------------------------------------------

  template <class T, class F>
  static void for_each_lane(std::span<const std::int32_t> plan, std::span<BallBatch<T>> batches,
                            F&& f) {
    constexpr auto lanes = static_cast<std::size_t>(kLanes<T>);
    for (std::size_t k = 0; k < plan.size(); ++k) {
      if (plan[k] < 0) continue;
      f(batches[k / lanes], k % lanes, static_cast<std::size_t>(plan[k]));
    }
  }

  // Batches and rows from the impulses and the velocities they give; v_ref of this start.
  template <class T>
  void load(BallLanes<T>& lanes) {
    const std::size_t nodes = bodies.nodes();
    const SweepTasks& tasks = tools.tasks_;
    lanes.tasks.resize(tasks.count());
    load_rows(lanes);
    lanes.rows_before = lanes.rows;
    plan(lanes);
    tasks.for_each(tools.workers_, [&](std::size_t k) {
      load_batches<T>(lanes.tasks[k], lanes, row_offset<T>(nodes + k));
    });
    T largest2 = 0;
    for (const auto& task : lanes.tasks) {
      largest2 = std::max(largest2, task.reference2);
      squeeze.note(task.stuck.contact, task.stuck.speed);
    }
    set_reference(scales.speed * std::sqrt(static_cast<double>(largest2)));
  }

  // Which contact goes to which lane, and room for the batches of all tasks.
  template <class T>
  void plan(BallLanes<T>& lanes) const {
    std::vector<std::uint32_t> masks(bodies.nodes(), 0);
    tools.tasks_.for_each(tools.workers_, [&](std::size_t k) {
      auto& task = lanes.tasks[k];
      task.plan.clear();
      plan_batches<D>(bodies, tools.tasks_.contacts(k), kLanes<T>, masks, task.plan);
    });
    std::size_t batches = 0;
    for (auto& task : lanes.tasks) {
      task.first_batch = batches;
      task.swept = task.batch_count();
      batches += task.batch_count();
    }
    resize_anew(lanes.batches, batches);
    resize_anew(lanes.rolling, moment.empty() ? 0 : batches);
  }

  template <class T>
  void load_rows(BallLanes<T>& lanes) const {
    const std::size_t nodes = bodies.nodes();
    lanes.rows.resize(nodes + tools.tasks_.count());
    tools.workers_.for_range(nodes, [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t i = begin; i < end; ++i) load_row<T>(i, lanes.rows[i]);
    });
    std::fill(lanes.rows.begin() + static_cast<std::ptrdiff_t>(nodes), lanes.rows.end(),
              NodeRow<T>{});
  }

  template <class T>
  void load_row(std::size_t i, NodeRow<T>& row) const {
    const NodeRow<double>& from = motion[i];
    for (int d = 0; d < 3; ++d) {
      row.v[d] = static_cast<T>(from.v[d] / scales.speed);
      row.s[d] = static_cast<T>(from.s[d] / scales.speed);
    }
    row.inverse_mass = static_cast<T>(scales.mass * from.inverse_mass);
    row.inverse_inertia = static_cast<T>(scales.mass * from.inverse_inertia);
  }

  template <class T>
  void load_batches(typename BallLanes<T>::Task& task, BallLanes<T>& lanes, RowOffset still) const {
    task.reference2 = 0;
    task.stuck = {};
    const std::span<BallBatch<T>> batches = lanes.batches_of(task);
    std::ranges::fill(batches, empty_batch<T>(still));
    const double unit = 1.0 / (scales.mass * scales.speed);
    const double per_speed = 1.0 / scales.speed;
    const auto row_of = [&](std::size_t i) {
      return bodies.can_move(i) ? row_offset<T>(i) : still;
    };
    for_each_lane<T>(task.plan, batches, [&](BallBatch<T>& batch, std::size_t lane, std::size_t c) {
      const Contact<D>& contact = bodies.contacts[c];
      batch.b[lane] = row_of(contact.b().body());
      batch.a[lane] = row_of(bodies.node_of(contact.a()));
      const NodeRow<T>& a = lanes.rows[batch.a[lane] / sizeof(NodeRow<T>)];
      const NodeRow<T>& b = lanes.rows[batch.b[lane] / sizeof(NodeRow<T>)];
      for (int d = 0; d < D; ++d) {
        batch.n[d][lane] = static_cast<T>(contact.n[d]);
        batch.q[d][lane] = static_cast<T>(per_speed * problem.q[c][d]);
        batch.p[d][lane] = batch.p_before[d][lane] = static_cast<T>(unit * impulse[c][d]);
      }
      batch.mu[lane] = static_cast<T>(problem.law_of(c).friction);
      const T w_n = a.inverse_mass + b.inverse_mass;
      const T w_t = w_n + a.inverse_inertia + b.inverse_inertia;
      batch.k_n[lane] = w_n > 0 ? 1 / w_n : 0;
      batch.k_t[lane] = w_t > 0 ? 1 / w_t : 0;
      if (w_n > 0) {
        task.reference2 =
            std::max(task.reference2, reference2<T>(batch, lane, (w_n + (D - 1) * w_t) / D));
      } else {
        task.stuck.note(static_cast<std::int32_t>(c), -problem.q[c].dot(contact.n));
      }
    });
    if (!moment.empty()) load_rolling<T>(task, lanes);
  }

  template <class T>
  void load_rolling(typename BallLanes<T>::Task& task, BallLanes<T>& lanes) const {
    constexpr auto width = static_cast<std::size_t>(kLanes<T>);
    const std::span<RollingBatch<T>> batches = lanes.rolling_of(task);
    std::ranges::fill(batches, RollingBatch<T>{});
    for (std::size_t k = 0; k < task.plan.size(); ++k) {
      if (task.plan[k] < 0) continue;
      const auto c = static_cast<std::size_t>(task.plan[k]);
      const Turning t = turning(c);
      load_rolling_lane<T>(c, t, k % width, lanes.batches_of(task)[k / width].k_t[k % width],
                           batches[k / width]);
      const double speed = t.w_r() * moment[c].norm() / t.length / scales.speed;
      task.reference2 = std::max(task.reference2, static_cast<T>(speed * speed));
    }
  }

  // In a 2D problem spins are about z.
  template <class T>
  void load_rolling_lane(std::size_t c, const Turning& t, std::size_t lane, T k_t,
                         RollingBatch<T>& batch) const {
    const ContactLaw& law = problem.law_of(c);
    constexpr int first = D == 2 ? 2 : 0;
    const double unit = 1.0 / (scales.mass * scales.speed);
    for (int d = 0; d < spin_dimension<D>; ++d) {
      batch.q[first + d][lane] = static_cast<T>(t.length * problem.q_spin[c][d] / scales.speed);
      batch.M[first + d][lane] = batch.M_before[first + d][lane] =
          static_cast<T>(unit * moment[c][d] / t.length);
    }
    const T w_r = static_cast<T>(scales.mass * t.w_r());
    const T w_t = k_t > 0 ? 1 / k_t : 0;
    const T coupling = static_cast<T>(scales.mass * t.coupling());
    const T stick = w_r > 0 ? w_t - coupling * coupling / w_r : w_t;
    batch.rho_a[lane] = static_cast<T>(t.rho_a);
    batch.rho_b[lane] = static_cast<T>(t.rho_b);
    batch.mu_r[lane] = w_r > 0 ? static_cast<T>(law.rolling) : 0;
    batch.mu_tw[lane] = w_r > 0 ? static_cast<T>(law.twisting) : 0;
    batch.w_t[lane] = w_t;
    batch.w_r[lane] = w_r;
    batch.c[lane] = coupling;
    batch.k_r[lane] = w_r > 0 ? 1 / w_r : 0;
    // Centres that are held leave nothing where both stick, and no impulse anyway.
    batch.k_stick[lane] = stick > std::numeric_limits<T>::epsilon() * w_t ? 1 / stick : 0;
  }

  // The moments of a task, within what the impulses allow.
  template <class T>
  void unload_moments(const typename BallLanes<T>::Task& task, BallLanes<T>& lanes) {
    constexpr auto width = static_cast<std::size_t>(kLanes<T>);
    constexpr int first = D == 2 ? 2 : 0;
    const double unit = scales.mass * scales.speed;
    for (std::size_t k = 0; k < task.plan.size(); ++k) {
      if (task.plan[k] < 0) continue;
      const auto c = static_cast<std::size_t>(task.plan[k]);
      const RollingBatch<T>& batch = lanes.rolling_of(task)[k / width];
      Spin<D> M;
      for (int d = 0; d < spin_dimension<D>; ++d) {
        M[d] = unit * static_cast<double>(batch.M[first + d][k % width]);
      }
      const Vec<D>& n = bodies.contacts[c].n;
      moment[c] =
          bodies.moment_length(c) * project_moment<D>(problem.law_of(c), n, impulse[c].dot(n), M);
    }
  }

  // (v_ref)² of one contact; see problem/residual.hpp.
  template <class T>
  static T reference2(const BallBatch<T>& batch, std::size_t lane, T w) {
    T q2 = 0;
    T p2 = 0;
    T q_n = 0;
    for (int d = 0; d < D; ++d) {
      q2 += batch.q[d][lane] * batch.q[d][lane];
      p2 += batch.p[d][lane] * batch.p[d][lane];
      q_n += batch.q[d][lane] * batch.n[d][lane];
    }
    return contact_scale2<T>(q_n, q2 - q_n * q_n, p2, w);
  }

  // The impulses, brought into the cone where the rounding of T left it, and the motion they give.
  template <class T>
  void unload(BallLanes<T>& lanes) {
    const double unit = scales.mass * scales.speed;
    tools.tasks_.for_each(tools.workers_, [&](std::size_t k) {
      const auto& task = lanes.tasks[k];
      unload_batches<D>(lanes.batches_of(task), task.plan.data(), data, unit,
                        impulse.data()->data());
      if (!moment.empty()) unload_moments<T>(task, lanes);
    });
    compute_motion();
  }

  // The rows of each task are extrapolated, as its impulses are, when they are about to be used.
  template <class T>
  SweepResult<T> sweep(BallLanes<T>& lanes) {
    if (rotation.map() == SweepMap::convex && !slip_is_held) hold_slip(lanes);
    const SweepKernels<T>& kernels = sweep_kernels<T>();
    const bool coulomb = data.model == FrictionModel::coulomb && rotation.map() != SweepMap::convex;
    const SweepFunction<T> visit = coulomb ? kernels.sweep : kernels.sweep_convex;
    const auto beta = static_cast<T>(momentum.beta());
    tools.tasks_.for_each(tools.workers_, [&](std::size_t k) {
      const auto [begin, end] = tools.tasks_.new_bodies(k);
      kernels.extrapolate(lanes.rows.data() + begin, lanes.rows_before.data() + begin, end - begin,
                          beta);
      auto& task = lanes.tasks[k];
      BallBatch<T>* batches = lanes.batches_of(task).data();
      task.result = moment.empty() ? visit(batches, task.swept, lanes.rows.data(), beta)
                                   : kernels.sweep_rolling(batches, lanes.rolling_of(task).data(),
                                                           task.swept, lanes.rows.data(), beta);
    });
    SweepResult<T> all;
    for (const auto& task : lanes.tasks) {
      all.largest_change2 = std::max(all.largest_change2, task.result.largest_change2);
      all.alignment += task.result.alignment;
    }
    return all;
  }

  // The largest residual in m/s, of impulses alone, as the lanes have it.
  template <class T>
  double look(BallLanes<T>& lanes) {
    const SweepKernels<T>& kernels = sweep_kernels<T>();
    const MissFunction<T> miss2 =
        data.model == FrictionModel::coulomb ? kernels.miss2 : kernels.miss2_convex;
    constexpr T tangents = T(D - 1) / T(D);
    tools.workers_.for_tasks(lanes.tasks.size(), [&](std::size_t k) {
      auto& task = lanes.tasks[k];
      const std::span<const BallBatch<T>> batches = lanes.batches_of(task);
      task.miss2 = miss2(batches.data(), task.swept, lanes.rows.data(), tangents);
      const std::span<const BallBatch<T>> idle = batches.subspan(task.swept);
      if (idle.empty()) return;
      const T of_idle = miss2(idle.data(), idle.size(), lanes.rows.data(), tangents);
      if (of_idle > 0) task.swept = batches.size();  // one of them approaches
      task.miss2 = std::max(task.miss2, of_idle);
    });
    T largest2 = 0;
    for (const auto& task : lanes.tasks) largest2 = std::max(largest2, task.miss2);
    return scales.speed * std::sqrt(static_cast<double>(largest2));
  }

  // Impulses of all lanes, batch by batch, then the moments.
  template <class T, class X>
  void gather(BallLanes<T>& lanes, std::vector<X>& to) const {
    constexpr std::size_t batch_size = D * static_cast<std::size_t>(kLanes<T>);
    constexpr std::size_t moments_size = 3 * static_cast<std::size_t>(kLanes<T>);
    resize_anew(to, batch_size * lanes.batches.size() + moments_size * lanes.rolling.size());
    tools.workers_.for_range(
        lanes.batches.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
          for (std::size_t k = begin; k < end; ++k) {
            std::copy_n(&lanes.batches[k].p[0][0], batch_size, to.data() + batch_size * k);
          }
        });
    X* moments = to.data() + batch_size * lanes.batches.size();
    for (const RollingBatch<T>& batch : lanes.rolling) {
      moments = std::copy_n(&batch.M[0][0], moments_size, moments);
    }
  }
  template <class T, class X>
  static void scatter(const std::vector<X>& from, BallLanes<T>& lanes) {
    constexpr std::size_t batch_size = D * static_cast<std::size_t>(kLanes<T>);
    constexpr std::size_t moments_size = 3 * static_cast<std::size_t>(kLanes<T>);
    const X* at = from.data();
    for (BallBatch<T>& batch : lanes.batches) {
      std::copy_n(at, batch_size, &batch.p[0][0]);
      at += batch_size;
    }
    for (RollingBatch<T>& batch : lanes.rolling) {
      std::copy_n(at, moments_size, &batch.M[0][0]);
      at += moments_size;
    }
  }

  // ---- Maps
  // -----------------------------------------------------------------------------------------------

  // The next map goes on from the last iterate.
  template <class T>
  void change_map(BallLanes<T>& lanes) {
    rotation.next(sweeps);
    momentum = Momentum(kMomentumStart);
    if (rotation.map() == SweepMap::anderson) start_mixing(lanes);
  }

  template <class T>
  void start_mixing(BallLanes<T>& lanes) {
    tools.anderson_.clear();
    weigh(lanes);
    start_block(lanes);
    if (mixed_norm2 == 0.0) {
      mixed_norm2 =
          kMixedGrowth2 * Anderson::norm2(tools.workers_, lanes.weights, lanes.block_start);
    }
  }

  // x: the impulses of the lanes, in their cones, and the velocities they give. Sweeps from there
  // have the same momenta in every block, so that its end is a function of x.
  template <class T>
  void start_block(BallLanes<T>& lanes) {
    unload(lanes);
    load_rows(lanes);
    tools.tasks_.for_each(tools.workers_, [&](std::size_t k) { reload<T>(lanes.tasks[k], lanes); });
    gather(lanes, lanes.block_start);
    momentum = Momentum();
  }

  template <class T>
  void reload(typename BallLanes<T>::Task& task, BallLanes<T>& lanes) const {
    const double unit = 1.0 / (scales.mass * scales.speed);
    for_each_lane<T>(task.plan, lanes.batches_of(task),
                     [&](BallBatch<T>& batch, std::size_t lane, std::size_t c) {
                       for (int d = 0; d < D; ++d) {
                         batch.p[d][lane] = static_cast<T>(unit * impulse[c][d]);
                       }
                     });
    if (!moment.empty()) load_rolling<T>(task, lanes);
  }

  // A block of sweeps has ended.
  template <class T>
  void mix_block(BallLanes<T>& lanes) {
    gather(lanes, lanes.block_end);
    tools.anderson_.mix(tools.workers_, lanes.weights, mixed_norm2, lanes.block_end,
                        lanes.block_start);
    scatter(lanes.block_start, lanes);
    start_block(lanes);
  }

  // Impulses count by w_n, moments by w_r.
  template <class T>
  static void weigh(BallLanes<T>& lanes) {
    const auto add = [&](T k) { lanes.weights.push_back(k > 0 ? 1.0 / k : 0.0); };
    lanes.weights.clear();
    for (const BallBatch<T>& batch : lanes.batches) {
      for (int d = 0; d < D; ++d) std::ranges::for_each(batch.k_n, add);
    }
    for (const RollingBatch<T>& batch : lanes.rolling) {
      for (int d = 0; d < 3; ++d) std::ranges::for_each(batch.k_r, add);
    }
  }

  // The convex sweeps see q + mu |û_t| n, with the slip that the rows have now.
  template <class T>
  void hold_slip(BallLanes<T>& lanes) {
    slip_is_held = true;
    const auto row = [&](RowOffset offset) {
      NodeRow<double> x{};
      std::copy_n(lanes.rows[offset / sizeof(NodeRow<T>)].v, 3, x.v);
      std::copy_n(lanes.rows[offset / sizeof(NodeRow<T>)].s, 3, x.s);
      return x;
    };
    tools.tasks_.for_each(tools.workers_, [&](std::size_t k) {
      for_each_lane<T>(lanes.tasks[k].plan, lanes.batches_of(lanes.tasks[k]),
                       [&](BallBatch<T>& batch, std::size_t lane, std::size_t c) {
                         const Vec<D>& n = bodies.contacts[c].n;
                         const NodeRow<double> a = row(batch.a[lane]);
                         const NodeRow<double> b = row(batch.b[lane]);
                         const Vec<D> q = problem.q[c] / scales.speed;
                         const Vec<D> u =
                             velocity_of<D>(b) - velocity_of<D>(a) -
                             cross(Spin<D>(rim_velocity_of<D>(a) + rim_velocity_of<D>(b)), n) + q;
                         const double slip = (u - u.dot(n) * n).norm();
                         set_q<T>(q + batch.mu[lane] * slip * n, batch, lane);
                       });
    });
  }
  template <class T>
  void release_slip(BallLanes<T>& lanes) {
    slip_is_held = false;
    tools.tasks_.for_each(tools.workers_, [&](std::size_t k) {
      for_each_lane<T>(lanes.tasks[k].plan, lanes.batches_of(lanes.tasks[k]),
                       [&](BallBatch<T>& batch, std::size_t lane, std::size_t c) {
                         set_q<T>(problem.q[c] / scales.speed, batch, lane);
                       });
    });
  }
  template <class T>
  static void set_q(const Vec<D>& q, BallBatch<T>& batch, std::size_t lane) {
    for (int d = 0; d < D; ++d) batch.q[d][lane] = static_cast<T>(q[d]);
  }

  // ---- The loop
  // -------------------------------------------------------------------------------------------

  // Sweeps until the residual passes, a limit is met, or (in single precision) rounding is in the
  // way.
  template <class T>
  void iterate(BallLanes<T>& lanes) {
    constexpr bool single = sizeof(T) < sizeof(double);
    load(lanes);
    slip_is_held = false;
    momentum = Momentum(kMomentumStart);
    if (rotation.map() == SweepMap::anderson) start_mixing(lanes);
    // Changes do not fall below the rounding of T, however small the threshold is.
    const double rounding = 8.0 * static_cast<double>(std::numeric_limits<T>::epsilon());
    double trigger = kTrigger * threshold;  // changes that call for a look
    int failed_looks = 0;
    while (!done) {
      const SweepResult<T> result = sweep(lanes);
      ++sweeps;
      ++counts.of(rotation.map());
      const double moved = scales.speed * std::sqrt(static_cast<double>(result.largest_change2));
      if (!std::isfinite(moved) && single) return;  // beyond the range of T
      const bool last = sweeps == settings.max_iterations;
      const bool late = settings.max_seconds && watch.seconds() > *settings.max_seconds;
      const double floor = rounding * reference;
      const bool settled = moved <= std::max(trigger, floor);
      const bool is_due = sweeps % kSweepsBetweenLooks == 0;
      bool grown = false;  // the residual, by much
      if (settled || is_due || last || late) {
        const double seen = look_and_test(lanes, last, late);
        if (done) return;
        // The residual is as far above the threshold as the changes may be above the next trigger.
        if (settled) trigger = 0.9 * moved * threshold / seen;
        const bool stalled = is_due && settings.momentum && rotation.is_over(sweeps, seen);
        if constexpr (single) {
          // Changes this small with a residual this large are rounding.
          const double little = is_large ? std::max(threshold, floor) : floor;
          const bool rounded = moved <= little && ++failed_looks == 3;
          const double in_roundings = seen / (std::numeric_limits<T>::epsilon() * reference);
          const bool unclear = is_large || in_roundings < kUnclear;
          if (rounded || (stalled && unclear)) return unload(lanes);
          if (sweeps % kSweepsBetweenRenewals == 0 && in_roundings < kDrifting && !is_large) {
            unload(lanes);
            renew_rows(lanes);
          }
        }
        if (stalled) {
          change_map(lanes);
          if (rotation.is_fruitless()) return give_up(lanes);
          continue;
        }
        if (is_due && follows_residual()) grown = cap.look(seen);
        if (sweeps % kSweepsBetweenIdle == kFirstIdle && may_set_aside()) {
          set_idle_aside<D>(bodies, static_cast<T>(kIdleSpeed * seen / scales.speed), lanes);
        }
      }
      prepare(lanes, result.alignment > 0 || grown);
    }
  }

  // Anderson's vectors follow the batches; large problems have no room for these twice.
  bool may_set_aside() const {
    return !is_large && moment.empty() && rotation.map() != SweepMap::anderson;
  }
  bool follows_residual() const {
    return rotation.map() == SweepMap::momentum && sweeps >= kSweepsBeforeCap && !is_large;
  }

  // From the motion that was just computed: rounding adds up in the rows, and momentum multiplies
  // it. Those of the sweep before are moved alike.
  template <class T>
  void renew_rows(BallLanes<T>& lanes) {
    tools.workers_.for_range(bodies.nodes(), [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t i = begin; i < end; ++i) {
        const NodeRow<T> old = lanes.rows[i];
        load_row<T>(i, lanes.rows[i]);
        for (int d = 0; d < 3; ++d) {
          lanes.rows_before[i].v[d] += lanes.rows[i].v[d] - old.v[d];
          lanes.rows_before[i].s[d] += lanes.rows[i].s[d] - old.s[d];
        }
      }
    });
  }

  template <class T>
  void give_up(BallLanes<T>& lanes) {
    unload(lanes);
    test(false, false);
    if (!done) status = SolveStatus::stalled;
    done = true;
  }

  double largest_momentum() const {
    if (rotation.map() == SweepMap::momentum) {
      const bool spreads = is_large && sweeps > kSweepsBeforeLargeCap && counts.after_stall() == 0;
      return spreads ? kLargeCap : cap.value();
    }
    return rotation.map() == SweepMap::damped ? kDampedCap : kConvexCap;
  }

  // For the next sweep.
  template <class T>
  void prepare(BallLanes<T>& lanes, bool turned_back) {
    if (!settings.momentum) return;
    if (rotation.map() != SweepMap::anderson) {
      momentum.next(turned_back, largest_momentum());
    } else if (sweeps % kSweepsBetweenLooks != 0) {
      momentum.next(false, 1.0);
    } else {
      mix_block(lanes);
    }
  }

  // The residual as the lanes have it; where that is good, the verdict instead.
  template <class T>
  double look_and_test(BallLanes<T>& lanes, bool last, bool late) {
    if (slip_is_held) release_slip(lanes);
    const double seen = look(lanes);
    const bool worth_keeping =
        sweeps >= kSweepsBeforeKeeping && seen <= kWorthKeeping * best.velocity;
    if (!(seen <= threshold || worth_keeping || growth.is_due(sweeps) || last || late)) return seen;
    unload(lanes);
    const double velocity = test(last, late).velocity;
    if constexpr (sizeof(T) < sizeof(double)) {
      if (!is_large) renew_rows(lanes);
    }
    return velocity;
  }

  void restore_best() {
    if (std::isfinite(best.velocity)) {
      std::ranges::copy(tools.best_impulse_, impulse.begin());
      std::ranges::copy(tools.best_moment_, moment.begin());
    } else {  // nothing that was seen is any good
      std::ranges::fill(impulse, Vec<D>(Vec<D>::Zero()));
      std::ranges::fill(moment, Spin<D>(Spin<D>::Zero()));
    }
    compute_motion();
  }

  Residual test(bool last, bool late) {
    const Residual now = residual();
    set_reference(now.reference);
    const bool passed = std::isfinite(now.velocity) && now.velocity <= threshold;
    done = passed || last || late;
    best_is_current = passed || now.velocity < best.velocity;
    if (best_is_current) {
      best = now;
      if (!done) {
        tools.best_impulse_.assign(impulse.begin(), impulse.end());
        tools.best_moment_.assign(moment.begin(), moment.end());
      }
    }
    if (done && !passed) status = last ? SolveStatus::iteration_limit : SolveStatus::time_limit;
    if (!done && growth.is_due(sweeps)) {
      const Squeeze grown = growth.look(sweeps, impulse);
      squeeze.note(grown.contact, grown.speed);
      done = grown.contact >= 0;
    }
    return now;
  }
};

template <int D>
SolveReport BallSolver<D>::solve(const ContactProblem<D>& problem, const NlgsSettings& settings,
                                 std::span<Vec<D>> impulse, NodeMotion& motion,
                                 std::span<Spin<D>> moment) {
  motion.assign(std::get<BodiesOperator<D>>(problem.W).nodes() + 1, {});
  if (impulse.empty()) return {};
  return Solve{*this, problem, settings, impulse, motion, moment}.run();
}

template class BallSolver<2>;
template class BallSolver<3>;

}  // namespace galet
