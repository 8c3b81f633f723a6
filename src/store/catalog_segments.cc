// What of a catalog shows: its segments, and how they are put together.

#include <cstdlib>
#include <mutex>
#include <utility>

#include "store/catalog.h"
#include "store/twins.h"

namespace stepline::store {
namespace {

// "brain.Event:2" is 2; event files without a version are older than all.
bool is_version_one(const LoadedFile& file) {
  if (file.file.kind != reader::LogFile::Kind::Events) return false;
  const std::optional<std::string>& version = file.version;
  if (!version) return true;
  const std::size_t colon = version->rfind(':');
  if (colon == std::string::npos) return true;
  return std::atof(version->c_str() + colon + 1) < 2;
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
                        section.restart_wall_secs});
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
    const auto* places = std::get_if<std::vector<BlobPlace>>(&segment.data);
    if (places == nullptr || places->empty()) continue;
    segments.push_back({.position = position_of(segment),
                        .version_one = is_version_one(files_[segment.file]),
                        .in_tensor_file = files_[segment.file].file.kind ==
                                          reader::LogFile::Kind::Tensors,
                        .file = segment.file,
                        .metadata = segment.metadata,
                        .places = *places});
  }
  return segments;
}

std::shared_ptr<const Composition> Catalog::composed(
    const Series& series) const {
  if (series.several != nullptr) {
    const std::lock_guard lock(composed_mutex_);
    if (series.several->composed != nullptr) return series.several->composed;
  }
  auto made = std::make_shared<const Composition>(
      compose(scalar_segments(series), starts(*run(series.run))));
  if (series.several != nullptr) {
    const std::lock_guard lock(composed_mutex_);
    series.several->composed = made;
  }
  return made;
}

std::shared_ptr<const BlobComposition> Catalog::composed_blobs(
    const Series& series) const {
  if (series.several != nullptr) {
    const std::lock_guard lock(composed_mutex_);
    if (series.several->composed_blobs != nullptr) {
      return series.several->composed_blobs;
    }
  }
  auto segments = blob_segments(series);
  std::vector<std::vector<BlobPlace>> kept;
  drop_twins(segments, kept);
  auto made = std::make_shared<const BlobComposition>(
      compose_blobs(segments, starts(*run(series.run))));
  if (series.several != nullptr) {
    const std::lock_guard lock(composed_mutex_);
    series.several->composed_blobs = made;
  }
  return made;
}

std::optional<BlobRef> Catalog::blob_at(
    const Series& series, std::uint64_t index,
    std::optional<std::uint32_t> branch) const {
  if (is_plain(series) && !branch) {
    const Segment& only = series.only;
    const auto* const places = std::get_if<std::vector<BlobPlace>>(&only.data);
    if (places == nullptr || index >= places->size()) return std::nullopt;
    return BlobRef{(*places)[index], only.file, only.metadata};
  }
  const auto all = composed_blobs(series);
  if (branch && *branch >= all->branches.size()) return std::nullopt;
  const auto& blobs = branch ? all->branches[*branch].blobs : all->live;
  if (index >= blobs.size()) return std::nullopt;
  return blobs[index];
}

Position Catalog::position_of(const Segment& segment) const {
  return {files_[segment.file].rank, segment.section};
}

}  // namespace stepline::store
