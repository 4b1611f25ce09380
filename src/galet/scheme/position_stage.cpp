#include "galet/scheme/position_stage.hpp"

#include <algorithm>

namespace galet {
namespace {

// A displacement need not be exact: what is left is taken back in the next step.
NlgsSettings solver_settings() { return {.tolerance = 1e-2, .max_iterations = 400}; }

// The problem in displacements over h; frictionless.
template <int D>
ProblemColumns<D> displacement_columns(const Bodies<D>& bodies, const ContactSet<D>& contacts,
                                       double h, const GapFeedback& feedback) {
  ProblemColumns<D> columns;
  columns.laws = {ContactLaw{}};
  columns.law.assign(contacts.size(), 0);
  columns.q.reserve(contacts.size());
  for (const Contact<D>& c : contacts) {
    const double taken = feedback.taken_back(c.gap, contact_length(bodies, c));
    columns.q.push_back((std::max(c.gap, -taken) / h) * c.n);
  }
  return columns;
}

}  // namespace

template <int D>
double correct_positions(const World<D>& world, double h, const Vec<D>& gravity,
                         const GapFeedback& feedback, StepTools<D>& tools, LoadedPlanes<D>& planes,
                         std::vector<Placement<D>> walls_end, Bodies<D>& bodies) {
  // In large scenes the step lends its memory to this stage, and the list of pairs to the solve.
  const bool is_large = bodies.size() >= kLargeScene;
  if (is_large) tools.release();
  // Bodies move by some overlaps: what is as near as that must not close.
  const std::vector<double> margin = [&] {
    std::vector<double> m(bodies.size());
    std::ranges::transform(bodies.radius, m.begin(), [&](double r) { return feedback.limit * r; });
    return m;
  }();
  tools.list_pairs(bodies, bodies.position, margin);
  const ContactSet<D> contacts =
      detect_contacts<D>(world, bodies, {bodies.position, walls_end}, tools.pairs.pairs(),
                         {.margin = margin}, tools.workers);
  if (is_large) tools.pairs = PairList<D>(world.cell);
  const ProblemColumns<D> columns = displacement_columns<D>(bodies, contacts, h, feedback);
  const ContactProblem<D> problem{BodiesOperator<D>{.inverse_mass = bodies.inverse_mass,
                                                    .inverse_inertia = bodies.inverse_inertia,
                                                    .radius = bodies.radius,
                                                    .contacts = contacts,
                                                    .planes = planes.nodes(),
                                                    .plane_of = planes.node_of()},
                                  columns.q, columns.laws, columns.law};
  std::vector<Vec<D>> impulses(contacts.size(), Vec<D>::Zero());
  NodeMotion motion;
  static_cast<void>(solve<D>(problem, solver_settings(), tools.solver, impulses, motion));
  if (is_large) tools.solver.release();
  double work = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Vec<D> moved = h * velocity_of<D>(motion[i]);
    bodies.position[i] += moved;
    work += bodies.mass[i] * gravity.dot(moved);
  }
  planes.shift(std::span<const NodeRow<double>>(motion).subspan(bodies.size()), h);
  return work;
}

#define GALET_INSTANTIATE(D)                                                                    \
  template double correct_positions(const World<D>&, double, const Vec<D>&, const GapFeedback&, \
                                    StepTools<D>&, LoadedPlanes<D>&, std::vector<Placement<D>>, \
                                    Bodies<D>&)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
