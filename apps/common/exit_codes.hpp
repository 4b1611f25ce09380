#pragma once

namespace galet {

inline constexpr int kDone = 0;
inline constexpr int kCheckFailed = 1;
inline constexpr int kBadInput = 2;
inline constexpr int kSystemFailure = 3;
inline constexpr int kNumericalFailure = 4;
inline constexpr int kOutOfTime = 75;  // EX_TEMPFAIL: a job that can be queued again
inline constexpr int kInterrupted = 130;

}  // namespace galet
