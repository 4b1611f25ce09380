// docs/record-reference.md: the columns of series.csv and the keys of summary.json with units and
// meanings, and what a step reports, from the records' own lists.
#pragma once

#include <string>

namespace galet {

std::string record_reference();

}  // namespace galet
