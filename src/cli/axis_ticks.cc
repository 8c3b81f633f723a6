#include "cli/axis_ticks.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <ctime>

#include "cli/number_text.h"

namespace stepline::cli {
namespace {

constexpr double kMinute = 60, kHour = 3600, kDay = 86400;

// 1, 2 or 5 times a power of ten, at least `span / wanted`.
double round_spacing(double span, int wanted) {
  const double least = span / std::max(wanted, 1);
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

double round_seconds(double span, int wanted) {
  constexpr std::array kSpacings{
      1.0,          2.0,          5.0,         10.0,        15.0,
      30.0,         kMinute,      2 * kMinute, 5 * kMinute, 10 * kMinute,
      15 * kMinute, 30 * kMinute, kHour,       2 * kHour,   3 * kHour,
      6 * kHour,    12 * kHour,   kDay,        2 * kDay,    7 * kDay};
  const double least = span / std::max(wanted, 1);
  for (const double spacing : kSpacings) {
    if (spacing >= least) return spacing;
  }
  return kDay * round_spacing(span / kDay, wanted);
}

// Multiples of `spacing`, shifted by `origin`.
std::vector<double> multiples(double low, double high, double spacing,
                              double origin = 0) {
  std::vector<double> at;
  const double slack = spacing * 1e-9;
  const double first = std::ceil((low - origin - slack) / spacing);
  for (int i = 0; i < 100; ++i) {
    const double next = (first + i) * spacing + origin;
    if (next > high + slack) break;
    at.push_back(next == 0 ? 0 : next);
  }
  return at;
}

std::string fixed(double value, int decimals) {
  std::array<char, 400> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                 std::chars_format::fixed, decimals);
  return {text.data(), end.ptr};
}

int decimals_for(double spacing) {
  return std::max(0, static_cast<int>(-std::floor(std::log10(spacing) + 1e-9)));
}

std::string label(double value, double spacing, double largest) {
  if (value == 0) return "0";
  if (largest >= 1e15 || largest < 1e-4) return short_number(value);
  if (spacing >= 1e6 || (largest >= 1e7 && spacing >= 1e4)) {
    return fixed(value / 1e6, decimals_for(spacing / 1e6)) + "M";
  }
  if (spacing >= 1e3 || (largest >= 1e4 && spacing >= 10)) {
    return fixed(value / 1e3, decimals_for(spacing / 1e3)) + "k";
  }
  return fixed(value, std::min(decimals_for(spacing), 12));
}

std::string power_label(double value) {
  if (value >= 1e-3 && value < 1e6) return label(value, value, value);
  return short_number(value);
}

// Wall times in files may be anything.
std::tm local_parts(double secs) {
  constexpr double kYear1 = -62135596800.0, kYear9999 = 253402300799.0;
  const auto time =
      static_cast<std::time_t>(std::clamp(std::floor(secs), kYear1, kYear9999));
  std::tm parts{};
  localtime_r(&time, &parts);
  return parts;
}

std::string duration_label(double secs, double spacing) {
  if (secs == 0) return "0";
  if (secs < 0) return "-" + duration_label(-secs, spacing);
  const auto whole = static_cast<std::int64_t>(std::min(secs + 0.5, 1e17));
  std::string out;
  const auto part = [&](std::int64_t amount, const char* unit) {
    if (amount > 0) out += std::to_string(amount) + unit;
  };
  part(whole / 86400, "d");
  part(whole / 3600 % 24, "h");
  part(whole / 60 % 60, "m");
  if (spacing < kMinute) part(whole % 60, "s");
  return out;
}

std::string time_label(double secs, double spacing) {
  const std::tm parts = local_parts(secs);
  const char* format = spacing < kMinute ? "%H:%M:%S"
                       : spacing < kDay  ? "%H:%M"
                                         : "%b %d";
  std::array<char, 64> text{};
  std::strftime(text.data(), text.size(), format, &parts);
  return text.data();
}

// Seconds east of Greenwich, then.
double offset_at(double secs) {
  const std::tm parts = local_parts(secs);
  return static_cast<double>(parts.tm_gmtoff);
}

std::vector<Tick> labelled(const std::vector<double>& at, auto make_label) {
  std::vector<Tick> ticks;
  for (const double x : at) ticks.push_back({x, make_label(x)});
  return ticks;
}

}  // namespace

std::vector<Tick> linear_ticks(double low, double high, int wanted) {
  const double largest = std::max(std::fabs(low), std::fabs(high));
  if (!(high > low) || high / 2 - low / 2 < largest * 1e-13) {
    return {{low, short_number(low)}};
  }
  const bool huge = !std::isfinite(high - low);
  const double spacing = huge ? 2 * round_spacing(high / 2 - low / 2, wanted)
                              : round_spacing(high - low, wanted);
  return labelled(multiples(low, high, spacing),
                  [&](double x) { return label(x, spacing, largest); });
}

std::vector<Tick> log_ticks(double low, double high, int wanted) {
  const double decades = std::log10(high) - std::log10(low);
  if (decades < 0.5) return linear_ticks(low, high, wanted);
  const int every =
      std::max(1, static_cast<int>(std::ceil(decades / std::max(wanted, 1))));
  const bool dense = decades * 3 <= wanted;
  std::vector<Tick> ticks;
  const int last = static_cast<int>(std::floor(std::log10(high) + 1e-9));
  const int first = static_cast<int>(std::floor(std::log10(low)));
  for (int power = first; power <= last; ++power) {
    if (power % every != 0) continue;
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double at = factor * std::pow(10, power);
      const bool inside = at >= low * (1 - 1e-9) && at <= high * (1 + 1e-9);
      if (inside) ticks.push_back({at, power_label(at)});
      if (!dense) break;
    }
  }
  return ticks.empty() ? linear_ticks(low, high, wanted) : ticks;
}

std::vector<Tick> duration_ticks(double low, double high, int wanted) {
  if (high - low < 4) {
    auto ticks = linear_ticks(low, high, wanted);
    for (Tick& tick : ticks) tick.label += "s";
    return ticks;
  }
  const double spacing = round_seconds(high - low, wanted);
  return labelled(multiples(low, high, spacing),
                  [&](double x) { return duration_label(x, spacing); });
}

std::vector<Tick> time_ticks(double low, double high, int wanted) {
  const double spacing = round_seconds(std::max(high - low, 1e-9), wanted);
  const auto at = multiples(low, high, spacing, -offset_at(low));
  if (at.empty()) return {{low, time_label(low, 1)}};
  return labelled(at, [&](double x) { return time_label(x, spacing); });
}

}  // namespace stepline::cli
