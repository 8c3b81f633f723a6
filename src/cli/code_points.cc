#include "cli/code_points.h"

#include "base/utf8.h"

namespace stepline::cli {

CodePoint first_code_point(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return {lead, 1, true};
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (bytes > text.size() || !is_utf8(text.substr(0, bytes))) return {};
  char32_t value = lead & (0x7fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    value = value << 6 | (static_cast<unsigned char>(text[i]) & 0x3fu);
  }
  return {value, bytes, true};
}

}  // namespace stepline::cli
