// A frame as it stands in a file: plain arrays, the same type in two and three dimensions. What the
// trajectory holds, and what the other writers of frames start from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "galet/sim/records.hpp"

namespace galet {

// d = dimension, s = 1 (2D) or 3 (3D) components of a spin. Rows follow each other.
struct StoredContacts {
  std::vector<std::int64_t> body_a;   // id of a body; boundary k is −1 − k
  std::vector<std::int64_t> body_b;   // always a body
  std::vector<std::int32_t> feature;  // tells several contacts of one pair apart
  std::vector<double> gap;            // m, > 0 separated
  std::vector<double> point;          // d, m
  std::vector<double> frame;          // d × d, rows n (from a to b), t …
  std::vector<double> impulse;        // d, N s, on b, components along the rows of the frame
  std::vector<std::uint8_t> status;   // a ContactStatus
  std::vector<double> moment;         // s, N m s, on b, world axes; empty where no law has any
  std::vector<double> state;          // of the law (1: bonded; γ, N s); empty where no law has any
  std::vector<double> solid;          // N s, β of gluey laws; empty where there are none

  std::size_t size() const { return body_a.size(); }
  bool operator==(const StoredContacts&) const = default;
};

inline constexpr std::uint8_t stored_free_rotation = 8;

// What the indices of a frame stand for; the same in all frames of a run.
struct StoredNames {
  std::vector<std::string> materials;
  std::vector<std::string> groups;  // the first is "", bodies without a group
  std::vector<std::string> boundaries;

  bool operator==(const StoredNames&) const = default;
};

struct StoredFrame {
  int dimension = 0;
  std::int64_t number = 0;  // of the output, from 0
  std::int64_t step = 0;
  double time = 0.0;         // s
  double step_length = 0.0;  // s; force = impulse / step_length

  std::vector<std::int64_t> id;
  std::vector<double> position;     // d, m
  std::vector<double> orientation;  // 2D: angle in rad; 3D: unit quaternion w, x, y, z
  std::vector<double> velocity;     // d, m/s
  std::vector<double> spin;         // s, rad/s
  std::vector<double> radius;       // m
  std::vector<double> mass;         // kg
  std::vector<double> inertia;      // kg m²
  std::vector<std::uint8_t> free;   // bits: 1, 2, 4 for moving along x, y, z, 8 for turning
  std::vector<std::int32_t> material;
  std::vector<std::int32_t> group;
  std::vector<std::int32_t> image;  // d, periods gone; empty unless the scene is periodic

  std::optional<StoredContacts> contacts;  // absent when the run did not store them

  std::vector<double> boundary_position;       // d, m, origin of the boundary's frame
  std::vector<double> boundary_orientation;    // as of the bodies
  std::vector<std::uint8_t> boundary_present;  // 1 where it is there
  // Of planes under load, along their normals; 0 of others.
  std::vector<double> boundary_displacement;  // m
  std::vector<double> boundary_velocity;      // m/s

  StoredNames names;

  std::size_t bodies() const { return id.size(); }
  std::size_t boundaries() const {
    return boundary_position.size() / static_cast<std::size_t>(dimension);
  }
  bool operator==(const StoredFrame&) const = default;
};

template <int D>
StoredFrame stored(const Frame<D>& frame, bool with_contacts = true);

// The contacts of a frame part by part: all of them at once take as much memory as the state.
struct ContactParts {
  std::size_t size = 0;                                  // contacts in all
  std::function<StoredContacts(std::size_t)> part = {};  // from this one on; none: not to be stored
};

// Of a frame that stays as it is for as long.
template <int D>
ContactParts contact_parts(const Frame<D>& frame);

}  // namespace galet
