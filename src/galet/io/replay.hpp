// A run from its files, frame by frame as the simulation showed them: for what draws or measures
// frames after the run.
#pragma once

#include <filesystem>
#include <variant>
#include <vector>

#include "galet/io/trajectory.hpp"
#include "galet/sim/records.hpp"

namespace galet {

// Owns what a Frame looks at. Of the world it has what is seen: boundaries, gravity, the periodic
// cell, names; no laws.
template <int D>
class ReplayedFrame {
 public:
  // Throws InputError when the frame does not belong to the world.
  ReplayedFrame(const World<D>& world, const StoredFrame& stored);

  Frame<D> frame() const {
    return {number_,   state_,  *world_,     contacts_, state_.bodies.position,
            impulses_, status_, step_length_};
  }

 private:
  void add_contacts(const StoredContacts& stored);

  const World<D>* world_;
  std::int64_t number_;
  double step_length_;
  State<D> state_;
  std::vector<Contact<D>> contacts_;
  std::vector<Vec<D>> impulses_;
  std::vector<ContactStatus> status_;
};

class Replay {
 public:
  // Throws InputError when the folder has no trajectory with frames, or no scene.toml that fits.
  explicit Replay(const std::filesystem::path& folder);

  const TrajectoryReader& trajectory() const { return trajectory_; }
  int dimension() const { return trajectory_.dimension(); }
  std::int64_t frames() const { return trajectory_.frames(); }
  // The frame that is nearest in time, the earlier of two.
  std::int64_t frame_at(double time) const;

  template <int D>
  const World<D>& world() const {
    return std::get<World<D>>(world_);
  }
  template <int D>
  ReplayedFrame<D> frame(std::int64_t number) const {
    return ReplayedFrame<D>(world<D>(), trajectory_.read(number));
  }

 private:
  TrajectoryReader trajectory_;
  std::variant<World<2>, World<3>> world_;
};

}  // namespace galet
