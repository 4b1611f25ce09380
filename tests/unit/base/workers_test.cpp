#include "galet/base/workers.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace galet::workers_test {
namespace {

// The ranges that the team was called with, in the order of the parts.
struct Part {
  std::size_t begin, end, part;
};

std::vector<Part> parts_of(Workers& workers, std::size_t n) {
  std::vector<Part> parts;
  std::mutex mutex;
  workers.for_range(n, [&](std::size_t begin, std::size_t end, std::size_t part) {
    const std::lock_guard lock(mutex);
    parts.push_back({begin, end, part});
  });
  std::ranges::sort(parts, {}, &Part::part);
  return parts;
}

// Lengths on both sides of the length below which the team is not woken (4096).
TEST(Workers, parts_cover_the_range_once_and_in_order) {
  for (const int threads : {1, 2, 3, 7}) {
    Workers workers(threads);
    EXPECT_EQ(workers.count(), static_cast<std::size_t>(threads));
    for (const std::size_t n : {0, 1, 4095, 4096, 4097, 10007, 100003}) {
      std::size_t next = 0;
      for (const Part& p : parts_of(workers, n)) {
        EXPECT_EQ(p.begin, next);
        EXPECT_LE(p.begin, p.end);
        EXPECT_LT(p.part, workers.count());
        next = p.end;
      }
      EXPECT_EQ(next, n) << threads << " threads";
    }
  }
}

TEST(Workers, long_ranges_use_every_thread) {
  Workers workers(3);
  EXPECT_EQ(parts_of(workers, 10000).size(), 3u);
}

TEST(Workers, same_result_for_any_number_of_threads_over_many_rounds) {
  constexpr std::size_t n = 9001;
  constexpr int rounds = 50;
  const auto result = [&](int threads) {
    Workers workers(threads);
    std::vector<double> x(n, 1.0);
    for (int round = 0; round < rounds; ++round) {
      workers.for_range(n, [&](std::size_t begin, std::size_t end, std::size_t) {
        for (std::size_t i = begin; i < end; ++i) {
          x[i] = std::cos(x[i] + static_cast<double>(i));
        }
      });
    }
    return x;
  };
  const std::vector<double> serial = result(1);
  // Without the threads: the loop itself.
  std::vector<double> plain(n, 1.0);
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < n; ++i) plain[i] = std::cos(plain[i] + static_cast<double>(i));
  }
  EXPECT_EQ(serial, plain);
  for (const int threads : {2, 3, 7}) EXPECT_EQ(result(threads), serial) << threads;
}

TEST(Workers, every_task_runs_once) {
  for (const int threads : {1, 2, 7}) {
    Workers workers(threads);
    for (const std::size_t n : {0, 1, 2, 5, 64, 1000}) {
      std::vector<int> runs(n, 0);
      workers.for_tasks(n, [&](std::size_t task) { ++runs[task]; });
      EXPECT_EQ(runs, std::vector<int>(n, 1)) << threads << " threads";
    }
  }
}

// The other threads stay in their first task until everybody else's tasks have ended, as if their
// cores had been taken away.
TEST(Workers, tasks_of_a_thread_that_is_held_up_are_done_by_others) {
  constexpr int threads = 3;
  constexpr std::size_t n = 60;
  Workers workers(threads);
  const std::thread::id caller = std::this_thread::get_id();
  for (int round = 0; round < 100; ++round) {
    std::atomic<std::size_t> ended = 0;
    std::atomic<bool> waited_in_vain = false;
    workers.for_tasks(n, [&](std::size_t) {
      const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(10);
      while (std::this_thread::get_id() != caller && ended + (threads - 1) < n) {
        std::this_thread::yield();
        if (std::chrono::steady_clock::now() > deadline) {
          waited_in_vain = true;
          break;
        }
      }
      ++ended;
    });
    ASSERT_FALSE(waited_in_vain);
    ASSERT_EQ(ended, n);
  }
}

TEST(Workers, an_exception_of_any_part_reaches_the_caller_and_the_team_works_on) {
  Workers workers(3);
  for (std::size_t failing = 0; failing < 3; ++failing) {
    const auto fail = [&](std::size_t, std::size_t, std::size_t part) {
      if (part == failing) throw std::bad_alloc();
    };
    EXPECT_THROW(workers.for_range(10000, fail), std::bad_alloc);
    EXPECT_EQ(parts_of(workers, 10000).size(), 3u);
  }
}

}  // namespace
}  // namespace galet::workers_test
