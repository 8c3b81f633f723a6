#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "event/event.h"
#include "stepline/result.h"

namespace stepline::event {

// An event taken apart without copying it: what a loader needs to know of each
// of millions. Views point into the bytes that were given.

// How a Summary.Value carries its content.
enum class ValueForm : std::uint8_t {
  None,
  SimpleValue,
  ObsoleteHistogram,
  Image,
  Histogram,
  Audio,
  Tensor,
};

struct ValueView {
  std::string_view tag;  // As it stands in the file: perhaps not UTF-8.
  std::string_view node_name;
  ValueForm form = ValueForm::None;
  float simple_value = 0;
  std::string_view body;  // The submessage of any other form.
  bool has_metadata = false;
  std::string_view metadata;  // SummaryMetadata, where it is there.
  // Where the four bytes of the number lie, when this is a simple_value or a
  // tensor holding exactly one float (float_val or tensor_content), and the
  // value has each field once; null otherwise. All other bytes of the value are
  // then the same for every point of its series.
  const char* number = nullptr;
  std::string_view whole;  // The Summary.Value message itself.
};

struct EventView {
  enum class What : std::uint8_t {
    Nothing,
    FileVersion,
    GraphDef,
    Summary,
    LogMessage,
    SessionLog,
    TaggedRunMetadata,
    MetaGraphDef,
  };
  double wall_secs = 0;  // Never NaN nor infinite: the epoch then.
  std::int64_t step = 0;
  What what = What::Nothing;
  std::string_view body;  // The string, bytes or submessage of `what`.
  std::string_view source_writer;
  std::vector<ValueView> values;  // Of a summary.
};

// Takes `bytes` apart into `view`, whose vector is reused. False: malformed, or
// a form so unusual (a submessage in several pieces) that only decode_event()
// understands it; ask that, and take its error as the last word.
bool view_event(std::string_view bytes, EventView& view);

// The number in a tensor of exactly one element and a real numeric dtype, in
// any encoding; nullopt for all others. `is_double`: whether float32 cannot
// hold the dtype's every value (double, int32, int64, uint32, uint64).
struct ScalarValue {
  double value;
  bool is_double;
};
std::optional<ScalarValue> scalar_of_tensor(std::string_view tensor_bytes);

}  // namespace stepline::event
