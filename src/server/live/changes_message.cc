#include "server/live/changes_message.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "server/api/json.h"
#include "server/api/run_json.h"

namespace stepline::server {
namespace {

using store::RunId;
using store::SeriesId;

// Tags by number, in the order in which they were asked for.
class TagNumbers {
 public:
  std::uint32_t of(reader::Kind kind, const std::string& tag) {
    const auto [found, is_new] = numbers_.try_emplace(
        {kind, tag}, static_cast<std::uint32_t>(order_.size()));
    if (is_new) order_.push_back(&*found);
    return found->second;
  }

  void write(Json& json) const {
    json.begin_array();
    for (const Entry* entry : order_) {
      json.begin_array()
          .value(name_of(entry->first.first))
          .value(entry->first.second)
          .end_array();
    }
    json.end_array();
  }

 private:
  using Key = std::pair<reader::Kind, std::string>;
  using Entry = std::pair<const Key, std::uint32_t>;
  std::map<Key, std::uint32_t> numbers_;
  std::vector<const Entry*> order_;
};

class ChangesMessage {
 public:
  ChangesMessage(const store::Store& store, const store::Changes& changes)
      : store_(store),
        changes_(changes),
        added_(changes.runs_added.begin(), changes.runs_added.end()) {
    std::vector<SeriesId> ids;
    for (const auto& one : changes.series) ids.push_back(one.id);
    series_ = store.infos(ids);
    removed_ = store.names(changes.series_removed);
    const std::set<RunId> gone(changes.runs_removed.begin(),
                               changes.runs_removed.end());
    std::erase_if(removed_, [&](const store::SeriesName& name) {
      return gone.contains(name.run);
    });
  }

  std::string text(std::string_view cursor);

 private:
  void write_runs(std::string_view name, const auto& ids);
  std::set<RunId> changed_runs() const;
  bool tags_changed() const;
  void write_series();
  void write_removed();

  const store::Store& store_;
  const store::Changes& changes_;
  const std::set<RunId> added_;
  std::vector<store::SeriesInfo> series_;
  std::vector<store::SeriesName> removed_;
  TagNumbers tags_;
  Json json_;
};

void ChangesMessage::write_runs(std::string_view name, const auto& ids) {
  json_.key(name).begin_array();
  for (const RunId id : ids) {
    const auto run = store_.run(id);
    if (!run) continue;
    json_.begin_object();
    for_each_run_field([&](std::string_view field, auto of) {
      json_.member(field, of(*run));
    });
    json_.end_object();
  }
  json_.end_array();
}

std::set<RunId> ChangesMessage::changed_runs() const {
  std::set<RunId> runs(changes_.runs_changed.begin(),
                       changes_.runs_changed.end());
  for (const store::SeriesInfo& one : series_) runs.insert(one.run);
  for (const store::SeriesName& one : removed_) runs.insert(one.run);
  std::erase_if(runs, [&](RunId id) { return added_.contains(id); });
  return runs;
}

bool ChangesMessage::tags_changed() const {
  return !changes_.series_removed.empty() ||
         std::ranges::any_of(changes_.series, &store::Changes::Series::added);
}

void ChangesMessage::write_series() {
  // Those that are gone again are missing among the infos.
  std::vector<std::uint64_t> from;
  auto change = changes_.series.begin();
  for (const store::SeriesInfo& info : series_) {
    while (change->id != info.id) ++change;
    from.push_back(std::min(change->from, info.count));
  }
  using Info = store::SeriesInfo;
  json_.key("series")
      .begin_object()
      .list("tag", series_,
            [&](const Info& one) { return tags_.of(one.kind, one.tag); })
      .list("run", series_,
            [](const Info& one) { return std::uint32_t(one.run); })
      .list("count", series_, [](const Info& one) { return one.count; })
      .list("from", from, [](std::uint64_t one) { return one; })
      .end_object();
}

void ChangesMessage::write_removed() {
  using Name = store::SeriesName;
  json_.key("removed")
      .begin_object()
      .list("tag", removed_,
            [&](const Name& one) { return tags_.of(one.kind, one.tag); })
      .list("run", removed_,
            [](const Name& one) { return std::uint32_t(one.run); })
      .end_object();
}

std::string ChangesMessage::text(std::string_view cursor) {
  json_.begin_object().member("type", "changes").member("cursor", cursor);
  write_runs("runs_added", changes_.runs_added);
  json_.list("runs_removed", changes_.runs_removed,
             [](RunId id) { return std::uint32_t(id); });
  write_runs("runs_changed", changed_runs());
  json_.member("tags_changed", tags_changed())
      .member("problems_changed", changes_.problems_changed);
  if (changes_.series.size() + changes_.series_removed.size() >
      kMaxToldSeries) {
    json_.member("many", true);
  } else {
    write_series();
    write_removed();
    tags_.write(json_.key("tags"));
  }
  json_.end_object();
  return json_.take();
}

}  // namespace

std::string changes_message(const store::Store& store,
                            const store::Changes& changes,
                            std::string_view cursor) {
  return ChangesMessage(store, changes).text(cursor);
}

}  // namespace stepline::server
