#include "store/change_log.h"

#include <algorithm>
#include <unordered_map>

namespace stepline::store {
namespace {

// What became of a run or series since a cursor.
struct Fate {
  bool changed = false;
  bool added = false;
  bool removed = false;
  Changes::Series series{};
};

template <class Id>
class Fates {
 public:
  Fate& of(std::uint32_t id) {
    const auto [found, inserted] = index_.try_emplace(id, fates_.size());
    if (inserted) {
      fates_.emplace_back(Id(id), Fate{});
      fates_.back().second.series.from = ~std::uint64_t{0};
    }
    return fates_[found->second].second;
  }
  const std::vector<std::pair<Id, Fate>>& all() const { return fates_; }

 private:
  std::unordered_map<std::uint32_t, std::size_t> index_;
  std::vector<std::pair<Id, Fate>> fates_;
};

void add_to(Fate& fate) {
  // Removed and added again is another content under the same number, unless
  // nobody has heard of that number yet.
  if (fate.removed && !fate.added) {
    fate.series.rewritten = true;
  } else {
    fate.added = true;
  }
  fate.removed = false;
}

}  // namespace

void ChangeLog::run_added(RunId run) {
  add(What::RunAdded, std::uint32_t(run));
}
void ChangeLog::run_removed(RunId run) {
  add(What::RunRemoved, std::uint32_t(run));
}
void ChangeLog::run_changed(RunId run) {
  add(What::RunChanged, std::uint32_t(run));
}
void ChangeLog::series_added(SeriesId series) {
  add(What::SeriesAdded, std::uint32_t(series));
}
void ChangeLog::series_grew(SeriesId series, std::uint64_t from) {
  add(What::SeriesGrew, std::uint32_t(series), from);
}
void ChangeLog::series_rewritten(SeriesId series) {
  add(What::SeriesRewritten, std::uint32_t(series));
}
void ChangeLog::series_removed(SeriesId series) {
  add(What::SeriesRemoved, std::uint32_t(series));
}
void ChangeLog::problems_changed() { add(What::Problems, 0); }

void ChangeLog::add(What what, std::uint32_t id, std::uint64_t from) {
  entries_.push_back({what, id, from});
  if (entries_.size() > max_entries_) {
    entries_.pop_front();
    ++first_;
  }
}

Changes ChangeLog::since(std::uint64_t cursor) const {
  Changes changes;
  changes.cursor = this->cursor();
  if (!knows(cursor)) {
    changes.reset = true;
    return changes;
  }
  Fates<RunId> runs;
  Fates<SeriesId> series;
  for (std::size_t i = cursor - first_; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    switch (entry.what) {
      case What::RunAdded:
        add_to(runs.of(entry.id));
        break;
      case What::RunRemoved:
        runs.of(entry.id).removed = true;
        break;
      case What::RunChanged:
        runs.of(entry.id).changed = true;
        break;
      case What::SeriesAdded:
        add_to(series.of(entry.id));
        break;
      case What::SeriesGrew: {
        std::uint64_t& from = series.of(entry.id).series.from;
        from = std::min(from, entry.from);
        break;
      }
      case What::SeriesRewritten:
        series.of(entry.id).series.rewritten = true;
        break;
      case What::SeriesRemoved:
        series.of(entry.id).removed = true;
        break;
      case What::Problems:
        changes.problems_changed = true;
        break;
    }
  }
  for (const auto& [id, fate] : runs.all()) {
    if (fate.added && !fate.removed) changes.runs_added.push_back(id);
    if (fate.removed && !fate.added) changes.runs_removed.push_back(id);
    if (fate.changed && !fate.added && !fate.removed) {
      changes.runs_changed.push_back(id);
    }
  }
  for (const auto& [id, fate] : series.all()) {
    if (fate.removed) {
      if (!fate.added) changes.series_removed.push_back(id);
      continue;
    }
    const bool anew = fate.added || fate.series.rewritten;
    changes.series.push_back({.id = id,
                              .added = fate.added,
                              .rewritten = fate.series.rewritten,
                              .from = anew ? 0 : fate.series.from});
  }
  return changes;
}

}  // namespace stepline::store
