#include "galet/solver/ball_problem.hpp"

#include <algorithm>
#include <cmath>

namespace galet {
namespace {

// How far an arm may stray from the normal, relative to its length.
constexpr double kAlignment = 1e-12;

// Radius of the ball that the arm belongs to, or nothing when the arm is not along ±n.
template <int D>
std::optional<double> ball_radius(const Vec<D>& arm, const Vec<D>& outward) {
  const double radius = arm.dot(outward);
  if (!(radius > 0.0) || (arm - radius * outward).norm() > kAlignment * radius) return std::nullopt;
  return radius;
}

}  // namespace

template <int D>
std::optional<BallProblem<D>> as_balls(const ContactProblem<D>& problem) {
  const auto* graph = std::get_if<DelassusGraph<D>>(&problem.W);
  if (!graph) return std::nullopt;

  BallProblem<D> balls;
  double largest_inverse_mass = 0.0;
  for (const GraphNode<D>& node : graph->nodes) {
    if ((node.inverse_mass.array() != node.inverse_mass[0]).any()) return std::nullopt;
    largest_inverse_mass = std::max(largest_inverse_mass, node.inverse_mass[0]);
  }
  double largest_speed = 0.0;
  for (const Vec<D>& q : problem.q) largest_speed = std::max(largest_speed, q.norm());
  if (!(largest_inverse_mass > 0.0)) return std::nullopt;
  balls.mass = 1.0 / largest_inverse_mass;
  balls.speed = largest_speed > 0.0 ? largest_speed : 1.0;

  std::vector<double> radius(graph->nodes.size(), 0.0);  // 0: not met yet
  const auto same_ball = [&](std::int32_t node, const Vec<D>& arm, const Vec<D>& outward) {
    const auto k = static_cast<std::size_t>(node);
    const GraphNode<D>& mass = graph->nodes[k];
    if (mass.inverse_mass[0] == 0.0 && mass.inverse_inertia == 0.0) return true;  // cannot move
    const std::optional<double> r = ball_radius<D>(arm, outward);
    if (!r) return false;
    if (radius[k] == 0.0) radius[k] = *r;
    return std::abs(radius[k] - *r) <= kAlignment * *r;
  };
  balls.contacts.reserve(problem.contacts());
  for (std::size_t c = 0; c < problem.contacts(); ++c) {
    const GraphEdge<D>& edge = graph->edges[c];
    const Vec<D> n = edge.frame.row(0).transpose();
    if (!same_ball(edge.a, edge.arm_a, n) || !same_ball(edge.b, edge.arm_b, -n)) {
      return std::nullopt;
    }
    balls.contacts.push_back(
        {edge.a, edge.b, problem.mu[c], n, edge.frame.transpose() * problem.q[c] / balls.speed});
  }
  balls.nodes.resize(graph->nodes.size());
  for (std::size_t k = 0; k < balls.nodes.size(); ++k) {
    balls.nodes[k] = {balls.mass * graph->nodes[k].inverse_mass[0],
                      balls.mass * graph->nodes[k].inverse_inertia * radius[k] * radius[k]};
  }
  return balls;
}

template std::optional<BallProblem<2>> as_balls(const ContactProblem<2>&);
template std::optional<BallProblem<3>> as_balls(const ContactProblem<3>&);

}  // namespace galet
