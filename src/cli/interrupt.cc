#include "cli/interrupt.h"

#include <signal.h>

#include <csignal>

namespace stepline::cli {
namespace {

volatile std::sig_atomic_t came = 0;

void note(int signal) { came = signal; }

void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  ::sigaction(signal, &action, nullptr);
}

}  // namespace

CatchInterrupts::CatchInterrupts() {
  handle(SIGINT, note);
  handle(SIGTERM, note);
}

CatchInterrupts::~CatchInterrupts() {
  handle(SIGINT, SIG_DFL);
  handle(SIGTERM, SIG_DFL);
}

bool interrupted() { return came != 0; }

void end_if_interrupted() {
  if (came == 0) return;
  std::signal(came, SIG_DFL);
  std::raise(came);
}

}  // namespace stepline::cli
