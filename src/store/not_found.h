#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "stepline/result.h"
#include "store/store.h"

namespace stepline::store {

// What a store says of numbers that are nobody's.

inline Error no_series(SeriesId id) {
  return {ErrorCode::NotFound,
          "no series with the number " + std::to_string(std::uint32_t(id))};
}

inline Error no_run(RunId id) {
  return {ErrorCode::NotFound,
          "no run with the number " + std::to_string(std::uint32_t(id))};
}

inline Error no_branch(std::uint32_t branch, std::size_t branches) {
  return {ErrorCode::NotFound, "no branch " + std::to_string(branch) +
                                   ", there are " + std::to_string(branches)};
}

}  // namespace stepline::store
