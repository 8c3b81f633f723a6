#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace stepline::event {

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

// A Summary.Value taken apart without copying it.
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

// The values of a summary that view_event() has understood, one after another,
// each taken apart when it is reached: a summary may have more of them than
// there is memory for their views.
class ValueViews {
 public:
  class Iterator {
   public:
    using value_type = ValueView;
    using difference_type = std::ptrdiff_t;

    Iterator() = default;
    // At the first value of the summary.
    explicit Iterator(std::string_view summary) : rest_(summary) { ++*this; }

    const ValueView& operator*() const { return value_; }
    const ValueView* operator->() const { return &value_; }
    Iterator& operator++();
    void operator++(int) { ++*this; }
    bool operator==(std::default_sentinel_t) const { return at_end_; }

   private:
    std::string_view rest_;  // Behind the value.
    ValueView value_;
    bool at_end_ = false;
  };

  ValueViews() = default;
  explicit ValueViews(std::string_view summary) : summary_(summary) {}

  Iterator begin() const { return Iterator(summary_); }
  std::default_sentinel_t end() const { return {}; }
  bool empty() const { return begin() == end(); }

 private:
  std::string_view summary_;
};

// Looks over the values of a summary as view_event() must before anybody may
// walk over them: false where one came in pieces. Private to the sources of
// this layer; throws protozero::exception where one is malformed.
bool check_values(std::string_view summary);

}  // namespace stepline::event
