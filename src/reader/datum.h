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

// Bytes of a message that is not taken apart here: a graph, run metadata, a log
// message (event::decode_log_message), a session log, the content of hparams
// (event::decode_hparams_data) or of a layout (event::decode_layout).
struct Message {
  std::string bytes;
  bool operator==(const Message&) const = default;
};

struct Datum {
  Kind kind = Kind::Other;
  event::Metadata metadata;  // As complete_metadata() makes it.
  // Scalar: double. Text, PR curves, meshes, tensors: Array. Graphs, run
  // metadata, logs, hparams, layouts, obsolete histograms: Message. Nothing
  // where the value has no content.
  std::variant<std::monostate, double, HistogramBuckets, Images, AudioClips,
               event::Array, Message>
      content;
  bool operator==(const Datum&) const = default;
};

// `metadata`: those of the tag's first value in the file; null when there were
// none. Content that contradicts the kind (an image whose width is no number)
// is ErrorCode::Corrupt; but a scalar that is not one number is a Tensor.
Result<Datum> upgrade_value(const event::Value& value,
                            const event::Metadata* metadata);

// Of an event that is not a summary: graph, run metadata, log message, session
// log. Other for a file version.
Datum upgrade_event(const event::Event& event);

}  // namespace stepline::reader
