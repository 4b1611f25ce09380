#include "galet/observe/forces.hpp"

#include <algorithm>
#include <numeric>

namespace galet {
namespace {

// Contacts of the part that press, in their order.
template <int D>
std::vector<std::size_t> pressed_contacts(const Look<D>& look, const Part<D>& part) {
  std::vector<std::size_t> found;
  for (std::size_t c = 0; c < look.contacts.size(); ++c) {
    if (look.is_pressed(c) && has_contact(part, look, c)) found.push_back(c);
  }
  return found;
}

ForceDistribution::Component histogram(const std::vector<double>& forces, std::int64_t bins,
                                       double limit) {
  ForceDistribution::Component h;
  h.width = limit / static_cast<double>(bins);
  h.count.assign(static_cast<std::size_t>(bins) + 1, 0);
  h.total = static_cast<std::int64_t>(forces.size());
  if (forces.empty()) return h;
  h.mean = std::accumulate(forces.begin(), forces.end(), 0.0) / static_cast<double>(forces.size());
  for (const double f : forces) {
    // Without tangential forces all are in the first bin.
    const double bin = h.mean > 0.0 ? f / h.mean / h.width : 0.0;
    ++h.count[static_cast<std::size_t>(std::min(bin, static_cast<double>(bins)))];
  }
  return h;
}

}  // namespace

double ForceDistribution::Component::density(std::size_t bin) const {
  if (bin + 1 >= count.size() || total == 0) return 0.0;
  return static_cast<double>(count[bin]) / (static_cast<double>(total) * width);
}

template <int D>
ForceDistribution compute_force_distribution(const Look<D>& look, const Part<D>& part,
                                             std::int64_t bins, double limit) {
  std::vector<double> normal;
  std::vector<double> tangential;
  for (const std::size_t c : pressed_contacts(look, part)) {
    normal.push_back(look.normal_force(c));
    tangential.push_back(look.tangential_force(c));
  }
  ForceDistribution distribution;
  distribution.contacts = static_cast<std::int64_t>(normal.size());
  distribution.normal = histogram(normal, bins, limit);
  distribution.tangential = histogram(tangential, bins, limit);
  return distribution;
}

template <int D>
ForceChains compute_force_chains(const Look<D>& look, const Part<D>& part) {
  ForceChains result;
  const std::vector<std::size_t> pressed = pressed_contacts(look, part);
  result.contacts = static_cast<std::int64_t>(pressed.size());
  if (pressed.empty()) return result;
  for (const std::size_t c : pressed) result.mean_force += look.normal_force(c);
  result.mean_force /= static_cast<double>(pressed.size());

  // Sets of bodies as trees: root[i] leads towards the first body of i's set.
  std::vector<std::size_t> root(look.bodies.size());
  std::iota(root.begin(), root.end(), std::size_t{0});
  const auto find = [&](std::size_t i) {
    while (root[i] != i) i = root[i] = root[root[i]];
    return i;
  };
  double trace = 0.0;
  double strong_trace = 0.0;
  for (const std::size_t c : pressed) {
    const Contact<D>& contact = look.contacts[c];
    const Branch<D> branch = branch_of(look.bodies, contact);
    const double carried = look.force(c).dot(branch.from_a + branch.to_b);
    trace += carried;
    if (!(look.normal_force(c) > result.mean_force)) continue;
    ++result.strong;
    strong_trace += carried;
    if (contact.a().is_boundary()) continue;
    const std::size_t a = find(contact.a().body());
    const std::size_t b = find(contact.b().body());
    root[std::max(a, b)] = std::min(a, b);
  }
  result.pressure_share = strong_trace / trace;

  std::vector<std::int64_t> size(root.size(), 0);
  for (std::size_t i = 0; i < root.size(); ++i) ++size[find(i)];
  for (const std::int64_t n : size) {
    if (n < 3) continue;
    ++result.chains;
    result.bodies += n;
    result.largest = std::max(result.largest, n);
  }
  return result;
}

template ForceDistribution compute_force_distribution(const Look<2>&, const Part<2>&, std::int64_t,
                                                      double);
template ForceDistribution compute_force_distribution(const Look<3>&, const Part<3>&, std::int64_t,
                                                      double);
template ForceChains compute_force_chains(const Look<2>&, const Part<2>&);
template ForceChains compute_force_chains(const Look<3>&, const Part<3>&);

}  // namespace galet
