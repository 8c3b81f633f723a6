#include "server/live/live_cursor.h"

#include "server/text.h"

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
  return parsed_number<std::uint64_t>(cursor);
}

}  // namespace stepline::server
