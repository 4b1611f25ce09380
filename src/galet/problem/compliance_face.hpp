// Faces of boundaries that bodies may press into within a step, as data.
//
// A flat face that stays is its normal and the overlap at the start. A curved, turning or moving
// face is the obstacle with its places at mid-step and at the end: the normal force acts along the
// normal at mid-step, with the correction of [Gonzalez1996] where the obstacle stands still, so
// that force times way is the change of the distance. All of it is plain values, no callback: a
// problem can be stored whatever its faces are.
#pragma once

#include <cstdint>
#include <span>

#include "galet/geometry/image_at.hpp"
#include "galet/problem/compliant_contact.hpp"

namespace galet {

// Signed distance of a point to a face of a boundary, and the normal of the face there.
template <int D>
struct FacePoint {
  double distance = 0.0;
  Vec<D> normal = Vec<D>::Zero();
};

// A boundary in a step.
template <int D>
struct StepObstacle {
  Obstacle<D> shape;
  Placement<D> mid;
  Placement<D> end;
  bool still = true;  // its shape neither moves nor turns
};

// What a contact with a boundary has besides.
template <int D>
struct NearFace {
  bool flat = true;                      // the face neither turns nor moves
  std::int32_t obstacle = 0;             // used if it is not flat
  std::int32_t feature = 0;              // which of the faces of the obstacle
  FacePoint<D> start;                    // of the face, at the start
  Vec<D> x = Vec<D>::Zero();             // centre of the body at the start
  Vec<D> surface = Vec<D>::Zero();       // mean velocity of the boundary's surface, m/s
  Vec<D> surface_seen = Vec<D>::Zero();  // that friction sees: mean or at the end
};

// The face of a contact after its body has moved by dx (relative to a plane under load).
template <int D>
FaceAtEnd<D> face_at_end(const PeriodicCell<D>& cell, std::span<const StepObstacle<D>> obstacles,
                         const NearFace<D>& face, const CompliantContact<D>& contact,
                         const Vec<D>& dx);

}  // namespace galet
