#include "cli/number_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace stepline::cli {
namespace {

template <class... Format>
void append_digits(std::string& out, double value, Format... format) {
  // Room for the longest double without an exponent.
  std::array<char, 1100> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(),
                                 value, format...);
  out.append(digits.data(), end.ptr);
}

std::string_view non_finite(double value) {
  if (std::isnan(value)) return "NaN";
  return value > 0 ? "Infinity" : "-Infinity";
}

}  // namespace

void append_number(std::string& out, double value) {
  if (!std::isfinite(value)) {
    out += non_finite(value);
    return;
  }
  const double size = std::fabs(value);
  const bool plain = value == 0 || (size >= 1e-5 && size < 1e16);
  append_digits(
      out, value,
      plain ? std::chars_format::fixed : std::chars_format::scientific);
  // Without a point parsers of JSON take it for the integer 0.
  if (value == 0 && std::signbit(value)) out += ".0";
}

void append_secs(std::string& out, double secs) {
  append_digits(out, secs, std::chars_format::fixed);
}

std::string short_number(double value) {
  if (!std::isfinite(value)) return std::string(non_finite(value));
  std::string out;
  append_digits(out, value, std::chars_format::general, 6);
  return out;
}

}  // namespace stepline::cli
