// What of a catalog shows: its segments, and how they are put together.

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>

#include "reader/restart_rule.h"
#include "store/catalog.h"

namespace stepline::store {
namespace {

bool is_tensor_file(const LoadedFile& file) {
  return file.file.kind == reader::LogFile::Kind::Tensors;
}

bool is_version_one(const LoadedFile& file) {
  return !is_tensor_file(file) && reader::is_version_one(file.version);
}

}  // namespace

std::optional<std::uint64_t> Catalog::shown_before(const Series& series,
                                                   const Segment& place) const {
  if (series.several == nullptr || series.several->composed == nullptr) {
    return std::nullopt;
  }
  const Composition& composed = *series.several->composed;
  const Segment& last = series.several->segments.back();
  if (composed.merged || last.file != place.file ||
      last.section != place.section || has_start_behind(last)) {
    return std::nullopt;
  }
  return composed.live.size();
}

bool Catalog::is_plain(const Series& series) const {
  return series.several == nullptr && !has_start_behind(series.only);
}

bool Catalog::has_start_behind(const Segment& segment) const {
  const LoadedFile& file = files_[segment.file];
  const Run& run = runs_[std::uint32_t(file.run)];
  if (!run.has_starts) return false;
  if (segment.section + 1 < file.sections.size()) return true;
  for (auto later = run.files.rbegin(); later != run.files.rend(); ++later) {
    if (files_[later->second].rank <= file.rank) return false;
    if (files_[later->second].sections.size() > 1) return true;
  }
  return false;
}

std::vector<SessionStart> Catalog::starts(const Run& run) const {
  std::vector<SessionStart> starts;
  if (!run.has_starts) return starts;
  for (const auto& [key, id] : run.files) {
    const LoadedFile& file = files_[id];
    for (std::size_t i = 0; i < file.sections.size(); ++i) {
      const LoadedFile::Section& section = file.sections[i];
      if (!section.restart_step) continue;
      starts.push_back({{file.rank, static_cast<std::uint32_t>(i)},
                        *section.restart_step,
                        section.restart_wall_secs,
                        file.life.session});
    }
  }
  return starts;
}

std::vector<ScalarSegment> Catalog::scalar_segments(
    const Series& series) const {
  std::vector<ScalarSegment> segments;
  for (const Segment& segment : series.segments()) {
    const auto* column = std::get_if<Column>(&segment.data);
    if (column == nullptr || column->size() == 0) continue;
    const LoadedFile& file = files_[segment.file];
    segments.push_back({.position = position_of(segment),
                        .life = file.life,
                        .version_one = is_version_one(file),
                        .column = column->view(),
                        .sorted_by_step = column->sorted_by_step(),
                        .sorted_by_wall = column->sorted_by_wall(),
                        .owner = file.memory});
  }
  return segments;
}

std::vector<BlobSegment> Catalog::blob_segments(const Series& series) const {
  std::vector<BlobSegment> segments;
  for (const Segment& segment : series.segments()) {
    const auto* places = std::get_if<BlobPlaces>(&segment.data);
    if (places == nullptr || places->empty()) continue;
    const LoadedFile& file = files_[segment.file];
    segments.push_back({.position = position_of(segment),
                        .life = life_of(file),
                        .version_one = is_version_one(file),
                        .in_tensor_file = is_tensor_file(file),
                        .file = segment.file,
                        .metadata = segment.metadata,
                        .places = places->view(),
                        .owner = places->owner()});
  }
  return segments;
}

ScalarParts Catalog::scalar_parts(SeriesId id) const {
  const Series& of = *series(id);
  ScalarParts parts;
  parts.series = id;
  parts.version = of.version;
  if (of.several != nullptr) {
    parts.worth_keeping = true;
    const std::lock_guard lock(composed_mutex_);
    parts.composed = of.several->composed;
  }
  if (parts.composed != nullptr) return parts;
  parts.segments = scalar_segments(of);
  parts.starts = starts(*run(of.run));
  return parts;
}

BlobParts Catalog::blob_parts(SeriesId id) const {
  const Series& of = *series(id);
  BlobParts parts;
  parts.series = id;
  parts.version = of.version;
  if (of.several != nullptr) {
    parts.worth_keeping = true;
    const std::lock_guard lock(composed_mutex_);
    parts.composed = of.several->composed_blobs;
  }
  if (parts.composed != nullptr) return parts;
  parts.segments = blob_segments(of);
  parts.starts = starts(*run(of.run));
  return parts;
}

AnyParts Catalog::parts(SeriesId id) const {
  if (series(id)->kind == reader::Kind::Scalar) return scalar_parts(id);
  return blob_parts(id);
}

Series::Several* Catalog::still_several(SeriesId id,
                                        std::uint32_t version) const {
  const Series* const found = series(id);
  if (found == nullptr || found->version != version) return nullptr;
  return found->several.get();
}

void Catalog::keep(const ScalarParts& parts) const {
  Series::Several* const several = still_several(parts.series, parts.version);
  if (several == nullptr) return;
  const std::lock_guard lock(composed_mutex_);
  several->composed = parts.composed;
}

void Catalog::keep(const BlobParts& parts) const {
  Series::Several* const several = still_several(parts.series, parts.version);
  if (several == nullptr) return;
  const std::lock_guard lock(composed_mutex_);
  several->composed_blobs = parts.composed;
}

void Catalog::learn_life(FileId id, const FilePart& part) {
  LoadedFile& file = files_[id];
  const Run& run = runs_[std::uint32_t(file.run)];
  bool news = false;
  if (part.records > 0 && !std::exchange(file.begun, true)) {
    file.life.begin_secs = part.first_wall_secs;
    file.life.session = part.session;
    const auto next = run.files.upper_bound(reading_key(file.file));
    news = next != run.files.end() && is_tensor_file(files_[next->second]);
  }
  const double before = file.life.last_secs;
  file.life.last_secs = std::max(before, part.last_wall_secs);
  for (auto later = run.files.rbegin(); later != run.files.rend(); ++later) {
    if (files_[later->second].rank <= file.rank) break;
    const double begin = files_[later->second].life.begin_secs;
    news =
        news || (begin > 0 && before <= begin && begin < file.life.last_secs);
  }
  if (!news) return;
  for (const SeriesId one : run.series) {
    if (series_[std::uint32_t(one)].several != nullptr) rewritten(one);
  }
}

reader::FileLife Catalog::life_of(const LoadedFile& file) const {
  if (!is_tensor_file(file)) return file.life;
  const Run& run = runs_[std::uint32_t(file.run)];
  const auto own = run.files.find(reading_key(file.file));
  if (own == run.files.begin()) return file.life;
  // Its event file has the same key, but for what comes behind the name.
  const auto& [key, id] = *std::prev(own);
  const std::size_t name = key.find('\0') + 1;
  if (own->first.compare(0, name, key, 0, name) != 0) return file.life;
  reader::FileLife life = files_[id].life;
  life.last_secs = std::max(life.last_secs, file.life.last_secs);
  return life;
}

Position Catalog::position_of(const Segment& segment) const {
  return {files_[segment.file].rank, segment.section};
}

}  // namespace stepline::store
