#pragma once

#include <string>
#include <string_view>

namespace stepline::event {

// `inside` as a length-delimited field (below 16) of a message.
std::string in_field(int number, std::string_view inside);

// What view_event() and decode_event() make of the same bytes. Tests and the
// fuzzer ask this.
struct ViewCheck {
  bool decoded = false;
  bool viewed = false;
  int numbers = 0;           // Values whose number the view points at.
  std::string disagreement;  // Empty: none.
};

ViewCheck check_view(std::string_view bytes);

}  // namespace stepline::event
