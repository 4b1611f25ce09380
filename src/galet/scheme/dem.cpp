#include "galet/scheme/dem.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "galet/base/reduce.hpp"
#include "galet/base/timer.hpp"
#include "galet/scheme/forces.hpp"

namespace galet {

// Kept between steps; the result of a step does not depend on it.
template <int D>
struct DemTools {
  // The contacts at the start of a step, with their impulses h λ and the sums by body: left by the
  // step before, and right as long as the bodies are where it left them.
  std::vector<Vec<D>> position;
  ContactSet<D> contacts;
  std::vector<Vec<D>> impulses;
  std::vector<Twist<D>> sums;
  // Impulses without tangential dashpots, as in the memory; used if there are any dashpots.
  std::vector<Vec<D>> held;
  std::vector<Vec<D>> held_end;
  // Written anew in every step.
  std::vector<Vec<D>> v_half;
  std::vector<Spin<D>> w_half;
  std::vector<std::uint8_t> lasts;  // whether a contact of the start is there at the end
  // By part of the contacts and part of the bodies: contacts whose b is in the latter and whose a
  // is not.
  std::vector<std::vector<std::uint32_t>> foreign;
};

namespace {

// From the centre of a (the contact point at a boundary) to that of b, and how much of it is the
// arm of each.
template <int D>
struct Lever {
  Vec<D> l;
  double share_a = 0.0;
  double share_b = 1.0;

  Lever(const Bodies<D>& bodies, const Contact<D>& c) {
    const double r_b = bodies.radius[c.b().body()];
    if (c.a().is_boundary()) {
      l = (r_b + c.gap) * c.n;
      return;
    }
    const double r_a = bodies.radius[c.a().body()];
    share_a = r_a / (r_a + r_b);
    share_b = r_b / (r_a + r_b);
    l = (r_a + r_b + c.gap) * c.n;
  }
};

template <int D>
Vec<D> tangential(const Vec<D>& x, const Vec<D>& n) {
  return x - x.dot(n) * n;
}

// x turned into the plane across n, with its length.
template <int D>
Vec<D> turned_across(const Vec<D>& x, const Vec<D>& n) {
  const Vec<D> y = tangential<D>(x, n);
  const double length = y.norm();
  return length > 0.0 ? Vec<D>(x.norm() / length * y) : Vec<D>(Vec<D>::Zero());
}

template <int D>
bool has_tangential_dashpots(const World<D>& world) {
  const auto n = static_cast<MaterialIndex>(world.materials.size());
  for (MaterialIndex a = 0; a < n; ++a) {
    for (MaterialIndex b = a; b < n; ++b) {
      const PairLaw& law = world.pairs(a, b);
      if (law.friction > 0.0 && law.spring.tangential_damping > 0.0) return true;
    }
  }
  return false;
}

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

// With fewer bodies than this, sharing sums among threads costs more than it saves.
constexpr std::size_t kSharedBodies = 4096;

// Sums of a step.
template <int D>
struct Account {
  EnergyWork work;
  MomentumBalance<D> momentum;
  double stored = 0.0;
  Overlap overlap;

  Account& operator+=(const Account& other) {
    work += other.work;
    momentum += other.momentum;
    stored += other.stored;
    overlap.note(other.overlap);
    return *this;
  }
};

template <int D>
class Step {
 public:
  Step(const World<D>& world, const DemSettings& scheme, double t, double h, StepTools<D>& tools,
       DemTools<D>& own, Bodies<D>& bodies, ContactMemory<D>& memory,
       std::vector<LoadedMotion>& loaded)
      : world_(world),
        t_(t),
        h_(h),
        late_(scheme.update == DemUpdate::velocity_verlet ? 0.5 : 0.0),
        dashpots_(has_tangential_dashpots(world)),
        tools_(tools),
        own_(own),
        bodies_(bodies),
        memory_(memory),
        loaded_(loaded),
        forces_(world, t, h, 0.0),
        forces_end_(world, t, h, 1.0) {
    out_.contacts = std::move(tools.recycled.contacts);
    out_.detected_at = std::move(tools.recycled.detected_at);
    out_.impulses = std::move(tools.recycled.impulses);
    out_.status = std::move(tools.recycled.status);
  }

  StepOutcome<D> run() {
    if (own_.position != bodies_.position || own_.contacts.size() != memory_.size()) recover();
    if (dashpots_) add_dashpots();
    drift();
    drift_planes();
    out_.seconds.predict = watch_.lap();
    tools_.pairs.update(bodies_.position, bodies_.radius, 0.0, tools_.workers);
    detect_contacts(world_, bodies_, {bodies_.position, walls_end_}, tools_.pairs.pairs(), {},
                    tools_.workers, out_.contacts);
    out_.seconds.detect += watch_.lap();
    Account<D> all = evaluate();
    all += opened();
    out_.seconds.solve = watch_.lap();
    sum_impulses(out_.contacts, out_.impulses, own_.sums);
    all += kick();
    kick_planes();
    keep();
    out_.work = all.work;
    out_.momentum = all.momentum;
    out_.stored = all.stored;
    out_.overlap = all.overlap;
    out_.seconds.advance = watch_.lap();
    return std::move(out_);
  }

 private:
  // The contacts of the start, from the memory.
  void recover() {
    tools_.pairs.update(bodies_.position, bodies_.radius, 0.0, tools_.workers);
    const std::vector<Placement<D>> walls = placements(world_, t_, loaded_);
    detect_contacts(world_, bodies_, {bodies_.position, walls}, tools_.pairs.pairs(), {},
                    tools_.workers, own_.contacts);
    own_.impulses.resize(own_.contacts.size());
    MemoryCursor<D> known(memory_);
    for (std::size_t k = 0; k < own_.contacts.size(); ++k) {
      const Contact<D>& c = own_.contacts[k];
      if (const Vec<D>* impulse = known.impulse_at(c.place)) {
        own_.impulses[k] = *impulse;
        continue;
      }
      const Spring& spring = law_of(world_, bodies_, c).spring;
      const Vec<D> v =
          centre_velocity(c, bodies_.velocity) -
          boundary_velocity<D>(world_, bodies_, c, bodies_.position[c.b().body()], walls);
      own_.impulses[k] = h_ * spring.normal_force(-c.gap, -c.n.dot(v)) * c.n;
    }
    sum_impulses(own_.contacts, own_.impulses, own_.sums);
    if (dashpots_) own_.held = own_.impulses;
    out_.seconds.detect += watch_.lap();
  }

  // Tangential dashpots of the start, by the velocities there.
  void add_dashpots() {
    const std::vector<Placement<D>> walls = placements(world_, t_, loaded_);
    own_.impulses.resize(own_.contacts.size());
    tools_.workers.for_range(
        own_.contacts.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
          for (std::size_t k = begin; k < end; ++k) {
            const Contact<D>& c = own_.contacts[k];
            own_.impulses[k] = own_.held[k];
            const PairLaw& law = law_of(world_, bodies_, c);
            if (law.friction == 0.0) continue;
            const Vec<D> surface =
                boundary_velocity<D>(world_, bodies_, c, bodies_.position[c.b().body()], walls);
            own_.impulses[k] +=
                h_ * dashpot_force<D>(law.spring, stretch_of(c, own_.held[k], law.spring),
                                      slip_velocity(c, bodies_.velocity, bodies_.spin, surface),
                                      law.friction * own_.held[k].dot(c.n) / h_);
          }
        });
    sum_impulses(own_.contacts, own_.impulses, own_.sums);
  }

  // Impulses and moments by body, in the order of the contacts: those that a body has as b come
  // before those that it has as a. Every part of the bodies has the contacts of its a in one piece;
  // which others reach into it is found by all parts together.
  void sum_impulses(std::span<const Contact<D>> contacts, std::span<const Vec<D>> impulses,
                    std::vector<Twist<D>>& sums) {
    const std::size_t n = bodies_.size();
    const std::size_t parts = n < kSharedBodies ? 1 : tools_.workers.count();
    const auto part_of = [&](std::size_t i) { return ((i + 1) * parts - 1) / n; };
    sums.resize(n);
    own_.foreign.resize(parts * parts);
    tools_.workers.for_tasks(parts, [&](std::size_t part) {
      for (std::size_t q = 0; q < parts; ++q) own_.foreign[part * parts + q].clear();
      const std::size_t end = contacts.size() * (part + 1) / parts;
      for (std::size_t k = contacts.size() * part / parts; k < end; ++k) {
        const Contact<D>& c = contacts[k];
        const std::size_t q = part_of(c.b().body());
        if (!c.a().is_boundary() && part_of(c.a().body()) == q) continue;
        own_.foreign[part * parts + q].push_back(static_cast<std::uint32_t>(k));
      }
    });
    tools_.workers.for_tasks(parts, [&](std::size_t part) {
      const std::size_t begin = n * part / parts;
      const std::size_t end = n * (part + 1) / parts;
      std::fill(sums.begin() + static_cast<std::ptrdiff_t>(begin),
                sums.begin() + static_cast<std::ptrdiff_t>(end), Twist<D>{});
      for (std::size_t p = 0; p < parts; ++p) {
        for (const std::uint32_t k : own_.foreign[p * parts + part]) {
          add_to_b(contacts[k], impulses[k], sums);
        }
      }
      const auto first_of = [&](std::size_t i) {
        return std::ranges::lower_bound(contacts, static_cast<std::int32_t>(i), {},
                                        [](const Contact<D>& c) { return c.a().value; }) -
               contacts.begin();
      };
      const std::ptrdiff_t last = first_of(end);
      for (std::ptrdiff_t at = first_of(begin); at < last; ++at) {
        const auto k = static_cast<std::size_t>(at);
        const Contact<D>& c = contacts[k];
        if (c.b().body() < end) add_to_b(c, impulses[k], sums);
        const Lever<D> lever(bodies_, c);
        Twist<D>& sum = sums[c.a().body()];
        sum.linear -= impulses[k];
        sum.angular -= lever.share_a * moment(lever.l, impulses[k]);
      }
    });
  }

  void add_to_b(const Contact<D>& c, const Vec<D>& p, std::span<Twist<D>> sums) const {
    const Lever<D> lever(bodies_, c);
    Twist<D>& sum = sums[c.b().body()];
    sum.linear += p;
    sum.angular -= lever.share_b * moment(lever.l, p);
  }

  Vec<D> force_on(std::size_t i, const StepForces<D>& forces) const {
    return bodies_.mass[i] * forces.gravity +
           forces.group_force[static_cast<std::size_t>(bodies_.group[i])];
  }

  // Positions and orientations of the end; velocities become those that the start foresees.
  void drift() {
    tools_.velocity = bodies_.velocity;
    own_.v_half.resize(bodies_.size());
    own_.w_half.resize(bodies_.size());
    tools_.workers.for_range(bodies_.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t i = begin; i < end; ++i) {
        const Vec<D> dv = bodies_.inverse_mass[i].cwiseProduct(
            Vec<D>(own_.sums[i].linear + h_ * force_on(i, forces_)));
        const Spin<D> dw = bodies_.inverse_inertia[i] * own_.sums[i].angular;
        own_.v_half[i] = bodies_.velocity[i] + 0.5 * dv;
        own_.w_half[i] = bodies_.spin[i] + 0.5 * dw;
        bodies_.velocity[i] += dv;
        bodies_.spin[i] += dw;
        bodies_.position[i] += h_ * own_.v_half[i];
        bodies_.rotation[i] = bodies_.rotation[i].turned(h_ * own_.w_half[i]);
      }
    });
  }

  // The change of velocity that contacts and load give a plane under load in the whole step.
  double plane_change(std::size_t k, double t, const Vec<D>& gravity,
                      std::span<const Contact<D>> contacts,
                      std::span<const Vec<D>> impulses) const {
    const Boundary<D>& plane = world_.boundaries[k];
    const Vec<D> n = plane.load_direction();
    double impulse = h_ * plane.load->force_at(t);
    for (std::size_t c = 0; c < contacts.size() && contacts[c].a().is_boundary(); ++c) {
      if (contacts[c].a().boundary() == k) impulse -= impulses[c].dot(n);
    }
    return impulse / plane.load->mass + h_ * gravity.dot(n);
  }

  // Planes under load move as bodies do; then the boundaries of the middle and of the end.
  void drift_planes() {
    plane_half_.assign(loaded_.size(), 0.0);
    std::vector<LoadedMotion> middle = loaded_;
    for (std::size_t k = 0; k < loaded_.size(); ++k) {
      if (!is_moved(k)) continue;
      LoadedMotion& plane = loaded_[k];
      const double dv = plane_change(k, t_, forces_.gravity, own_.contacts, own_.impulses);
      plane_half_[k] = plane.velocity + 0.5 * dv;
      middle[k] = {plane.displacement + 0.5 * h_ * plane_half_[k], plane_half_[k]};
      plane.displacement += h_ * plane_half_[k];
      plane.velocity += dv;
    }
    walls_mid_ = placements(world_, t_ + 0.5 * h_, middle);
    walls_end_ = placements(world_, t_ + h_, loaded_);
  }

  void kick_planes() {
    if (late_ == 0.0) return;
    for (std::size_t k = 0; k < loaded_.size(); ++k) {
      if (!is_moved(k)) continue;
      const double dv = plane_change(k, t_ + h_, forces_end_.gravity, out_.contacts, out_.impulses);
      loaded_[k].velocity = plane_half_[k] + 0.5 * dv;
    }
  }

  bool is_moved(std::size_t k) const {
    return world_.boundaries[k].load && world_.boundaries[k].is_present(t_ + 0.5 * h_);
  }

  // Velocity of b's centre relative to a's; boundaries count as at rest.
  Vec<D> centre_velocity(const Contact<D>& c, std::span<const Vec<D>> velocity) const {
    const Vec<D>& v = velocity[c.b().body()];
    return c.a().is_boundary() ? v : Vec<D>(v - velocity[c.a().body()]);
  }

  Vec<D> surface_mid(const Contact<D>& c) const {
    const std::size_t b = c.b().body();
    return boundary_velocity<D>(
        world_, bodies_, c, Vec<D>(bodies_.position[b] - 0.5 * h_ * own_.v_half[b]), walls_mid_);
  }

  // Forces at the end of the step, as impulses.
  Account<D> evaluate() {
    out_.impulses.resize(out_.contacts.size());
    out_.status.resize(out_.contacts.size());
    if (dashpots_) own_.held_end.resize(out_.contacts.size());
    own_.lasts.assign(own_.contacts.size(), 0);
    return sum_over<Account<D>>(tools_.workers, out_.contacts.size(),
                                [&](std::size_t begin, std::size_t end) {
                                  Account<D> sum;
                                  for_matches<D>(out_.contacts, own_.contacts, begin, end,
                                                 [&](std::size_t k, std::ptrdiff_t j) {
                                                   if (j >= 0) own_.lasts[std::size_t(j)] = 1;
                                                   evaluate(k, j, sum);
                                                 });
                                  return sum;
                                });
  }

  void evaluate(std::size_t k, std::ptrdiff_t j, Account<D>& sum) {
    const Contact<D>& c = out_.contacts[k];
    const Contact<D>* before = j >= 0 ? &own_.contacts[static_cast<std::size_t>(j)] : nullptr;
    const Vec<D> p_before =
        before ? own_.impulses[static_cast<std::size_t>(j)] : Vec<D>(Vec<D>::Zero());
    const Vec<D> held_before =
        before ? held()[static_cast<std::size_t>(j)] : Vec<D>(Vec<D>::Zero());
    const PairLaw& law = law_of(world_, bodies_, c);
    const Spring& spring = law.spring;
    const bool at_boundary = c.a().is_boundary();
    const double overlap = -c.gap;
    const Vec<D> surface = at_boundary ? surface_mid(c) : Vec<D>(Vec<D>::Zero());

    double rate = 0.0;
    if (spring.damping > 0.0) {
      rate = -c.n.dot(
          centre_velocity(c, bodies_.velocity) -
          boundary_velocity<D>(world_, bodies_, c, bodies_.position[c.b().body()], walls_end_));
    }
    const double lambda = spring.normal_force(overlap, rate);
    Vec<D> force = lambda * c.n;
    if (spring.damping > 0.0) {
      // The dashpot takes its mean force times the change of the overlap.
      const double changed =
          before ? overlap + before->gap : -h_ * c.n.dot(centre_velocity(c, own_.v_half) - surface);
      sum.work.dissipated += late_ * (lambda - spring.normal * overlap) * changed;
      if (before) sum.work.dissipated += dashpot_before(*before, p_before, spring) * changed;
    }
    sum.stored += spring.normal_energy(overlap);
    if (law.friction > 0.0) {
      const Vec<D> stretch_before =
          before ? stretch_of(*before, held_before, spring) : Vec<D>(Vec<D>::Zero());
      const Vec<D> carried = carried_stretch(c, before, stretch_before, surface);
      const Vec<D> stretch = cut_stretch<D>(spring, carried, law.friction * lambda);
      force -= spring.tangential * stretch;
      sum.stored += spring.template tangential_energy<D>(stretch);
      // Slip takes the mean force times what is cut off.
      const Vec<D> mean = late_ * stretch + (1.0 - late_) * turned_across<D>(stretch_before, c.n);
      sum.work.dissipated += spring.tangential * mean.dot(carried - stretch);
      if (dashpots_) {
        own_.held_end[k] = h_ * force;
        const Vec<D> surface_end =
            boundary_velocity<D>(world_, bodies_, c, bodies_.position[c.b().body()], walls_end_);
        const Vec<D> dashpot = dashpot_force<D>(
            spring, stretch, slip_velocity(c, bodies_.velocity, bodies_.spin, surface_end),
            law.friction * lambda);
        force += dashpot;
        const Vec<D> both = late_ * dashpot + (1.0 - late_) / h_ * (p_before - held_before);
        sum.work.dissipated -= h_ * both.dot(slip_velocity(c, own_.v_half, own_.w_half, surface));
      }
    } else if (dashpots_) {
      own_.held_end[k] = h_ * force;
    }
    const Vec<D> p = h_ * force;
    out_.impulses[k] = p;
    const double p_n = h_ * lambda;
    out_.status[k] = coulomb_status(p_n, tangential<D>(p, c.n).norm(), law.friction);
    sum.overlap.note(overlap, contact_length(bodies_, c));
    if (at_boundary) {
      sum.work.boundaries += (late_ * p + (1.0 - late_) * p_before).dot(surface);
      sum.momentum.support += late_ * p;
    }
  }

  // Share of the start in the mean force of the dashpot.
  double dashpot_before(const Contact<D>& c, const Vec<D>& p, const Spring& spring) const {
    return (1.0 - late_) * (p.dot(c.n) / h_ + spring.normal * c.gap);
  }

  Vec<D> stretch_of(const Contact<D>& c, const Vec<D>& p, const Spring& spring) const {
    return -tangential<D>(p, c.n) / (h_ * spring.tangential);
  }

  // Impulses of the start without tangential dashpots.
  std::span<const Vec<D>> held() const { return dashpots_ ? own_.held : own_.impulses; }

  // Velocity along the tangent.
  Vec<D> slip_velocity(const Contact<D>& c, std::span<const Vec<D>> velocity,
                       std::span<const Spin<D>> spin, const Vec<D>& surface) const {
    const Lever<D> lever(bodies_, c);
    Spin<D> turn = lever.share_b * spin[c.b().body()];
    if (!c.a().is_boundary()) turn += lever.share_a * spin[c.a().body()];
    return tangential<D>(centre_velocity(c, velocity) - surface - cross(turn, lever.l), c.n);
  }

  // The stretch at the end if nothing slips.
  Vec<D> carried_stretch(const Contact<D>& c, const Contact<D>* before, Vec<D> stretch,
                         const Vec<D>& surface) const {
    const Lever<D> lever(bodies_, c);
    const std::size_t b = c.b().body();
    const Vec<D> l = before ? Vec<D>(0.5 * (lever.l + Lever<D>(bodies_, *before).l)) : lever.l;
    const Vec<D> n = before ? Vec<D>((c.n + before->n).normalized()) : c.n;
    Spin<D> turn = lever.share_b * own_.w_half[b];
    Spin<D> twist = own_.w_half[b];
    if (c.a().is_boundary()) {
      twist += walls_mid_[c.a().boundary()].spin;
    } else {
      turn += lever.share_a * own_.w_half[c.a().body()];
      twist += own_.w_half[c.a().body()];
    }
    const Vec<D> u = centre_velocity(c, own_.v_half) - surface - cross(turn, l);
    if constexpr (D == 3) stretch += 0.5 * h_ * twist.dot(n) * cross(n, stretch);
    return turned_across<D>(turned_across<D>(stretch, n) + h_ * tangential<D>(u, n), c.n);
  }

  // Contacts that have opened: what their springs and dashpots still held is lost.
  Account<D> opened() {
    return sum_over<Account<D>>(
        tools_.workers, own_.contacts.size(), [&](std::size_t begin, std::size_t end) {
          Account<D> sum;
          for (std::size_t j = begin; j < end; ++j) {
            const Contact<D>& c = own_.contacts[j];
            const Vec<D>& p = own_.impulses[j];
            if (c.a().is_boundary()) sum.momentum.support += (1.0 - late_) * p;
            if (own_.lasts[j] != 0) continue;
            const PairLaw& law = law_of(world_, bodies_, c);
            if (law.friction > 0.0) {
              const Vec<D>& held_before = held()[j];
              sum.work.dissipated +=
                  law.spring.template tangential_energy<D>(stretch_of(c, held_before, law.spring));
              if (dashpots_) {
                const Vec<D> surface =
                    c.a().is_boundary() ? surface_mid(c) : Vec<D>(Vec<D>::Zero());
                sum.work.dissipated -=
                    (1.0 - late_) *
                    (p - held_before).dot(slip_velocity(c, own_.v_half, own_.w_half, surface));
              }
            }
            if (law.spring.damping > 0.0) {
              sum.work.dissipated += dashpot_before(c, p, law.spring) * c.gap;
            }
          }
          return sum;
        });
  }

  // Velocities of the end, and what the bodies have to do with the balances.
  Account<D> kick() {
    const Vec<D> g_before = world_.gravity_at(t_);
    const Vec<D> g_after = world_.gravity_at(t_ + h_);
    const Vec<D> gravity = (1.0 - late_) * g_before + late_ * g_after;
    return sum_over<Account<D>>(
        tools_.workers, bodies_.size(), [&](std::size_t begin, std::size_t end) {
          Account<D> sum;
          for (std::size_t i = begin; i < end; ++i) {
            if (late_ > 0.0) {
              bodies_.velocity[i] =
                  own_.v_half[i] + 0.5 * bodies_.inverse_mass[i].cwiseProduct(Vec<D>(
                                             own_.sums[i].linear + h_ * force_on(i, forces_end_)));
              bodies_.spin[i] =
                  own_.w_half[i] + 0.5 * bodies_.inverse_inertia[i] * own_.sums[i].angular;
            }
            const Vec<D> moved = h_ * own_.v_half[i];
            // 1 where the body can move, 0 where it is locked.
            const Vec<D> free = bodies_.mass[i] * bodies_.inverse_mass[i];
            const auto group = static_cast<std::size_t>(bodies_.group[i]);
            sum.work.external += ((1.0 - late_) * forces_.group_force[group] +
                                  late_ * forces_end_.group_force[group])
                                     .dot(moved);
            sum.momentum.weight += h_ * bodies_.mass[i] * free.cwiseProduct(gravity);
            sum.momentum.change += bodies_.mass[i] * (bodies_.velocity[i] - tools_.velocity[i]);
            if (!world_.gravity.is_constant()) {
              const Vec<D> end_place = bodies_.path(i, world_.cell);
              sum.work.external +=
                  bodies_.mass[i] * (free.cwiseProduct(gravity).dot(moved) -
                                     free.cwiseProduct(g_after).dot(end_place) +
                                     free.cwiseProduct(g_before).dot(end_place - moved));
            }
          }
          return sum;
        });
  }

  // For the next step.
  void keep() {
    own_.position = bodies_.position;
    if (world_.cell.any()) {  // where the bodies will be put before the next step
      for (Vec<D>& x : own_.position) {
        Image<D> image = Image<D>::Zero();
        static_cast<void>(world_.cell.wrap(x, image));
      }
    }
    own_.contacts = out_.contacts;
    if (dashpots_) {
      std::swap(own_.held, own_.held_end);
    } else {
      own_.impulses = out_.impulses;
    }
    out_.detected_at = bodies_.position;
    memory_.places.resize(out_.contacts.size());
    std::ranges::transform(out_.contacts, memory_.places.begin(), &Contact<D>::place);
    memory_.impulses.assign(held().begin(), held().end());
  }

  const World<D>& world_;
  double t_;
  double h_;
  double late_;    // weight of the end of the step: 1/2, or 0 for update = "thesis"
  bool dashpots_;  // along the tangent, anywhere
  StepTools<D>& tools_;
  DemTools<D>& own_;
  Bodies<D>& bodies_;
  ContactMemory<D>& memory_;
  std::vector<LoadedMotion>& loaded_;
  std::vector<double> plane_half_;  // velocities of planes under load in the middle of the step
  StepForces<D> forces_;            // at the start
  StepForces<D> forces_end_;        // at the end
  std::vector<Placement<D>> walls_mid_;
  std::vector<Placement<D>> walls_end_;
  Stopwatch watch_;
  StepOutcome<D> out_;
};

}  // namespace

template <int D>
StepOutcome<D> step_dem(const World<D>& world, const DemSettings& scheme, double t, double h,
                        StepTools<D>& tools, Bodies<D>& bodies, ContactMemory<D>& memory,
                        std::vector<LoadedMotion>& loaded) {
  if (!tools.dem) tools.dem = std::make_shared<DemTools<D>>();
  return Step<D>(world, scheme, t, h, tools, *tools.dem, bodies, memory, loaded).run();
}

template <int D>
double stored_spring_energy(const World<D>& world, const Bodies<D>& bodies,
                            const ContactMemory<D>& memory, std::span<const LoadedMotion> loaded,
                            double t, double h, StepTools<D>& tools) {
  tools.pairs.update(bodies.position, bodies.radius, 0.0, tools.workers);
  const std::vector<Placement<D>> walls = placements(world, t, loaded);
  double sum = 0.0;
  MemoryCursor<D> known(memory);
  for (const Contact<D>& c : detect_contacts(world, bodies, {bodies.position, walls},
                                             tools.pairs.pairs(), {}, tools.workers)) {
    const PairLaw& law = law_of(world, bodies, c);
    sum += law.spring.normal_energy(-c.gap);
    const Vec<D>* impulse = known.impulse_at(c.place);
    if (!impulse || law.friction == 0.0) continue;
    const Vec<D> stretch = tangential<D>(*impulse, c.n) / (h * law.spring.tangential);
    sum += law.spring.template tangential_energy<D>(stretch);
  }
  return sum;
}

#define GALET_INSTANTIATE(D)                                                                       \
  template StepOutcome<D> step_dem(const World<D>&, const DemSettings&, double, double,            \
                                   StepTools<D>&, Bodies<D>&, ContactMemory<D>&,                   \
                                   std::vector<LoadedMotion>&);                                    \
  template double stored_spring_energy(const World<D>&, const Bodies<D>&, const ContactMemory<D>&, \
                                       std::span<const LoadedMotion>, double, double,              \
                                       StepTools<D>&)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
