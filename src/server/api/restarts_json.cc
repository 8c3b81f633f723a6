#include "server/api/restarts_json.h"

namespace stepline::server {

void write_restarts(const store::Store& store, store::SeriesId id, Json& json) {
  json.key("restarts").begin_array();
  const auto branches = store.branches(id);
  const std::size_t count = branches ? branches->size() : 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const store::BranchInfo& branch = (*branches)[i];
    json.begin_object()
        .member("branch", i)
        .member("restart_step", branch.restart_step)
        .member("restart_wall", branch.restart_wall_secs)
        .member("count", branch.count)
        .member("first_step", branch.first_step)
        .member("last_step", branch.last_step)
        .end_object();
  }
  json.end_array();
}

}  // namespace stepline::server
