#pragma once

#include <span>
#include <string>
#include <string_view>

namespace stepline::event {

// A Summary.Value to stay in an event.
struct KeptValue {
  std::string_view whole;           // As in ValueView.
  std::string_view added_metadata;  // SummaryMetadata; empty: none are added.
};

// The event in `bytes`, which view_event() must have understood, with these
// values in its summary and no others. Every other field stays as it is, byte
// for byte; those that nobody knows, too.
std::string with_values(std::string_view bytes,
                        std::span<const KeptValue> values);

}  // namespace stepline::event
