// Ctrl-C and a polite kill: noted, so that the run ends after the current step. A second one ends
// the program at once.
#pragma once

namespace galet {

void watch_interruption();
bool interruption_requested();

}  // namespace galet
