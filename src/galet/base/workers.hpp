// A fixed team of threads for loops over arrays.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace galet {

// Runs f(begin, end, part) on contiguous parts of [0, n), one part per thread, and waits.
// Whoever uses it must give a result that does not depend on where the parts are cut
// (independent elements, or pieces joined in the order of the parts): this is how a run has the
// same bits for any number of threads. Small ranges run in the calling thread. An exception of any
// part reaches the caller once all parts have ended.
class Workers {
 public:
  using Body = std::function<void(std::size_t begin, std::size_t end, std::size_t part)>;

  explicit Workers(int threads = 1);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  std::size_t count() const { return threads_.size() + 1; }
  void for_range(std::size_t n, const Body& f);

 private:
  void serve(std::size_t part);
  // Runs one part; keeps an exception for the caller.
  void run_part(const Body& f, std::size_t n, std::size_t part);

  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable start_;
  std::condition_variable done_;
  const Body* body_ = nullptr;
  std::size_t size_ = 0;
  std::size_t round_ = 0;
  std::size_t running_ = 0;
  std::exception_ptr failure_;
  bool stop_ = false;
};

}  // namespace galet
