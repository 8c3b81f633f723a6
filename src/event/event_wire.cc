#include "event/event_fields.h"
#include "event/summary_wire.h"
#include "event/wire.h"

namespace stepline::event {
namespace {

enum class LogMessageField : std::uint32_t { Level = 1, Message = 2 };
enum class SessionLogField : std::uint32_t {
  Status = 1,
  CheckpointPath = 2,
  Msg = 3,
};
enum class TaggedRunMetadataField : std::uint32_t { Tag = 1, RunMetadata = 2 };

struct Source {
  std::string writer;
};

}  // namespace

static void write(FieldWriter& out, const Source& source) {
  out.text(SourceMetadataField::Writer, source.writer);
}

static void merge(FieldReader in, Source& source) {
  while (in.next()) {
    switch (SourceMetadataField(in.number())) {
      case SourceMetadataField::Writer:
        in.read_text(source.writer);
        break;
      default:
        in.skip();
    }
  }
}

static void write(FieldWriter& out, const LogMessage& log) {
  out.number(LogMessageField::Level, log.level);
  out.text(LogMessageField::Message, log.message);
}

static void merge(FieldReader in, LogMessage& log) {
  while (in.next()) {
    switch (LogMessageField(in.number())) {
      case LogMessageField::Level:
        in.read(log.level);
        break;
      case LogMessageField::Message:
        in.read_text(log.message);
        break;
      default:
        in.skip();
    }
  }
}

static void write(FieldWriter& out, const SessionLog& session) {
  out.number(SessionLogField::Status, session.status);
  out.text(SessionLogField::CheckpointPath, session.checkpoint_path);
  out.text(SessionLogField::Msg, session.msg);
}

static void merge(FieldReader in, SessionLog& session) {
  using enum SessionLogField;
  while (in.next()) {
    switch (SessionLogField(in.number())) {
      case Status:
        in.read(session.status);
        break;
      case CheckpointPath:
        in.read_text(session.checkpoint_path);
        break;
      case Msg:
        in.read_text(session.msg);
        break;
      default:
        in.skip();
    }
  }
}

static void write(FieldWriter& out, const TaggedRunMetadata& tagged) {
  out.text(TaggedRunMetadataField::Tag, tagged.tag);
  out.bytes(TaggedRunMetadataField::RunMetadata, tagged.run_metadata);
}

static void merge(FieldReader in, TaggedRunMetadata& tagged) {
  using enum TaggedRunMetadataField;
  while (in.next()) {
    switch (TaggedRunMetadataField(in.number())) {
      case Tag:
        in.read_text(tagged.tag);
        break;
      case RunMetadata:
        in.read_bytes(tagged.run_metadata);
        break;
      default:
        in.skip();
    }
  }
}

namespace {

struct WhatWriter {
  FieldWriter& out;
  void operator()(std::monostate) {}
  void operator()(const FileVersion& what) {
    out.text_member(EventField::FileVersion, what.version);
  }
  void operator()(const GraphDef& what) {
    out.bytes_member(EventField::GraphDef, what.bytes);
  }
  void operator()(const Summary& what) {
    out.message(EventField::Summary, what);
  }
  void operator()(const LogMessage& what) {
    out.message(EventField::LogMessage, what);
  }
  void operator()(const SessionLog& what) {
    out.message(EventField::SessionLog, what);
  }
  void operator()(const TaggedRunMetadata& what) {
    out.message(EventField::TaggedRunMetadata, what);
  }
  void operator()(const MetaGraphDef& what) {
    out.bytes_member(EventField::MetaGraphDef, what.bytes);
  }
};

}  // namespace

static void write(FieldWriter& out, const Event& event) {
  out.number(EventField::WallTime, event.wall_time.secs());
  out.number(EventField::Step, event.step.value);
  std::visit(WhatWriter{out}, event.what);
  if (!event.source_writer.empty()) {
    out.message(EventField::SourceMetadata, Source{event.source_writer});
  }
}

static void merge(FieldReader in, Event& event) {
  using enum EventField;
  double secs = 0;
  std::string bytes;
  Source source;
  while (in.next()) {
    switch (EventField(in.number())) {
      case WallTime:
        in.read(secs);
        break;
      case Step:
        in.read(event.step.value);
        break;
      case FileVersion:
        if (in.read_text(bytes)) event.what = event::FileVersion{bytes};
        break;
      case GraphDef:
        if (in.read_bytes(bytes)) event.what = event::GraphDef{bytes};
        break;
      case Summary:
        in.read_member<event::Summary>(event.what);
        break;
      case LogMessage:
        in.read_member<event::LogMessage>(event.what);
        break;
      case SessionLog:
        in.read_member<event::SessionLog>(event.what);
        break;
      case TaggedRunMetadata:
        in.read_member<event::TaggedRunMetadata>(event.what);
        break;
      case MetaGraphDef:
        if (in.read_bytes(bytes)) event.what = event::MetaGraphDef{bytes};
        break;
      case SourceMetadata:
        in.read_message(source);
        break;
      default:
        in.skip();
    }
  }
  event.wall_time =
      event::WallTime::from_secs(secs).value_or(event::WallTime());
  event.source_writer = std::move(source.writer);
}

void append_event(std::string& out, const Event& event) {
  FieldWriter writer(out);
  write(writer, event);
}

std::string encode_event(const Event& event) { return encode_message(event); }

Result<Event> decode_event(std::string_view bytes) {
  return decode_message<Event>("Event", bytes);
}

std::string encode_log_message(const LogMessage& log) {
  return encode_message(log);
}

Result<LogMessage> decode_log_message(std::string_view bytes) {
  return decode_message<LogMessage>("LogMessage", bytes);
}

std::string encode_session_log(const SessionLog& session) {
  return encode_message(session);
}

Result<SessionLog> decode_session_log(std::string_view bytes) {
  return decode_message<SessionLog>("SessionLog", bytes);
}

}  // namespace stepline::event
