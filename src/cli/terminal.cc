#include "cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdlib>

#include "cli/code_points.h"

namespace stepline::cli {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

template <std::size_t n>
bool any_of(const std::array<Range, n>& sorted, char32_t c) {
  const auto range = std::lower_bound(
      sorted.begin(), sorted.end(), c,
      [](const Range& r, char32_t wanted) { return r.last < wanted; });
  return range != sorted.end() && range->first <= c;
}

// Controls, and what is invisible or changes the direction of its neighbours.
constexpr std::array<Range, 11> kHidden{{{0x0, 0x1f},
                                         {0x7f, 0x9f},
                                         {0xad, 0xad},
                                         {0x61c, 0x61c},
                                         {0x180e, 0x180e},
                                         {0x200b, 0x200f},
                                         {0x2028, 0x202e},
                                         {0x2060, 0x206f},
                                         {0xfeff, 0xfeff},
                                         {0xfff9, 0xfffb},
                                         {0xe0000, 0xe007f}}};

constexpr std::array<Range, 12> kCombining{{{0x300, 0x36f},
                                            {0x483, 0x489},
                                            {0x591, 0x5bd},
                                            {0x610, 0x61a},
                                            {0x64b, 0x65f},
                                            {0x93c, 0x93c},
                                            {0xe34, 0xe3a},
                                            {0x1ab0, 0x1aff},
                                            {0x1dc0, 0x1dff},
                                            {0x20d0, 0x20ff},
                                            {0xfe00, 0xfe0f},
                                            {0xfe20, 0xfe2f}}};

constexpr std::array<Range, 11> kWide{{{0x1100, 0x115f},
                                       {0x231a, 0x231b},
                                       {0x2e80, 0x303e},
                                       {0x3041, 0xa4cf},
                                       {0xa960, 0xa97c},
                                       {0xac00, 0xd7a3},
                                       {0xf900, 0xfaff},
                                       {0xfe30, 0xfe6f},
                                       {0xff00, 0xff60},
                                       {0x1f300, 0x1faff},
                                       {0x20000, 0x3fffd}}};

std::size_t width_of(char32_t c) {
  if (c < 0x300) return 1;
  if (any_of(kCombining, c)) return 0;
  return any_of(kWide, c) ? 2 : 1;
}

std::string hexadecimal(std::uint32_t number) {
  std::array<char, 8> digits{};
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), number, 16)
          .ptr;
  return {digits.data(), end};
}

std::string escaped(char32_t c) {
  switch (c) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      break;
  }
  const std::string digits = hexadecimal(c);
  if (c >= 0x80) return "\\u{" + digits + "}";
  return (c < 0x10 ? "\\x0" : "\\x") + digits;
}

int columns_of(int fd) {
  if (const char* columns = std::getenv("COLUMNS")) {
    const int told = std::atoi(columns);
    if (told > 0) return told;
  }
  winsize size{};
  if (::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    return size.ws_col;
  }
  return 80;
}

int rows_of(int fd) {
  winsize size{};
  return ::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 ? size.ws_row
                                                                : 24;
}

bool set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

}  // namespace

Terminal terminal_of(std::FILE* file) {
  const int fd = ::fileno(file);
  Terminal terminal;
  terminal.is_terminal = ::isatty(fd) == 1;
  if (!terminal.is_terminal) return terminal;
  const char* type = std::getenv("TERM");
  const bool dumb = type == nullptr || std::string_view(type) == "dumb";
  terminal.colours = !dumb && !set("NO_COLOR");
  terminal.columns = columns_of(fd);
  terminal.rows = rows_of(fd);
  return terminal;
}

std::string printable(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const CodePoint next = first_code_point(text);
    const std::string_view bytes = text.substr(0, next.bytes);
    if (!next.valid) {
      result += "\\x" + hexadecimal(static_cast<unsigned char>(bytes[0]));
    } else if (any_of(kHidden, next.value)) {
      result += escaped(next.value);
    } else if (next.value == '\\') {
      result += "\\\\";
    } else {
      result += bytes;
    }
    text.remove_prefix(next.bytes);
  }
  return result;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const CodePoint next = first_code_point(text);
    width += width_of(next.value);
    text.remove_prefix(next.bytes);
  }
  return width;
}

std::string shortened(std::string_view text, std::size_t columns) {
  if (display_width(text) <= columns) return std::string(text);
  std::size_t width = 1;
  std::size_t bytes = 0;
  while (true) {
    const CodePoint next = first_code_point(text.substr(bytes));
    width += width_of(next.value);
    if (width > columns) break;
    bytes += next.bytes;
  }
  return std::string(text.substr(0, bytes)) + "…";
}

std::string coloured(std::string_view text, Colour colour) {
  constexpr std::array<std::string_view, 9> kCodes{"",   "1",  "2",  "31", "32",
                                                   "33", "34", "35", "36"};
  if (colour == Colour::Plain || text.empty()) return std::string(text);
  std::string result = "\x1b[";
  result += kCodes[static_cast<std::size_t>(colour)];
  result += 'm';
  result += text;
  result += "\x1b[0m";
  return result;
}

}  // namespace stepline::cli
