#include "galet/sweep/build.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/sets/affine_subspace.hpp"
#include "galet/sets/ball.hpp"
#include "galet/sets/ball_complement.hpp"
#include "galet/sets/box.hpp"
#include "galet/sets/ellipsoid.hpp"
#include "galet/sets/half_space.hpp"
#include "galet/sets/inflated.hpp"
#include "galet/sets/point.hpp"
#include "galet/sets/polyhedron.hpp"
#include "galet/sets/second_order_cone.hpp"
#include "galet/sweep/expression.hpp"

namespace galet::sweep {
namespace {

using sets::MovingSetPtr;
using sets::SetPtr;

Vector vector_of(const std::vector<double>& values, int n, const std::string& key) {
  if (static_cast<int>(values.size()) != n) {
    throw InputError(
        key, fmt::format("expected {} number{}, got {}", n, n == 1 ? "" : "s", values.size()));
  }
  return Eigen::Map<const Vector>(values.data(), n);
}

// One column for each of the lists.
Matrix columns_of(const std::vector<std::vector<double>>& lists, int n, const std::string& key) {
  Matrix columns(n, static_cast<Eigen::Index>(lists.size()));
  for (std::size_t k = 0; k < lists.size(); ++k) {
    columns.col(static_cast<Eigen::Index>(k)) =
        vector_of(lists[k], n, fmt::format("{}[{}]", key, k));
  }
  return columns;
}

// Formulas that share their variables; copies share the parsed text.
using Formula = std::shared_ptr<const Expression>;

Formula formula(const std::string& text, const std::vector<std::string>& variables,
                const std::string& key) {
  return std::make_shared<const Expression>(text, variables, key);
}

double value(const Formula& f, double t) { return (*f)(std::span(&t, 1)); }

double value(const Formula& f, double t, const Vector& x) {
  std::vector<double> arguments{t};
  arguments.insert(arguments.end(), x.begin(), x.end());
  return (*f)(arguments);
}

class Builder {
 public:
  explicit Builder(const SweepScene& scene)
      : scene_(scene), n_(static_cast<int>(scene.sweep.dimension)) {
    variables_ = coordinate_names(n_);
    variables_.insert(variables_.begin(), "t");
  }

  Process build() {
    if (scene_.set.empty()) throw InputError("set", "expected at least one [[set]]");
    Process process;
    process.start = vector_of(scene_.sweep.start, n_, "sweep.start");
    process.time_start = scene_.time.start;
    process.time_end = scene_.time.end;
    if (!(process.time_end > process.time_start)) {
      throw InputError("time.end", "must be after time.start");
    }
    constexpr double most_steps = 1e8;
    if ((process.time_end - process.time_start) / scene_.time.step > most_steps) {
      throw InputError("time.step", fmt::format("gives more than {:g} steps", most_steps));
    }
    process.breaks = scene_.time.breaks;
    if (!std::ranges::is_sorted(process.breaks)) {
      throw InputError("time.breaks", "must be increasing");
    }
    std::vector<MovingSetPtr> parts;
    for (std::size_t k = 0; k < scene_.set.size(); ++k) {
      key_ = fmt::format("set[{}]", k);
      parts.push_back(std::visit([this](const auto& s) { return moving_part(s); }, scene_.set[k]));
      check_at_start(*parts.back());
    }
    process.set = sets::moving_intersection(std::move(parts));
    process.perturbation = perturbation();
    check_start(process);
    return process;
  }

 private:
  std::string key(std::string_view field) const { return fmt::format("{}.{}", key_, field); }
  Vector own_vector(const std::vector<double>& values, std::string_view field) const {
    return vector_of(values, n_, key(field));
  }

  // ---- Shapes ----

  SetPtr shape(const PointSettings& s) const {
    return std::make_shared<sets::Point>(own_vector(s.at, "at"));
  }
  SetPtr shape(const BallSettings& s) const {
    return std::make_shared<sets::Ball>(own_vector(s.center, "center"), s.radius);
  }
  SetPtr shape(const HalfSpaceSettings& s) const {
    const Vector normal = own_vector(s.normal, "normal");
    if (normal.norm() == 0.0) throw InputError(key("normal"), "must not be zero");
    return std::make_shared<sets::HalfSpace>(normal, s.offset);
  }
  SetPtr shape(const AffineSettings& s) const {
    return std::make_shared<sets::AffineSubspace>(own_vector(s.point, "point"),
                                                  columns_of(s.directions, n_, key("directions")));
  }
  SetPtr shape(const BoxSettings& s) const {
    const Vector low = own_vector(s.low, "low");
    const Vector high = own_vector(s.high, "high");
    if ((low.array() > high.array()).any()) throw InputError(key("high"), "must not be below low");
    return std::make_shared<sets::Box>(low, high);
  }
  SetPtr shape(const EllipsoidSettings& s) const {
    return std::make_shared<sets::Ellipsoid>(own_vector(s.center, "center"),
                                             own_vector(s.axes, "axes"));
  }
  SetPtr shape(const ConeSettings& s) const {
    if (n_ < 2) throw InputError(key("kind"), "a cone needs at least dimension 2");
    return std::make_shared<sets::SecondOrderCone>(n_, s.mu);
  }
  SetPtr shape(const PolyhedronSettings& s) const {
    const Matrix A = columns_of(s.normals, n_, key("normals")).transpose();
    const Vector b = vector_of(s.offsets, static_cast<int>(A.rows()), key("offsets"));
    for (Eigen::Index k = 0; k < A.rows(); ++k) {
      if (A.row(k).norm() == 0.0) {
        throw InputError(fmt::format("{}[{}]", key("normals"), k), "must not be zero");
      }
    }
    if (!sets::Polyhedron::is_feasible(A, b)) throw InputError(key("offsets"), "the set is empty");
    return std::make_shared<sets::Polyhedron>(A, b);
  }
  SetPtr shape(const PolygonSettings& s) const {
    if (n_ != 2) throw InputError(key("kind"), "a polygon needs dimension 2");
    const Matrix corners = columns_of(s.corners, 2, key("corners"));
    const auto m = corners.cols();
    if (m < 3) throw InputError(key("corners"), "expected at least 3 corners");
    for (Eigen::Index k = 0; k < m; ++k) {
      const Eigen::Vector2d a = corners.col(k);
      const Eigen::Vector2d ab = Eigen::Vector2d(corners.col((k + 1) % m)) - a;
      for (Eigen::Index j = 0; j < m; ++j) {
        const Eigen::Vector2d ac = Eigen::Vector2d(corners.col(j)) - a;
        const double left = ab.x() * ac.y() - ab.y() * ac.x();
        if (ab.norm() == 0.0 || left < -sets::kTouching * ab.norm() * ac.norm()) {
          throw InputError(key("corners"),
                           "must be the corners of a convex polygon, counter-clockwise");
        }
      }
    }
    return std::make_shared<sets::Polyhedron>(sets::Polyhedron::polygon(corners));
  }
  SetPtr shape(const BallComplementSettings& s) const {
    const Matrix centers = columns_of(s.centers, n_, key("centers"));
    if (centers.cols() == 0) throw InputError(key("centers"), "expected at least one ball");
    return std::make_shared<sets::BallComplement>(
        centers, vector_of(s.radii, static_cast<int>(centers.cols()), key("radii")));
  }

  // ---- Motions ----

  template <class S>
  MovingSetPtr moving_part(const S& s) const {
    SetPtr base = shape(s);
    if (s.inflate > 0.0) base = std::make_shared<sets::Inflated>(base, s.inflate);
    const MotionSettings& m = s.motion;
    if (m.translation.empty() && m.angle.empty() && m.scale.empty()) return sets::at_rest(base);
    return sets::moved_by(base, motion(m));
  }

  std::function<sets::Placing(double)> motion(const MotionSettings& m) const {
    const std::string path = key("motion");
    const std::vector<std::string> time{"t"};
    std::vector<Formula> translation;
    if (!m.translation.empty() && static_cast<int>(m.translation.size()) != n_) {
      throw InputError(path + ".translation",
                       fmt::format("expected {} formulas, got {}", n_, m.translation.size()));
    }
    for (std::size_t k = 0; k < m.translation.size(); ++k) {
      translation.push_back(
          formula(m.translation[k], time, fmt::format("{}.translation[{}]", path, k)));
    }
    const Formula angle = m.angle.empty() ? nullptr : formula(m.angle, time, path + ".angle");
    const Formula scale = m.scale.empty() ? nullptr : formula(m.scale, time, path + ".scale");
    std::vector<std::int64_t> plane = m.plane.empty() ? std::vector<std::int64_t>{1, 2} : m.plane;
    if (angle && (plane.size() != 2 || plane[0] == plane[1] || std::max(plane[0], plane[1]) > n_)) {
      throw InputError(path + ".plane",
                       fmt::format("expected two different coordinates between 1 and {}", n_));
    }
    const Vector about =
        m.about.empty() ? Vector(Vector::Zero(n_)) : vector_of(m.about, n_, path + ".about");
    return [=, n = n_](double t) {
      sets::Placing p = sets::Placing::identity(n);
      if (angle) {
        p.rotation = sets::plane_rotation(n, static_cast<int>(plane[0]) - 1,
                                          static_cast<int>(plane[1]) - 1, value(angle, t));
      }
      if (scale) p.scale = value(scale, t);
      if (!(p.scale > 0.0)) {
        throw NumericalError(
            fmt::format("{}.scale is {} at t = {}; it must be positive", path, p.scale, t));
      }
      p.translation = about - p.scale * (p.rotation * about);
      for (std::size_t k = 0; k < translation.size(); ++k) {
        p.translation[static_cast<Eigen::Index>(k)] += value(translation[k], t);
      }
      if (!p.translation.allFinite() || !p.rotation.allFinite()) {
        throw NumericalError(fmt::format("{} is not finite at t = {}", path, t));
      }
      return p;
    };
  }

  MovingSetPtr moving_part(const SublevelSettings& s) const {
    std::vector<Formula> functions;
    for (std::size_t k = 0; k < s.functions.size(); ++k) {
      functions.push_back(
          formula(s.functions[k], variables_, fmt::format("{}.functions[{}]", key_, k)));
    }
    if (functions.empty()) throw InputError(key("functions"), "expected at least one formula");
    // Central differences of fourth order: errors of (spacing/length)⁴ and of rounding/spacing,
    // about 1e-12 together.
    const double spacing = 1e-3 * s.length;
    const auto constraints = [functions, spacing, path = key_](double t, const Vector& x) {
      const auto m = static_cast<Eigen::Index>(functions.size());
      sets::Constraints c{Vector(m), Matrix(x.size(), m)};
      Vector y = x;
      for (Eigen::Index k = 0; k < m; ++k) {
        const Formula& f = functions[static_cast<std::size_t>(k)];
        c.value[k] = value(f, t, x);
        for (Eigen::Index j = 0; j < x.size(); ++j) {
          double slope = 0.0;
          for (const auto& [shift, weight] :
               {std::pair{-2.0, 1.0}, {-1.0, -8.0}, {1.0, 8.0}, {2.0, -1.0}}) {
            y[j] = x[j] + shift * spacing;
            slope += weight * value(f, t, y);
          }
          y[j] = x[j];
          c.gradient(j, k) = slope / (12.0 * spacing);
        }
      }
      if (!c.value.allFinite() || !c.gradient.allFinite()) {
        throw NumericalError(fmt::format("{}.functions: not finite at t = {}", path, t));
      }
      return c;
    };
    const auto radius = s.convex ? std::optional(sets::kInfinity) : s.prox_radius;
    return sets::moving_sublevel(n_, constraints, s.length, radius);
  }

  // ---- The rest ----

  Perturbation perturbation() const {
    const std::vector<std::string>& texts = scene_.sweep.perturbation;
    if (texts.empty()) return nullptr;
    if (static_cast<int>(texts.size()) != n_) {
      throw InputError("sweep.perturbation",
                       fmt::format("expected {} formulas, got {}", n_, texts.size()));
    }
    std::vector<Formula> formulas;
    for (std::size_t k = 0; k < texts.size(); ++k) {
      formulas.push_back(formula(texts[k], variables_, fmt::format("sweep.perturbation[{}]", k)));
    }
    return [formulas](double t, const Vector& u) {
      Vector f(u.size());
      for (Eigen::Index k = 0; k < f.size(); ++k) {
        f[k] = value(formulas[static_cast<std::size_t>(k)], t, u);
      }
      if (!f.allFinite())
        throw NumericalError(fmt::format("the perturbation is not finite at t = {}", t));
      return f;
    };
  }

  // Motions that are not finite, or not positive, at the first instant are mistakes of the file.
  void check_at_start(const sets::MovingSet& part) const {
    try {
      static_cast<void>(part.at(scene_.time.start)->project(Vector::Zero(n_)));
    } catch (const NumericalError& error) {
      throw InputError(key_, error.what());
    }
  }

  void check_start(const Process& process) const {
    try {
      const SetPtr set = process.set->at(process.time_start);
      const sets::Projection p = set->project(process.start);
      if (!p.converged) {
        throw InputError("sweep.start",
                         "no nearest point of the set found at the first instant; it is empty, or "
                         "the start is too far from a set that is not convex");
      }
    } catch (const NumericalError& error) {
      throw InputError("sweep.start", error.what());
    }
  }

  const SweepScene& scene_;
  int n_;
  std::string key_;
  std::vector<std::string> variables_;
};

}  // namespace

std::vector<std::string> coordinate_names(int dimension) {
  const std::vector<std::string> short_names{"x", "y", "z"};
  if (dimension <= 3) return {short_names.begin(), short_names.begin() + dimension};
  std::vector<std::string> names;
  for (int k = 1; k <= dimension; ++k) names.push_back(fmt::format("x{}", k));
  return names;
}

Process build(const SweepScene& scene) { return Builder(scene).build(); }

}  // namespace galet::sweep
