// A file that galet wrote is not as it was written.
#pragma once

#include <string>

#include "galet/base/error.hpp"

namespace galet {

class DamagedFile : public SystemError {
 public:
  // `place` is the dataset, with the row where one is to blame ("frames/000003/mass, row 7"); may
  // be empty. what() reads "file: place: what is wrong".
  DamagedFile(const std::string& file, const std::string& place, const std::string& what)
      : SystemError(file + ": " + (place.empty() ? what : place + ": " + what)) {}
};

}  // namespace galet
