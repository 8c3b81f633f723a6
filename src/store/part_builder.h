#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "reader/kind.h"
#include "store/block.h"
#include "store/file_loader.h"
#include "store/file_part.h"
#include "store/open_points.h"
#include "store/tag_states.h"

namespace stepline::store {

// Puts a part together from points and places as they come: finds tags, packs
// points into blocks, keeps series in the order of their appearance. The part
// is complete after finish(), and must outlive the builder.
class PartBuilder {
 public:
  // `known_metadata` may be empty.
  PartBuilder(FilePart& part, const KnownMetadata& known_metadata);

  // The state of a tag, made when it is not there yet. What is not UTF-8 is
  // repaired first.
  TagState& tag_of(std::string_view tag);
  TagStates& tags() { return tags_; }

  // A point of the tag's series of scalars.
  void add_float(TagState& tag, std::int64_t step, double wall_secs,
                 float value) {
    if (tag.count == tag.capacity) [[unlikely]] {
      if (!make_room(tag)) return add_double(tag, step, wall_secs, value);
    }
    const std::uint32_t i = tag.count++;
    tag.steps[i] = step;
    tag.wall_secs[i] = wall_secs;
    tag.values[i] = value;
  }

  // From the first double on all points of the series are kept as doubles.
  void add_double(TagState& tag, std::int64_t step, double wall_secs,
                  double value);

  void add_place(TagState& tag, reader::Kind kind, const BlobPlace& place);

  void begin_section(std::int64_t step, double wall_secs);

  void finish();

 private:
  struct Link {
    TagState* tag;
    std::uint32_t next;  // The tag's next series in this section.
    reader::Kind kind;
  };

  // False when the tag's points are doubles.
  bool make_room(TagState& tag);
  std::uint32_t series_of(TagState& tag, reader::Kind kind);
  void seal(TagState& tag);
  void seal_wide(TagState& tag);
  void seal_all();
  void keep(TagState& tag, std::span<const double> wall_secs,
            const Block* block);

  FilePart& part_;
  const KnownMetadata& known_metadata_;
  TagStates tags_;
  OpenPoints open_points_;
  std::uint32_t section_ = 0;
  std::vector<std::vector<Link>> links_;  // By section, beside its series.
  SealScratch scratch_;
};

}  // namespace stepline::store
