#include "galet/base/workers.hpp"

#include <utility>

#include "galet/base/error.hpp"

namespace galet {
namespace {

constexpr int kSpins = 2000;  // some tens of microseconds
constexpr int kYields = 100;

void pause_a_little() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

// Returns the value once it is no longer `old`.
std::uint32_t wait_for_change(const std::atomic<std::uint32_t>& value, std::uint32_t old) {
  for (int k = 0; k < kSpins; ++k) {
    const std::uint32_t now = value.load(std::memory_order_acquire);
    if (now != old) return now;
    pause_a_little();
  }
  for (int k = 0; k < kYields; ++k) {
    const std::uint32_t now = value.load(std::memory_order_acquire);
    if (now != old) return now;
    std::this_thread::yield();
  }
  value.wait(old, std::memory_order_acquire);
  return value.load(std::memory_order_acquire);
}

}  // namespace

Workers::Workers(int threads) {
  GALET_ASSERT(threads >= 1);
  for (int k = 1; k < threads; ++k) {
    threads_.emplace_back([this, k] { serve(static_cast<std::size_t>(k)); });
  }
}

Workers::~Workers() {
  stop_ = true;
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  for (std::thread& t : threads_) t.join();
}

void Workers::run(const void* body, Call call) {
  body_ = body;
  call_ = call;
  running_.store(static_cast<std::uint32_t>(threads_.size()), std::memory_order_relaxed);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  run_part(0);
  for (std::uint32_t left = running_.load(std::memory_order_acquire); left != 0;) {
    left = wait_for_change(running_, left);
  }
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Workers::run_part(std::size_t part) {
  try {
    call_(body_, part);
  } catch (...) {
    const std::lock_guard lock(failure_mutex_);
    failure_ = std::current_exception();
  }
}

void Workers::serve(std::size_t part) {
  for (std::uint32_t seen = 0;;) {
    // A round never begins before all have finished the last one, so none is missed.
    seen = wait_for_change(round_, seen);
    if (stop_) return;
    run_part(part);
    if (running_.fetch_sub(1, std::memory_order_acq_rel) == 1) running_.notify_one();
  }
}

}  // namespace galet
