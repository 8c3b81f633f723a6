#pragma once

#include <utility>

#include "event/array.h"
#include "stepline/result.h"
#include "stepline/summary_values.h"

namespace stepline::store {

inline Tensor public_tensor(event::Array&& array) {
  return {.dtype = array.dtype,
          .shape = std::move(array.shape),
          .bytes = std::move(array.bytes),
          .is_text = array.is_text,
          .strings = std::move(array.strings)};
}

// Of a value whose content contradicts its plug-in.
inline Error not_of_its_kind() {
  return {ErrorCode::Corrupt, "its content is not of its kind"};
}

}  // namespace stepline::store
