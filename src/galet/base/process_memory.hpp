// Memory of this process, as the system counts it.
#pragma once

#include <cstdint>

namespace galet {

// Largest resident memory so far, in bytes, the program itself included; 0 where the system does
// not tell.
std::int64_t peak_memory_bytes();

// Whether large arrays are taken from the system one by one and go back to it at once: those that
// grow then leave no gaps behind, but getting memory takes longer.
void return_arrays_to_system(bool wanted);

}  // namespace galet
