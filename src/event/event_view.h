#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "event/value_view.h"

namespace stepline::event {

// An event taken apart without copying it: what a loader needs to know of each
// of millions. Views point into the bytes that were given.

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

  // Of a summary; none of anything else.
  ValueViews values() const {
    return what == What::Summary ? ValueViews(body) : ValueViews();
  }
};

// Takes `bytes` apart into `view`. False: malformed, or a form so unusual (a
// submessage in several pieces) that only decode_event() understands it; ask
// that, and take its error as the last word.
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
