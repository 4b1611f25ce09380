#include "interruption.hpp"

#include <csignal>

namespace galet {
namespace {

volatile std::sig_atomic_t requested = 0;

void note(int signal) {
  requested = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

void watch_interruption() {
  std::signal(SIGINT, note);
  std::signal(SIGTERM, note);
}

bool interruption_requested() { return requested != 0; }

}  // namespace galet
