#include "galet/scheme/newmark_outcome.hpp"

namespace galet {
namespace {

// Of the boundary's surface on the body.
template <int D>
double work_by_boundary(const ComplianceProblem<D>& problem, const ComplianceSolution<D>& solution,
                        std::size_t k) {
  const Vec<D>& force = solution.forces[k].force;
  double work = problem.rates.h * force.dot(problem.faces[k].surface);
  if (const PlaneUnknown<D>* plane = problem.plane(k)) {
    work +=
        solution.plane[static_cast<std::size_t>(problem.ends[k].plane)] * force.dot(plane->normal);
  }
  return work;
}

// Of a contact on its bodies, as they move.
template <int D>
double work_on_b(const ComplianceProblem<D>& problem, const ComplianceSolution<D>& solution,
                 std::size_t k) {
  const ContactForce<D>& now = solution.forces[k];
  const auto b = static_cast<std::size_t>(problem.ends[k].b);
  return now.force.dot(solution.dx[b]) +
         problem.contacts[k].share_b * now.moment.dot(solution.dr[b]);
}
template <int D>
double work_on_a(const ComplianceProblem<D>& problem, const ComplianceSolution<D>& solution,
                 std::size_t k) {
  const ContactForce<D>& now = solution.forces[k];
  const auto a = static_cast<std::size_t>(problem.ends[k].a);
  return problem.contacts[k].share_a * now.moment.dot(solution.dr[a]) -
         now.force.dot(solution.dx[a]);
}

}  // namespace

template <int D>
void report_contacts(const NearContacts<D>& near, const ComplianceProblem<D>& problem,
                     const ComplianceSolution<D>& solution, StepOutcome<D>& out, Account<D>& sum) {
  const double h = problem.rates.h;
  out.contacts.clear();
  out.impulses.clear();
  out.status.clear();
  for (std::size_t k = 0; k < problem.contacts.size(); ++k) {
    const CompliantContact<D>& contact = problem.contacts[k];
    const Compliance& law = problem.law(k).compliance;
    const ContactForce<D>& now = solution.forces[k];
    const double stored = stored_energy(law, now.overlap);
    sum.stored += stored;
    if (!now.acts) continue;
    double work = work_on_b(problem, solution, k);
    if (contact.boundary) {
      const double by_boundary = work_by_boundary(problem, solution, k);
      sum.work.boundaries += by_boundary;
      sum.momentum.support += h * now.force;
      work -= by_boundary;
    } else {
      work += work_on_a(problem, solution, k);
    }
    sum.work.dissipated += stored_energy(law, contact.overlap) - stored - work;

    Contact<D> c = near.found[k];
    const double length = now.direction.norm();
    if (length > 0.0) c.n = now.direction / length;
    c.gap = -now.overlap;
    out.contacts.push_back(c);
    out.impulses.push_back(h * now.force);
    out.status.push_back(now.status);
  }
}

template void report_contacts(const NearContacts<2>&, const ComplianceProblem<2>&,
                              const ComplianceSolution<2>&, StepOutcome<2>&, Account<2>&);
template void report_contacts(const NearContacts<3>&, const ComplianceProblem<3>&,
                              const ComplianceSolution<3>&, StepOutcome<3>&, Account<3>&);

}  // namespace galet
