// The contacts that may act in a step of Newmark's scheme, and the unknowns they make: bodies near
// a contact that can move. O(bodies · boundaries + pairs).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "galet/linear/block_matrix.hpp"
#include "galet/scheme/compliant_contact.hpp"
#include "galet/scheme/step.hpp"

namespace galet {

// Signed distance of a point to a face of a boundary, and the normal of the face there.
template <int D>
struct FacePoint {
  double distance = 0.0;
  Vec<D> normal = Vec<D>::Zero();
};

// The two sides of a contact.
struct ContactEnds {
  std::int32_t a = -1;  // bodies; −1 for a boundary
  std::int32_t b = -1;
  // Of the unknowns; −1 for boundaries and fixed bodies. Planes under load have the last rows.
  std::int32_t row_a = -1;
  std::int32_t row_b = -1;
  std::int32_t edge = 0;  // of the matrix, if both rows are unknowns
};

// What a contact with a boundary has besides.
template <int D>
struct NearFace {
  bool flat = true;                      // the face does not turn nor move
  FacePoint<D> start;                    // of the face
  Vec<D> surface = Vec<D>::Zero();       // mean velocity of the boundary's surface, m/s
  Vec<D> surface_seen = Vec<D>::Zero();  // that friction sees: mean or at the end
};

// Arrays by contact are apart, so that every pass over them reads only what it needs.
template <int D>
struct NearContacts {
  ContactSet<D> found;
  // In the order of `found`.
  std::vector<CompliantContact<D>> contacts;
  std::vector<const PairLaw*> laws;
  std::vector<ContactEnds> ends;
  std::vector<ContactForce<D>> forces;  // as evaluated last
  std::vector<NearFace<D>> faces;       // of the contacts with boundaries, which come first
  std::vector<std::int32_t> row_of;     // of a body in the unknowns, −1 if it is none
  std::vector<std::size_t> body_of;     // of a row
  std::vector<BlockEdge> edges;         // of the matrix, sorted
  bool any_locked = false;              // an unknown body has a locked direction
  // Of gaps that come from positions and not from increments: at faces that turn or move. m
  double position_round_off = 0.0;

  // Lists all contacts with gaps up to the margins of the bodies, in the step from t to t + h.
  // Planes under load, numbered by `plane_of` (by boundary, −1 for others), are where `loaded`
  // says, and are near whatever their velocity there takes them to.
  void list(const World<D>& world, const Bodies<D>& bodies, double t, double h,
            FrictionVelocity velocity, std::span<const double> margin,
            std::span<const LoadedMotion> loaded, std::span<const std::int32_t> plane_of,
            StepTools<D>& tools);

  // Of the contact's boundary if it is a plane under load.
  template <class Plane>
  const Plane* plane_at(std::size_t k, const std::vector<Plane>& planes) const {
    if (!contacts[k].boundary || ends[k].row_a < 0) return nullptr;
    return &planes[static_cast<std::size_t>(ends[k].row_a) - body_of.size()];
  }

  // The face of contact k, with a boundary, after its body has moved by dx, relative to a plane
  // under load.
  FaceAtEnd<D> face_at_end(const World<D>& world, const Bodies<D>& bodies, std::size_t k,
                           const Vec<D>& dx) const;

 private:
  void set_rows(const Bodies<D>& bodies);
  void set_contact(const World<D>& world, const Bodies<D>& bodies, FrictionVelocity velocity,
                   std::span<const std::int32_t> plane_of, std::size_t k);
  void number_edges();

  std::vector<Placement<D>> walls_mid_;
  std::vector<Placement<D>> walls_end_;
};

}  // namespace galet
