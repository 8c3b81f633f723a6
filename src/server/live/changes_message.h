#pragma once

#include <string>
#include <string_view>

#include "store/store.h"

namespace stepline::server {

// More series than this are told as `many`.
inline constexpr std::size_t kMaxToldSeries = 5000;

// {"type": "changes", ...}, with the figures of the moment.
std::string changes_message(const store::Store& store,
                            const store::Changes& changes,
                            std::string_view cursor);

}  // namespace stepline::server
