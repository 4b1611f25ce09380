// The memory of contacts between steps, and their names and points.
#pragma once

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "galet/base/ids.hpp"
#include "galet/model/bodies.hpp"
#include "galet/problem/contact.hpp"

namespace galet {

// What contacts remember from one step to the next: those with an impulse, sorted by place.
template <int D>
struct ContactMemory {
  std::vector<ContactPlace> places;
  std::vector<Vec<D>> impulses;  // on b, in world components, N s

  std::size_t size() const { return places.size(); }
  bool empty() const { return places.empty(); }
  void add(const ContactPlace& place, const Vec<D>& impulse) {
    places.push_back(place);
    impulses.push_back(impulse);
  }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.places, self.impulses);
  }
};

// Looks into a memory for contacts that come in the order of their places, all or from `first` on.
template <int D>
class MemoryCursor {
 public:
  explicit MemoryCursor(const ContactMemory<D>& memory) : memory_(memory) {}
  MemoryCursor(const ContactMemory<D>& memory, const ContactPlace& first)
      : memory_(memory),
        next_(static_cast<std::size_t>(std::ranges::lower_bound(memory.places, first) -
                                       memory.places.begin())) {}

  // The impulse of the contact; none when it is new.
  const Vec<D>* impulse_at(const ContactPlace& place) {
    while (next_ < memory_.size() && memory_.places[next_] < place) ++next_;
    const bool known = next_ < memory_.size() && memory_.places[next_] == place;
    return known ? &memory_.impulses[next_] : nullptr;
  }

 private:
  const ContactMemory<D>& memory_;
  std::size_t next_ = 0;
};

// Sorts the contacts of a memory by place.
template <int D>
void sort(ContactMemory<D>& memory) {
  std::vector<std::size_t> order(memory.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t k) { return memory.places[k]; });
  ContactMemory<D> sorted;
  for (const std::size_t k : order) sorted.add(memory.places[k], memory.impulses[k]);
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

// An impulse under its persistent name: on key.b, in world components, N s.
template <int D>
struct NamedImpulse {
  ContactKey key;
  Vec<D> impulse;
};

// The memory that holds these impulses; the ids must be those of the bodies.
template <int D>
ContactMemory<D> memory_of(const Bodies<D>& bodies, std::span<const NamedImpulse<D>> impulses) {
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
  for (const NamedImpulse<D>& named : impulses) {
    const NodeRef a = node(named.key.a);
    const NodeRef b = node(named.key.b);
    if (a < b) {
      memory.add({a, b, named.key.feature}, named.impulse);
    } else {
      memory.add({b, a, named.key.feature}, -named.impulse);
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
  for (std::size_t k = 0; k < memory.size(); ++k) {
    const ContactPlace& old = memory.places[k];
    const NodeRef a = moved(old.a);
    const NodeRef b = moved(old.b);
    if ((!old.a.is_boundary() && a.value < 0) || b.value < 0) continue;
    if (a < b) {
      kept.add({a, b, old.feature}, memory.impulses[k]);
    } else {
      kept.add({b, a, old.feature}, -memory.impulses[k]);
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

// The smaller radius of the pair (the body's radius at a boundary).
template <int D>
double contact_length(const Bodies<D>& bodies, const Contact<D>& contact) {
  const double r_b = bodies.radius[contact.b().body()];
  return contact.a().is_boundary() ? r_b : std::min(bodies.radius[contact.a().body()], r_b);
}

}  // namespace galet
