#include "cli/format.h"

#include <time.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <string_view>

namespace stepline::cli {
namespace {

template <class Real>
std::string shortest(Real number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "Infinity" : "-Infinity";
  std::array<char, 32> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  return {text.data(), end};
}

std::string one_decimal(double number, std::string_view unit) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f ", number);
  return text.data() + std::string(unit);
}

}  // namespace

std::string format_count(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t at = digits.size(); at > 3; at -= 3) {
    digits.insert(at - 3, ",");
  }
  return digits;
}

std::string format_counted(std::uint64_t count, std::string_view noun) {
  return format_count(count) + " " + std::string(noun) +
         (count == 1 ? "" : "s");
}

std::string format_bytes(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 5> kUnits{"KiB", "MiB", "GiB", "TiB",
                                                   "PiB"};
  if (bytes < 1024) return std::to_string(bytes) + " B";
  double size = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  while (size >= 1023.95 && unit + 1 < kUnits.size()) {
    size /= 1024;
    ++unit;
  }
  return one_decimal(size, kUnits[unit]);
}

std::string format_number(double number) { return shortest(number); }
std::string format_number(float number) { return shortest(number); }

std::string format_time(double wall_secs) {
  constexpr double kYear9999 = 253402300799;
  if (!(std::abs(wall_secs) <= kYear9999)) return shortest(wall_secs) + " s";
  const auto secs = static_cast<time_t>(std::floor(wall_secs));
  tm parts{};
  std::array<char, 64> text{};
  if (::localtime_r(&secs, &parts) == nullptr ||
      ::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S", &parts) == 0) {
    return shortest(wall_secs) + " s";
  }
  return text.data();
}

std::string format_duration(double secs) {
  if (!(secs < 1e15) || secs < 0) return shortest(secs) + " s";
  if (secs < 60) return one_decimal(secs, "s");
  const auto whole = static_cast<std::int64_t>(secs + 0.5);
  const auto text = [](std::int64_t a, const char* first, std::int64_t b,
                       const char* second) {
    return std::to_string(a) + first + std::to_string(b) + second;
  };
  if (whole < 3600) return text(whole / 60, " min ", whole % 60, " s");
  if (whole < 86400) return text(whole / 3600, " h ", whole / 60 % 60, " min");
  return text(whole / 86400, " d ", whole / 3600 % 24, " h");
}

}  // namespace stepline::cli
