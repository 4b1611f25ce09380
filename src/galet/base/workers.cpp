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

constexpr std::uint64_t kTasks = 0xffffffff;  // the half of a share that counts its tasks

}  // namespace

Workers::Workers(int threads) : shares_(static_cast<std::size_t>(threads)) {
  GALET_ASSERT(threads >= 1);
  threads_.reserve(shares_.size() - 1);
  for (std::size_t k = 1; k < shares_.size(); ++k) {
    threads_.emplace_back([this, k] { serve(k); });
  }
}

Workers::~Workers() {
  stop_.store(true, std::memory_order_relaxed);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  for (std::thread& t : threads_) t.join();
}

void Workers::run(std::size_t tasks, const void* body, Call call) {
  GALET_ASSERT(tasks <= kTasks);
  tasks_ = tasks;
  body_ = body;
  call_ = call;
  running_.store(static_cast<std::uint32_t>(tasks), std::memory_order_relaxed);
  const std::uint64_t round = round_.load(std::memory_order_relaxed) + 1u;
  std::size_t begin = 0;
  for (std::size_t k = 0; k < shares_.size(); ++k) {
    const std::size_t end = share_end(k);
    shares_[k].left.store(round << 32 | (end - begin), std::memory_order_release);
    begin = end;
  }
  round_.store(static_cast<std::uint32_t>(round), std::memory_order_release);
  round_.notify_all();
  help(0);
  for (std::uint32_t left = running_.load(std::memory_order_acquire); left != 0;) {
    left = wait_for_change(running_, left);
  }
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Workers::help(std::size_t thread) {
  for (std::size_t k = 0; k < shares_.size(); ++k) {
    const std::size_t owner = (thread + k) % shares_.size();
    std::atomic<std::uint64_t>& share = shares_[owner].left;
    std::uint32_t ended = 0;
    std::uint64_t left = share.load(std::memory_order_relaxed);
    while ((left & kTasks) != 0) {
      if (!share.compare_exchange_weak(left, left - 1, std::memory_order_acquire,
                                       std::memory_order_relaxed)) {
        continue;
      }
      try {
        call_(body_, share_end(owner) - (left & kTasks));
      } catch (...) {
        const std::lock_guard lock(failure_mutex_);
        failure_ = std::current_exception();
      }
      ++ended;
      left = share.load(std::memory_order_relaxed);
    }
    if (ended != 0 && running_.fetch_sub(ended, std::memory_order_acq_rel) == ended) {
      running_.notify_one();
    }
  }
}

void Workers::serve(std::size_t thread) {
  for (std::uint32_t seen = 0;;) {
    seen = wait_for_change(round_, seen);
    if (stop_.load(std::memory_order_relaxed)) return;
    help(thread);
  }
}

}  // namespace galet
