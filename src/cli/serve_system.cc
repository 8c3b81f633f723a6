#include "cli/serve_system.h"

#include <errno.h>
#include <limits.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace stepline::cli {
namespace {

// For event files, for the watcher, and for what we do not know of.
constexpr rlim_t kKeptFiles = 256;
constexpr rlim_t kMostFiles = 65536;

// A browser that starts may stay as long as it is used: what has not failed
// after two seconds is left alone, and is nobody's child to wait for.
constexpr char kOpen[] =
    "command -v xdg-open >/dev/null || exit 1\n"
    "xdg-open \"$0\" </dev/null >/dev/null 2>&1 &\n"
    "tries=0\n"
    "while [ $tries -lt 20 ]; do\n"
    "  kill -0 $! 2>/dev/null || { wait $!; exit; }\n"
    "  sleep 0.1\n"
    "  tries=$((tries + 1))\n"
    "done\n";

}  // namespace

Result<std::string> random_hex(std::size_t bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  while (text.size() < 2 * bytes) {
    unsigned char random[32];
    const ssize_t got = ::getrandom(random, sizeof random, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      return Error{ErrorCode::Io,
                   std::string("no random numbers: ") + std::strerror(errno)};
    }
    for (ssize_t i = 0; i < got && text.size() < 2 * bytes; ++i) {
      text += kDigits[random[i] >> 4];
      text += kDigits[random[i] & 15];
    }
  }
  return text;
}

std::string machine_name() {
  char name[HOST_NAME_MAX + 1] = {};
  return ::gethostname(name, HOST_NAME_MAX) == 0 && name[0] != 0 ? name
                                                                 : "localhost";
}

std::string variable(const char* name) {
  const char* const value = ::getenv(name);
  return value == nullptr ? "" : value;
}

std::size_t possible_connections(std::size_t wanted) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted;
  if (limit.rlim_cur < limit.rlim_max) {
    rlimit more = limit;
    more.rlim_cur =
        std::max(limit.rlim_cur, std::min(limit.rlim_max, kMostFiles));
    if (::setrlimit(RLIMIT_NOFILE, &more) == 0) limit = more;
  }
  const rlim_t files = std::min(limit.rlim_cur, kMostFiles);
  const rlim_t left = files > 2 * kKeptFiles ? files - kKeptFiles : files / 2;
  return std::min(wanted, static_cast<std::size_t>(left));
}

bool open_in_browser(const std::string& address) {
  std::string arguments[] = {"sh", "-c", kOpen, address};
  char* pointers[] = {arguments[0].data(), arguments[1].data(),
                      arguments[2].data(), arguments[3].data(), nullptr};
  // In a session of its own: Ctrl-C is meant for us.
  posix_spawnattr_t attributes;
  if (::posix_spawnattr_init(&attributes) != 0) return false;
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, pointers[0], nullptr, &attributes,
                                    pointers, ::environ);
  ::posix_spawnattr_destroy(&attributes);
  if (failed != 0) return false;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return false;
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace stepline::cli
