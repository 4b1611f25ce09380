#include "galet/solver/gradient_bound.hpp"

#include <algorithm>

#include <Eigen/Eigenvalues>

namespace galet {
namespace {

template <int D>
SideBound side_bound(const BodiesOperator<D>& bodies, std::int32_t node, const Vec<D>& arm,
                     const Mat<D>& frame, bool with_friction) {
  SideBound side{static_cast<std::size_t>(node)};
  if (!bodies.can_move(side.node)) return side;
  Mat<D> B;
  for (int d = 0; d < D; ++d) {
    B.col(d) = frame * bodies.response(node, arm, arm, Vec<D>(frame.row(d).transpose()));
  }
  side.n = std::max(0.0, B(0, 0));
  if (!with_friction) return side;
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, D - 1, D - 1>> solver;
  solver.compute(B.template bottomRightCorner<D - 1, D - 1>(), Eigen::EigenvaluesOnly);
  side.t = std::max(0.0, solver.eigenvalues()[D - 2]);
  const double size = std::sqrt(side.n * side.t);
  const double coupling = B.template bottomLeftCorner<D - 1, 1>().norm();
  const double more = size > 0.0 ? 1.0 + std::min(1.0, coupling / size) : 1.0;
  side.n *= more;
  side.t *= more;
  return side;
}

// The size of a block, its rows and columns without friction being the normal ones alone.
template <int D>
double size_of_block(const Mat<D>& block, double mu_row, double mu_column) {
  const int rows = mu_row > 0.0 ? D : 1;
  const int columns = mu_column > 0.0 ? D : 1;
  return block.topLeftCorner(rows, columns).norm();
}

}  // namespace

template <int D>
std::vector<ContactBound> majorant(const ContactProblem<D>& problem) {
  if (const auto* bodies = std::get_if<BodiesOperator<D>>(&problem.W)) {
    return majorant_by_nodes(problem.contacts(), bodies->nodes() + 1, [&](std::size_t c) {
      const Edge<D> e = bodies->edge(c);
      const Mat<D> frame = problem.frame(c);
      const bool with_friction = problem.law_of(c).friction > 0.0;
      return std::pair(side_bound<D>(*bodies, e.a, e.arms.a, frame, with_friction),
                       side_bound<D>(*bodies, e.b, e.arms.b, frame, with_friction));
    });
  }
  const auto& matrix = std::get<MatrixOperator<D>>(problem.W);
  std::vector<ContactBound> L(matrix.contacts());
  for (std::size_t c = 0; c < L.size(); ++c) {
    for (auto k = matrix.row_start[c]; k < matrix.row_start[c + 1]; ++k) {
      const auto entry = static_cast<std::size_t>(k);
      const auto column = static_cast<std::size_t>(matrix.column[entry]);
      L[c].n += size_of_block<D>(matrix.block[entry], problem.law_of(c).friction,
                                 problem.law_of(column).friction);
    }
    L[c].t = L[c].n;
  }
  return L;
}

template <int D>
NormBounds norm_bounds(const ContactProblem<D>& problem) {
  NormBounds bounds;
  for (const ContactBound& L : majorant(problem)) {
    bounds.guaranteed = std::max({bounds.guaranteed, L.n, L.t});
  }
  if (const auto* bodies = std::get_if<BodiesOperator<D>>(&problem.W)) {
    constexpr double kappa = D == 2 ? 6.0 : 12.0;
    double inverse_mass = 0.0;
    for (const Vec<D>& m : bodies->inverse_mass) {
      inverse_mass = std::max(inverse_mass, m.maxCoeff());
    }
    bounds.maury = 2.0 * kappa * std::sqrt(double(D)) * inverse_mass;
  }
  return bounds;
}

template std::vector<ContactBound> majorant(const ContactProblem<2>&);
template std::vector<ContactBound> majorant(const ContactProblem<3>&);
template NormBounds norm_bounds(const ContactProblem<2>&);
template NormBounds norm_bounds(const ContactProblem<3>&);

}  // namespace galet
