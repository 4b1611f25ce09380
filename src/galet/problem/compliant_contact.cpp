#include "galet/problem/compliant_contact.hpp"

#include <cmath>

namespace galet {
namespace {

// Thresholds of the thesis' program, m.
constexpr double kThesisGap = 1e-12;

// ω × r as a matrix acting on r.
Mat<2> spin_matrix(const Spin<2>& w) {
  Mat<2> m;
  m << 0.0, -w[0], w[0], 0.0;
  return m;
}
Mat<3> spin_matrix(const Spin<3>& w) {
  Mat<3> m;
  m << 0.0, -w[2], w[1], w[2], 0.0, -w[0], -w[1], w[0], 0.0;
  return m;
}

// r × f as a matrix acting on f.
Eigen::Matrix<double, 1, 2> moment_matrix(const Vec<2>& r) { return {-r[1], r[0]}; }
Mat<3> moment_matrix(const Vec<3>& r) { return spin_matrix(r); }

// The geometry of the normal force and its lever.
template <int D>
struct Geometry {
  Vec<D> direction;      // n̄
  Vec<D> normal;         // n', −∂d'/∂y
  double d_start = 0.0;  // as the law sees it
  double d_end = 0.0;    // as the law sees it
  bool acts = false;
  double lengths = 0.0;  // |x| + |x'|; 0 where the direction does not turn
  Vec<D> lever;
  double lever_rate = 0.0;  // dL/dy
};

double cut(double overlap) { return overlap < kThesisGap ? 0.0 : overlap; }

template <int D>
Geometry<D> pair_geometry(const CompliantContact<D>& c, const Vec<D>& y, NewmarkVariant variant,
                          double& overlap) {
  Geometry<D> g;
  const Vec<D> end = c.x + y;
  const double l_end = end.norm();
  const double lengths = c.length + l_end;
  const Vec<D> mean = (c.x + end) / lengths;
  // |x'| − |x| from y itself: no difference of lengths.
  overlap = c.overlap - y.dot(mean);
  // Coincident centres have no direction; any will do to push them apart.
  g.normal = l_end > 0.0 ? Vec<D>(end / l_end) : Vec<D>(Vec<D>::Unit(D - 1));
  if (variant == NewmarkVariant::exact) {
    g.direction = mean;
    g.d_start = c.overlap;
    g.d_end = overlap;
    g.acts = c.overlap > 0.0 || overlap > 0.0;
    g.lengths = lengths;
    g.lever = 0.5 * (c.x + end);
    g.lever_rate = 0.5;
  } else {
    g.direction = variant == NewmarkVariant::thesis ? g.normal : mean;
    g.d_start = cut(c.reach - c.x.dot(g.normal));
    g.d_end = cut(overlap);
    g.acts = overlap > -kThesisGap;
    g.lever = c.reach * g.normal;
  }
  return g;
}

template <int D>
Geometry<D> face_geometry(const CompliantContact<D>& c, const FaceAtEnd<D>& face,
                          NewmarkVariant variant) {
  Geometry<D> g;
  g.normal = face.normal;
  if (variant == NewmarkVariant::exact) {
    g.direction = face.gradient;
    g.d_start = c.overlap;
    g.d_end = face.overlap;
    g.acts = c.overlap > 0.0 || face.overlap > 0.0;
  } else {
    g.direction = face.normal;
    g.d_start = cut(c.overlap);
    g.d_end = cut(face.overlap);
    g.acts = face.overlap > kThesisGap;
  }
  g.lever = c.reach * g.direction;
  return g;
}

// Tangential force, its moment and their part of the tangent. `bound` is the normal force that
// limits it.
template <int D>
void add_friction(const CompliantLaw& law, const RelativeMotion<D>& motion, const Geometry<D>& g,
                  const ValueSlope& bound, NewmarkVariant variant, ContactForce<D>& out,
                  ContactTangent<D>* tangent) {
  const double rho = g.lever.norm();
  if (rho == 0.0) return;
  const Vec<D> n = g.lever / rho;
  const Vec<D> u_raw = motion.V - cross(motion.W, g.lever);
  const Vec<D> u = u_raw - n.dot(u_raw) * n;
  const double speed = u.norm();
  const double limit = law.friction * bound.value;
  const bool stick = law.compliance.c_t * speed <= limit;
  const Vec<D> slip = stick ? Vec<D>(Vec<D>::Zero()) : Vec<D>(u / speed);
  const Vec<D> f = stick ? Vec<D>(-law.compliance.c_t * u) : Vec<D>(-limit * slip);
  out.force += f;
  out.moment = -moment(g.lever, f);
  out.status = stick ? ContactStatus::stick : ContactStatus::slip;
  if (tangent == nullptr) return;

  // u(y, z): P (rate I − lever_rate [W]×) − lever_rate/ρ ((n·u_raw) P + n u_rawᵀ P), and
  // −rate z × L.
  const Mat<D> P = Mat<D>::Identity() - n * n.transpose();
  Mat<D> u_y = motion.rate * P;
  if (g.lever_rate > 0.0) {
    u_y -= g.lever_rate * P * spin_matrix(motion.W) +
           g.lever_rate / rho * (n.dot(u_raw) * P + n * u.transpose());
  }
  const Eigen::Matrix<double, D, ContactTangent<D>::S> lever_z =
      -moment_matrix(g.lever).transpose();  // −z × L
  Mat<D> f_y;
  Eigen::Matrix<double, D, ContactTangent<D>::S> f_z;
  if (stick) {
    f_y = -law.compliance.c_t * u_y;
    f_z = -law.compliance.c_t * motion.rate * lever_z;
  } else {
    f_y = law.friction * bound.slope * slip * g.normal.transpose() +
          limit * g.lever_rate / rho * n * slip.transpose();
    f_z.setZero();
    if constexpr (D == 3) {  // the slip may turn within the tangent plane
      const Vec<D> across = cross(n, slip);
      const Mat<D> turn = -limit / speed * across * across.transpose();
      f_y += turn * u_y;
      f_z = motion.rate * turn * lever_z;
    }
  }
  tangent->fy += f_y;
  tangent->fz += f_z;
  if (!stick && variant != NewmarkVariant::exact) return;
  tangent->my = lever_z.transpose() * f_y + g.lever_rate * moment_matrix(f);
  tangent->mz = lever_z.transpose() * f_z;
}

}  // namespace

template <int D>
void evaluate(const CompliantLaw& law, const CompliantContact<D>& c,
              const RelativeMotion<D>& motion, const FaceAtEnd<D>& face, const ContactRule& rule,
              ContactForce<D>& out, ContactTangent<D>* tangent) {
  out = {};
  out.overlap = face.overlap;
  const Geometry<D> g = c.boundary ? face_geometry(c, face, rule.variant)
                                   : pair_geometry(c, motion.y, rule.variant, out.overlap);
  out.direction = g.direction;
  out.acts = g.acts;
  if (!g.acts) return;
  if (tangent != nullptr) *tangent = {};

  const Compliance& compliance = law.compliance;
  ValueSlope normal = step_force(compliance, g.d_end, g.d_start);
  ValueSlope bound = normal;
  if (rule.variant != NewmarkVariant::exact) {
    if (rule.linear_force && compliance.kind == ComplianceKind::inc) {
      normal = bound = {compliance.factor * g.d_end, compliance.factor};
    } else if (compliance.blend > 0.0) {  // the friction bound there leaves the blend out
      Compliance plain = compliance;
      plain.blend = 0.0;
      bound = step_force(plain, g.d_end, g.d_start);
    }
  }
  out.lambda = normal.value;
  out.force = normal.value * g.direction;
  out.status = normal.value > 0.0 ? ContactStatus::slip : ContactStatus::gap;
  if (tangent != nullptr) {
    if (rule.symmetric_tangent) {
      const Vec<D> m = 0.5 * (g.direction + g.normal);
      tangent->fy = m * m.transpose();
      tangent->fy *= -normal.slope;  // scaled afterwards, so that it is symmetric to the last bit
    } else {
      // Linear solvers for symmetric matrices take the tangent of the thesis: it stays symmetric.
      const Vec<D>& along = rule.variant == NewmarkVariant::exact ? g.direction : g.normal;
      tangent->fy = -normal.slope * along * g.normal.transpose();
      if (g.lengths > 0.0) {
        tangent->fy +=
            normal.value / g.lengths * (Mat<D>::Identity() - g.direction * g.normal.transpose());
      }
    }
  }
  if (law.friction > 0.0 && bound.value > 0.0) {
    add_friction(law, motion, g, bound, rule.variant, out, tangent);
  }
}

template void evaluate(const CompliantLaw&, const CompliantContact<2>&, const RelativeMotion<2>&,
                       const FaceAtEnd<2>&, const ContactRule&, ContactForce<2>&,
                       ContactTangent<2>*);
template void evaluate(const CompliantLaw&, const CompliantContact<3>&, const RelativeMotion<3>&,
                       const FaceAtEnd<3>&, const ContactRule&, ContactForce<3>&,
                       ContactTangent<3>*);

}  // namespace galet
