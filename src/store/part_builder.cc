#include "store/part_builder.h"

#include <algorithm>
#include <memory>
#include <span>
#include <string>

#include "base/utf8.h"
#include "reader/restart_rule.h"
#include "store/range_of.h"

namespace stepline::store {

PartBuilder::PartBuilder(FilePart& part, const KnownMetadata& known_metadata)
    : part_(part), known_metadata_(known_metadata) {
  part_.arena = std::make_unique<Arena>();
  part_.sections.resize(1);
  links_.resize(1);
}

TagState& PartBuilder::tag_of(std::string_view tag) {
  const std::uint32_t hash = TagStates::hash_of(tag);
  if (TagState* const known = tags_.find(tag, hash)) return *known;
  if (!is_utf8(tag)) return tag_of(repair_utf8(tag));
  TagState& added = tags_.add(tag, hash);
  if (known_metadata_) added.first_metadata = known_metadata_(added.tag);
  return added;
}

void PartBuilder::add_double(TagState& tag, std::int64_t step, double wall_secs,
                             double value) {
  tag.scalar_series = series_of(tag, reader::Kind::Scalar);
  if (!tag.wide) {
    seal(tag);
    open_points_.release(tag);
    tag.wide = std::make_unique<WidePoints>();
  }
  WidePoints& wide = *tag.wide;
  wide.steps.push_back(step);
  wide.wall_secs.push_back(wall_secs);
  wide.values.push_back(value);
  if (wide.steps.size() == kBlockPoints) seal_wide(tag);
}

void PartBuilder::add_place(TagState& tag, reader::Kind kind,
                            const BlobPlace& place) {
  const std::uint32_t series = series_of(tag, kind);
  part_.sections.back().series[series].places.push_back(place);
  part_.last_wall_secs =
      reader::later_of(part_.last_wall_secs, place.wall_secs);
}

void PartBuilder::begin_section(std::int64_t step, double wall_secs) {
  seal_all();
  part_.sections.push_back(
      {.restart_step = step, .restart_wall_secs = wall_secs, .series = {}});
  links_.emplace_back();
  ++section_;
}

void PartBuilder::finish() {
  seal_all();
  for (std::size_t section = 0; section < links_.size(); ++section) {
    auto& series = part_.sections[section].series;
    for (std::size_t i = 0; i < series.size(); ++i) {
      series[i].metadata = links_[section][i].tag->own_metadata;
    }
  }
}

bool PartBuilder::make_room(TagState& tag) {
  if (tag.wide) return false;
  if (tag.capacity == 0) {
    tag.scalar_series = series_of(tag, reader::Kind::Scalar);
  }
  if (!open_points_.grow(tag)) seal(tag);
  return true;
}

std::uint32_t PartBuilder::series_of(TagState& tag, reader::Kind kind) {
  if (tag.section != section_) {
    tag.section = section_;
    tag.first_series = TagState::kNone;
  }
  std::vector<Link>& links = links_.back();
  std::uint32_t series = tag.first_series;
  while (series != TagState::kNone && links[series].kind != kind) {
    series = links[series].next;
  }
  if (series != TagState::kNone) return series;
  series = static_cast<std::uint32_t>(links.size());
  links.push_back({&tag, tag.first_series, kind});
  tag.first_series = series;
  FilePart::Series& added = part_.sections.back().series.emplace_back();
  added.tag = tag.tag;
  added.kind = kind;
  return series;
}

void PartBuilder::seal(TagState& tag) {
  if (tag.count == 0) return;
  const std::size_t count = tag.count;
  const std::span<const double> walls(tag.wall_secs, count);
  keep(tag, walls,
       seal_block(*part_.arena, std::span(tag.steps, count), walls,
                  std::span<const float>(tag.values, count), scratch_));
  tag.count = 0;
}

void PartBuilder::seal_wide(TagState& tag) {
  WidePoints& wide = *tag.wide;
  if (wide.steps.empty()) return;
  keep(tag, wide.wall_secs,
       seal_block(*part_.arena, wide.steps, wide.wall_secs,
                  std::span<const double>(wide.values), scratch_));
  wide.steps.clear();
  wide.wall_secs.clear();
  wide.values.clear();
}

void PartBuilder::seal_all() {
  for (const Link& link : links_.back()) {
    if (link.kind != reader::Kind::Scalar) continue;
    seal(*link.tag);
    open_points_.release(*link.tag);
    if (link.tag->wide) seal_wide(*link.tag);
  }
}

void PartBuilder::keep(TagState& tag, std::span<const double> wall_secs,
                       const Block* block) {
  part_.sections.back().series[tag.scalar_series].blocks.push_back(block);
  part_.points += wall_secs.size();
  part_.last_wall_secs =
      reader::later_of(part_.last_wall_secs, range_of_finite(wall_secs).max);
}

}  // namespace stepline::store
