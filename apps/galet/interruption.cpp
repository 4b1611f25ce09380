#include "interruption.hpp"

#include <csignal>
#include <initializer_list>

#include "exit_codes.hpp"
#include <unistd.h>

namespace galet {
namespace {

volatile std::sig_atomic_t stop_noted = 0;
volatile std::sig_atomic_t checkpoint_noted = 0;

void note_stop(int) {
  // Files are whole at every moment: nothing is lost but what came after the last checkpoint.
  if (stop_noted != 0) _exit(kInterrupted);
  stop_noted = 1;
}

void note_checkpoint(int) { checkpoint_noted = 1; }

void watch(int signal, void (*handler)(int)) {
  struct sigaction before {};
  sigaction(signal, nullptr, &before);
  if (before.sa_handler == SIG_IGN) return;
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(signal, &action, nullptr);
}

}  // namespace

void watch_checkpoint_signal() { watch(SIGUSR1, note_checkpoint); }

void watch_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) watch(signal, note_stop);
}

bool interruption_requested() { return stop_noted != 0; }

bool checkpoint_signalled() {
  if (checkpoint_noted == 0) return false;
  checkpoint_noted = 0;
  return true;
}

}  // namespace galet
