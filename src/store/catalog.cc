#include "store/catalog.h"

#include <algorithm>
#include <utility>

#include "base/natural_order.h"
#include "base/path.h"

namespace stepline::store {
namespace {

// Whether places are in order from the one before `from` on.
bool sorted_from(std::span<const BlobPlace> places, std::size_t from) {
  const auto tail = places.subspan(from == 0 ? 0 : from - 1);
  return std::ranges::is_sorted(tail, {}, &BlobPlace::step);
}

}  // namespace

std::uint64_t size_of(const Segment& segment) {
  if (const auto* column = std::get_if<Column>(&segment.data)) {
    return column->size();
  }
  return std::get<BlobPlaces>(segment.data).size();
}

std::uint64_t size_of(const Series& series) {
  std::uint64_t size = 0;
  for (const Segment& segment : series.segments()) size += size_of(segment);
  return size;
}

std::string reading_key(const reader::LogFile& file) {
  constexpr std::string_view kEvents = "tfevents";
  constexpr std::string_view kTensors = "sltensors";
  std::string key(base_name(file.path));
  const bool tensors = file.kind == reader::LogFile::Kind::Tensors;
  const std::size_t word = tensors ? key.find(kTensors) : std::string::npos;
  if (word != std::string::npos) key.replace(word, kTensors.size(), kEvents);
  key += '\0';
  key += tensors ? '1' : '0';
  return key + file.path;
}

RunId Catalog::add_run(const std::string& name, const std::string& directory) {
  const RunId id{static_cast<std::uint32_t>(runs_.size())};
  Run& run = runs_.emplace_back();
  run.name = name;
  run.directory = directory;
  run_names_[name] = id;
  const auto at = std::ranges::upper_bound(
      run_order_, name, NaturalLess{}, [&](RunId other) -> const std::string& {
        return runs_[std::uint32_t(other)].name;
      });
  run_order_.insert(at, id);
  changes_.run_added(id);
  return id;
}

std::optional<RunId> Catalog::find_run(std::string_view name) const {
  const auto found = run_names_.find(std::string(name));
  if (found == run_names_.end()) return std::nullopt;
  return found->second;
}

FileId Catalog::add_file(RunId run_id, const reader::LogFile& file) {
  const auto id = static_cast<FileId>(files_.size());
  LoadedFile& loaded = files_.emplace_back();
  loaded.run = run_id;
  loaded.file = file;
  loaded.sections.emplace_back();
  loaded.memory = std::make_shared<BlockMemory>();
  file_paths_[file.path] = id;
  Run& run = mutable_run(run_id);
  ++run.version;
  changes_.run_changed(run_id);
  const auto at = run.files.emplace(reading_key(file), id).first;
  std::uint32_t rank =
      at == run.files.begin() ? 0 : files_[std::prev(at)->second].rank + 1;
  for (auto each = at; each != run.files.end(); ++each) {
    files_[each->second].rank = rank++;
  }
  return id;
}

std::optional<FileId> Catalog::find_file(const std::string& path) const {
  const auto found = file_paths_.find(path);
  if (found == file_paths_.end()) return std::nullopt;
  return found->second;
}

void Catalog::remove_file(FileId id) {
  const RunId run_id = files_[id].run;
  detach_file(id);
  Run& run = mutable_run(run_id);
  if (!run.files.empty()) return;
  run.removed = true;
  run_names_.erase(run.name);
  std::erase(run_order_, run_id);
  changes_.run_removed(run_id);
}

FileId Catalog::replace_file(FileId id, const reader::LogFile& file) {
  const RunId run = files_[id].run;
  detach_file(id);
  return add_file(run, file);
}

void Catalog::detach_file(FileId id) {
  LoadedFile& file = files_[id];
  const RunId run_id = file.run;
  Run& run = mutable_run(run_id);
  for (const SeriesId series : run.series) drop_segments(series, id);
  std::erase_if(run.series, [&](SeriesId series) {
    return series_[std::uint32_t(series)].removed;
  });
  const bool had_starts = file.sections.size() > 1;
  file_paths_.erase(file.file.path);
  run.files.erase(reading_key(file.file));
  if (!file.problems.empty()) changes_.problems_changed();
  ++run.version;
  changes_.run_changed(run_id);
  totals_.damaged_records -= file.damaged_records;
  file = LoadedFile{};
  file.run = run_id;
  if (!had_starts) return;
  for (const SeriesId series : run.series) rewritten(series);
}

Catalog::PartProgress Catalog::begin_part(FileId id, FilePart& part) {
  LoadedFile& file = files_[id];
  Run& run = mutable_run(file.run);
  PartProgress progress;
  progress.first_section = file.sections.size() - 1;
  for (std::size_t i = 1; i < part.sections.size(); ++i) {
    const FilePart::Section& section = part.sections[i];
    file.sections.push_back({section.restart_step, section.restart_wall_secs});
    run.has_starts = true;
  }
  if (part.sections.size() > 1) {
    for (const SeriesId series : run.series) rewritten(series);
  }
  if (file.memory->arenas.empty()) {
    file.memory->arenas.push_back(part.arena != nullptr
                                      ? std::move(part.arena)
                                      : std::make_unique<Arena>());
  }
  if (!file.version) file.version = part.file_version;
  if (part.records > 0 && file.first_wall_secs == 0) {
    file.first_wall_secs = part.first_wall_secs;
  }
  learn_life(id, part);
  file.end = part.end;
  file.footing = part.footing;
  file.damaged_records += part.damaged_records;
  totals_.damaged_records += part.damaged_records;
  ++run.version;
  changes_.run_changed(file.run);
  const bool was_unreadable = file.problems.set_readable();
  file.problems.add_damage(std::move(part.problems), part.damaged_records,
                           changes_.cursor());
  if (was_unreadable || part.damaged_records > 0) changes_.problems_changed();
  return progress;
}

bool Catalog::add_series(FileId id, FilePart& part, PartProgress& progress,
                         std::size_t limit) {
  const RunId run = files_[id].run;
  for (; progress.section < part.sections.size();
       ++progress.section, progress.series = 0) {
    auto& all = part.sections[progress.section].series;
    for (; progress.series < all.size(); ++progress.series) {
      if (limit-- == 0) return false;
      FilePart::Series& from = all[progress.series];
      const SeriesId series =
          series_of({run, tags_.intern(from.tag), from.kind});
      Segment place;
      place.file = id;
      place.section =
          static_cast<std::uint32_t>(progress.first_section + progress.section);
      if (from.metadata != nullptr) {
        place.metadata = intern_metadata(*from.metadata) + 1;
      } else if (from.kind != reader::Kind::Scalar) {
        place.metadata = known_metadata_number(id, from.tag);
      }
      progress.kept |= take_in(series, place, from);
    }
  }
  if (progress.kept && part.arena != nullptr) {
    files_[id].memory->arenas.push_back(std::move(part.arena));
  }
  return true;
}

bool Catalog::settle(FileId id, std::size_t& next, std::size_t limit) {
  const LoadedFile& file = files_[id];
  const std::vector<SeriesId>& all = mutable_run(file.run).series;
  for (; next < all.size(); ++next) {
    if (limit-- == 0) return false;
    Series& series = series_[std::uint32_t(all[next])];
    const std::span<Segment> segments =
        series.several != nullptr ? std::span(series.several->segments)
                                  : std::span(&series.only, 1);
    for (Segment& segment : segments) {
      if (segment.file != id) continue;
      if (auto* column = std::get_if<Column>(&segment.data)) {
        column->settle(*file.memory->arenas.front());
      }
    }
  }
  return true;
}

bool Catalog::take_in(SeriesId id, const Segment& place,
                      FilePart::Series& from) {
  Series& series = series_[std::uint32_t(id)];
  const bool added = series.removed || size_of(series.segments()[0]) == 0;
  if (std::exchange(series.removed, false)) {
    mutable_run(series.run).series.push_back(id);
  }
  const bool was_plain = is_plain(series);
  const std::uint64_t old_size = size_of(series.segments()[0]);
  const std::optional<std::uint64_t> shown =
      added ? std::nullopt : shown_before(series, place);

  Segment& segment = segment_for(series, place);
  const std::uint64_t size_before = size_of(segment);
  if (segment.metadata == 0) segment.metadata = place.metadata;
  if (series.metadata == 0) series.metadata = place.metadata;
  bool in_order = true;
  bool kept = false;
  if (auto* column = std::get_if<Column>(&segment.data)) {
    Arena& arena = *files_[place.file].memory->arenas.front();
    for (const Block* block : from.blocks) kept |= column->append(block, arena);
    in_order = column->sorted_by_step();
  } else {
    auto& places = std::get<BlobPlaces>(segment.data);
    const std::size_t before_these = places.size();
    places.append(from.places);
    in_order = sorted_from(places.view(), before_these);
  }
  const std::uint64_t taken_in = size_of(segment) - size_before;
  if (series.several == nullptr && !in_order) {
    series.several = std::make_unique<Series::Several>();
    series.several->segments.push_back(std::exchange(series.only, {}));
  }
  const TagCounts::Count more{added ? 1u : 0u, taken_in};
  tag_counts_.add(series.tag, series.kind, more);
  totals_.series += more.series;
  totals_.points += more.points;

  const bool grew =
      in_order && (was_plain ? is_plain(series) : shown.has_value());
  touch(series);
  if (added) {
    changes_.series_added(id);
  } else if (grew) {
    changes_.series_grew(id, was_plain ? old_size : *shown);
  } else {
    changes_.series_rewritten(id);
  }
  return kept;
}

Segment& Catalog::segment_for(Series& series, const Segment& place) {
  const auto is_here = [&](const Segment& segment) {
    return segment.file == place.file && segment.section == place.section;
  };
  const auto begin_here = [&](Segment& segment) -> Segment& {
    segment.file = place.file;
    segment.section = place.section;
    if (series.kind == reader::Kind::Scalar) {
      segment.data.emplace<Column>();
    } else {
      segment.data.emplace<BlobPlaces>();
    }
    return segment;
  };
  if (series.several == nullptr) {
    if (size_of(series.only) == 0) return begin_here(series.only);
    if (is_here(series.only)) return series.only;
    series.several = std::make_unique<Series::Several>();
    series.several->segments.push_back(std::exchange(series.only, {}));
  }
  std::vector<Segment>& segments = series.several->segments;
  const auto at = std::ranges::lower_bound(
      segments, position_of(place), {},
      [&](const Segment& segment) { return position_of(segment); });
  if (at != segments.end() && is_here(*at)) return *at;
  return begin_here(*segments.emplace(at));
}

void Catalog::drop_segments(SeriesId id, FileId file) {
  Series& series = series_[std::uint32_t(id)];
  const auto is_there = [&](const Segment& segment) {
    return segment.file == file;
  };
  if (std::ranges::none_of(series.segments(), is_there)) return;
  TagCounts::Count fewer;
  for (const Segment& segment : series.segments()) {
    if (is_there(segment)) fewer.points += size_of(segment);
  }
  bool rest = false;
  if (series.several != nullptr) {
    std::erase_if(series.several->segments, is_there);
    rest = !series.several->segments.empty();
  }
  fewer.series = rest ? 0 : 1;
  tag_counts_.subtract(series.tag, series.kind, fewer);
  totals_.series -= fewer.series;
  totals_.points -= fewer.points;
  if (rest) return rewritten(id);
  series.several = nullptr;
  series.only = {};
  series.metadata = 0;
  series.removed = true;
  changes_.series_removed(id);
}

void Catalog::rewritten(SeriesId id) {
  touch(series_[std::uint32_t(id)]);
  changes_.series_rewritten(id);
}

void Catalog::touch(Series& series) {
  ++series.version;
  ++mutable_run(series.run).version;
  if (series.several == nullptr) return;
  series.several->composed = nullptr;
  series.several->composed_blobs = nullptr;
}

const Run* Catalog::run(RunId id) const {
  if (std::uint32_t(id) >= runs_.size()) return nullptr;
  const Run& run = runs_[std::uint32_t(id)];
  return run.removed ? nullptr : &run;
}

const LoadedFile* Catalog::file(FileId id) const { return &files_[id]; }

const Series* Catalog::series(SeriesId id) const {
  if (std::uint32_t(id) >= series_.size()) return nullptr;
  const Series& series = series_[std::uint32_t(id)];
  return series.removed ? nullptr : &series;
}

const Series* Catalog::known_series(SeriesId id) const {
  if (std::uint32_t(id) >= series_.size()) return nullptr;
  return &series_[std::uint32_t(id)];
}

Totals Catalog::totals() const {
  Totals totals = totals_;
  totals.runs = run_order_.size();
  return totals;
}

Series* Catalog::series(SeriesId id) {
  return const_cast<Series*>(std::as_const(*this).series(id));
}

}  // namespace stepline::store
