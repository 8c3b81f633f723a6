#pragma once

#include <cstddef>
#include <string_view>

namespace stepline::cli {

// The first character of some text.
struct CodePoint {
  char32_t value = 0xfffd;
  std::size_t bytes = 1;
  bool valid = false;  // False: a byte that begins no UTF-8.
};

// `text` must not be empty.
CodePoint first_code_point(std::string_view text);

}  // namespace stepline::cli
