#include "galet/observe/stress.hpp"

namespace galet {

template <int D>
Stress<D> compute_stress(const Look<D>& look, const Part<D>& part) {
  Stress<D> stress;
  const std::optional<Window<D>> extent = part.extent(look.bodies);
  if (!extent) return stress;
  stress.volume = volume_of<D>(*extent);

  for (std::size_t c = 0; c < look.contacts.size(); ++c) {
    if (!look.is_active(c)) continue;
    const Contact<D>& contact = look.contacts[c];
    const Branch<D> branch = branch_of(look.bodies, contact);
    const Vec<D> point = look.point(c);
    Vec<D> carried = Vec<D>::Zero();
    if (!contact.a().is_boundary() && part.has_member(look.bodies, contact.a().body())) {
      carried += part.fraction_within(point - branch.from_a, point) * branch.from_a;
    }
    if (part.has_member(look.bodies, contact.b().body())) {
      carried += part.fraction_within(point, point + branch.to_b) * branch.to_b;
    }
    stress.contact += look.force(c) * carried.transpose();
  }

  double mass = 0.0;
  Vec<D> mean = Vec<D>::Zero();
  const auto for_each_body = [&](auto&& f) {
    for (std::size_t i = 0; i < look.bodies.size(); ++i) {
      if (part.has(look.bodies, i)) f(look.bodies.mass[i], look.bodies.velocity[i]);
    }
  };
  for_each_body([&](double m, const Vec<D>& v) {
    mass += m;
    mean += m * v;
  });
  if (mass > 0.0) mean /= mass;
  for_each_body([&](double m, const Vec<D>& v) {
    stress.kinetic += m * (v - mean) * (v - mean).transpose();
  });
  stress.contact /= stress.volume;
  stress.kinetic /= stress.volume;
  return stress;
}

template Stress<2> compute_stress(const Look<2>&, const Part<2>&);
template Stress<3> compute_stress(const Look<3>&, const Part<3>&);

}  // namespace galet
