#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "event/event_view.h"
#include "reader/kind.h"
#include "store/damage_log.h"
#include "store/file_part.h"
#include "store/part_builder.h"

namespace stepline::store {

// Takes events of any form into a part. Teaches the tags of scalars what their
// values look like, for the short cut of ScalarPath.
//
// What it is given must outlive it.
class EventLoader {
 public:
  // `from_middle`: earlier metadata are not known, and what hangs on them is
  // noted in the part.
  EventLoader(FilePart& part, PartBuilder& builder, DamageLog& damage,
              bool from_middle)
      : part_(part),
        builder_(builder),
        damage_(damage),
        from_middle_(from_middle) {}

  // The payload of a record that begins at `offset`.
  void take(std::string_view payload, std::uint64_t offset);

  // The tag of the last scalar; never null. The tag behind it is a good guess
  // for the next one.
  TagState* last() const { return last_; }
  void set_last(TagState* tag) { last_ = tag; }

 private:
  void take_view(std::string_view payload, std::uint64_t offset);
  void take_value(const event::ValueView& value, const BlobPlace& place);
  void take_tensor(TagState& tag, const event::ValueView& value,
                   const BlobPlace& place);
  void take_other(std::string_view payload, const BlobPlace& place);

  const event::Metadata* metadata_of(TagState& tag,
                                     const event::ValueView& value);
  reader::Kind kind_of(TagState& tag, const event::ValueView& value);
  void assume(TagState& tag, event::ValueForm form, reader::Kind kind);
  void learn(TagState& tag, const event::ValueView& value);
  void follow(TagState& tag);

  FilePart& part_;
  PartBuilder& builder_;
  DamageLog& damage_;
  const bool from_middle_;
  TagState before_first_;
  TagState* last_ = &before_first_;
  event::EventView view_;
  event::Metadata metadata_;  // Of the value at hand.
};

}  // namespace stepline::store
