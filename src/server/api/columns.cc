#include "server/api/columns.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace stepline::server {
namespace {

static_assert(std::endian::native == std::endian::little,
              "columns are sent as they lie in memory");

constexpr std::size_t kAlignment = 8;
constexpr std::int64_t kMaxExact = std::int64_t{1} << 53;

bool in_float_range(double value) {
  return !std::isfinite(value) ||
         std::abs(value) <= double{std::numeric_limits<float>::max()};
}

// Without a loss.
bool fits_float(double value) {
  return std::isnan(value) ||
         (in_float_range(value) && double{static_cast<float>(value)} == value);
}

}  // namespace

template <class To, class From>
void Columns::add(std::string_view type, std::span<const From> column) {
  data_.resize((data_.size() + kAlignment - 1) / kAlignment * kAlignment);
  head_.begin_object()
      .member("type", type)
      .member("offset", data_.size())
      .member("count", column.size())
      .end_object();
  const std::size_t begin = data_.size();
  data_.resize(begin + column.size() * sizeof(To));
  char* to = data_.data() + begin;
  for (const From& element : column) {
    const To converted = static_cast<To>(element);
    std::memcpy(to, &converted, sizeof(To));
    to += sizeof(To);
  }
}

void Columns::reals(std::span<const double> column) {
  if (std::ranges::all_of(column, fits_float)) {
    add<float>("f32", column);
  } else {
    doubles(column);
  }
}

void Columns::smoothed(std::span<const double> column,
                       std::span<const double> values) {
  if (std::ranges::all_of(values, fits_float)) {
    made(column);
  } else {
    doubles(column);
  }
}

void Columns::made(std::span<const double> column) {
  if (std::ranges::all_of(column, in_float_range)) {
    add<float>("f32", column);
  } else {
    doubles(column);
  }
}

void Columns::doubles(std::span<const double> column) {
  add<double>("f64", column);
}

void Columns::steps(std::span<const std::int64_t> column) {
  if (column.empty()) return add<std::uint32_t>("u32", column);
  const auto [low, high] = std::ranges::minmax(column);
  if (low >= 0 && high <= std::numeric_limits<std::uint32_t>::max()) {
    add<std::uint32_t>("u32", column);
  } else if (low >= -kMaxExact && high <= kMaxExact) {
    add<double>("f64", column);
  } else {
    add<std::int64_t>("i64", column);
  }
}

void Columns::counts(std::span<const std::uint32_t> column) {
  add<std::uint32_t>("u32", column);
}

void Columns::counts(std::span<const std::uint64_t> column) {
  if (std::ranges::all_of(column, [](std::uint64_t count) {
        return count <= std::numeric_limits<std::uint32_t>::max();
      })) {
    add<std::uint32_t>("u32", column);
  } else {
    add<double>("f64", column);
  }
}

std::string Columns::finish() {
  std::string head = head_.take();
  const std::size_t length =
      (8 + head.size() + kAlignment - 1) / kAlignment * kAlignment - 8;
  head.resize(length, ' ');
  const auto size = static_cast<std::uint32_t>(length);
  head.insert(0, reinterpret_cast<const char*>(&size), sizeof(size));
  head.insert(0, "SLC1");
  // Mostly there is room for it: the columns are not copied elsewhere.
  return std::move(data_.insert(0, head));
}

}  // namespace stepline::server
