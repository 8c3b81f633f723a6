#pragma once

#include <string>
#include <utility>

#include "stepline/result.h"

namespace stepline {

// Bytes are not what their format promises.
inline Error corrupt(std::string message) {
  return Error{ErrorCode::Corrupt, std::move(message)};
}

}  // namespace stepline
