#include "galet/io/stored_frame.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "galet/base/error.hpp"
#include "galet/base/tidy_time.hpp"

namespace galet {
namespace {

constexpr std::size_t rows_of_part = std::size_t{1} << 14;

// The rows at the given places, one after the other.
template <class Vector>
std::vector<double> flat(const std::vector<Vector>& rows, const std::vector<std::size_t>& places) {
  std::vector<double> values;
  values.reserve(rows.size() * static_cast<std::size_t>(Vector::SizeAtCompileTime));
  for (const std::size_t k : places) {
    values.insert(values.end(), rows[k].data(), rows[k].data() + rows[k].size());
  }
  return values;
}

template <class T>
std::vector<T> picked(const std::vector<T>& values, const std::vector<std::size_t>& places) {
  std::vector<T> out;
  out.reserve(values.size());
  for (const std::size_t k : places) out.push_back(values[k]);
  return out;
}

void append(std::vector<double>& values, const Rotation<2>& rotation) {
  values.push_back(rotation.angle());
}

void append(std::vector<double>& values, const Rotation<3>& rotation) {
  const Eigen::Quaterniond& q = rotation.quaternion();
  values.insert(values.end(), {q.w(), q.x(), q.y(), q.z()});
}

template <int D>
std::uint8_t free_bits(const Bodies<D>& bodies, std::size_t k) {
  unsigned bits = bodies.inverse_inertia[k] > 0.0 ? stored_free_rotation : 0U;
  for (int i = 0; i < D; ++i) bits |= bodies.inverse_mass[k][i] > 0.0 ? 1U << i : 0U;
  return static_cast<std::uint8_t>(bits);
}

// The places of the contacts by name, whatever the order in the arrays.
template <int D>
std::vector<std::size_t> contacts_by_name(const Frame<D>& frame) {
  GALET_ASSERT(frame.impulses.size() == frame.contacts.size());
  GALET_ASSERT(frame.status.size() == frame.contacts.size());
  std::vector<std::size_t> order(frame.contacts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t c) {
    return name_of(frame.state.bodies, frame.contacts[c].place).key;
  });
  return order;
}

template <int D>
StoredContacts stored_contacts(const Frame<D>& frame, std::span<const std::size_t> places) {
  constexpr std::size_t d = D;
  const std::size_t count = places.size();
  StoredContacts out;
  out.body_a.reserve(count);
  out.body_b.reserve(count);
  out.feature.reserve(count);
  out.gap.reserve(count);
  out.point.reserve(count * d);
  out.frame.reserve(count * d * d);
  out.impulse.reserve(count * d);
  out.status.reserve(count);
  for (const std::size_t c : places) {
    Contact<D> contact = frame.contacts[c];
    const NamedContact name = name_of(frame.state.bodies, contact.place);
    Vec<D> impulse = frame.impulses[c];
    const double sign = name.swapped ? -1.0 : 1.0;
    const Vec<D> point = contact_point<D>(frame.detected_at, frame.state.bodies, contact);
    if (name.swapped) {
      contact.n = -contact.n;
      impulse = -impulse;
    }
    const Mat<D> axes = contact.frame();
    const Vec<D> components = axes * impulse;
    out.body_a.push_back(name.key.a.value);
    out.body_b.push_back(name.key.b.value);
    out.feature.push_back(name.key.feature);
    out.gap.push_back(contact.gap);
    for (int i = 0; i < D; ++i) out.point.push_back(point[i]);
    for (int i = 0; i < D; ++i) {
      for (int j = 0; j < D; ++j) out.frame.push_back(axes(i, j));
    }
    for (int i = 0; i < D; ++i) out.impulse.push_back(components[i]);
    out.status.push_back(static_cast<std::uint8_t>(frame.status[c]));
    if (!frame.moments.empty()) {
      for (const double x : frame.moments[c]) out.moment.push_back(sign * x);
    }
    if (!frame.states.empty()) out.state.push_back(frame.states[c]);
    if (!frame.solids.empty()) out.solid.push_back(frame.solids[c]);
  }
  return out;
}

}  // namespace

template <int D>
StoredFrame stored(const Frame<D>& frame, bool with_contacts) {
  const State<D>& state = frame.state;
  const Bodies<D>& bodies = state.bodies;
  StoredFrame out;
  out.dimension = D;
  out.number = frame.number;
  out.step = state.step;
  out.time = tidy_time(state.time);
  out.step_length = frame.step_length;

  const std::vector<std::size_t> places = places_by_id(bodies);
  out.id.reserve(bodies.size());
  for (const std::size_t k : places) out.id.push_back(bodies.id[k].value);
  out.position = flat(bodies.position, places);
  out.orientation.reserve(bodies.size() * (D == 2 ? 1 : 4));
  for (const std::size_t k : places) append(out.orientation, bodies.rotation[k]);
  out.velocity = flat(bodies.velocity, places);
  out.spin = flat(bodies.spin, places);
  out.radius = picked(bodies.radius, places);
  out.mass = picked(bodies.mass, places);
  out.inertia = picked(bodies.inertia, places);
  out.free.reserve(bodies.size());
  for (const std::size_t k : places) out.free.push_back(free_bits(bodies, k));
  out.material = picked(bodies.material, places);
  out.group = picked(bodies.group, places);
  if (frame.world.cell.any()) {
    out.image.reserve(bodies.size() * D);
    for (const std::size_t k : places) {
      const Image<D> image = bodies.image_of(k);
      out.image.insert(out.image.end(), image.begin(), image.end());
    }
  }

  if (with_contacts) out.contacts = stored_contacts<D>(frame, contacts_by_name(frame));

  for (std::size_t k = 0; k < frame.world.boundaries.size(); ++k) {
    const Boundary<D>& boundary = frame.world.boundaries[k];
    const LoadedMotion loaded = state.loaded_motion(k);
    const Placement<D> at = boundary.placement(state.time, loaded);
    out.boundary_displacement.push_back(loaded.displacement);
    out.boundary_velocity.push_back(loaded.velocity);
    for (int i = 0; i < D; ++i) out.boundary_position.push_back(at.position[i]);
    append(out.boundary_orientation, at.rotation);
    out.boundary_present.push_back(at.present ? 1 : 0);
    out.names.boundaries.push_back(boundary.name);
  }
  out.names.materials = frame.world.materials;
  out.names.groups = frame.world.groups;
  return out;
}

template <int D>
ContactParts contact_parts(const Frame<D>& frame) {
  return {frame.contacts.size(), [frame, order = contacts_by_name(frame)](std::size_t first) {
            const std::span rest = std::span(order).subspan(first);
            return stored_contacts<D>(frame, rest.first(std::min(rows_of_part, rest.size())));
          }};
}

template StoredFrame stored<2>(const Frame<2>&, bool);
template StoredFrame stored<3>(const Frame<3>&, bool);
template ContactParts contact_parts<2>(const Frame<2>&);
template ContactParts contact_parts<3>(const Frame<3>&);

}  // namespace galet
