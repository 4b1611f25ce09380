#include "galet/solver/gradient_bound.hpp"

#include <algorithm>

#include <Eigen/Eigenvalues>

namespace galet {
namespace {

// √w_ic of one side.
template <int D>
double root_of_side(const BodiesOperator<D>& bodies, std::int32_t node, const Vec<D>& arm,
                    const Vec<D>& n, bool with_friction) {
  if (!bodies.can_move(static_cast<std::size_t>(node))) return 0.0;
  if (!with_friction) {
    return std::sqrt(std::max(0.0, n.dot(bodies.response(node, arm, arm, n))));
  }
  Mat<D> block;
  for (int d = 0; d < D; ++d) block.col(d) = bodies.response(node, arm, arm, Vec<D>::Unit(d));
  Eigen::SelfAdjointEigenSolver<Mat<D>> solver;
  solver.compute(block, Eigen::EigenvaluesOnly);
  return std::sqrt(std::max(0.0, solver.eigenvalues()[D - 1]));
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
std::vector<double> majorant(const ContactProblem<D>& problem) {
  if (const auto* bodies = std::get_if<BodiesOperator<D>>(&problem.W)) {
    return majorant_by_nodes(problem.contacts(), bodies->nodes() + 1, [&](std::size_t c) {
      const Edge<D> e = bodies->edge(c);
      const Vec<D>& n = bodies->contacts[c].n;
      const bool with_friction = problem.law_of(c).friction > 0.0;
      return ContactRoots{static_cast<std::size_t>(e.a), static_cast<std::size_t>(e.b),
                          root_of_side<D>(*bodies, e.a, e.arms.a, n, with_friction),
                          root_of_side<D>(*bodies, e.b, e.arms.b, n, with_friction)};
    });
  }
  const auto& matrix = std::get<MatrixOperator<D>>(problem.W);
  std::vector<double> L(matrix.contacts(), 0.0);
  for (std::size_t c = 0; c < L.size(); ++c) {
    for (auto k = matrix.row_start[c]; k < matrix.row_start[c + 1]; ++k) {
      const auto entry = static_cast<std::size_t>(k);
      const auto column = static_cast<std::size_t>(matrix.column[entry]);
      L[c] += size_of_block<D>(matrix.block[entry], problem.law_of(c).friction,
                               problem.law_of(column).friction);
    }
  }
  return L;
}

template <int D>
NormBounds norm_bounds(const ContactProblem<D>& problem) {
  NormBounds bounds;
  for (const double L : majorant(problem)) bounds.guaranteed = std::max(bounds.guaranteed, L);
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

template std::vector<double> majorant(const ContactProblem<2>&);
template std::vector<double> majorant(const ContactProblem<3>&);
template NormBounds norm_bounds(const ContactProblem<2>&);
template NormBounds norm_bounds(const ContactProblem<3>&);

}  // namespace galet
