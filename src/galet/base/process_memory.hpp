// Memory of this process, as the system counts it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace galet {

// Bodies from which on memory counts for more than the time that it takes to get it anew.
inline constexpr std::size_t kLargeScene = 50'000;

// Largest resident memory so far, in bytes, the program itself included; 0 where the system does
// not tell.
std::int64_t peak_memory_bytes();

// Whether large arrays are taken from the system one by one and go back to it at once: those that
// grow then leave no gaps behind, but getting memory takes longer.
void return_arrays_to_system(bool wanted);

}  // namespace galet
