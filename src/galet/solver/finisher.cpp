#include "galet/solver/finisher.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "galet/base/timer.hpp"
#include "galet/linear/linear_solver.hpp"
#include "galet/problem/residual.hpp"

namespace galet {
namespace {

constexpr int kMostSteps = 1000;  // of Newton's method in a solve
// Steps in which the residual has to fall by a tenth: some solves take 250 to gain anything.
constexpr int kPatience = 300;
constexpr double kGain = 0.9;
constexpr int kStepsOfPoint = 20;
constexpr int kHalvingsOfStep = 10;
constexpr double kGainOfPoint = 0.3;
constexpr double kFirstAlpha = 0.01;
constexpr double kLeastAlpha = 1e-12;

// F of a contact and its derivatives by z and by u.
template <int D>
struct LawRow {
  Vec<D> F;
  Mat<D> by_z = Mat<D>::Zero();
  Mat<D> by_u = Mat<D>::Zero();
  bool is_gap = false;
};

template <int D>
LawRow<D> law_row(const Vec<D>& z, const Vec<D>& u, double mu) {
  constexpr int T = D - 1;
  LawRow<D> row;
  const double a = z[0] - u[0];
  if (a <= 0.0) {
    row.F = z;
    row.by_z.setIdentity();
    row.is_gap = true;
    return row;
  }
  const Eigen::Matrix<double, T, 1> b = z.template tail<T>() - u.template tail<T>();
  const double length = b.norm();
  const double r = mu * a;
  if (length < r) {
    row.F = u;
    row.by_u.setIdentity();
    return row;
  }
  // Without friction the direction does not count.
  const Eigen::Matrix<double, T, 1> t = length > 0.0 ? (b / length).eval() : b;
  const double part = length > 0.0 ? r / length : 0.0;
  const Eigen::Matrix<double, T, T> turn =
      part * (Eigen::Matrix<double, T, T>::Identity() - t * t.transpose());
  row.F[0] = u[0];
  row.F.template tail<T>() = z.template tail<T>() - r * t;
  row.by_u(0, 0) = 1.0;
  row.by_u.template block<T, 1>(1, 0) = mu * t;
  row.by_u.template block<T, T>(1, 1) = turn;
  row.by_z.template block<T, 1>(1, 0) = -mu * t;
  row.by_z.template block<T, T>(1, 1) = Eigen::Matrix<double, T, T>::Identity() - turn;
  return row;
}

template <int D>
class Finisher {
 public:
  Finisher(const ContactProblem<D>& problem, const NlgsSettings& settings, std::span<Vec<D>> p,
           SolveReport& report)
      : settings_(settings),
        columns_(in_matrix_form<D>(problem, p)),
        matrix_(columns_.view()),
        report_(report),
        best_(columns_.start),
        scale_(p.size()),
        q_(p.size()),
        z_(p.size()),
        W_(columns_.matrix.block) {
    const MatrixOperator<D> W = columns_.matrix.view();
    for (std::size_t c = 0; c < p.size(); ++c) {
      const Mat<D> block = W.diagonal_block(c);
      // Contacts that nothing can move carry none.
      scale_[c] = normal_mobility<D>(block) > 0.0 ? 1.0 / std::sqrt(block.trace() / D) : 0.0;
      q_[c] = scale_[c] * columns_.q[c];
      if (scale_[c] > 0.0)
        z_[c] = columns_.start[c] / scale_[c];
      else
        z_[c].setZero();
    }
    for (std::size_t c = 0; c < p.size(); ++c) {
      for (auto k = W.row_start[c]; k < W.row_start[c + 1]; ++k) {
        W_[at(k)] *= scale_[c] * scale_[at(W.column[at(k)])];
      }
    }
  }

  std::span<const Vec<D>> run() {
    alpha_ = kFirstAlpha;
    while (report_.status != SolveStatus::solved && steps_ < kMostSteps && gains() && !is_late()) {
      if (!go_to_next_point()) break;
    }
    report_.sweeps.newton = steps_;
    report_.iterations += steps_;
    return best_;
  }

 private:
  static std::size_t at(std::int64_t k) { return static_cast<std::size_t>(k); }
  bool is_late() const {
    return settings_.max_seconds && watch_.seconds() > *settings_.max_seconds;
  }

  bool gains() {
    if (report_.residual_velocity <= kGain * mark_) {
      mark_ = report_.residual_velocity;
      marked_at_ = steps_;
    }
    return steps_ - marked_at_ < kPatience;
  }

  // False where α has no room left.
  bool go_to_next_point() {
    const std::vector<Vec<D>> centre = z_;
    evaluate(z_, centre);
    const double enough = kGainOfPoint * norm_;
    int steps = 0;
    bool solved = false;
    for (; steps < kStepsOfPoint && !solved && steps_ < kMostSteps; ++steps) {
      if (!newton_step(centre)) break;
      solved = norm_ <= enough;
      if (look()) return true;
    }
    if (!solved) {
      z_ = centre;
      alpha_ *= 4.0;
      return alpha_ < 1e6;
    }
    if (steps <= 6) alpha_ = std::max(kLeastAlpha, 0.3 * alpha_);
    if (steps > 12) alpha_ *= 2.0;
    return true;
  }

  // û, F and its norm at z.
  void evaluate(const std::vector<Vec<D>>& z, const std::vector<Vec<D>>& centre) {
    const MatrixOperator<D> W{columns_.matrix.row_start, columns_.matrix.column, W_};
    rows_.resize(z.size());
    double sum = 0.0;
    for (std::size_t c = 0; c < z.size(); ++c) {
      const Vec<D> u = q_[c] + W.row_product(c, z) + alpha_ * (z[c] - centre[c]);
      rows_[c] = law_row<D>(z[c], u, matrix_.law_of(c).friction);
      sum += rows_[c].F.squaredNorm();
    }
    norm_ = std::sqrt(sum);
  }

  // False if no length of the step makes |F| fall.
  bool newton_step(const std::vector<Vec<D>>& centre) {
    const std::vector<Vec<D>> d = direction();
    if (d.empty()) return false;
    ++steps_;
    const std::vector<Vec<D>> from = z_;
    const double before = norm_;
    double length = 1.0;
    for (int k = 0; k < kHalvingsOfStep; ++k, length *= 0.5) {
      for (std::size_t c = 0; c < z_.size(); ++c) z_[c] = from[c] + length * d[c];
      evaluate(z_, centre);
      if (norm_ < (1.0 - 1e-4 * length) * before) return true;
    }
    return false;
  }

  // Of (F_z + F_u (W + α)) d = −F; empty if that is singular. At gaps d = −z.
  std::vector<Vec<D>> direction() {
    std::vector<int> unknown(z_.size(), -1);
    int count = 0;
    for (std::size_t c = 0; c < z_.size(); ++c) {
      if (!rows_[c].is_gap) unknown[c] = count++;
    }
    std::vector<Vec<D>> d(z_.size());
    for (std::size_t c = 0; c < z_.size(); ++c) d[c] = -rows_[c].F;
    if (count == 0) return d;
    Eigen::VectorXd right(D * count);
    std::vector<Eigen::Triplet<double>> entries;
    const std::vector<std::int64_t>& row_start = columns_.matrix.row_start;
    const std::vector<std::int32_t>& column = columns_.matrix.column;
    for (std::size_t c = 0; c < z_.size(); ++c) {
      if (unknown[c] < 0) continue;
      const LawRow<D>& row = rows_[c];
      Vec<D> rest = -row.F;
      for (auto k = row_start[c]; k < row_start[c + 1]; ++k) {
        const std::size_t j = at(column[at(k)]);
        if (unknown[j] < 0) {
          rest -= row.by_u * (W_[at(k)] * d[j]);
          continue;
        }
        Mat<D> block = row.by_u * W_[at(k)];
        if (j == c) block += row.by_z + alpha_ * row.by_u;
        for (int i = 0; i < D; ++i) {
          for (int l = 0; l < D; ++l) {
            entries.emplace_back(D * unknown[c] + i, D * unknown[j] + l, block(i, l));
          }
        }
      }
      right.template segment<D>(D * unknown[c]) = rest;
    }
    SparseMatrix matrix(D * count, D * count);
    matrix.setFromTriplets(entries.begin(), entries.end());
    Eigen::VectorXd x;
    if (!linear_.solve(matrix, right, x).solved) return {};
    for (std::size_t c = 0; c < z_.size(); ++c) {
      if (unknown[c] >= 0) d[c] = x.template segment<D>(D * unknown[c]);
    }
    return d;
  }

  // The residual of z brought into the cones; true if it is small enough.
  bool look() {
    std::vector<Vec<D>> p(z_.size());
    for (std::size_t c = 0; c < p.size(); ++c) {
      p[c] = scale_[c] * project_friction_cone<D>(z_[c], matrix_.law_of(c).friction);
    }
    const Residual now = compute_residual<D>(matrix_, p);
    if (!(now.velocity < report_.residual_velocity)) return false;
    best_ = std::move(p);
    report_.residual_velocity = now.velocity;
    report_.residual_relative = now.relative();
    const double allowed =
        std::max(settings_.tolerance.value_or(kRelativeTolerance) * now.reference,
                 settings_.tolerance_velocity.value_or(0.0));
    if (now.velocity > allowed) return false;
    report_.status = SolveStatus::solved;
    return true;
  }

  const NlgsSettings& settings_;
  ProblemColumns<D> columns_;
  ContactProblem<D> matrix_;
  SolveReport& report_;
  std::vector<Vec<D>> best_;
  std::vector<double> scale_;  // p over z
  std::vector<Vec<D>> q_;
  std::vector<Vec<D>> z_;
  std::vector<Mat<D>> W_;
  std::vector<LawRow<D>> rows_;
  double norm_ = 0.0;  // |F|
  double alpha_ = kFirstAlpha;
  int steps_ = 0;
  double mark_ = std::numeric_limits<double>::infinity();  // a residual, and when it was met
  int marked_at_ = 0;
  LinearSolver linear_{SuperLu{}, false};
  Stopwatch watch_;
};

}  // namespace

template <int D>
bool can_finish(const ContactProblem<D>& problem) {
  return !problem.has_moments() &&
         std::ranges::all_of(problem.laws, [](const ContactLaw& law) { return law.is_plain(); });
}

template <int D>
void finish(const ContactProblem<D>& problem, const NlgsSettings& settings, std::span<Vec<D>> p,
            NodeMotion& motion, SolveReport& report) {
  Finisher<D> finisher(problem, settings, p, report);
  const std::span<const Vec<D>> best = finisher.run();
  for (std::size_t c = 0; c < p.size(); ++c) p[c] = problem.frame(c).transpose() * best[c];
  if (const auto* bodies = std::get_if<BodiesOperator<D>>(&problem.W)) {
    give_rows<D>(*bodies, node_velocities<D>(*bodies, p), motion);
  }
}

#define GALET_INSTANTIATE(D)                                                             \
  template bool can_finish(const ContactProblem<D>&);                                    \
  template void finish(const ContactProblem<D>&, const NlgsSettings&, std::span<Vec<D>>, \
                       NodeMotion&, SolveReport&)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
