// Force and tangent of one compliant contact over a step, as functions of the relative motion
//   y = Δx_b − Δx_a,   z = s_a Δθ_a + s_b Δθ_b
// of the step, s_a + s_b = 1 being the shares of the two radii. The force f on b (−f on a) and the
// moments s_a m, s_b m do the work f·y + m·z. With the lever L from a's centre to b's, arms s_a L
// and −s_b L, the relative velocity at the contact is u = V − W × L (V, W: y, z as velocities), and
// m = −L × f_t.
//
// exact: normal force λ n̄, λ from the true, signed overlaps d, d' at both ends, and
//   n̄ = (x + x')/(|x| + |x'|), x = x_b − x_a at the start, x' at the end,
//   so that n̄·y = |x'| − |x| = −(d' − d): the work is exactly that of the divided difference
//   (law/compliance.hpp), and n̄ is parallel to the lever L = (x + x')/2, so that no angular
//   momentum is made. At a boundary: the normal if its face is flat; else the normal at mid-step
//   with the correction of [Gonzalez1996], which has the same property. The tangent is the full
//   derivative, except at curved faces, whose curvature is left out.
// thesis [Nguyen2024, app. A]: normal and lever at the end; a pair acts if d' > −1e-12 m, a body at
//   a boundary if d' > 1e-12 m; overlaps below 1e-12 m count as 0; d of a pair is the old relative
//   position seen along the new normal; the first iteration of inc takes the force C d'. Its
//   tangent leaves out how the geometry turns, and the moments of a slipping contact. Differs from
//   the printed program: friction of a sticking contact opposes the slip (there it drives it).
#pragma once

#include <array>
#include <string_view>

#include "galet/base/fields.hpp"
#include "galet/law/compliance.hpp"
#include "galet/law/coulomb.hpp"
#include "galet/math/vec.hpp"

namespace galet {

// exact   conserves energy (inc) and momenta to round-off;
// thesis  does what the program of [Nguyen2024, app. A] does;
// thesis_mean_normal  the same, but pairs push along the mean direction n̄ of the step.
enum class NewmarkVariant { exact, thesis, thesis_mean_normal };

template <>
struct EnumNames<NewmarkVariant> {
  static constexpr std::array<std::string_view, 3> names{"exact", "thesis", "thesis-mean-normal"};
};

// The velocity that penalised friction acts on: the mean of the step or that at its end.
enum class FrictionVelocity { mean, end };

template <>
struct EnumNames<FrictionVelocity> {
  static constexpr std::array<std::string_view, 2> names{"mean", "end"};
};

// What a step does not change.
template <int D>
struct CompliantContact {
  double overlap = 0.0;       // d at the start
  bool boundary = false;      // a is a boundary
  Vec<D> x = Vec<D>::Zero();  // x_b − x_a at the start (pairs)
  double length = 0.0;        // |x|
  double reach = 0.0;         // sum of the radii, or the body's radius at a boundary
  double share_a = 0.0;       // s_a
  double share_b = 1.0;       // s_b
};

// What the motion of the step makes of a boundary's face (not used for pairs).
template <int D>
struct FaceAtEnd {
  double overlap = 0.0;              // d'
  Vec<D> normal = Vec<D>::Zero();    // at the end
  Vec<D> gradient = Vec<D>::Zero();  // n̄
};

template <int D>
struct RelativeMotion {
  Vec<D> y = Vec<D>::Zero();
  Vec<D> V = Vec<D>::Zero();    // velocity that friction acts on: between the centres
  Spin<D> W = Spin<D>::Zero();  // and s_a ω_a + s_b ω_b
  double rate = 0.0;            // dV/dy = dW/dz, 1/s
};

// How a contact is evaluated.
struct ContactRule {
  NewmarkVariant variant = NewmarkVariant::exact;
  bool linear_force = false;       // first iteration of the thesis' program
  bool symmetric_tangent = false;  // slope m mᵀ, m the mean of n̄ and n'; without friction only
};

template <int D>
struct ContactForce {
  double overlap = 0.0;               // d'
  double lambda = 0.0;                // normal force, N
  Vec<D> direction = Vec<D>::Zero();  // n̄
  Vec<D> force = Vec<D>::Zero();      // f
  Spin<D> moment = Spin<D>::Zero();   // m
  ContactStatus status = ContactStatus::gap;
  bool acts = false;  // counted as a contact: penetrates at either end (thesis: see above)
};

// Derivatives of f and m by y and z.
template <int D>
struct ContactTangent {
  static constexpr int S = spin_dimension<D>;
  Mat<D> fy = Mat<D>::Zero();
  Eigen::Matrix<double, D, S> fz = Eigen::Matrix<double, D, S>::Zero();
  Eigen::Matrix<double, S, D> my = Eigen::Matrix<double, S, D>::Zero();
  Eigen::Matrix<double, S, S> mz = Eigen::Matrix<double, S, S>::Zero();
};

// Force and tangent. `tangent` may be null; it is left alone if the contact does not act.
template <int D>
void evaluate(const CompliantLaw& law, const CompliantContact<D>& c,
              const RelativeMotion<D>& motion, const FaceAtEnd<D>& face, const ContactRule& rule,
              ContactForce<D>& force, ContactTangent<D>* tangent);

}  // namespace galet
