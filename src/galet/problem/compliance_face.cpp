#include "galet/problem/compliance_face.hpp"

#include <variant>

namespace galet {
namespace {

template <int D>
FacePoint<D> face_at(const Obstacle<D>& obstacle, const Placement<D>& place, int feature,
                     const Vec<D>& x, const FacePoint<D>& otherwise) {
  FacePoint<D> point = otherwise;
  std::visit(
      [&](const auto& shape) {
        for_each_face(shape, place, x, [&](int face, double distance, const Vec<D>& n) {
          if (face == feature) point = {distance, n};
        });
      },
      obstacle);
  return point;
}

}  // namespace

template <int D>
FaceAtEnd<D> face_at_end(const PeriodicCell<D>& cell, std::span<const StepObstacle<D>> obstacles,
                         const NearFace<D>& face, const CompliantContact<D>& contact,
                         const Vec<D>& dx) {
  const Vec<D>& n = face.start.normal;
  if (face.flat) return {contact.overlap - n.dot(dx), n, n};
  const StepObstacle<D>& obstacle = obstacles[static_cast<std::size_t>(face.obstacle)];
  const auto point = [&](const Placement<D>& place, const Vec<D>& at) {
    const ImageAt<D> image_at(cell, obstacle.shape, place);
    return face_at<D>(obstacle.shape, place, face.feature, image_at(at), face.start);
  };
  const FacePoint<D> end = point(obstacle.end, face.x + dx);
  const FacePoint<D> mid = point(obstacle.mid, face.x + 0.5 * dx);
  FaceAtEnd<D> at_end{contact.reach - end.distance, end.normal, mid.normal};
  const double moved2 = dx.squaredNorm();
  if (obstacle.still && moved2 > 0.0) {
    const double missing = (end.distance - face.start.distance) - mid.normal.dot(dx);
    at_end.gradient += missing / moved2 * dx;
  }
  return at_end;
}

template FaceAtEnd<2> face_at_end(const PeriodicCell<2>&, std::span<const StepObstacle<2>>,
                                  const NearFace<2>&, const CompliantContact<2>&, const Vec<2>&);
template FaceAtEnd<3> face_at_end(const PeriodicCell<3>&, std::span<const StepObstacle<3>>,
                                  const NearFace<3>&, const CompliantContact<3>&, const Vec<3>&);

}  // namespace galet
