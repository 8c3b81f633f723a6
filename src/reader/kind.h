#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "event/event.h"
#include "event/event_view.h"

namespace stepline::reader {

// What a series holds, whatever encoding it was written in.
enum class Kind : std::uint8_t {
  Scalar,
  Histogram,
  Image,
  Audio,
  Text,
  PrCurve,
  Mesh,
  HParams,
  CustomScalars,
  Graph,        // GraphDef bytes, Keras models, run metadata holding a graph.
  MetaGraph,    // MetaGraphDef bytes.
  RunMetadata,  // RunMetadata bytes.
  LogMessage,
  SessionLog,
  Tensor,  // Any other tensor: of an event file, or of a tensor file.
  Other,   // A value of a plug-in we do not know, or without any content.
};

// "scalar", "pr_curve": for --kind, JSON and messages. Also the way back.
std::string_view name_of(Kind kind);
std::optional<Kind> kind_of(std::string_view name);

// The tags of series that have none of their own in the file.
inline constexpr std::string_view kRunGraphTag = "__run_graph__";
inline constexpr std::string_view kMetaGraphTag = "__meta_graph__";
inline constexpr std::string_view kLogMessagesTag = "__log_messages__";
inline constexpr std::string_view kSessionLogTag = "__session_log__";

// The kind of a value, by its form and the metadata of its tag: those on the
// value itself, or else the first that the file had for the tag; null when it
// had none. docs/reading.md has the rules. One thing this cannot see: a Scalar
// in a tensor that event::scalar_of_tensor() refuses is a Tensor.
Kind classify(event::ValueForm form, const event::Metadata* metadata);

// The name of a value's series: its tag, or its node's name where it has none,
// as the oldest summaries. Of a view as it stands in the file.
std::string_view tag_of(const event::ValueView& value);
std::string_view tag_of(const event::Value& value);

// The metadata of a series: what stands in the file, completed where that says
// nothing: the plug-in and the data class of the kind, the tag as display name.
event::Metadata complete_metadata(Kind kind, std::string_view tag,
                                  const event::Metadata* metadata);

}  // namespace stepline::reader
