#include "galet/scheme/newmark_equation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "galet/base/timer.hpp"

namespace galet {

template <int D, int B>
NewmarkEquation<D, B>::NewmarkEquation(const World<D>& world, const NewmarkSettings& scheme,
                                       const Bodies<D>& bodies, NearContacts<D>& near,
                                       NewmarkMotion<D>& motion, Workers& workers,
                                       LinearSolver& linear, NewmarkSystem<B>& system)
    : world_(world),
      scheme_(scheme),
      bodies_(bodies),
      near_(near),
      motion_(motion),
      workers_(workers),
      linear_(linear),
      system_(system),
      all_unknown_(motion.planes.empty() && !near.any_locked) {
  const Stopwatch watch;
  system_.tangents.resize(near_.contacts.size());
  if (scheme_.assembly == MatrixAssembly::sparse) {
    system_.matrix.set_pattern(static_cast<std::int32_t>(rows()), near_.edges);
  }
  seconds_ += watch.seconds();
}

template <int D, int B>
RelativeMotion<D> NewmarkEquation<D, B>::relative_motion(std::size_t k) const {
  const ContactEnds& ends = near_.ends[k];
  const CompliantContact<D>& c = near_.contacts[k];
  const auto b = static_cast<std::size_t>(ends.b);
  const MovedPlane<D>* plane = near_.plane_at(k, motion_.planes);
  RelativeMotion<D> m;
  m.y = motion_.dx[b];
  if (!c.boundary) m.y -= motion_.dx[static_cast<std::size_t>(ends.a)];
  if (plane != nullptr) m.y -= plane->increment * plane->normal;
  if constexpr (B > D) {
    if (near_.laws[k]->friction == 0.0) return m;
    const bool mean = scheme_.friction_velocity == FrictionVelocity::mean;
    const double h = motion_.h;
    const auto velocity = [&](std::size_t i) {
      return mean ? Vec<D>(motion_.dx[i] / h) : motion_.velocity_end(bodies_, i);
    };
    const auto spin = [&](std::size_t i) {
      return mean ? Spin<D>(motion_.dr[i] / h) : motion_.spin_end(bodies_, i);
    };
    m.rate = mean ? 1.0 / h : motion_.velocity_rate;
    m.V = velocity(b);
    m.W = c.share_b * spin(b);
    if (c.boundary) {
      m.V -= near_.faces[k].surface_seen;
    } else {
      const auto a = static_cast<std::size_t>(ends.a);
      m.V -= velocity(a);
      m.W += c.share_a * spin(a);
    }
    if (plane != nullptr) {
      m.V -= (mean ? plane->increment / h : motion_.velocity_end(*plane)) * plane->normal;
    }
  }
  return m;
}

template <int D, int B>
void NewmarkEquation<D, B>::evaluate(const ContactRule& rule) {
  const Stopwatch watch;
  workers_.for_range(near_.contacts.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    ContactTangent<D> t;
    for (std::size_t k = begin; k < end; ++k) {
      const CompliantContact<D>& c = near_.contacts[k];
      const RelativeMotion<D> motion = relative_motion(k);
      // The plane's own motion is in y already.
      const FaceAtEnd<D> face =
          c.boundary ? near_.face_at_end(world_, bodies_, k, motion.y) : FaceAtEnd<D>{};
      galet::evaluate<D>(*near_.laws[k], c, motion, face, rule, near_.forces[k], &t);
      if (!near_.forces[k].acts) continue;
      Block& block = system_.tangents[k];
      block.template topLeftCorner<D, D>() = t.fy;
      if constexpr (B > D) {
        block.template topRightCorner<D, S>() = t.fz;
        block.template bottomLeftCorner<S, D>() = t.my;
        block.template bottomRightCorner<S, S>() = t.mz;
      }
    }
  });
  seconds_ += watch.seconds();
}

template <int D, int B>
NewtonResidual NewmarkEquation<D, B>::compute_residual() {
  const Stopwatch watch;
  Eigen::VectorXd& r = system_.r;
  const std::vector<MovedPlane<D>>& planes = motion_.planes;
  r.setZero(size());
  const auto part = [&](std::int32_t row) {
    return r.template segment<B>(B * static_cast<Eigen::Index>(row));
  };
  for (std::size_t k = 0; k < near_.body_of.size(); ++k) {
    const std::size_t i = near_.body_of[k];
    auto inertial = part(static_cast<std::int32_t>(k));
    inertial.template head<D>() =
        bodies_.mass[i] * motion_.acceleration(bodies_, i) - motion_.force[i];
    if constexpr (B > D) {
      inertial.template tail<S>() = bodies_.inertia[i] * motion_.angular_acceleration(bodies_, i);
    }
  }
  for (std::size_t j = 0; j < planes.size(); ++j) {
    r[B * row_of_plane(j)] = planes[j].mass * motion_.acceleration(planes[j]) - planes[j].force;
  }
  for (std::size_t k = 0; k < near_.contacts.size(); ++k) {
    const ContactForce<D>& now = near_.forces[k];
    if (!now.acts) continue;
    const ContactEnds& ends = near_.ends[k];
    if (const MovedPlane<D>* plane = near_.plane_at(k, planes)) {
      r[B * static_cast<Eigen::Index>(ends.row_a)] += plane->normal.dot(now.force);
    } else if (ends.row_a >= 0) {
      part(ends.row_a).template head<D>() += now.force;
      if constexpr (B > D) {
        part(ends.row_a).template tail<S>() -= near_.contacts[k].share_a * now.moment;
      }
    }
    if (ends.row_b >= 0) {
      part(ends.row_b).template head<D>() -= now.force;
      if constexpr (B > D) {
        part(ends.row_b).template tail<S>() -= near_.contacts[k].share_b * now.moment;
      }
    }
  }
  NewtonResidual norms;
  for (std::size_t k = 0; k < near_.body_of.size(); ++k) {
    const std::size_t i = near_.body_of[k];
    auto missing = part(static_cast<std::int32_t>(k));
    if (near_.any_locked) missing.array() *= free_directions(i).array();
    const Vec<D> linear = missing.template head<D>();
    norms.merit += linear.squaredNorm() / bodies_.mass[i];
    norms.velocity = std::max(norms.velocity, motion_.h * linear.norm() / bodies_.mass[i]);
    if constexpr (B > D) {
      const Spin<D> angular = missing.template tail<S>();
      norms.merit += angular.squaredNorm() / bodies_.inertia[i];
      norms.velocity = std::max(
          norms.velocity, motion_.h * bodies_.radius[i] * angular.norm() / bodies_.inertia[i]);
    }
  }
  for (std::size_t j = 0; j < planes.size(); ++j) {
    const double missing = r[B * row_of_plane(j)];
    norms.merit += missing * missing / planes[j].mass;
    norms.velocity = std::max(norms.velocity, motion_.h * std::abs(missing) / planes[j].mass);
  }
  if (!std::isfinite(norms.merit)) norms.merit = std::numeric_limits<double>::infinity();
  seconds_ += watch.seconds();
  return norms;
}

template <int D, int B>
typename NewmarkEquation<D, B>::Row NewmarkEquation<D, B>::free_directions(std::size_t i) const {
  Row free;
  free.template head<D>() = (bodies_.inverse_mass[i].array() > 0.0).template cast<double>();
  if constexpr (B > D) free.template tail<S>().setConstant(bodies_.inverse_inertia[i] > 0.0);
  return free;
}

template <int D, int B>
void NewmarkEquation<D, B>::keep_unknowns(std::int32_t p, std::int32_t q, Block& block) const {
  const std::size_t bodies = near_.body_of.size();
  if (static_cast<std::size_t>(p) >= bodies) {
    const Vec<D>& n = motion_.planes[static_cast<std::size_t>(p) - bodies].normal;
    const Eigen::Matrix<double, 1, B> row = n.transpose() * block.template topRows<D>();
    block.setZero();
    block.row(0) = row;
  } else if (near_.any_locked) {
    block = free_directions(near_.body_of[static_cast<std::size_t>(p)]).asDiagonal() * block;
  }
  if (static_cast<std::size_t>(q) >= bodies) {
    const Vec<D>& n = motion_.planes[static_cast<std::size_t>(q) - bodies].normal;
    const Row column = block.template leftCols<D>() * n;
    block.setZero();
    block.col(0) = column;
  } else if (near_.any_locked) {
    block = block * free_directions(near_.body_of[static_cast<std::size_t>(q)]).asDiagonal();
  }
}

template <int D, int B>
template <class Add>
void NewmarkEquation<D, B>::for_each_block(Add&& add) const {
  for (std::size_t k = 0; k < near_.body_of.size(); ++k) {
    const std::size_t i = near_.body_of[k];
    Row mass;
    mass.template head<D>().setConstant(motion_.mass_rate * bodies_.mass[i]);
    if constexpr (B > D) {
      mass.template tail<S>().setConstant(motion_.mass_rate * bodies_.inertia[i]);
    }
    const auto row = static_cast<std::int32_t>(k);
    add(row, row, Block(mass.asDiagonal()), std::int32_t{0});
  }
  for (std::size_t j = 0; j < motion_.planes.size(); ++j) {
    const auto row = static_cast<std::int32_t>(row_of_plane(j));
    add(row, row, Block(motion_.mass_rate * motion_.planes[j].mass * Block::Identity()),
        std::int32_t{0});
  }
  for (std::size_t k = 0; k < near_.contacts.size(); ++k) {
    if (!near_.forces[k].acts) continue;
    const ContactEnds& ends = near_.ends[k];
    const Block& t = system_.tangents[k];
    // −c_p (∂(f, m)/∂(y, z)) c_q, c = (sign, share) of a body's part in the contact.
    const auto part = [&](std::int32_t p, double sign_p, double share_p, std::int32_t q,
                          double sign_q, double share_q) {
      if (p < 0 || q < 0) return;
      Block block;
      block.template topLeftCorner<D, D>() = -sign_p * sign_q * t.template topLeftCorner<D, D>();
      if constexpr (B > D) {
        block.template topRightCorner<D, S>() =
            -sign_p * share_q * t.template topRightCorner<D, S>();
        block.template bottomLeftCorner<S, D>() =
            -share_p * sign_q * t.template bottomLeftCorner<S, D>();
        block.template bottomRightCorner<S, S>() =
            -share_p * share_q * t.template bottomRightCorner<S, S>();
      }
      if (!all_unknown_) keep_unknowns(p, q, block);
      add(p, q, block, ends.edge);
    };
    const double s_a = near_.contacts[k].share_a;
    const double s_b = near_.contacts[k].share_b;
    part(ends.row_a, -1.0, s_a, ends.row_a, -1.0, s_a);
    part(ends.row_a, -1.0, s_a, ends.row_b, 1.0, s_b);
    part(ends.row_b, 1.0, s_b, ends.row_a, -1.0, s_a);
    part(ends.row_b, 1.0, s_b, ends.row_b, 1.0, s_b);
  }
}

template <int D, int B>
void NewmarkEquation<D, B>::solve_without_contacts() {
  const Eigen::VectorXd& b = system_.b;
  Eigen::VectorXd& x = system_.x;
  x.resize(b.size());
  for (std::size_t k = 0; k < near_.body_of.size(); ++k) {
    const std::size_t i = near_.body_of[k];
    const Eigen::Index at = B * static_cast<Eigen::Index>(k);
    x.template segment<D>(at) = b.template segment<D>(at) / (motion_.mass_rate * bodies_.mass[i]);
    if constexpr (B > D) {
      x.template segment<S>(at + D) =
          b.template segment<S>(at + D) / (motion_.mass_rate * bodies_.inertia[i]);
    }
  }
  for (std::size_t j = 0; j < motion_.planes.size(); ++j) {
    const Eigen::Index at = B * row_of_plane(j);
    x.template segment<B>(at) =
        b.template segment<B>(at) / (motion_.mass_rate * motion_.planes[j].mass);
  }
}

template <int D, int B>
LinearReport NewmarkEquation<D, B>::solve() {
  const Stopwatch watch;
  system_.b = -system_.r;
  if (std::ranges::none_of(near_.forces, [](const ContactForce<D>& f) { return f.acts; })) {
    solve_without_contacts();
    return {true, 0, 0.0};
  }
  if (scheme_.assembly == MatrixAssembly::dense) {
    system_.dense.setZero(size(), size());
    for_each_block([&](std::int32_t p, std::int32_t q, const Block& block, std::int32_t) {
      system_.dense.template block<B, B>(B * p, B * q) += block;
    });
    seconds_ += watch.seconds();
    return linear_.solve(system_.dense, system_.b, system_.x);
  }
  BlockMatrix<B>& matrix = system_.matrix;
  matrix.set_zero();
  for_each_block([&](std::int32_t p, std::int32_t q, const Block& block, std::int32_t edge) {
    if (p == q) {
      matrix.add_diagonal(static_cast<std::size_t>(p), block);
    } else if (p < q) {
      matrix.add_upper(static_cast<std::size_t>(edge), block);
    } else {
      matrix.add_lower(static_cast<std::size_t>(edge), block);
    }
  });
  seconds_ += watch.seconds();
  return linear_.solve(matrix.matrix(), system_.b, system_.x);
}

template <int D, int B>
void NewmarkEquation<D, B>::move(double factor) {
  const Eigen::VectorXd& x = system_.x;
  for (std::size_t k = 0; k < near_.body_of.size(); ++k) {
    const std::size_t i = near_.body_of[k];
    const Eigen::Index at = B * static_cast<Eigen::Index>(k);
    motion_.dx[i] += factor * x.template segment<D>(at);
    if constexpr (B > D) motion_.dr[i] += factor * x.template segment<S>(at + D);
  }
  for (std::size_t j = 0; j < motion_.planes.size(); ++j) {
    motion_.planes[j].increment += factor * x[B * row_of_plane(j)];
  }
}

template <int D, int B>
double NewmarkEquation<D, B>::largest_move() const {
  const Eigen::VectorXd& x = system_.x;
  double largest = 0.0;
  for (std::size_t k = 0; k < near_.body_of.size(); ++k) {
    const Eigen::Index at = B * static_cast<Eigen::Index>(k);
    largest = std::max(largest, x.template segment<D>(at).norm());
    if constexpr (B > D) {
      largest = std::max(largest,
                         bodies_.radius[near_.body_of[k]] * x.template segment<S>(at + D).norm());
    }
  }
  for (std::size_t j = 0; j < motion_.planes.size(); ++j) {
    largest = std::max(largest, std::abs(x[B * row_of_plane(j)]));
  }
  return largest;
}

template class NewmarkEquation<2, 2>;
template class NewmarkEquation<2, 3>;
template class NewmarkEquation<3, 3>;
template class NewmarkEquation<3, 6>;

}  // namespace galet
