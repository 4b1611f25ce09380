// A contact between two balls or a ball and a boundary, as detected.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "galet/math/vec.hpp"

namespace galet {

// Where a contact's side sits in the arrays: bodies by their place, boundaries by −1 − place.
struct NodeRef {
  std::int32_t value = 0;

  static constexpr NodeRef boundary(std::size_t k) { return {-1 - static_cast<std::int32_t>(k)}; }
  constexpr bool is_boundary() const { return value < 0; }
  constexpr std::size_t body() const { return static_cast<std::size_t>(value); }
  constexpr std::size_t boundary() const { return static_cast<std::size_t>(-1 - value); }

  friend constexpr auto operator<=>(NodeRef, NodeRef) = default;
};

// The two sides of a contact and which of several contacts between them it is (the face of a box):
// what tells contacts apart and sorts them. Between two bodies a < b.
struct ContactPlace {
  NodeRef a;  // body or boundary
  NodeRef b;  // always a body
  std::int32_t feature = 0;

  friend constexpr bool operator==(const ContactPlace&, const ContactPlace&) = default;
  // By a, b and feature; the sides in one comparison, for the loops that merge contacts.
  friend constexpr std::strong_ordering operator<=>(const ContactPlace& x, const ContactPlace& y) {
    const std::strong_ordering order = x.sides() <=> y.sides();
    return order != 0 ? order : x.feature <=> y.feature;
  }

 private:
  constexpr std::int64_t sides() const { return std::int64_t{a.value} * (1LL << 32) + b.value; }
};

// Kept small, since there are millions: what else geometry has to say about balls follows from the
// normal (the arms are r_a n and −r_b n).
template <int D>
struct Contact {
  ContactPlace place;
  double gap = 0.0;  // > 0 separated
  Vec<D> n;          // unit normal from a to b

  NodeRef a() const { return place.a; }
  NodeRef b() const { return place.b; }
  // Rows n, t …
  Mat<D> frame() const { return contact_frame<D>(n); }
};

// Sorted by place, so that everything made from it is independent of how it was found.
template <int D>
using ContactSet = std::vector<Contact<D>>;

}  // namespace galet
