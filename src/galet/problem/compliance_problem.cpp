#include "galet/problem/compliance_problem.hpp"

#include <algorithm>
#include <cstring>

#include "galet/base/archive.hpp"
#include "galet/base/error.hpp"

namespace galet {
namespace {

// Tells stored problems from other bytes.
constexpr std::uint32_t kMark = 0x43504c31;  // "CPL1"

// Velocities at a contact at the start of the step.
template <int D>
RelativeMotion<D> motion_at_start(const ComplianceProblem<D>& problem, std::size_t k) {
  const ContactEnds& ends = problem.ends[k];
  const CompliantContact<D>& contact = problem.contacts[k];
  const auto b = static_cast<std::size_t>(ends.b);
  RelativeMotion<D> motion;
  motion.V = problem.velocity[b];
  motion.W = contact.share_b * problem.spin[b];
  if (!contact.boundary) {
    const auto a = static_cast<std::size_t>(ends.a);
    motion.V -= problem.velocity[a];
    motion.W += contact.share_a * problem.spin[a];
    return motion;
  }
  motion.V -= problem.faces[k].surface;
  if (const PlaneUnknown<D>* plane = problem.plane(k)) motion.V -= plane->velocity * plane->normal;
  return motion;
}

template <int D>
ContactForce<D> force_at_start(const ComplianceProblem<D>& problem, std::size_t k) {
  const CompliantContact<D>& contact = problem.contacts[k];
  FaceAtEnd<D> face;
  if (contact.boundary) {
    const Vec<D>& n = problem.faces[k].start.normal;
    face = {contact.overlap, n, n};
  }
  ContactForce<D> force;
  evaluate<D>(problem.law(k), contact, motion_at_start(problem, k), face, {}, force, nullptr);
  return force;
}

template <int D>
void add_start_force(ComplianceProblem<D>& problem, std::size_t k, const ContactForce<D>& f) {
  const ContactEnds& ends = problem.ends[k];
  const CompliantContact<D>& contact = problem.contacts[k];
  if (!contact.boundary) {
    const auto a = static_cast<std::size_t>(ends.a);
    problem.a_start[a] -= problem.inverse_mass[a].cwiseProduct(f.force);
    problem.w_start[a] += problem.inverse_inertia[a] * contact.share_a * f.moment;
  } else if (ends.plane >= 0) {
    PlaneUnknown<D>& plane = problem.planes[static_cast<std::size_t>(ends.plane)];
    plane.a_start -= plane.normal.dot(f.force) / plane.mass;
  }
  const auto b = static_cast<std::size_t>(ends.b);
  problem.a_start[b] += problem.inverse_mass[b].cwiseProduct(f.force);
  problem.w_start[b] += problem.inverse_inertia[b] * contact.share_b * f.moment;
}

// Whether stored bytes are a truth value; others must not be looked at as one.
bool is_truth_value(const bool& x) {
  unsigned char byte = 0;
  std::memcpy(&byte, &x, sizeof byte);
  return byte <= 1;
}

// Whether everything that a problem refers to is there.
template <int D>
bool is_whole(const ComplianceProblem<D>& p) {
  const std::size_t n = p.nodes();
  const auto by_node = [n](const auto&... columns) { return ((columns.size() == n) && ...); };
  const auto below = [](std::int32_t index, std::size_t size) {
    return index >= 0 && static_cast<std::size_t>(index) < size;
  };
  if (!by_node(p.inertia, p.radius, p.inverse_mass, p.inverse_inertia, p.force, p.velocity,
               p.spin) ||
      p.unknowns > n || p.ends.size() != p.contacts.size() || p.faces.size() > p.contacts.size()) {
    return false;
  }
  if (!is_truth_value(p.rates.midpoint)) return false;
  if (!p.rates.midpoint && !by_node(p.a_start, p.w_start)) return false;
  for (std::size_t k = 0; k < p.ends.size(); ++k) {
    const ContactEnds& ends = p.ends[k];
    const bool boundary = k < p.faces.size();
    if (!is_truth_value(p.contacts[k].boundary)) return false;
    if (p.contacts[k].boundary != boundary || !below(ends.b, n) || !below(ends.law, p.laws.size()))
      return false;
    if (boundary ? ends.plane >= 0 && !below(ends.plane, p.planes.size()) : !below(ends.a, n)) {
      return false;
    }
    if (boundary && !p.faces[k].flat && !below(p.faces[k].obstacle, p.obstacles.size())) {
      return false;
    }
  }
  return true;
}

}  // namespace

template <int D>
bool ComplianceProblem<D>::has_friction() const {
  return std::ranges::any_of(laws, [](const CompliantLaw& law) { return law.friction > 0.0; });
}

template <int D>
void set_start_accelerations(ComplianceProblem<D>& problem) {
  problem.a_start.resize(problem.nodes());
  problem.w_start.assign(problem.nodes(), Spin<D>::Zero());
  for (std::size_t i = 0; i < problem.nodes(); ++i) {
    problem.a_start[i] = problem.force[i] / problem.mass[i];
  }
  for (PlaneUnknown<D>& plane : problem.planes) plane.a_start = plane.force / plane.mass;
  for (std::size_t k = 0; k < problem.contacts.size(); ++k) {
    if (problem.contacts[k].overlap > 0.0) add_start_force(problem, k, force_at_start(problem, k));
  }
}

template <int D>
void set_free(const ComplianceProblem<D>& problem, ComplianceSolution<D>& solution) {
  const NewmarkRates& rates = problem.rates;
  solution.dx.resize(problem.nodes());
  solution.dr.resize(problem.nodes());
  for (std::size_t i = 0; i < problem.nodes(); ++i) {
    const Vec<D> a = problem.force[i] / problem.mass[i];
    solution.dx[i] = rates.increment<Vec<D>>(problem.velocity[i], a, problem.acceleration_start(i));
    solution.dr[i] =
        rates.increment<Spin<D>>(problem.spin[i], problem.angular_acceleration_start(i));
  }
  solution.plane.resize(problem.planes.size());
  for (std::size_t j = 0; j < problem.planes.size(); ++j) {
    const PlaneUnknown<D>& plane = problem.planes[j];
    solution.plane[j] = rates.h * plane.velocity + rates.end_square * plane.force / plane.mass +
                        rates.start_square * plane.a_start;
  }
}

template <int D>
void set_unforced(const ComplianceProblem<D>& problem, ComplianceSolution<D>& solution) {
  solution.dx.resize(problem.nodes());
  solution.dr.resize(problem.nodes());
  for (std::size_t i = 0; i < problem.nodes(); ++i) {
    solution.dx[i] = problem.rates.h * problem.velocity[i];
    solution.dr[i] = problem.rates.h * problem.spin[i];
  }
  solution.plane.resize(problem.planes.size());
  for (std::size_t j = 0; j < problem.planes.size(); ++j) {
    solution.plane[j] = problem.rates.h * problem.planes[j].velocity;
  }
}

template <int D>
std::vector<std::byte> dump(const ComplianceProblem<D>& problem) {
  ByteWriter out;
  out(kMark, D, problem);
  return std::move(out).bytes();
}

template <int D>
ComplianceProblem<D> load_compliance_problem(std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  std::uint32_t mark = 0;
  int dimension = 0;
  in(mark, dimension);
  if (mark != kMark || dimension != D) {
    throw SystemError("the bytes hold no compliance problem of this dimension");
  }
  ComplianceProblem<D> problem;
  in(problem);
  if (!in.at_end() || !is_whole(problem)) {
    throw SystemError("the stored compliance problem is not whole");
  }
  return problem;
}

#define GALET_INSTANTIATE(D)                                                       \
  template struct ComplianceProblem<D>;                                            \
  template void set_start_accelerations(ComplianceProblem<D>&);                    \
  template void set_free(const ComplianceProblem<D>&, ComplianceSolution<D>&);     \
  template void set_unforced(const ComplianceProblem<D>&, ComplianceSolution<D>&); \
  template std::vector<std::byte> dump(const ComplianceProblem<D>&);               \
  template ComplianceProblem<D> load_compliance_problem(std::span<const std::byte>)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
