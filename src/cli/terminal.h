#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

namespace stepline::cli {

// What the file of a stream is, asked once at the start.
struct Terminal {
  bool is_terminal = false;
  bool colours = false;  // A terminal that can, and NO_COLOR is not set.
  int columns = 80;      // What $COLUMNS or the terminal says; 80 elsewhere.
  int rows = 24;         // What the terminal says.
};
Terminal terminal_of(std::FILE* file);

// Names come from files and directories that anybody may have written. This is
// `text` without anything that could drive a terminal or pass for something
// else: control characters, invisible and direction-changing ones and bytes
// that are not UTF-8 become \n, \x1b, \u{202e} and the like, a backslash
// becomes two. Always UTF-8, always one line.
std::string printable(std::string_view text);

// Columns that `text`, which must be printable, takes on a terminal.
std::size_t display_width(std::string_view text);

// `text`, cut to at most `columns` (at least 1), with an ellipsis where
// something is missing.
std::string shortened(std::string_view text, std::size_t columns);

enum class Colour { Plain, Bold, Dim, Red, Green, Yellow, Blue, Magenta, Cyan };

// `text` between the escape sequences for a colour; as it is for Plain.
std::string coloured(std::string_view text, Colour colour);

}  // namespace stepline::cli
