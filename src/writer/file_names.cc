#include "writer/file_names.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <ctime>

namespace stepline::writer {
namespace {

std::string host_name() {
  char name[256] = {};
  if (::gethostname(name, sizeof name - 1) != 0 || name[0] == '\0')
    return "localhost";
  return name;
}

std::string file_safe(std::string_view text) {
  std::string safe(text);
  std::ranges::replace(safe, '/', '_');
  std::ranges::replace(safe, '\0', '_');
  return safe;
}

std::atomic<std::uint64_t> files_made{0};

}  // namespace

std::string default_directory(double wall_secs, std::string_view comment) {
  constexpr const char* kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto secs = static_cast<std::time_t>(wall_secs);
  std::tm local{};
  ::localtime_r(&secs, &local);
  char text[64];
  std::snprintf(text, sizeof text, "%s%02d_%02d-%02d-%02d_",
                kMonths[local.tm_mon], local.tm_mday, local.tm_hour,
                local.tm_min, local.tm_sec);
  return "runs/" + (text + host_name()) + file_safe(comment);
}

FileNames::FileNames(std::string_view suffix) : suffix_(file_safe(suffix)) {}

std::string FileNames::next(double wall_secs) {
  secs_ = std::max(static_cast<std::int64_t>(wall_secs), secs_ + 1);
  return make();
}

std::string FileNames::again() { return make(); }

std::string FileNames::make() const {
  char time[24];
  std::snprintf(time, sizeof time, "%010lld", static_cast<long long>(secs_));
  char count[24];
  std::snprintf(count, sizeof count, "%05llu",
                static_cast<unsigned long long>(files_made.fetch_add(1)));
  return std::string("events.out.tfevents.") + time + "." + host_name() + "." +
         std::to_string(::getpid()) + "." + count + suffix_;
}

std::string tensor_file_path(std::string_view event_file_path) {
  constexpr std::string_view kEvents = "tfevents";
  std::string path(event_file_path);
  std::size_t at = path.rfind('/');
  at = at == std::string::npos ? 0 : at;
  while ((at = path.find(kEvents, at)) != std::string::npos)
    path.replace(at, kEvents.size(), "sltensors");
  return path;
}

}  // namespace stepline::writer
