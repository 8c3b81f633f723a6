#include "writer/lifecycle.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <vector>

#include "writer/core.h"

namespace stepline::writer {
namespace {

// Long enough for a slow disk to take what a queue holds, short enough that a
// dead one does not keep the process from ending.
constexpr std::chrono::seconds kFlushLimit{30};

struct Registry {
  std::mutex mutex;
  std::vector<Core*> cores;
  std::vector<const void*> abandoned;
};

// Never destroyed: writers with static storage may outlive any other order.
Registry& registry() {
  static Registry* const instance = new Registry;
  return *instance;
}

std::terminate_handler earlier_terminate_handler = nullptr;

void flush_all() {
  Registry& all = registry();
  const std::lock_guard guard(all.mutex);
  const auto deadline = std::chrono::steady_clock::now() + kFlushLimit;
  for (Core* core : all.cores) {
    core->flush_within(std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now()));
  }
}

void flush_and_terminate() {
  flush_all();
  if (earlier_terminate_handler != nullptr) earlier_terminate_handler();
  std::abort();
}

void before_fork() {
  registry().mutex.lock();
  for (Core* core : registry().cores) core->prepare_fork();
}

void after_fork_in_parent() {
  for (Core* core : registry().cores) core->resume_parent();
  registry().mutex.unlock();
}

void after_fork_in_child() {
  for (Core* core : registry().cores) core->resume_child();
  registry().mutex.unlock();
}

void install_handlers() {
  std::atexit(flush_all);
  std::at_quick_exit(flush_all);
  earlier_terminate_handler = std::set_terminate(flush_and_terminate);
  pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

}  // namespace

void remember(Core& core) {
  static std::once_flag installed;
  std::call_once(installed, install_handlers);
  const std::lock_guard guard(registry().mutex);
  registry().cores.push_back(&core);
}

void forget(Core& core) {
  const std::lock_guard guard(registry().mutex);
  std::erase(registry().cores, &core);
}

// Only called in a child, by the one thread that it has.
void abandon(const void* object) { registry().abandoned.push_back(object); }

}  // namespace stepline::writer
