// Times as files and messages show them.
#pragma once

namespace galet {

// The number nearest to t that 15 decimal digits tell: 600 steps of 1e-4 s are 0.06 s in a file,
// not the 0.060000000000000005 of the product.
double tidy_time(double t);

}  // namespace galet
