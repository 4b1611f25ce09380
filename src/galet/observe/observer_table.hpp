// What the file of an observer is: its name and its columns.
#pragma once

#include <string>
#include <vector>

namespace galet {

struct Column {
  std::string name;
  std::string unit;  // "" for numbers without one
};

// What the file of an observer is.
struct ObserverTable {
  std::string name;             // unique; of the file
  std::string kind;             // as in the scene
  bool average = false;         // whether rows are means over the steps since the row before
  std::vector<Column> columns;  // first `step` and `time`
  std::vector<std::string> boundaries;  // names, where there is a column `boundary`
};

}  // namespace galet
