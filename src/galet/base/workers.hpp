// A fixed team of threads for loops over arrays.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

namespace galet {

// Loops shared among the threads; each call returns when all its tasks have ended. Whoever uses
// them must give a result that does not depend on where parts are cut nor on who runs a task
// (independent elements, or pieces joined in the order of the parts): this is how a run has the
// same bits for any number of threads. An exception of any task reaches the caller once all have
// ended.
//
// Every thread has a share of the tasks, the same in every loop of the same length, so that what
// it touched stays in the caches near it; one that has ended its share takes what is left of the
// others'. A thread whose core was taken away thus delays a loop by one task at most. Between two
// calls the threads wait awake for some microseconds, then give way to others, then sleep.
class Workers {
 public:
  explicit Workers(int threads = 1);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  std::size_t count() const { return threads_.size() + 1; }

  // f(begin, end, part) on contiguous parts of [0, n), as many as threads; short ranges run in the
  // calling thread.
  template <class F>
  void for_range(std::size_t n, F&& f) {
    if (threads_.empty() || n < kSmallRange) {
      f(std::size_t{0}, n, std::size_t{0});
      return;
    }
    for_tasks(count(),
              [&](std::size_t part) { f(n * part / count(), n * (part + 1) / count(), part); });
  }

  // f(task) for every task in [0, n), neighbouring tasks on the same thread where possible.
  template <class F>
  void for_tasks(std::size_t n, F&& f) {
    if (threads_.empty() || n < 2) {
      for (std::size_t task = 0; task < n; ++task) f(task);
      return;
    }
    run(n, &f, [](const void* body, std::size_t task) {
      (*static_cast<const std::remove_reference_t<F>*>(body))(task);
    });
  }

 private:
  // Below this length waking the threads costs more than the loop.
  static constexpr std::size_t kSmallRange = 4096;

  using Call = void (*)(const void* body, std::size_t task);

  // Tasks of a thread's share that nobody has taken: their number in the lower half, that of the
  // loop in the upper, so that a thread that comes late does not mistake one loop for another.
  struct alignas(64) Share {
    std::atomic<std::uint64_t> left = 0;
  };

  void run(std::size_t tasks, const void* body, Call call);
  void serve(std::size_t thread);
  // Runs tasks, those of its own share first, until none is left to take.
  void help(std::size_t thread);
  std::size_t share_end(std::size_t thread) const { return tasks_ * (thread + 1) / count(); }

  std::vector<std::thread> threads_;
  std::vector<Share> shares_;
  // Written before the shares of a loop are and read by those who have taken a task of it: the
  // loop cannot end before them.
  std::size_t tasks_ = 0;
  const void* body_ = nullptr;
  Call call_ = nullptr;
  std::atomic<bool> stop_ = false;
  std::atomic<std::uint32_t> round_ = 0;    // number of loops so far
  std::atomic<std::uint32_t> running_ = 0;  // tasks of this loop that have not ended
  std::mutex failure_mutex_;
  std::exception_ptr failure_;
};

}  // namespace galet
