#include "store/memory_store.h"

#include <map>
#include <utility>

#include "reader/log_follower.h"
#include "store/querying_store.h"

namespace stepline::store {

Result<std::unique_ptr<MemoryStore>> MemoryStore::open(
    storage::FileSystem& files, MemoryStoreOptions options) {
  std::map<std::string, std::string> named;
  for (const reader::Root& root : options.roots) {
    const auto status = files.status(root.path);
    const bool is_awaited = !status && options.may_be_missing &&
                            status.error().code == ErrorCode::NotFound;
    if (!status && !is_awaited) return status.error();
    if (root.name.empty()) continue;
    const auto [other, is_new] = named.emplace(root.name, root.path);
    if (!is_new && other->second != root.path) {
      return Error{ErrorCode::InvalidArgument,
                   "the name \"" + root.name + "\" was given to \"" +
                       other->second + "\" and to \"" + root.path + "\""};
    }
  }
  reader::LogFollower::Options following;
  following.poll = options.poll || !options.follow;
  following.poll_interval =
      options.follow ? options.poll_interval : std::chrono::milliseconds(0);
  following.may_be_missing = options.may_be_missing;
  auto follower = reader::LogFollower::open(files, options.roots, following);
  if (!follower) return follower.error();
  return std::unique_ptr<MemoryStore>(
      std::make_unique<QueryingStore>(files, options, std::move(*follower)));
}

}  // namespace stepline::store
