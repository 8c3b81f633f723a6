#pragma once

#include <string>
#include <variant>
#include <vector>

#include "event/array.h"
#include "event/event.h"
#include "reader/kind.h"
#include "stepline/result.h"

namespace stepline::reader {

// The content of one value, old encodings upgraded (docs/reading.md): what the
// store answers when a blob is asked for.

struct HistogramBuckets {
  struct Bucket {
    double left = 0;
    double right = 0;
    double count = 0;
    bool operator==(const Bucket&) const = default;
  };
  std::vector<Bucket> buckets;
  bool operator==(const HistogramBuckets&) const = default;
};

struct Images {
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::vector<std::string> encoded;  // PNG, GIF or JPEG each.
  bool operator==(const Images&) const = default;
};

struct AudioClips {
  struct Clip {
    std::string encoded;
    std::string label;  // Markdown; mostly empty.
    bool operator==(const Clip&) const = default;
  };
  std::string content_type;  // "audio/wav", mostly.
  double sample_rate = 0;    // 0: not said.
  std::vector<Clip> clips;
  bool operator==(const AudioClips&) const = default;
};

// Bytes of a message that is not taken apart here: a graph, run metadata, a
// session log, the content of hparams or of a layout.
struct Message {
  std::string bytes;
  bool operator==(const Message&) const = default;
};

struct Datum {
  Kind kind = Kind::Other;
  event::Metadata
      metadata;  // The tag's first, completed as docs/reading.md says.
  // Scalar: double. Text, PR curves, meshes, tensors: Array.
  std::variant<std::monostate, double, HistogramBuckets, Images, AudioClips,
               event::Array, Message>
      content;
  bool operator==(const Datum&) const = default;
};

// `metadata`: those of the tag's first value in the file; null when there were
// none. Content that contradicts the kind (an image whose width is no number)
// is ErrorCode::Corrupt.
Result<Datum> upgrade_value(const event::Value& value,
                            const event::Metadata* metadata);

// Of an event that is not a summary: graph, run metadata, log message, session
// log. Other for a file version.
Datum upgrade_event(const event::Event& event);

}  // namespace stepline::reader
