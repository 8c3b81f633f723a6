#include "support/processes.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace {

bool is_forked_child = false;

}  // namespace

#if defined(STEPLINE_SANITIZED)
// The leak check at exit() wants to stop all threads, and waits for ever for
// those that a child made by fork() does not have.
extern "C" int __lsan_is_turned_off() { return is_forked_child; }
#endif

namespace stepline::support {

pid_t spawn(const std::vector<std::string>& command,
            const std::string& errors_to) {
  std::vector<char*> arguments;
  for (const std::string& word : command)
    arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    const int errors =
        ::open(errors_to.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
    ::dup2(errors, STDERR_FILENO);
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
  }
  EXPECT_GT(child, 0);
  return child;
}

int wait_for(pid_t process) {
  int status = 0;
  EXPECT_EQ(::waitpid(process, &status, 0), process);
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

int in_child(const std::function<int()>& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    is_forked_child = true;
    ::_exit(work());
  }
  EXPECT_GT(child, 0);
  return wait_for(child);
}

int count_own(const std::string& what) {
  const std::filesystem::directory_iterator entries("/proc/self/" + what);
  return static_cast<int>(std::distance(begin(entries), end(entries)));
}

long own_memory(const std::string& key) {
  std::ifstream status("/proc/self/status");
  std::string word;
  long kibibytes = 0;
  while (status >> word) {
    if (word == key + ":") status >> kibibytes;
  }
  return kibibytes * 1024;
}

}  // namespace stepline::support
