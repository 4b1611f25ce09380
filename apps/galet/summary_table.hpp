// The summary of a run as a table on the standard output.
#pragma once

#include "galet/sim/records.hpp"

namespace galet {

void print_summary(const RunSummary& summary, double balance_error_relative);

}  // namespace galet
