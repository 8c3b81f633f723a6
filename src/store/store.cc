#include "store/store.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/natural_order.h"

namespace stepline::store {

std::vector<RunId> Store::run_ids() const {
  std::vector<RunId> ids;
  for (const RunInfo& run : runs()) ids.push_back(run.id);
  return ids;
}

std::vector<SeriesInfo> Store::infos(std::span<const SeriesId> ids) const {
  std::vector<SeriesInfo> found;
  for (const SeriesId id : ids) {
    if (auto info = find_series(id)) found.push_back(*std::move(info));
  }
  return found;
}

std::vector<SeriesPlace> Store::places(std::string_view tag, reader::Kind kind,
                                       std::span<const RunId> runs) const {
  std::vector<SeriesPlace> found;
  for (const RunId run : runs) {
    SeriesFilter filter;
    filter.run = run;
    filter.kind = kind;
    filter.tag = std::string(tag);
    for (const SeriesInfo& info : series(filter)) {
      found.push_back({info.id, run, info.version, info.count});
    }
  }
  return found;
}

std::vector<SeriesName> Store::names(std::span<const SeriesId> ids) const {
  std::vector<SeriesName> found;
  for (const SeriesInfo& info : infos(ids)) {
    found.push_back({info.id, info.run, info.tag, info.kind});
  }
  return found;
}

std::vector<TagInfo> Store::tags(
    std::optional<std::span<const RunId>> runs) const {
  struct Less {
    bool operator()(const std::pair<reader::Kind, std::string>& a,
                    const std::pair<reader::Kind, std::string>& b) const {
      if (a.first != b.first) return a.first < b.first;
      return natural_order(a.second, b.second) < 0;
    }
  };
  std::map<std::pair<reader::Kind, std::string>, TagInfo, Less> found;
  for (const SeriesInfo& info : series({})) {
    if (runs && std::ranges::find(*runs, info.run) == runs->end()) continue;
    TagInfo& tag = found[{info.kind, info.tag}];
    tag.tag = info.tag;
    tag.kind = info.kind;
    ++tag.runs;
    tag.points += info.count;
  }
  std::vector<TagInfo> all;
  for (auto& [key, tag] : found) all.push_back(std::move(tag));
  return all;
}

Totals Store::totals() const {
  Totals totals;
  for (const RunInfo& run : runs()) {
    ++totals.runs;
    totals.series += run.series;
    totals.points += run.points;
    totals.damaged_records += run.damaged_records;
  }
  return totals;
}

}  // namespace stepline::store
