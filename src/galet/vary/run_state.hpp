// How far a run of a study is, as its folder says.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "galet/base/fields.hpp"
#include "galet/vary/study_folder.hpp"

namespace galet {

enum class RunState { waiting, unfinished, done, failed };

template <>
struct EnumNames<RunState> {
  static constexpr std::array<std::string_view, 4> names{"waiting", "unfinished", "done", "failed"};
};

// How the last attempt of a run ended that failed.
struct RunOutcome {
  int exit_code = 0;
  int signal = 0;  // that ended it; 0 where none did
  std::string message;

  // Whether it would fail again: bad input and breakdowns do, a full disk or a kill need not.
  bool is_final() const { return signal == 0 && (exit_code == 2 || exit_code == 4); }
};

struct RunStanding {
  RunState state = RunState::waiting;
  RunOutcome outcome = {};  // of a run that has failed
};

RunStanding standing_of(const StudyFolder& folder, const StudyRun& run);

void write_outcome(const StudyFolder& folder, const StudyRun& run, const RunOutcome& outcome);
void remove_outcome(const StudyFolder& folder, const StudyRun& run);

// Of simulated time, 0 to 1, of a run that is going or was interrupted.
double fraction_done(const StudyFolder& folder, const StudyRun& run);

}  // namespace galet
