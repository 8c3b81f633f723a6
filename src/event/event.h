#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "event/tensor_proto.h"
#include "event/types.h"

namespace stepline::event {

// The content of an event file, record by record: tensorflow.Event and what it
// holds, one struct a message, field by field (docs/format.md).

enum class DataClass : std::int32_t {
  Unknown = 0,
  Scalar = 1,
  Tensor = 2,
  BlobSequence = 3,
};

// Which dashboard a tag belongs to, and what that dashboard has to know.
struct Metadata {
  std::string plugin_name;
  std::string plugin_content;
  std::string display_name;
  std::string description;
  DataClass data_class = DataClass::Unknown;
  bool operator==(const Metadata&) const = default;
};

struct Image {
  std::int32_t height = 0;
  std::int32_t width = 0;
  std::int32_t colorspace = 0;  // Channels.
  std::string encoded;          // PNG, GIF or JPEG.
  bool operator==(const Image&) const = default;
};

struct Audio {
  float sample_rate = 0;
  std::int64_t num_channels = 0;
  std::int64_t length_frames = 0;
  std::string encoded;
  std::string content_type;
  bool operator==(const Audio&) const = default;
};

// `limits[i]` is the upper edge of the bucket that `counts[i]` counts.
struct Histogram {
  double min = 0;
  double max = 0;
  double num = 0;
  double sum = 0;
  double sum_squares = 0;
  std::vector<double> limits;
  std::vector<double> counts;
  bool operator==(const Histogram&) const = default;
};

// Summary.Value.obsolete_old_style_histogram, kept as its bytes.
struct ObsoleteHistogram {
  std::string bytes;
  bool operator==(const ObsoleteHistogram&) const = default;
};

struct Value {
  Tag tag;
  std::string node_name;
  std::optional<Metadata> metadata;
  std::variant<std::monostate, float, ObsoleteHistogram, Image, Histogram,
               Audio, TensorProto>
      value;
  bool operator==(const Value&) const = default;
};

struct Summary {
  std::vector<Value> values;
  bool operator==(const Summary&) const = default;
};

struct FileVersion {
  std::string version;
  bool operator==(const FileVersion&) const = default;
};

struct GraphDef {
  std::string bytes;
  bool operator==(const GraphDef&) const = default;
};

struct MetaGraphDef {
  std::string bytes;
  bool operator==(const MetaGraphDef&) const = default;
};

struct LogMessage {
  std::int32_t level = 0;
  std::string message;
  bool operator==(const LogMessage&) const = default;
};

struct SessionLog {
  enum class Status : std::int32_t {
    Unspecified = 0,
    Start = 1,
    Stop = 2,
    Checkpoint = 3,
  };
  Status status = Status::Unspecified;
  std::string checkpoint_path;
  std::string msg;
  bool operator==(const SessionLog&) const = default;
};

struct TaggedRunMetadata {
  std::string tag;
  std::string run_metadata;
  bool operator==(const TaggedRunMetadata&) const = default;
};

struct Event {
  WallTime wall_time;
  Step step;
  std::variant<std::monostate, FileVersion, GraphDef, Summary, LogMessage,
               SessionLog, TaggedRunMetadata, MetaGraphDef>
      what;
  std::string source_writer;  // SourceMetadata.writer; empty: none.
  bool operator==(const Event&) const = default;
};

}  // namespace stepline::event
