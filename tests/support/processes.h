#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

namespace stepline::support {

// Starts a program with fork() and exec(); standard error is thrown away
// unless `errors_to` names a file. A failure of the calling test if it cannot.
pid_t spawn(const std::vector<std::string>& command,
            const std::string& errors_to = "/dev/null");

// How a process ended: its exit status, or minus the signal that killed it.
int wait_for(pid_t process);

// Runs `work` in a child made by fork(), which ends by _exit() with what
// `work` returns, and gives that status as wait_for() does.
int in_child(const std::function<int()>& work);

// Entries of /proc/self/<what>: "fd", "task".
int count_own(const std::string& what);

// The `key` line of /proc/self/status, in bytes: "VmHWM", "VmRSS".
long own_memory(const std::string& key);

}  // namespace stepline::support
