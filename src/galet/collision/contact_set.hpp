// The memory of contacts between steps, and their names and points.
#pragma once

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "galet/base/ids.hpp"
#include "galet/law/rolling.hpp"
#include "galet/model/bodies.hpp"
#include "galet/problem/contact.hpp"

namespace galet {

// What one contact remembers.
template <int D>
struct ContactRecord {
  Vec<D> impulse = Vec<D>::Zero();   // on b, in world components, N s
  Spin<D> moment = Spin<D>::Zero();  // on b, N m s
  double state = 0.0;                // of its law (a bond, γ); 0 where there is nothing to keep
  double solid = 0.0;                // N s, β of a gluey law

  // Seen from the other side.
  ContactRecord swapped() const { return {-impulse, -moment, state, solid}; }
};

// What contacts remember from one step to the next: those with an impulse, a moment or a state,
// sorted by place. Columns that no law of the scene uses are empty, which stands for zero.
template <int D>
struct ContactMemory {
  std::vector<ContactPlace> places;
  std::vector<Vec<D>> impulses;
  std::vector<Spin<D>> moments;
  std::vector<double> states;
  std::vector<double> solids;

  std::size_t size() const { return places.size(); }
  bool empty() const { return places.empty(); }
  ContactRecord<D> record(std::size_t k) const {
    return {impulses[k], moments.empty() ? Spin<D>(Spin<D>::Zero()) : moments[k],
            states.empty() ? 0.0 : states[k], solids.empty() ? 0.0 : solids[k]};
  }
  void reserve(std::size_t count) {
    places.reserve(count);
    impulses.reserve(count);
  }
  void add(const ContactPlace& place, const ContactRecord<D>& record) {
    const std::size_t before = places.size();
    places.push_back(place);
    impulses.push_back(record.impulse);
    if (!moments.empty() || !record.moment.isZero(0.0)) {
      moments.resize(before, Spin<D>::Zero());
      moments.push_back(record.moment);
    }
    if (!states.empty() || record.state != 0.0) {
      states.resize(before, 0.0);
      states.push_back(record.state);
    }
    if (!solids.empty() || record.solid != 0.0) {
      solids.resize(before, 0.0);
      solids.push_back(record.solid);
    }
  }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.places, self.impulses, self.moments, self.states, self.solids);
  }
};

// Looks into the places of a memory for contacts that come in their order, all or from `first` on.
class MemoryCursor {
 public:
  explicit MemoryCursor(std::span<const ContactPlace> places) : places_(places) {}
  MemoryCursor(std::span<const ContactPlace> places, const ContactPlace& first)
      : places_(places),
        next_(static_cast<std::size_t>(std::ranges::lower_bound(places, first) - places.begin())) {}

  // Where the contact is in the memory; −1 when it is new.
  std::ptrdiff_t find(const ContactPlace& place) {
    while (next_ < places_.size() && places_[next_] < place) ++next_;
    const bool known = next_ < places_.size() && places_[next_] == place;
    return known ? static_cast<std::ptrdiff_t>(next_) : -1;
  }

 private:
  std::span<const ContactPlace> places_;
  std::size_t next_ = 0;
};

// Sorts the contacts of a memory by place.
template <int D>
void sort(ContactMemory<D>& memory) {
  if (std::ranges::is_sorted(memory.places)) return;
  std::vector<std::size_t> order(memory.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t k) { return memory.places[k]; });
  ContactMemory<D> sorted;
  sorted.reserve(memory.size());
  for (const std::size_t k : order) sorted.add(memory.places[k], memory.record(k));
  memory = std::move(sorted);
}

// The persistent name of a contact. Places follow the arrays, names the order of creation: the
// sides of a contact may have to change places, and its normal and impulse then change sign.
struct NamedContact {
  ContactKey key;
  bool swapped = false;
};

template <int D>
NamedContact name_of(const Bodies<D>& bodies, const ContactPlace& place) {
  const BodyId a = place.a.is_boundary() ? BodyId{place.a.value} : bodies.id[place.a.body()];
  const BodyId b = bodies.id[place.b.body()];
  if (a < b) return {{a, b, place.feature}, false};
  return {{b, a, place.feature}, true};
}

// What a contact remembers under its persistent name; impulse and moment act on key.b.
template <int D>
struct NamedRecord {
  ContactKey key;
  ContactRecord<D> record;
};

// The memory that holds these records; the ids must be those of the bodies.
template <int D>
ContactMemory<D> memory_of(const Bodies<D>& bodies, std::span<const NamedRecord<D>> records) {
  std::vector<std::int32_t> place_of;
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const auto id = static_cast<std::size_t>(bodies.id[k].value);
    if (place_of.size() <= id) place_of.resize(id + 1, -1);
    place_of[id] = static_cast<std::int32_t>(k);
  }
  const auto node = [&](BodyId id) {
    return NodeRef{id.is_boundary() ? id.value : place_of[static_cast<std::size_t>(id.value)]};
  };
  ContactMemory<D> memory;
  memory.reserve(records.size());
  for (const NamedRecord<D>& named : records) {
    const NodeRef a = node(named.key.a);
    const NodeRef b = node(named.key.b);
    if (a < b) {
      memory.add({a, b, named.key.feature}, named.record);
    } else {
      memory.add({b, a, named.key.feature}, named.record.swapped());
    }
  }
  sort(memory);
  return memory;
}

// The memory after bodies have moved from place k to new_place[k] (−1: removed, with its contacts).
template <int D>
void rearrange(ContactMemory<D>& memory, std::span<const std::int32_t> new_place) {
  const auto moved = [&](NodeRef side) {
    return side.is_boundary() ? side : NodeRef{new_place[side.body()]};
  };
  ContactMemory<D> kept;
  kept.reserve(memory.size());
  for (std::size_t k = 0; k < memory.size(); ++k) {
    const ContactPlace& old = memory.places[k];
    const NodeRef a = moved(old.a);
    const NodeRef b = moved(old.b);
    if ((!old.a.is_boundary() && a.value < 0) || b.value < 0) continue;
    if (a < b) {
      kept.add({a, b, old.feature}, memory.record(k));
    } else {
      kept.add({b, a, old.feature}, memory.record(k).swapped());
    }
  }
  memory = std::move(kept);
  sort(memory);
}

// The point of a contact that was detected with the centres at `position`: between two bodies in
// the middle of the gap, at a boundary on its surface.
template <int D>
Vec<D> contact_point(std::span<const Vec<D>> position, const Bodies<D>& bodies,
                     const Contact<D>& contact) {
  const std::size_t b = contact.b().body();
  const double share = contact.a().is_boundary() ? 1.0 : 0.5;
  return position[b] - (bodies.radius[b] + share * contact.gap) * contact.n;
}

// r_a r_b/(r_a + r_b) of the pair (the body's radius at a boundary).
template <int D>
double effective_radius(const Bodies<D>& bodies, const Contact<D>& contact) {
  const double r_b = bodies.radius[contact.b().body()];
  return contact.a().is_boundary() ? r_b : effective_radius(bodies.radius[contact.a().body()], r_b);
}

// The smaller radius of the pair (the body's radius at a boundary).
template <int D>
double contact_length(const Bodies<D>& bodies, const Contact<D>& contact) {
  const double r_b = bodies.radius[contact.b().body()];
  return contact.a().is_boundary() ? r_b : std::min(bodies.radius[contact.a().body()], r_b);
}

}  // namespace galet
