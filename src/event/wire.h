#pragma once

#include <string>
#include <string_view>

#include "event/event.h"
#include "event/tensor_proto.h"
#include "stepline/result.h"

namespace stepline::event {

// The protobuf wire form of the model in event.h (docs/format.md has the field
// numbers).
//
// Encoding cannot fail. It gives the bytes that protobuf's own serialisers
// give: fields in the order of their numbers, zeros and empty strings left out
// except as members of a oneof, repeated numbers packed. Text that is not UTF-8
// is written with U+FFFD in place of what is wrong. A message must stay below
// 2 GiB, which is as much as any parser takes.
//
// Decoding takes whatever protobuf's own parsers take, but for groups (which no
// event has): fields in any order, repeated numbers packed or not, unknown
// fields skipped, the last value of a singular field or oneof winning, messages
// in several pieces merged. Bytes that break the format are ErrorCode::Corrupt;
// nothing is thrown. Beyond that it forgives, so that no point is lost:
// - text that is not UTF-8 is repaired, hence all text in a decoded model is
//   UTF-8;
// - a wall time that is NaN or infinite becomes the epoch, WallTime().
// What the model has no place for is dropped: TensorProto's resource and
// variant values, and whether an empty plugin_data or source_metadata was
// present.
//
// All functions may be called from any thread.

// Appends to `out`, so that one buffer serves many events.
void append_event(std::string& out, const Event& event);
std::string encode_event(const Event& event);
Result<Event> decode_event(std::string_view bytes);

std::string encode_summary(const Summary& summary);
Result<Summary> decode_summary(std::string_view bytes);

std::string encode_value(const Value& value);
Result<Value> decode_value(std::string_view bytes);

std::string encode_metadata(const Metadata& metadata);
Result<Metadata> decode_metadata(std::string_view bytes);

std::string encode_log_message(const LogMessage& log);
Result<LogMessage> decode_log_message(std::string_view bytes);

std::string encode_session_log(const SessionLog& session);
Result<SessionLog> decode_session_log(std::string_view bytes);

std::string encode_tensor(const TensorProto& tensor);
Result<TensorProto> decode_tensor(std::string_view bytes);

}  // namespace stepline::event
