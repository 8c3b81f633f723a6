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

std::vector<std::shared_ptr<Connection>> Core::connections() {
  const std::lock_guard lock(mutex);
  std::vector<std::shared_ptr<Connection>> found;
  for (const auto& [key, weak] : all) {
    if (auto connection = weak.lock()) found.push_back(std::move(connection));
  }
  return found;
}

}  // namespace stepline::server
