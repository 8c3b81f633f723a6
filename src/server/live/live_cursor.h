#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stepline::server {

// A place in the changes of a store, as clients know it: "instance:number".
std::string live_cursor(std::string_view instance, std::uint64_t number);

// The number; nullopt for one of another instance, or made up.
std::optional<std::uint64_t> number_of_cursor(std::string_view instance,
                                              std::string_view cursor);

}  // namespace stepline::server
