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
// had none. docs/reading.md has the rules.
Kind classify(event::ValueForm form, const event::Metadata* metadata);

}  // namespace stepline::reader
