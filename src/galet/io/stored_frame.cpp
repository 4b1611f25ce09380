#include "galet/io/stored_frame.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "galet/base/error.hpp"
#include "galet/base/tidy_time.hpp"

namespace galet {
namespace {

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

template <int D>
StoredContacts stored_contacts(const Frame<D>& frame) {
  constexpr std::size_t d = D;
  const std::size_t count = frame.contacts.size();
  GALET_ASSERT(frame.impulses.size() == count && frame.status.size() == count);
  StoredContacts out;
  out.body_a.reserve(count);
  out.body_b.reserve(count);
  out.feature.reserve(count);
  out.gap.reserve(count);
  out.point.reserve(count * d);
  out.frame.reserve(count * d * d);
  out.impulse.reserve(count * d);
  out.status.reserve(count);
  // By name, whatever the order in the arrays.
  std::vector<std::pair<NamedContact, std::size_t>> named(count);
  for (std::size_t c = 0; c < count; ++c) {
    named[c] = {name_of(frame.state.bodies, frame.contacts[c].place), c};
  }
  std::ranges::sort(named, {}, [](const auto& entry) { return entry.first.key; });
  for (const auto& [name, c] : named) {
    Contact<D> contact = frame.contacts[c];
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
  for (const std::size_t k : places) append(out.orientation, bodies.rotation[k]);
  out.velocity = flat(bodies.velocity, places);
  out.spin = flat(bodies.spin, places);
  out.radius = picked(bodies.radius, places);
  out.mass = picked(bodies.mass, places);
  out.inertia = picked(bodies.inertia, places);
  for (const std::size_t k : places) out.free.push_back(free_bits(bodies, k));
  out.material = picked(bodies.material, places);
  out.group = picked(bodies.group, places);
  if (frame.world.cell.any()) {
    for (const std::size_t k : places) {
      const Image<D> image = bodies.image_of(k);
      out.image.insert(out.image.end(), image.begin(), image.end());
    }
  }

  if (with_contacts) out.contacts = stored_contacts(frame);

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

template StoredFrame stored<2>(const Frame<2>&, bool);
template StoredFrame stored<3>(const Frame<3>&, bool);

}  // namespace galet
