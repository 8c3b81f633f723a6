#include "server/live/live_cursor.h"

#include <charconv>

namespace stepline::server {

std::string live_cursor(std::string_view instance, std::uint64_t number) {
  return std::string(instance) + ":" + std::to_string(number);
}

std::optional<std::uint64_t> number_of_cursor(std::string_view instance,
                                              std::string_view cursor) {
  if (!cursor.starts_with(instance)) return std::nullopt;
  cursor.remove_prefix(instance.size());
  if (!cursor.starts_with(':')) return std::nullopt;
  cursor.remove_prefix(1);
  std::uint64_t number = 0;
  const auto [end, error] =
      std::from_chars(cursor.data(), cursor.data() + cursor.size(), number);
  if (error != std::errc() || end != cursor.data() + cursor.size()) {
    return std::nullopt;
  }
  return number;
}

}  // namespace stepline::server
