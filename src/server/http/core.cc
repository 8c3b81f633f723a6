#include "server/http/core.h"

namespace stepline::server {

void Core::enter(const std::shared_ptr<Connection>& connection) {
  const std::lock_guard lock(mutex);
  all.emplace(connection.get(), connection);
  ++metrics.connections;
}

void Core::leave(const Connection* connection) {
  const std::lock_guard lock(mutex);
  if (all.erase(connection) > 0) --metrics.connections;
}

bool Core::end_an_idle_one() {
  std::shared_ptr<Connection> longest;
  auto earliest = Connection::Clock::time_point::max();
  for (const auto& connection : connections()) {
    const auto since = connection->idle_since();
    if (!since || *since >= earliest) continue;
    earliest = *since;
    longest = connection;
  }
  if (!longest) return false;
  leave(longest.get());
  longest->abort();
  return true;
}

std::vector<std::shared_ptr<Connection>> Core::connections() {
  const std::lock_guard lock(mutex);
  std::vector<std::shared_ptr<Connection>> found;
  for (const auto& [key, weak] : all) {
    if (auto connection = weak.lock()) found.push_back(std::move(connection));
  }
  return found;
}

}  // namespace stepline::server
