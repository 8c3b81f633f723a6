#include "reader/tsv.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>
#include <optional>
#include <string>

namespace stepline::reader {
namespace {

constexpr std::string_view kSpaces = " \t\r\v\f";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kSpaces);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpaces) - begin + 1);
}

// from_chars does not say whether a number is too great or too small.
double out_of_range(std::string_view text) {
  const bool negative = text.starts_with('-');
  const std::size_t exponent = text.find_first_of("eE");
  const bool small = exponent == text.npos
                         ? text.find_first_of("123456789") > text.find('.')
                         : text.substr(exponent + 1).starts_with('-');
  const double magnitude = small ? 0 : std::numeric_limits<double>::infinity();
  return negative ? -magnitude : magnitude;
}

std::optional<double> parse_number(std::string_view cell) {
  std::string_view text = trimmed(cell);
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (stop != end || text.empty()) return std::nullopt;
  if (error == std::errc::result_out_of_range) return out_of_range(text);
  if (error != std::errc()) return std::nullopt;
  return number;
}

Error corrupt(std::size_t line, std::string_view what) {
  return Error{ErrorCode::Corrupt, std::string(what) + " on line " +
                                       std::to_string(line + 1) +
                                       ", blank ones not counted"};
}

void append_float(std::string& bytes, double number) {
  const float element = static_cast<float>(number);
  char raw[sizeof element];
  std::memcpy(raw, &element, sizeof element);
  bytes.append(raw, sizeof raw);
}

}  // namespace

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!trimmed(line).empty()) lines.push_back(line);
  }
  return lines;
}

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  for (std::size_t tab = line.find('\t'); tab != line.npos;
       tab = line.find('\t')) {
    cells.push_back(line.substr(0, tab));
    line.remove_prefix(tab + 1);
  }
  cells.push_back(line);
  return cells;
}

Result<event::Array> parse_matrix(std::string_view text) {
  const std::vector<std::string_view> lines = lines_of(text);
  event::Array matrix;
  std::size_t columns = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::vector<std::string_view> cells = cells_of(lines[i]);
    if (i == 0) columns = cells.size();
    if (cells.size() != columns) {
      return corrupt(i, "got " + std::to_string(cells.size()) +
                            " numbers, want " + std::to_string(columns));
    }
    for (const std::string_view cell : cells) {
      const auto number = parse_number(cell);
      if (!number) return corrupt(i, "a cell that is not a number");
      append_float(matrix.bytes, *number);
    }
  }
  matrix.shape = {std::int64_t(lines.size()), std::int64_t(columns)};
  return matrix;
}

}  // namespace stepline::reader
