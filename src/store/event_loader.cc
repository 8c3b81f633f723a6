#include "store/event_loader.h"

#include <cstring>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "base/bytes.h"
#include "base/utf8.h"
#include "event/wire.h"
#include "event/writer_mark.h"

namespace stepline::store {

using reader::Kind;

void EventLoader::take(std::string_view payload, std::uint64_t offset) {
  if (event::view_event(payload, view_)) return take_view(payload, offset);
  const auto decoded = event::decode_event(payload);
  if (!decoded) return damage_.add(offset, decoded.error().message);
  // Written anew it has none of the forms that a view does not understand.
  const std::string rewritten = event::encode_event(*decoded);
  if (!event::view_event(rewritten, view_)) {
    return damage_.add(offset, "malformed Event");
  }
  take_view(payload, offset);
}

void EventLoader::take_view(std::string_view payload, std::uint64_t offset) {
  if (part_.records++ == 0) {
    part_.first_wall_secs = view_.wall_secs;
    part_.session = event::session_of(view_.source_writer);
  }
  if (part_.source_writer.empty()) {
    part_.source_writer = repair_utf8(view_.source_writer);
  }
  BlobPlace place{.step = view_.step,
                  .wall_secs = view_.wall_secs,
                  .offset = offset,
                  .bytes = static_cast<std::uint32_t>(payload.size())};
  if (view_.what != event::EventView::What::Summary) {
    return take_other(payload, place);
  }
  for (const event::ValueView& value : view_.values()) {
    take_value(value, place);
    ++place.value_index;
  }
}

void EventLoader::take_value(const event::ValueView& value,
                             const BlobPlace& place) {
  TagState& tag = builder_.tag_of(reader::tag_of(value));
  const Kind kind = kind_of(tag, value);
  if (kind != Kind::Scalar) return builder_.add_place(tag, kind, place);
  switch (value.form) {
    case event::ValueForm::SimpleValue:
      builder_.add_float(tag, place.step, place.wall_secs, value.simple_value);
      return learn(tag, value);
    case event::ValueForm::Tensor:
      return take_tensor(tag, value, place);
    default:
      return builder_.add_place(tag, Kind::Other, place);
  }
}

void EventLoader::take_tensor(TagState& tag, const event::ValueView& value,
                              const BlobPlace& place) {
  const auto scalar = event::scalar_of_tensor(value.body);
  if (!scalar) return builder_.add_place(tag, Kind::Tensor, place);
  if (scalar->is_double) {
    builder_.add_double(tag, place.step, place.wall_secs, scalar->value);
    follow(tag);
  } else {
    builder_.add_float(tag, place.step, place.wall_secs,
                       static_cast<float>(scalar->value));
    learn(tag, value);
  }
}

void EventLoader::take_other(std::string_view payload, const BlobPlace& place) {
  using enum event::EventView::What;
  const auto add = [&](std::string_view tag, Kind kind) {
    builder_.add_place(builder_.tag_of(tag), kind, place);
  };
  switch (view_.what) {
    case FileVersion:
      if (!part_.file_version) part_.file_version = repair_utf8(view_.body);
      break;
    case GraphDef:
      return add(reader::kRunGraphTag, Kind::Graph);
    case MetaGraphDef:
      return add(reader::kMetaGraphTag, Kind::MetaGraph);
    case LogMessage:
      return add(reader::kLogMessagesTag, Kind::LogMessage);
    case TaggedRunMetadata:
    case SessionLog: {
      const auto decoded = event::decode_event(payload);
      if (!decoded) break;
      if (const auto* tagged =
              std::get_if<event::TaggedRunMetadata>(&decoded->what)) {
        return add(tagged->tag, Kind::RunMetadata);
      }
      const auto* session = std::get_if<event::SessionLog>(&decoded->what);
      if (session->status == event::SessionLog::Status::Start) {
        builder_.begin_section(place.step, place.wall_secs);
      }
      return add(reader::kSessionLogTag, Kind::SessionLog);
    }
    case Nothing:
    case Summary:
      break;
  }
}

// The value's own, or else the first of its tag.
const event::Metadata* EventLoader::metadata_of(TagState& tag,
                                                const event::ValueView& value) {
  if (!value.has_metadata) return tag.first_metadata;
  if (tag.own_metadata && value.metadata == tag.own_metadata_bytes) {
    return tag.own_metadata.get();
  }
  auto decoded = event::decode_metadata(value.metadata);
  metadata_ = decoded ? std::move(*decoded) : event::Metadata();
  if (!tag.own_metadata) {
    tag.own_metadata = std::make_shared<const event::Metadata>(metadata_);
    tag.own_metadata_bytes = value.metadata;
    if (tag.first_metadata == nullptr) {
      tag.first_metadata = tag.own_metadata.get();
      tag.layout.forget();
    }
  }
  return &metadata_;
}

Kind EventLoader::kind_of(TagState& tag, const event::ValueView& value) {
  const event::Metadata* const metadata = metadata_of(tag, value);
  Kind kind = reader::classify(value.form, metadata);
  if (!from_middle_ || value.has_metadata) return kind;
  if (metadata == nullptr && value.form == event::ValueForm::Tensor &&
      event::scalar_of_tensor(value.body)) {
    kind = Kind::Scalar;
  }
  assume(tag, value.form, kind);
  return kind;
}

void EventLoader::assume(TagState& tag, event::ValueForm form, Kind kind) {
  if (tag.assumption == TagState::kNone) {
    tag.assumption = static_cast<std::uint32_t>(part_.assumptions.size());
    part_.assumptions.emplace_back().tag = tag.tag;
  }
  Assumption& assumption = part_.assumptions[tag.assumption];
  auto& kinds = tag.first_metadata == nullptr ? assumption.without_metadata
                                              : assumption.by_first_metadata;
  // Where tensors are scalars, those that hold no scalar are what they are
  // without metadata.
  auto& assumed = kinds[static_cast<std::size_t>(form)];
  if (assumed != Kind::Scalar) assumed = kind;
}

void EventLoader::learn(TagState& tag, const event::ValueView& value) {
  follow(tag);
  if (value.number != nullptr && value.tag == tag.tag) {
    tag.layout.learn(value, builder_.tags().arena());
  }
}

void EventLoader::follow(TagState& tag) {
  last_->next = &tag;
  last_ = &tag;
}

}  // namespace stepline::store
