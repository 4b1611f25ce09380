#include "galet/scheme/newmark.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "galet/base/error.hpp"
#include "galet/base/timer.hpp"
#include "galet/collision/narrow_phase.hpp"
#include "galet/scheme/forces.hpp"
#include "galet/scheme/near_contacts.hpp"

namespace galet {

// Kept between steps; the result of a step does not depend on it.
template <int D>
struct NewmarkTools {
  static constexpr int S = spin_dimension<D>;
  bool friction = false;
  std::optional<LinearSolver> linear;
  BlockMatrix<D> translations;     // unknowns without friction: spins do not change
  BlockMatrix<D + S> all_motions;  // unknowns with friction
  Eigen::MatrixXd dense;
  NearContacts<D> near;  // written anew in every step
};

namespace {

// Contacts are listed up to this part of the radii beyond the free motion; a wider list changes
// less often, and with it the pattern of the matrix.
constexpr double kSkin = 0.02;
// How often a step is done again because bodies moved further than the list of contacts allows.
constexpr int kRepeats = 8;
// Halvings of a Newton step that does not reduce the residual.
constexpr int kHalvings = 10;

template <int D>
bool has_friction(const World<D>& world) {
  const auto n = static_cast<MaterialIndex>(world.materials.size());
  for (MaterialIndex a = 0; a < n; ++a) {
    for (MaterialIndex b = a; b < n; ++b) {
      if (world.pairs(a, b).friction > 0.0) return true;
    }
  }
  return false;
}

// A plane under load in a step.
template <int D>
struct LoadedPlane {
  std::size_t boundary = 0;
  Vec<D> normal;
  double mass = 0.0;       // kg
  double force = 0.0;      // N along the normal, with its weight
  double velocity = 0.0;   // m/s at the start, along the normal
  double a_start = 0.0;    // m/s², where the scheme needs it
  double increment = 0.0;  // m
  double reach = 0.0;      // m, that it may move before the contacts must be listed again
};

// Norms of the residual.
struct NewtonResidual {
  double merit = 0.0;     // |r|² in the norm of the inverse mass
  double velocity = 0.0;  // largest change of velocity that is missing, m/s
};

template <int D>
class Step {
 public:
  static constexpr int S = spin_dimension<D>;

  Step(const World<D>& world, const NewmarkSettings& scheme, double t, double h,
       StepTools<D>& tools, NewmarkTools<D>& own, Bodies<D>& bodies,
       std::vector<LoadedMotion>& loaded)
      : world_(world),
        scheme_(scheme),
        t_(t),
        h_(h),
        tools_(tools),
        own_(own),
        bodies_(bodies),
        loaded_(loaded),
        near_(own.near),
        forces_(world, t, h, 0.5),
        midpoint_(scheme.beta == 0.5 && scheme.gamma == 1.0),
        mass_rate_(1.0 / (scheme.beta * h * h)),
        velocity_rate_(scheme.gamma / (scheme.beta * h)),
        velocity_kept_(1.0 - scheme.gamma / scheme.beta) {}

  StepOutcome<D> run() {
    predict();
    predict_planes();
    out_.seconds.predict = watch_.lap();
    for (int repeat = 0;; ++repeat) {
      list_contacts();
      out_.seconds.detect += watch_.lap();
      set_free_motion();
      const int before = out_.solve.iterations;
      out_.solve = own_.friction ? solve<D + S>(own_.all_motions) : solve<D>(own_.translations);
      out_.solve.iterations += before;
      out_.seconds.solve += watch_.lap() - pose_seconds_;
      out_.seconds.pose += std::exchange(pose_seconds_, 0.0);
      if (repeat == kRepeats || !widen()) break;
    }
    report_contacts();
    out_.detected_at = bodies_.position;
    advance();
    tools_.pairs.update(bodies_.position, bodies_.radius, 0.0, tools_.workers);
    out_.overlap = largest_overlap<D>(world_, bodies_,
                                      {bodies_.position, placements(world_, t_ + h_, loaded_)},
                                      tools_.pairs.pairs(), tools_.workers);
    out_.seconds.advance = watch_.lap();
    return std::move(out_);
  }

 private:
  // ---- Before the contacts

  void predict() {
    const std::size_t n = bodies_.size();
    force_.resize(n);
    margin_.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      const auto group = static_cast<std::size_t>(bodies_.group[i]);
      const Vec<D> force = bodies_.mass[i] * forces_.gravity + forces_.group_force[group];
      const Vec<D> a = bodies_.inverse_mass[i].cwiseProduct(force);
      force_[i] = bodies_.mass[i] * a;  // without the locked directions
      const double moved = h_ * bodies_.velocity[i].norm();
      const double fallen = h_ * h_ * a.norm();
      margin_[i] = moved + fallen + kSkin * bodies_.radius[i];
      speed_ =
          std::max({speed_, moved / h_, fallen / h_, bodies_.radius[i] * bodies_.spin[i].norm()});
    }
  }

  void predict_planes() {
    plane_of_.assign(world_.boundaries.size(), -1);
    for (std::size_t k = 0; k < world_.boundaries.size(); ++k) {
      const Boundary<D>& boundary = world_.boundaries[k];
      if (!boundary.load || !boundary.is_present(t_)) continue;
      LoadedPlane<D> plane;
      plane.boundary = k;
      plane.normal = boundary.load_direction();
      plane.mass = boundary.load->mass;
      plane.force = 0.5 * (boundary.load->force_at(t_) + boundary.load->force_at(t_ + h_)) +
                    plane.mass * forces_.gravity.dot(plane.normal);
      plane.velocity = loaded_[k].velocity;
      const double fallen = h_ * std::abs(plane.force) / plane.mass;
      plane.reach = h_ * (std::abs(plane.velocity) + fallen);
      speed_ = std::max({speed_, std::abs(plane.velocity), fallen});
      plane_of_[k] = static_cast<std::int32_t>(planes_.size());
      planes_.push_back(plane);
    }
  }

  void list_contacts() {
    std::vector<LoadedMotion> near_by = loaded_;
    for (const LoadedPlane<D>& plane : planes_) near_by[plane.boundary].velocity = plane.reach / h_;
    near_.list(world_, bodies_, t_, h_, scheme_.friction_velocity, margin_, near_by, plane_of_,
               tools_);
  }

  // Unknown bodies and planes.
  std::size_t rows() const { return near_.body_of.size() + planes_.size(); }
  bool is_plane(std::int32_t row) const {
    return static_cast<std::size_t>(row) >= near_.body_of.size();
  }
  const LoadedPlane<D>& plane_of_row(std::int32_t row) const {
    return planes_[static_cast<std::size_t>(row) - near_.body_of.size()];
  }
  Eigen::Index row_of_plane(std::size_t j) const {
    return static_cast<Eigen::Index>(near_.body_of.size() + j);
  }
  // Of the contact's boundary if it is a plane under load.
  const LoadedPlane<D>* plane_at(const NearContact<D>& l) const {
    return l.contact.boundary && l.row_a >= 0 ? &plane_of_row(l.row_a) : nullptr;
  }

  // Increments without contacts, and the acceleration at the start where the scheme needs it.
  void set_free_motion() {
    const std::size_t n = bodies_.size();
    dx_.resize(n);
    dr_.resize(n);
    if (!midpoint_) set_start_acceleration();
    for (std::size_t i = 0; i < n; ++i) {
      const Vec<D> a = force_[i] / bodies_.mass[i];
      dx_[i] = h_ * bodies_.velocity[i] + scheme_.beta * h_ * h_ * a;
      dr_[i] = h_ * bodies_.spin[i];
      if (!midpoint_) {
        dx_[i] += (0.5 - scheme_.beta) * h_ * h_ * a_start_[i];
        dr_[i] += (0.5 - scheme_.beta) * h_ * h_ * w_start_[i];
      }
    }
    for (LoadedPlane<D>& plane : planes_) {
      plane.increment = h_ * plane.velocity + scheme_.beta * h_ * h_ * plane.force / plane.mass +
                        (0.5 - scheme_.beta) * h_ * h_ * plane.a_start;
    }
  }

  void set_start_acceleration() {
    const std::size_t n = bodies_.size();
    a_start_.assign(n, Vec<D>::Zero());
    w_start_.assign(n, Spin<D>::Zero());
    for (std::size_t i = 0; i < n; ++i) a_start_[i] = force_[i] / bodies_.mass[i];
    for (LoadedPlane<D>& plane : planes_) plane.a_start = plane.force / plane.mass;
    for (std::size_t k = 0; k < near_.contacts.size(); ++k) {
      const NearContact<D>& l = near_.contacts[k];
      if (l.contact.overlap <= 0.0) continue;
      const Contact<D>& c = near_.found[k];
      RelativeMotion<D> motion;
      const std::size_t b = c.b().body();
      motion.V = bodies_.velocity[b] - l.surface;
      motion.W = l.contact.share_b * bodies_.spin[b];
      if (!c.a().is_boundary()) {
        motion.V -= bodies_.velocity[c.a().body()];
        motion.W += l.contact.share_a * bodies_.spin[c.a().body()];
      } else if (const LoadedPlane<D>* plane = plane_at(l)) {
        motion.V -= plane->velocity * plane->normal;
      }
      const ContactForce<D> f = evaluate<D>(
          l.contact, motion, {l.contact.overlap, l.start.normal, l.start.normal}, {}, nullptr);
      if (!c.a().is_boundary()) {
        const std::size_t a = c.a().body();
        a_start_[a] -= bodies_.inverse_mass[a].cwiseProduct(f.force);
        w_start_[a] += bodies_.inverse_inertia[a] * l.contact.share_a * f.moment;
      } else if (plane_at(l) != nullptr) {
        LoadedPlane<D>& plane = planes_[static_cast<std::size_t>(plane_of_[c.a().boundary()])];
        plane.a_start -= plane.normal.dot(f.force) / plane.mass;
      }
      a_start_[b] += bodies_.inverse_mass[b].cwiseProduct(f.force);
      w_start_[b] += bodies_.inverse_inertia[b] * l.contact.share_b * f.moment;
    }
  }

  // ---- The equation of the step

  Vec<D> velocity_end(std::size_t i) const {
    Vec<D> v = velocity_kept_ * bodies_.velocity[i] + velocity_rate_ * dx_[i];
    if (!midpoint_) v += start_weight() * a_start_[i];
    return v;
  }
  Spin<D> spin_end(std::size_t i) const {
    Spin<D> w = velocity_kept_ * bodies_.spin[i] + velocity_rate_ * dr_[i];
    if (!midpoint_) w += start_weight() * w_start_[i];
    return w;
  }
  double velocity_end(const LoadedPlane<D>& plane) const {
    return velocity_kept_ * plane.velocity + velocity_rate_ * plane.increment +
           (midpoint_ ? 0.0 : start_weight() * plane.a_start);
  }
  // Of the acceleration at the start in v⁺, when a⁺ is expressed by Δq.
  double start_weight() const {
    return h_ * (1.0 - scheme_.gamma - scheme_.gamma * (0.5 - scheme_.beta) / scheme_.beta);
  }
  // Acceleration at the end.
  Vec<D> acceleration(std::size_t i) const {
    Vec<D> inertial = dx_[i] - h_ * bodies_.velocity[i];
    if (!midpoint_) inertial -= (0.5 - scheme_.beta) * h_ * h_ * a_start_[i];
    return mass_rate_ * inertial;
  }
  Spin<D> angular_acceleration(std::size_t i) const {
    Spin<D> inertial = dr_[i] - h_ * bodies_.spin[i];
    if (!midpoint_) inertial -= (0.5 - scheme_.beta) * h_ * h_ * w_start_[i];
    return mass_rate_ * inertial;
  }

  double acceleration(const LoadedPlane<D>& plane) const {
    return mass_rate_ *
           (plane.increment - h_ * plane.velocity - (0.5 - scheme_.beta) * h_ * h_ * plane.a_start);
  }

  RelativeMotion<D> motion_of(const Contact<D>& c, const NearContact<D>& l) const {
    const bool mean = scheme_.friction_velocity == FrictionVelocity::mean;
    const std::size_t b = c.b().body();
    RelativeMotion<D> m;
    m.rate = mean ? 1.0 / h_ : velocity_rate_;
    m.y = dx_[b];
    const LoadedPlane<D>* plane = plane_at(l);
    if (!c.a().is_boundary()) m.y -= dx_[c.a().body()];
    if (plane != nullptr) m.y -= plane->increment * plane->normal;
    if (l.contact.mu == 0.0) return m;
    m.V = (mean ? Vec<D>(dx_[b] / h_) : velocity_end(b)) - l.surface_seen;
    m.W = l.contact.share_b * (mean ? Spin<D>(dr_[b] / h_) : spin_end(b));
    if (!c.a().is_boundary()) {
      const std::size_t a = c.a().body();
      m.V -= mean ? Vec<D>(dx_[a] / h_) : velocity_end(a);
      m.W += l.contact.share_a * (mean ? Spin<D>(dr_[a] / h_) : spin_end(a));
    }
    if (plane != nullptr) {
      m.V -= (mean ? plane->increment / h_ : velocity_end(*plane)) * plane->normal;
    }
    return m;
  }

  void evaluate_contacts(const ContactRule& rule) {
    const Stopwatch watch;
    tools_.workers.for_range(
        near_.contacts.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
          for (std::size_t k = begin; k < end; ++k) {
            NearContact<D>& l = near_.contacts[k];
            const Contact<D>& c = near_.found[k];
            Vec<D> dx = dx_[c.b().body()];
            if (const LoadedPlane<D>* plane = plane_at(l)) dx -= plane->increment * plane->normal;
            l.now = evaluate<D>(l.contact, motion_of(c, l),
                                near_.face_at_end(world_, bodies_, k, dx), rule, &l.tangent);
          }
        });
    pose_seconds_ += watch.seconds();
  }

  // r = M a⁺ − F − Q for the unknowns.
  template <int B>
  NewtonResidual compute_residual(Eigen::VectorXd& r) {
    const Stopwatch watch;
    r.setZero(B * static_cast<Eigen::Index>(rows()));
    for (std::size_t k = 0; k < near_.body_of.size(); ++k) {
      const std::size_t i = near_.body_of[k];
      auto part = r.template segment<B>(B * static_cast<Eigen::Index>(k));
      part.template head<D>() = bodies_.mass[i] * acceleration(i) - force_[i];
      if constexpr (B > D) part.template tail<S>() = bodies_.inertia[i] * angular_acceleration(i);
    }
    for (std::size_t j = 0; j < planes_.size(); ++j) {
      r[B * row_of_plane(j)] = planes_[j].mass * acceleration(planes_[j]) - planes_[j].force;
    }
    for (const NearContact<D>& l : near_.contacts) {
      if (!l.now.acts) continue;
      if (const LoadedPlane<D>* plane = plane_at(l)) {
        r[B * static_cast<Eigen::Index>(l.row_a)] += plane->normal.dot(l.now.force);
      } else if (l.row_a >= 0) {
        auto part = r.template segment<B>(B * static_cast<Eigen::Index>(l.row_a));
        part.template head<D>() += l.now.force;
        if constexpr (B > D) part.template tail<S>() -= l.contact.share_a * l.now.moment;
      }
      if (l.row_b >= 0) {
        auto part = r.template segment<B>(B * static_cast<Eigen::Index>(l.row_b));
        part.template head<D>() -= l.now.force;
        if constexpr (B > D) part.template tail<S>() -= l.contact.share_b * l.now.moment;
      }
    }
    NewtonResidual norms;
    for (std::size_t k = 0; k < near_.body_of.size(); ++k) {
      const std::size_t i = near_.body_of[k];
      auto part = r.template segment<B>(B * static_cast<Eigen::Index>(k));
      if (near_.any_locked) part.array() *= free_directions<B>(i).array();
      const Vec<D> linear = part.template head<D>();
      norms.merit += linear.squaredNorm() / bodies_.mass[i];
      norms.velocity = std::max(norms.velocity, h_ * linear.norm() / bodies_.mass[i]);
      if constexpr (B > D) {
        const Spin<D> angular = part.template tail<S>();
        norms.merit += angular.squaredNorm() / bodies_.inertia[i];
        norms.velocity =
            std::max(norms.velocity, h_ * bodies_.radius[i] * angular.norm() / bodies_.inertia[i]);
      }
    }
    for (std::size_t j = 0; j < planes_.size(); ++j) {
      const double missing = r[B * row_of_plane(j)];
      norms.merit += missing * missing / planes_[j].mass;
      norms.velocity = std::max(norms.velocity, h_ * std::abs(missing) / planes_[j].mass);
    }
    if (!std::isfinite(norms.merit)) norms.merit = std::numeric_limits<double>::infinity();
    pose_seconds_ += watch.seconds();
    return norms;
  }

  // 1 where body i can move, 0 where it is locked.
  template <int B>
  Eigen::Matrix<double, B, 1> free_directions(std::size_t i) const {
    Eigen::Matrix<double, B, 1> free;
    free.template head<D>() = (bodies_.inverse_mass[i].array() > 0.0).template cast<double>();
    if constexpr (B > D) free.template tail<S>().setConstant(bodies_.inverse_inertia[i] > 0.0);
    return free;
  }

  // The block in the unknowns of its rows: of a plane only the first is one, along the normal; of
  // bodies those in locked directions are none.
  template <int B>
  void keep_unknowns(std::int32_t p, std::int32_t q, Eigen::Matrix<double, B, B>& block) const {
    using Row = Eigen::Matrix<double, 1, B>;
    if (is_plane(p)) {
      const Row row = plane_of_row(p).normal.transpose() * block.template topRows<D>();
      block.setZero();
      block.row(0) = row;
    } else if (near_.any_locked) {
      block = free_directions<B>(near_.body_of[static_cast<std::size_t>(p)]).asDiagonal() * block;
    }
    if (is_plane(q)) {
      const Eigen::Matrix<double, B, 1> column =
          block.template leftCols<D>() * plane_of_row(q).normal;
      block.setZero();
      block.col(0) = column;
    } else if (near_.any_locked) {
      block = block * free_directions<B>(near_.body_of[static_cast<std::size_t>(q)]).asDiagonal();
    }
  }

  // −c_p (∂(f, m)/∂(y, z)) c_q, c = (sign, share) of a body's part in the contact.
  template <int B>
  static Eigen::Matrix<double, B, B> block_of(const ContactTangent<D>& t, double sign_p,
                                              double share_p, double sign_q, double share_q) {
    Eigen::Matrix<double, B, B> block;
    block.template topLeftCorner<D, D>() = -sign_p * sign_q * t.fy;
    if constexpr (B > D) {
      block.template topRightCorner<D, S>() = -sign_p * share_q * t.fz;
      block.template bottomLeftCorner<S, D>() = -share_p * sign_q * t.my;
      block.template bottomRightCorner<S, S>() = -share_p * share_q * t.mz;
    }
    return block;
  }

  // Adds every block of the matrix by add(row, column, block, edge), edge of no meaning where row =
  // column.
  template <int B, class Add>
  void for_each_block(Add&& add) const {
    using Block = Eigen::Matrix<double, B, B>;
    for (std::size_t k = 0; k < near_.body_of.size(); ++k) {
      const std::size_t i = near_.body_of[k];
      Eigen::Matrix<double, B, 1> mass;
      mass.template head<D>().setConstant(mass_rate_ * bodies_.mass[i]);
      if constexpr (B > D) mass.template tail<S>().setConstant(mass_rate_ * bodies_.inertia[i]);
      const auto row = static_cast<std::int32_t>(k);
      add(row, row, Block(mass.asDiagonal()), std::size_t{0});
    }
    for (std::size_t j = 0; j < planes_.size(); ++j) {
      const auto row = static_cast<std::int32_t>(row_of_plane(j));
      add(row, row, Block(mass_rate_ * planes_[j].mass * Block::Identity()), std::size_t{0});
    }
    for (const NearContact<D>& l : near_.contacts) {
      if (!l.now.acts) continue;
      const auto part = [&](std::int32_t p, double sign_p, double share_p, std::int32_t q,
                            double sign_q, double share_q) {
        if (p < 0 || q < 0) return;
        Block block = block_of<B>(l.tangent, sign_p, share_p, sign_q, share_q);
        keep_unknowns<B>(p, q, block);
        add(p, q, block, l.edge);
      };
      const double s_a = l.contact.share_a;
      const double s_b = l.contact.share_b;
      part(l.row_a, -1.0, s_a, l.row_a, -1.0, s_a);
      part(l.row_a, -1.0, s_a, l.row_b, 1.0, s_b);
      part(l.row_b, 1.0, s_b, l.row_a, -1.0, s_a);
      part(l.row_b, 1.0, s_b, l.row_b, 1.0, s_b);
    }
  }

  // Solves (∂r/∂Δq) x = −r.
  template <int B>
  LinearReport solve_linear(BlockMatrix<B>& matrix, const Eigen::VectorXd& r, Eigen::VectorXd& x) {
    const Eigen::VectorXd b = -r;
    if (std::ranges::none_of(near_.contacts, [](const NearContact<D>& l) { return l.now.acts; })) {
      x.resize(b.size());
      for (std::size_t k = 0; k < near_.body_of.size(); ++k) {
        const std::size_t i = near_.body_of[k];
        const Eigen::Index at = B * static_cast<Eigen::Index>(k);
        x.template segment<D>(at) = b.template segment<D>(at) / (mass_rate_ * bodies_.mass[i]);
        if constexpr (B > D) {
          x.template segment<S>(at + D) =
              b.template segment<S>(at + D) / (mass_rate_ * bodies_.inertia[i]);
        }
      }
      for (std::size_t j = 0; j < planes_.size(); ++j) {
        const Eigen::Index at = B * row_of_plane(j);
        x.template segment<B>(at) = b.template segment<B>(at) / (mass_rate_ * planes_[j].mass);
      }
      return {true, 0, 0.0};
    }
    const Stopwatch watch;
    if (scheme_.assembly == MatrixAssembly::dense) {
      own_.dense.setZero(b.size(), b.size());
      for_each_block<B>([&](std::int32_t p, std::int32_t q, const auto& block, std::size_t) {
        own_.dense.template block<B, B>(B * p, B * q) += block;
      });
      pose_seconds_ += watch.seconds();
      return own_.linear->solve(own_.dense, b, x);
    }
    matrix.set_pattern(static_cast<std::int32_t>(rows()), near_.edges);
    matrix.set_zero();
    for_each_block<B>([&](std::int32_t p, std::int32_t q, const auto& block, std::size_t edge) {
      if (p == q) {
        matrix.add_diagonal(static_cast<std::size_t>(p), block);
      } else if (p < q) {
        matrix.add_upper(edge, block);
      } else {
        matrix.add_lower(edge, block);
      }
    });
    pose_seconds_ += watch.seconds();
    return own_.linear->solve(matrix.matrix(), b, x);
  }

  template <int B>
  void move(const Eigen::VectorXd& x, double factor) {
    for (std::size_t k = 0; k < near_.body_of.size(); ++k) {
      const std::size_t i = near_.body_of[k];
      const Eigen::Index at = B * static_cast<Eigen::Index>(k);
      dx_[i] += factor * x.template segment<D>(at);
      if constexpr (B > D) dr_[i] += factor * x.template segment<S>(at + D);
    }
    for (std::size_t j = 0; j < planes_.size(); ++j) {
      planes_[j].increment += factor * x[B * row_of_plane(j)];
    }
  }

  // Largest displacement in a Newton step, spins times radius.
  template <int B>
  double largest_move(const Eigen::VectorXd& x) const {
    double largest = 0.0;
    for (std::size_t k = 0; k < near_.body_of.size(); ++k) {
      const Eigen::Index at = B * static_cast<Eigen::Index>(k);
      largest = std::max(largest, x.template segment<D>(at).norm());
      if constexpr (B > D) {
        largest = std::max(largest,
                           bodies_.radius[near_.body_of[k]] * x.template segment<S>(at + D).norm());
      }
    }
    for (std::size_t j = 0; j < planes_.size(); ++j) {
      largest = std::max(largest, std::abs(x[B * row_of_plane(j)]));
    }
    return largest;
  }

  // ---- Newton

  template <int B>
  SolveReport solve(BlockMatrix<B>& matrix) {
    return scheme_.variant == NewmarkVariant::thesis ? solve_as_thesis<B>(matrix)
                                                     : solve_exactly<B>(matrix);
  }

  SolveReport report(const NewtonResidual& residual, int iterations, bool solved) const {
    return {solved ? SolveStatus::solved : SolveStatus::iteration_limit, iterations,
            residual.velocity, speed_ > 0.0 ? residual.velocity / speed_ : 0.0};
  }

  // A Newton step that needs no further one.
  double smallest_move() const {
    return scheme_.tolerance * h_ * speed_ + near_.position_round_off;
  }

  void note_states(std::vector<ContactStatus>& states) const {
    states.resize(near_.contacts.size());
    for (std::size_t k = 0; k < near_.contacts.size(); ++k)
      states[k] = near_.contacts[k].now.status;
  }

  template <int B>
  SolveReport solve_exactly(BlockMatrix<B>& matrix) {
    // Of what auto stands for, the dense method alone takes the full tangent.
    const LinearSystemKind kind{!own_.friction, B * static_cast<Eigen::Index>(rows()), 1.0};
    const ContactRule rule{
        .variant = NewmarkVariant::exact,
        .symmetric_tangent = !own_.friction && needs_symmetry(choose_linear(scheme_.linear, kind))};
    Eigen::VectorXd r;
    Eigen::VectorXd x;
    std::vector<ContactStatus> states;
    std::vector<ContactStatus> states_before;
    evaluate_contacts(rule);
    NewtonResidual residual = compute_residual<B>(r);
    note_states(states);
    for (int k = 0;; ++k) {
      if (residual.velocity <= scheme_.tolerance * speed_) return report(residual, k, true);
      if (k == scheme_.max_iterations) return report(residual, k, false);
      // An inexact answer may still be a good step; an answer that is none leaves x = 0.
      const LinearReport linear = solve_linear<B>(matrix, r, x);
      const double moved = largest_move<B>(x);
      if ((!linear.solved && moved == 0.0) || !std::isfinite(moved)) {
        return report(residual, k + 1, false);
      }
      std::swap(states, states_before);
      const double merit = residual.merit;
      double factor = 1.0;
      move<B>(x, factor);
      evaluate_contacts(rule);
      residual = compute_residual<B>(r);
      for (int cuts = 0; residual.merit >= merit && cuts < kHalvings; ++cuts) {
        // At round-off the residual need not fall any more.
        if (moved <= smallest_move()) break;
        factor *= 0.5;
        move<B>(x, -factor);
        evaluate_contacts(rule);
        residual = compute_residual<B>(r);
      }
      note_states(states);
      if (factor == 1.0 && moved <= smallest_move() && states == states_before) {
        return report(residual, k + 1, true);
      }
    }
  }

  template <int B>
  SolveReport solve_as_thesis(BlockMatrix<B>& matrix) {
    Eigen::VectorXd r;
    Eigen::VectorXd x;
    Eigen::VectorXd x_before = Eigen::VectorXd::Zero(B * static_cast<Eigen::Index>(rows()));
    for (const std::size_t i : near_.body_of) {
      dx_[i] = h_ * bodies_.velocity[i];
      dr_[i] = h_ * bodies_.spin[i];
    }
    for (LoadedPlane<D>& plane : planes_) plane.increment = h_ * plane.velocity;
    int iterations = 0;
    bool solved = false;
    while (!solved && iterations < scheme_.max_iterations) {
      ++iterations;
      evaluate_contacts({.variant = NewmarkVariant::thesis, .linear_force = iterations == 1});
      static_cast<void>(compute_residual<B>(r));
      const LinearReport linear = solve_linear<B>(matrix, r, x);
      if (!x.allFinite() || (!linear.solved && x.isZero(0.0))) break;
      move<B>(x, 1.0);
      const double norm = std::min(x.norm(), (x + x_before).norm());
      std::swap(x, x_before);
      solved = iterations > 1 && norm < scheme_.step_norm.value();
    }
    evaluate_contacts({.variant = NewmarkVariant::thesis});
    return report(compute_residual<B>(r), iterations, solved);
  }

  // Widens the margins of bodies that moved further; tells whether there were any.
  bool widen() {
    bool any = false;
    for (const std::size_t i : near_.body_of) {
      const double moved = dx_[i].norm();
      if (moved <= margin_[i]) continue;
      margin_[i] = 2.0 * moved;
      any = true;
    }
    for (LoadedPlane<D>& plane : planes_) {
      if (std::abs(plane.increment) <= plane.reach) continue;
      plane.reach = 2.0 * std::abs(plane.increment);
      any = true;
    }
    return any;
  }

  // ---- After the solve

  void report_contacts() {
    for (std::size_t k = 0; k < near_.contacts.size(); ++k) {
      const NearContact<D>& l = near_.contacts[k];
      const double stored = stored_energy(l.contact.law, l.now.overlap);
      out_.stored += stored;
      if (!l.now.acts) continue;
      Contact<D> c = near_.found[k];
      const std::size_t b = c.b().body();
      double work = l.now.force.dot(dx_[b]) + l.contact.share_b * l.now.moment.dot(dr_[b]);
      if (c.a().is_boundary()) {
        double by_boundary = h_ * l.now.force.dot(l.surface);
        if (const LoadedPlane<D>* plane = plane_at(l)) {
          by_boundary += plane->increment * l.now.force.dot(plane->normal);
        }
        out_.work.boundaries += by_boundary;
        work -= by_boundary;
      } else {
        const std::size_t a = c.a().body();
        work += l.contact.share_a * l.now.moment.dot(dr_[a]) - l.now.force.dot(dx_[a]);
      }
      out_.work.dissipated += stored_energy(l.contact.law, l.contact.overlap) - stored - work;

      const double length = l.now.direction.norm();
      if (length > 0.0) c.n = l.now.direction / length;
      c.gap = -l.now.overlap;
      out_.contacts.push_back(c);
      out_.impulses.push_back(h_ * l.now.force);
      if (c.a().is_boundary()) out_.momentum.support += h_ * l.now.force;
      out_.status.push_back(l.now.status);
    }
  }

  void advance() {
    const Vec<D> g_before = world_.gravity_at(t_);
    const Vec<D> g_after = world_.gravity_at(t_ + h_);
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const Vec<D> v = velocity_end(i);
      const Spin<D> w = spin_end(i);
      const auto group = static_cast<std::size_t>(bodies_.group[i]);
      out_.work.external += forces_.group_force[group].dot(dx_[i]);
      if (!midpoint_) {
        // What the scheme itself does: kinetic energy receives more or less than M a⁺·Δq.
        out_.work.correction +=
            0.5 * bodies_.mass[i] * (v - bodies_.velocity[i]).dot(v + bodies_.velocity[i]) +
            0.5 * bodies_.inertia[i] * (w - bodies_.spin[i]).dot(w + bodies_.spin[i]) -
            bodies_.mass[i] * acceleration(i).dot(dx_[i]) -
            bodies_.inertia[i] * angular_acceleration(i).dot(dr_[i]);
      }
      const Vec<D> free = bodies_.mass[i] * bodies_.inverse_mass[i];
      out_.momentum.weight += h_ * bodies_.mass[i] * free.cwiseProduct(forces_.gravity);
      out_.momentum.change += bodies_.mass[i] * (v - bodies_.velocity[i]);
      if (!world_.gravity.is_constant()) {
        const Vec<D> start = bodies_.path(i, world_.cell);
        const Vec<D> end = start + dx_[i];
        out_.work.external += bodies_.mass[i] * (free.cwiseProduct(forces_.gravity).dot(dx_[i]) -
                                                 free.cwiseProduct(g_after).dot(end) +
                                                 free.cwiseProduct(g_before).dot(start));
      }
      bodies_.velocity[i] = v;
      bodies_.spin[i] = w;
      bodies_.position[i] += dx_[i];
      bodies_.rotation[i] = bodies_.rotation[i].turned(dr_[i]);
    }
    for (const LoadedPlane<D>& plane : planes_) {
      loaded_[plane.boundary].velocity = velocity_end(plane);
      loaded_[plane.boundary].displacement += plane.increment;
    }
  }

  const World<D>& world_;
  const NewmarkSettings& scheme_;
  double t_;
  double h_;
  StepTools<D>& tools_;
  NewmarkTools<D>& own_;
  Bodies<D>& bodies_;
  std::vector<LoadedMotion>& loaded_;
  NearContacts<D>& near_;
  StepForces<D> forces_;
  bool midpoint_;         // β = 1/2, γ = 1
  double mass_rate_;      // da⁺/dΔq, 1/s²
  double velocity_rate_;  // dv⁺/dΔq, 1/s
  double velocity_kept_;  // of v in v⁺
  double speed_ = 0.0;    // largest velocity in the step, m/s
  Stopwatch watch_;
  double pose_seconds_ = 0.0;

  std::vector<Vec<D>> force_;
  std::vector<double> margin_;
  std::vector<Vec<D>> dx_;   // increments
  std::vector<Spin<D>> dr_;  // rotation vectors
  std::vector<Vec<D>> a_start_;
  std::vector<Spin<D>> w_start_;
  std::vector<LoadedPlane<D>> planes_;
  std::vector<std::int32_t> plane_of_;  // by boundary, −1 for others

  StepOutcome<D> out_;
};

}  // namespace

template <int D>
StepOutcome<D> step_newmark(const World<D>& world, const NewmarkSettings& scheme, double t,
                            double h, StepTools<D>& tools, Bodies<D>& bodies,
                            std::vector<LoadedMotion>& loaded) {
  if (!tools.newmark) {
    tools.newmark = std::make_shared<NewmarkTools<D>>();
    tools.newmark->friction = has_friction(world);
    tools.newmark->linear.emplace(scheme.linear, !tools.newmark->friction);
  }
  return Step<D>(world, scheme, t, h, tools, *tools.newmark, bodies, loaded).run();
}

template <int D>
double stored_contact_energy(const World<D>& world, const Bodies<D>& bodies, double t,
                             std::span<const LoadedMotion> loaded, StepTools<D>& tools) {
  tools.pairs.update(bodies.position, bodies.radius, 0.0, tools.workers);
  const std::vector<Placement<D>> walls = placements(world, t, loaded);
  double sum = 0.0;
  for (const Contact<D>& c : detect_contacts(world, bodies, {bodies.position, walls},
                                             tools.pairs.pairs(), {}, tools.workers)) {
    sum += stored_energy(law_of(world, bodies, c).compliance, -c.gap);
  }
  return sum;
}

#define GALET_INSTANTIATE(D)                                                                    \
  template StepOutcome<D> step_newmark(const World<D>&, const NewmarkSettings&, double, double, \
                                       StepTools<D>&, Bodies<D>&, std::vector<LoadedMotion>&);  \
  template double stored_contact_energy(const World<D>&, const Bodies<D>&, double,              \
                                        std::span<const LoadedMotion>, StepTools<D>&)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
