// Counts what a program asks of operator new. The operators are defined here: to be included by one
// file of a program.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

#include <malloc.h>

namespace galet::test {

// Bytes, now and at most since most_held was set.
inline std::atomic<std::size_t> held{0};
inline std::atomic<std::size_t> most_held{0};

inline void* counted(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  const std::size_t now = held += malloc_usable_size(memory);
  for (std::size_t most = most_held; most < now && !most_held.compare_exchange_weak(most, now);) {
  }
  return memory;
}

inline void give(void* memory) noexcept {
  held -= malloc_usable_size(memory);
  std::free(memory);
}

}  // namespace galet::test

void* operator new(std::size_t size) {
  return galet::test::counted(std::malloc(std::max<std::size_t>(size, 1)));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto step = static_cast<std::size_t>(alignment);
  return galet::test::counted(std::aligned_alloc(step, (size + step - 1) / step * step));
}
void operator delete(void* memory) noexcept { galet::test::give(memory); }
void operator delete(void* memory, std::size_t) noexcept { galet::test::give(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { galet::test::give(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  galet::test::give(memory);
}
