#include "galet/scheme/spring_forces.hpp"

#include <algorithm>

#include "galet/base/reduce.hpp"
#include "galet/scheme/spring_geometry.hpp"

namespace galet {
namespace {

// Calls f(k, j) for the contacts k of a part of `contacts`, j being the place of the same contact
// in `others`, or −1. Both are sorted.
template <int D, class F>
void for_matches(std::span<const Contact<D>> contacts, std::span<const Contact<D>> others,
                 std::size_t begin, std::size_t end, F&& f) {
  if (begin == end) return;
  auto other = std::ranges::lower_bound(others, contacts[begin].place, {}, &Contact<D>::place);
  for (std::size_t k = begin; k < end; ++k) {
    while (other != others.end() && other->place < contacts[k].place) ++other;
    const bool found = other != others.end() && other->place == contacts[k].place;
    f(k, found ? other - others.begin() : std::ptrdiff_t{-1});
  }
}

}  // namespace

template <int D>
Account<D> SpringForces<D>::evaluate(Workers& workers, StepOutcome<D>& out,
                                     std::vector<Vec<D>>& held_end,
                                     std::vector<std::uint8_t>& lasts) const {
  out.impulses.resize(out.contacts.size());
  out.status.resize(out.contacts.size());
  out.moments.resize(s_.moments ? out.contacts.size() : 0);
  if (s_.dashpots) held_end.resize(out.contacts.size());
  lasts.assign(start_.contacts.size(), 0);
  const auto evaluate_one = [&](std::size_t k, std::ptrdiff_t j, Account<D>& sum) {
    if (j >= 0) lasts[static_cast<std::size_t>(j)] = 1;
    const PairLaw& law = law_of(s_.world, s_.bodies, out.contacts[k]);
    const Pair c = pair_of(out.contacts[k], law, j);
    const double lambda = normal_force(c, sum);
    const Tangential along = tangential_force(c, law, lambda, sum);
    Vec<D> force = lambda * c.now.n;
    if (law.friction > 0.0) force -= along.spring;
    if (s_.dashpots) {
      held_end[k] = s_.h * force;
      if (law.friction > 0.0) force += along.dashpot;
    }
    const Vec<D> p = s_.h * force;
    out.impulses[k] = p;
    if (s_.moments) out.moments[k] = rolling_moment(c, law, lambda, sum);
    const double p_n = s_.h * lambda;
    out.status[k] = coulomb_status(p_n, tangential<D>(p, c.now.n).norm(), law.friction);
    sum.overlap.note(-c.now.gap, contact_length(s_.bodies, c.now));
    if (c.now.a().is_boundary()) {
      sum.work.boundaries += (s_.late * p + (1.0 - s_.late) * c.p_before).dot(c.surface);
      sum.momentum.support += s_.late * p;
    }
  };
  return sum_over<Account<D>>(
      workers, out.contacts.size(), [&](std::size_t begin, std::size_t end) {
        Account<D> sum;
        for_matches<D>(out.contacts, start_.contacts, begin, end,
                       [&](std::size_t k, std::ptrdiff_t j) { evaluate_one(k, j, sum); });
        return sum;
      });
}

template <int D>
typename SpringForces<D>::Pair SpringForces<D>::pair_of(const Contact<D>& now, const PairLaw& law,
                                                        std::ptrdiff_t j) const {
  Pair c{now, spring_at<D>(s_.bodies, now, law)};
  if (j >= 0) {
    const auto at = static_cast<std::size_t>(j);
    c.before = &start_.contacts[at];
    c.spring_before = spring_at<D>(s_.bodies, *c.before, law);
    c.p_before = start_.impulses[at];
    c.held_before = held()[at];
    if (s_.moments) c.m_before = start_.moments[at];
  }
  if (now.a().is_boundary()) c.surface = surface_mid(now);
  return c;
}

template <int D>
double SpringForces<D>::normal_force(const Pair& c, Account<D>& sum) const {
  const Spring& spring = c.spring;
  const double overlap = -c.now.gap;
  double rate = 0.0;
  if (spring.damping > 0.0) {
    rate = -c.now.n.dot(centre_velocity<D>(c.now, s_.bodies.velocity) - surface_end(c.now));
  }
  const double lambda = spring.normal_force(overlap, rate);
  if (spring.damping > 0.0) {
    // The dashpot takes its mean force times the change of the overlap.
    const double changed =
        c.before ? overlap + c.before->gap
                 : -s_.h * c.now.n.dot(centre_velocity<D>(c.now, s_.v_half) - c.surface);
    sum.work.dissipated += s_.late * (lambda - spring.normal * overlap) * changed;
    if (c.before) {
      sum.work.dissipated += dashpot_before(*c.before, c.p_before, c.spring_before) * changed;
    }
  }
  sum.stored += spring.normal_energy(overlap);
  return lambda;
}

template <int D>
typename SpringForces<D>::Tangential SpringForces<D>::tangential_force(const Pair& c,
                                                                       const PairLaw& law,
                                                                       double lambda,
                                                                       Account<D>& sum) const {
  if (!(law.friction > 0.0)) return {};
  const Spring& spring = c.spring;
  const Vec<D> stretch_before = adapted_stretch(c, sum);
  const Vec<D> carried = carried_stretch(c, stretch_before);
  const Vec<D> stretch = cut_stretch<D>(spring, carried, law.friction * lambda);
  sum.stored += spring.template tangential_energy<D>(stretch);
  // Slip takes the mean force times what is cut off.
  const Vec<D> mean =
      s_.late * stretch + (1.0 - s_.late) * turned_across<D>(stretch_before, c.now.n);
  sum.work.dissipated += spring.tangential * mean.dot(carried - stretch);
  Tangential along{spring.tangential * stretch, Vec<D>::Zero()};
  if (!s_.dashpots) return along;
  along.dashpot = dashpot_force<D>(
      spring, stretch,
      slip_velocity<D>(s_.bodies, c.now, s_.bodies.velocity, s_.bodies.spin, surface_end(c.now)),
      law.friction * lambda);
  const Vec<D> both =
      s_.late * along.dashpot + (1.0 - s_.late) / s_.h * (c.p_before - c.held_before);
  sum.work.dissipated -= s_.h * both.dot(slip_mid(c.now, c.surface));
  return along;
}

// The stretch of the start, of the present stiffness.
template <int D>
Vec<D> SpringForces<D>::adapted_stretch(const Pair& c, Account<D>& sum) const {
  if (c.before == nullptr) return Vec<D>::Zero();
  const Vec<D> stretch = stretch_of<D>(*c.before, c.held_before, c.spring_before, s_.h);
  if (c.spring.tangential <= c.spring_before.tangential) {
    const double lost = c.spring_before.tangential - c.spring.tangential;
    sum.work.dissipated += 0.5 * lost * stretch.squaredNorm();
    return stretch;
  }
  const Vec<D> adapted = c.spring_before.tangential / c.spring.tangential * stretch;
  sum.work.dissipated += c.spring_before.template tangential_energy<D>(stretch) -
                         c.spring.template tangential_energy<D>(adapted);
  return adapted;
}

// The stretch at the end if nothing slips.
template <int D>
Vec<D> SpringForces<D>::carried_stretch(const Pair& pair, Vec<D> stretch) const {
  const Contact<D>& c = pair.now;
  const Contact<D>* before = pair.before;
  const Lever<D> lever(s_.bodies, c);
  const std::size_t b = c.b().body();
  const Vec<D> l = before ? Vec<D>(0.5 * (lever.l + Lever<D>(s_.bodies, *before).l)) : lever.l;
  const Vec<D> n = before ? Vec<D>((c.n + before->n).normalized()) : c.n;
  Spin<D> turn = lever.share_b * s_.w_half[b];
  Spin<D> twist = s_.w_half[b];
  if (c.a().is_boundary()) {
    twist += s_.walls_mid[c.a().boundary()].spin;
  } else {
    turn += lever.share_a * s_.w_half[c.a().body()];
    twist += s_.w_half[c.a().body()];
  }
  const Vec<D> u = centre_velocity<D>(c, s_.v_half) - pair.surface - cross(turn, l);
  if constexpr (D == 3) stretch += 0.5 * s_.h * twist.dot(n) * cross(n, stretch);
  return turned_across<D>(turned_across<D>(stretch, n) + s_.h * tangential<D>(u, n), c.n);
}

// The moment impulse of the start, of the present stiffness.
template <int D>
Spin<D> SpringForces<D>::adapted_moment(const Pair& c, const RollingSpring<D>& spring,
                                        const PairLaw& law, Account<D>& sum) const {
  if (c.before == nullptr || c.spring.tangential == c.spring_before.tangential) return c.m_before;
  const RollingSpring<D> before(s_.bodies, *c.before, law, c.spring_before, s_.h);
  const Spin<D> m = std::min(1.0, c.spring.tangential / c.spring_before.tangential) * c.m_before;
  sum.work.dissipated += before.energy(c.m_before) - spring.energy(m);
  return m;
}

// The moment impulse of the end.
template <int D>
Spin<D> SpringForces<D>::rolling_moment(const Pair& c, const PairLaw& law, double lambda,
                                        Account<D>& sum) const {
  if (!law.has_moment()) return Spin<D>::Zero();
  const RollingSpring<D> spring(s_.bodies, c.now, law, c.spring, s_.h);
  const Turned turned =
      turn_with_pair(c, adapted_moment(c, spring, law, sum), spring.growth(relative_spin(c.now)));
  const Spin<D> whole = turned.before + turned.growth;
  const Spin<D> m = spring.cut(whole, c.now.n, s_.h * lambda);
  sum.stored += spring.energy(m);
  // Slip takes the mean moment times what is cut off.
  const Spin<D> mean = s_.late * m + (1.0 - s_.late) * turned.before;
  sum.work.dissipated += spring.work(mean, whole - m);
  if (c.now.a().is_boundary()) {
    sum.work.boundaries += (s_.late * m + (1.0 - s_.late) * c.m_before).dot(spin_of_a(c.now));
  }
  return m;
}

// What was there at the start and what the step adds to it, as the turning of the pair leaves them:
// the first is turned by all of it, the second, which is of mid-step, by half.
template <int D>
typename SpringForces<D>::Turned SpringForces<D>::turn_with_pair(const Pair& c,
                                                                 const Spin<D>& before,
                                                                 const Spin<D>& growth) const {
  if constexpr (D == 2) {
    return {before, growth};
  } else {
    if (c.before == nullptr) return {before, growth};
    const Vec<D> n = (c.now.n + c.before->n).normalized();
    // Half of the mean turn about the normal.
    const double twist = 0.25 * s_.h * n.dot(s_.w_half[c.now.b().body()] + spin_of_a(c.now));
    const auto second_half = [&](const Vec<D>& x) {
      return turned_along(turned_about(x, n, twist), n, c.now.n);
    };
    const Vec<D> middle = turned_about(turned_along(before, c.before->n, n), n, twist);
    return {second_half(middle), second_half(growth)};
  }
}

// Share of the start in the mean force of the dashpot.
template <int D>
double SpringForces<D>::dashpot_before(const Contact<D>& c, const Vec<D>& p,
                                       const Spring& spring) const {
  return (1.0 - s_.late) * (p.dot(c.n) / s_.h + spring.normal * c.gap);
}

template <int D>
Vec<D> SpringForces<D>::surface_mid(const Contact<D>& c) const {
  const std::size_t b = c.b().body();
  return boundary_velocity<D>(s_.world, s_.bodies, c,
                              Vec<D>(s_.bodies.position[b] - 0.5 * s_.h * s_.v_half[b]),
                              s_.walls_mid);
}

template <int D>
Vec<D> SpringForces<D>::surface_end(const Contact<D>& c) const {
  return boundary_velocity<D>(s_.world, s_.bodies, c, s_.bodies.position[c.b().body()],
                              s_.walls_end);
}

template <int D>
Vec<D> SpringForces<D>::slip_mid(const Contact<D>& c, const Vec<D>& surface) const {
  return slip_velocity<D>(s_.bodies, c, s_.v_half, s_.w_half, surface);
}

template <int D>
Account<D> SpringForces<D>::account_start(Workers& workers,
                                          std::span<const std::uint8_t> lasts) const {
  return sum_over<Account<D>>(workers, start_.contacts.size(),
                              [&](std::size_t begin, std::size_t end) {
                                Account<D> sum;
                                for (std::size_t j = begin; j < end; ++j) {
                                  if (start_.contacts[j].a().is_boundary()) {
                                    sum.momentum.support += (1.0 - s_.late) * start_.impulses[j];
                                  }
                                  if (lasts[j] == 0) account_opened(j, sum);
                                }
                                return sum;
                              });
}

// What springs and dashpots of a contact that has opened still held is lost.
template <int D>
void SpringForces<D>::account_opened(std::size_t j, Account<D>& sum) const {
  const Contact<D>& c = start_.contacts[j];
  const Vec<D>& p = start_.impulses[j];
  const PairLaw& law = law_of(s_.world, s_.bodies, c);
  const Spring spring = spring_at<D>(s_.bodies, c, law);
  if (law.friction > 0.0) {
    const Vec<D>& held_before = held()[j];
    sum.work.dissipated +=
        spring.template tangential_energy<D>(stretch_of<D>(c, held_before, spring, s_.h));
    if (s_.dashpots) {
      const Vec<D> surface = c.a().is_boundary() ? surface_mid(c) : Vec<D>(Vec<D>::Zero());
      sum.work.dissipated -= (1.0 - s_.late) * (p - held_before).dot(slip_mid(c, surface));
    }
  }
  if (spring.damping > 0.0) {
    sum.work.dissipated += dashpot_before(c, p, spring) * c.gap;
  }
  if (law.has_moment()) {
    // The spring still acted in the mean of the step.
    const Spin<D> mean = (1.0 - s_.late) * start_.moments[j];
    sum.work.dissipated +=
        RollingSpring<D>(s_.bodies, c, law, spring, s_.h).energy(start_.moments[j]) -
        mean.dot(relative_spin(c));
    if (c.a().is_boundary()) sum.work.boundaries += mean.dot(spin_of_a(c));
  }
}

template class SpringForces<2>;
template class SpringForces<3>;

}  // namespace galet
