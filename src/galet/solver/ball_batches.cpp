#include "galet/solver/ball_batches.hpp"

#include <array>
#include <bit>

namespace galet {
namespace {

constexpr int kWindow = 32;
constexpr int kMostLanes = 16;

template <int D>
class Window {
 public:
  Window(const BodiesOperator<D>& bodies, int lanes, std::span<std::uint32_t> masks,
         std::vector<std::int32_t>& plan)
      : bodies_(bodies), lanes_(lanes), masks_(masks), plan_(plan) {}

  void add(std::int32_t contact) {
    std::uint32_t taken = 0;
    for_each_ball(contact, [&](std::uint32_t mask) { taken |= mask; });
    // All batches of the window hold one of the balls: send the oldest off as it is.
    const int k = taken == UINT32_MAX ? emit_next() : std::countr_one(taken);
    Batch& batch = open_[static_cast<std::size_t>(k)];
    batch.contacts[static_cast<std::size_t>(batch.size++)] = contact;
    for_each_ball(contact, [&](std::uint32_t& mask) { mask |= 1U << k; });
    if (batch.size == lanes_) emit(k);
  }

  void emit_all() {
    for (int k = 0; k < kWindow; ++k) emit(k);
  }

 private:
  struct Batch {
    int size = 0;
    std::array<std::int32_t, kMostLanes> contacts;
  };

  // The masks of the balls that can move.
  template <class F>
  void for_each_ball(std::int32_t contact, F&& f) {
    const Contact<D>& c = bodies_.contacts[static_cast<std::size_t>(contact)];
    for (const std::size_t node : {bodies_.node_of(c.a()), c.b().body()}) {
      if (bodies_.can_move(node)) f(masks_[node]);
    }
  }
  int emit_next() {
    const int k = next_;
    next_ = (next_ + 1) % kWindow;
    emit(k);
    return k;
  }
  void emit(int k) {
    Batch& batch = open_[static_cast<std::size_t>(k)];
    if (batch.size == 0) return;
    for (int lane = 0; lane < lanes_; ++lane) {
      const bool filled = lane < batch.size;
      const std::int32_t contact = filled ? batch.contacts[static_cast<std::size_t>(lane)] : -1;
      if (filled) for_each_ball(contact, [&](std::uint32_t& mask) { mask &= ~(1U << k); });
      plan_.push_back(contact);
    }
    batch.size = 0;
  }

  const BodiesOperator<D>& bodies_;
  int lanes_;
  std::span<std::uint32_t> masks_;
  std::vector<std::int32_t>& plan_;
  std::array<Batch, kWindow> open_;
  int next_ = 0;
};

}  // namespace

template <int D>
void plan_batches(const BodiesOperator<D>& bodies, std::span<const std::int32_t> contacts,
                  int lanes, std::span<std::uint32_t> masks, std::vector<std::int32_t>& plan) {
  Window<D> window(bodies, lanes, masks, plan);
  for (const std::int32_t c : contacts) window.add(c);
  window.emit_all();
}

template void plan_batches(const BodiesOperator<2>&, std::span<const std::int32_t>, int,
                           std::span<std::uint32_t>, std::vector<std::int32_t>&);
template void plan_batches(const BodiesOperator<3>&, std::span<const std::int32_t>, int,
                           std::span<std::uint32_t>, std::vector<std::int32_t>&);

}  // namespace galet
