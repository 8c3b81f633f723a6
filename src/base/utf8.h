#pragma once

#include <string>
#include <string_view>

namespace stepline {

bool is_utf8(std::string_view text);

// `text`, with each maximal run of bytes that cannot be UTF-8 (overlong forms
// and surrogates included) replaced by U+FFFD, as the Unicode standard
// recommends (section 3.9, "substitution of maximal subparts").
std::string repair_utf8(std::string_view text);

}  // namespace stepline
