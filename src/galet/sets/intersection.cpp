#include "galet/sets/intersection.hpp"

#include <algorithm>

#include "galet/base/error.hpp"
#include "galet/sets/constrained_projection.hpp"
#include "galet/sets/nearest_point.hpp"
#include "galet/sets/polyhedron.hpp"

namespace galet::sets {
namespace {

constexpr int kMostCycles = 20000;

bool all_polyhedral(const std::vector<SetPtr>& parts) {
  return std::ranges::all_of(parts, [](const SetPtr& s) { return s->half_spaces().has_value(); });
}

bool all_convex(const std::vector<SetPtr>& parts) {
  return std::ranges::all_of(parts, [](const SetPtr& s) { return s->is_convex(); });
}

bool all_by_constraints(const std::vector<SetPtr>& parts) {
  return std::ranges::all_of(parts, [](const SetPtr& s) {
    // The cone is not smooth at its apex.
    return s->kind() != "cone" && s->constraints(Vector::Zero(s->dimension())).has_value();
  });
}

}  // namespace

Intersection::Intersection(std::vector<SetPtr> parts, IntersectionMethod method)
    : parts_(std::move(parts)), method_(method) {
  GALET_ASSERT(!parts_.empty());
  if (method_ == IntersectionMethod::automatic) {
    method_ = all_polyhedral(parts_)       ? IntersectionMethod::active_set
              : all_by_constraints(parts_) ? IntersectionMethod::constraints
                                           : IntersectionMethod::dykstra;
  }
  GALET_ASSERT(method_ != IntersectionMethod::active_set || all_polyhedral(parts_));
  GALET_ASSERT(method_ != IntersectionMethod::dykstra || all_convex(parts_));
}

double Intersection::length() const {
  double length = 0.0;
  for (const SetPtr& part : parts_) length = std::max(length, part->length());
  return length;
}

Projection Intersection::project(const Vector& x) const {
  if (parts_.size() == 1) return parts_.front()->project(x);
  if (method_ == IntersectionMethod::dykstra) return dykstra(x);
  if (method_ == IntersectionMethod::constraints) {
    return project_on_constraints([this](const Vector& y) { return *constraints(y); }, x, length());
  }
  const HalfSpaces h = *half_spaces();
  NearestPoint nearest = nearest_point(h.A, h.b, x);
  return {std::move(nearest.point), nearest.iterations, nearest.feasible};
}

Projection Intersection::dykstra(const Vector& x) const {
  Projection result{x};
  const double enough = 4.0 * kEpsilon * (length() + x.norm());
  std::vector<Vector> corrections(parts_.size(), Vector::Zero(x.size()));
  for (result.iterations = 1; result.iterations <= kMostCycles; ++result.iterations) {
    // The change of the corrections decides: the point alone can rest for many cycles and then move
    // on.
    double change = 0.0;
    for (std::size_t k = 0; k < parts_.size(); ++k) {
      const Vector from = result.point + corrections[k];
      result.point = parts_[k]->project(from).point;
      const Vector correction = from - result.point;
      change = std::max(change, (correction - corrections[k]).norm());
      corrections[k] = correction;
    }
    if (change <= enough) return result;
  }
  result.converged = false;
  return result;
}

std::optional<double> Intersection::support(const Vector& d) const {
  const auto h = half_spaces();
  return h ? Polyhedron(h->A, h->b).support(d) : std::nullopt;
}

std::optional<Vector> Intersection::farthest(const Vector& x) const {
  const auto h = half_spaces();
  return h ? Polyhedron(h->A, h->b).farthest(x) : std::nullopt;
}

std::optional<ConeGenerators> Intersection::normal_generators(const Vector& x,
                                                              double tolerance) const {
  ConeGenerators sum = zero_cone(dimension());
  const auto append = [](Matrix& to, const Matrix& columns) {
    const auto before = to.cols();
    to.conservativeResize(Eigen::NoChange, before + columns.cols());
    to.rightCols(columns.cols()) = columns;
  };
  for (const SetPtr& part : parts_) {
    const auto cone = part->normal_generators(x, tolerance);
    if (!cone) return std::nullopt;
    append(sum.rays, cone->rays);
    append(sum.lines, cone->lines);
  }
  return sum;
}

std::optional<double> Intersection::prox_radius() const {
  if (parts_.size() == 1) return parts_.front()->prox_radius();
  if (!all_convex(parts_)) return std::nullopt;
  return kInfinity;
}

std::optional<double> Intersection::strong_convexity_radius() const {
  double largest = 0.0;
  for (const SetPtr& part : parts_) {
    const auto r = part->strong_convexity_radius();
    if (!r) return std::nullopt;
    largest = std::max(largest, *r);
  }
  return largest;
}

std::optional<Constraints> Intersection::constraints(const Vector& x) const {
  Constraints all{Vector(0), Matrix(x.size(), 0)};
  for (const SetPtr& part : parts_) {
    const auto c = part->constraints(x);
    if (!c) return std::nullopt;
    const auto before = all.value.size();
    all.value.conservativeResize(before + c->value.size());
    all.value.tail(c->value.size()) = c->value;
    all.gradient.conservativeResize(Eigen::NoChange, before + c->value.size());
    all.gradient.rightCols(c->value.size()) = c->gradient;
  }
  return all;
}

std::optional<Set::HalfSpaces> Intersection::half_spaces() const {
  HalfSpaces all{Matrix(0, dimension()), Vector(0)};
  for (const SetPtr& part : parts_) {
    const auto h = part->half_spaces();
    if (!h) return std::nullopt;
    const auto before = all.b.size();
    all.A.conservativeResize(before + h->b.size(), Eigen::NoChange);
    all.A.bottomRows(h->b.size()) = h->A;
    all.b.conservativeResize(before + h->b.size());
    all.b.tail(h->b.size()) = h->b;
  }
  return all;
}

}  // namespace galet::sets
