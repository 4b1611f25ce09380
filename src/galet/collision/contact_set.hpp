// The memory of contacts between steps, and their names and points.
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "galet/base/ids.hpp"
#include "galet/model/bodies.hpp"
#include "galet/problem/contact.hpp"

namespace galet {

// What a contact remembers from one step to the next.
template <int D>
struct ContactRecord {
  ContactPlace place;
  Vec<D> impulse;  // on b, in world components, N s
};

// Contacts with an impulse, sorted by place.
template <int D>
using ContactMemory = std::vector<ContactRecord<D>>;

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
      memory.push_back({{a, b, named.key.feature}, named.impulse});
    } else {
      memory.push_back({{b, a, named.key.feature}, -named.impulse});
    }
  }
  std::ranges::sort(memory, {}, &ContactRecord<D>::place);
  return memory;
}

// The memory after bodies have moved from place k to new_place[k] (−1: removed, with its contacts).
template <int D>
void rearrange(ContactMemory<D>& memory, std::span<const std::int32_t> new_place) {
  const auto moved = [&](NodeRef side) {
    return side.is_boundary() ? side : NodeRef{new_place[side.body()]};
  };
  std::erase_if(memory, [&](const ContactRecord<D>& record) {
    return (!record.place.a.is_boundary() && moved(record.place.a).value < 0) ||
           moved(record.place.b).value < 0;
  });
  for (ContactRecord<D>& record : memory) {
    record.place.a = moved(record.place.a);
    record.place.b = moved(record.place.b);
    if (record.place.b < record.place.a) {
      std::swap(record.place.a, record.place.b);
      record.impulse = -record.impulse;
    }
  }
  std::ranges::sort(memory, {}, &ContactRecord<D>::place);
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
