#include "galet/problem/contact_problem.hpp"

#include "galet/base/error.hpp"

namespace galet {

template <int D>
std::vector<Twist<D>> node_velocities(const BodiesOperator<D>& bodies, std::span<const Vec<D>> p,
                                      std::span<const Spin<D>> m) {
  std::vector<Twist<D>> v(bodies.nodes() + 1);
  for (std::size_t c = 0; c < p.size(); ++c) {
    const Edge<D> e = bodies.edge(c);
    bodies.apply_impulse(e, p[c], v);
    if (!m.empty()) bodies.apply_moment(e, m[c], v);
  }
  return v;
}

template <int D>
std::vector<Vec<D>> compute_velocities(const ContactProblem<D>& problem,
                                       std::span<const Vec<D>> p) {
  std::vector<Vec<D>> u(problem.q.begin(), problem.q.end());
  if (const auto* bodies = std::get_if<BodiesOperator<D>>(&problem.W)) {
    const std::vector<Twist<D>> v = node_velocities<D>(*bodies, p);
    for (std::size_t c = 0; c < u.size(); ++c) {
      u[c] += bodies->relative_velocity(bodies->edge(c), v);
    }
  } else {
    const auto& matrix = std::get<MatrixOperator<D>>(problem.W);
    for (std::size_t c = 0; c < u.size(); ++c) u[c] += matrix.row_product(c, p);
  }
  return u;
}

template <int D>
std::vector<Mat<D>> diagonal_blocks(const ContactProblem<D>& problem) {
  std::vector<Mat<D>> blocks(problem.contacts());
  for (std::size_t c = 0; c < blocks.size(); ++c) {
    if (const auto* bodies = std::get_if<BodiesOperator<D>>(&problem.W)) {
      blocks[c] = bodies->diagonal_block(bodies->edge(c), problem.frame(c));
    } else {
      blocks[c] = std::get<MatrixOperator<D>>(problem.W).diagonal_block(c);
    }
  }
  return blocks;
}

template <int D>
ProblemColumns<D> in_matrix_form(const ContactProblem<D>& problem, std::span<const Vec<D>> start) {
  GALET_ASSERT(!problem.has_moments());
  ProblemColumns<D> result;
  if (const auto* bodies = std::get_if<BodiesOperator<D>>(&problem.W)) {
    result.matrix = assemble(*bodies);
  } else {
    const auto& matrix = std::get<MatrixOperator<D>>(problem.W);
    result.matrix = {{matrix.row_start.begin(), matrix.row_start.end()},
                     {matrix.column.begin(), matrix.column.end()},
                     {matrix.block.begin(), matrix.block.end()}};
  }
  result.laws.assign(problem.laws.begin(), problem.laws.end());
  result.law.assign(problem.law.begin(), problem.law.end());
  for (std::size_t c = 0; c < problem.contacts(); ++c) {
    result.q.push_back(problem.frame(c) * problem.q[c]);
    if (!start.empty()) result.start.push_back(problem.frame(c) * start[c]);
  }
  return result;
}

namespace {

// Copies the nodes that contacts touch, each once.
template <int D>
class NodeCopier {
 public:
  NodeCopier(const BodiesOperator<D>& from, std::span<const std::int32_t> contacts,
             ProblemColumns<D>& to)
      : body_(from.bodies(), -1) {
    std::vector<bool> plane_touched(from.planes.size(), false);
    for (const std::int32_t c : contacts) {
      const Contact<D>& contact = from.contacts[static_cast<std::size_t>(c)];
      for (const NodeRef side : {contact.a(), contact.b()}) {
        if (!side.is_boundary()) body_[side.body()] = 0;
        const std::size_t node = from.node_of(side);
        if (node >= from.bodies() && node < from.ground()) {
          plane_touched[node - from.bodies()] = true;
        }
      }
    }
    copy_bodies(from, to);
    copy_planes(from, plane_touched, to);
  }

  NodeRef moved(NodeRef side) const {
    return side.is_boundary() ? side : NodeRef{body_[side.body()]};
  }

 private:
  void copy_bodies(const BodiesOperator<D>& from, ProblemColumns<D>& to) {
    for (std::size_t i = 0; i < body_.size(); ++i) {
      if (body_[i] < 0) continue;
      body_[i] = static_cast<std::int32_t>(to.radius.size());
      to.inverse_mass.push_back(from.inverse_mass[i]);
      if (!from.inverse_inertia.empty()) to.inverse_inertia.push_back(from.inverse_inertia[i]);
      to.radius.push_back(from.radius[i]);
      if (!from.inertia_blocks.empty()) to.inertia_blocks.push_back(from.inertia_blocks[i]);
    }
  }
  static void copy_planes(const BodiesOperator<D>& from, const std::vector<bool>& touched,
                          ProblemColumns<D>& to) {
    std::vector<std::int32_t> place(touched.size(), -1);
    for (std::size_t j = 0; j < touched.size(); ++j) {
      if (!touched[j]) continue;
      place[j] = static_cast<std::int32_t>(to.planes.size());
      to.planes.push_back(from.planes[j]);
    }
    for (const std::int32_t plane : from.plane_of) {
      to.plane_of.push_back(plane < 0 ? -1 : place[static_cast<std::size_t>(plane)]);
    }
  }

  std::vector<std::int32_t> body_;  // new place of a body, −1 where it is not touched
};

}  // namespace

template <int D>
ProblemColumns<D> share_of(const ContactProblem<D>& problem, std::span<const std::int32_t> contacts,
                           std::span<const Twist<D>> others) {
  const auto& bodies = std::get<BodiesOperator<D>>(problem.W);
  GALET_ASSERT(others.size() == bodies.nodes() + 1);
  ProblemColumns<D> share;
  const NodeCopier<D> nodes(bodies, contacts, share);
  share.laws.assign(problem.laws.begin(), problem.laws.end());
  for (const std::int32_t number : contacts) {
    const auto c = static_cast<std::size_t>(number);
    Contact<D> contact = bodies.contacts[c];
    contact.place.a = nodes.moved(contact.place.a);
    contact.place.b = nodes.moved(contact.place.b);
    share.contacts.push_back(contact);
    if (!bodies.arms.empty()) share.arms.push_back(bodies.arms[c]);
    share.law.push_back(problem.law[c]);
    share.q.push_back(problem.q[c] + bodies.relative_velocity(bodies.edge(c), others));
    if (problem.has_moments()) {
      share.q_spin.push_back(problem.q_spin[c] + bodies.relative_spin(bodies.edge(c), others));
    }
  }
  return share;
}

#define GALET_INSTANTIATE(D)                                                                    \
  template std::vector<Twist<D>> node_velocities(                                               \
      const BodiesOperator<D>&, std::span<const Vec<D>>, std::span<const Spin<D>>);             \
  template std::vector<Vec<D>> compute_velocities(const ContactProblem<D>&,                     \
                                                  std::span<const Vec<D>>);                     \
  template std::vector<Mat<D>> diagonal_blocks(const ContactProblem<D>&);                       \
  template ProblemColumns<D> in_matrix_form(const ContactProblem<D>&, std::span<const Vec<D>>); \
  template ProblemColumns<D> share_of(const ContactProblem<D>&, std::span<const std::int32_t>,  \
                                      std::span<const Twist<D>>)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
