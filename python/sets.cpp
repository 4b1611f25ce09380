// Closed convex and prox-regular sets, and sweeping processes by moving ones.
#include <memory>

#include "bindings.hpp"
#include "documents.hpp"
#include <fmt/format.h>
#include <pybind11/eigen.h>

#include "galet/io/sweep_file.hpp"
#include "galet/sets/affine_subspace.hpp"
#include "galet/sets/ball.hpp"
#include "galet/sets/ball_complement.hpp"
#include "galet/sets/box.hpp"
#include "galet/sets/ellipsoid.hpp"
#include "galet/sets/excess.hpp"
#include "galet/sets/half_space.hpp"
#include "galet/sets/inflated.hpp"
#include "galet/sets/intersection.hpp"
#include "galet/sets/moved.hpp"
#include "galet/sets/point.hpp"
#include "galet/sets/polyhedron.hpp"
#include "galet/sets/second_order_cone.hpp"
#include "galet/sweep/build.hpp"

namespace galet::python {
namespace {

using sets::Matrix;
using sets::SetPtr;
using sets::Vector;

void insist(bool holds, const char* message) {
  if (!holds) throw py::value_error(message);
}

void insist_finite(const Vector& x) { insist(x.allFinite(), "coordinates must be finite"); }

const Vector& point_for(const sets::Set& set, const Vector& x) {
  if (x.size() != set.dimension()) {
    throw py::value_error(
        fmt::format("expected {} coordinates, got {}", set.dimension(), x.size()));
  }
  insist_finite(x);
  return x;
}

// Bases of all sets.
void bind_set(py::module_& m) {
  const auto at = py::arg("x");
  py::class_<sets::Set, std::shared_ptr<sets::Set>>(m, "Set", "A closed set of vectors.")
      .def_property_readonly("dimension", &sets::Set::dimension, "Number of coordinates.")
      .def_property_readonly(
          "kind", [](const sets::Set& s) { return std::string(s.kind()); }, "As in sweep files.")
      .def_property_readonly("is_convex", &sets::Set::is_convex,
                             "Whether it is known to be convex.")
      .def_property_readonly("prox_radius", &sets::Set::prox_radius,
                             "The set is prox-regular with this radius; inf for convex sets, None "
                             "where it is not known.")
      .def(
          "project",
          [](const sets::Set& s, const Vector& x) {
            sets::Projection found = s.project(point_for(s, x));
            if (!found.converged) {
              throw std::runtime_error("the projection did not converge; the set may be empty");
            }
            return std::move(found.point);
          },
          at, "A nearest point of the set; the only one when it is convex.")
      .def(
          "distance",
          [](const sets::Set& s, const Vector& x) { return s.distance(point_for(s, x)); }, at,
          "Distance from the set.")
      .def(
          "contains",
          [](const sets::Set& s, const Vector& x, double tolerance) {
            return s.contains(point_for(s, x), tolerance);
          },
          at, py::arg("tolerance") = sets::kTouching,
          "Whether the distance is at most tolerance × (a length of the set + |x|).")
      .def(
          "farthest",
          [](const sets::Set& s, const Vector& x) { return s.farthest(point_for(s, x)); }, at,
          "A farthest point; None where there is none or it is not computed.")
      .def(
          "support", [](const sets::Set& s, const Vector& d) { return s.support(point_for(s, d)); },
          py::arg("d"), "sup of d·x over the set; None where it is not computed.")
      .def(
          "project_normal_cone",
          [](const sets::Set& s, const Vector& x, const Vector& v) {
            return s.project_normal_cone(point_for(s, x), point_for(s, v));
          },
          at, py::arg("v"), "Nearest point to v of the normal cone at a point x of the set.")
      .def(
          "project_tangent_cone",
          [](const sets::Set& s, const Vector& x, const Vector& v) {
            return s.project_tangent_cone(point_for(s, x), point_for(s, v));
          },
          at, py::arg("v"), "The same of the tangent cone.");
}

template <class S>
using SetClass = py::class_<S, sets::Set, std::shared_ptr<S>>;

void bind_kinds(py::module_& m) {
  using namespace sets;
  SetClass<Point>(m, "Point", "A single point.")
      .def(py::init([](const Vector& at) {
             insist_finite(at);
             insist(at.size() > 0, "a point has coordinates");
             return Point(at);
           }),
           py::arg("at"));
  SetClass<Ball>(m, "Ball", "A closed ball.")
      .def(py::init([](const Vector& center, double radius) {
             insist_finite(center);
             insist(center.size() > 0 && radius >= 0.0, "the radius must not be negative");
             return Ball(center, radius);
           }),
           py::arg("center"), py::arg("radius"));
  SetClass<Box>(m, "Box", "{low <= x <= high}; bounds may be infinite.")
      .def(py::init([](const Vector& low, const Vector& high) {
             insist(
                 low.size() > 0 && low.size() == high.size() && (low.array() <= high.array()).all(),
                 "low and high must have the same length, and low <= high");
             return Box(low, high);
           }),
           py::arg("low"), py::arg("high"));
  SetClass<sets::HalfSpace>(m, "HalfSpace", "{n·x <= offset}")
      .def(py::init([](const Vector& normal, double offset) {
             insist_finite(normal);
             insist(normal.size() > 0 && normal.norm() > 0.0, "the normal must not be zero");
             return sets::HalfSpace(normal, offset);
           }),
           py::arg("normal"), py::arg("offset") = 0.0);
  SetClass<Ellipsoid>(m, "Ellipsoid", "Axes parallel to the coordinates; turn it by Moved.")
      .def(py::init([](const Vector& center, const Vector& axes) {
             insist_finite(center);
             insist_finite(axes);
             insist(center.size() > 0 && center.size() == axes.size() && axes.minCoeff() > 0.0,
                    "there must be one positive semi-axis per coordinate");
             return Ellipsoid(center, axes);
           }),
           py::arg("center"), py::arg("axes"));
  SetClass<AffineSubspace>(m, "AffineSubspace", "{point + directions z}, directions by rows.")
      .def(py::init([](const Vector& point, const Matrix& directions) {
             insist_finite(point);
             insist(point.size() > 0 && directions.cols() == point.size() && directions.allFinite(),
                    "every row of directions must have as many coordinates as the point");
             return AffineSubspace(point, directions.transpose());
           }),
           py::arg("point"), py::arg("directions"));
  SetClass<SecondOrderCone>(m, "Cone", "{|x_t| <= mu x_1}, x_t the other coordinates.")
      .def(py::init([](int dimension, double mu) {
             insist(dimension >= 2 && mu >= 0.0, "a cone has dimension >= 2 and mu >= 0");
             return SecondOrderCone(dimension, mu);
           }),
           py::arg("dimension"), py::arg("mu"));
  SetClass<Polyhedron>(m, "Polyhedron", "{A x <= b}, which must not be empty.")
      .def(py::init([](const Matrix& A, const Vector& b) {
             insist(A.rows() == b.size() && A.cols() > 0 && A.allFinite() && b.allFinite(),
                    "A must have one row of finite numbers for each of b");
             insist(A.rows() == 0 || A.rowwise().norm().minCoeff() > 0.0,
                    "the rows of A must not be zero");
             insist(Polyhedron::is_feasible(A, b), "no x has A x <= b: the set is empty");
             return Polyhedron(A, b);
           }),
           py::arg("A"), py::arg("b"));
  SetClass<BallComplement>(m, "BallComplement", "What open balls leave over; not convex.")
      .def(py::init([](const Matrix& centers, const Vector& radii) {
             insist(centers.rows() == radii.size() && radii.size() > 0 && centers.cols() > 0 &&
                        centers.allFinite() && radii.minCoeff() > 0.0,
                    "there must be one positive radius for each row of centers");
             return BallComplement(centers.transpose(), radii);
           }),
           py::arg("centers"), py::arg("radii"));
  SetClass<Inflated>(m, "Inflated", "The Minkowski sum of a set and a ball.")
      .def(py::init([](const std::shared_ptr<Set>& base, double radius) {
             insist(radius >= 0.0, "the radius must not be negative");
             return Inflated(base, radius);
           }),
           py::arg("base"), py::arg("radius"));
  SetClass<Moved>(m, "Moved", "{translation + scale rotation y : y in base}")
      .def(py::init([](const std::shared_ptr<Set>& base, const Vector& translation,
                       const Matrix& rotation, double scale) {
             const int n = base->dimension();
             insist(translation.size() == n && translation.allFinite(),
                    "the translation must have as many coordinates as the set");
             insist(rotation.rows() == n && rotation.cols() == n &&
                        (rotation.transpose() * rotation - Matrix::Identity(n, n)).norm() <= 1e-9,
                    "the rotation must be an orthogonal matrix of the set's dimension");
             insist(scale > 0.0 && std::isfinite(scale), "the scale must be positive");
             return Moved(base, Placing{translation, rotation, scale});
           }),
           py::arg("base"), py::arg("translation"), py::arg("rotation"), py::arg("scale") = 1.0);
  SetClass<Intersection>(m, "Intersection", "Of sets of the same dimension; must not be empty.")
      .def(py::init([](const std::vector<std::shared_ptr<Set>>& parts) {
             insist(!parts.empty(), "an intersection has at least one part");
             for (const auto& part : parts) {
               insist(part != nullptr && part->dimension() == parts.front()->dimension(),
                      "all parts must have the same dimension");
             }
             return Intersection(std::vector<SetPtr>(parts.begin(), parts.end()));
           }),
           py::arg("parts"));
}

py::dict integrate_sweep(const SweepFile& file) {
  sweep::Solution solution;
  {
    const py::gil_scoped_release release;
    try {
      const sweep::Process process = sweep::build(file.scene);
      auto found = sweep::integrate(process, file.scene.integrator, file.scene.time.step);
      if (!found) {
        throw InputError("integrator",
                         "event-driven needs sets that are given by smooth functions; this one has "
                         "a part that is not (a point or a set with inflate)");
      }
      solution = *std::move(found);
      sweep::measure(process, solution);
    } catch (const InputError& error) {
      throw located(error, file.sources);
    }
  }
  std::vector<double> times;
  std::vector<double> points;
  for (const sweep::Instant& instant : solution.path) {
    times.push_back(instant.time);
    points.insert(points.end(), instant.u.begin(), instant.u.end());
  }
  const sweep::Report& report = solution.report;
  py::dict result;
  result["time"] = copied_array(times);
  result["u"] = copied_array(points, static_cast<py::ssize_t>(file.scene.sweep.dimension));
  result["steps"] = report.steps;
  result["projections"] = report.projections;
  result["failed_projections"] = report.failed_projections;
  result["events"] = report.events;
  result["variation"] = report.variation;
  result["retraction"] = report.retraction;
  result["distance_max"] = report.distance_max;
  return result;
}

}  // namespace

void bind_sets(py::module_& m) {
  py::module_ inner = m.def_submodule("sets");
  bind_set(inner);
  bind_kinds(inner);
  inner.def(
      "excess", [](const sets::Set& a, const sets::Set& b) { return sets::excess(a, b); },
      py::arg("A"), py::arg("B"),
      "How much A exceeds B, sup of d_B over A; None where it is not computed.");
  m.def("sweep_text", [](const std::string& text, const std::string& source) {
    return integrate_sweep(make_sweep(parse_toml(text, source)));
  });
  m.def("sweep_document",
        [](const py::object& document, const py::dict& places, const std::string& source) {
          return integrate_sweep(make_sweep(to_toml_value(document, places, source)));
        });
}

}  // namespace galet::python
