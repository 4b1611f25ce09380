// The spring against rolling and twisting of one contact of dem (law/spring.hpp), in terms of its
// moment impulse m = −h k_r θ, which is what contacts remember.
#pragma once

#include "galet/collision/contact_set.hpp"
#include "galet/law/rolling.hpp"
#include "galet/model/materials.hpp"

namespace galet {

template <int D>
class RollingSpring {
 public:
  // `spring` is that of the contact.
  RollingSpring(const Bodies<D>& bodies, const Contact<D>& contact, const PairLaw& law,
                const Spring& spring, double h)
      : law_(law.contact_law()), length_(effective_radius<D>(bodies, contact)) {
    h2_k_ = h * h * spring.rolling_stiffness(length_);
  }

  // What a step with the relative spin ω adds to m.
  Spin<D> growth(const Spin<D>& omega) const { return -h2_k_ * omega; }
  // The part of m that the law leaves; p_n = h λ_n.
  Spin<D> cut(const Spin<D>& m, const Vec<D>& n, double p_n) const {
    return project_moment<D>(law_, n, length_ * p_n, m);
  }
  double energy(const Spin<D>& m) const { return 0.5 * work(m, m); }
  // k_r times the product of two angles, J.
  double work(const Spin<D>& m, const Spin<D>& change) const { return m.dot(change) / h2_k_; }

 private:
  ContactLaw law_;
  double length_;
  double h2_k_;
};

// x turned by the shortest rotation that takes the unit vector `from` to `to`.
inline Vec<3> turned_along(const Vec<3>& x, const Vec<3>& from, const Vec<3>& to) {
  const Vec<3> both = from + to;
  return x - both.dot(x) / (1.0 + from.dot(to)) * both + 2.0 * from.dot(x) * to;
}

// x turned about the unit vector n, by the angle 2 arctan(angle/2).
inline Vec<3> turned_about(const Vec<3>& x, const Vec<3>& n, double angle) {
  const Vec<3> s = 0.5 * angle * n;
  const Vec<3> once = cross(s, x);
  return x + 2.0 / (1.0 + s.squaredNorm()) * (once + cross(s, once));
}

}  // namespace galet
