#pragma once

#include <string>
#include <string_view>

namespace stepline::event {

// Takes one escape sequence, backslash first, off the front of `text` and
// appends what it stands for to `out`: \n and its kin, \ooo octal and \xhh
// hexadecimal bytes, \uhhhh and \Uhhhhhhhh as UTF-8. False if it is none.
bool unescape(std::string_view& text, std::string& out);

}  // namespace stepline::event
