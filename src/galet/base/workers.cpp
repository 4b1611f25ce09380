#include "galet/base/workers.hpp"

#include <utility>

#include "galet/base/error.hpp"

namespace galet {
namespace {

// Below this length waking the threads costs more than the loop.
constexpr std::size_t kSmallRange = 4096;

}  // namespace

Workers::Workers(int threads) {
  GALET_ASSERT(threads >= 1);
  for (int k = 1; k < threads; ++k) {
    threads_.emplace_back([this, k] { serve(static_cast<std::size_t>(k)); });
  }
}

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  start_.notify_all();
  for (std::thread& t : threads_) t.join();
}

void Workers::for_range(std::size_t n, const Body& f) {
  if (threads_.empty() || n < kSmallRange) {
    f(0, n, 0);
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    body_ = &f;
    size_ = n;
    running_ = threads_.size();
    ++round_;
  }
  start_.notify_all();
  run_part(f, n, 0);
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return running_ == 0; });
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Workers::run_part(const Body& f, std::size_t n, std::size_t part) {
  try {
    f(n * part / count(), n * (part + 1) / count(), part);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    failure_ = std::current_exception();
  }
}

void Workers::serve(std::size_t part) {
  std::size_t seen = 0;
  std::unique_lock lock(mutex_);
  for (;;) {
    start_.wait(lock, [&] { return stop_ || round_ != seen; });
    if (stop_) return;
    seen = round_;
    const Body& f = *body_;
    const std::size_t n = size_;
    lock.unlock();
    run_part(f, n, part);
    lock.lock();
    if (--running_ == 0) done_.notify_one();
  }
}

}  // namespace galet
