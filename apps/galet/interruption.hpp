// Signals to a run. Ctrl-C, a polite kill and a closed terminal are noted, so that the run ends
// after the current step; a second one ends the program at once. SIGUSR1 asks for a checkpoint.
// Signals that the parent told us to ignore (nohup, jobs in the background) stay ignored.
#pragma once

namespace galet {

// SIGUSR1, from the beginning on: before a run has steps it must not end it.
void watch_checkpoint_signal();
// The others, which end what comes before a run at once.
void watch_signals();
bool interruption_requested();
// Whether a checkpoint was asked for since the last call.
bool checkpoint_signalled();

}  // namespace galet
