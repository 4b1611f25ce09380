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

// Null stays null.
inline void* counted(void* memory) noexcept {
  if (memory == nullptr) return memory;
  const std::size_t now = held += malloc_usable_size(memory);
  for (std::size_t most = most_held; most < now && !most_held.compare_exchange_weak(most, now);) {
  }
  return memory;
}

inline void* allocate(std::size_t size) noexcept {
  return counted(std::malloc(std::max<std::size_t>(size, 1)));
}
inline void* allocate(std::size_t size, std::align_val_t alignment) noexcept {
  const auto step = static_cast<std::size_t>(alignment);
  return counted(std::aligned_alloc(step, (size + step - 1) / step * step));
}
inline void* or_throw(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

inline void give(void* memory) noexcept {
  held -= malloc_usable_size(memory);
  std::free(memory);
}

}  // namespace galet::test

// All forms, or those of a sanitizer would stay in place beside these.
void* operator new(std::size_t size) { return galet::test::or_throw(galet::test::allocate(size)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return galet::test::or_throw(galet::test::allocate(size, alignment));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return galet::test::allocate(size);
}
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return galet::test::allocate(size, alignment);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept { galet::test::give(memory); }
void operator delete(void* memory, std::align_val_t, const std::nothrow_t&) noexcept {
  galet::test::give(memory);
}
void operator delete(void* memory) noexcept { galet::test::give(memory); }
void operator delete(void* memory, std::size_t) noexcept { galet::test::give(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { galet::test::give(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  galet::test::give(memory);
}
