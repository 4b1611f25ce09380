#include "galet/problem/contact_problem.hpp"

namespace galet {
namespace {

template <class... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};

}  // namespace

template <int D>
std::vector<Vec<D>> compute_velocities(const ContactProblem<D>& problem,
                                       std::span<const Vec<D>> p) {
  std::vector<Vec<D>> u(problem.q);
  std::visit(Overloaded{[&](const DelassusGraph<D>& graph) {
                          const std::vector<Twist<D>> v = graph.node_velocities(p);
                          for (std::size_t c = 0; c < u.size(); ++c) {
                            u[c] += graph.relative_velocity(c, v);
                          }
                        },
                        [&](const DelassusMatrix<D>& matrix) {
                          for (std::size_t c = 0; c < u.size(); ++c) {
                            u[c] += matrix.row_product(c, p);
                          }
                        }},
             problem.W);
  return u;
}

template <int D>
std::vector<Mat<D>> diagonal_blocks(const ContactProblem<D>& problem) {
  std::vector<Mat<D>> blocks(problem.contacts());
  std::visit(
      [&](const auto& W) {
        for (std::size_t c = 0; c < blocks.size(); ++c) blocks[c] = W.diagonal_block(c);
      },
      problem.W);
  return blocks;
}

template <int D>
ContactProblem<D> in_matrix_form(const ContactProblem<D>& problem) {
  ContactProblem<D> result{.W = DelassusMatrix<D>{}, .q = problem.q, .mu = problem.mu};
  result.W = std::visit(Overloaded{[](const DelassusGraph<D>& graph) { return assemble(graph); },
                                   [](const DelassusMatrix<D>& matrix) { return matrix; }},
                        problem.W);
  return result;
}

template std::vector<Vec<2>> compute_velocities(const ContactProblem<2>&, std::span<const Vec<2>>);
template std::vector<Vec<3>> compute_velocities(const ContactProblem<3>&, std::span<const Vec<3>>);
template std::vector<Mat<2>> diagonal_blocks(const ContactProblem<2>&);
template std::vector<Mat<3>> diagonal_blocks(const ContactProblem<3>&);
template ContactProblem<2> in_matrix_form(const ContactProblem<2>&);
template ContactProblem<3> in_matrix_form(const ContactProblem<3>&);

}  // namespace galet
