#pragma once

#include <cstdint>

namespace stepline::event {

// Field numbers of the messages around every value (docs/format.md), for those
// who decode them and those who only look.

enum class EventField : std::uint32_t {
  WallTime = 1,
  Step = 2,
  FileVersion = 3,
  GraphDef = 4,
  Summary = 5,
  LogMessage = 6,
  SessionLog = 7,
  TaggedRunMetadata = 8,
  MetaGraphDef = 9,
  SourceMetadata = 10,
};
enum class SourceMetadataField : std::uint32_t { Writer = 1 };
enum class SummaryField : std::uint32_t { Value = 1 };
enum class ValueField : std::uint32_t {
  Tag = 1,
  SimpleValue = 2,
  ObsoleteHistogram = 3,
  Image = 4,
  Histogram = 5,
  Audio = 6,
  NodeName = 7,
  Tensor = 8,
  Metadata = 9,
};

}  // namespace stepline::event
