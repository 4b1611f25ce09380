// Limits of address space (ulimit -v, batch systems).
#pragma once

namespace galet {

// OpenBLAS, which SuperLU may be linked to, starts threads before main() that ask for 128 MB each,
// again and again while they do not get it, and are waited for at the end: under a limit of address
// space the process would hang. There, the program starts itself again and tells the library to do
// without; whoever has set OPENBLAS_NUM_THREADS is left alone.
void spare_address_space(char** argv);

}  // namespace galet
