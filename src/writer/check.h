#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "stepline/result.h"
#include "stepline/tensor_view.h"

namespace stepline::writer {

// What the check_* of every kind have in common. They run on the caller's
// thread before anything is copied, so they look at shapes and options, never
// at the elements. A message names the kind, the tag and, where one is at
// fault, the array: `histogram "w": the input has no element: [0] float32`.

Error invalid(std::string_view kind, std::string_view tag,
              std::string_view what);
Error invalid(std::string_view kind, std::string_view tag,
              std::string_view what, const TensorView& view);

// Refuses a view that is not valid() or that has elements but no memory.
Result<void> check_memory(std::string_view kind, std::string_view tag,
                          const TensorView& view);

// check_memory(), and not complex, which only tensors may be.
Result<void> check_view(std::string_view kind, std::string_view tag,
                        const TensorView& view);

// check_view(), and at least one element.
Result<void> check_elements(std::string_view kind, std::string_view tag,
                            const TensorView& view);

// Refuses NaN and infinity.
Result<void> check_wall_time(std::string_view kind, std::string_view tag,
                             std::optional<double> wall_time);

}  // namespace stepline::writer
