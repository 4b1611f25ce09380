// The motion of the bodies in a step of moreau-jean, as rows. One array has four meanings, one
// after the other, since each is needed only until the next is known and a row takes 64 bytes a
// body:
//   free     v_free and r ω at the start                 predict to pose
//   change   M⁻¹ H p of bodies and planes under load     solve to advance
//   end      v⁺ and the change of r ω                    advance to accept
//   sum      v⁻ + v⁺ and r (ω⁻ + ω⁺)                     accept to account
// Whoever asks for another meaning than the present one is told (an assertion).
#pragma once

#include <span>

#include "galet/base/error.hpp"
#include "galet/base/lean.hpp"
#include "galet/base/workers.hpp"
#include "galet/model/bodies.hpp"
#include "galet/problem/node_motion.hpp"

namespace galet {

template <int D>
class MotionRows {
 public:
  // The rows of the bodies.
  std::span<const NodeRow<double>> free() const { return rows(Meaning::free); }
  std::span<const NodeRow<double>> end() const { return rows(Meaning::end); }
  std::span<const NodeRow<double>> sum() const { return rows(Meaning::sum); }
  // To be filled by a solve, with the rows of planes after those of the bodies.
  NodeMotion& begin_change() {
    meaning_ = Meaning::change;
    return rows_;
  }
  std::span<const NodeRow<double>> change_of_planes() const {
    GALET_ASSERT(meaning_ == Meaning::change);
    return std::span(rows_).subspan(bodies_);
  }

  // free: velocity(i) is that without contacts.
  template <class V>
  void predict(const Bodies<D>& bodies, Workers& workers, V&& velocity) {
    bodies_ = bodies.size();
    resize_anew(rows_, bodies_);
    for_each(workers, [&](std::size_t i, NodeRow<double>& row) {
      set_motion<D>(velocity(i), bodies.radius[i] * bodies.spin[i], row);
    });
    meaning_ = Meaning::free;
  }

  // end: from the change and velocity(i), that without contacts; f(i, v⁺) is told the result.
  template <class V, class F>
  void advance(Workers& workers, V&& velocity, F&& f) {
    GALET_ASSERT(meaning_ == Meaning::change);
    for_each(workers, [&](std::size_t i, NodeRow<double>& row) {
      const Vec<D> v_after = velocity(i) + velocity_of<D>(row);
      f(i, v_after);
      set_motion<D>(v_after, rim_velocity_of<D>(row), row);
    });
    meaning_ = Meaning::end;
  }

  // sum: the bodies take their velocities of the end, and turn by h (θ ω⁺ + (1−θ) ω⁻).
  void accept(Bodies<D>& bodies, Workers& workers, double h, double theta) {
    GALET_ASSERT(meaning_ == Meaning::end);
    for_each(workers, [&](std::size_t i, NodeRow<double>& row) {
      const Vec<D> v_before = bodies.velocity[i];
      const Vec<D> v_after = velocity_of<D>(row);
      const double r = bodies.radius[i];
      const Spin<D> w_before = bodies.spin[i];
      const Spin<D> w_after = w_before + rim_velocity_of<D>(row) / r;
      bodies.velocity[i] = v_after;
      bodies.spin[i] = w_after;
      bodies.rotation[i] =
          bodies.rotation[i].turned(h * (theta * w_after + (1.0 - theta) * w_before));
      set_motion<D>(v_before + v_after, r * (w_before + w_after), row);
    });
    meaning_ = Meaning::sum;
  }

  // Gives back memory, which the next step takes again.
  void release() {
    give_back(rows_);
    meaning_ = Meaning::none;
  }

 private:
  enum class Meaning { none, free, change, end, sum };

  std::span<const NodeRow<double>> rows(Meaning wanted) const {
    GALET_ASSERT(meaning_ == wanted);
    return std::span(rows_).first(bodies_);
  }
  template <class F>
  void for_each(Workers& workers, F&& f) {
    workers.for_range(bodies_, [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t i = begin; i < end; ++i) f(i, rows_[i]);
    });
  }

  NodeMotion rows_;
  std::size_t bodies_ = 0;
  Meaning meaning_ = Meaning::none;
};

}  // namespace galet
