#include "galet/vary/run_study.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <map>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "galet/base/text_file.hpp"
#include "galet/base/timer.hpp"
#include "galet/io/atomic_file.hpp"
#include "galet/io/manifest.hpp"
#include "galet/io/run_folder.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

constexpr int most_attempts = 3;
constexpr int interrupted_exit = 130;  // of a run that was told to stop
constexpr int cannot_start = 127;
constexpr double look_interval = 0.2;  // s, between looks at the progress of runs

// SIGCHLD waits to be asked for, as long as there is one.
class ChildSignal {
 public:
  ChildSignal() {
    sigemptyset(&set_);
    sigaddset(&set_, SIGCHLD);
    pthread_sigmask(SIG_BLOCK, &set_, &before_);
  }
  ~ChildSignal() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  ChildSignal(ChildSignal&&) = delete;
  ChildSignal& operator=(ChildSignal&&) = delete;

  const sigset_t& before() const { return before_; }
  // Until a child ends or stops, another signal comes, or the time is over.
  void wait(double seconds) const {
    const auto whole = static_cast<std::time_t>(seconds);
    const timespec time{whole, static_cast<long>(1e9 * (seconds - static_cast<double>(whole)))};
    sigtimedwait(&set_, nullptr, &time);
  }

 private:
  sigset_t set_{};
  sigset_t before_{};
};

// Between fork and exec nothing but calls of the system is allowed: all texts are ready before.
[[noreturn]] void become(const std::vector<char*>& words, const char* log, pid_t parent,
                         const sigset_t& signals) {
  // Ctrl-C is for the study, which passes it on once.
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(interrupted_exit);
  pthread_sigmask(SIG_SETMASK, &signals, nullptr);
  const int nothing = open("/dev/null", O_RDONLY);
  const int out = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0666);
  if (nothing < 0 || out < 0) _exit(3);
  dup2(nothing, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(out, STDERR_FILENO);
  execv(words.front(), words.data());
  _exit(cannot_start);
}

pid_t start(std::vector<std::string> command, const std::string& log, const sigset_t& signals) {
  std::vector<char*> words;
  for (std::string& word : command) words.push_back(word.data());
  words.push_back(nullptr);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) throw file_error("start", command.front(), errno);
  if (child == 0) become(words, log.c_str(), parent, signals);
  return child;
}

// What the program said last, without its name.
std::string last_message(const fs::path& log) {
  std::string text;
  try {
    text = read_text_file(log);
  } catch (const std::runtime_error&) {
    return "";
  }
  const std::size_t said = text.rfind("galet: ");
  if (said != std::string::npos) text = text.substr(said + 7);
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  std::ranges::replace(text, '\n', ' ');
  return text;
}

RunOutcome outcome_of(int status, const fs::path& log) {
  RunOutcome outcome;
  if (WIFSIGNALED(status)) {
    outcome.signal = WTERMSIG(status);
    outcome.message = fmt::format("killed by signal {}{}", outcome.signal,
                                  outcome.signal == SIGKILL ? " (out of memory?)" : "");
    return outcome;
  }
  outcome.exit_code = WEXITSTATUS(status);
  outcome.message = last_message(log);
  if (outcome.exit_code == cannot_start) outcome.message = "the program cannot be started";
  if (outcome.message.empty()) outcome.message = fmt::format("exit code {}", outcome.exit_code);
  return outcome;
}

class Schedule {
 public:
  Schedule(const StudyFolder& folder, std::span<const StudyRun> runs, const StudyOrders& orders)
      : folder_(folder), runs_(runs), orders_(orders) {
    make_folder(folder.path() / "runs");
    make_folder(folder.path() / "logs");
    progress_.runs = static_cast<std::int64_t>(runs.size());
    for (std::size_t k = 0; k < runs.size(); ++k) sort_in(k);
  }

  bool go() {
    bool stopping = false;
    while (true) {
      if (!stopping && orders_.stop_requested()) {
        stopping = true;
        for (const auto& [child, job] : running_) kill(child, SIGTERM);
      }
      while (!stopping && running_.size() < static_cast<std::size_t>(orders_.jobs) &&
             launch_next()) {
      }
      if (running_.empty() && (stopping || waiting_.empty())) break;
      signal_.wait(look_interval);
      reap(stopping);
      if (watch_.seconds() >= next_look_) tell();
    }
    tell();
    return stopping;
  }

 private:
  struct Job {
    std::size_t run = 0;
    int attempts = 0;       // before this one
    double fraction = 0.0;  // of it that was done before
    bool afresh = false;
  };

  void sort_in(std::size_t k) {
    const RunStanding standing = standing_of(folder_, runs_[k]);
    const bool failed = standing.state == RunState::failed;
    if (standing.state == RunState::done) {
      ++progress_.done;
      work_ += 1.0;
    } else if (failed && !orders_.retry && standing.outcome.is_final()) {
      ++progress_.failed;
      work_ += 1.0;
    } else {
      Job job{.run = k, .afresh = failed && orders_.retry};
      if (!job.afresh) job.fraction = fraction_done(folder_, runs_[k]);
      work_ += job.fraction;
      waiting_.push_back(job);
    }
  }

  // The next run that nobody else is at, such as a process that an earlier study left behind.
  bool launch_next() {
    const auto free = std::ranges::find_if(
        waiting_, [&](const Job& job) { return !is_taken(folder_.run(runs_[job.run].number)); });
    if (free == waiting_.end()) return false;
    const Job job = *free;
    waiting_.erase(free);
    // Whoever was at it may have finished it.
    if (!job.afresh && standing_of(folder_, runs_[job.run]).state == RunState::done) {
      ++progress_.done;
      work_ += 1.0 - job.fraction;
      return true;
    }
    const StudyRun& run = runs_[job.run];
    remove_outcome(folder_, run);
    running_.emplace(
        start(command(run, job.afresh), folder_.log(run.number).string(), signal_.before()), job);
    return true;
  }

  std::vector<std::string> command(const StudyRun& run, bool afresh) const {
    const fs::path results = folder_.run(run.number);
    std::vector<std::string> words{orders_.program};
    const bool begun = has_manifest(results);
    if (begun && !afresh && fs::exists(results / "scene.toml")) {
      words.insert(words.end(), {"resume", results.string()});
    } else {
      words.insert(words.end(),
                   {"run", folder_.scene(run.number).string(), "-o", results.string()});
      if (begun) words.emplace_back("--overwrite");
    }
    words.insert(words.end(), {"--quiet", "--threads", std::to_string(orders_.threads)});
    return words;
  }

  void reap(bool stopping) {
    for (auto it = running_.begin(); it != running_.end();) {
      int status = 0;
      const pid_t ended = waitpid(it->first, &status, WNOHANG);
      if (ended != it->first) {
        ++it;
        continue;
      }
      const Job job = it->second;
      it = running_.erase(it);
      settle(job, status, stopping);
    }
  }

  void settle(Job job, int status, bool stopping) {
    const StudyRun& run = runs_[job.run];
    if (status == 0 && standing_of(folder_, run).state == RunState::done) {
      ++progress_.done;
      work_ += 1.0 - job.fraction;
      return;
    }
    const RunOutcome outcome = outcome_of(status, folder_.log(run.number));
    const bool cut_off = outcome.signal != 0 || outcome.exit_code == interrupted_exit;
    // What was told to stop with the study is not to blame.
    if (cut_off && stopping) return;
    if (cut_off && ++job.attempts < most_attempts) {
      const double now = fraction_done(folder_, run);
      work_ += now - job.fraction;
      job.fraction = now;
      job.afresh = false;
      waiting_.push_front(job);
      return;
    }
    write_outcome(folder_, run, outcome);
    ++progress_.failed;
    work_ += 1.0 - job.fraction;
  }

  void tell() {
    next_look_ = watch_.seconds() + look_interval;
    double work = work_;
    for (const auto& [child, job] : running_) {
      work += std::max(0.0, fraction_done(folder_, runs_[job.run]) - job.fraction);
    }
    if (!begun_with_) begun_with_ = work_;
    progress_.running = static_cast<std::int64_t>(running_.size());
    const auto all = static_cast<double>(runs_.size());
    progress_.fraction = all > 0.0 ? work / all : 1.0;
    const double rate = (work - *begun_with_) / std::max(watch_.seconds(), 1e-9);
    progress_.seconds_left = rate > 0.0 ? std::optional((all - work) / rate) : std::nullopt;
    orders_.on_progress(progress_);
  }

  const StudyFolder& folder_;
  std::span<const StudyRun> runs_;
  const StudyOrders& orders_;
  ChildSignal signal_;
  std::deque<Job> waiting_;
  std::map<pid_t, Job> running_;
  StudyProgress progress_;
  double work_ = 0.0;  // runs, in parts, that need nothing any more
  std::optional<double> begun_with_;
  double next_look_ = 0.0;
  Stopwatch watch_;
};

}  // namespace

bool run_missing(const StudyFolder& folder, std::span<const StudyRun> runs,
                 const StudyOrders& orders) {
  return Schedule(folder, runs, orders).go();
}

}  // namespace galet
