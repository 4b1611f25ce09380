#include "galet/base/workers.hpp"

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
  f(0, n / count(), 0);
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return running_ == 0; });
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
    f(n * part / count(), n * (part + 1) / count(), part);
    lock.lock();
    if (--running_ == 0) done_.notify_one();
  }
}

}  // namespace galet
