// Planes under load in a step: each is one more node of the contact problem, with a single
// direction to move in, its normal. See docs/adr/0005-planes-under-load.md.
#pragma once

#include <span>
#include <vector>

#include "galet/model/world.hpp"
#include "galet/problem/bodies_operator.hpp"

namespace galet {

template <int D>
class LoadedPlanes {
 public:
  // For the step from t to t + h; `loaded` (by boundary) is moved on by advance().
  LoadedPlanes(const World<D>& world, double t, double h, double theta, const Vec<D>& gravity,
               std::vector<LoadedMotion>& loaded)
      : h_(h), theta_(theta), loaded_(loaded) {
    for (std::size_t k = 0; k < world.boundaries.size(); ++k) {
      const Boundary<D>& plane = world.boundaries[k];
      if (!plane.load || !plane.is_present(t + 0.5 * h)) continue;
      const double force =
          theta * plane.load->force_at(t + h) + (1.0 - theta) * plane.load->force_at(t);
      planes_.push_back({k, plane.load_direction(), loaded[k],
                         loaded[k].velocity +
                             h * (force / plane.load->mass + gravity.dot(plane.load_direction()))});
      node_of_.resize(world.boundaries.size(), -1);
      node_of_[k] = static_cast<std::int32_t>(nodes_.size());
      nodes_.push_back({plane.load_direction(), 1.0 / plane.load->mass});
    }
  }

  // Placements by their motions become true ones: those of the start of the step, moved on for some
  // seconds; …
  std::vector<Placement<D>> put(std::vector<Placement<D>> at, double seconds = 0.0) const {
    for (const Plane& plane : planes_) {
      place(at[plane.boundary], plane, plane.start.displacement + seconds * plane.start.velocity,
            plane.start.velocity);
    }
    return at;
  }
  // … those of the start with the velocity that they would have at the end without contacts; …
  std::vector<Placement<D>> put_free(std::vector<Placement<D>> at) const {
    for (const Plane& plane : planes_) {
      place(at[plane.boundary], plane, plane.start.displacement, plane.v_free);
    }
    return at;
  }
  // … those of the end.
  std::vector<Placement<D>> put_end(std::vector<Placement<D>> at) const {
    for (const Plane& plane : planes_) {
      const LoadedMotion& end = loaded_[plane.boundary];
      place(at[plane.boundary], plane, end.displacement, end.velocity);
    }
    return at;
  }
  // Placements from put_free() with the velocities of the end of the step.
  std::vector<Placement<D>> with_end_velocity(std::span<const Placement<D>> free) const {
    std::vector<Placement<D>> at(free.begin(), free.end());
    for (const Plane& plane : planes_) {
      at[plane.boundary].velocity +=
          (loaded_[plane.boundary].velocity - plane.v_free) * plane.normal;
    }
    return at;
  }

  // The nodes of the contact problem, and which of them a boundary is.
  std::span<const PlaneNode<D>> nodes() const { return nodes_; }
  std::span<const std::int32_t> node_of() const { return node_of_; }

  // Velocities and places at the end of the step, from what the contacts changed.
  void advance(std::span<const NodeRow<double>> motion) {
    for (std::size_t j = 0; j < planes_.size(); ++j) {
      const Plane& plane = planes_[j];
      LoadedMotion& end = loaded_[plane.boundary];
      end.velocity = plane.v_free + velocity_of<D>(motion[j]).dot(plane.normal);
      end.displacement = plane.start.displacement +
                         h_ * (theta_ * end.velocity + (1.0 - theta_) * plane.start.velocity);
    }
  }

 private:
  struct Plane {
    std::size_t boundary = 0;
    Vec<D> normal;
    LoadedMotion start;   // at the start of the step
    double v_free = 0.0;  // m/s, at its end without contacts
  };

  static void place(Placement<D>& at, const Plane& plane, double displacement, double velocity) {
    at.position += displacement * plane.normal;
    at.velocity += velocity * plane.normal;
  }

  double h_;
  double theta_;
  std::vector<LoadedMotion>& loaded_;
  std::vector<Plane> planes_;
  std::vector<PlaneNode<D>> nodes_;
  std::vector<std::int32_t> node_of_;  // by boundary; empty where there are none
};

}  // namespace galet
