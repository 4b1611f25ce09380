// The streams around the program. Nobody who stops to listen ends a run: writing to a closed pipe,
// a full disk or beyond a limit of file size is an error to be told where it matters, never a
// signal or an exception.
#pragma once

namespace galet {

// To be called first of all. Descriptors 0 to 2 that are missing lead to /dev/null, so that no file
// of ours takes their place; what fails on stdout or stderr is noted and dropped.
void open_streams();

// Brings stdout to its end; tells on stderr, and returns false, when something of it was lost.
bool close_output();

}  // namespace galet
