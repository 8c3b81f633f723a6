#include "server/live/store_feed.h"

#include <utility>

#include "server/api/json.h"
#include "server/api/run_json.h"
#include "server/live/changes_message.h"
#include "server/live/live_cursor.h"

namespace stepline::server {
namespace {

constexpr std::size_t kMaxKept = 16;

}  // namespace

StoreFeed::StoreFeed(const store::Store& store, std::string instance)
    : store_(store), instance_(std::move(instance)) {}

LiveFeed::Message StoreFeed::greet(std::uint64_t number, bool reset) const {
  LiveCursor cursor = live_cursor(instance_, number);
  Json json;
  json.begin_object()
      .member("type", "hello")
      .member("instance", instance_)
      .member("cursor", cursor);
  if (reset) json.member("reset", true);
  json.key("progress").begin_object();
  write_progress(store_, json);
  json.end_object().end_object();
  return {std::make_shared<const std::string>(json.take()), std::move(cursor)};
}

LiveFeed::Message StoreFeed::hello(std::string_view cursor) {
  const auto number = number_of_cursor(instance_, cursor);
  const bool goes_on = number && store_.is_known(*number);
  return greet(goes_on ? *number : store_.cursor(), /*reset=*/!goes_on);
}

const StoreFeed::Kept* StoreFeed::kept_from(std::uint64_t from) const {
  // Who takes an older one than the present is woken again.
  for (const Kept& kept : kept_) {
    if (kept.from == from && kept.to >= waited_) return &kept;
  }
  return nullptr;
}

const StoreFeed::Kept& StoreFeed::keep(std::uint64_t from, std::uint64_t to,
                                       std::string text) {
  if (kept_.size() == kMaxKept) kept_.pop_front();
  return kept_.emplace_back(
      Kept{from, to, std::make_shared<const std::string>(std::move(text))});
}

LiveFeed::Message StoreFeed::next(const LiveCursor& cursor) {
  const auto from = number_of_cursor(instance_, cursor);
  if (!from) return greet(store_.cursor(), /*reset=*/true);
  if (store_.cursor() == *from) return {nullptr, cursor};
  const std::lock_guard lock(mutex_);
  const Kept* message = kept_from(*from);
  if (message == nullptr) {
    const store::Changes changes = store_.changes_since(*from);
    if (changes.reset) return greet(changes.cursor, /*reset=*/true);
    message = &keep(*from, changes.cursor,
                    changes_message(store_, changes,
                                    live_cursor(instance_, changes.cursor)));
  }
  return {message->text, live_cursor(instance_, message->to)};
}

LiveFeed::Message StoreFeed::progress() {
  if (told_end_) return {};
  Json json;
  json.begin_object().member("type", "progress");
  const bool loaded = write_progress(store_, json);
  json.end_object();
  if (loaded && told_end_.exchange(true)) return {};
  return {std::make_shared<const std::string>(json.take()), {}};
}

bool StoreFeed::wait(std::chrono::milliseconds timeout) {
  if (!store_.wait_for_changes(waited_, timeout)) return false;
  waited_ = store_.cursor();
  return true;
}

}  // namespace stepline::server
