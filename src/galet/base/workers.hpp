// A fixed team of threads for loops over arrays.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace galet {

// Loops shared among the threads; each call returns when all parts have ended. Whoever uses them
// must give a result that does not depend on where the parts are cut (independent elements, or
// pieces joined in the order of the parts): this is how a run has the same bits for any number of
// threads. An exception of any part reaches the caller once all parts have ended.
//
// Between two calls the threads wait awake for some microseconds, then give way to others, then
// sleep: many short loops cost little, and a core that is taken away is not waited for in vain.
class Workers {
 public:
  explicit Workers(int threads = 1);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  std::size_t count() const { return threads_.size() + 1; }

  // f(begin, end, part) on contiguous parts of [0, n), one per thread; short ranges run in the
  // calling thread.
  template <class F>
  void for_range(std::size_t n, F&& f) {
    if (threads_.empty() || n < kSmallRange) {
      f(std::size_t{0}, n, std::size_t{0});
      return;
    }
    run([&](std::size_t part) { f(n * part / count(), n * (part + 1) / count(), part); });
  }

  // f(task) for every task in [0, n), neighbouring tasks on the same thread.
  template <class F>
  void for_tasks(std::size_t n, F&& f) {
    const auto some = [&](std::size_t begin, std::size_t end) {
      for (std::size_t task = begin; task < end; ++task) f(task);
    };
    if (threads_.empty() || n < 2) {
      some(0, n);
      return;
    }
    run([&](std::size_t part) { some(n * part / count(), n * (part + 1) / count()); });
  }

 private:
  // Below this length waking the threads costs more than the loop.
  static constexpr std::size_t kSmallRange = 4096;

  using Call = void (*)(const void* body, std::size_t part);

  // body(part) on every thread.
  template <class Body>
  void run(const Body& body) {
    run(&body, [](const void* b, std::size_t part) { (*static_cast<const Body*>(b))(part); });
  }
  void run(const void* body, Call call);
  void serve(std::size_t part);
  // Runs one part; keeps an exception for the caller.
  void run_part(std::size_t part);

  std::vector<std::thread> threads_;
  const void* body_ = nullptr;
  Call call_ = nullptr;
  bool stop_ = false;
  // The three above are written before round_ changes and read after.
  std::atomic<std::uint32_t> round_ = 0;
  std::atomic<std::uint32_t> running_ = 0;
  std::mutex failure_mutex_;
  std::exception_ptr failure_;
};

}  // namespace galet
