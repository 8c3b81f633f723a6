#include "server/api/download_tickets.h"

#include <algorithm>
#include <random>
#include <utility>

namespace stepline::server {
namespace {

constexpr std::chrono::seconds kGoodFor{60};
constexpr std::size_t kMostWaiting = 64;

std::string random_name() {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::random_device random;
  std::string name;
  while (name.size() < 32) {
    for (unsigned bits = random(), i = 0; i < 8; ++i, bits >>= 4) {
      name += kDigits[bits & 15];
    }
  }
  return name;
}

}  // namespace

void DownloadTickets::drop_old(Time now) {
  std::erase_if(waiting_, [&](const auto& one) {
    return now - one.second.since > kGoodFor;
  });
}

std::string DownloadTickets::keep(Response response) {
  const std::string name = random_name();
  const std::lock_guard lock(mutex_);
  const Time now = now_();
  drop_old(now);
  if (waiting_.size() == kMostWaiting) {
    waiting_.erase(std::ranges::min_element(
        waiting_, {}, [](const auto& one) { return one.second.since; }));
  }
  waiting_.emplace(name, Waiting{std::move(response), now});
  return name;
}

std::optional<Response> DownloadTickets::take(const std::string& ticket) {
  const std::lock_guard lock(mutex_);
  drop_old(now_());
  auto found = waiting_.extract(ticket);
  if (found.empty()) return std::nullopt;
  return std::move(found.mapped().response);
}

}  // namespace stepline::server
