// Planes under load in a step: each is one more node of the problem of the step, with a single
// direction to move in, its normal. See docs/adr/0005-planes-under-load.md.
//
// A scheme asks what pushes a plane (load, weight, both) and at the end says how far it went and
// how fast it is. Two things differ between schemes: the weight θ of the end of the step, and the
// instant whose boundaries the bodies feel, which decides whether a plane takes part in the step.
//
// A pressure acts on the area between the walls at the start of the step. A plane that is driven at
// the middle of a step has no inverse mass in it: it goes the integral of its velocity, and bodies
// do not change that. Afterwards it goes on with the velocity that it has.
#pragma once

#include <span>
#include <vector>

#include "galet/collision/narrow_phase.hpp"
#include "galet/model/pressed_area.hpp"
#include "galet/model/world.hpp"
#include "galet/problem/bodies_operator.hpp"
#include "galet/scheme/forces.hpp"

namespace galet {

// A plane under load that takes part in a step.
template <int D>
struct LoadedPlane {
  std::size_t boundary = 0;
  Vec<D> normal;
  double mass = 0.0;        // kg
  double load_start = 0.0;  // N along the normal, without its weight, at both ends of the step
  double load_end = 0.0;
  LoadedMotion start;  // at the start of the step; of a driven plane with the mean velocity
  bool driven = false;

  double load(double theta) const { return theta * load_end + (1.0 - theta) * load_start; }
  // Load and weight, N along the normal.
  double force(double theta, const Vec<D>& gravity) const {
    return load(theta) + mass * gravity.dot(normal);
  }
  // Of the velocity in h seconds, by load and weight alone; …
  double free_change(double h, double theta, const Vec<D>& gravity) const {
    if (driven) return 0.0;
    return h * (load(theta) / mass + gravity.dot(normal));
  }
  // … and with the impulses on the bodies that touch it.
  double change(double h, double theta, const Vec<D>& gravity, std::span<const Contact<D>> contacts,
                std::span<const Vec<D>> impulses) const {
    if (driven) return 0.0;
    double impulse = h * load(theta);
    for (std::size_t c = 0; c < contacts.size() && contacts[c].a().is_boundary(); ++c) {
      if (contacts[c].a().boundary() == boundary) impulse -= impulses[c].dot(normal);
    }
    return impulse / mass + h * gravity.dot(normal);
  }
};

template <int D>
class LoadedPlanes {
 public:
  // For the step from t to t + h, with the θ-weighted gravity; `loaded` (by boundary) is moved on
  // to the end of the step. The planes are those present at t + felt · h.
  LoadedPlanes(const World<D>& world, double t, double h, double theta, const Vec<D>& gravity,
               std::vector<LoadedMotion>& loaded, double felt = 0.5,
               ForceRule rule = ForceRule::ends)
      : h_(h), theta_(theta), loaded_(loaded) {
    for (std::size_t k = 0; k < world.boundaries.size(); ++k) {
      const Boundary<D>& plane = world.boundaries[k];
      if (!plane.load || !plane.is_present(t + felt * h)) continue;
      planes_.push_back(plane_of(world, k, t, rule));
      const LoadedPlane<D>& now = planes_.back();
      v_free_.push_back(now.start.velocity + now.free_change(h, theta, gravity));
      node_of_.resize(world.boundaries.size(), -1);
      node_of_[k] = static_cast<std::int32_t>(nodes_.size());
      nodes_.push_back({now.normal, now.driven ? 0.0 : 1.0 / now.mass});
    }
  }

  std::span<const LoadedPlane<D>> planes() const { return planes_; }
  // Plane j at the end of the step, from where it started.
  void set_end(std::size_t j, double moved, double velocity) {
    loaded_[planes_[j].boundary] = {planes_[j].start.displacement + moved, velocity};
  }

  // Placements by their motions become true ones: those of the start of the step, moved on for some
  // seconds; …
  std::vector<Placement<D>> put(std::vector<Placement<D>> at, double seconds = 0.0) const {
    for (const LoadedPlane<D>& plane : planes_) {
      place(at[plane.boundary], plane, plane.start.displacement + seconds * plane.start.velocity,
            plane.start.velocity);
    }
    return at;
  }
  // … those of the start with the velocity that they would have at the end without contacts; …
  std::vector<Placement<D>> put_free(std::vector<Placement<D>> at) const {
    for (std::size_t j = 0; j < planes_.size(); ++j) {
      place(at[planes_[j].boundary], planes_[j], planes_[j].start.displacement, v_free_[j]);
    }
    return at;
  }
  // … those of the end.
  std::vector<Placement<D>> put_end(std::vector<Placement<D>> at) const {
    for (const LoadedPlane<D>& plane : planes_) {
      const LoadedMotion& end = loaded_[plane.boundary];
      place(at[plane.boundary], plane, end.displacement, end.velocity);
    }
    return at;
  }
  // Placements from put_free() with the velocities of the end of the step.
  std::vector<Placement<D>> with_end_velocity(std::span<const Placement<D>> free) const {
    std::vector<Placement<D>> at(free.begin(), free.end());
    for (std::size_t j = 0; j < planes_.size(); ++j) {
      const LoadedPlane<D>& plane = planes_[j];
      at[plane.boundary].velocity += (loaded_[plane.boundary].velocity - v_free_[j]) * plane.normal;
    }
    return at;
  }

  // The nodes of the contact problem, and which of them a boundary is.
  std::span<const PlaneNode<D>> nodes() const { return nodes_; }
  std::span<const std::int32_t> node_of() const { return node_of_; }

  // Moves the planes, at the end of the step, as these motions over some seconds would.
  void shift(std::span<const NodeRow<double>> motion, double seconds) {
    for (std::size_t j = 0; j < planes_.size(); ++j) {
      loaded_[planes_[j].boundary].displacement +=
          seconds * velocity_of<D>(motion[j]).dot(planes_[j].normal);
    }
  }

  // Velocities and places at the end of the step, from what the contacts changed.
  void advance(std::span<const NodeRow<double>> motion) {
    for (std::size_t j = 0; j < planes_.size(); ++j) {
      const LoadedPlane<D>& plane = planes_[j];
      const double velocity = v_free_[j] + velocity_of<D>(motion[j]).dot(plane.normal);
      set_end(j, h_ * (theta_ * velocity + (1.0 - theta_) * plane.start.velocity), velocity);
    }
  }

 private:
  LoadedPlane<D> plane_of(const World<D>& world, std::size_t k, double t, ForceRule rule) const {
    const Boundary<D>& boundary = world.boundaries[k];
    const Load& load = *boundary.load;
    LoadedPlane<D> plane{k, boundary.load_direction(), load.mass, 0.0, 0.0, loaded_[k]};
    if (const Drive* drive = load.drive_at(t + 0.5 * h_)) {
      plane.driven = true;
      plane.start.velocity = drive->velocity.integral(t, t + h_)[0] / h_;
      return plane;
    }
    const auto add = [&](const VectorSeries& series, double factor) {
      const bool mean = rule == ForceRule::mean;
      plane.load_start += factor * (mean ? series.mean(t, h_, 0) : series.component(t, 0));
      plane.load_end += factor * (mean ? series.mean(t, h_, 0) : series.component(t + h_, 0));
    };
    add(load.force, 1.0);
    if (load.pressure) {
      const auto area =
          load.area ? load.area : pressed_area<D>(world, placements(world, t, loaded_), k);
      add(*load.pressure, area.value_or(0.0));  // walls that meet leave nothing to press on
    }
    return plane;
  }

  static void place(Placement<D>& at, const LoadedPlane<D>& plane, double displacement,
                    double velocity) {
    at.position += displacement * plane.normal;
    at.velocity += velocity * plane.normal;
  }

  double h_;
  double theta_;
  std::vector<LoadedMotion>& loaded_;
  std::vector<LoadedPlane<D>> planes_;
  std::vector<double> v_free_;  // m/s, at the end of the step without contacts
  std::vector<PlaneNode<D>> nodes_;
  std::vector<std::int32_t> node_of_;  // by boundary; empty where there are none
};

}  // namespace galet
