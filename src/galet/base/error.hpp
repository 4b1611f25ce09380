// The four kinds of error of the project, of which two are types:
//   our bug            GALET_ASSERT
//   bad input          throw InputError, only where input is read or a scene is built
//   numerical outcome  a report returned by value (see solver/report.hpp)
//   absence            std::optional
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace galet {

// A place in an input file. Lines and columns count from 1; 0 means unknown.
struct SourceLocation {
  std::string file;
  int line = 0;
  int column = 0;
};

// Bad input. `key` is the path of the setting it concerns ("bodies[2].radius", may be empty);
// whoever knows the file adds the location. what() reads "file:line:col: message".
class InputError : public std::runtime_error {
 public:
  InputError(std::string key, std::string message);
  InputError(SourceLocation where, std::string key, std::string message);

  const std::string& key() const { return key_; }
  const std::string& message() const { return message_; }
  const SourceLocation& where() const { return where_; }

 private:
  SourceLocation where_;
  std::string key_;
  std::string message_;
};

// Failure of the machine (disk full, file not writable): not the user's input, not our bug.
class SystemError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The computation left the numbers (infinite or undefined velocities): nothing to go on with.
class NumericalError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

[[noreturn]] void assertion_failed(std::string_view condition, std::string_view file, int line);

}  // namespace galet

// Checked in every build type: the conditions are cheap and stand outside inner loops.
#define GALET_ASSERT(condition) \
  ((condition) ? static_cast<void>(0) : ::galet::assertion_failed(#condition, __FILE__, __LINE__))
