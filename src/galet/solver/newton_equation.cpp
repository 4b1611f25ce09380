#include "galet/solver/newton_equation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "galet/base/timer.hpp"

namespace galet {
namespace {

// Sorts the edges; edge_of (by contact, −1 for those without) then tells where each has gone.
// Bodies keep their order as rows, so that only planes under load disturb it.
void sort_edges(std::vector<BlockEdge>& edges, std::vector<std::int32_t>& edge_of) {
  if (std::ranges::is_sorted(edges)) return;
  std::vector<std::size_t> order(edges.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t k) { return edges[k]; });
  std::vector<BlockEdge> sorted(edges.size());
  std::vector<std::int32_t> place(edges.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    sorted[k] = edges[order[k]];
    place[order[k]] = static_cast<std::int32_t>(k);
  }
  edges = std::move(sorted);
  for (std::int32_t& edge : edge_of) {
    if (edge >= 0) edge = place[static_cast<std::size_t>(edge)];
  }
}

}  // namespace

template <int D, int B>
NewtonEquation<D, B>::NewtonEquation(const ComplianceProblem<D>& problem, MatrixAssembly assembly,
                                     Workers& workers, LinearSolver& linear,
                                     NewtonSystem<B>& system, ComplianceSolution<D>& solution)
    : p_(problem),
      assembly_(assembly),
      workers_(workers),
      linear_(linear),
      system_(system),
      solution_(solution) {
  const Stopwatch watch;
  for (std::size_t i = 0; i < p_.unknowns; ++i) any_locked_ = any_locked_ || p_.is_locked(i);
  all_unknown_ = p_.planes.empty() && !any_locked_;
  solution_.forces.resize(p_.contacts.size());
  system_.tangents.resize(p_.contacts.size());
  list_edges();
  if (assembly_ == MatrixAssembly::sparse) {
    system_.matrix.set_pattern(static_cast<std::int32_t>(rows()), system_.edges);
  }
  seconds_ += watch.seconds();
}

template <int D, int B>
std::int32_t NewtonEquation<D, B>::row_a(std::size_t k) const {
  const ContactEnds& ends = p_.ends[k];
  return ends.plane >= 0 ? static_cast<std::int32_t>(p_.unknowns) + ends.plane : row_of(ends.a);
}

template <int D, int B>
void NewtonEquation<D, B>::list_edges() {
  system_.edges.clear();
  system_.edge_of.assign(p_.contacts.size(), -1);
  for (std::size_t k = 0; k < p_.contacts.size(); ++k) {
    const std::int32_t a = row_a(k);
    const std::int32_t b = row_b(k);
    if (a < 0 || b < 0) continue;
    system_.edge_of[k] = static_cast<std::int32_t>(system_.edges.size());
    system_.edges.push_back({std::min(a, b), std::max(a, b)});
  }
  sort_edges(system_.edges, system_.edge_of);
}

template <int D, int B>
RelativeMotion<D> NewtonEquation<D, B>::relative_motion(std::size_t k) const {
  const ContactEnds& ends = p_.ends[k];
  RelativeMotion<D> m;
  m.y = solution_.dx[static_cast<std::size_t>(ends.b)];
  if (!p_.contacts[k].boundary) m.y -= solution_.dx[static_cast<std::size_t>(ends.a)];
  if (const PlaneUnknown<D>* plane = p_.plane(k)) {
    m.y -= solution_.plane[static_cast<std::size_t>(ends.plane)] * plane->normal;
  }
  if constexpr (B > D) {
    if (p_.law(k).friction != 0.0) set_friction_motion(k, m);
  }
  return m;
}

template <int D, int B>
void NewtonEquation<D, B>::set_friction_motion(std::size_t k, RelativeMotion<D>& m) const {
  const NewmarkRates& rates = p_.rates;
  const ContactEnds& ends = p_.ends[k];
  const CompliantContact<D>& c = p_.contacts[k];
  const auto b = static_cast<std::size_t>(ends.b);
  const bool mean = p_.friction_velocity == FrictionVelocity::mean;
  const auto velocity = [&](std::size_t i) {
    return mean ? Vec<D>(solution_.dx[i] / rates.h)
                : rates.velocity_end<Vec<D>>(p_.velocity[i], solution_.dx[i],
                                             p_.acceleration_start(i));
  };
  const auto spin = [&](std::size_t i) {
    return mean ? Spin<D>(solution_.dr[i] / rates.h)
                : rates.velocity_end<Spin<D>>(p_.spin[i], solution_.dr[i],
                                              p_.angular_acceleration_start(i));
  };
  m.rate = mean ? 1.0 / rates.h : rates.velocity_rate;
  m.V = velocity(b);
  m.W = c.share_b * spin(b);
  if (c.boundary) {
    m.V -= p_.faces[k].surface_seen;
  } else {
    const auto a = static_cast<std::size_t>(ends.a);
    m.V -= velocity(a);
    m.W += c.share_a * spin(a);
  }
  if (const PlaneUnknown<D>* plane = p_.plane(k)) {
    const double increment = solution_.plane[static_cast<std::size_t>(ends.plane)];
    m.V -= (mean ? increment / rates.h
                 : rates.velocity_end(plane->velocity, increment, plane->a_start)) *
           plane->normal;
  }
}

template <int D, int B>
void NewtonEquation<D, B>::evaluate(const ContactRule& rule) {
  const Stopwatch watch;
  workers_.for_range(p_.contacts.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    ContactTangent<D> t;
    for (std::size_t k = begin; k < end; ++k) {
      const CompliantContact<D>& c = p_.contacts[k];
      const RelativeMotion<D> motion = relative_motion(k);
      // The plane's own motion is in y already.
      const FaceAtEnd<D> face =
          c.boundary ? face_at_end<D>(p_.cell, p_.obstacles, p_.faces[k], c, motion.y)
                     : FaceAtEnd<D>{};
      galet::evaluate<D>(p_.law(k), c, motion, face, rule, solution_.forces[k], &t);
      if (!solution_.forces[k].acts) continue;
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
NewtonResidual NewtonEquation<D, B>::compute_residual() {
  const Stopwatch watch;
  system_.r.setZero(size());
  add_inertia();
  add_forces();
  const NewtonResidual residual = norms();
  seconds_ += watch.seconds();
  return residual;
}

template <int D, int B>
void NewtonEquation<D, B>::add_inertia() {
  for (std::size_t i = 0; i < p_.unknowns; ++i) {
    auto inertial = part(static_cast<std::int32_t>(i));
    inertial.template head<D>() =
        p_.mass[i] * p_.rates.template acceleration_end<Vec<D>>(p_.velocity[i], solution_.dx[i],
                                                                p_.acceleration_start(i)) -
        p_.force[i];
    if constexpr (B > D) {
      inertial.template tail<S>() =
          p_.inertia[i] * p_.rates.template acceleration_end<Spin<D>>(
                              p_.spin[i], solution_.dr[i], p_.angular_acceleration_start(i));
    }
  }
  for (std::size_t j = 0; j < p_.planes.size(); ++j) {
    const PlaneUnknown<D>& plane = p_.planes[j];
    system_.r[B * row_of_plane(j)] =
        plane.mass * p_.rates.acceleration_end(plane.velocity, solution_.plane[j], plane.a_start) -
        plane.force;
  }
}

template <int D, int B>
void NewtonEquation<D, B>::add_forces() {
  for (std::size_t k = 0; k < p_.contacts.size(); ++k) {
    const ContactForce<D>& now = solution_.forces[k];
    if (!now.acts) continue;
    const std::int32_t a = row_a(k);
    const std::int32_t b = row_b(k);
    if (const PlaneUnknown<D>* plane = p_.plane(k)) {
      system_.r[B * static_cast<Eigen::Index>(a)] += plane->normal.dot(now.force);
    } else if (a >= 0) {
      part(a).template head<D>() += now.force;
      if constexpr (B > D) part(a).template tail<S>() -= p_.contacts[k].share_a * now.moment;
    }
    if (b >= 0) {
      part(b).template head<D>() -= now.force;
      if constexpr (B > D) part(b).template tail<S>() -= p_.contacts[k].share_b * now.moment;
    }
  }
}

template <int D, int B>
NewtonResidual NewtonEquation<D, B>::norms() {
  const double h = p_.rates.h;
  NewtonResidual norms;
  for (std::size_t i = 0; i < p_.unknowns; ++i) {
    auto missing = part(static_cast<std::int32_t>(i));
    if (any_locked_) missing.array() *= free_directions(i).array();
    const Vec<D> linear = missing.template head<D>();
    norms.merit += linear.squaredNorm() / p_.mass[i];
    norms.velocity = std::max(norms.velocity, h * linear.norm() / p_.mass[i]);
    if constexpr (B > D) {
      const Spin<D> angular = missing.template tail<S>();
      norms.merit += angular.squaredNorm() / p_.inertia[i];
      norms.velocity = std::max(norms.velocity, h * p_.radius[i] * angular.norm() / p_.inertia[i]);
    }
  }
  for (std::size_t j = 0; j < p_.planes.size(); ++j) {
    const double missing = system_.r[B * row_of_plane(j)];
    norms.merit += missing * missing / p_.planes[j].mass;
    norms.velocity = std::max(norms.velocity, h * std::abs(missing) / p_.planes[j].mass);
  }
  // std::max loses what is not a number; the sum does not.
  if (!std::isfinite(norms.merit)) {
    norms.merit = std::numeric_limits<double>::infinity();
    norms.velocity = norms.merit;
  }
  return norms;
}

template <int D, int B>
typename NewtonEquation<D, B>::Row NewtonEquation<D, B>::free_directions(std::size_t i) const {
  Row free;
  free.template head<D>() = (p_.inverse_mass[i].array() > 0.0).template cast<double>();
  if constexpr (B > D) free.template tail<S>().setConstant(p_.inverse_inertia[i] > 0.0);
  return free;
}

template <int D, int B>
void NewtonEquation<D, B>::keep_unknowns(std::int32_t p, std::int32_t q, Block& block) const {
  const auto row = static_cast<std::size_t>(p);
  const auto column = static_cast<std::size_t>(q);
  if (row >= p_.unknowns) {
    const Vec<D>& n = p_.planes[row - p_.unknowns].normal;
    const Eigen::Matrix<double, 1, B> along = n.transpose() * block.template topRows<D>();
    block.setZero();
    block.row(0) = along;
  } else if (any_locked_) {
    block = free_directions(row).asDiagonal() * block;
  }
  if (column >= p_.unknowns) {
    const Vec<D>& n = p_.planes[column - p_.unknowns].normal;
    const Row along = block.template leftCols<D>() * n;
    block.setZero();
    block.col(0) = along;
  } else if (any_locked_) {
    block = block * free_directions(column).asDiagonal();
  }
}

template <int D, int B>
template <class Add>
void NewtonEquation<D, B>::for_each_block(Add&& add) const {
  const double rate = p_.rates.mass_rate;
  for (std::size_t i = 0; i < p_.unknowns; ++i) {
    Row mass;
    mass.template head<D>().setConstant(rate * p_.mass[i]);
    if constexpr (B > D) mass.template tail<S>().setConstant(rate * p_.inertia[i]);
    const auto row = static_cast<std::int32_t>(i);
    add(row, row, Block(mass.asDiagonal()), std::int32_t{0});
  }
  for (std::size_t j = 0; j < p_.planes.size(); ++j) {
    const auto row = static_cast<std::int32_t>(row_of_plane(j));
    add(row, row, Block(rate * p_.planes[j].mass * Block::Identity()), std::int32_t{0});
  }
  for (std::size_t k = 0; k < p_.contacts.size(); ++k) {
    if (solution_.forces[k].acts) for_each_block_of(k, add);
  }
}

// −c_p (∂(f, m)/∂(y, z)) c_q, c = (sign, share) of a node's part in contact k.
template <int D, int B>
template <class Add>
void NewtonEquation<D, B>::for_each_block_of(std::size_t k, Add&& add) const {
  const Block& t = system_.tangents[k];
  const auto part = [&](std::int32_t p, double sign_p, double share_p, std::int32_t q,
                        double sign_q, double share_q) {
    if (p < 0 || q < 0) return;
    Block block;
    block.template topLeftCorner<D, D>() = -sign_p * sign_q * t.template topLeftCorner<D, D>();
    if constexpr (B > D) {
      block.template topRightCorner<D, S>() = -sign_p * share_q * t.template topRightCorner<D, S>();
      block.template bottomLeftCorner<S, D>() =
          -share_p * sign_q * t.template bottomLeftCorner<S, D>();
      block.template bottomRightCorner<S, S>() =
          -share_p * share_q * t.template bottomRightCorner<S, S>();
    }
    if (!all_unknown_) keep_unknowns(p, q, block);
    add(p, q, block, system_.edge_of[k]);
  };
  const std::int32_t a = row_a(k);
  const std::int32_t b = row_b(k);
  const double s_a = p_.contacts[k].share_a;
  const double s_b = p_.contacts[k].share_b;
  part(a, -1.0, s_a, a, -1.0, s_a);
  part(a, -1.0, s_a, b, 1.0, s_b);
  part(b, 1.0, s_b, a, -1.0, s_a);
  part(b, 1.0, s_b, b, 1.0, s_b);
}

template <int D, int B>
void NewtonEquation<D, B>::solve_without_contacts() {
  const double rate = p_.rates.mass_rate;
  const Eigen::VectorXd& b = system_.b;
  Eigen::VectorXd& x = system_.x;
  x.resize(b.size());
  for (std::size_t i = 0; i < p_.unknowns; ++i) {
    const Eigen::Index at = B * static_cast<Eigen::Index>(i);
    x.template segment<D>(at) = b.template segment<D>(at) / (rate * p_.mass[i]);
    if constexpr (B > D) {
      x.template segment<S>(at + D) = b.template segment<S>(at + D) / (rate * p_.inertia[i]);
    }
  }
  for (std::size_t j = 0; j < p_.planes.size(); ++j) {
    const Eigen::Index at = B * row_of_plane(j);
    x.template segment<B>(at) = b.template segment<B>(at) / (rate * p_.planes[j].mass);
  }
}

template <int D, int B>
LinearReport NewtonEquation<D, B>::solve() {
  const Stopwatch watch;
  system_.b = -system_.r;
  if (std::ranges::none_of(solution_.forces, [](const ContactForce<D>& f) { return f.acts; })) {
    solve_without_contacts();
    return {true, 0, 0.0};
  }
  if (assembly_ == MatrixAssembly::dense) {
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
void NewtonEquation<D, B>::move(double factor) {
  const Eigen::VectorXd& x = system_.x;
  for (std::size_t i = 0; i < p_.unknowns; ++i) {
    const Eigen::Index at = B * static_cast<Eigen::Index>(i);
    solution_.dx[i] += factor * x.template segment<D>(at);
    if constexpr (B > D) solution_.dr[i] += factor * x.template segment<S>(at + D);
  }
  for (std::size_t j = 0; j < p_.planes.size(); ++j) {
    solution_.plane[j] += factor * x[B * row_of_plane(j)];
  }
}

template <int D, int B>
double NewtonEquation<D, B>::largest_move() const {
  const Eigen::VectorXd& x = system_.x;
  if (!x.allFinite()) return std::numeric_limits<double>::infinity();
  double largest = 0.0;
  for (std::size_t i = 0; i < p_.unknowns; ++i) {
    const Eigen::Index at = B * static_cast<Eigen::Index>(i);
    largest = std::max(largest, x.template segment<D>(at).norm());
    if constexpr (B > D) {
      largest = std::max(largest, p_.radius[i] * x.template segment<S>(at + D).norm());
    }
  }
  for (std::size_t j = 0; j < p_.planes.size(); ++j) {
    largest = std::max(largest, std::abs(x[B * row_of_plane(j)]));
  }
  return largest;
}

template class NewtonEquation<2, 2>;
template class NewtonEquation<2, 3>;
template class NewtonEquation<3, 3>;
template class NewtonEquation<3, 6>;

}  // namespace galet
