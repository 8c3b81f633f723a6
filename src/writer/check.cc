#include "writer/check.h"

#include <cmath>

#include "base/utf8.h"

namespace stepline::writer {

Error invalid(std::string_view kind, std::string_view tag,
              std::string_view what) {
  std::string message(kind);
  message += " \"";
  message += repair_utf8(tag);
  message += "\": ";
  message += what;
  return {ErrorCode::InvalidArgument, std::move(message)};
}

Error invalid(std::string_view kind, std::string_view tag,
              std::string_view what, const TensorView& view) {
  Error error = invalid(kind, tag, what);
  error.message += ": " + view.describe();
  return error;
}

Result<void> check_memory(std::string_view kind, std::string_view tag,
                          const TensorView& view) {
  if (!view.valid()) {
    return invalid(kind, tag,
                   "shape and strides make no array in this process' memory",
                   view);
  }
  if (view.data() == nullptr && view.size() > 0) {
    return invalid(kind, tag, "the input is a null pointer", view);
  }
  return {};
}

Result<void> check_view(std::string_view kind, std::string_view tag,
                        const TensorView& view) {
  if (auto ok = check_memory(kind, tag, view); !ok) return ok;
  if (view.dtype() == DType::Complex64 || view.dtype() == DType::Complex128) {
    return invalid(kind, tag, "complex numbers are not taken here", view);
  }
  return {};
}

Result<void> check_elements(std::string_view kind, std::string_view tag,
                            const TensorView& view) {
  if (auto checked = check_view(kind, tag, view); !checked) return checked;
  if (view.size() == 0) {
    return invalid(kind, tag, "the input has no element", view);
  }
  return {};
}

Result<void> check_wall_time(std::string_view kind, std::string_view tag,
                             std::optional<double> wall_time) {
  if (wall_time && !std::isfinite(*wall_time)) {
    return invalid(kind, tag, "the wall time is not finite");
  }
  return {};
}

}  // namespace stepline::writer
